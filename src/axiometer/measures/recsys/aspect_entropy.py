"""Entropy of the aspects shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.recommended import Shown
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import Segments, ranges


@dataclass(frozen=True, kw_only=True)
class AspectEntropy(Shown):
    """Entropy of the aspects shown: −Σ_a p_a log2 p_a, where p_a is the share of aspect a in the first k items.

    An item with several aspects counts for each of them. Range from 0 to the logarithm of the number of aspects.
    Undefined when no item shown has an aspect. Unjudged items count as others do.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import AspectEntropy
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "a"]}, AspectEntropy() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.9183
    """

    cites: ClassVar[tuple[str, ...]] = ("shannon1948",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def terms(self, lists: RankedLists) -> Terms:
        """Add up, for each item, the surprise of its aspects."""
        shown = lists.shown_within(self.cutoff)
        has_aspect = shown.catalogue.has_aspect
        # The last set has nothing: that of unknown items.
        of_set = Segments.of_lengths(np.append(np.count_nonzero(has_aspect, axis=1), 0))
        pairs = Segments.of_lengths(of_set.count[shown.kind])
        aspect = np.nonzero(has_aspect)[1][ranges(of_set.offsets[shown.kind], pairs.count)]
        owner = shown.segments.of_row[pairs.of_row]
        cell = owner * has_aspect.shape[1] + aspect
        _, place, n_alike = np.unique(cell, return_inverse=True, return_counts=True)
        n_pairs = np.bincount(owner, minlength=len(shown.segments))
        surprise = -np.log2(n_alike[place] / n_pairs[owner])
        return Terms(shown, pairs.sum(surprise), divisor=n_pairs)
