"""Arithmetic by hand: for every measure of the catalogue, lists and what they are worth.

Each file of the folder ``hand_worked`` is named after its measure and holds examples of these parts:

``measure``
    The full name of the measure.
``list``, ``pool``
    The grades of the list in rank order, "-" for an unjudged item; the grades of all judged items, those of the list
    included. With aspects, an item is a table: {a = 2, b = 1}. Of items with equal grades, the list has those that
    come first in the pool. The pool has the greatest item id first, which wins ties of ideal lists and takes the first
    of the positions of items not retrieved.
``weights``, ``navigational``
    Of the aspects, if not uniform; those aspects of which one item is all that is wanted.
``lengths``
    Of the items of the list, judged or not.
``providers``
    Of each item of the pool, one or a list of several.
``list``, ``catalogue``, ``seen``, ``seen_elsewhere``, ``users``
    For recommendations. The list also has items that were not rated, as the array of their aspects; "-" is then an item
    that the catalogue does not have, and {"-" = 4} one with a rating but no aspects. The catalogue adds items that were
    neither rated nor shown; its ids are the smallest, those of the list's unrated items are between these and the rated
    ones. How many users had each item of the list before, how many had each of other items, and how many users had any.
``max_grade``, ``aspects``, ``grade_scale``, ``corpus_size``
    Conventions of the profile, where they are not the usual ones.
``expected``, ``decimal``
    The arithmetic, or "undefined"; and its result in four decimals, so that a slip in the arithmetic does not go
    unnoticed.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.axioms.exact_values import reference_value
from axiometer.conventions.profiles import Profile
from axiometer.data.catalogue import Catalogue, all_items
from axiometer.measures.catalogue import catalogue
from axiometer.reference.cases import aspects_of, by_aspect, top_grade
from axiometer.testing import Case

FOLDER = Path(__file__).parent / "hand_worked"
EXAMPLES = {path.stem: tomllib.loads(path.read_text("utf-8"))["example"] for path in sorted(FOLDER.glob("*.toml"))}
PARTS = {"measure", "list", "pool", "weights", "navigational", "lengths", "providers", "expected", "decimal"}
OF_RECOMMENDATIONS = {"catalogue", "seen", "seen_elsewhere", "users"}
CONVENTIONS = {name: name for name in ("max_grade", "grade_scale", "corpus_size")} | {"aspects": "counted_aspects"}
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}

every_measure = pytest.mark.parametrize("name", EXAMPLES)


@dataclass(frozen=True)
class Worked(Case):
    """A list with its judged items in an order of their own."""

    judged: tuple[Any, ...] = ()

    @property
    def pool(self) -> tuple[Any, ...]:
        """The grades of all judged items, in the order that settles ties of ideal lists."""
        return self.judged


def worked_out(text: str) -> float:
    """Work out an arithmetic expression, in fractions as far as there is no logarithm or root."""

    def value(tree: ast.expr) -> Any:
        match tree:
            case ast.Constant(int() | float() as number):
                return Fraction(str(number))
            case ast.BinOp(left, symbol, right):
                return OPERATORS[type(symbol)](value(left), value(right))
            case ast.Call(ast.Name("log2"), [argument]):
                return math.log2(value(argument))
        raise ValueError(f"{ast.unparse(tree)} in {text!r} is no arithmetic")

    return math.nan if text == "undefined" else float(value(ast.parse(f"({text})", mode="eval").body))


def items_of(example: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Name the items of the list and, with their grades, the judged items."""
    judged = {f"judged {number:02}": grade for number, grade in enumerate(reversed(example["pool"]), 1)}
    left, names = dict(reversed(judged.items())), []
    for rank, grade in enumerate(example["list"], 1):
        is_judged = isinstance(grade, dict | int | float)
        name = next(name for name in left if left[name] == grade) if is_judged else f"in the list {99 - rank}"
        left.pop(name, None)
        names.append(name)
    return names, judged


def judgments_of(example: dict[str, Any], names: list[str], judged: dict[str, Any]) -> ax.Judgments:
    """Give the judgments of the example and of another query, with all that the example says of them."""
    if is_recommendation(example):
        ratings = {name: top_grade(grade) for name, grade in judged.items()}
        plain = ax.read_judgments({"example": ratings, "another": {"item": 0}})
        return replace(plain, catalogue=catalogue_of(example, names, judged))
    has_aspects = any(isinstance(grade, dict) for grade in example["pool"])
    grades = {"example": judged, "another": {"item": {"a": 0} if has_aspects else 0}}
    weights, lengths, providers = None, None, None
    if "weights" in example:
        types = dict.fromkeys(example["weights"], "inf") | dict.fromkeys(example.get("navigational", ()), "nav")
        rows = [("example", aspect, float(weight), types[aspect]) for aspect, weight in example["weights"].items()]
        weights = pl.DataFrame(rows, schema=["query", "aspect", "weight", "type"], orient="row")
    if "lengths" in example:
        lengths = dict(zip(names, example["lengths"], strict=True)) | {"item": 100}
    if "providers" in example:
        providers = dict(zip(reversed(judged), map(list, providers_of(example)), strict=True)) | {"item": ["another"]}
    return ax.read_judgments(grades, weights=weights, lengths=lengths, providers=providers)


def is_recommendation(example: dict[str, Any]) -> bool:
    """Say whether the measure looks at all items, judged or not."""
    return bool(ax.parse_measure(example["measure"]).needs & {"catalogue", "popularity"})


