"""Hypothesis strategies for lists and measures."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from axiometer.errors import UsageError
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parts.wrapper import Wrapper, is_plain
from axiometer.reference.cases import N_USERS, NO_ASPECTS, PROVIDERS, Case

GRADES = (-2, -1, 0, 0.25, 0.5, 1, 1.5, 2, 3, 4)
ASPECTS = ("a", "b", "c", "d")
WEIGHTS = (None, (1, 1, 1, 1), (4, 3, 2, 1), (1, 0, 0, 3))
"""Parts of the whole for each aspect."""
RATINGS = (5, 3, 4, 1, 0, 2, 3.5, 0.5)
CHANCES = ((0.01, 0.3, 0.0, 0.125), (0.5,), (1.0, 0.25, 0.005))
TRIES = 8
"""How often parameters are drawn until some go together."""


@cache
def grades() -> st.SearchStrategy[float]:
    """Draw grades: whole, fractional and negative ones."""
    return st.sampled_from(GRADES)


@cache
def aspect_grades() -> st.SearchStrategy[dict[str, float]]:
    """Draw grades for one aspect or several: from the two hundred simplest, since drawing each apart takes long."""
    return st.sampled_from(_aspect_grades())


def _aspect_grades() -> list[dict[str, float]]:
    simple: list[dict[str, float]] = [{aspect: grade} for grade in (1, 2, 0) for aspect in ASPECTS]
    every = itertools.product((None, 1, 3, 0.5, 0, -1), repeat=len(ASPECTS))
    mixed = [{a: g for a, g in zip(ASPECTS, row, strict=True) if g is not None} for row in every]
    return simple + [grade for grade in mixed[::7] if grade]


def _or_unjudged(grades: Sequence[Any]) -> st.SearchStrategy[Any]:
    """Draw a grade or, as often, None: at once, since drawing what to draw takes long."""
    return st.sampled_from([*[None] * len(grades), *grades])


@cache
def cases(longest: int = 12) -> st.SearchStrategy[Case]:
    """Draw ranked lists, empty ones and queries without a relevant item among them."""
    ranking = st.lists(_or_unjudged(GRADES), max_size=longest)
    unretrieved = st.lists(grades(), max_size=longest // 2)
    return st.builds(_provided, ranking.map(tuple), unretrieved.map(tuple), st.integers(0, 6))


def _provided(ranking: tuple[Any, ...], unretrieved: tuple[Any, ...], step: int) -> Case:
    """Make a case whose items have one provider or two."""
    case = Case(ranking, unretrieved)
    two = [PROVIDERS[at * step % 3] + PROVIDERS[at * at % 2] for at in range(len(case.pool))]
    return replace(case, providers=tuple(tuple(sorted(set(names))) for names in two))


@cache
def batches(longest: int = 12) -> st.SearchStrategy[list[Case]]:
    """Draw a few ranked lists at once."""
    return st.lists(cases(longest), min_size=1, max_size=6)


@cache
def aspect_batches(longest: int = 8) -> st.SearchStrategy[list[Case]]:
    """Draw a few ranked lists with grades for up to four aspects, lengths, types, and perhaps weights."""
    navigational = st.sampled_from((frozenset[str](), frozenset({"a"}), frozenset({"b", "d"})))
    ranking = st.lists(_or_unjudged(_aspect_grades()), max_size=longest)
    unretrieved = st.lists(aspect_grades(), max_size=longest // 2)
    drawn = st.lists(st.tuples(ranking, unretrieved), min_size=1, max_size=4)
    return st.builds(_of_aspects, st.sampled_from(WEIGHTS), navigational, st.integers(0, 3000), drawn)


def _of_aspects(parts: Any, navigational: frozenset[str], step: int, drawn: list[tuple[Any, Any]]) -> list[Case]:
    weights = _weights(parts)
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


def _weights(parts: tuple[int, ...] | None) -> dict[str, float] | None:
    return None if parts is None else {a: part / sum(parts) for a, part in zip(ASPECTS, parts, strict=True)}


@cache
def aspect_sets() -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the aspects of an item: one of them, several, or none."""
    return st.sampled_from(_aspect_sets())


def _aspect_sets() -> list[tuple[str, ...]]:
    sizes = (1, 2, 0, 3, 4)
    return [each for size in sizes for each in itertools.combinations(ASPECTS, size)]


@cache
def rated_items() -> st.SearchStrategy[dict[str, float]]:
    """Draw rated items: a rating, the same for each aspect of the item."""
    return st.sampled_from(_rated_items())


def _rated_items() -> list[dict[str, float]]:
    return [dict.fromkeys(aspects or (NO_ASPECTS,), rating) for aspects in _aspect_sets() for rating in RATINGS]


@cache
def recommendation_batches(longest: int = 8) -> st.SearchStrategy[list[Case]]:
    """Draw a few lists of rated, unrated and unknown items, with a catalogue and perhaps interests of the user."""
    unrated: list[Any] = [each for each in _aspect_sets() for _ in RATINGS]
    # Each third of them is as likely as the others.
    ranking = st.lists(st.sampled_from([*_rated_items(), *unrated, *[None] * len(unrated)]), max_size=longest)
    others = st.tuples(st.lists(rated_items(), max_size=longest // 2), st.lists(aspect_sets(), max_size=longest // 2))
    drawn = st.lists(st.tuples(ranking, others), min_size=1, max_size=4)
    chances = st.sampled_from(CHANCES)
    return st.builds(_of_recommendations, st.sampled_from(WEIGHTS), st.integers(0, 3000), chances, drawn)


def _of_recommendations(parts: Any, step: int, chances: tuple[float, ...], drawn: list[tuple[Any, Any]]) -> list[Case]:
    weights = _weights(parts)
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


@cache
def configured(measure: type[Measure]) -> st.SearchStrategy[Measure]:
    """Draw a measure with parameters from the examples that their declarations give."""
    examples = {name: st.sampled_from(each.metadata["examples"]) for name, each in measure.parameters().items()}
    if issubclass(measure, Wrapper):
        examples["measure"] = st.sampled_from(measures_for(measure)).flatmap(configured)
    return _configured(measure, st.fixed_dictionaries(examples))


@st.composite
def _configured(draw: Any, measure: type[Measure], examples: st.SearchStrategy[dict[str, Any]]) -> Measure:
    for _ in range(TRIES):
        chosen = draw(examples)
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
    return [each for each in catalogue().values() if not issubclass(each, Wrapper) and is_plain(each())]
