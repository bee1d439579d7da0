"""The worked example of the measure pages: one list, and what each measure makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import polars as pl

import axiometer as ax
from axiometer.measures.parts.wrapper import Wrapper

RANKING = ["d", "x", "a", "c", "b"]
GRADES = {"a": {"1": 3, "2": 1}, "b": {"1": 2, "3": 1}, "c": {"2": 0}, "d": {"2": 1}, "e": {"3": 2}}
"""x is not judged, e is not found."""
WEIGHTS = {"1": 0.5, "2": 0.3, "3": 0.2}
TYPES = {"1": "inf", "2": "nav", "3": "inf"}
LENGTHS = {"a": 1200, "b": 900, "c": 400, "d": 500, "x": 700}
PROVIDERS = {"a": ("x",), "b": ("x", "y"), "d": ("z",), "e": ("y",)}
CORPUS_SIZE = 100
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


def shown_measures(measure: type[ax.Measure]) -> list[ax.Measure]:
    """Make a measure with its defaults, and with one parameter changed at a time."""
    return list(dict.fromkeys(_made(measure, _changes(measure))))


@cache
def value(measure: ax.Measure) -> str:
    """Measure the example."""
    profile = ax.get_profile(corpus_size=CORPUS_SIZE)
    number = ax.evaluate({"request": RANKING}, _judgments(), measure, profile=profile).values.item()
    return "undefined" if number != number else f"{number:.6f}"


def told(measures: Iterable[ax.Measure]) -> tuple[str, Rows]:
    """Say what was judged, and give the list as rows of a table, with what these measures look at."""
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


@cache
def _judgments() -> ax.Judgments:
    weights = pl.DataFrame({
        "request": ["request"] * len(WEIGHTS),
        "aspect": list(WEIGHTS),
        "weight": list(WEIGHTS.values()),
        "type": list(TYPES.values()),
    })
    return ax.read_judgments({"request": GRADES}, weights=weights, lengths=LENGTHS, providers=PROVIDERS)


def _changes(measure: type[ax.Measure]) -> Iterator[dict[str, Any]]:
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


def _made(measure: type[ax.Measure], changes: Iterable[dict[str, Any]]) -> Iterator[ax.Measure]:
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
    return f"{', '.join(others)} and {last}"
