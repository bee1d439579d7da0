"""Hypothesis strategies for lists and measures."""

from __future__ import annotations

import itertools
from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from axiometer.errors import UsageError
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.reference.cases import N_USERS, NO_ASPECTS, PROVIDERS, Case

GRADES = (-2, -1, 0, 0.25, 0.5, 1, 1.5, 2, 3, 4)
ASPECTS = ("a", "b", "c", "d")
WEIGHTS = (None, (1, 1, 1, 1), (4, 3, 2, 1), (1, 0, 0, 3))
"""Parts of the whole for each aspect."""
RATINGS = (5, 3, 4, 1, 0, 2, 3.5, 0.5)
CHANCES = ((0.01, 0.3, 0.0, 0.125), (0.5,), (1.0, 0.25, 0.005))
TRIES = 8
"""How often parameters are drawn until some go together."""


def grades() -> st.SearchStrategy[float]:
    """Draw grades: whole, fractional and negative ones."""
    return st.sampled_from(GRADES)


def aspect_grades() -> st.SearchStrategy[dict[str, float]]:
    """Draw grades for one aspect or several: from the two hundred simplest, since drawing each apart takes long."""
    simple = [{aspect: grade} for grade in (1, 2, 0) for aspect in ASPECTS]
    every = itertools.product((None, 1, 3, 0.5, 0, -1), repeat=len(ASPECTS))
    mixed = [{a: g for a, g in zip(ASPECTS, row, strict=True) if g is not None} for row in every]
    return st.sampled_from(simple + [grade for grade in mixed[::7] if grade])


def cases(longest: int = 12) -> st.SearchStrategy[Case]:
    """Draw ranked lists, empty ones and requests without a relevant item among them."""
    ranking = st.lists(st.none() | grades(), max_size=longest)
    unretrieved = st.lists(grades(), max_size=longest // 2)
    return st.builds(_provided, ranking.map(tuple), unretrieved.map(tuple), st.integers(0, 6))


def _provided(ranking: tuple[Any, ...], unretrieved: tuple[Any, ...], step: int) -> Case:
    """Make a case whose items have one provider or two."""
    case = Case(ranking, unretrieved)
    two = [PROVIDERS[at * step % 3] + PROVIDERS[at * at % 2] for at in range(len(case.pool))]
    return replace(case, providers=tuple(tuple(sorted(set(names))) for names in two))


def batches(longest: int = 12) -> st.SearchStrategy[list[Case]]:
    """Draw a few ranked lists at once."""
    return st.lists(cases(longest), min_size=1, max_size=6)


@st.composite
def aspect_batches(draw: Any, longest: int = 8) -> list[Case]:
    """Draw a few ranked lists with grades for up to four aspects, lengths, types, and perhaps weights."""
    parts = draw(st.sampled_from(WEIGHTS))
    navigational = draw(st.sampled_from((frozenset[str](), frozenset({"a"}), frozenset({"b", "d"}))))
    step = draw(st.integers(0, 3000))
    ranking = st.lists(st.none() | aspect_grades(), max_size=longest)
    unretrieved = st.lists(aspect_grades(), max_size=longest // 2)
    drawn = draw(st.lists(st.tuples(ranking, unretrieved), min_size=1, max_size=4))
    weights = None if parts is None else {a: part / sum(parts) for a, part in zip(ASPECTS, parts, strict=True)}
    return [
        Case(
            tuple(found),
            tuple(other),
            weights,
            navigational,
            tuple(step * rank % 5003 for rank in range(1, len(found) + 1)),
        )
        for found, other in drawn
    ]


def aspect_sets() -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the aspects of an item: one of them, several, or none."""
    sizes = (1, 2, 0, 3, 4)
    return st.sampled_from([each for size in sizes for each in itertools.combinations(ASPECTS, size)])


def rated_items() -> st.SearchStrategy[dict[str, float]]:
    """Draw rated items: a rating, the same for each aspect of the item."""
    return st.builds(_rated, aspect_sets(), st.sampled_from(RATINGS))


def _rated(aspects: tuple[str, ...], rating: float) -> dict[str, float]:
    return dict.fromkeys(aspects or (NO_ASPECTS,), rating)


@st.composite
def recommendation_batches(draw: Any, longest: int = 8) -> list[Case]:
    """Draw a few lists of rated, unrated and unknown items, with a catalogue and perhaps interests of the user."""
    parts = draw(st.sampled_from(WEIGHTS))
    step, chances = draw(st.integers(0, 3000)), draw(st.sampled_from(CHANCES))
    unrated = aspect_sets() | st.none()
    ranking = st.lists(rated_items() | unrated, max_size=longest)
    others = st.tuples(st.lists(rated_items(), max_size=longest // 2), st.lists(aspect_sets(), max_size=longest // 2))
    drawn = draw(st.lists(st.tuples(ranking, others), min_size=1, max_size=4))
    weights = None if parts is None else {a: part / sum(parts) for a, part in zip(ASPECTS, parts, strict=True)}
    return [
        Case(
            tuple(each if isinstance(each, dict) else None for each in found),
            tuple(unretrieved),
            weights,
            unrated=tuple(each for each in found if not isinstance(each, dict)),
            catalogue=tuple(further),
            seen=tuple(step * rank % (N_USERS + 1) for rank in range(1, len(found) + 1)),
            chances=chances,
        )
        for found, (unretrieved, further) in drawn
    ]


@st.composite
def configured(draw: Any, measure: type[Measure]) -> Measure:
    """Draw a measure with parameters from the examples that their declarations give."""
    for _ in range(TRIES):
        chosen = {
            name: draw(st.sampled_from(each.metadata["examples"]))
            for name, each in measure.parameters().items()
            if name != "measure" or not issubclass(measure, Wrapper)
        }
        if issubclass(measure, Wrapper):
            chosen["measure"] = draw(configured(draw(st.sampled_from(measures_for(measure)))))
        with suppress(UsageError):  # parameters that do not go together
            return measure(**chosen)
    return reject()


def measures_for(wrapper: type[Wrapper]) -> list[type[Measure]]:
    """Give the measures that another can be made of."""
    fitting = []
    for measure in plain_measures():
        with suppress(UsageError):
            wrapper(measure())
            fitting.append(measure)
    return fitting


def plain_measures() -> list[type[Measure]]:
    """Give the measures of the catalogue that see one grade per item."""
    return [
        measure
        for measure in catalogue().values()
        if not issubclass(measure, Wrapper) and not measure.needs & {"aspects", "providers", "catalogue", "popularity"}
    ]
