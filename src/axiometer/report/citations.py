"""The literature behind measures and preferences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from axiometer.parameters.declaration import Parametrised


@cache
def bibliography() -> Mapping[str, str]:
    """Give all BibTeX entries by key."""
    text = files("axiometer.measures").joinpath("references.bib").read_text(encoding="utf-8")
    entries = re.findall(r"^@\w+\{([^,]+),.*?^\}", text, flags=re.MULTILINE | re.DOTALL)
    bodies = re.findall(r"^@\w+\{.*?^\}", text, flags=re.MULTILINE | re.DOTALL)
    return dict(zip(entries, bodies, strict=True))


def citations(things: Iterable[Parametrised]) -> list[str]:
    """Give the BibTeX entries of some measures and preferences, each once."""
    keys = dict.fromkeys(key for thing in things for key in thing.cites)
    return [bibliography()[key] for key in keys]
