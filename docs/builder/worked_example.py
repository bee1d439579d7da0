"""The worked example of the measure pages: one list, and what each measure makes of it.

Measures of recommendation see the same list as one for a user who had rated other items before. Measures of systems see
it beside that of a second user.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import polars as pl

import axiometer as ax
from axiometer.measures.base import SystemMeasure
from axiometer.measures.parts.wrapper import Wrapper

RANKING = ["d", "x", "a", "c", "b"]
GRADES = {"a": {"1": 3, "2": 1}, "b": {"1": 2, "3": 1}, "c": {"2": 0}, "d": {"2": 1}, "e": {"3": 2}}
"""x is not judged, e is not found."""
WEIGHTS = {"1": 0.5, "2": 0.3, "3": 0.2}
TYPES = {"1": "inf", "2": "nav", "3": "inf"}
LENGTHS = {"a": 1200, "b": 900, "c": 400, "d": 500, "x": 700}
PROVIDERS = {"a": ("x",), "b": ("x", "y"), "d": ("z",), "e": ("y",)}
CORPUS_SIZE = 100
CATALOGUE = {item: tuple(by_aspect) for item, by_aspect in GRADES.items()} | {"x": ("3",), "f": ("1", "2"), "g": ("3",)}
"""The aspects of all items."""
PROFILE = {"f": 3, "g": 1}
"""What the user had rated before."""
OTHER_PROFILES = {"u1": {"a": 2, "d": 1}, "u2": {"a": 3, "d": 2, "f": 1}, "u3": {"a": 1, "b": 2}}
SECOND_RANKING = ["a", "d", "e"]
INSIDE = ("nDCG", "nDCG@3", "Q", "AP")
"""What a measure made of another one is shown with."""
INSIDE_WORST = ("RecallLevel", "RecallLevel(exposure=dcg)", "AP")
"""What the worst case is shown with: whoever wants e alone has nothing of the others."""
NDEVAL = {
    "alpha_DCG": {"scale": "ndeval", "cutoff": 3},
    "ERR_IA": {"alpha": 0.5, "gain": "binary", "cutoff": 3},
    "nERR_IA": {"alpha": 0.5, "gain": "binary", "cutoff": 3},
}
"""Parameters that have a meaning only together."""

Rows = list[tuple[Any, ...]]
Shown = ax.Measure | SystemMeasure


def shown_measures(measure: type[Shown]) -> list[Shown]:
    """Make a measure with its defaults, and with one parameter changed at a time."""
    return list(dict.fromkeys(_made(measure, _changes(measure))))


@cache
def value(measure: Shown) -> str:
    """Measure the example."""
    if isinstance(measure, SystemMeasure):
        lists = {"query": RANKING, "second": SECOND_RANKING}
        number = ax.evaluate(_ratings(), lists, measure).system_values.item()
    elif _is_of_recommendation(measure):
        number = ax.evaluate(_ratings(), {"query": RANKING}, measure).values[0, 0].item()
    else:
        profile = ax.get_profile(corpus_size=CORPUS_SIZE)
        number = ax.evaluate(_judgments(), {"query": RANKING}, measure, profile=profile).values.item()
    return "undefined" if number != number else f"{number:.6f}"


def told(measures: Iterable[Shown]) -> tuple[str, Rows]:
    """Say what was judged, and give the list as rows of a table, with what these measures look at."""
    measures = list(measures)
    if isinstance(measures[0], SystemMeasure):
        return _told_of_system()
    if _is_of_recommendation(measures[0]):
        return _told_of_recommendation(measures)
    needs = {need for measure in measures for need in measure.needs}
    rows: Rows = [("item", *RANKING)]
    if "aspects" in needs:
        said = f"The aspects {_listed(WEIGHTS)} have the weights {_listed(WEIGHTS.values())}"
        said += f" and the types {_listed(TYPES.values())}." if "types" in needs else "."
        said += " The list has x, which is not judged, and lacks e, which has grade 2 for aspect 3."
        rows += [(f"grade for aspect {each}", *_grades(each)) for each in WEIGHTS]
    else:
        judged = ", ".join(f"{item} {_largest(item)}" for item in GRADES)
        said = f"Judged are {judged}. The list has x, which is not judged, and lacks e."
        rows.append(("grade", *(_largest(item) if item in GRADES else "not judged" for item in RANKING)))
    if needs & {"characters", "words"}:
        rows.append(("length", *(LENGTHS[item] for item in RANKING)))
    if "providers" in needs:
        rows.append(("provider", *(" and ".join(PROVIDERS.get(item, ("–",))) for item in RANKING)))
        said += f" The provider of e is {PROVIDERS['e'][0]}."
    if "corpus_size" in needs:
        said += f" There are {CORPUS_SIZE} items to retrieve."
    return said, rows


def _told_of_system() -> tuple[str, Rows]:
    empty = [""] * (len(RANKING) - len(SECOND_RANKING))
    said = f"There are {len(CATALOGUE)} items, {_listed(sorted(CATALOGUE))}, and the lists of two users."
    return said, [("first list", *RANKING), ("second list", *SECOND_RANKING, *empty)]


def _told_of_recommendation(measures: list[Shown]) -> tuple[str, Rows]:
    needs = {need for measure in measures for need in measure.needs}
    rows: Rows = [("item", *RANKING)]
    said = "What the user thinks of the items does not matter here."
    if any({"beta", "relevance"} & set(measure.parameters()) for measure in measures):
        said = f"The list has x, which the user did not rate, and lacks e, which the user rated {_largest('e')}."
        rows.append(("rating", *(_largest(item) if item in GRADES else "not rated" for item in RANKING)))
    if "catalogue" in needs:
        rows.append(("aspects", *(" and ".join(CATALOGUE[item]) for item in RANKING)))
    if any("beta" in measure.parameters() for measure in measures):
        before = _listed(f"{item} {rating} (aspects {_listed(CATALOGUE[item])})" for item, rating in PROFILE.items())
        said += f" The aspect of e is 3. Before, the user rated {before.replace('aspects 3', 'aspect 3')}."
    if "popularity" in needs:
        profiles = [PROFILE, *OTHER_PROFILES.values()]
        rows.append(("users who had it", *(sum(item in each for each in profiles) for item in RANKING)))
        said += f" {len(profiles)} users have a profile, with {sum(map(len, profiles))} ratings in all."
    return said, rows


def _is_of_recommendation(measure: Shown) -> bool:
    return bool(measure.needs & {"items", "catalogue", "popularity"})


@cache
def _ratings() -> ax.Judgments:
    test = {"query": {item: _largest(item) for item in GRADES}, "second": {"e": 2}}
    return ax.read_ratings({"query": PROFILE, **OTHER_PROFILES}, test, CATALOGUE)


@cache
def _judgments() -> ax.Judgments:
    weights = pl.DataFrame({
        "query": ["query"] * len(WEIGHTS),
        "aspect": list(WEIGHTS),
        "weight": list(WEIGHTS.values()),
        "type": list(TYPES.values()),
    })
    return ax.read_judgments({"query": GRADES}, weights=weights, lengths=LENGTHS, providers=PROVIDERS)


def _changes(measure: type[Shown]) -> Iterator[dict[str, Any]]:
    inside: dict[str, Any] = {}
    if issubclass(measure, Wrapper):
        shown = INSIDE_WORST if measure.name == "WC" else INSIDE
        yield from ({"measure": ax.parse_measure(name)} for name in shown)
        inside = {"measure": ax.parse_measure(shown[0])}
    else:
        yield {}
    for name, declared in measure.parameters().items():
        yield from ({**inside, name: example} for example in declared.metadata["examples"])
    if {"gain", "rel"} <= set(measure.parameters()):
        yield {"gain": "binary", "rel": 2}
    if measure.name in NDEVAL:
        yield NDEVAL[measure.name]


def _made(measure: type[Shown], changes: Iterable[dict[str, Any]]) -> Iterator[Shown]:
    for change in changes:
        try:
            each = measure(**change)
            value(each)
        except ax.AxiometerError:
            continue  # not every parameter goes with every default
        yield each


def _grades(aspect: str) -> list[Any]:
    return [GRADES[item].get(aspect, "–") if item in GRADES else "not judged" for item in RANKING]


def _largest(item: str) -> int:
    return max(GRADES[item].values())


def _listed(things: Iterable[Any]) -> str:
    *others, last = map(str, things)
    return f"{', '.join(others)} and {last}" if others else last
