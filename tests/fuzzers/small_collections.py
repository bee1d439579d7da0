"""Small random collections, held against pytrec_eval, pyndeval and the scalar references, list by list.

Ties, missing and strange queries, unjudged items, negative and fractional grades, aspects, weights, lengths. Each
program is compared under the profile that follows it; where nothing is relevant and we say undefined, it says 0.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from types import ModuleType
from typing import Any, Final

import polars as pl

import axiometer as ax
from axiometer.axioms.exact_values import reference_value
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.reference.cases import Case as RankedList
from axiometer.reference.cases import top_grade
from axiometer.testing.strategies import measures_for
from tests.fuzzers.driver import Case, Fault, Fuzzer, attempt, in_one_line

ITEMS: Final = ("a", "B", "Z", "é", "e\u0301", "ｚ", "\U0001d49f", "10", "9", "d-1", "~")
QUERIES: Final = ("1", "2", "10", "ü", "r5")
ASPECTS: Final = ("u", "v", "w")
SCORES: Final = (0.0, -0.0, -1.5, 0.5, 0.5 + 1e-9, 0.5 + 1e-7, 2.0, 1e30, -1e-300, 16777217.0, 16777216.0)
CUTOFFS: Final = (1, 2, 5, 10, 100)
_UNCUT: Final = {"map": "AP", "ndcg": "nDCG", "recip_rank": "RR", "Rprec": "Rprec", "bpref": "Bpref"}
_SETS: Final = {"set_P": "P", "set_recall": "R", "set_F": "F"}
_CUT: Final = {"ndcg_cut": "nDCG", "P": "P", "recall": "R", "success": "Success", "map_cut": "AP"}
TREC_EVAL: Final = {
    **_UNCUT,
    **_SETS,
    **{f"{name}_{k}": f"{ours}@{k}" for name, ours in _CUT.items() for k in CUTOFFS},
}
"""trec_eval's measures, and ours; nDCG takes no notice of the level."""
ALPHAS: Final = (0, 0.5, 1)
"""With others the last bits of ndeval's sums decide how its ideal list ties."""
WEIGHTS: Final = ((0.5, 0.25, 0.25), (0.75, 0.125, 0.125), (0.0, 0.5, 0.5), (1.0, 0.0, 0.0))

Grades = dict[str, dict[str, Any]]


def faults(case: Case) -> Iterator[Fault]:
    """Make a collection and compare the values of all its lists."""
    rng = case.rng
    match rng.choice(["pytrec_eval", "pyndeval", "reference", "reference", "reference"]):
        case "pytrec_eval":
            yield from _against_pytrec_eval(rng)
        case "pyndeval":
            yield from _against_pyndeval(rng)
        case _:
            yield from _against_references(rng)


def program(name: str) -> ModuleType:
    """Import a program that others wrote."""
    with warnings.catch_warnings(action="ignore"):
        return importlib.import_module(name)


def _run(rng: Random) -> dict[str, dict[str, float]]:
    scores = rng.sample(SCORES, rng.choice([1, 2, 4, len(SCORES)]))
    lists = {
        query: {item: rng.choice(scores) for item in rng.sample(ITEMS, rng.randint(1, len(ITEMS)))}
        for query in QUERIES
        if rng.random() < 0.8
    }
    return lists or {"1": {"a": 1.0}}


def _grades(rng: Random, values: tuple[float, ...]) -> dict[str, dict[str, float]]:
    some = rng.sample(values, rng.choice([1, 2, len(values)]))
    judged = {
        query: {item: rng.choice(some) for item in rng.sample(ITEMS, rng.randint(1, len(ITEMS)))}
        for query in QUERIES
        if rng.random() < 0.8
    }
    return judged or {"1": {"a": 1}}


# Other programs


def _against_pytrec_eval(rng: Random) -> Iterator[Fault]:
    run, judgments, level = _run(rng), _grades(rng, (-1, 0, 1, 2, 3, 4)), rng.choice([1, 2, 3])
    for judged in judgments.values():
        if max(judged.values()) < 0:
            judged["never retrieved"] = 0  # where all grades are negative, pytrec_eval hangs or crashes
    if not run.keys() & judgments.keys():
        return
    ours = {
        name: f"{full.split('@')[0]}(rel={level})" + (f"@{full.split('@')[1]}" if "@" in full else "")
        if not full.startswith("nDCG")
        else full
        for name, full in TREC_EVAL.items()
    }
    evaluator = program("pytrec_eval").RelevanceEvaluator(judgments, list(ours), relevance_level=level)
    theirs = evaluator.evaluate(run)
    yield from _compared("pytrec_eval", theirs, ours, (judgments, run), profile="trec_eval-9", tolerance=1e-9)


