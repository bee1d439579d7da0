"""Studies that read runs once, and measure them again and again under random changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.engines.collection import Collection, measures_of
from axiometer.engines.prefer import preferred
from axiometer.jobs import Progress
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import preference_catalogue
from axiometer.meta.outcomes import Outcomes

T = TypeVar("T")
SAMPLES: Final = 10


def outcomes_of(collection: Collection) -> Outcomes:
    """Measure and compare the lists of a collection."""
    preferences = tuple(each for each in collection.compared if not isinstance(each, Measure))
    parts: list[Any] = [collection.measured()] if measures_of(collection.compared) else []
    if preferences:
        parts.append(preferred(collection.only(*preferences)))
    return Outcomes.of(parts).only([str(each) for each in collection.compared])


def without_idle_rows(collection: Collection) -> Collection:
    """Leave out the items that are judged not relevant, if nobody looks at them."""
    known = set(preference_catalogue().values())
    is_blind = all(
        each.rows == "relevant" if isinstance(each, Measure) else type(each) in known for each in collection.compared
    )
    # The items of a catalogue have the numbers of all judged ones.
    if not is_blind or any(each.lists.shown is not None for each in collection.views.projections.values()):
        return collection
    return collection.changed(lambda lists: lists.relevant())


def defined_mean(samples: FloatArray) -> FloatArray:
    """Average over the first axis what is defined; nan where nothing is."""
    is_defined = ~np.isnan(samples)
    total, n = np.where(is_defined, samples, 0.0).sum(axis=0), is_defined.sum(axis=0)
    mean: FloatArray = np.divide(total, n, out=np.full(total.shape, np.nan), where=n > 0)
    return mean


@dataclass(frozen=True)
class Steps:
    """Tells of the sources that are read, and then of the pieces of work that are done.

    Attributes
    ----------
    progress
        Told how many of how many steps are done.
    n_sources, n_works
        How many of each there are.
    """

    progress: Progress | None
    n_sources: int
    n_works: int

    def of_sources(self, done: int, _: int = 0) -> None:
        """Tell that so many steps are done."""
        if self.progress is not None:
            self.progress(done, self.n_sources + self.n_works)

    def of_each(self, work: Callable[[int], T], numbers: Iterable[int], jobs: int) -> list[T]:
        """Do pieces of work, several at the same time, and tell of each."""
        done: list[T] = []
        with ThreadPoolExecutor(max_workers=jobs) as threads:
            for each in threads.map(work, numbers) if jobs > 1 else map(work, numbers):
                done.append(each)
                self.of_sources(self.n_sources + len(done))
        return done
