"""The eight axioms for recommendations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.axioms.axiom import AnyAxiom, Axiom, Sizes, Threshold
from axiometer.axioms.case_batch import STAR, WHOLE, Drafts, side_by_side, with_item
from axiometer.axioms.rating_predicates import (
    HALF,
    ONE_EACH,
    PAPER,
    RATED,
    RATINGS,
    is_above,
    is_rated,
    is_unsaturated,
    left,
    only_of,
    rating,
    show_one_aspect,
)
from axiometer.axioms.saturation import NON_PRI_NEIGHBOURS, NON_PRI_SAT_ASP
from axiometer.axioms.search_axioms import contiguous, equal_steps, swap_each

SCALE: Final = tuple(range(STAR, WHOLE + 1, STAR))
"""The ratings above 0."""
ONE_ASPECT: Final = "the items that change places show one aspect only, the same one"
recommender_axiom = partial(Axiom, family="recommendation", cites=PAPER)


def _low_above_high(drafts: Drafts) -> Drafts:
    """Let the items of both places show one aspect, the one with the smaller rating above."""
    one, other = rating(drafts, drafts.first), rating(drafts, drafts.second)
    aspect = (drafts.gain_at(drafts.first) + drafts.gain_at(drafts.second)).argmax(axis=1)
    low = only_of(drafts, drafts.first, aspect, np.minimum(one, other))
    return only_of(low, drafts.second, aspect, np.maximum(one, other))


def _is_lower_better(drafts: Drafts) -> BoolArray:
    is_better = rating(drafts, drafts.second) > rating(drafts, drafts.first)
    return np.asarray(is_better & (drafts.first < drafts.second) & show_one_aspect(drafts, *drafts.place.T))


def _unsaturated(axiom: Axiom, item: Callable[[Drafts], IntArray | int], what: str) -> Axiom:
    """Let an aspect of this item have no item with the top rating above the first place."""

    def premise(drafts: Drafts) -> BoolArray:
        shown = drafts.gain_at(item(drafts)) > 0
        return np.asarray(axiom.premise(drafts) & (shown & is_unsaturated(drafts)).any(axis=1))

    return replace(
        axiom,
        name=f"{axiom.name}/unsaturated",
        reading=f"as {axiom.name}, but no item above shows {what} with the top rating, which leaves nothing to wish "
        "for in some measures",
        premise=premise,
        variant_of=axiom.name,
    )


PRI: Final = recommender_axiom(
    name="Pri",
    title="Priority inside aspect",
    statement="r(i_{p+k}) > r(i_p), both show one and the same aspect only ⇒ Q(i with p ↔ p+k) > Q(i)",
    equation="17",
    assumptions=(RATINGS, ONE_ASPECT),
    reading="both items are rated, perhaps with 0; other items may be anything",
    sizes=Sizes(aspects=(1, 3), shortest=2, **RATED),
    premise=_is_lower_better,
    lists=lambda drafts: side_by_side(drafts.swapped(drafts.first, drafts.second), drafts.listed),
    arrange=_low_above_high,
)

PRI_LIKED: Final = replace(
    PRI,
    name="Pri/both-liked",
    reading="as Pri, but neither item is rated 0",
    premise=lambda drafts: _is_lower_better(drafts) & (rating(drafts, drafts.first) > 0),
    variant_of="Pri",
)
PRI_UNSATURATED: Final = _unsaturated(PRI, lambda drafts: drafts.second, "the aspect")


def _one_aspect_steps(drafts: Drafts) -> Drafts:
    """Let four items show one aspect, two neighbours with the ratings of the two others."""
    steps = contiguous(drafts)
    last, each = steps.n_items - 1, np.arange(len(steps))
    four = [np.minimum(item, last) for item in (*steps.place.T, *(steps.place.T + 1))]
    aspect = steps.gain_at(four[2]).argmax(axis=1)
    for item in four:
        steps = only_of(steps, item, aspect, steps.gain[each, item, aspect])
    return steps


def _are_one_aspect_steps(drafts: Drafts) -> BoolArray:
    last = drafts.n_items - 1
    four = [np.minimum(item, last) for item in (*drafts.place.T, *(drafts.place.T + 1))]
    return np.asarray(equal_steps(drafts) & show_one_aspect(drafts, *four))


DEEP: Final = recommender_axiom(
    name="Deep",
    title="Deepness inside aspect",
    statement="p < q, r(i_p) = r(i_q) < r(i_{p+1}) = r(i_{q+1}), all four show one and the same aspect only "
    "⇒ Q(i with p ↔ p+1) > Q(i with q ↔ q+1)",
    equation="18",
    assumptions=(RATINGS, ONE_ASPECT),
    reading="r(i_{p+1}) = r(i_{q+1}), where the print lacks a sign; the four items are rated, the smaller rating may "
    "be 0; other items may be anything",
    sizes=Sizes(aspects=(1, 3), shortest=4, **RATED),
    premise=_are_one_aspect_steps,
    lists=swap_each,
    arrange=_one_aspect_steps,
)
DEEP_UNSATURATED: Final = _unsaturated(
    DEEP, lambda drafts: np.minimum(drafts.second + 1, drafts.n_items - 1), "the aspect"
)


TOP_HEAV: Final = Threshold(
    name="TopHeav",
    title="Top heaviness threshold",
    family="recommendation",
    statement="∃ n: Q(i^r, …) > Q(n × i^0, n × i^r), r > 0",
    cites=PAPER,
    equation="20",
    assumptions=(RATINGS, "single aspect"),
    reading="from some n on, for all larger n, for every rating r; both lists have 2n items; a cut-off stays",
    gains=SCALE,
    is_top_better=True,
    is_forever=True,
)

TOP_HEAV_COMP: Final = Threshold(
    name="TopHeavComp",
    title="Top heaviness threshold complementary",
    family="recommendation",
    statement="∃ m: Q(i^r, …) < Q(m × i^0, m × i^r), r > 0",
    cites=PAPER,
    equation="21",
    assumptions=(RATINGS, "single aspect"),
    reading="for some m, for every rating r; both lists have 2m items; a cut-off stays",
    gains=SCALE,
    is_top_better=False,
    is_forever=False,
)

TOP_HEAV_COMP_ONE_STAR: Final = replace(
    TOP_HEAV_COMP,
    name="TopHeavComp/one-star",
    reading="as TopHeavComp, but for the smallest rating only",
    gains=SCALE[:1],
    variant_of="TopHeavComp",
)


def _put(drafts: Drafts) -> IntArray:
    """Compare the list with the item from outside at the first place with the list as it is."""
    return side_by_side(drafts.replaced(drafts.first, drafts.extra(0)), drafts.listed)


def _other_listed(drafts: Drafts) -> BoolArray:
    """Tell which items of the list do not stand at the first place."""
    return np.asarray(drafts.is_listed & (np.arange(drafts.n_items) != drafts.first[:, None]))


def _heavier_outside(drafts: Drafts, is_cleared: BoolArray) -> Drafts:
    """Let the item outside show the first aspect, that at the first place the second and lighter one, equally rated."""
    gain, weight = drafts.gain.copy(), drafts.weight.copy()
    gain[:, :, :2] *= ~is_cleared[:, :, None]
    one, other = drafts.weight[:, 0], drafts.weight[:, 1]
    weight[:, 0], weight[:, 1] = np.maximum(one, other) + (one == other), np.minimum(one, other)
    stars = np.maximum(rating(drafts, drafts.extra(0)), STAR)
    aspect, outside = np.zeros_like(drafts.first), np.full_like(drafts.first, drafts.extra(0))
    heavy = only_of(replace(drafts, gain=gain, weight=weight), outside, aspect, stars)
    return only_of(heavy, drafts.first, aspect + 1, stars)


def _is_heavier_outside(drafts: Drafts, is_cleared: BoolArray) -> BoolArray:
    light, heavy = drafts.gain_at(drafts.first), drafts.gain_at(drafts.extra(0))
    return np.asarray(
        (heavy[:, 0] > 0)
        & (heavy[:, 0] == light[:, 1])
        & ((light > 0).sum(axis=1) == 1)
        & ((heavy > 0).sum(axis=1) == 1)
        & is_rated(drafts, drafts.first)
        & is_rated(drafts, drafts.extra(0))
        & ~((drafts.gain[:, :, :2] > 0).any(axis=2) & is_cleared).any(axis=1)
        & (drafts.weight[:, 0] > drafts.weight[:, 1])
        & (drafts.weight[:, 1] > 0)
        & (drafts.length > 0)
    )


ASP_REL: Final = recommender_axiom(
    name="AspRel",
    title="Aspect relevance",
    statement="w(u, a) > w(u, a'), r(j) = r(j') > 0, j shows a only and j' a' only, neither seen before "
    "⇒ Q(i with j) > Q(i with j' in its place)",
    equation="22",
    assumptions=(RATINGS, ONE_EACH),
    reading="the item of the heavier aspect wins, as the text says; no other item of the list, rated or not, shows "
    "either aspect",
    sizes=Sizes(aspects=(2, 4), extras=1, places=1, **RATED),
    premise=lambda drafts: _is_heavier_outside(drafts, _other_listed(drafts)),
    lists=_put,
    arrange=lambda drafts: _heavier_outside(drafts, _other_listed(drafts)),
)

ASP_REL_FREE: Final = replace(
    ASP_REL,
    name="AspRel/later-items-free",
    reading="as AspRel, but later items may show the two aspects",
    premise=lambda drafts: _is_heavier_outside(drafts, is_above(drafts)),
    arrange=lambda drafts: _heavier_outside(drafts, is_above(drafts)),
    variant_of="AspRel",
)


def _interest_less_list(drafts: Drafts) -> IntArray:
    """Give cases × aspects: w(u, a) − w(i, a), both over their common denominator."""
    counts = is_above(drafts) & ~drafts.is_unrated
    given = (drafts.gain * counts[:, :, None]).sum(axis=1)
    all_given = np.maximum(given.sum(axis=1, keepdims=True), 1)
    return np.asarray(drafts.weight * all_given - given * drafts.weight.sum(axis=1, keepdims=True))


def _interest_unsatisfied(drafts: Drafts) -> FloatArray:
    """Give cases × aspects: w(u, a) (1 − s(a)), the weights as whole numbers."""
    return drafts.weight * left(drafts)


def _more_interest(remaining: Any, *, is_alone: bool = False) -> dict[str, Any]:
    """Say what cases there are of an item outside of which more interest remains than of that at the first place."""

    def both(drafts: Drafts) -> tuple[FloatArray, FloatArray]:
        interest = remaining(drafts)
        here, outside = drafts.gain_at(drafts.first) > 0, drafts.gain_at(drafts.extra(0)) > 0
        return (interest * here).sum(axis=1), (interest * outside).sum(axis=1)

    def arrange(drafts: Drafts) -> Drafts:
        if is_alone:
            last = np.maximum(drafts.length - 1, 0)
            placed = replace(drafts, place=np.stack([last, last], axis=1))
            drafts = replace(placed, is_unrated=placed.is_unrated & ~is_above(placed))
        items = [drafts.gain_at(drafts.first) > 0, drafts.gain_at(drafts.extra(0)) > 0]
        if is_alone:
            items = [_first_only(items[0]), _first_only(items[1][:, ::-1])[:, ::-1]]
        stars = np.maximum(np.maximum(rating(drafts, drafts.extra(0)), rating(drafts, drafts.first)), STAR)
        here, outside = (np.where(each, stars[:, None], 0) for each in items)
        drafts = with_item(with_item(drafts, drafts.first, here), drafts.extra(0), outside)
        less, more = both(drafts)
        is_turned = (less > more)[:, None]
        turned = with_item(drafts, drafts.first, np.where(is_turned, outside, here))
        return with_item(turned, drafts.extra(0), np.where(is_turned, here, outside))

    def premise(drafts: Drafts) -> BoolArray:
        here, outside = drafts.gain_at(drafts.first), drafts.gain_at(drafts.extra(0))
        less, more = both(drafts)
        shown = (here > 0) | (outside > 0)
        is_case = (
            (drafts.length > 0)
            & (here.max(axis=1) == outside.max(axis=1))
            & (here.max(axis=1) > 0)
            & is_rated(drafts, drafts.first)
            & is_rated(drafts, drafts.extra(0))
            & (~shown | ((drafts.weight > 0) & (left(drafts) > 0))).all(axis=1)
            & (more - less > 1e-9 * np.abs(more))
        )
        if is_alone:
            is_case &= ((here > 0).sum(axis=1) == 1) & ((outside > 0).sum(axis=1) == 1)
            is_case &= (drafts.first == drafts.length - 1) & ~(drafts.is_unrated & is_above(drafts)).any(axis=1)
        return np.asarray(is_case)

    return {"premise": premise, "arrange": arrange}


def _first_only(shown: BoolArray) -> BoolArray:
    """Leave the first aspect of those that are shown."""
    return np.asarray(shown & (np.cumsum(shown, axis=1) == 1))


MORE_ASP: Final = recommender_axiom(
    name="MoreAsp",
    title="Prefer more aspect contribution",
    statement="r(j) = r(j'), Σ_{a ∈ j} w(u, a) − w(i, a) > Σ_{a ∈ j'} w(u, a) − w(i, a) "
    "⇒ Q(i with j) > Q(i with j' in its place)",
    equation="23",
    assumptions=(RATINGS, "the user is interested in all aspects of both items, and none is saturated"),
    reading="w(i, a) is the share of a in the ratings of the items above, as w(u, a) is in those of the user; the item "
    "with more remaining interest wins, as the text says; both are rated above 0; later items may be anything; no "
    f"aspect is ever saturated, as {HALF}",
    sizes=Sizes(aspects=(2, 4), extras=1, places=1, **RATED),
    lists=_put,
    **_more_interest(_interest_less_list),
)

MORE_ASP_UNSATISFIED: Final = replace(
    MORE_ASP,
    name="MoreAsp/unsatisfied",
    reading=f"as MoreAsp, but the interest that remains is w(u, a) (1 − s(a)): {HALF}",
    variant_of="MoreAsp",
    **_more_interest(_interest_unsatisfied),
)

MORE_ASP_ALONE: Final = replace(
    MORE_ASP,
    name="MoreAsp/unsatisfied-alone",
    reading="as MoreAsp/unsatisfied, but the two items show one aspect each and stand at the end of a list "
    "whose other items are rated",
    variant_of="MoreAsp",
    **_more_interest(_interest_unsatisfied, is_alone=True),
)


def _disliked_and_unknown(drafts: Drafts) -> Drafts:
    """Let the item at the first place be rated 0, and that outside not at all."""
    changed = with_item(drafts, drafts.first, np.zeros((len(drafts), drafts.n_aspects), np.int64))
    is_unrated = changed.is_unrated.copy()
    is_unrated[:, drafts.extra(0)] = True
    return replace(changed, is_unrated=is_unrated)


def _is_disliked_and_unknown(drafts: Drafts) -> BoolArray:
    is_open = (drafts.gain_at(drafts.extra(0)) > 0) & (drafts.weight > 0) & (left(drafts) > 0)
    is_disliked = (rating(drafts, drafts.first) == 0) & is_rated(drafts, drafts.first)
    is_unknown = ~is_rated(drafts, drafts.extra(0))
    return np.asarray((drafts.length > 0) & is_disliked & is_unknown & is_open.any(axis=1))


MISS_OVER_NON: Final = recommender_axiom(
    name="MissOverNon",
    title="Missing over non-relevant",
    statement="r(j) = 0, j' is unrated, ∃ a ∈ j': s(a) < 1 ⇒ Q(i with j' for j) > Q(i)",
    equation="24",
    assumptions=(RATINGS,),
    reading=f"the unrated item wins, as the text says; the user is interested in every aspect; {HALF}, so that none is "
    "ever saturated; other items may be anything",
    sizes=Sizes(aspects=(1, 3), extras=1, places=1, **RATED),
    premise=_is_disliked_and_unknown,
    lists=_put,
    arrange=_disliked_and_unknown,
)
MISS_OVER_NON_UNSATURATED: Final = _unsaturated(MISS_OVER_NON, lambda drafts: drafts.extra(0), "some aspect of j'")

RECOMMENDATIONS: Final[tuple[AnyAxiom, ...]] = (
    PRI,
    DEEP,
    NON_PRI_SAT_ASP,
    TOP_HEAV,
    TOP_HEAV_COMP,
    ASP_REL,
    MORE_ASP,
    MISS_OVER_NON,
    PRI_LIKED,
    PRI_UNSATURATED,
    DEEP_UNSATURATED,
    NON_PRI_NEIGHBOURS,
    TOP_HEAV_COMP_ONE_STAR,
    ASP_REL_FREE,
    MORE_ASP_UNSATISFIED,
    MORE_ASP_ALONE,
    MISS_OVER_NON_UNSATURATED,
)
