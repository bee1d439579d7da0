"""Comparing systems query by query on this machine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from numbers import Real
from typing import Any

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import schema
from axiometer.engines.chunk import Chunk, ChunkEvaluator
from axiometer.engines.collection import Collection
from axiometer.engines.comparing import CLOSE, Contest, pair_signs
from axiometer.engines.preferences import Compared, Comparison, Preferences
from axiometer.errors import UnknownNameError, UsageError, counted
from axiometer.io import read_judgments
from axiometer.jobs import Progress
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue, preference_catalogue
from axiometer.measures.names import find_preference, parse_measures, words
from axiometer.measures.preferences.base import Preference
from axiometer.notes import Note


def prefer(
    judgments: Any,
    runs: Any,
    preferences: str | Compared | Iterable[str | Compared] = "lexirecall",
    *,
    profile: str | Profile | None = None,
    tie_tolerance: float | None = None,
    jobs: int = 2,
    progress: Progress | None = None,
) -> Preferences:
    """Compare systems pair by pair and query by query.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``; at least two systems.
    preferences
        Preferences, measures, or names of either: ``["lexirecall", "RPP(weights=dcg)", "AP"]``. A measure prefers the
        list with the better value.
    profile
        The conventions, as for ``evaluate``.
    tie_tolerance
        Values of a measure that differ by at most this are tied, and so are lists whose preference is that close to 0.
        Without it, only what may differ by rounding is tied: values that differ by 1e-12 of their size. Sorted values
        are tied as long as each is that close to the next. Preferences that are orders of lists have no values.
    jobs, progress
        As for ``evaluate``.

    Examples
    --------
    >>> runs = {"one": {"q": ["a", "b"]}, "two": {"q": ["b", "a"]}}
    >>> prefer({"q": {"a": 1}}, runs).summary().row(0)[1:6]
    ('one', 'two', 1, 0, 0)
    """
    judgments = read_judgments(judgments)
    profile = profile_for(judgments, profile)
    compared = parse_compared(preferences, profile=profile)
    check_tolerance(tie_tolerance)
    collection = Collection.read(judgments, runs, compared, profile=profile, jobs=jobs, progress=progress)
    return preferred(collection, tie_tolerance)


def preferred(collection: Collection, tie_tolerance: float | None = None) -> Preferences:
    """Compare the systems of a collection by all its measures and preferences."""
    systems = collection.systems
    if len(systems) < 2:
        raise UsageError(f"a preference needs two systems to choose from; there is only {systems[0]!r}")
    measured, is_included = collection.measured(), collection.is_included
    values = {str(each): measured.values[:, : len(collection.queries), m] for m, each in enumerate(measured.measures)}
    contests = [
        Contest(each, collection.lists_for(each), tie_tolerance, values.get(str(each))) for each in collection.compared
    ]
    comparisons = [_comparison(contest, is_included) for contest in contests]
    return Preferences(
        systems=systems,
        queries=collection.queries,
        comparisons=tuple(comparisons),
        profile=collection.profile,
        tie_tolerance=tie_tolerance,
        counts=measured.counts,
        noted=(*measured.noted, *_notes(comparisons, is_included, tie_tolerance, collection.asker)),
        asker=collection.asker,
    )


def preferred_in(chunk: Chunk, chunks: ChunkEvaluator, tie_tolerance: float | None = None) -> pl.DataFrame:
    """Compare the systems of some queries: one row per preference, query and pair that was compared."""
    met = chunks.meet(chunk)
    return pl.DataFrame() if met is None else preferred(Collection(*met), tie_tolerance).to_polars()


def check_tolerance(tie_tolerance: float | None) -> None:
    """Refuse what is no tolerance."""
    if tie_tolerance is not None and not (isinstance(tie_tolerance, Real) and 0 <= tie_tolerance < np.inf):
        raise UsageError(f"tie_tolerance must be a number from 0, not {tie_tolerance!r}")


def parse_compared(
    things: str | Compared | Iterable[str | Compared],
    *,
    gain: str | None = None,
    rel: float | None = None,
    profile: str | Profile = "trec_eval",
) -> list[Compared]:
    """Find the preferences and measures that texts name; each once."""
    if isinstance(things, str | Measure | Preference | type):
        things = [things]
    if not isinstance(things, Iterable):
        raise UsageError(f"{things!r} is neither a preference or measure nor the name of one")
    found: dict[Compared, None] = {}
    for thing in things:
        for word in words(thing) if isinstance(thing, str) else [thing]:
            found.update(dict.fromkeys(_of_word(word, {"gain": gain, "rel": rel, "profile": profile})))
    if not found:
        raise UsageError(f"no preference is named; there are {', '.join(preference_catalogue())}, and any measure")
    names = [str(each) for each in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two different measures are called {name}: give one of them another name")
    return list(found)


def _of_word(thing: object, usual: Mapping[str, Any]) -> Sequence[Compared]:
    """Find what one word names."""
    if isinstance(thing, type) and issubclass(thing, Preference):
        raise UsageError(f"{thing.name} is a class of preferences: write {thing.name}() for the one with its defaults")
    own = {name: usual[name] for name in ("rel", "profile")}
    preference = find_preference(thing, **own) if isinstance(thing, str) else thing
    if isinstance(preference, Preference):
        return [preference]
    try:
        return parse_measures(thing, **usual)  # type: ignore[arg-type]
    except UnknownNameError:
        known = {name.lower(): name for name in (*catalogue(), *preference_catalogue())}
        near = get_close_matches(re.match(r"\w*", str(thing).lower())[0], known, n=2)  # type: ignore[index]
        hint = f"did you mean {' or '.join(known[name] for name in near)}? " if near else ""
        raise UsageError(
            f"there is no preference or measure {thing!r}; {hint}preferences: {', '.join(preference_catalogue())}; "
            "measures: see axiometer measures"
        ) from None


def _comparison(contest: Contest, is_included: BoolArray) -> Comparison:
    n_systems, n_queries = is_included.shape
    is_compared = is_included & contest.is_defined.reshape(is_included.shape)
    left, right = np.triu_indices(n_systems, k=1)
    if contest.number is None:
        query = np.arange(n_queries)
        ours, theirs = ((side[:, None] * n_queries + query).ravel() for side in (left, right))
        exact = contest.compare(ours, theirs).reshape(left.size, n_queries)
        exact[~(is_compared[left] & is_compared[right])] = 0.0
        return Comparison(contest.compared, exact.astype(np.float32), is_compared, exact.sum(axis=1))
    values = pair_signs(contest.number.reshape(is_included.shape), is_compared)
    return Comparison(contest.compared, values, is_compared, values.sum(axis=1, dtype=np.float64), contest.n_close)


def _notes(
    comparisons: Sequence[Comparison], is_included: BoolArray, tie_tolerance: float | None, asker: schema.Asker
) -> Iterator[Note]:
    """Say which queries and which pairs were not compared, and where ties are not what they seem."""
    if tie_tolerance:
        yield Note("tie_tolerance", "", f"values that differ by at most {tie_tolerance:g} are tied")
    left, right = np.triu_indices(len(is_included), k=1)
    n_apart = int((~(is_included[left] & is_included[right]).any(axis=1)).sum())
    if n_apart:
        text = f"{counted(n_apart, 'pair')} of systems without a {asker} that counts for both"
        yield Note("pairs_apart", "", text, n_apart)
    for each in comparisons:
        n_left_out = int((is_included & ~each.is_compared).any(axis=0).sum())
        if n_left_out:
            text = f"undefined for {counted(n_left_out, asker)}, left out"
            yield Note("left_out", str(each.compared), text, n_left_out)
        if each.n_close and not tie_tolerance:
            text = f"{counted(each.n_close, 'value')} within {CLOSE:g} of the next, and not equal"
            yield Note("nearly_tied", str(each.compared), text, each.n_close)
