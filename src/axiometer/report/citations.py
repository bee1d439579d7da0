"""The literature behind measures, preferences, axioms and criteria."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from axiometer.measures.parameters import Parametrised

SOFTWARE: Final = "axiometer"
"""The key of the program itself."""
CRITERIA: Final[Mapping[str, tuple[str, ...]]] = {
    "unanimity": ("amigo2018",),
    "scenarios": ("amigo2018",),
    "concordance": ("sakai2013concordance",),
    "power": ("sakai2006bootstrap",),
    "correlation": ("yilmaz2008",),
    "tukey-hsd": ("carterette2012",),
    "randomised-tukey-hsd": ("carterette2012",),
}
"""Whom to cite for criteria and tests; for what is not here, such as a t test, nobody is."""


@cache
def bibliography() -> Mapping[str, str]:
    """Give all BibTeX entries by key: those that measures, preferences and axioms have in ``cites``.

    Examples
    --------
    >>> bibliography()["amigo2018"].splitlines()[0]
    '@inproceedings{amigo2018,'
    """
    text = files("axiometer.measures").joinpath("references.bib").read_text(encoding="utf-8")
    entries = re.findall(r"^@\w+\{([^,]+),.*?^\}", text, flags=re.MULTILINE | re.DOTALL)
    bodies = re.findall(r"^@\w+\{.*?^\}", text, flags=re.MULTILINE | re.DOTALL)
    return dict(zip(entries, bodies, strict=True))


def citations(things: Iterable[Parametrised]) -> list[str]:
    """Give the BibTeX entries of some measures and preferences, each once."""
    keys = dict.fromkeys(key for thing in things for key in thing.literature)
    return [bibliography()[key] for key in keys]
