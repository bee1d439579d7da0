"""All measures and preferences as classes, to be used in place of their names.

>>> import axiometer as ax
>>> from axiometer.measures import RBP, nDCG
>>> measured = ax.evaluate({"q": {"a": 1}}, {"q": ["b", "a"]}, [RBP(p=0.5) @ 10, nDCG() @ 10])
>>> [f"{measure} {value:.2f}" for measure, value in zip(measured.measures, measured.values[0, 0])]
['RBP(p=0.5)@10 0.25', 'nDCG@10 0.63']

Parameters are those that ``axiometer measures NAME`` explains, and ``@`` sets the cut-off. A class is loaded when it is
asked for. With them come ``parse_measure``, which finds the measure that a name means, and what measures and
preferences of your own are made of: ``Measure``, ``parameter``, ``Additive`` and others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

_HOUSE = {
    "axiometer.measures.base": ("Measure", "SystemMeasure", "ratio"),
    "axiometer.measures.names": ("parse_measure",),
    "axiometer.measures.parameters": ("cutoff_parameter", "level_parameter", "parameter"),
    "axiometer.measures.parts.additive": ("Additive", "Terms"),
    "axiometer.measures.preferences.base": ("Ordering", "Preference"),
    "axiometer.projection.lists": ("RankedLists",),
}
"""What measures of one's own are made of."""


@cache
def homes() -> Mapping[str, str]:
    """Give the module of every public name, without loading it."""
    found = {name: module for module, names in _HOUSE.items() for name in names}
    for path in sorted(Path(__file__).parent.glob("*/*.py")):
        if path.parent.name != "parts" and path.stem != "base":
            declared = re.findall(
                r"^@dataclass\(.*\)\nclass ([A-Za-z]\w*)\(", path.read_text(encoding="utf-8"), re.MULTILINE
            )
            found |= dict.fromkeys(declared, f"{__name__}.{path.parent.name}.{path.stem}")
    return MappingProxyType(dict(sorted(found.items())))


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return [*homes()]
    if name not in homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(homes()[name]), name)


def __dir__() -> list[str]:
    return [*homes()]