def catalogue_of(example: dict[str, Any], names: list[str], judged: dict[str, Any]) -> Catalogue:
    """Give all items their aspects and their earlier users; the weights are ratings of items that are not in the way.

    The item of the other query has no aspects, so that it is in no ideal list.
    """
    aspects = {name: aspects_of(grade) for name, grade in judged.items()} | {"item": ()}
    aspects |= {name: grade for name, grade in zip(names, example["list"], strict=True) if isinstance(grade, list)}
    aspects |= {f"further {99 - number}": each for number, each in enumerate(example.get("catalogue", ()))}
    seen = dict(zip(names, example.get("seen", ()), strict=False))
    seen |= {f"elsewhere {number:02}": times for number, times in enumerate(example.get("seen_elsewhere", ()))}
    users = itertools.cycle([f"user {number:02}" for number in range(example.get("users", 0))])
    train = [(next(users), item, 1.0) for item, times in seen.items() for _ in range(times)]
    assert len({user for user, _, _ in train}) == example.get("users", 0), "every user had something"
    train += [("example", f"profile {aspect}", float(w)) for aspect, w in example.get("weights", {}).items()]
    aspects |= {f"profile {aspect}": (aspect,) for aspect in example.get("weights", ())}
    rows = [(item, aspect) for item, its_aspects in aspects.items() for aspect in its_aspects]
    return Catalogue(
        items=all_items(pl.Series([*aspects, *(item for _, item, _ in train)])),
        aspects=pl.DataFrame(rows, schema={"item": pl.String, "aspect": pl.String}, orient="row"),
        train=pl.DataFrame(train, schema={"query": pl.String, "item": pl.String, "grade": pl.Float64}, orient="row"),
    )


def recommended(example: dict[str, Any]) -> dict[str, Any]:
    """Give what the case of an example has beside its grades, where these are ratings."""
    if not is_recommendation(example):
        return {}
    unjudged = [grade for grade in example["list"] if not isinstance(grade, dict | int | float)]
    return {
        "unrated": tuple(None if grade == "-" else tuple(grade) for grade in unjudged),
        "catalogue": tuple(map(tuple, example.get("catalogue", ()))),
        "seen": tuple(example.get("seen", ())),
    }


def providers_of(example: dict[str, Any]) -> list[tuple[str, ...]]:
    """Give the providers of each item of the pool."""
    return [(each,) if isinstance(each, str) else tuple(each) for each in example["providers"]]


def profile_of(example: dict[str, Any]) -> Profile:
    return ax.get_profile(**{name: example.get(said) for said, name in CONVENTIONS.items()})


def max_grade_of(example: dict[str, Any]) -> Any:
    """Give the top of the grading scale, or that of each aspect."""
    if example.get("grade_scale") != "aspect":
        return example.get("max_grade", max(map(top_grade, example["pool"])))
    rows = sorted((grade, aspect) for item in example["pool"] for aspect, grade in by_aspect(item).items())
    return {aspect: grade for grade, aspect in rows}


def test_every_measure_has_a_file_and_every_file_a_measure():
    assert set(EXAMPLES) == set(catalogue())


@every_measure
def test_every_file_has_three_examples_of_its_measure(name):
    assert len(EXAMPLES[name]) >= 3
    assert {ax.parse_measure(example["measure"]).name for example in EXAMPLES[name]} == {name}
    assert set().union(*EXAMPLES[name]) <= PARTS | OF_RECOMMENDATIONS | set(CONVENTIONS)


def assert_is_worked_out(value: float | None, example: dict[str, Any]) -> None:
    value = math.nan if value is None else value
    np.testing.assert_allclose(value, worked_out(example["expected"]), rtol=1e-12, err_msg=str(example))


@every_measure
def test_arithmetic_gives_the_decimals(name):
    for example in EXAMPLES[name]:
        value = worked_out(example["expected"])
        assert example.get("decimal") == (None if math.isnan(value) else f"{value:.4f}"), example


@every_measure
def test_evaluation_gives_what_the_hand_gives(name):
    for example in EXAMPLES[name]:
        names, judged = items_of(example)
        measured = ax.evaluate(
            judgments_of(example, names, judged),
            {"example": names, "another": ["item"]},
            example["measure"],
            profile=profile_of(example),
        )
        assert_is_worked_out(measured.values[0, measured.queries.index("example"), 0], example)


@every_measure
def test_scalar_reference_gives_what_the_hand_gives(name):
    for example in EXAMPLES[name]:
        case = Worked(
            ranking=tuple(grade if isinstance(grade, dict | int | float) else None for grade in example["list"]),
            weights=example.get("weights"),
            navigational=frozenset(example.get("navigational", ())),
            lengths=tuple(example["lengths"]) if "lengths" in example else None,
            providers=tuple(providers_of(example)) if "providers" in example else None,
            judged=tuple(example["pool"]),
            **recommended(example),
        )
        value = reference_value(
            ax.parse_measure(example["measure"]),
            case,
            max_grade=max_grade_of(example),
            counted=profile_of(example).counted_aspects,
            corpus_size=example.get("corpus_size"),
            n_users=example.get("users", 0),
            n_ratings=sum(example.get("seen", ())) + sum(example.get("seen_elsewhere", ())),
        )
        assert_is_worked_out(value, example)
