"""Exposure of the worst-off provider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Provided
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class WorstProvider(Provided, Additive):
    """Exposure of the worst-off provider: min_v η(v), η(v) = Σ_i e(p_i) over the relevant items of provider v.

    Only providers with a relevant item count; where each has one, this is TSE. Range from 0. Needs the providers of the
    relevant items. Undefined when there is no relevant item. Relevant items not retrieved are all at the last position
    of the corpus, whose size is needed, or right after the list: imputation. Unjudged items are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import WorstProvider
    >>> judgments = ax.read_judgments({"q": {"a": 1, "b": 1}}, providers={"a": ["left"], "b": ["right"]})
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, WorstProvider(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    0.3333
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026",)

    def terms(self, lists: RankedLists) -> Terms:
        """Take the items of the provider whose items get least; the first of several."""
        found = self.completed(lists)
        items = found.by_provider(self.rel)
        least = items.of_list.first_of_least(items.lists.sum(self.exposed(items.rank, items.lists)))
        is_worst = np.zeros(items.weight.size, bool)
        is_worst[least[least >= 0]] = True
        is_its = np.zeros(found.rank.size)
        is_its[items.row[is_worst[items.lists.segments.of_row]]] = 1.0
        return Terms(found, is_its, discount=self.exposed(found.rank, found), divisor=np.minimum(items.n_aspects, 1))
