"""What the paper on rank-biased utility prints in its Tables 2 and 3, and how it stands beside what is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.rbu.variants import Row, Variant, best_of_families, row_written, values_told, written
from axiometer_papers.study import Check, counted


def _row(families: str, parameters: str, value: str) -> Row:
    named = [each.split("=") for each in parameters.split("; ") if each]
    return Row(tuple(families.split("|")), {name: tuple(values.split(",")) for name, values in named}, value)


_EFFORTS: Final = "e=0.001,0.05,0.1,0.5"
_ALPHAS: Final = "α=0.1,0.25,0.5,0.75"
_FEWER_ALPHAS: Final = "α=0.1,0.25,0.5"
_PERSISTENCE: Final = "p=0.8,0.9,0.99"
_DEEP: Final = "k=50,100,1000"
_UTILITY: Final = f"{_ALPHAS}; e=0,0.001,0.05,0.5"

TABLE_2: Final[Mapping[str, tuple[Row, ...]]] = {
    "official": (
        _row("RBU", f"{_EFFORTS}; p=0.99", "0.8024"),
        _row("α-DCG", f"k=1000; {_FEWER_ALPHAS}", "0.7956"),
        _row("DCG", "k=1000", "0.7956"),
        _row("DCG-IA", "k=1000", "0.7956"),
        _row("EU", f"{_FEWER_ALPHAS}; e=0,0.05,0.1,0.5", "0.7956"),
        _row("ERR-IA", "k=1000", "0.7956"),
        _row("ERR", "k=1000", "0.7956"),
        _row("NRBP", f"{_PERSISTENCE}; {_FEWER_ALPHAS}", "0.7956"),
        _row("AP", "", "0.7926"),
        _row("AP-IA", "", "0.7926"),
        _row("RBP", _PERSISTENCE, "0.7911"),
        _row("P-IA", "k=20", "0.7272"),
        _row("P", "k=20", "0.7192"),
        _row("RR-IA", "", "0.6835"),
        _row("RR", "", "0.6486"),
        _row("S-Recall", "k=10", "0.3965"),
        _row("S-Recall", "k=20", "0.3538"),
        _row("S-Recall", "k=50", "0.3065"),
        _row("S-Recall", "k=100", "0.2478"),
    ),
    "all": (
        _row("RBU", f"{_EFFORTS}; p=0.99", "0.8568"),
        _row("α-DCG", f"k=1000; {_ALPHAS}", "0.7734"),
        _row("DCG", "k=1000", "0.7734"),
        _row("DCG-IA", "k=1000", "0.7734"),
        _row("EU", _UTILITY, "0.7734"),
        _row("ERR-IA", "k=1000", "0.7734"),
        _row("ERR", "k=1000", "0.7734"),
        _row("AP", "", "0.7734"),
        _row("AP-IA", "", "0.7734"),
        _row("NRBP", f"{_PERSISTENCE}; {_ALPHAS}", "0.7734"),
        _row("RBP", "p=0.99", "0.7717"),
        _row("P", "k=20,50", "0.7103"),
        _row("P-IA", "k=20,50", "0.7103"),
        _row("RR-IA", "", "0.6704"),
        _row("RR", "", "0.6082"),
        _row("S-Recall", "k=10", "0.4238"),
        _row("S-Recall", "k=20", "0.4084"),
        _row("S-Recall", "k=50", "0.3658"),
        _row("S-Recall", "k=100", "0.3007"),
    ),
    "all-50": (
        _row("RBU", f"{_EFFORTS}; {_PERSISTENCE}", "0.9808"),
        _row("α-DCG", f"{_DEEP}; {_ALPHAS}", "0.7709"),
        _row("DCG-IA", _DEEP, "0.7709"),
        _row("EU", _UTILITY, "0.7709"),
        _row("ERR-IA", _DEEP, "0.7709"),
        _row("NRBP", f"{_PERSISTENCE}; {_ALPHAS}", "0.7709"),
        _row("RBU", "e=0", "0.7709"),
        _row("DCG", _DEEP, "0.7687"),
        _row("ERR", _DEEP, "0.7679"),
        _row("AP-IA", "", "0.7642"),
        _row("AP", "", "0.7627"),
        _row("RBP", _PERSISTENCE, "0.7597"),
        _row("P-IA", "k=20", "0.7077"),
        _row("P-IA", "k=10", "0.6888"),
        _row("RR-IA", "", "0.6841"),
        _row("RR", "", "0.6561"),
        _row("S-Recall", "k=10", "0.5137"),
        _row("S-Recall", "k=20", "0.4994"),
        _row("S-Recall", "k=100", "0.4831"),
        _row("S-Recall", "k=50", "0.4831"),
    ),
}
"""By scenario, as ``meta.scenarios`` calls them. RBU with e = 0 in the last one is from the text."""

_EVERY_EFFORT: Final = "e=0,0.001,0.05,0.1,0.5"
TABLE_3: Final[Mapping[str, tuple[Row, ...]]] = {
    "official": (
        _row("AP-IA", "", "0.9771"),
        _row("RBU", f"{_EVERY_EFFORT}; p=0.99", "0.9770..0.9766"),
        _row("RBU", f"{_EVERY_EFFORT}; p=0.9", "0.9763..0.9760"),
        _row("RBU", f"{_EVERY_EFFORT}; p=0.8", "0.9760..0.9750"),
        _row("α-DCG|α-nDCG", "k=20", "0.9540"),
        _row("ERR-IA|nERR-IA", "k=20", "0.9539"),
        _row("NRBP|nNRBP", "", "0.9509"),
        _row("ERR-IA|nERR-IA|α-DCG|α-nDCG", "k=10", "0.9373"),
        _row("P-IA", "k=20", "0.9310"),
        _row("P-IA", "k=10", "0.9071"),
        _row("α-DCG|α-nDCG", "k=5", "0.9001"),
        _row("ERR-IA|nERR-IA", "k=5", "0.8999"),
        _row("P-IA", "k=5", "0.8720"),
        _row("S-Recall", "k=5", "0.5573"),
        _row("S-Recall", "k=10", "0.5001"),
        _row("S-Recall", "k=20", "0.4515"),
    ),
    "k = 20": (
        _row("RBU", f"{_EVERY_EFFORT}; {_PERSISTENCE}", "0.9556"),
        _row("α-DCG|α-nDCG", "k=20", "0.9427"),
        _row("ERR-IA|nERR-IA", "k=20", "0.9425"),
        _row("P-IA", "k=20", "0.9080"),
        _row("S-Recall", "k=20", "0.4141"),
    ),
    "k = 20, e = 0": (
        _row("RBU", f"e=0; {_PERSISTENCE}", "0.9556"),
        _row("α-DCG|α-nDCG", "k=20", "0.9428"),
        _row("ERR-IA|nERR-IA", "k=20", "0.9425"),
        _row("P-IA", "k=20", "0.9081"),
        _row("S-Recall", "k=20", "0.4146"),
    ),
}
DYNAMIC_DOMAIN: Final = (
    _row("RBU", f"{_EFFORTS}; p=0.99", "0.8488"),
    _row("RBU", "e=0.001; p=0.9", "0.8453"),
    _row("RBU", "e=0.05,0.1; p=0.9", "0.8441"),
    _row("RBU", "e=0.5; p=0.9", "0.8440"),
    _row("RBU", "e=0.001; p=0.8", "0.8406"),
    _row("RBU", "e=0.05,0.1,0.5; p=0.8", "0.8396"),
    _row("ACT", "k=10", "0.6276"),
    _row("ERR-IA", "", "0.5955"),
    _row("CT", "k=10", "0.5938"),
    _row("RBU", f"e=0; {_PERSISTENCE}", "0.5937"),
    _row("ERR (harmonic mean)", "", "0.5912"),
    _row("Rprec", "", "0.1162"),
    _row("P@Recall (modified)", "", "0.1044"),
    _row("RR", "k=10", "0.1031"),
)
"""ERR-IA is the paper's ERR (Arith. Mean), Rprec its P@Recall."""


