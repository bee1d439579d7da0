"""What ``axiometer.measures`` offers, and that type checkers know of it.

Run as a program, this file writes the stub: ``python tests/unit/measures/test_namespace.py``.
"""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import axiometer as ax
from axiometer import measures
from axiometer.measures import AP, EPC, ERR, IA, RBU, ExposureGini, Rprec, lexirecall, nDCG
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue

STUB = Path(measures.__file__).with_suffix(".pyi")
DECLARED = {**catalogue(), **system_catalogue(), **preference_catalogue()}
JUDGED = {"q": {"a": 1, "b": 2}, "r": {"c": 1}}
RUNS = {"one": {"q": ["x", "a", "b"], "r": ["c"]}, "two": {"q": ["b", "x"], "r": ["x", "c"]}}
WRITE = "python tests/unit/measures/test_namespace.py"


def stub() -> str:
    """Write down the public names and where they are."""
    homes = sorted(measures.homes().items(), key=lambda each: each[::-1])
    imports = [f"from {home} import {name} as {name}" for name, home in homes]
    return "\n".join([f"# Written by: {WRITE}", "", *imports, ""])


def test_every_measure_and_preference_is_there():
    house = {"Measure", "Preference", "SystemMeasure", "parameter", "parse_measure", "cutoff_parameter"}
    house |= {"level_parameter", "ratio", "Additive", "Terms", "Ordering", "RankedLists"}
    assert set(measures.__all__) == {*DECLARED, *house} == set(dir(measures))
    assert {name: getattr(measures, name) for name in DECLARED} == DECLARED
    assert measures.Measure is ax.Measure
    with pytest.raises(AttributeError, match="has no attribute 'nDGC'"):
        measures.nDGC  # noqa: B018
    namespace: dict[str, object] = {}
    exec("from axiometer.measures import *", namespace)
    assert namespace["RBU"] is RBU


def test_type_checkers_know_all_names():
    assert STUB.read_text(encoding="utf-8") == stub(), f"run: {WRITE}"


def test_one_measure_does_not_load_the_others():
    code = "import sys; from axiometer.measures import RBU; print('axiometer.measures.adhoc.bpref' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_the_examples_run():
    assert doctest.testmod(measures).failed == 0


def test_an_at_sign_sets_the_cut_off():
    assert RBU(p=0.9) @ 20 == ax.parse_measure("RBU(p=0.9)@20")
    assert str(nDCG() @ 10) == "nDCG@10"
    assert IA(nDCG()) @ 10 == ax.parse_measure("nDCG_IA@10")
    assert str(ExposureGini() @ 5) == "ExposureGini@5"
    for wrong, message in (
        (lambda: Rprec() @ 10, "Rprec takes no cut-off, so Rprec@10 does not exist"),
        (lambda: lexirecall() @ 10, "lexirecall takes no cut-off"),
        (lambda: nDCG(cutoff=5) @ 10, "nDCG@5 has the cut-off 5 already, so it cannot have 10"),
        (lambda: IA(nDCG() @ 5) @ 10, "nDCG_IA@5 has the cut-off 5 already"),
        (lambda: nDCG() @ 0, "nDCG: cutoff must be a whole number from 1, not 0"),
        (lambda: nDCG() @ "10", "nDCG: cutoff must be a whole number from 1, not '10'"),
        (lambda: ax.parse_measure("IA(nDCG@5)@10"), "nDCG_IA@5 has the cut-off 5 already"),
    ):
        with pytest.raises(ax.UsageError, match=message):
            wrong()


def test_classes_take_the_place_of_names():
    named, made = ["RBP(p=0.5)@2", "AP"], [measures.RBP(p=0.5) @ 2, AP()]
    assert ax.evaluate(JUDGED, RUNS, made).to_polars().equals(ax.evaluate(JUDGED, RUNS, named).to_polars())
    assert ax.compare(ax.evaluate(JUDGED, RUNS, made)).table.equals(ax.compare(ax.evaluate(JUDGED, RUNS, named)).table)
    assert ax.prefer(JUDGED, RUNS, [lexirecall(), AP()]).names == ax.prefer(JUDGED, RUNS, "lexirecall AP").names
    assert ax.explain(JUDGED, RUNS["one"], AP() @ 2, query="q").value == 0.25
    assert str(ax.check_axioms(ERR() @ 10, "Pri", cases=5)) == str(ax.check_axioms("ERR@10", "Pri", cases=5))
    found = ax.meta.scenarios(JUDGED, RUNS, [AP(), lexirecall()], which="official")
    assert found.table["measure"].to_list() == ["AP", "lexirecall"]
    assert ax.Evaluator(JUDGED, [nDCG() @ 2, AP()]).measures[0] == nDCG(cutoff=2)
    with pytest.raises(ax.UsageError, match=r"EPC is a class of measures: write EPC\(\)"):
        ax.evaluate(JUDGED, RUNS, EPC)
    with pytest.raises(ax.UsageError, match=r"lexirecall is a class of preferences: write lexirecall\(\)"):
        ax.prefer(JUDGED, RUNS, lexirecall)


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
