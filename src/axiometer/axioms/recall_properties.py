"""Properties of measures of recall: fifteen, of lists and relevant items that are found or not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, IntArray
from axiometer.axioms.axiom import AnyAxiom, Axiom, Sizes
from axiometer.axioms.case_batch import NOBODY, WHOLE, Drafts, side_by_side, with_item
from axiometer.axioms.property_margins import best_apart, difference, is_defined, slack
from axiometer.axioms.search_axioms import contiguous, equal_steps, swap_each

PAPER: Final = "diaz2026"
BINARY: Final = "binary relevance: all gains are 0 or 1"
SINGLE: Final = "single aspect"
SOME: Final = "some item is relevant"
ASSUMED: Final = (SINGLE, BINARY, SOME)
recall_property = partial(Axiom, family="properties", cites=PAPER)


def sizes(shortest: int = 1, added: int = 0, extras: int = 0) -> Sizes:
    """Give the sizes of cases of binary relevance; two items that nobody retrieves may be relevant."""
    return Sizes(shortest=shortest, added=added, extras=extras, spare=2, most=WHOLE, grid=(0, WHOLE))


def binary(drafts: Drafts) -> Drafts:
    """Make every positive gain 1."""
    return replace(drafts, gain=np.where(drafts.gain > 0, WHOLE, 0))


def is_relevant(drafts: Drafts, item: IntArray | int) -> BoolArray:
    """Tell of one item of each case whether it is relevant."""
    return np.asarray(drafts.gain_at(item)[:, 0] > 0)


def has_relevant(drafts: Drafts) -> BoolArray:
    """Tell where at least one item is relevant."""
    return np.asarray((drafts.gain > 0).any(axis=(1, 2)))


def _last_made(drafts: Drafts, gain: int) -> Drafts:
    """Let the item that is appended have this gain."""
    return with_item(binary(drafts), drafts.extra(0), np.full((len(drafts), 1), gain))


def _with_and_without(drafts: Drafts) -> IntArray:
    return side_by_side(drafts.appended(drafts.extra(0)), drafts.listed)


INC_SIZE: Final = recall_property(
    name="IncSize",
    title="Increasing in retrieval size",
    statement="Q(d, d') ≥ Q(d)",
    assumptions=ASSUMED,
    reading="the item at the end is relevant or not; one that is not is judged",
    sizes=sizes(shortest=0, added=1, extras=1),
    premise=has_relevant,
    lists=_with_and_without,
    relation="≥",
    arrange=binary,
)

DEC_NONREL: Final = recall_property(
    name="DecNonrel",
    title="Decreasing in nonrelevance",
    statement="Q(d) ≥ Q(d, d^¬rel)",
    assumptions=ASSUMED,
    reading="the item at the end is judged and not relevant",
    sizes=sizes(shortest=0, added=1, extras=1),
    premise=lambda drafts: has_relevant(drafts) & ~is_relevant(drafts, drafts.extra(0)),
    lists=lambda drafts: side_by_side(drafts.listed, drafts.appended(drafts.extra(0))),
    relation="≥",
    arrange=lambda drafts: _last_made(drafts, 0),
)

STRICT_DEC_NONREL: Final = replace(
    DEC_NONREL,
    name="StrictDecNonrel",
    title="Strictly decreasing in nonrelevance",
    statement="Q(d) > Q(d, d^¬rel)",
    relation=">",
)

INC_REL: Final = recall_property(
    name="IncRel",
    title="Increasing in relevance",
    statement="Q(d, d^rel) ≥ Q(d)",
    assumptions=(SINGLE, BINARY),
    reading="the relevant item was there before, and not retrieved; others may still be missing",
    sizes=sizes(shortest=0, added=1, extras=1),
    premise=lambda drafts: is_relevant(drafts, drafts.extra(0)),
    lists=_with_and_without,
    relation="≥",
    arrange=lambda drafts: _last_made(drafts, WHOLE),
)

STRICT_INC_REL: Final = replace(
    INC_REL,
    name="StrictIncRel",
    title="Strictly increasing in relevance",
    statement="Q(d, d^rel) > Q(d)",
    relation=">",
)


def replaced_place(drafts: Drafts) -> IntArray:
    """Choose which place a relevant item from outside takes: one of the two that has no relevant item, if any."""
    is_upper_free, is_lower_free = ~is_relevant(drafts, drafts.first), ~is_relevant(drafts, drafts.second)
    is_lower = is_lower_free & (~is_upper_free | (drafts.second % 2 == 1))
    return np.where(is_lower, drafts.second, drafts.first)


def _is_swap_up(drafts: Drafts) -> BoolArray:
    is_inside = ~is_relevant(drafts, drafts.first) & is_relevant(drafts, drafts.second)
    is_from_outside = ~is_relevant(drafts, replaced_place(drafts))
    return np.where(is_relevant(drafts, drafts.extra(0)), is_from_outside, is_inside)


def _swapped_up(drafts: Drafts) -> IntArray:
    inside = drafts.swapped(drafts.first, drafts.second)
    from_outside = drafts.replaced(replaced_place(drafts), drafts.extra(0))
    is_outside = is_relevant(drafts, drafts.extra(0))
    return side_by_side(np.where(is_outside[:, None], from_outside, inside), drafts.listed)


INC_SWAP: Final = recall_property(
    name="IncSwap",
    title="Increasing in swapping up",
    statement="i < j, y_i < y_j ⇒ Q(d with i ↔ j) ≥ Q(d)",
    assumptions=(SINGLE, BINARY),
    reading="j is in the list, or the item was not retrieved",
    sizes=sizes(extras=1),
    premise=_is_swap_up,
    lists=_swapped_up,
    relation="≥",
    arrange=binary,
)

STRICT_INC_SWAP: Final = replace(
    INC_SWAP,
    name="StrictIncSwap",
    title="Strictly increasing in swapping up",
    statement="i < j, y_i < y_j ⇒ Q(d with i ↔ j) > Q(d)",
    relation=">",
)


def _two_steps(drafts: Drafts) -> Drafts:
    """Let there be two neighbours the lower of whom is relevant only, at either place."""
    placed = contiguous(binary(drafts))
    last = placed.n_items - 1
    for place in (placed.first, placed.second):
        for item, gain in ((place, 0), (place + 1, WHOLE)):
            placed = with_item(placed, np.minimum(item, last), np.full((len(drafts), 1), gain))
    return placed


CONCAVE: Final = recall_property(
    name="Concave",
    title="Concave in the depth of contiguous swaps",
    statement="i < j, y_i < y_{i+1}, y_j < y_{j+1} ⇒ Q(d with i ↔ i+1) − Q(d) ≥ Q(d with j ↔ j+1) − Q(d)",
    assumptions=(SINGLE, BINARY),
    reading="both swaps are made in the same list",
    sizes=sizes(shortest=4),
    premise=equal_steps,
    lists=swap_each,
    relation="≥",
    arrange=_two_steps,
    needs_values=True,
)

STRICT_CONCAVE: Final = replace(
    CONCAVE,
    name="StrictConcave",
    title="Strictly concave in the depth of contiguous swaps",
    statement="i < j, y_i < y_{i+1}, y_j < y_{j+1} ⇒ Q(d with i ↔ i+1) − Q(d) > Q(d with j ↔ j+1) − Q(d)",
    relation=">",
)


def _whole_and_cut(drafts: Drafts) -> IntArray:
    """Give the lists, and the same without their last items."""
    is_last = np.arange(drafts.ranks) == drafts.length[:, None] - 1
    return side_by_side(drafts.listed, np.where(is_last, NOBODY, drafts.listed))


SUFFIX_INV: Final = recall_property(
    name="SuffixInv",
    title="Suffix invariance",
    statement="d_i = d'_i for all i ≤ ñ ⇒ Q(d) = Q(d')",
    assumptions=ASSUMED,
    reading="ñ is the cut-off, and any number from 1 where there is none; lists are compared with the same less their "
    "last item, from which all others follow",
    sizes=sizes(shortest=2),
    premise=has_relevant,
    lists=_whole_and_cut,
    relation="=",
    arrange=binary,
    is_past_cutoff=True,
)

PREFIX_INV: Final = recall_property(
    name="PrefixInv",
    title="Prefix invariance",
    statement="d_i = d'_i for all i > n − k, the items above are the same ⇒ Q(d) = Q(d')",
    assumptions=(SINGLE, BINARY),
    reading="for every k; the lists differ by a swap of two items, from which all others follow",
    sizes=sizes(shortest=2),
    premise=lambda drafts: is_relevant(drafts, drafts.first) != is_relevant(drafts, drafts.second),
    lists=lambda drafts: side_by_side(drafts.swapped(drafts.first, drafts.second), drafts.listed),
    relation="=",
    arrange=binary,
)


BOUNDED: Final = recall_property(
    name="Bounded",
    title="Boundedness",
    statement="∃ L, U: L ≤ Q(d) ≤ U",
    assumptions=ASSUMED,
    reading="L and U are those that the measure declares, the same for all lengths; where one is infinite, there is "
    "none if values grow by more than 1 % from lists of 1024 items to lists of 4096, and the counterexample is a short "
    "list with a larger value than one item gives",
    sizes=sizes(),
    premise=has_relevant,
    lists=lambda drafts: side_by_side(drafts.listed),
    relation="≥",
    arrange=binary,
    margin=slack,
    needs_values=True,
)


def _hidden_from(drafts: Drafts, items: IntArray, lists: IntArray, n_lists: int) -> BoolArray:
    is_hidden = np.zeros((len(drafts), n_lists, drafts.n_items), bool)
    is_hidden[:, lists[:, None], items] = True
    return is_hidden


def _extras(drafts: Drafts) -> IntArray:
    return np.array([drafts.extra(0), drafts.extra(1)])


def _without_extras(drafts: Drafts) -> BoolArray:
    """Tell where extra items are relevant, and others too."""
    is_extra = np.isin(np.arange(drafts.n_items), _extras(drafts))
    is_positive = (drafts.gain > 0).any(axis=2)
    return np.asarray((is_positive & is_extra).any(axis=1) & (is_positive & ~is_extra).any(axis=1))


LOCALISED: Final = recall_property(
    name="Localised",
    title="Localisation",
    statement="d_i = d'_i for all i ≤ ñ ⇒ Q(d | R) = Q(d' | R'), whatever else R and R' hold",
    assumptions=ASSUMED,
    reading="further relevant items, not retrieved, change nothing; all retrieved items are among the first ñ, and "
    "what follows them is left to SuffixInv",
    sizes=sizes(extras=2),
    premise=_without_extras,
    lists=lambda drafts: side_by_side(drafts.listed, drafts.listed),
    relation="=",
    arrange=binary,
    margin=difference,
    hidden=lambda drafts: _hidden_from(drafts, _extras(drafts), np.array([1]), 2),
    needs_values=True,
)


COMPLETE: Final = recall_property(
    name="Complete",
    title="Completeness",
    statement="Q(d) is defined if no item is relevant",
    assumptions=(SINGLE, BINARY),
    reading="the measure itself, not what a profile makes of an undefined value",
    sizes=sizes(),
    premise=lambda drafts: ~has_relevant(drafts),
    lists=lambda drafts: side_by_side(drafts.listed),
    relation="≥",
    arrange=lambda drafts: replace(drafts, gain=np.zeros_like(drafts.gain)),
    margin=is_defined,
    needs_values=True,
)


def _in_order(drafts: Drafts, *, is_top: bool) -> IntArray:
    """Give the lists with all relevant items on top, or at the end."""
    is_good = np.asarray(drafts.gain[:, : drafts.ranks, 0] > 0)
    place = np.where(is_good == is_top, 0, 1) + 2 * (drafts.listed == NOBODY)
    return np.take_along_axis(drafts.listed, np.argsort(place, axis=1, kind="stable"), axis=1)


def _good_lists(drafts: Drafts) -> IntArray:
    """Give lists that may be the best ones: without the extra item, and with it."""
    top, bottom = (_in_order(drafts, is_top=is_top) for is_top in (True, False))
    n_relevant = (drafts.gain[:, : drafts.ranks, 0] > 0).sum(axis=1)
    only = np.where(np.arange(drafts.ranks) < n_relevant[:, None], top, NOBODY)
    more = np.full((len(drafts), 1), drafts.extra(0))
    end = drafts.appended(drafts.extra(0))
    ended = np.where(end == drafts.extra(0), end, np.pad(bottom, ((0, 0), (0, 1)), constant_values=NOBODY))
    return side_by_side(top, only, bottom, *(np.concatenate([more, each], axis=1) for each in (top, only)), ended)


REALISABLE: Final = recall_property(
    name="Realisable",
    title="Realisability",
    statement="∃ U ∀ R ∃ d: Q(d | R) = U ≥ Q(d' | R') for all d', R'",
    assumptions=ASSUMED,
    reading="the best value is the same for all R: for some items, for one more, and for 64 of them or twice as many "
    "as the cut-off; the lists are all relevant items on top, alone, and at the end; the best value of a measure that "
    "counts costs is the smallest",
    sizes=replace(sizes(extras=1), spare=0),
    premise=lambda drafts: is_relevant(drafts, drafts.extra(0)) & (drafts.gain[:, : drafts.ranks, 0] > 0).any(axis=1),
    lists=_good_lists,
    relation="=",
    arrange=lambda drafts: _last_made(drafts, WHOLE),
    margin=best_apart,
    hidden=lambda drafts: _hidden_from(drafts, np.array([drafts.extra(0)]), np.arange(3), 6),
    needs_values=True,
)

PROPERTIES: Final[tuple[AnyAxiom, ...]] = (
    INC_SIZE,
    DEC_NONREL,
    STRICT_DEC_NONREL,
    INC_REL,
    STRICT_INC_REL,
    INC_SWAP,
    STRICT_INC_SWAP,
    CONCAVE,
    STRICT_CONCAVE,
    SUFFIX_INV,
    PREFIX_INV,
    BOUNDED,
    LOCALISED,
    COMPLETE,
    REALISABLE,
)
