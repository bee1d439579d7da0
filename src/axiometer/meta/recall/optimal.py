"""What the worst-off user gets from the best rankings: one for all, or each in turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError
from axiometer.measures.base import ratio
from axiometer.measures.names import words
from axiometer.measures.recall.recall_level import RecallLevel
from axiometer.meta.recall.position_only import position_measures
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments

FORMS: Final = {
    "AP": RecallLevel(exposure="ap", normalisation="ap"),
    "RR": RecallLevel(exposure="ap", normalisation="rr"),
    "nDCG": RecallLevel(exposure="dcg", normalisation="ndcg"),
    "RBP": RecallLevel(exposure="rbp", normalisation="rbp"),
    "linear": RecallLevel(exposure="linear", normalisation="recall"),
}
"""Recall-level measures by short names; ``linear`` is the mean linear exposure of what a user wants."""

ROUNDING: Final = 1e-12


def optimal_rankings(
    forms: str | RecallLevel | Sequence[str | RecallLevel] = tuple(FORMS),
    relevant: Sequence[int] = range(1, 26),
    corpus_size: int = 100,
) -> pl.DataFrame:
    """Compare the worst case of a fixed optimal ranking with that of a random one.

    A ranking is optimal if all m relevant items come first. Each user wants some of them, any of the 2^m − 1 choices,
    and has the value of a measure that takes only these for relevant.

    Parameters
    ----------
    forms
        Short names, or measures ``RecallLevel(exposure=…, normalisation=…)``.
    relevant
        Numbers m of relevant items.
    corpus_size
        How many items there are; it matters for linear exposure only.

    Returns
    -------
    DataFrame
        ``measure``, ``m``, ``deterministic``: the least value that a user has from a fixed optimal ranking,
        ``stochastic``: the least that a user expects when every optimal ranking is as likely, and ``worst_size``: how
        many items that user wants.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.meta.optimal_rankings("AP RR", relevant=[2], corpus_size=10).columns
    ['measure', 'm', 'deterministic', 'stochastic', 'worst_size']
    """
    most = max(relevant, default=0)
    if not 1 <= min(relevant, default=0) <= most <= corpus_size:
        raise UsageError(f"the numbers of relevant items must lie between 1 and the corpus size, {corpus_size}")
    rows: list[tuple[str, int, float, float, int]] = []
    for name, measure in _named(forms).items():
        exposure, levels = _exposure_and_levels(measure, most, corpus_size)
        rows += [(name, m, *_worst_cases(exposure[:m], levels)) for m in relevant]
    return pl.DataFrame(rows, schema=["measure", "m", "deterministic", "stochastic", "worst_size"], orient="row")


def _named(forms: str | RecallLevel | Sequence[str | RecallLevel]) -> dict[str, RecallLevel]:
    forms = [forms] if isinstance(forms, str | RecallLevel) else forms
    by_lower_case = {name.lower(): name for name in FORMS}
    named: dict[str, RecallLevel] = {}
    found: list[list[str | RecallLevel]] = [[*words(each)] if isinstance(each, str) else [each] for each in forms]
    for form in chain.from_iterable(found):
        if isinstance(form, str) and form.lower() in by_lower_case:
            name = by_lower_case[form.lower()]
            named[name] = FORMS[name]
            continue
        measure = position_measures(form)[0]
        if not isinstance(measure, RecallLevel):
            known = ", ".join(FORMS)
            raise UsageError(f"{form} is no recall-level measure; write {known} or RecallLevel(exposure=…)")
        named[str(measure)] = measure
    return named


def _exposure_and_levels(measure: RecallLevel, most: int, n: int) -> tuple[FloatArray, list[FloatArray]]:
    """Give e(1), e(2), … and, for each number of items wanted, what a recall level counts: z(1, s), …, z(s, s)."""
    sizes = np.arange(1, most + 1)
    segments = Segments.of_lengths(sizes)
    lists = lists_at(segments.position, segments, sizes - 1, sizes, depth=most, corpus_size=n)
    terms = measure.terms(lists.relevant())
    levels = ratio(terms.gain, np.asarray(terms.divisor)[segments.of_row])
    return np.asarray(terms.discount)[-most:], np.split(levels, segments.offsets[1:-1])


def _worst_cases(exposure: FloatArray, levels: list[FloatArray]) -> tuple[float, float, int]:
    """Find the worst case of a fixed ranking, that of a random one, and how many items its user wants."""
    m = exposure.size
    # Of all who want s items, those who want the last s have least.
    fixed = np.array([exposure[m - s :] @ levels[s - 1] for s in range(1, m + 1)])
    expected = np.empty(m)
    of_level = exposure  # what the first, second, … item that a user wants expects, if the user wants all m
    for s in range(m, 0, -1):
        expected[s - 1] = of_level @ levels[s - 1]
        # One of the s, any, is no longer wanted: it comes after the i-th of those left, or it does not.
        i = np.arange(1, s)
        of_level = ((s - i) * of_level[:-1] + i * of_level[1:]) / s
    worst = expected.min()
    worst_size = int(np.argmax(expected <= worst * (1 + ROUNDING))) + 1
    return float(fixed.min()), float(worst), worst_size
