"""Hypothesis strategies for lists and measures."""

from __future__ import annotations

from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from axiometer.errors import UsageError
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.testing.lists import Case

GRADES = (-2, -1, 0, 0.25, 0.5, 1, 1.5, 2, 3, 4)
ASPECTS = ("a", "b", "c", "d")


def grades() -> st.SearchStrategy[float]:
    """Draw grades: whole, fractional and negative ones."""
    return st.sampled_from(GRADES)


def cases(longest: int = 12, grade: st.SearchStrategy[Any] | None = None) -> st.SearchStrategy[Case]:
    """Draw ranked lists, empty ones and requests without a relevant item among them."""
    grade = grades() if grade is None else grade
    ranking = st.lists(st.none() | grade, max_size=longest)
    unretrieved = st.lists(grade, max_size=longest // 2)
    return st.builds(Case, ranking.map(tuple), unretrieved.map(tuple))


def batches(longest: int = 12) -> st.SearchStrategy[list[Case]]:
    """Draw a few ranked lists at once."""
    return st.lists(cases(longest), min_size=1, max_size=6)


@st.composite
def aspect_batches(draw: Any, longest: int = 12) -> list[Case]:
    """Draw a few ranked lists with grades for up to four aspects, lengths, types, and perhaps weights."""
    of_aspects = st.dictionaries(st.sampled_from(ASPECTS), grades(), min_size=1)
    drawn = draw(st.lists(cases(longest, of_aspects), min_size=1, max_size=6))
    is_weighted = draw(st.booleans())
    return [draw(_with_more(case, is_weighted=is_weighted)) for case in drawn]


@st.composite
def _with_more(draw: Any, case: Case, *, is_weighted: bool) -> Case:
    weights = None
    if is_weighted:
        parts = [draw(st.integers(0, 3)) for _ in case.aspects]
        weights = {aspect: part / (sum(parts) or 1) for aspect, part in zip(case.aspects, parts, strict=True)}
    lengths = st.lists(st.integers(0, 5000), min_size=len(case.ranking), max_size=len(case.ranking))
    navigational = draw(st.frozensets(st.sampled_from(ASPECTS)))
    return Case(case.ranking, case.unretrieved, weights, navigational, tuple(draw(lengths)))


@st.composite
def configured(draw: Any, measure: type[Measure]) -> Measure:
    """Draw a measure with parameters from the examples that their declarations give."""
    chosen = {
        name: draw(st.sampled_from(each.metadata["examples"]))
        for name, each in measure.parameters().items()
        if name != "measure" or not issubclass(measure, Wrapper)
    }
    if issubclass(measure, Wrapper):
        chosen["measure"] = draw(configured(draw(st.sampled_from(plain_measures()))))
    try:
        return measure(**chosen)
    except UsageError:
        reject()  # parameters that do not go together


def plain_measures() -> list[type[Measure]]:
    """Give the measures of the catalogue that see one grade per item."""
    return [
        measure
        for measure in catalogue().values()
        if not issubclass(measure, Wrapper) and "aspects" not in measure.needs
    ]
