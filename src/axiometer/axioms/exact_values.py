"""What the scalar references say of a measure and a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from axiometer import reference
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue, preference_catalogue
from axiometer.measures.parts.graded import Graded
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.measures.preferences.base import Preference
from axiometer.reference.cases import CORPUS_SIZE, N_RATINGS, N_USERS, Case, by_aspect, top_grade
from axiometer.reference.recommendation import UNKNOWN, Item

Number = Any


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
    """Compute a measure for a case with its scalar reference; None where it is undefined."""
    how: dict[str, Any] = {
        "max_grade": max_grade,
        "number": number,
        "counted": counted,
        "weights": case.weights,
        "corpus_size": corpus_size,
    }
    if "types" in measure.needs:
        how["navigational"] = case.navigational
    if case.providers is not None:
        how |= {"providers": case.providers, "items": reference.recall.matched(case.ranking, case.pool)}
    lengths = {} if case.lengths is None else {"lengths": case.lengths}
    if measure.needs & {"catalogue", "popularity"}:
        return _function(measure, n_users=n_users, n_ratings=n_ratings, **how)(*_recommended(case))
    if isinstance(measure, Wrapper):
        return _wrapped(measure, case, how, lengths)
    function = _function(measure, **how, **lengths)
    if "aspects" in measure.needs:
        return function([g if g is None else by_aspect(g) for g in case.ranking], [by_aspect(g) for g in case.pool])
    return function(*_largest(case))


def has_reference(measure: Measure | Preference) -> bool:
    """Tell whether there is a scalar reference of a measure or preference, and of the measure inside."""
    inside = getattr(measure, "measure", None)
    is_known = type(measure) in {*catalogue().values(), *preference_catalogue().values()}
    return is_known and (not isinstance(inside, Measure) or has_reference(inside))


def scalar(name: str) -> Callable[..., Number | None]:
    """Find the scalar reference of a measure."""
    rooms = (
        reference.adhoc,
        reference.aspects,
        reference.cube_test,
        reference.text,
        reference.recall,
        reference.recommendation,
    )
    found: Callable[..., Number | None] = next(getattr(room, name) for room in rooms if hasattr(room, name))
    return found


def _wrapped(measure: Wrapper, case: Case, how: Mapping[str, Any], lengths: Mapping[str, Any]) -> Number | None:
    inside = measure.measure
    if measure.name == "WC":
        return _function(measure, **how, **lengths)(*_largest(case))
    ranking = [g if g is None else by_aspect(g) for g in case.ranking]
    pool = [by_aspect(g) for g in case.pool]
    level = inside.level or None
    if measure.name == "IA":
        # Each aspect has a pool of its own, of which providers and items of the whole pool would say nothing.
        how = {name: value for name, value in how.items() if name not in {"providers", "items"}}
        inner = _function(inside, **how)
        return reference.aspects.IA(ranking, pool, inner=inner, level=level, **how, **lengths)
    own = {name: value for name, value in _parameters(measure).items() if name != "measure"}
    if isinstance(inside, Graded):
        plain = partial(scalar(inside.name), **_parameters(replace(inside, gain="identity", rel=1)), **how)
        own |= {"gain": inside.gain, "rel": inside.rel, "cutoff": inside.cutoff}
        return scalar(measure.name)(ranking, pool, inner=plain, **own, **how, **lengths)
    met = reference.aspects.S_Recall(ranking, pool, rel=level or 0, cutoff=measure.cutoff, **how)
    value = _function(inside, **how, **lengths)(*_largest(case))
    if met is None or value is None:
        return None
    gamma = how["number"](own.get("gamma", 0))
    return gamma * met + (1 - gamma) * value


def _function(measure: Measure, **how: Any) -> Callable[..., Number | None]:
    """Give the scalar reference of a measure its parameters, and that of the measure inside."""
    given = _parameters(measure)
    if isinstance(measure, Wrapper):
        inner = _function(given.pop("measure"), **how)
        given |= {"inner": inner, "level": measure.level or None, "is_smaller_better": measure.is_smaller_better}
    return partial(scalar(measure.name), **given, **how)


def _parameters(measure: Measure) -> dict[str, Any]:
    return {name: getattr(measure, name) for name in measure.parameters()}


def _largest(case: Case) -> tuple[list[Any], list[Any]]:
    return [g if g is None else top_grade(g) for g in case.ranking], [top_grade(g) for g in case.pool]


def _recommended(case: Case) -> tuple[list[Item], list[Item]]:
    """Give the items of the list, and those of the catalogue."""
    ratings = [*map(top_grade, case.pool), *[None] * (len(case.known) - len(case.pool))]
    catalogue = [
        Item(frozenset(aspects), rating, seen, case.chances[place % len(case.chances)])
        for place, (aspects, rating, seen) in enumerate(zip(case.known, ratings, case.popularity, strict=True))
    ]
    return [UNKNOWN if place is None else catalogue[place] for place in case.places], catalogue
