from __future__ import annotations

import io
import re
import sys
from html import unescape

import pytest

JUDGED = "".join(f"{n} 0 a {1 + n % 2}\n{n} 0 b 0\n" for n in range(5))
FEW = ("--axioms", "none")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text(JUDGED)
    for name, items in (("good", "ab"), ("bad", "ba"), ("worse", "bc")):
        lines = (f"{n} Q0 {item} {at} {9 - at} {name}\n" for n in range(5) for at, item in enumerate(items, 1))
        (tmp_path / f"{name}.run").write_text("".join(lines))
    return tmp_path


def test_a_page_is_written_with_the_command_that_made_it(command, files):
    code, out, err = command("report", "qrels.txt", "*.run", "-m", "AP RR", "--title", "Ours", "-o", "page.html", *FEW)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"page\.html: \d\.\d MB\n", out)
    page = (files / "page.html").read_text()
    assert "<h1>Ours</h1>" in page
    told = re.search(r'id="cite-command"[^>]*>([^<]*)<', page)
    assert told is not None
    words = "qrels.txt '*.run' -m 'AP RR' --title Ours -o page.html --axioms none"
    assert unescape(told[1]) == f"axiometer report {words}"


def test_saved_values_do_as_well(command, files):
    command("evaluate", "qrels.txt", "*.run", "-m", "AP", "-q", "-f", "parquet", "-o", "values.parquet")
    code, _, err = command("report", "values.parquet", "--baseline", "bad", "-o", "page.html", *FEW)
    assert (code, err) == (0, "")
    assert "Differences are from the baseline" in (files / "page.html").read_text()


def test_gold_standards_are_for_concordance_only(command, files):
    words = ("-m", "AP RR", "--meta", "--gold", "P@1", "-o", "page.html", *FEW)
    assert command("report", "qrels.txt", "*.run", *words)[0] == 0
    page = (files / "page.html").read_text()
    assert "5 queries × 2 measures" in page
    assert "Concordance with P@1" in page


def test_gold_standards_among_saved_values_are_for_concordance_only(command, files):
    command("evaluate", "qrels.txt", "*.run", "-m", "AP RR P@1", "-q", "-f", "tsv", "-o", "values.tsv")
    words = ("-m", "AP RR", "--meta", "--gold", "P@1", "-o", "page.html", *FEW)
    assert command("report", "values.tsv", *words)[0] == 0
    page = (files / "page.html").read_text(encoding="utf-8")
    assert "5 queries × 2 measures" in page
    assert "Concordance with P@1" in page


@pytest.mark.usefixtures("files")
def test_without_the_program_that_draws_nothing_is_measured(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    monkeypatch.setattr("axiometer.cli.report.evaluate", lambda *_, **__: pytest.fail("too late"))
    code, _, err = command("report", "qrels.txt", "*.run", "-o", "page.html")
    assert code == 2
    assert "axiometer[plots]" in err


def test_lists_from_standard_input_are_read_once(command, files, monkeypatch):
    class Standard:
        buffer = io.BytesIO((files / "good.run").read_bytes() + (files / "bad.run").read_bytes())

        @staticmethod
        def isatty() -> bool:
            return False

    monkeypatch.setattr(sys, "stdin", Standard())
    code, _, err = command("report", "qrels.txt", "-", "-m", "AP", "-o", "page.html", *FEW)
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("qrels.txt", "*.run", "-o", "none/page.html"), "no folder none"),
        (("qrels.txt", "good.run", "-o", "good.run"), "is one of the files that are read"),
        (("qrels.txt", "*.run", "-o", "page.pdf"), "page.pdf should end with .html"),
        (("qrels.txt", "*.run", "-o", "-"), "- should end with .html"),
        (("qrels.txt", "*.run", "--title", " ", "-o", "page.html"), "the page needs one"),
        (("qrels.txt", "*.run", "--undefined", "nan", "-o", "page.html"), "choose zero or drop"),
        (("qrels.txt", "*.run", "--meta", "--gold", "AP", "-m", "AP RR", "-o", "page.html"), "needs two measures"),
        (("qrels.txt", "*.run", "--gold", "P@5", "-o", "page.html"), "add --meta"),
        (("qrels.txt", "*.run", "--baseline", "x", "-o", "page.html"), "there is no system 'x' to compare with"),
        (
            ("--ratings", "none", "ratings.csv", "*.run", "-m", "CatalogueCoverage@1", "-o", "page.html"),
            "have one value for each system, and a report needs some of lists",
        ),
        (("qrels.txt", "good.run", "-m", "AP", "-o", "page.html"), "needs at least 2 systems"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(command, files, words, told):
    (files / "ratings.csv").write_text("user,item,rating\n0,a,5\n1,b,3\n", encoding="utf-8")
    before = (files / "good.run").read_bytes()
    code, _, err = command("report", *words, *FEW)
    assert code != 0
    assert told in err
    assert not (files / "page.html").exists()
    assert (files / "good.run").read_bytes() == before
