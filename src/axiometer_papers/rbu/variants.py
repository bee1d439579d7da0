"""The measures of the paper with all their parameters, and how several of them are written in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import axiometer as ax

Grid = Mapping[str, Sequence[str]]
CUTOFFS: Final = ("10", "20", "50", "100", "1000")
GRID: Final[Grid] = {
    "k": CUTOFFS,
    "p": ("0.8", "0.9", "0.99"),
    "α": ("0.1", "0.25", "0.5", "0.75"),
    "e": ("0", "0.001", "0.05", "0.1", "0.5"),
}
"""The paper names the efforts from 0.001 on, and prints numbers of e = 0, too."""
QUICK_GRID: Final[Grid] = {"k": ("10", "20", "1000"), "p": ("0.8", "0.99"), "α": ("0.1", "0.5"), "e": ("0", "0.05")}
FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "RBU": ("RBU(p={p},e={e})", "e p"),
    "α-DCG": ("alpha_DCG(alpha={α},gain='exp')@{k}", "k α"),
    "DCG": ("DCG(gain='exp')@{k}", "k"),
    "DCG-IA": ("DCG_IA(gain='exp')@{k}", "k"),
    "EU": ("EU(alpha={α},e={e})", "α e"),
    "ERR-IA": ("ERR_IA@{k}", "k"),
    "ERR": ("ERR@{k}", "k"),
    "NRBP": ("NRBP(alpha={α},beta={p},gain='exp')", "p α"),
    "AP": ("AP", ""),
    "AP-IA": ("AP_IA", ""),
    "RBP": ("RBP(p={p},gain='exp')", "p"),
    "P-IA": ("P_IA@{k}", "k"),
    "P": ("P@{k}", "k"),
    "RR-IA": ("RR_IA", ""),
    "RR": ("RR", ""),
    "S-Recall": ("S_Recall@{k}", "k"),
}
"""The name of each measure, and the parameters that vary. All gains are the paper's r(d, t), one for all measures."""


@dataclass(frozen=True)
class Row:
    """A row of a published table.

    Attributes
    ----------
    families
        The measures, those of a row have the same value.
    parameters
        The values that each parameter takes; those of a parameter that is not named do not matter.
    value
        As printed, or the ends of a range with two dots between them.
    """

    families: tuple[str, ...]
    parameters: Mapping[str, tuple[str, ...]]
    value: str


@dataclass(frozen=True)
class Variant:
    """A measure with its parameters.

    Attributes
    ----------
    family
        What the paper calls the measure.
    parameters
        Their values, as texts.
    name
        Its full name here.
    """

    family: str
    parameters: Mapping[str, str]
    name: str

    def is_of(self, row: Row) -> bool:
        """Tell whether a published row is about it."""
        named = row.parameters.items()
        return self.family in row.families and all(self.parameters.get(name) in values for name, values in named)

    @property
    def pays(self) -> bool:
        """Whether looking at an item costs something."""
        return self.parameters.get("e", "0") != "0"


def variants_of(forms: Mapping[str, tuple[str, str]], grid: Grid) -> list[Variant]:
    """Give all measures with all combinations of their parameters."""
    found = []
    for family, (form, names) in forms.items():
        for values in product(*(grid[name] for name in names.split())):
            its = dict(zip(names.split(), values, strict=True))
            found.append(Variant(family, its, str(ax.parse_measure(form.format(**its)))))
    return found


def written(variants: Sequence[Variant]) -> str:
    """Write variants of one measure in one line: ``RBU e={0.05,0.1}, p=0.99``; several such where there is need."""
    family = variants[0].family
    told = [_told(family, each) for each in _boxes([each.parameters for each in variants])]
    return " or ".join(dict.fromkeys(told))


def row_written(row: Row) -> str:
    """Write a published row in the same way."""
    told = [_told(family, row.parameters) for family in row.families]
    return ", ".join(told)


def _told(family: str, box: Mapping[str, Sequence[str]]) -> str:
    sets = {name: values[0] if len(values) == 1 else "{" + ",".join(values) + "}" for name, values in box.items()}
    cutoff = f"@{sets.pop('k')}" if "k" in sets else ""
    rest = ", ".join(f"{name}={values}" for name, values in sets.items())
    return f"{family}{cutoff} {rest}".strip()


def _boxes(points: Sequence[Mapping[str, str]]) -> list[dict[str, list[str]]]:
    """Write a set of points as few products of sets of values, parameter by parameter."""
    boxes = [{name: [value] for name, value in point.items()} for point in points]
    for name in reversed(list(points[0])):
        merged: dict[str, dict[str, list[str]]] = {}
        for box in boxes:
            rest = str({other: values for other, values in box.items() if other != name})
            if rest in merged:
                merged[rest][name] = [*merged[rest][name], *(v for v in box[name] if v not in merged[rest][name])]
            else:
                merged[rest] = box
        boxes = [*merged.values()]
    return boxes


def values_told(values: Iterable[float]) -> str:
    """Write values with four digits, the largest and the smallest of them if they differ."""
    found = sorted({f"{value:.4f}" for value in values}, key=float, reverse=True)
    return "" if not found else found[0] if len(found) == 1 else f"{found[0]}..{found[-1]}"


def best_of_families(variants: Sequence[Variant], values: Mapping[str, float]) -> Iterator[tuple[list[Variant], float]]:
    """Give the variants of each measure with the highest value, the highest first; each S-Recall stands for itself."""
    groups: dict[str, list[Variant]] = {}
    for each in variants:
        groups.setdefault(written([each]) if each.family == "S-Recall" else each.family, []).append(each)
    best = []
    for group in groups.values():
        most = max(values[each.name] for each in group)
        best.append(([each for each in group if f"{values[each.name]:.4f}" == f"{most:.4f}"], most))
    yield from sorted(best, key=lambda one: -round(one[1], 4))
