"""Verdicts stand beside the cells that papers print."""

from axiometer.axioms.checking import check_axioms
from axiometer_papers.axiom_tables import axiom_part, beside_paper
from axiometer_papers.study import Setting


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
    quick = axiom_part(Setting(is_quick=True, seed=3), "properties", "table-8", "Table 8")
    full = axiom_part(Setting(), "properties", "table-8", "Table 8")
    assert quick.name == "table-8"
    assert quick.parameters["seed"] == 3
    assert quick.parameters["cases"] < full.parameters["cases"]
    assert len(quick.parameters["axioms"]) == 15


def test_a_cell_about_a_class_of_measures_cannot_be_compared():
    found = check_axioms("RR", ["Bounded", "IncSize"], cases=500)
    checks = {check.what: check.same for check in beside_paper(found, "table-8", "Table 8").checks}
    assert checks == {"RR, Bounded": "not comparable", "RR, IncSize": "yes"}
