"""Hypothesis strategies for lists and measures."""

from __future__ import annotations

from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from axiometer.errors import UsageError
from axiometer.measures.base import Measure
from axiometer.testing.lists import Case

GRADES = (-2, -1, 0, 0.25, 0.5, 1, 1.5, 2, 3, 4)


def grades() -> st.SearchStrategy[float]:
    """Draw grades: whole, fractional and negative ones."""
    return st.sampled_from(GRADES)


def cases(longest: int = 12) -> st.SearchStrategy[Case]:
    """Draw ranked lists, empty ones and requests without a relevant item among them."""
    ranking = st.lists(st.none() | grades(), max_size=longest)
    unretrieved = st.lists(grades(), max_size=longest // 2)
    return st.builds(Case, ranking.map(tuple), unretrieved.map(tuple))


def batches(longest: int = 12) -> st.SearchStrategy[list[Case]]:
    """Draw a few ranked lists at once."""
    return st.lists(cases(longest), min_size=1, max_size=6)


@st.composite
def configured(draw: Any, measure: type[Measure]) -> Measure:
    """Draw a measure with parameters from the examples that their declarations give."""
    chosen = {name: draw(st.sampled_from(each.metadata["examples"])) for name, each in measure.parameters().items()}
    try:
        return measure(**chosen)
    except UsageError:
        reject()  # parameters that do not go together
