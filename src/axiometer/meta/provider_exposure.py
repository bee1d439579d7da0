"""How much exposure the relevant items of each provider get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.engines.collection import Collection
from axiometer.errors import plural
from axiometer.measures.recall.provider_exposure import ProviderExposure
from axiometer.notes import Note
from axiometer.projection.segments import sums


@dataclass(frozen=True, eq=False)
class ProviderTable:
    """The exposure of each provider.

    Attributes
    ----------
    exposure
        One row per system and provider with a relevant item, the one with the smallest mean first: in how many
        ``queries`` (``users`` with ratings) it has how many ``relevant`` items, their ``total`` exposure and its
        ``mean`` over these queries.
    notes
        What a reader should know.
    """

    exposure: pl.DataFrame
    notes: tuple[Note, ...]


def provider_exposure(
    judgments: Any,
    runs: Any,
    measure: ProviderExposure | None = None,
    *,
    profile: str | Profile = "trec_eval",
) -> ProviderTable:
    """Add up the exposure of each provider over all queries.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``; the judgments come with providers.
    measure
        What exposure is, and where items not retrieved are; the provider that it names does not matter.
    profile
        The conventions; a pessimistic imputation needs the corpus size.

    Examples
    --------
    >>> import axiometer as ax
    >>> judgments = ax.read_judgments({"q": {"a": 1, "b": 1}}, providers={"a": ["left"], "b": ["right"]})
    >>> found = ax.meta.provider_exposure(judgments, {"q": ["a", "b"]}, profile=ax.get_profile(corpus_size=10))
    >>> found.exposure.columns
    ['system', 'provider', 'queries', 'relevant', 'total', 'mean']
    """
    measure = measure or ProviderExposure()
    collection = Collection.read(judgments, runs, [measure], profile=profile)
    return ProviderTable(_exposure(collection, measure), collection.notes)


def _exposure(collection: Collection, measure: ProviderExposure) -> pl.DataFrame:
    lists, is_included = collection.lists_for(measure), collection.is_included.ravel()
    items = measure.completed(lists).by_provider(measure.rel)
    names = list(lists.pool.providers.numbers)  # type: ignore[union-attr]
    owner = items.of_list.of_row // len(collection.queries) * len(names) + items.label
    n_owners = len(collection.systems) * len(names)
    exposure = items.lists.sum(measure.exposed(items.rank, items.lists))
    is_counted = is_included[items.of_list.of_row]
    n_answers = sums(owner, is_counted, n_owners).astype(np.int64)
    total = sums(owner, exposure * is_counted, n_owners)
    there = np.flatnonzero(n_answers)
    system, label = np.divmod(there, len(names))
    n_relevant = sums(owner, (items.lists.count * is_counted).astype(np.float64), n_owners)
    frame = pl.DataFrame({
        schema.SYSTEM: [collection.systems[number] for number in system.tolist()],
        schema.PROVIDER: [names[number] for number in label.tolist()],
        plural(collection.asker): n_answers[there],
        "relevant": n_relevant[there].astype(np.int64),
        "total": total[there],
        "mean": total[there] / n_answers[there],
    })
    return frame.sort(
        pl.col(schema.SYSTEM).replace_strict(list(collection.systems), range(len(collection.systems))),
        "mean",
        schema.PROVIDER,
    )
