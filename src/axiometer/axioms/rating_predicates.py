"""What axioms ask of ratings: who is rated how, what one item shows, and what the items above leave to wish for."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.axioms.axiom import STARS
from axiometer.axioms.case_batch import WHOLE, Drafts, with_item

PAPER: Final = "parapar2021"
RATINGS: Final = (
    "ratings are whole stars of 5, or missing; an item has the same rating for all its aspects, and one rated 0 counts "
    "as having none"
)
ONE_EACH: Final = "the two items show one aspect each"
RATED: Final[dict[str, Any]] = {"most": WHOLE, "grid": STARS, "is_weighted": True, "is_rated": True}
"""The sizes of all cases."""
HALF: Final = (
    "an aspect is satisfied to 1 − Π(1 − r/2) by the rated items above that show it: one with the top rating leaves "
    "half of what is wanted"
)


def rating(drafts: Drafts, item: IntArray | int) -> IntArray:
    """Give the rating of one item of each case, in thousandths; 0 also stands for an item without aspects."""
    return np.asarray(drafts.gain_at(item).max(axis=1))


def is_rated(drafts: Drafts, item: IntArray | int) -> BoolArray:
    """Tell of one item of each case whether the user rated it."""
    return np.asarray(~drafts.is_unrated[np.arange(len(drafts)), item])


def is_above(drafts: Drafts) -> BoolArray:
    """Tell which items stand above the first place."""
    return np.asarray(np.arange(drafts.n_items) < np.minimum(drafts.first, drafts.length)[:, None])


def left(drafts: Drafts) -> FloatArray:
    """Give cases × aspects: what the rated items above the first place leave of the wish for each aspect."""
    counts = is_above(drafts) & ~drafts.is_unrated
    return np.asarray(np.where(counts[:, :, None], 1 - drafts.gain / (2 * WHOLE), 1.0).prod(axis=1))


def is_unsaturated(drafts: Drafts) -> BoolArray:
    """Tell of cases × aspects which ones no item above the first place shows with the top rating."""
    counts = is_above(drafts) & ~drafts.is_unrated
    return np.asarray(~(counts[:, :, None] & (drafts.gain == WHOLE)).any(axis=1))


def only_of(drafts: Drafts, item: IntArray, aspect: IntArray, stars: IntArray) -> Drafts:
    """Let one item of each case be rated, and show this aspect only."""
    return with_item(drafts, item, (np.arange(drafts.n_aspects) == aspect[:, None]) * stars[:, None])


def show_one_aspect(drafts: Drafts, *items: IntArray) -> BoolArray:
    """Tell where these items are rated, and show at most one aspect, all of them the same."""
    shown = np.any([drafts.gain_at(item) > 0 for item in items], axis=0)
    return np.asarray((shown.sum(axis=1) == 1) & np.all([is_rated(drafts, item) for item in items], axis=0))
