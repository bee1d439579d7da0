"""Measures made of another measure."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self

from axiometer.errors import UsageError
from axiometer.measures.base import Measure, Need, Rows
from axiometer.measures.parameters import written
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.projection.lists import RankedLists


def is_plain(measure: Measure) -> bool:
    """Tell whether a measure looks at one grade per item and nothing else of items."""
    return not measure.needs & {"aspects", "types", "providers", "catalogue", "popularity"}


def _problem(value: Any) -> str:
    is_simple = isinstance(value, Measure) and not isinstance(value, Wrapper)
    return "" if is_simple and is_plain(value) else "a measure that looks at one grade per item, such as nDCG@10"


_DECLARATION: Final = {
    "meaning": "the measure, which sees one grade per item",
    "problem": _problem,
    "examples": (),
    "normalise": lambda value: value,
    "is_always_told": False,
    "under": {},
}


@dataclass(frozen=True, kw_only=True)
class Wrapper(Explained):
    """A measure made of another measure."""

    adds: ClassVar[frozenset[Need]] = frozenset()
    """What must be known beside what the measure inside needs."""
    pattern: ClassVar[str]
    """How the name of the other measure becomes the usual name: ``{}_IA``."""
    taken: ClassVar[tuple[str, ...]] = ()
    """Measures whose usual name so made belongs to a measure with another equation."""
    measure: Measure = field(kw_only=False, metadata=_DECLARATION)

    @property
    def rows(self) -> Rows:
        """Those of the measure inside."""
        return self.measure.rows

    @property
    def needs(self) -> frozenset[Need]:
        """What the measure inside needs, and more."""
        return self.adds | self.measure.needs

    @property
    def bounds(self) -> tuple[float, float]:
        """Those of the measure inside."""
        return self.measure.bounds

    @property
    def is_smaller_better(self) -> bool:
        """Whether it is so for the measure inside."""
        return self.measure.is_smaller_better

    @property
    def literature(self) -> tuple[str, ...]:
        """That of the measure inside, too."""
        return (*self.cites, *self.measure.literature)

    @property
    def cutoff(self) -> int | None:
        """The cut-off of the measure inside."""
        return getattr(self.measure, "cutoff", None)

    @property
    def level(self) -> float:
        """The grade from which an item is relevant."""
        return self.measure.level

    def _at(self, cutoff: int) -> Self:
        return replace(self, measure=self.measure @ cutoff)

    def __str__(self) -> str:
        if self.measure.name in self.taken:
            return written(self.name, [str(self.measure), *self.told()], None)
        return written(self.pattern.format(self.measure.name), [*self.told(), *self.measure.told()], self.cutoff)

    def told(self) -> list[str]:
        """Write the parameters that the name must tell, without the measure inside."""
        return [text for text in super().told() if not text.startswith("measure=")]

    def parts(self, lists: RankedLists) -> Sequence[Terms]:
        """Take the measure apart, if the measure inside can be taken apart."""
        if not isinstance(self.measure, Explained):
            raise UsageError(f"{self} cannot be explained: {self.measure} does not say what its sums are")
        return self._parts(self.measure, lists)

    @abstractmethod
    def _parts(self, measure: Explained, lists: RankedLists) -> Sequence[Terms]:
        """Take the measure apart."""
