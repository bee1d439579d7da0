import re
import sys

import polars as pl
import pytest

from axiometer.errors import UsageError
from axiometer.meta.finding import Finding
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.plots.style import PER_MM, WIDTHS

TABLE = pl.DataFrame({"measure": ["a", "b"], "value": [0.5, 0.25]})
FOUND = Finding("ties", TABLE, drawing=Drawing(title="T", mark="point", x="value", y="measure"))


@pytest.mark.parametrize("columns", [1, 2])
def test_a_plot_is_a_chart_of_altair_with_the_asked_size(columns):
    altair = pytest.importorskip("altair")
    chart = FOUND.plot(columns, height=40, title="")
    assert isinstance(chart, altair.TopLevelMixin)
    told = chart.to_dict()
    assert told["width"] == WIDTHS[columns]
    assert told["height"] == pytest.approx(40 * PER_MM, abs=0.1)
    assert "title" not in told


def test_without_altair_a_plot_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(UsageError, match=re.escape('pip install "axiometer[plots]"')):
        FOUND.plot()
    assert "<table>" in FOUND._repr_html_()


@pytest.mark.parametrize(
    ("how", "told"),
    [({"columns": 3}, "3 columns"), ({"height": 0}, "height of 0 mm"), ({"height": -1}, "height of -1 mm")],
)
def test_sizes_that_are_none_are_refused(how, told):
    with pytest.raises(UsageError, match=told):
        FOUND.to_vega_lite(**how)


def test_notes_are_told_alike_below_the_table():
    notes = [Note("few_pairs", name, "2 pairs not tested", 2) for name in ("AP", "RR")]
    found = Finding("ties", TABLE, notes=(*notes, Note("few_queries", "", "only 6 queries", 6)))
    assert repr(found).splitlines()[-2:] == ["note: AP, RR: 2 pairs not tested", "note: only 6 queries"]
    assert "<ul><li>AP, RR: 2 pairs not tested</li><li>only 6 queries</li></ul>" in found._repr_html_()


def test_of_many_notes_it_is_told_where_they_all_are():
    notes = tuple(Note("few_pairs", f"P@{at}", f"{at} pairs not tested", at) for at in range(1, 8))
    assert repr(Finding("ties", TABLE, notes=notes)).splitlines()[-1] == "note: 2 more such notes; see notes"
