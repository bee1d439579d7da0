"""Every measure and every axiom: the verdict is the one that is stored, and its counterexample stands.

Run as a program, this file finds and writes what is not yet stored: ``python tests/common/test_axioms.py``. What its
arguments name is found again: measures, families of axioms, or ``all``. A changed verdict is a changed promise: read
the difference before you keep it.
"""

import csv
import sys
from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from axiometer.axioms.axiom import FAMILIES, Axiom, Existential, Threshold
from axiometer.axioms.checking import check_axioms, find_axiom, find_axioms
from axiometer.axioms.counterexamples import fails
from axiometer.axioms.examples import Example
from axiometer.axioms.generation import Bounds, drawn
from axiometer.axioms.published import measures_of
from axiometer.axioms.subject import Subject
from axiometer.axioms.verdicts import SATISFIED
from axiometer.engines.prefer import parse_compared
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue, preference_catalogue
from axiometer.measures.parts.wrapper import Wrapper

STORED = Path(__file__).parent / "verdicts.tsv"
WRAPPED = ["nDCG_IA@20", "D_nDCG@20", "Dsharp_nDCG@20", "DIN_nDCG@20", "WC_AP"]
MANY, FEW = 20_000, 400
"""How many cases are tried to write verdicts, and to see that what holds still does."""
AT_EVERY_CHANGE = ("AP", "ERR_IA", "nDCG", "RBU", "S_RR", "lexirecall")
"""Measures and a preference that are checked at every change; all others in the thorough run."""
SATISFIED_BY_OTHERS = {"MoreAsp", "MoreAsp/unsatisfied"}
"""What no measure of the catalogue satisfies; ``broken_recommendation.py`` has measures that do."""


def all_measures() -> list[str]:
    """Every measure with all defaults, the preferences, and those of the papers' tables."""
    plain = [str(kind()) for kind in catalogue().values() if not issubclass(kind, Wrapper)]
    of_papers = [name for family in FAMILIES for name in measures_of(family)]
    return list(dict.fromkeys([*plain, *WRAPPED, *preference_catalogue(), *of_papers]))


class Row(NamedTuple):
    """What is stored of a measure and an axiom."""

    family: str
    measure: str
    axiom: str
    verdict: str
    found_with: str
    """How many cases it takes."""
    example: str
    """The counterexample in plain numbers, or the bounds in words."""


@cache
def stored(family: str) -> dict[str, dict[str, Row]]:
    """Read what is stored, by measure and axiom."""
    rows: dict[str, dict[str, Row]] = {}
    with STORED.open(encoding="utf-8", newline="") as file:
        for row in map(Row._make, list(csv.reader(file, delimiter="\t"))[1:]):
            if row.family == family:
                rows.setdefault(row.measure, {})[row.axiom] = row
    return rows


def told(verdict) -> str:
    return verdict.example.to_text() if verdict.example else verdict.witness


each_measure = pytest.mark.parametrize(
    "measure",
    [pytest.param(each, marks=[] if each in AT_EVERY_CHANGE else [pytest.mark.thorough]) for each in all_measures()],
)
each_family = pytest.mark.parametrize("family", FAMILIES)


@each_family
@each_measure
def test_the_verdicts_are_those_that_are_stored(measure, family):
    """A few cases find most of what many find; the rest is found again where the documentation shows the tables."""
    assert measure in stored(family), "run: python tests/common/test_axioms.py"
    expected = stored(family)[measure]
    names = [axiom.name for axiom in find_axioms(family)]
    assert list(expected) == names
    easy = [f"{family}:{name}" for name in names if expected[name].found_with != str(MANY)]
    for verdict in check_axioms(measure, easy, cases=FEW):
        row = expected[verdict.axiom]
        assert verdict.answer == row.verdict, str(verdict)
        if verdict.witness:
            assert verdict.witness == row.example


@each_measure
def test_batches_have_the_values_of_the_scalar_reference(measure):
    """What is measured in batches is what confirms it."""
    subject = Subject.of(parse_compared(measure)[0])
    for axiom in find_axioms("all"):
        if not isinstance(axiom, Axiom) or axiom.variant_of or subject.obstacle(axiom):
            continue
        drafts = next(drawn(axiom, Bounds.within(axiom.sizes, 6), 1, np.random.default_rng(3)))
        drafts = drafts.take(slice(0, 2))
        is_hidden = None if axiom.hidden is None else axiom.hidden(drafts)
        margins, _ = subject.margins(axiom, drafts)
        for number, margin in enumerate(margins):
            values, _ = subject.values(Example.of(drafts, axiom.lists(drafts), is_hidden, number))
            exact = subject.margin(axiom, values)
            exact = float("nan" if exact is None else exact)
            if (
                axiom.is_pairwise
                and getattr(type(subject.tested), "standing", Measure.standing) is not Measure.standing
            ):
                exact = np.sign(exact)  # whole numbers say no more
            assert exact == pytest.approx(margin, rel=1e-9, abs=1e-12, nan_ok=True)


@each_family
def test_stored_counterexamples_stand_without_rounding(family):
    for measure, rows in stored(family).items():
        subject = Subject.of(parse_compared(measure)[0])
        for name, row in rows.items():
            axiom = find_axiom(f"{family}:{name}")
            if row.verdict in SATISFIED | {"not-applicable"} or isinstance(axiom, Threshold):
                continue
            inner = axiom.bounds[0][0][1] if isinstance(axiom, Existential) else axiom
            values, arithmetic = subject.values(Example.from_text(row.example))
            assert arithmetic in {"fractions", "50 digits"}, measure
            assert fails(inner, subject.margin(inner, values)), f"{measure} {name}: {values}"


@each_family
def test_every_axiom_is_met_by_some_and_not_by_others(family):
    broken = import_module(f"tests.common.broken_{family}").BROKEN
    for axiom in find_axioms(family):
        answers = {rows[axiom.name].verdict for rows in stored(family).values()}
        assert answers & {"violated", "no-witness"} or axiom.name in broken, f"nothing violates {axiom.name}"
        assert answers & SATISFIED or axiom.name in SATISFIED_BY_OTHERS, f"nothing satisfies {axiom.name}"


def found(measure: str, family: str) -> Iterator[Row]:
    """Find what holds, with many cases, and how many cases that takes."""
    print(family, measure, file=sys.stderr)
    many, few = (check_axioms(measure, family, cases=cases) for cases in (MANY, FEW))
    for verdict, other in zip(many, few, strict=True):
        n_cases = FEW if other.answer == verdict.answer else MANY
        yield Row(family, measure, verdict.axiom, verdict.answer, str(n_cases), told(verdict))


def write(again: Collection[str]) -> None:
    """Store what is found of what is new, and of what is to be found again."""
    rows: list[Row] = []
    for family in FAMILIES:
        names = [axiom.name for axiom in find_axioms(family)]
        for measure in all_measures():
            known = stored(family).get(measure, {})
            is_new = list(known) != names or not {"all", family, measure}.isdisjoint(again)
            rows += found(measure, family) if is_new else known.values()
    with STORED.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows([Row._fields, *rows])


if __name__ == "__main__":
    write(sys.argv[1:])
