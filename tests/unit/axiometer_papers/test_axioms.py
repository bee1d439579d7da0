"""Verdicts stand beside the cells that papers print."""

import pytest

from axiometer import check_axioms
from axiometer.axioms.published import AXIOMS_OF, measures_of
from axiometer_papers.alphabeta import study as alphabeta
from axiometer_papers.axioms import axiom_part, beside_paper
from axiometer_papers.lexirecall import study as lexirecall
from axiometer_papers.rbu import study as rbu
from axiometer_papers.study import Setting

TABLE_8 = {"measures": lexirecall.MEASURES, "axioms": lexirecall.PROPERTIES}


@pytest.mark.parametrize(
    ("family", "measures", "axioms"),
    [
        ("search", rbu.MEASURES, rbu.AXIOMS),
        ("recommendation", alphabeta.MEASURES, alphabeta.AXIOMS),
        ("properties", lexirecall.MEASURES, lexirecall.PROPERTIES),
    ],
)
def test_tables_are_those_that_verdicts_stand_beside(family, measures, axioms):
    assert measures == measures_of(family)
    assert axioms.split() == AXIOMS_OF[family].split()


def test_cells_are_compared_one_by_one_and_differences_explained():
    found = check_axioms(["P@20", "NRBP(gain='linear')", "AP@7"], ["search:Pri", "Red"], cases=500)
    result = beside_paper(found, "table-1", "Table 1", ["one more note"])
    checks = {check.what: check for check in result.checks}
    assert (checks["P@20, Pri"].published, checks["P@20, Pri"].ours, checks["P@20, Pri"].same) == ("○", "○", "yes")
    wrong = checks["NRBP(gain='linear'), Pri"]
    assert (wrong.published, wrong.ours, wrong.same) == ("●", "○", "no")
    assert "only their number counts" in wrong.why
    assert "Counterexample: [" in wrong.why
    assert checks["P@20, Red"].why == ""
    (table,) = result.tables
    assert table.shown.filter(measure="NRBP(gain='linear')").row(0) == ("NRBP(gain='linear')", "○≠", "●")
    assert table.frame.height == len(result.checks) == 6
    assert "one more note" in result.notes
    assert any(note.startswith("Red, ") for note in result.notes)
    assert "1 of 6 cells" in result.notes[0]


def test_a_part_is_planned_with_all_it_depends_on():
    quick = axiom_part(Setting(is_quick=True, seed=3), "properties", "Table 8", **TABLE_8)
    full = axiom_part(Setting(), "properties", "Table 8", **TABLE_8)
    assert quick.name == "table-8"
    assert quick.parameters["seed"] == 3
    assert quick.parameters["cases"] < full.parameters["cases"]
    assert len(quick.parameters["axioms"]) == 15


def test_a_cell_about_a_class_of_measures_cannot_be_compared():
    found = check_axioms("RR", ["Bounded", "IncSize"], cases=500)
    checks = {check.what: check.same for check in beside_paper(found, "table-8", "Table 8").checks}
    assert checks == {"RR, Bounded": "not comparable", "RR, IncSize": "yes"}
