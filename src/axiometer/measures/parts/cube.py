"""What the Cube Tests have in common: gain that fills a cube, and time that passes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.measures.base import Need
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Additive
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.novelty import Novel
from axiometer.measures.parts.reading import Reading
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.segments import Segments


@dataclass(frozen=True, kw_only=True)
class CubeTest(Novel, Additive):
    """A Cube Test."""

    gamma: float = parameter(
        0.5, "what is left of an item's worth for each item of the aspect", above=0, most=1, examples=(0.5, 1, 0.2)
    )
    height: float = parameter(5, "C, how much gain an aspect can take", above=0, examples=(5, 1, 0.75))
    cap: str = parameter(
        "truncate",
        "when an aspect is full: truncate takes what still fits, stop takes the last item whole",
        choices=("truncate", "stop"),
    )
    first: str = parameter(
        "discounted",
        "whether the first item of an aspect is already discounted by γ",
        choices=("discounted", "full"),
    )
    time: str = parameter(
        "items",
        "what passes: items (see batch), reading (the time to read, which needs lengths in words), or per-item "
        "(each gain is divided by its own rank)",
        choices=("items", "reading", "per-item"),
    )
    batch: int = parameter(1, "how many items come at a time", least=1, examples=(1, 5))
    gain: Gain = gain_parameter("identity")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.batch, int):
            raise UsageError(f"{self.name}: batch must be a whole number, not {self.batch!r}")
        if self.batch != 1 and self.time != "items":
            raise UsageError(f"{self.name}: batch has a meaning only with time='items', not with {self.time!r}")

    @property
    def needs(self) -> frozenset[Need]:
        """Aspects, and where reading takes time the lengths of all items."""
        return super().needs | ({"words", "text"} if self.time == "reading" else frozenset())

    def worth(self, seen: AspectLists) -> FloatArray:
        """Give what each row adds to its aspect if it is the first of it."""
        return self.gains(seen) * (self.gamma if self.first == "discounted" else 1.0)

    def filled(self, seen: AspectLists) -> FloatArray:
        """Give what is left of each row's worth by the items before it and by what its aspect can still take."""
        gain = self.worth(seen)
        raw = gain * self.gamma ** (seen.position - 1)
        before = seen.lists.segments.sum_before(raw)
        if self.cap == "stop":
            taken = np.where(before < self.height, raw, 0.0)
        else:
            taken = np.minimum(before + raw, self.height) - np.minimum(before, self.height)
        return np.divide(taken, gain, out=np.zeros_like(gain), where=gain > 0)

    def n_seen(self, lists: RankedLists) -> IntArray:
        """How many items of each list are looked at."""
        return np.minimum(lists.depth, self.cutoff or np.inf).astype(np.int64)

    def time_of(self, lists: RankedLists) -> FloatArray:
        """Give the time that all items of each list take."""
        if self.time == "items":
            return np.asarray(np.ceil(self.n_seen(lists) / self.batch))
        elapsed, looked_at = self._reading(lists)
        return np.append(elapsed, 0.0)[np.maximum(looked_at.offsets[1:] - 1, 0)]

    def speed_from(self, lists: RankedLists, owner: IntArray, rank: IntArray) -> FloatArray:
        """Add up 1 / the time until each rank, from some ranks of some lists to the end of these."""
        if self.time == "items":
            n_seen = self.n_seen(lists)
            ranks = np.arange(1, n_seen.max(initial=0) + 1)
            speeds = np.append(0.0, np.cumsum(1 / np.ceil(ranks / self.batch)))
            return np.asarray(speeds[n_seen[owner]] - speeds[rank - 1])
        elapsed, looked_at = self._reading(lists)
        before = looked_at.sum_before(1 / elapsed)
        return np.asarray(looked_at.sum(1 / elapsed)[owner] - before[looked_at.offsets[owner] + rank - 1])

    def _reading(self, lists: RankedLists) -> tuple[FloatArray, Segments]:
        """Give the time of reading until the end of each item looked at."""
        looked_at = Segments.of_lengths(self.n_seen(lists))
        return Reading().after(lists, lists.relevant(self.level), looked_at), looked_at
