"""Published rows beside ours, and what else a reader of unanimity must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Final

import numpy as np
import polars as pl

from axiometer.errors import counted
from axiometer.meta.outcomes import NEARLY_TIED
from axiometer.notes import Note, lines_of
from axiometer.stats.correlation import tau_b
from axiometer_papers.rbu.published import Row
from axiometer_papers.rbu.variants import Variant, best_of_families, row_written, values_told, written
from axiometer_papers.study import Check

Values = Mapping[str, float]
"""The unanimity of each variant, by its full name."""
EQUAL: Final = 5e-5
"""Values that differ by less are printed alike, or nearly."""
NOT_RUN: Final = "not among the parameters that are run here; the full form has all of them that the text names"


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
    tau = float(tau_b(np.array(both).T)[0, 1])
    what = "the order of the measures, each with its best parameters"
    why = "the paper had other runs; a correlation, not a number that it prints"
    return Check(
        where, what, f"order of {len(both)} measures", f"Kendall's τ-b with it {tau:.2f}", "not comparable", why
    )


def briefly(notes: Iterable[Note]) -> list[str]:
    """Write what findings say; near ties of all measures are counted together."""
    told = [*notes]
    near = {note.subject: note.count or 0 for note in told if note.kind == NEARLY_TIED}
    lines = lines_of(note for note in told if note.kind != NEARLY_TIED)
    if near:
        some = f"{counted(len(near), 'measure')} with up to {counted(max(near.values()), 'value')}"
        lines.append(f"{some} within 1e-9 of the next of its query")
    return lines
