"""The ten constraints for search results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, IntArray
from axiometer.axioms.axiom import ANY_GAIN, AnyAxiom, Axiom, Existential, Sizes, Threshold
from axiometer.axioms.case_batch import WHOLE, Drafts, only_one_aspect, side_by_side, with_item

PAPER: Final = "amigo2018"
EACH_ASPECT: Final = "r(d) stands for max_t r(d, t) where a measure has no aspects"
NO_OVERLAP: Final = "no aspect overlap: an item is relevant to one aspect at most"
BALANCED: Final = "balanced aspects: all weights are equal"
BINARY: Final = "binary relevance: all gains are 0 or r_c"
SINGLE: Final = "single aspect"
CONTRIBUTION: Final = "relevance contribution: gains are far below 1"
constraint = partial(Axiom, family="search", cites=PAPER)


def _differ_upwards(drafts: Drafts) -> BoolArray:
    return np.asarray(drafts.gain_at(drafts.second)[:, 0] > drafts.gain_at(drafts.first)[:, 0])


def _swap_up(drafts: Drafts) -> IntArray:
    return side_by_side(drafts.swapped(drafts.first, drafts.second), drafts.listed)


PRI: Final = constraint(
    name="Pri",
    title="Priority",
    statement="r(d_{i+k}) > r(d_i) ⇒ Q(L with i ↔ i+k) > Q(L)",
    equation="1",
    assumptions=(SINGLE, CONTRIBUTION),
    reading="gains are graded, up to 0.1",
    sizes=Sizes(shortest=2),
    premise=_differ_upwards,
    lists=_swap_up,
)


def contiguous(drafts: Drafts) -> Drafts:
    """Let two neighbours at the second place have the gains of those at the first place, the smaller one above."""
    first = np.minimum(drafts.first, np.maximum(drafts.length - 4, 0))
    # Neighbours of neighbours have no case: r(d_i) < r(d_{i+1}) = r(d_i).
    second = np.minimum(np.maximum(drafts.second, first + 2), np.maximum(drafts.length - 2, 0))
    placed = replace(drafts, place=np.stack([first, second], axis=1))
    upper, lower = placed.gain_at(first), placed.gain_at(np.minimum(first + 1, placed.n_items - 1))
    low, high = np.minimum(upper, lower), np.maximum(upper, lower)
    for item, gain in ((first, low), (first + 1, high), (second, low), (second + 1, high)):
        placed = with_item(placed, np.minimum(item, placed.n_items - 1), gain)
    return placed


def equal_steps(drafts: Drafts) -> BoolArray:
    """Tell where r(d_i) = r(d_j) < r(d_{i+1}) = r(d_{j+1}), for i < j."""
    i, j = drafts.first, drafts.second
    is_inside = (i < j) & (j + 1 < drafts.length)
    last = drafts.n_items - 1
    upper_i, lower_i, upper_j, lower_j = (
        drafts.gain_at(np.minimum(each, last)).max(axis=1) for each in (i, i + 1, j, j + 1)
    )
    return np.asarray(is_inside & (upper_i == upper_j) & (lower_i == lower_j) & (upper_i < lower_i))


def swap_each(drafts: Drafts) -> IntArray:
    """Swap two neighbours at the first place, or at the second."""
    i, j = drafts.first, drafts.second
    return side_by_side(drafts.swapped(i, i + 1), drafts.swapped(j, j + 1))


DEEP: Final = constraint(
    name="Deep",
    title="Deepness",
    statement="i < j, r(d_i) = r(d_j) < r(d_{i+1}) = r(d_{j+1}) ⇒ Q(L with i ↔ i+1) > Q(L with j ↔ j+1)",
    equation="2",
    assumptions=(SINGLE, CONTRIBUTION),
    reading="gains are graded, up to 0.1",
    sizes=Sizes(shortest=4),
    premise=equal_steps,
    lists=swap_each,
    arrange=contiguous,
)

DEEP_TH: Final = Threshold(
    name="DeepTh",
    title="Deepness threshold",
    family="search",
    statement="∃ n: Q(d^rel, …) > Q(n × d^¬rel, n × d^rel)",
    cites=PAPER,
    equation="3",
    assumptions=(SINGLE, CONTRIBUTION, BINARY),
    reading="from some n on, for all larger n; both lists have 2n items; r_c is 0.001, 0.01, 0.05 or 0.1; a cut-off "
    "stays",
    gains=(1, 10, 50, 100),
    is_top_better=True,
    is_forever=True,
)

CLOSE_TH: Final = Threshold(
    name="CloseTh",
    title="Closeness threshold",
    family="search",
    statement="∃ m: Q(d^rel, …) < Q(m × d^¬rel, m × d^rel)",
    cites=PAPER,
    equation="4",
    assumptions=(SINGLE, CONTRIBUTION, BINARY),
    reading="for some m; both lists have 2m items; r_c is 0.001, 0.01, 0.05 or 0.1; a cut-off stays",
    gains=(1, 10, 50, 100),
    is_top_better=False,
    is_forever=False,
)


def _no_gain(drafts: Drafts) -> Drafts:
    return with_item(drafts, drafts.extra(0), np.zeros((len(drafts), drafts.n_aspects), np.int64))


CONF: Final = constraint(
    name="Conf",
    title="Confidence",
    statement="Q(L) > Q(L, d^¬rel)",
    equation="5",
    assumptions=(SINGLE, CONTRIBUTION),
    reading="the item is judged and not relevant",
    sizes=Sizes(shortest=0, added=1, extras=1, places=0),
    premise=lambda drafts: np.asarray(drafts.gain_at(drafts.extra(0)).max(axis=1) == 0),
    lists=lambda drafts: side_by_side(drafts.listed, drafts.appended(drafts.extra(0))),
    arrange=_no_gain,
)


def _better_everywhere(drafts: Drafts) -> BoolArray:
    better, worse = drafts.gain_at(drafts.extra(0)), drafts.gain_at(drafts.first)
    return np.asarray(((better > worse) | (drafts.weight == 0)).all(axis=1))


def _raised(drafts: Drafts) -> Drafts:
    better, worse = drafts.gain_at(drafts.extra(0)), drafts.gain_at(drafts.first)
    return with_item(drafts, drafts.extra(0), np.where(better > worse, better, worse + 10))


ASP_DIV: Final = constraint(
    name="AspDiv",
    title="Query aspect diversity",
    statement="∀ t: r(d'_i, t) > r(d_i, t) ⇒ Q(L with d'_i for d_i) > Q(L)",
    equation="6",
    assumptions=(CONTRIBUTION,),
    reading=f"gains are graded, up to 0.11; {EACH_ASPECT}",
    sizes=Sizes(aspects=(2, 4), extras=1, places=1, is_weighted=True),
    premise=_better_everywhere,
    lists=lambda drafts: side_by_side(drafts.replaced(drafts.first, drafts.extra(0)), drafts.listed),
    arrange=_raised,
)


def _two_equal_items(drafts: Drafts, gain: IntArray) -> Drafts:
    """Let the first extra item be about the first aspect, and the second one equally about the second."""
    one = np.zeros((len(drafts), drafts.n_aspects), np.int64)
    other = one.copy()
    one[:, 0] = other[:, 1] = gain
    return with_item(with_item(drafts, drafts.extra(0), one), drafts.extra(1), other)


def _are_two_equal_items(drafts: Drafts) -> BoolArray:
    one, other = drafts.gain_at(drafts.extra(0)), drafts.gain_at(drafts.extra(1))
    is_first, is_second = np.arange(drafts.n_aspects) == 0, np.arange(drafts.n_aspects) == 1
    gain = one[:, 0]
    return np.asarray(
        (gain > 0)
        & (one == gain[:, None] * is_first).all(axis=1)
        & (other == gain[:, None] * is_second).all(axis=1)
        & (drafts.weight[:, :2] > 0).all(axis=1)
    )


def _binary(drafts: Drafts) -> Drafts:
    """Let all relevant items have the gain of the first extra item, for one aspect each."""
    gain = np.maximum(drafts.gain_at(drafts.extra(0)).max(axis=1), 1)
    flat = replace(drafts, gain=np.where(drafts.gain > 0, gain[:, None, None], 0))
    return _two_equal_items(only_one_aspect(flat), gain)


def _is_more_of_first(drafts: Drafts) -> BoolArray:
    gain = drafts.gain_at(drafts.extra(0))[:, 0]
    n_of_aspect = ((drafts.gain > 0) & drafts.is_listed[:, :, None]).sum(axis=1)
    is_binary = ((drafts.gain == 0) | (drafts.gain == gain[:, None, None])).all(axis=(1, 2))
    is_apart = ((drafts.gain > 0).sum(axis=2) <= 1).all(axis=1)
    return np.asarray(
        _are_two_equal_items(drafts) & is_binary & is_apart & (gain < WHOLE) & (n_of_aspect[:, 0] > n_of_aspect[:, 1])
    )


def _second_before_first(drafts: Drafts) -> IntArray:
    return side_by_side(drafts.appended(drafts.extra(1)), drafts.appended(drafts.extra(0)))


RED: Final = constraint(
    name="Red",
    title="Redundancy",
    statement="d is relevant to t, d' to t', |{i: r(d_i, t) = r_c}| > |{i: r(d_i, t') = r_c}| ⇒ Q(L, d') > Q(L, d)",
    equation="7",
    assumptions=(BINARY, BALANCED, NO_OVERLAP),
    reading=f"r_c is any gain below 1; {EACH_ASPECT}",
    sizes=Sizes(aspects=(2, 4), added=1, extras=2, places=0, most=WHOLE - 1, grid=(0, 100, 900)),
    premise=_is_more_of_first,
    lists=_second_before_first,
    arrange=_binary,
)


def _first_above_second(drafts: Drafts) -> Drafts:
    """Let every listed item be more about the first aspect than about the second."""
    one, other, is_listed = drafts.gain[:, :, 0], drafts.gain[:, :, 1], drafts.is_listed
    gain = drafts.gain.copy()
    is_tie, is_nothing = one == other, (one == 0) & (other == 0)
    gain[:, :, 0] = np.where(is_listed, np.maximum(one, other) + is_nothing, one)
    gain[:, :, 1] = np.where(is_listed, np.minimum(one, other) - (is_tie & ~is_nothing), other)
    worth = np.maximum(drafts.gain_at(drafts.extra(0)).max(axis=1), 1)
    return _two_equal_items(replace(drafts, gain=gain), worth)


def _is_all_more_of_first(drafts: Drafts) -> BoolArray:
    is_more = (drafts.gain[:, :, 0] > drafts.gain[:, :, 1]) | ~drafts.is_listed
    return np.asarray(_are_two_equal_items(drafts) & is_more.all(axis=1))


M_RED: Final = constraint(
    name="MRed",
    title="Monotonic redundancy",
    statement="∀ i: r(d_i, t) > r(d_i, t') ⇒ Q(L, d') > Q(L, d), where d is relevant to t, d' equally to t'",
    equation="8",
    assumptions=("two aspects", BALANCED, CONTRIBUTION),
    reading=f"gains are graded, up to 0.1; {EACH_ASPECT}",
    sizes=Sizes(aspects=(2, 2), added=1, extras=2, places=0),
    premise=_is_all_more_of_first,
    lists=_second_before_first,
    arrange=_first_above_second,
)


def _saturated(most: int) -> Axiom:
    """Say that nothing is gained after an item of this gain."""

    def ends_full(drafts: Drafts) -> Drafts:
        apart = only_one_aspect(drafts)
        last = np.maximum(apart.length - 1, 0)
        aspect = apart.gain_at(apart.extra(0)).argmax(axis=1)
        is_aspect = np.arange(apart.n_aspects) == aspect[:, None]
        more = np.maximum(apart.gain_at(apart.extra(0)).max(axis=1), 1)
        return with_item(with_item(apart, last, is_aspect * most), apart.extra(0), is_aspect * more[:, None])

    def is_full(drafts: Drafts) -> BoolArray:
        last, more = drafts.gain_at(np.maximum(drafts.length - 1, 0)), drafts.gain_at(drafts.extra(0))
        is_same = (((last == most) & (more > 0)).sum(axis=1) == 1) & ((drafts.gain > 0).sum(axis=2) <= 1).all(axis=1)
        return np.asarray(is_same & (drafts.length > 0))

    return replace(
        CONF,
        name="Sat",
        title="Aspect relevance saturation",
        statement="r(d_n, t) = r_max, r(d_{n+1}, t) > 0 ⇒ Q(L) ≥ Q(L, d_{n+1})",
        equation="9",
        assumptions=(NO_OVERLAP,),
        reading="",
        sizes=Sizes(aspects=(1, 3), added=1, extras=1, places=0, most=WHOLE, grid=ANY_GAIN, is_weighted=True),
        premise=is_full,
        relation="≥",
        arrange=ends_full,
    )


SAT: Final = Existential(
    name="Sat",
    title="Aspect relevance saturation",
    family="search",
    statement="∃ r_max: r(d_n, t) = r_max, r(d_{n+1}, t) > 0 ⇒ Q(L) ≥ Q(L, d_{n+1})",
    cites=PAPER,
    equation="9",
    assumptions=(NO_OVERLAP,),
    reading="r_max is a gain, so at most 1; the other items may have any gains",
    bounds=(tuple((f"r_max = {most / WHOLE:g}", _saturated(most)) for most in (1000, 999, 900, 500)),),
)


def _listed(drafts: Drafts) -> BoolArray:
    return drafts.is_listed


def _above(drafts: Drafts) -> BoolArray:
    return np.asarray(np.arange(drafts.n_items) < drafts.first[:, None])


def _everywhere(drafts: Drafts) -> BoolArray:
    return np.ones((len(drafts), drafts.n_items), bool)


def _alone(among: Callable[[Drafts], BoolArray], drafts: Drafts) -> Drafts:
    """Let the items at the first place and outside be about two aspects that none of the others has."""
    apart, is_cleared = only_one_aspect(drafts), among(drafts)
    gain = np.maximum(apart.gain_at(apart.extra(0)).max(axis=1), 1)
    cleared = apart.gain.copy()
    cleared[:, :, :2] *= ~is_cleared[:, :, None]
    light, heavy = (np.zeros((len(apart), apart.n_aspects), np.int64) for _ in range(2))
    light[:, 1] = heavy[:, 0] = gain
    weight = apart.weight.copy()
    weight[:, 0] = np.maximum(weight[:, 0], weight[:, 1]) + (weight[:, 0] == weight[:, 1])
    weight[:, 1] = np.minimum(apart.weight[:, 0], apart.weight[:, 1])
    changed = replace(apart, gain=cleared, weight=weight)
    return with_item(with_item(changed, changed.first, light), changed.extra(0), heavy)


def _is_heavier(among: Callable[[Drafts], BoolArray], drafts: Drafts) -> BoolArray:
    """Tell where the item outside is as good as that at the first place, and its aspect heavier."""
    is_cleared = among(drafts)
    light, heavy = drafts.gain_at(drafts.first), drafts.gain_at(drafts.extra(0))
    gain = heavy[:, 0]
    item = np.arange(drafts.n_items)
    is_other = is_cleared & (item != drafts.first[:, None]) & (item != drafts.extra(0))
    return np.asarray(
        (gain > 0)
        & (light[:, 1] == gain)
        & ((light > 0).sum(axis=1) == 1)
        & ((heavy > 0).sum(axis=1) == 1)
        & ((drafts.gain > 0).sum(axis=2) <= 1).all(axis=1)
        & ~((drafts.gain[:, :, :2] > 0).any(axis=2) & is_other).any(axis=1)
        & (drafts.weight[:, 0] > drafts.weight[:, 1])
        & (drafts.weight[:, 1] > 0)
    )


ASP_REL: Final = constraint(
    name="AspRel",
    title="Aspect relevance",
    statement="w(t) > w(t'), r(d, t) = r(d', t') > 0 ⇒ Q(L with d for d') > Q(L), where t and t' were not seen before",
    equation="10",
    assumptions=(NO_OVERLAP,),
    reading="the item of the heavier aspect wins, as the text says and the equation does not; no other item of "
    f"the list has either aspect; {EACH_ASPECT}",
    sizes=Sizes(aspects=(2, 4), extras=1, places=1, most=WHOLE, grid=ANY_GAIN, is_weighted=True),
    premise=partial(_is_heavier, _listed),
    lists=lambda drafts: side_by_side(drafts.replaced(drafts.first, drafts.extra(0)), drafts.listed),
    arrange=partial(_alone, _listed),
)

ASP_REL_FREE: Final = replace(
    ASP_REL,
    name="AspRel/later-items-free",
    reading="as AspRel, but later items may have the two aspects",
    premise=partial(_is_heavier, _above),
    arrange=partial(_alone, _above),
    variant_of="AspRel",
)
ASP_REL_ALONE: Final = replace(
    ASP_REL,
    name="AspRel/no-other-item",
    reading="as AspRel, but also no item that was not retrieved has either aspect",
    premise=partial(_is_heavier, _everywhere),
    arrange=partial(_alone, _everywhere),
    variant_of="AspRel",
)

CONSTRAINTS: Final[tuple[AnyAxiom, ...]] = (
    PRI,
    DEEP,
    DEEP_TH,
    CLOSE_TH,
    CONF,
    ASP_DIV,
    RED,
    M_RED,
    SAT,
    ASP_REL,
    ASP_REL_FREE,
    ASP_REL_ALONE,
)
