"""The lists of a batch as conventions see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from axiometer.arrays import BoolArray, FloatArray
from axiometer.conventions.profiles import Profile
from axiometer.engines.requirements import Asked
from axiometer.measures.base import SystemMeasure
from axiometer.projection.join import Projection
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, eq=False)
class Views:
    """The lists of a batch as each set of conventions sees them.

    Attributes
    ----------
    projections
        By their conventions.
    profiles
        The conventions that hold for each measure or preference, by its full name, and those of the whole, ``""``.
    """

    projections: Mapping[Profile, Projection]
    profiles: Mapping[str, Profile]

    @classmethod
    def together(cls, parts: Sequence[Views]) -> Views:
        """Put the lists of other systems after those of the first."""
        projections = {
            each: Projection.together([part.projections[each] for part in parts]) for each in parts[0].projections
        }
        return cls(projections, parts[0].profiles)

    @property
    def main(self) -> Projection:
        """The lists by the conventions of the whole."""
        return self.projections[self.profiles[""]]

    @property
    def shape(self) -> tuple[int, int]:
        """How many systems there are, and how many queries."""
        n_systems = len(self.main.systems)
        return n_systems, len(self.main.lists) // n_systems

    @property
    def is_answered(self) -> BoolArray:
        """Systems × queries: whether there is a list."""
        return self.main.is_answered.reshape(self.shape)

    def lists_for(self, asked: Asked) -> RankedLists:
        """Give the lists as the conventions of one measure or preference see them."""
        return self.projections[self.profiles[str(asked)]].lists

    def exposures(self, measures: Sequence[SystemMeasure]) -> FloatArray:
        """Say how much of each item the lists of each system show, as each measure of systems takes it."""
        systems, profiles = range(len(self.main.systems)), [self.profiles[str(each)] for each in measures]
        shown = {each: self.projections[each].lists.shown for each in profiles}
        of_each = [
            {each: its.of_system(system) for each, its in shown.items() if its is not None} for system in systems
        ]
        if not measures:
            return np.zeros((len(systems), 0, 0))
        return np.array([
            [measure.exposure(its[each]) for measure, each in zip(measures, profiles, strict=True)] for its in of_each
        ])
