"""All problems of a text, with their lines."""

from __future__ import annotations

import pytest

from axiometer.io import problems
from axiometer.io.problems import find_problems
from axiometer.io.text import JUDGMENT_LAYOUT, RUN_LAYOUT

JUDGMENTS = b"# topics\nq1 0 a 1\nq1 0 b\n\nq1 0 c x\nq2 0 a 1\nq2 0 \xff 1\nq1 0 a 2\nq3 0 a nan"
RUN = b"q1 Q0 a 1 3.5 t\n\nq1 Q0 b 2 t\nq1 Q0 c 3 high t\nq1 Q0 a 4 0.5 t\n"


@pytest.mark.parametrize("size", [0, 9, 20, 40])
@pytest.mark.parametrize(
    ("text", "layout", "lines"),
    [(JUDGMENTS, JUDGMENT_LAYOUT, [3, 5, 7, 9, 8]), (RUN, RUN_LAYOUT, [3, 4, 5])],
    ids=["judgments", "run"],
)
def test_lines_do_not_depend_on_where_pieces_end(monkeypatch, text, layout, lines, size):
    whole = [*find_problems(text, layout)]
    assert [each.line for each in whole] == lines
    monkeypatch.setattr(problems, "_PIECE", size)
    assert [*find_problems(text, layout)] == whole