def _against_pyndeval(rng: Random) -> Iterator[Fault]:
    run, alpha, level = _run(rng), rng.choice(ALPHAS), rng.choice([1, 2])
    judgments = _aspect_grades(rng, (-2, 0, 1, 2, 3))
    rows = [
        (query, aspect, item, int(grade))
        for query, judged in judgments.items()
        for item, grades in judged.items()
        for aspect, grade in grades.items()
    ]
    if not run.keys() & judgments.keys():
        return
    rel = f"rel={level}"
    ours = {"NRBP": f"NRBP(alpha={alpha},beta=0.5,{rel})", "nNRBP": f"nNRBP(alpha={alpha},beta=0.5,{rel})"}
    ours["MAP-IA"] = f"AP_IA({rel})"
    for k in (1, 2, 5, 20):
        ours[f"ERR-IA@{k}"] = f"ERR_IA(alpha={alpha},{rel})@{k}"
        ours[f"nERR-IA@{k}"] = f"nERR_IA(alpha={alpha},{rel})@{k}"
        ours[f"alpha-DCG@{k}"] = f"alpha_DCG(alpha={alpha},{rel})@{k}"
        ours[f"alpha-nDCG@{k}"] = f"alpha_nDCG(alpha={alpha},{rel})@{k}"
        ours[f"P-IA@{k}"] = f"P_IA({rel})@{k}"
        ours[f"strec@{k}"] = f"strec({rel})@{k}"
    parameters = {"alpha": alpha, "relevance_level": level}
    evaluator = program("pyndeval").RelevanceEvaluator(rows, list(ours), **parameters)
    theirs = evaluator.evaluate([(q, i, score) for q, ranking in run.items() for i, score in ranking.items()])
    yield from _compared("pyndeval", theirs, ours, (judgments, run), profile="pyndeval", tolerance=1e-12)


def _compared(
    name: str, theirs: Any, ours: dict[str, str], data: tuple[Any, Any], *, profile: str, tolerance: float
) -> Iterator[Fault]:
    """Compare all values of a program with ours; what is undefined counts 0."""
    measured = attempt(lambda: ax.evaluate(*data, [*ours.values()], profile=profile), name)
    shown = in_one_line(f"{data[0]} {data[1]}")
    if not measured.is_value:
        yield measured.fault or Fault(f"refused:{name}", f"{measured} for {shown}")
        return
    values = _values(measured.value)
    full = dict(zip(ours, map(str, measured.value.measures), strict=True))
    queries = {query for query, _ in values}
    if queries != theirs.keys():
        yield Fault(f"queries-differ:{name}", f"{sorted(queries)} and {sorted(theirs)} for {shown}")
        return
    for query, by_measure in theirs.items():
        for theirs_name, value in by_measure.items():
            our_value, their_value = _or_zero(values[query, full[theirs_name]]), _or_zero(value)
            if not abs(our_value - their_value) <= tolerance:
                told = f"{theirs_name} of {query} is {their_value!r}, {full[theirs_name]} {our_value!r}"
                yield Fault(f"differs:{name}-{theirs_name.partition('@')[0].rstrip('_0123456789')}", f"{told}: {shown}")


def _values(measured: ax.Measurements) -> dict[tuple[str, str], float]:
    rows = measured.to_polars().select("query", "measure", "value").rows()
    return {(query, measure): value for query, measure, value in rows}


def _or_zero(value: float) -> float:
    return 0.0 if math.isnan(value) else value


# The references


@dataclass(frozen=True)
class InOrder(RankedList):
    """A list whose judged items have an order of their own: the greatest id first, which settles ties of ideals."""

    judged: tuple[Any, ...] = ()

    @property
    def pool(self) -> tuple[Any, ...]:
        """The grades of all judged items."""
        return self.judged


def _aspect_grades(rng: Random, values: tuple[float, ...]) -> Grades:
    judged: Grades = {}
    for query in QUERIES:
        if rng.random() < 0.2:
            continue
        some = rng.sample(values, rng.choice([1, 2, len(values)]))
        aspects = ASPECTS[: rng.randint(1, 3)]
        by_item = {item: {a: rng.choice(some) for a in aspects if rng.random() < 0.6} for item in _some(rng)}
        judged[query] = {item: grades for item, grades in by_item.items() if grades} or {"a": {"u": 0}}
    return judged or {"1": {"a": {"u": 1}}}


def _some(rng: Random) -> list[str]:
    return rng.sample(ITEMS, rng.randint(1, len(ITEMS)))


def configured(rng: Random, *, has_aspects: bool) -> ax.Measure | None:
    """Take any measure with parameters from the examples that their declarations give."""
    fitting = [
        measure
        for measure in catalogue().values()
        if not _needs(measure) & {"catalogue", "popularity", "providers"}
        and (has_aspects or not _sees_aspects(measure))
    ]
    measure = rng.choice(fitting)
    for _ in range(20):
        with suppress(ax.UsageError):
            return _built(rng, measure)
    return None


