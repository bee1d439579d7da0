"""Arithmetic by hand: for every measure of the catalogue, lists and what they are worth.

Each file of the folder ``hand`` is named after its measure and holds examples: the full name of the measure; the
grades of the list in rank order, "-" for an unjudged item; the grades of all judged items, those of the list included;
the top of the grading scale where it is not the largest of these; the arithmetic; and its result in four decimals, so
that a slip in the arithmetic does not go unnoticed.
"""

from __future__ import annotations

import ast
import math
import operator
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import axiometer as ax
from axiometer import reference
from axiometer.measures.catalogue import catalogue

FOLDER = Path(__file__).parent / "hand"
EXAMPLES = {path.stem: tomllib.loads(path.read_text("utf-8"))["example"] for path in sorted(FOLDER.glob("*.toml"))}
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


def worked_out(text: str) -> float:
    """Work out an arithmetic expression, in fractions as far as there is no logarithm."""

    def value(tree: ast.expr) -> Any:
        match tree:
            case ast.Constant(int(number)):
                return Fraction(number)
            case ast.BinOp(left, symbol, right):
                return OPERATORS[type(symbol)](value(left), value(right))
            case ast.Call(ast.Name("log2"), [argument]):
                return math.log2(value(argument))
        raise ValueError(f"{ast.unparse(tree)} in {text!r} is no arithmetic")

    return math.nan if text == "undefined" else float(value(ast.parse(text, mode="eval").body))


def grades_of(example: dict[str, Any]) -> tuple[list[float | None], list[float]]:
    """Give the grades of the list, nothing for an unjudged item, and those of the judged items that it lacks."""
    ranking = [None if grade == "-" else grade for grade in example["list"]]
    lacking = Counter(example["pool"])
    lacking.subtract(grade for grade in ranking if grade is not None)
    assert min(lacking.values()) >= 0, "the list has grades that the pool lacks"
    return ranking, list(lacking.elements())


def test_every_measure_has_a_file_and_every_file_a_measure():
    assert set(EXAMPLES) == set(catalogue())


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_file_has_three_examples_of_its_measure(name):
    assert len(EXAMPLES[name]) >= 3
    assert {ax.parse_measure(example["measure"]).name for example in EXAMPLES[name]} == {name}


@every_example
def test_arithmetic_gives_the_decimals(example):
    value = worked_out(example["expected"])
    assert example.get("decimal") == (None if math.isnan(value) else f"{value:.4f}")


@every_example
def test_evaluation_gives_what_the_hand_gives(example):
    ranking, lacking = grades_of(example)
    judged = {f"item {rank}": grade for rank, grade in enumerate(ranking, 1) if grade is not None}
    judged |= {f"not retrieved {number}": grade for number, grade in enumerate(lacking)}
    lists = {"example": [f"item {rank}" for rank in range(1, len(ranking) + 1)], "another": ["item"]}
    measured = ax.evaluate(
        lists,
        {"example": judged, "another": {"item": 0}},
        example["measure"],
        profile=ax.get_profile(max_grade=example.get("max_grade")),
    )
    value = measured.values[0, measured.requests.index("example"), 0]
    np.testing.assert_allclose(value, worked_out(example["expected"]), rtol=1e-12)


@every_example
def test_scalar_reference_gives_what_the_hand_gives(example):
    measure = ax.parse_measure(example["measure"])
    family = getattr(reference, type(measure).__module__.split(".")[-2])
    value = getattr(family, measure.name)(
        grades_of(example)[0],
        example["pool"],
        max_grade=example.get("max_grade", max(example["pool"])),
        number=float,
        **{parameter: getattr(measure, parameter) for parameter in measure.parameters()},
    )
    np.testing.assert_allclose(math.nan if value is None else value, worked_out(example["expected"]), rtol=1e-12)
