"""The literature behind the measures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from axiometer.measures.base import Measure


@cache
def bibliography() -> Mapping[str, str]:
    """Give all BibTeX entries by key."""
    text = files("axiometer.measures").joinpath("references.bib").read_text(encoding="utf-8")
    entries = re.findall(r"^@\w+\{([^,]+),.*?^\}", text, flags=re.MULTILINE | re.DOTALL)
    bodies = re.findall(r"^@\w+\{.*?^\}", text, flags=re.MULTILINE | re.DOTALL)
    return dict(zip(entries, bodies, strict=True))


def citations(measures: Iterable[Measure]) -> list[str]:
    """Give the BibTeX entries of some measures, each once."""
    keys = dict.fromkeys(key for measure in measures for key in measure.cites)
    return [bibliography()[key] for key in keys]