def _needs(measure: type[ax.Measure]) -> frozenset[str]:
    return measure.adds if issubclass(measure, Wrapper) else measure().needs


def _sees_aspects(measure: type[ax.Measure]) -> bool:
    return bool(_needs(measure) & {"aspects", "types"}) or (issubclass(measure, Wrapper) and measure.name != "WC")


def _built(rng: Random, measure: type[ax.Measure]) -> ax.Measure:
    given = {
        name: rng.choice(each.metadata["examples"])
        for name, each in measure.parameters().items()
        if each.metadata["examples"] and rng.random() < 0.6
    }
    if issubclass(measure, Wrapper):
        inside = rng.choice(sorted(measures_for(measure), key=lambda each: each.name))
        given["measure"] = _built(rng, inside)
    return measure(**given)


def _against_references(rng: Random) -> Iterator[Fault]:
    has_aspects = rng.random() < 0.5
    run = _run(rng)
    values = rng.choice([(-1, 0, 1, 2, 3), (-0.5, 0, 0.25, 0.5, 1, 1.5, 2.75)])
    judgments: Any = _aspect_grades(rng, values) if has_aspects else _grades(rng, values)
    measures = [configured(rng, has_aspects=has_aspects) for _ in range(3)]
    lengths = {item: rng.choice([1.0, 10.0, 300.0, 5200.5]) for item in ITEMS}
    lengths_of = pl.DataFrame({"item": list(lengths), "characters": lengths.values(), "words": lengths.values()})
    weights, types = _weights(rng, judgments) if has_aspects else ({}, {})
    rows = [(q, a, w, types[q][a]) for q, by_aspect in weights.items() for a, w in by_aspect.items()]
    table = pl.DataFrame(rows, schema=["query", "aspect", "weight", "type"], orient="row") if rows else None
    known = attempt(lambda: ax.read_judgments(judgments, weights=table, lengths=lengths_of), "reference")
    counted = rng.choice(["relevant", "relevant-unscaled", "all"])
    top = max((top_grade(g) for judged in judgments.values() for g in judged.values() if top_grade(g) > 0), default=1)
    profile = ax.get_profile("trec_eval", corpus_size=1000, counted_aspects=counted, max_grade=top)
    if known.fault:
        yield known.fault
    if not known.is_value:
        return
    for measure in measures:
        if measure is None:
            continue
        found = attempt(lambda measure=measure: ax.evaluate(known.value, run, measure, profile=profile), "reference")
        shown = in_one_line(f"{measure}, {counted}: {run} {judgments} {weights}")
        if found.fault:
            yield Fault(found.fault.kind, f"{shown}: {found.fault.told}")
        if not found.is_value:
            continue  # gains above 1 where probabilities are needed, or no relevant aspect has a weight
        for (query, _), value in _values(found.value).items():
            case = _as_list(run.get(query, {}), judgments[query], lengths)
            case = replace(case, weights=weights.get(query))
            navigational = {aspect for aspect, kind in types.get(query, {}).items() if kind == "nav"}
            case = replace(case, navigational=frozenset(navigational))
            expected = reference_value(measure, case, max_grade=top, counted=counted)
            expected = math.nan if expected is None else expected
            is_same = value == expected or abs(value - expected) <= 1e-14 + 1e-11 * abs(expected)
            if not is_same and not (math.isnan(value) and math.isnan(expected)):
                kind = measure.name + (f"-{measure.measure.name}" if isinstance(measure, Wrapper) else "")
                told = f"{query} has {value!r}, by the equation {expected!r}: {shown}"
                yield Fault(f"differs:reference-{kind}", told)


def _weights(rng: Random, judgments: Grades) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, str]]]:
    """Give all aspects of all queries weights, or none."""
    if rng.random() < 0.5:
        return {}, {}
    weights = {query: dict(zip(ASPECTS, rng.choice(WEIGHTS), strict=True)) for query in judgments}
    types = {query: {aspect: rng.choice(["inf", "nav"]) for aspect in ASPECTS} for query in judgments}
    return weights, types


def _as_list(ranking: dict[str, float], judged: dict[str, Any], lengths: dict[str, float]) -> InOrder:
    """Order a list by score, and then by the greatest id."""
    in_order = sorted(ranking, key=lambda item: (ranking[item], item.encode()), reverse=True)
    greatest_first = sorted(judged, key=str.encode, reverse=True)
    return InOrder(
        tuple(judged.get(item) for item in in_order),
        tuple(judged[item] for item in greatest_first if item not in ranking),
        lengths=tuple(lengths[item] for item in in_order),
        judged=tuple(judged[item] for item in greatest_first),
    )


FUZZER: Final = Fuzzer(name="small_collections", faults=faults, cases=5_000)
