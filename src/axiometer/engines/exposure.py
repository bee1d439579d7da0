"""How much exposure the relevant items of each provider get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.data import Judgments, Runs, schema
from axiometer.engines.local import counts_of, included, projected
from axiometer.measures.recall.provider_exposure import ProviderExposure
from axiometer.projection.join import Projection
from axiometer.projection.profiles import Profile, get_profile
from axiometer.projection.segments import BoolArray, sums

COLUMNS: Final = (schema.SYSTEM, schema.PROVIDER, "requests", "relevant", "total", "mean")


@dataclass(frozen=True, eq=False)
class ProviderTable:
    """The exposure of each provider.

    Attributes
    ----------
    exposure
        One row per system and provider with a relevant item, the one with the smallest mean first: in how many
        ``requests`` it has how many ``relevant`` items, their ``total`` exposure and its ``mean`` over these requests.
    counts
        One row per system: what a reader should know.
    """

    exposure: pl.DataFrame
    counts: pl.DataFrame


def provider_exposure(
    judgments: Any,
    runs: Any,
    measure: ProviderExposure | None = None,
    *,
    profile: str | Profile = "trec_eval",
) -> ProviderTable:
    """Add up the exposure of each provider over all requests.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``; the judgments come with providers.
    measure
        What exposure is, and where items not retrieved are; the provider that it names does not matter.
    profile
        The conventions; a pessimistic imputation needs the corpus size.
    """
    judgments, runs, profile = Judgments.of(judgments), Runs.of(runs), get_profile(profile)
    measure = measure or ProviderExposure()
    judged, projections = projected(runs, judgments, measure, profile)
    frames, counts = [], []
    for projection in projections:
        shape = (len(projection.systems), len(judged.requests))
        is_included = included(projection.is_answered.reshape(shape), judged, profile).ravel()
        frames.append(_of_projection(projection, measure, is_included))
        counts.append(counts_of(projection, shape))
    return ProviderTable(pl.concat(frames), pl.concat(counts))


def _of_projection(projection: Projection, measure: ProviderExposure, is_included: BoolArray) -> pl.DataFrame:
    items = measure.completed(projection.lists).by_provider(measure.rel)
    names = list(projection.lists.pool.providers.numbers)  # type: ignore[union-attr]
    n_requests = len(projection.lists) // len(projection.systems)
    owner = items.of_list.of_row // n_requests * len(names) + items.label
    n_owners = len(projection.systems) * len(names)
    exposure = items.lists.sum(measure.exposed(items.rank, items.lists))
    is_counted = is_included[items.of_list.of_row]
    n_answers = sums(owner, is_counted, n_owners).astype(np.int64)
    total = sums(owner, exposure * is_counted, n_owners)
    there = np.flatnonzero(n_answers)
    system, label = np.divmod(there, len(names))
    columns = (
        [projection.systems[number] for number in system.tolist()],
        [names[number] for number in label.tolist()],
        n_answers[there],
        sums(owner, (items.lists.count * is_counted).astype(np.float64), n_owners)[there].astype(np.int64),
        total[there],
        total[there] / n_answers[there],
    )
    frame = pl.DataFrame(dict(zip(COLUMNS, columns, strict=True)))
    return frame.sort(
        pl.col(schema.SYSTEM).replace_strict(list(projection.systems), range(len(projection.systems))),
        "mean",
        schema.PROVIDER,
    )
