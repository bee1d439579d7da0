"""Counterexamples made smaller: shorter lists, fewer aspects, simpler numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from axiometer.arrays import IntArray
from axiometer.axioms.axiom import Axiom
from axiometer.axioms.case_batch import STAR, WHOLE, Drafts
from axiometer.axioms.generation import Bounds, cases_of

Columns = dict[str, npt.NDArray[Any]]
SIMPLE: Final = (WHOLE, 500, 100, 50, 10)
"""The simpler of two gains is a multiple of an earlier one of these."""


def simplicity(drafts: Drafts) -> IntArray:
    """Give columns by which cases are sorted: the simplest is the smallest."""
    is_item = drafts.is_listed | (np.arange(drafts.n_items) >= drafts.ranks)
    gain = np.where(is_item[:, :, None], drafts.gain, 0)
    hardness = np.select([gain % step == 0 for step in SIMPLE], list(range(1, len(SIMPLE) + 1)), len(SIMPLE) + 1)
    weight = drafts.weight
    return np.stack(
        [
            drafts.length,
            (weight > 0).sum(axis=1),
            (gain > 0).sum(axis=(1, 2)) + drafts.is_unrated.sum(axis=1),
            np.where(gain > 0, hardness, 0).sum(axis=(1, 2)),
            weight.sum(axis=1),
            _n_different(gain),
            drafts.place.sum(axis=1),
            -gain.sum(axis=(1, 2)),
        ],
        axis=1,
    )


def simplest_first(drafts: Drafts) -> IntArray:
    """Give the order in which cases become less simple."""
    order: IntArray = np.lexsort(simplicity(drafts).T[::-1])
    return order


def simpler(axiom: Axiom, draft: Drafts, bounds: Bounds) -> Drafts:
    """Give all cases that are one step simpler than this one, the simplest first."""
    same = {name: getattr(draft, name)[0] for name in ("gain", "length", "place", "weight", "is_unrated")}
    parts = [same | each for each in _steps(axiom, draft, bounds)]
    columns: dict[str, Any] = {name: np.stack([part[name] for part in parts]) for name in same}
    found = cases_of(axiom, Drafts(ranks=draft.ranks, **columns))
    found = found.take(simplest_first(found))
    mine, theirs = simplicity(draft)[0], simplicity(found)
    is_first = (theirs != mine).argmax(axis=1)
    each = np.arange(len(found))
    return found.take(np.flatnonzero(theirs[each, is_first] < mine[is_first]))


def _steps(axiom: Axiom, draft: Drafts, bounds: Bounds) -> Iterator[Columns]:
    """Give what changes: items and aspects that go, lighter weights, simpler gains, ratings, places further up."""
    gain, weight, place, is_unrated = draft.gain[0], draft.weight[0], draft.place[0], draft.is_unrated[0]
    if draft.length[0] > bounds.shortest:
        yield from (_without_item(draft, item) for item in range(int(draft.length[0])))
    if np.count_nonzero(weight) > axiom.sizes.aspects[0]:
        yield from (_without_aspect(draft, aspect) for aspect in range(draft.n_aspects))
    yield {"weight": np.minimum(weight, 1)}
    for aspect, lighter in product(map(int, np.flatnonzero(weight > 1)), (1, 2, 3)):
        yield {"weight": np.where(np.arange(len(weight)) == aspect, np.minimum(weight, lighter), weight)}
    for item in map(int, np.flatnonzero(is_unrated)):
        yield {"is_unrated": is_unrated & (np.arange(len(is_unrated)) != item)}
    is_spoken_of = np.isin(np.arange(draft.n_items), [*place, *range(draft.ranks, draft.n_items)])
    yield {"gain": np.where(is_spoken_of[:, None], gain, 0)}
    for old in map(int, np.unique(gain[gain > 0])):
        for new in _simpler_gains(old, axiom):
            yield {"gain": np.where(gain == old, new, gain)}
            for item, aspect in np.argwhere(gain == old):
                changed = gain.copy()
                changed[item, aspect] = new
                yield {"gain": changed}
    steps = {0: (), 1: ((-1, -1),), 2: ((-1, -1), (-1, 0), (0, -1))}[axiom.sizes.places]
    for moved in (place + step for step in steps):
        if moved[0] >= 0 and moved[1] >= moved[0] + (axiom.sizes.places > 1):
            yield {"place": moved}


def _without_item(draft: Drafts, item: int) -> Columns:
    """Let the items below move up; places stay on their items."""
    order = np.arange(draft.n_items)
    ranks = order[: draft.ranks]
    order[: draft.ranks] = np.append(np.delete(ranks, item), item)
    gain = draft.gain[0][order].copy()
    gain[draft.ranks - 1] = 0
    place = np.maximum(draft.place[0] - (draft.place[0] > item), 0)
    return {
        "gain": gain,
        "length": np.asarray(draft.length[0] - 1),
        "place": place,
        "is_unrated": draft.is_unrated[0][order],
    }


def _without_aspect(draft: Drafts, aspect: int) -> Columns:
    """Move later aspects forward, so that the first ones stay first."""
    order = np.append(np.delete(np.arange(draft.n_aspects), aspect), aspect)
    weight = draft.weight[0][order].copy()
    weight[-1] = 0
    return {"gain": draft.gain[0][:, order], "weight": weight}


def _simpler_gains(gain: int, axiom: Axiom) -> list[int]:
    if axiom.sizes.is_rated:
        return [value for value in (0, WHOLE, STAR, gain - STAR) if 0 <= value != gain]
    rounded = [step * max(1, round(gain / step)) for step in SIMPLE]
    return [value for value in dict.fromkeys([0, *rounded, *SIMPLE]) if value != gain and value <= axiom.sizes.most]


def _n_different(gain: IntArray) -> IntArray:
    """Count the different gains of each case."""
    flat = np.sort(gain.reshape(len(gain), gain.shape[1] * gain.shape[2]), axis=1)
    return np.asarray((np.diff(flat, axis=1) != 0).sum(axis=1))
