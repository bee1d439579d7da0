"""What is said of files in which nothing is wrong."""

import pytest

from axiometer.io.problems import explanation
from axiometer.io.text import JUDGMENT_LAYOUT
from axiometer.io.validation import validate_file

NOT_SHARED = "no item judged for several aspects of a query, so these may be something else, such as rounds"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("q 1 a 1\nq 2 b 0\np 2 a 1\n", f"2 aspects, {NOT_SHARED}"),
        ("q 1 a 1\nq 2 b 0\nq 2 a 0\n", "2 aspects"),
        ("q 0 a 1\nq 0 b 0\n", "1 aspect"),
        ("q 1 a 1\nq 2 b 0\nq 1 a 1\n", f"2 aspects, {NOT_SHARED}, 1 line repeated word for word"),
    ],
)
def test_what_may_be_no_aspects_is_told(tmp_path, text, told):
    path = tmp_path / "qrels.txt"
    path.write_text(text)
    report = validate_file(str(path))
    assert not report.problems
    assert report.summary.endswith(f" {'queries' if 'p 2' in text else 'query'}, {told}")


def test_a_file_in_which_no_line_is_wrong_is_to_be_reported():
    error = explanation(b"q 0 a 1\n", JUDGMENT_LAYOUT, "qrels.txt")
    assert str(error) == "qrels.txt: cannot be read, and no line is wrong; please report this file"