Values = Mapping[str, float]
"""The unanimity of each variant, by its full name."""
EQUAL: Final = 5e-5
"""Values that differ by less are printed alike, or nearly."""
NOT_RUN: Final = "not among the parameters that are run here; the full form has all of them that the text names"


def by_family(found: ax.Finding, variants: Sequence[Variant]) -> tuple[Values, pl.DataFrame]:
    """Give the unanimity of each variant, and as a table with the measure that it is one of, the highest first."""
    family = {each.name: each.family for each in variants}
    table = found.table.select(pl.col("measure").replace_strict(family).alias("family"), "measure", "value")
    return dict(table.select("measure", "value").rows()), table.sort("value", descending=True, maintain_order=True)


def number_checks(
    where: str, rows: Iterable[Row], variants: Sequence[Variant], values: Values, why: str
) -> Iterator[Check]:
    """Put each published value beside ours of the same variants; they cannot be compared."""
    for row in rows:
        found = [each for each in variants if each.is_of(row)]
        told = values_told([values[each.name] for each in found])
        n_named = prod(map(len, row.parameters.values())) * len(row.families)
        if not found:
            yield Check(where, row_written(row), row.value, "not run", "not comparable", NOT_RUN)
            continue
        families = dict.fromkeys(each.family for each in found)
        only = " and ".join(written([each for each in found if each.family == family]) for family in families)
        ours = told if len(found) >= n_named else f"{told} (only {only})"
        yield Check(where, row_written(row), row.value, ours, "not comparable", why)


