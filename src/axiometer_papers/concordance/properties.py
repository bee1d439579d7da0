"""The properties of measures in Fig. 4 that follow from their definitions, seen on small cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from axiometer_papers.arrays import BoolArray, FloatArray
from axiometer_papers.concordance.cases import (
    Case,
    diminishing,
    in_all_orders,
    longer,
    of_one_intent,
    random_cases,
    regraded,
    reweighted,
    values,
    with_more_to_find,
)
from axiometer_papers.concordance.measured import MEASURES
from axiometer_papers.study import ROUNDING


@dataclass(frozen=True)
class Answer:
    """Whether a measure has a property.

    Attributes
    ----------
    property, measure
        Their names.
    answer
        ``yes``, ``no`` or ``in part``.
    cases, shown
        How many cases were tried, and in how many the property was seen.
    example
        A case that decides.
    """

    property: str
    measure: str
    answer: str
    cases: int
    shown: int
    example: str


def answers(n: int, n_ordered: int, seed: int) -> list[Answer]:
    """Ask all properties of all measures, on so many cases; of the first ones all orders are tried."""
    cases = random_cases(n, seed)
    before = values(cases)
    return [
        *_changed("a", cases, before, regraded, "{} has {:.4f}, with another grade {} {:.4f}"),
        *_changed("b", cases, before, reweighted, "{} has {:.4f}, with swapped weights of a and b {} {:.4f}"),
        *_normalised(cases[:n_ordered]),
        *_changed(
            "d", cases, before, with_more_to_find, "{} has {:.4f}, with one more item to find {} {:.4f}", is_same=True
        ),
        *_diminishing(n, seed),
        *_changed("g", cases, before, longer, "{} has {:.4f}, with items twice as long {} {:.4f}"),
    ]


def one_intent(n: int, seed: int) -> tuple[int, int]:
    """Count the lists of one intent for which D-U and U-IA are the same, and all that were tried."""
    measured = values([of_one_intent(case) for case in random_cases(n, seed)])
    return int((~_differs(measured["D-U"], measured["U-IA"])).sum()), n


def _differs(one: FloatArray, other: FloatArray) -> BoolArray:
    differs: BoolArray = np.abs(one - other) > ROUNDING * np.maximum(np.abs(one), np.abs(other))
    return differs


def _changed(
    property_: str,
    cases: Sequence[Case],
    before: Mapping[str, FloatArray],
    change: Callable[[Case], Case],
    told: str,
    *,
    is_same: bool = False,
) -> list[Answer]:
    """Ask whether a change of the case changes the value; where it must not, the answer is the other one."""
    changed = [change(case) for case in cases]
    after = values(changed)
    found = []
    for name in MEASURES:
        differs = _differs(before[name], after[name])
        at = int(np.argmax(differs))
        example = told.format(cases[at], before[name][at], changed[at], after[name][at])
        answer = "yes" if differs.any() != is_same else "no"
        shown = int((~differs if is_same else differs).sum())
        found.append(Answer(property_, name, answer, len(cases), shown, example))
    return found


def _normalised(cases: Sequence[Case]) -> list[Answer]:
    """Ask whether the best of all lists of all items has 1."""
    orders = [[*in_all_orders(case)] for case in cases]
    measured = values([*chain.from_iterable(orders)])
    found = []
    for name in MEASURES:
        best = measured[name].reshape(len(cases), -1).max(axis=1)
        is_one = np.abs(best - 1) <= ROUNDING
        at = int(np.argmax(np.abs(best - 1)))
        which = int(measured[name].reshape(len(cases), -1)[at].argmax())
        example = f"the best list {orders[at][which]} has {best[at]:.4f}, furthest from 1 of all"
        answer = "yes" if is_one.all() else "no"
        found.append(Answer("c", name, answer, len(cases), int(is_one.sum()), example))
    return found


def _diminishing(n: int, seed: int) -> list[Answer]:
    """Ask whether an item adds less where an earlier one was relevant to the same aspect."""
    cases = diminishing(n, seed)
    lists = [(each.after_same, each.without_same, each.after_other, each.without_other) for each in cases]
    measured = values([*chain.from_iterable(lists)])
    found = []
    for name in MEASURES:
        same, without_same, other, without_other = measured[name].reshape(n, 4).T
        after_same, after_other = same - without_same, other - without_other
        is_less = (after_same < after_other) & _differs(after_same, after_other)
        # Differences of values keep fewer digits than the values.
        is_less &= after_other - after_same > 1e3 * ROUNDING * np.abs(other)
        at = int(np.argmax(is_less)) if not is_less.all() and is_less.any() else 0
        answer = "yes" if is_less.all() else "in part" if is_less.any() else "no"
        example = (
            f"the last item of {cases[at].after_same} adds {after_same[at]:.6f}, that of {cases[at].after_other} "
            f"{after_other[at]:.6f}"
        )
        found.append(Answer("f", name, answer, n, int(is_less.sum()), example))
    return found
