"""The axiom for recommendations of an aspect of which a user has seen enough."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log2
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray
from axiometer.axioms.axiom import Axiom, Existential, Sizes
from axiometer.axioms.case_batch import STAR, WHOLE, Drafts, side_by_side
from axiometer.axioms.rating_predicates import (
    HALF,
    ONE_EACH,
    PAPER,
    RATED,
    RATINGS,
    is_above,
    is_rated,
    left,
    only_of,
    rating,
)

TITLE: Final = "Non-priority on saturated aspects"
USERS: Final = ((1, 1), (2, 1), (1, 2), (9, 1), (1, 9))
"""How interested users are in the aspect of the upper item, and in that of the lower one."""
TRIES: Final = ((10, 0.99), (1, 0.999), (1, 0.9999), (1, 0.99999))
"""Of r_Δ, in thousandths, and s_Δ. Where less demanding ones fail, it is in long lists that chance hardly finds."""
LONGEST: Final = 20
"""Such lists still hold what the last of these needs."""


def _saturated_swap(difference: int, least: float, weights: tuple[int, int], *, is_next: bool) -> Axiom:
    """Say that a swap loses whose lower item is better by so little, and its aspect satisfied by so much more."""
    n_needed = ceil(-log2(1 - least))
    # There is room for an item between the two, also where all random lists are as short as they can be.
    shortest = min(n_needed + 3, LONGEST)
    is_mine, is_other = np.array([1, 0]), np.array([0, 1])

    def arrange(drafts: Drafts) -> Drafts:
        first = np.clip(drafts.first, n_needed, np.maximum(drafts.length - 2, 0))
        lower = first + 1 if is_next else np.maximum(drafts.second, first + 1)
        second = np.minimum(lower, np.maximum(drafts.length - 1, 0))
        weight = drafts.weight.copy()
        weight[:, :2] = weights
        placed = replace(drafts, place=np.stack([first, second], axis=1), weight=weight)
        # The stars of the draft's lower item tell which share of the largest difference it is.
        more = np.maximum(difference * rating(placed, second) // WHOLE, 1)
        stars = np.clip(rating(placed, first), STAR, WHOLE - STAR)
        upper = only_of(_satisfied(placed, n_needed), first, np.zeros_like(first), stars)
        return only_of(upper, second, np.ones_like(second), stars + more)

    def premise(drafts: Drafts) -> BoolArray:
        upper, lower = drafts.gain_at(drafts.first), drafts.gain_at(drafts.second)
        more = lower[:, 1] - upper[:, 0]
        kept = left(drafts)
        return np.asarray(
            (drafts.first < drafts.second)
            & ((drafts.second == drafts.first + 1) | (not is_next))
            & ((upper > 0)[:, :2] == is_mine).all(axis=1)
            & ((lower > 0)[:, :2] == is_other).all(axis=1)
            & ~(upper[:, 2:] > 0).any(axis=1)
            & ~(lower[:, 2:] > 0).any(axis=1)
            & is_rated(drafts, drafts.first)
            & is_rated(drafts, drafts.second)
            & (more > 0)
            & (more <= difference)
            & (kept[:, 0] - kept[:, 1] >= least - 1e-12)
            & (drafts.weight[:, :2] == weights).all(axis=1)
        )

    return Axiom(
        name="NonPriSatAsp/neighbours" if is_next else "NonPriSatAsp",
        title=TITLE,
        family="recommendation",
        statement="r(i_{p+k}) − r(i_p) = r_Δ, s(a') − s(a) = s_Δ ⇒ Q(i with p ↔ p+k) < Q(i)",
        cites=PAPER,
        equation="19",
        sizes=Sizes(aspects=(2, 3), shortest=shortest, **RATED),
        premise=premise,
        lists=lambda drafts: side_by_side(drafts.listed, drafts.swapped(drafts.first, drafts.second)),
        arrange=arrange,
    )


def _satisfied(drafts: Drafts, n_needed: int) -> Drafts:
    """Let so many items above have the top rating for the second aspect, and no rated one show the first."""
    above = is_above(drafts)
    gain = drafts.gain.copy()
    order = np.argsort(np.where(above, -gain[:, :, 1], WHOLE), axis=1, kind="stable")
    is_needed = np.zeros_like(above)
    np.put_along_axis(is_needed, order[:, :n_needed], values=np.True_, axis=1)
    is_needed &= above
    is_unrated = drafts.is_unrated & ~is_needed
    gain[is_needed] = np.where(gain[is_needed] > 0, WHOLE, 0)
    gain[is_needed, 1] = WHOLE
    gain[above & ~is_unrated, 0] = 0
    return replace(drafts, gain=gain, is_unrated=is_unrated)


def _bounds(*, is_next: bool) -> tuple[tuple[tuple[str, Axiom], ...], ...]:
    def told(difference: int, least: float, weights: tuple[int, int]) -> str:
        return f"r_Δ ≤ {difference / WHOLE:g}, s_Δ ≥ {least:g} for interests {weights[0]}:{weights[1]}"

    return tuple(
        tuple((told(*each, user), _saturated_swap(*each, user, is_next=is_next)) for each in TRIES) for user in USERS
    )


NON_PRI_SAT_ASP: Final = Existential(
    name="NonPriSatAsp",
    title=TITLE,
    family="recommendation",
    statement="∃ r_Δ, s_Δ: r(i_{p+k}) − r(i_p) = r_Δ > 0, s(a') − s(a) = s_Δ ⇒ Q(i with p ↔ p+k) < Q(i), "
    "where i_p shows a only and i_{p+k} a' only",
    cites=PAPER,
    equation="19",
    assumptions=(RATINGS, ONE_EACH),
    reading=f"every swap loses with a difference up to r_Δ and from s_Δ on, which may depend on the user; {HALF}; the "
    "lower item may be better by less than a star; other items may be anything",
    bounds=_bounds(is_next=False),
)

NON_PRI_NEIGHBOURS: Final = replace(
    NON_PRI_SAT_ASP,
    name="NonPriSatAsp/neighbours",
    reading="as NonPriSatAsp, but the two items are neighbours: k = 1",
    bounds=_bounds(is_next=True),
    variant_of="NonPriSatAsp",
)
