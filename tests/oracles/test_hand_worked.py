"""Arithmetic by hand: for every measure of the catalogue, lists and what they are worth.

Each file of the folder ``hand`` is named after its measure and holds examples of these parts:

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
``max_grade``, ``aspects``, ``grade_scale``, ``corpus_size``
    Conventions of the profile, where they are not the usual ones.
``expected``, ``decimal``
    The arithmetic, or "undefined"; and its result in four decimals, so that a slip in the arithmetic does not go
    unnoticed.
"""

from __future__ import annotations

import ast
import math
import operator
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.measures.catalogue import catalogue
from axiometer.projection.profiles import Profile
from axiometer.testing import Case
from axiometer.testing.lists import by_aspect, top_grade
from axiometer.testing.truth import reference_value

FOLDER = Path(__file__).parent / "hand"
EXAMPLES = {path.stem: tomllib.loads(path.read_text("utf-8"))["example"] for path in sorted(FOLDER.glob("*.toml"))}
PARTS = {"measure", "list", "pool", "weights", "navigational", "lengths", "providers", "expected", "decimal"}
CONVENTIONS = {"max_grade", "aspects", "grade_scale", "corpus_size"}
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}

every_example = pytest.mark.parametrize(
    "example",
    [
        pytest.param(example, id=f"{example['measure']}-{number}")
        for examples in EXAMPLES.values()
        for number, example in enumerate(examples, 1)
    ],
)


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
        name = f"unjudged {rank:02}" if grade == "-" else next(name for name in left if left[name] == grade)
        left.pop(name, None)
        names.append(name)
    return names, judged


def judgments_of(example: dict[str, Any], names: list[str], judged: dict[str, Any]) -> ax.Judgments:
    """Give the judgments of the example and of another request, with all that the example says of them."""
    has_aspects = any(isinstance(grade, dict) for grade in example["pool"])
    grades = {"example": judged, "another": {"item": {"a": 0} if has_aspects else 0}}
    weights, lengths, providers = None, None, None
    if "weights" in example:
        types = dict.fromkeys(example["weights"], "inf") | dict.fromkeys(example.get("navigational", ()), "nav")
        rows = [("example", aspect, float(weight), types[aspect]) for aspect, weight in example["weights"].items()]
        weights = pl.DataFrame(rows, schema=["request", "aspect", "weight", "type"], orient="row")
    if "lengths" in example:
        lengths = dict(zip(names, example["lengths"], strict=True)) | {"item": 100}
    if "providers" in example:
        providers = dict(zip(reversed(judged), map(list, providers_of(example)), strict=True)) | {"item": ["another"]}
    return ax.read_judgments(grades, weights=weights, lengths=lengths, providers=providers)


def providers_of(example: dict[str, Any]) -> list[tuple[str, ...]]:
    """Give the providers of each item of the pool."""
    return [(each,) if isinstance(each, str) else tuple(each) for each in example["providers"]]


def profile_of(example: dict[str, Any]) -> Profile:
    return ax.get_profile(**{name: example.get(name) for name in CONVENTIONS})


def max_grade_of(example: dict[str, Any]) -> Any:
    """Give the top of the grading scale, or that of each aspect."""
    if example.get("grade_scale") != "aspect":
        return example.get("max_grade", max(map(top_grade, example["pool"])))
    rows = sorted((grade, aspect) for item in example["pool"] for aspect, grade in by_aspect(item).items())
    return {aspect: grade for grade, aspect in rows}


def test_every_measure_has_a_file_and_every_file_a_measure():
    assert set(EXAMPLES) == set(catalogue())


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_file_has_three_examples_of_its_measure(name):
    assert len(EXAMPLES[name]) >= 3
    assert {ax.parse_measure(example["measure"]).name for example in EXAMPLES[name]} == {name}
    assert set().union(*EXAMPLES[name]) <= PARTS | CONVENTIONS


@every_example
def test_arithmetic_gives_the_decimals(example):
    value = worked_out(example["expected"])
    assert example.get("decimal") == (None if math.isnan(value) else f"{value:.4f}")


@every_example
def test_evaluation_gives_what_the_hand_gives(example):
    names, judged = items_of(example)
    measured = ax.evaluate(
        {"example": names, "another": ["item"]},
        judgments_of(example, names, judged),
        example["measure"],
        profile=profile_of(example),
    )
    value = measured.values[0, measured.requests.index("example"), 0]
    np.testing.assert_allclose(value, worked_out(example["expected"]), rtol=1e-12)


@every_example
def test_scalar_reference_gives_what_the_hand_gives(example):
    case = Worked(
        ranking=tuple(None if grade == "-" else grade for grade in example["list"]),
        weights=example.get("weights"),
        navigational=frozenset(example.get("navigational", ())),
        lengths=tuple(example["lengths"]) if "lengths" in example else None,
        providers=tuple(providers_of(example)) if "providers" in example else None,
        judged=tuple(example["pool"]),
    )
    value = reference_value(
        ax.parse_measure(example["measure"]),
        case,
        max_grade=max_grade_of(example),
        counted=profile_of(example).aspects,
        corpus_size=example.get("corpus_size"),
    )
    np.testing.assert_allclose(math.nan if value is None else value, worked_out(example["expected"]), rtol=1e-12)
