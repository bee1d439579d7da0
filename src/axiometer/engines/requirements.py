"""What measures require beside grades, and whether judgments and conventions have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments, schema
from axiometer.data.lengths import length_in
from axiometer.errors import InputError, UsageError
from axiometer.measures.names import Wanted
from axiometer.measures.parts.satisfaction import GIVEN
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.measures.preferences.base import Preference
from axiometer.projection.join import DEPTH_OF_COUNTS
from axiometer.projection.judged import refuse_missing_providers
from axiometer.projection.needs import Needs

Asked = Wanted | Preference
"""What lists are measured or compared by."""
GIVEN_IN_TABLES: Final = (schema.ALPHA, schema.BETA)


def needs_of(asked: Iterable[Asked], judgments: Judgments, profile: Profile) -> Needs:
    """Find what measures and preferences need beside grades, and refuse judgments and conventions that do not have it.

    Preferences look at whole lists, not only at some ranks.
    """
    asked = tuple(asked)
    measures = [each for each in asked if not isinstance(each, Preference)]
    needs = _needs_of_measures(measures, judgments, profile)
    return needs if len(measures) == len(asked) else replace(needs, shown=np.inf if needs.shown else 0)


def _needs_of_measures(measures: Sequence[Wanted], judgments: Judgments, profile: Profile) -> Needs:
    for measure in measures:
        if "corpus_size" in measure.needs and profile.corpus_size is None:
            raise UsageError(
                f"{measure} needs to know how many items there are to retrieve: give the corpus size "
                "(--corpus-size N, or get_profile(…, corpus_size=N))" + _otherwise(measure)
            )
        if "providers" in measure.needs:
            refuse_missing_providers(judgments, getattr(measure, "level", 0.0), str(measure))
        _refuse_missing_catalogue(measure, judgments)
        if "aspects" in measure.needs and not judgments.has_aspects:
            found = f"judgments without aspects (all of them {schema.NO_ASPECT!r})"
            raise InputError(found, f"a grade for each aspect, which {measure} needs", source=judgments.source)
        if "types" in measure.needs and (judgments.weights is None or schema.TYPE not in judgments.weights.columns):
            expected = f"types, inf or nav, which {measure} needs (--weights, or read_judgments(…, weights=…))"
            raise InputError("no types of aspects", expected, source=judgments.source)
        for unit in measure.needs & {schema.CHARACTERS, schema.WORDS}:
            _refuse_other_units(measure, unit, judgments)
    needs = Needs(
        aspects=any("aspects" in measure.needs for measure in measures),
        characters=deepest(measure for measure in measures if schema.CHARACTERS in measure.needs),
        words=deepest(measure for measure in measures if schema.WORDS in measure.needs),
        text=deepest(measure for measure in measures if "text" in measure.needs),
        providers=any("providers" in measure.needs for measure in measures),
        shown=_n_shown(measures, judgments, profile),
        described=any(measure.needs & {"aspects", "catalogue"} for measure in measures),
        popularity=any("popularity" in measure.needs for measure in measures),
        given=frozenset(name for name in GIVEN_IN_TABLES for each in measures if getattr(each, name, None) == GIVEN),
    )
    if (
        needs.characters
        and needs.words
        and judgments.lengths is not None
        and schema.LENGTH in judgments.lengths.columns
    ):
        raise InputError(
            "one length for each item, for measures in characters (such as U) and in words (such as TBG)",
            "a table with the columns item, characters and words, or measures of one kind",
            source=judgments.lengths_source,
        )
    return needs


def _otherwise(measure: Wanted) -> str:
    """Say how to do without the corpus size, where that is possible."""
    inside = measure.measure if isinstance(measure, Wrapper) else measure
    if "imputation" not in inside.parameters():
        return ""
    changed: dict[str, Any] = {"imputation": "optimistic"}
    optimistic = replace(inside, **changed)
    if isinstance(measure, Wrapper):
        changed = {"measure": optimistic}
        optimistic = replace(measure, **changed)
    return "" if "corpus_size" in optimistic.needs else f", or write {optimistic}"


def _refuse_other_units(measure: Wanted, unit: str, judgments: Judgments) -> None:
    expected = f"the {unit} of items, which {measure} needs (--lengths, or read_judgments(…, lengths=…))"
    if judgments.lengths is None:
        raise InputError("no lengths of items", expected, source=judgments.source)
    if length_in(unit, judgments.lengths) is None:
        found = f"only {' and '.join(judgments.lengths.columns[1:])} of items"
        raise InputError(found, expected, source=judgments.lengths_source)


def deepest(measures: Iterable[Wanted]) -> float:
    """Say down to which rank measures look; all the way if one of them has no cut-off."""
    return max((getattr(measure, "cutoff", None) or np.inf for measure in measures), default=0)


def _n_shown(measures: Sequence[Wanted], judgments: Judgments, profile: Profile) -> float:
    """Say down to which rank all items are looked up, if more is known of them than the ratings to measure against."""
    if judgments.catalogue is None:
        if profile.unknown_items == "error":
            raise UsageError("unknown items can be refused only where a catalogue of items is known, with ratings")
        return 0
    is_asked = profile.unknown_items == "error" or any("items" in measure.needs for measure in measures)
    is_known = judgments.are_items_described or judgments.catalogue.has_train
    if not (is_asked or is_known):
        return 0
    is_whole = profile.corpus_size is not None or profile.unknown_items == "error"
    return np.inf if is_whole else max(deepest(measures), DEPTH_OF_COUNTS)


def _refuse_missing_catalogue(measure: Wanted, judgments: Judgments) -> None:
    catalogue = judgments.catalogue
    if "items" in measure.needs and catalogue is None:
        expected = f"all items there are, which {measure} needs (--ratings TRAIN TEST, or read_ratings(train, test))"
        raise InputError("judgments without a catalogue of items", expected, source=judgments.source)
    if "catalogue" in measure.needs and not judgments.are_items_described:
        expected = f"those of every item, which {measure} needs (--aspects, or read_ratings(…, aspects=…))"
        raise InputError("no aspects of items", expected, source=judgments.source)
    if "popularity" in measure.needs and (catalogue is None or not catalogue.has_train):
        expected = f"what users had before, which {measure} needs (--ratings TRAIN TEST, or read_ratings(train, test))"
        raise InputError("no train part", expected, source=judgments.source)
    for name in GIVEN_IN_TABLES:
        if getattr(measure, name, None) == GIVEN and getattr(catalogue, name) is None:
            expected = f"numbers from 0 to 1, which {measure} needs (--{name}-table, or read_ratings(…, {name}=…))"
            raise InputError(f"no table of {name}", expected, source=judgments.source)