def ranked(variants: Sequence[Variant], values: Values, rows: Sequence[Row]) -> pl.DataFrame:
    """Give the variants of each measure with the highest unanimity, beside the paper's row of that measure."""
    found = []
    for group, value in best_of_families(variants, values):
        theirs = _row_of(group, rows)
        found.append({
            "measure": written(group),
            "unanimity": value,
            "in the paper": row_written(theirs) if theirs else "",
            "its unanimity": theirs.value if theirs else "",
        })
    return pl.DataFrame(found)


def _row_of(group: Sequence[Variant], rows: Sequence[Row]) -> Row | None:
    """Find the published row of the same measure, the same cut-off of S-Recall."""
    its = group[0]
    is_same = (row for row in rows if its.family in row.families)
    if its.family == "S-Recall":
        return next((row for row in is_same if its.is_of(row)), None)
    return next(is_same, None)


def order_check(where: str, variants: Sequence[Variant], values: Values, rows: Sequence[Row]) -> Check:
    """Compare the order of measures with that of the paper."""
    both = [
        (float(row.value.partition("..")[0]), round(value, 4))
        for group, value in best_of_families(variants, values)
        if (row := _row_of(group, rows)) is not None
    ]
    tau = float(ax.meta.tau_b(np.array(both).T)[0, 1])
    what = "the order of the measures, each with its best parameters"
    why = "the paper had other runs; a correlation, not a number that it prints"
    return Check(
        where, what, f"order of {len(both)} measures", f"Kendall's τ-b with it {tau:.2f}", "not comparable", why
    )


def briefly(notes: Iterable[ax.Note]) -> list[str]:
    """Write what findings say; near ties of all measures are counted together."""
    told = [*notes]
    near = {note.subject: note.count or 0 for note in told if note.kind == "nearly_tied"}
    lines = ax.note_lines(note for note in told if note.kind != "nearly_tied")
    if near:
        some = f"{counted(len(near), 'measure')} with up to {counted(max(near.values()), 'value')}"
        lines.append(f"{some} within 1e-9 of the next of its query")
    return lines
