"""Cumulative exposure of providers."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, ClassVar

import numpy as np

from axiometer.errors import UsageError
from axiometer.measures.parameters import declare
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Provided
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import sums


def _provider_parameter() -> Any:
    def problem(value: Any) -> str:
        return "" if value is None or isinstance(value, str) else "the name of a provider, in quotes if it is a number"

    meaning = "whose exposure; without it, the mean over providers"
    return declare(None, meaning, problem, examples=(None, "x"), normalise=lambda v: str(v) if type(v) is int else v)


@dataclass(frozen=True, kw_only=True)
class ProviderExposure(Provided, Additive):
    """Cumulative positive exposure of a provider: η = Σ_i e(p_i) over the provider's relevant items.

    Without a provider, the mean over the providers that have a relevant item. Range from 0. Needs the providers of the
    relevant items. Undefined when the provider, or nobody, has a relevant item. Relevant items not retrieved are
    all at the last position of the corpus, whose size is needed, or right after the list: imputation. Unjudged items
    are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ProviderExposure
    >>> judgments = ax.read_judgments({"q": {"a": 1, "b": 1}}, providers={"a": ["left"], "b": ["right"]})
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, ProviderExposure(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    0.6667
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026",)
    provider: str | None = _provider_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Add up the exposure of the provider's items."""
        found = self.completed(lists)
        items = found.by_provider(self.rel)
        is_meant = np.ones(items.label.size, bool) if self.provider is None else items.label == self._number(lists)
        n_times = sums(items.row, is_meant[items.lists.segments.of_row], found.rank.size)
        return Terms(found, n_times, discount=self.exposed(found.rank, found), divisor=items.of_list.sum(is_meant))

    def _number(self, lists: RankedLists) -> int:
        numbers = lists.pool.providers.numbers  # type: ignore[union-attr]
        if self.provider not in numbers:
            near = get_close_matches(str(self.provider), numbers, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {len(numbers)}, such as {next(iter(numbers))}"
            raise UsageError(f"{self}: there is no provider {self.provider!r}; {hint}")
        return numbers[str(self.provider)]
