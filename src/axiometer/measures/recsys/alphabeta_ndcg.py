"""Normalised discounted cumulative gain of recommendations, for accuracy and diversity at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.measures.base import Need, ratio
from axiometer.measures.parameters import cutoff_parameter, declare
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.catalogue_ideal import Candidates
from axiometer.measures.parts.satisfaction import GIVEN, gains, gains_alone
from axiometer.projection.catalogue import UNKNOWN, ItemCatalogue, QueryItems, ShownItems
from axiometer.projection.lists import RankedLists


def chance_parameter(default: float, meaning: str) -> Any:
    """Declare a chance that is one number, or given in a table."""

    def problem(value: Any) -> str:
        is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return "" if is_share or value == GIVEN else f"a number from 0 to 1, or {GIVEN} for those of a table"

    return declare(default, meaning, problem, examples=(default, 0, 0.1, 1), is_always_told=True)


@dataclass(frozen=True, kw_only=True)
class alphabeta_nDCG(Additive):
    """αβ-nDCG, accuracy and diversity in one: Σ_i G_i / log2(i + 1) of the list over that of the greedy ideal list.

    G_i = 1 − Π_a (1 − P(a|u,i) γ_a Π_{j<i} (1 − P(a|u,j))) is the chance that item i satisfies a wish left for one of
    its aspects: P is α for an item the user did not rate, β r/r_max for one rated r, 0 for an aspect that it lacks. γ_a
    is the share of aspect a in the sum of the user's earlier ratings, or of the test ratings of a user without any. The
    ideal list takes from the whole catalogue, less the user's profile, the item that adds most at each rank; ties go to
    the greatest id. Greedy is not always best: values above 1 stay as they are. Unjudged items count by α, unknown ones
    and those of the profile give nothing. Undefined when no item satisfies anything.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import alphabeta_nDCG
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "c", "a"]}, alphabeta_nDCG() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("parapar2021",)
    needs: ClassVar[frozenset[Need]] = frozenset({"catalogue"})
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    alpha: float | str = chance_parameter(
        0.005, "the chance that an item not rated satisfies a wish for one of its aspects, or given: from a table"
    )
    beta: float | str = chance_parameter(
        0.5, "the chance that an item with the top rating satisfies a wish for one of its aspects, or given"
    )
    cutoff: int | None = cutoff_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        """Divide the list's sum by that of the ideal list of its query."""
        shown, chance, ideal = self._read(lists)
        return ratio(shown.sum(gains(shown, chance) / np.log2(shown.rank + 1)), ideal)

    def terms(self, lists: RankedLists) -> Terms:
        """Say what each item would have given on the first rank, and what the items above it leave."""
        shown, chance, ideal = self._read(lists)
        alone = gains_alone(shown, chance)
        novelty = np.divide(gains(shown, chance), alone, out=np.zeros_like(alone), where=alone > 0)
        return Terms(shown, alone, novelty=novelty, discount=1 / np.log2(shown.rank + 1), divisor=ideal)

    def _read(self, lists: RankedLists) -> tuple[ShownItems, FloatArray, FloatArray]:
        """Give the items shown, the chance of each to satisfy a wish, and for each list the sum of the ideal one."""
        shown = lists.shown_within(self.cutoff)
        rated = self._rated(shown.catalogue)
        return shown, self._chances(shown, rated), self._ideal(shown.catalogue, rated)[shown.query]

    def _rated(self, catalogue: ItemCatalogue) -> QueryItems:
        """Give the rated items of each user with the chance that they satisfy."""
        if self.beta != GIVEN:
            share = np.maximum(catalogue.rated.value, 0.0) / catalogue.max_grade
            return replace(catalogue.rated, value=share * float(self.beta))
        if catalogue.beta is None:
            raise ValueError("beta='given' needs read_ratings(…, beta=…)")
        return replace(catalogue.rated, value=catalogue.beta)

    def _chances(self, shown: ShownItems, rated: QueryItems) -> FloatArray:
        """Give the chance that the item of each row satisfies a wish for one of its aspects."""
        alpha = self._alpha(shown.catalogue)
        if isinstance(alpha, QueryItems):
            unrated = np.append(alpha.value, 0.0)[alpha.find(shown.query_of_row, shown.item)]
        else:  # one number, one for each query (a column), or one for each item
            shape = (shown.catalogue.n_queries, shown.catalogue.n_items)
            unrated = np.broadcast_to(alpha, shape)[shown.query_of_row, shown.item]
        chance = np.where(shown.row == UNKNOWN, unrated, np.append(rated.value, 0.0)[shown.row])
        return np.where((shown.item == UNKNOWN) | shown.is_profile, 0.0, chance)

    def _alpha(self, catalogue: ItemCatalogue) -> float | FloatArray | QueryItems:
        if self.alpha != GIVEN:
            return float(self.alpha)
        if catalogue.alpha is None:
            raise ValueError("alpha='given' needs read_ratings(…, alpha=…)")
        return catalogue.alpha

    def _ideal(self, catalogue: ItemCatalogue, rated: QueryItems) -> FloatArray:
        """Give the sum of the greedy ideal list of each user."""

        def make() -> FloatArray:
            alpha = self._alpha(catalogue)
            if isinstance(alpha, QueryItems):
                open_to_all = Candidates(catalogue, rated.joined(alpha.without(catalogue.profile)), None)
            else:
                open_to_all = Candidates(catalogue, rated, alpha)
            return open_to_all.best_sums(min(self.cutoff or catalogue.n_items, catalogue.n_items))

        return catalogue.remembered(self, make)
