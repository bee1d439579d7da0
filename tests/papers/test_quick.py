"""The experiments of the papers, in their quick form, give what is stored: numbers, and what is as published.

Run as a program, this file writes what comes out now: ``python tests/papers/test_quick.py``. Look at the difference.
"""

import math
import sys
import tempfile
from pathlib import Path

import polars as pl
import pytest

from axiometer_papers.papers import STUDIES
from axiometer_papers.running import checks_of, run_study
from axiometer_papers.study import Setting

STORED = Path(__file__).parent / "expected"
TOLERANCE = 1e-6
"""By so much, and by so much of their size, may numbers differ: the last digits depend on the processor."""
MOST_ROWS = 8
"""Of each table so many rows are stored, evenly spread."""


def run(name, folder):
    return run_study(STUDIES[name], Setting(is_quick=True), folder)


def numbers_of(ran):
    """Give the numbers of all tables: name of the table, row, what stands in the row, column, value."""
    rows = []
    for _, its in ran:
        for table in its.result.tables:
            step = max(1, math.ceil(table.frame.height / MOST_ROWS))
            for at in range(0, table.frame.height, step):
                row = table.frame.row(at, named=True)
                words = " / ".join(str(value) for value in row.values() if isinstance(value, str))
                for column, value in row.items():
                    if isinstance(value, int | float) and not isinstance(value, bool):
                        rows.append((table.name, at, words, column, float(value)))
    schema = {"table": pl.String, "row": pl.Int64, "words": pl.String, "column": pl.String, "value": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def published_of(ran):
    """Give for each published number and statement whether it is the same here."""
    rows = [(check.where, check.what, check.same) for check in checks_of(ran)]
    return pl.DataFrame(rows, schema=dict.fromkeys(("where", "what", "same"), pl.String), orient="row")


def stored_table(name, schema):
    lines = (STORED / name).read_text(encoding="utf-8").splitlines()[1:]
    return pl.DataFrame([line.split("\t") for line in lines], schema=[*schema], orient="row").cast(schema)


@pytest.mark.papers
@pytest.mark.parametrize("name", STUDIES)
def test_the_quick_form_gives_what_is_stored(name, tmp_path):
    ran = run(name, tmp_path)
    found, stored = numbers_of(ran), stored_table(f"{name}.tsv", numbers_of([]).schema)
    keys = ["table", "row", "words", "column"]
    assert found.select(keys).rows() == stored.select(keys).rows()
    off = [
        (*key, ours, theirs)
        for *key, ours, theirs in found.with_columns(stored=stored["value"]).rows()
        if ours != pytest.approx(theirs, rel=TOLERANCE, abs=TOLERANCE, nan_ok=True)
    ]
    assert off == []
    assert published_of(ran).rows() == stored_table(f"{name}.published.tsv", published_of([]).schema).rows()
    assert_all_is_there(ran, tmp_path)


def assert_all_is_there(ran, folder):
    """Assert that each table and figure is a file and on the page, and each difference is explained."""
    page = (folder / "page.md").read_text(encoding="utf-8")
    for part, its in ran:
        assert f"## {part.title}" in page.replace("\\", "")
        assert its.result.tables or its.result.figures
        for table in its.result.tables:
            assert (folder / "tables" / f"{table.name}.tsv").is_file()
        for figure in its.result.figures:
            assert (folder / "figures" / f"{figure.name}.svg").is_file()
            assert f"figures/{figure.name}.svg" in page
    assert [check for check in checks_of(ran) if check.same != "yes" and not check.why] == []


def main():
    STORED.mkdir(exist_ok=True)
    for name in sys.argv[1:] or STUDIES:
        with tempfile.TemporaryDirectory() as folder:
            ran = run(name, Path(folder))
        numbers_of(ran).write_csv(STORED / f"{name}.tsv", separator="\t", quote_style="never")
        published_of(ran).write_csv(STORED / f"{name}.published.tsv", separator="\t", quote_style="never")


if __name__ == "__main__":
    main()
