import axiometer as ax
from axiometer.report.axiom_figure import axiom_figure


def test_verdicts_are_cells():
    chart = axiom_figure(ax.check_axioms(["AP", "nDCG@20"], ["Pri", "Deep"], cases=300))
    cells = {(cell["row"], cell["column"]): cell["kind"] for cell in chart["data"]["values"]}
    assert cells["nDCG@20", "Pri"] == "satisfied"
    assert cells["AP", "Pri"] == "not satisfied"
    assert cells["nDCG@20", "Deep"] == "up to the cut-off"


def test_the_title_says_how_much_was_tried():
    chart = axiom_figure(ax.check_axioms(["AP"], ["Pri"], cases=300))
    assert "300 cases" in " ".join(chart["title"]["text"])
