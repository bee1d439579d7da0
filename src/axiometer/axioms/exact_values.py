"""What the scalar references say of a measure and a case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from axiometer import reference
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue, preference_catalogue
from axiometer.measures.parts.graded import Graded
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.measures.preferences.base import Preference
from axiometer.reference import Known
from axiometer.reference.aspects import Inner
from axiometer.reference.cases import CORPUS_SIZE, N_RATINGS, N_USERS, Case, by_aspect, top_grade
from axiometer.reference.recommendation import UNKNOWN, Item

Number = Any
ROOMS: Final[tuple[Any, ...]] = (
    reference.adhoc,
    reference.aspects,
    reference.cube_test,
    reference.text,
    reference.recall,
    reference.recommendation,
    reference.preferences,
)
"""Where the scalar references are, each called as its measure."""


def reference_value(
    measure: Measure,
    case: Case,
    *,
    max_grade: float,
    number: Callable[[Any], Number] = float,
    counted: str = "relevant",
    corpus_size: int | None = CORPUS_SIZE,
    n_users: int = N_USERS,
    n_ratings: int = N_RATINGS,
) -> Number | None:
    """Compute a measure for a case with its scalar reference; None where it is undefined.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.testing import Case, reference_value
    >>> reference_value(ax.parse_measure("RR"), Case(ranking=(0, 2), unretrieved=()), max_grade=2)
    0.5
    """
    known = Known(
        number=number,
        max_grade=max_grade,
        weights=case.weights,
        counted=counted,
        navigational=case.navigational,
        lengths=case.lengths or (),
        corpus_size=corpus_size,
        providers=case.providers or (),
        items=None if case.providers is None else reference.recall.matched(case.ranking, case.pool),
        n_users=n_users,
        n_ratings=n_ratings,
    )
    return with_parameters(measure)(*_seen(measure, case), known)


def has_reference(measure: Measure | Preference) -> bool:
    """Tell whether there is a scalar reference of a measure or preference, and of the measure inside."""
    inside = getattr(measure, "measure", None)
    is_known = type(measure) in {*catalogue().values(), *preference_catalogue().values()}
    return is_known and (not isinstance(inside, Measure) or has_reference(inside))


def scalar(name: str) -> Callable[..., Number | None]:
    """Find the scalar reference of a measure."""
    found: Callable[..., Number | None] = next(getattr(room, name) for room in ROOMS if hasattr(room, name))
    return found


def with_parameters(measure: Measure | Preference) -> Callable[..., Number | None]:
    """Give the scalar reference of a measure its parameters."""
    given = {name: getattr(measure, name) for name in measure.parameters()}
    if isinstance(measure, Wrapper):
        given["measure"] = _inner(measure.measure)
    return partial(scalar(measure.name), **given)


def _inner(measure: Measure) -> Inner:
    inner = Inner(
        value=with_parameters(measure),
        cutoff=getattr(measure, "cutoff", None),
        level=measure.level or None,
        is_smaller_better=measure.is_smaller_better,
    )
    if not isinstance(measure, Graded):
        return inner
    of_gains = with_parameters(replace(measure, gain="identity", rel=1))
    return replace(inner, of_gains=of_gains, gain=measure.gain, rel=measure.rel)


def _seen(measure: Measure, case: Case) -> tuple[Sequence[Any], Sequence[Any]]:
    """Give the list and the pool as the reference of a measure sees them."""
    if measure.needs & {"catalogue", "popularity"}:
        return _recommended(case)
    grade = by_aspect if "aspects" in measure.needs else top_grade
    return [g if g is None else grade(g) for g in case.ranking], [grade(g) for g in case.pool]


def _recommended(case: Case) -> tuple[list[Item], list[Item]]:
    """Give the items of the list, and those of the catalogue."""
    ratings = [*map(top_grade, case.pool), *[None] * (len(case.known) - len(case.pool))]
    catalogue = [
        Item(frozenset(aspects), rating, seen, case.chances[place % len(case.chances)])
        for place, (aspects, rating, seen) in enumerate(zip(case.known, ratings, case.popularity, strict=True))
    ]
    return [UNKNOWN if place is None else catalogue[place] for place in case.places], catalogue
