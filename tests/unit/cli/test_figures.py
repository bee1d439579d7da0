"""Figures of findings and of lists, as users of the command line see them."""

import json
import re
import struct
import sys
from xml.etree import ElementTree

import pytest

from axiometer.cli.main import program
from tests.unit.cli.conftest import commands_of

JUDGMENTS = "".join(f"q{q} 0 {item} {grade}\n" for q in range(6) for item, grade in (("a", 2), ("b", 1), ("c", 0)))
LISTS = {
    "good": ["abxc", "abcx", "baxc", "abxy", "xabc", "abxc"],
    "fair": ["axbc", "xabc", "bxac", "axby", "xbac", "baxc"],
    "poor": ["xyab", "xycb", "cxba", "xyza", "xycb", "xbyc"],
}
FILES = ("qrels.txt", "good.run", "fair.run", "poor.run")
ASKED = {
    "leaderboard": (*FILES,),
    "differences": (*FILES, "--left", "good", "--right", "poor"),
    "compare": (*FILES, "--baseline", "good"),
    "meta unanimity": (*FILES, "--resamples", "10"),
    "meta concordance": (*FILES, "-m", "AP P@2", "--gold", "RR"),
    "meta power": (*FILES, "-m", "AP RR"),
    "meta ties": (*FILES, "--resamples", "10"),
    "meta agreement": (*FILES, "--resamples", "10"),
    "meta correlation": (*FILES, "--resamples", "10"),
    "meta degradation": (*FILES, "-m", "AP RR", "--shares", "0.5", "--samples", "1"),
    "meta scenarios": (*FILES, "-m", "AP RR", "--scenario", "official", "--samples", "1"),
    "advise": (*FILES, "-m", "AP RR", "--cases", "20", "--samples", "1"),
    "axioms": ("AP", "--axiom", "Pri", "--cases", "20"),
    "plot query": (*FILES, "-m", "AP", "-q", "q1"),
}
TIES = ("meta", "ties", *FILES, "--resamples", "0")


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files; gives exit code, output and messages."""
    (tmp_path / "qrels.txt").write_text(JUDGMENTS)
    for name, lists in LISTS.items():
        rows = [(q, f"{i}{at}" if i == "x" else i, at) for q, items in enumerate(lists) for at, i in enumerate(items)]
        (tmp_path / f"{name}.run").write_text("".join(f"q{q} Q0 {i} {at + 1} {9 - at} t\n" for q, i, at in rows))
    monkeypatch.chdir(tmp_path)
    return command


def test_all_commands_with_figures_are_tried_here():
    drawing = {name for name, command in commands_of(program()) if "columns" in {each.name for each in command.params}}
    assert drawing == {*ASKED}


@pytest.mark.parametrize("name", ASKED)
def test_every_finding_can_be_drawn(axiometer, name):
    code, out, err = axiometer(*name.split(), *ASKED[name], "--format", "svg")
    assert code == 0, err
    root = ElementTree.fromstring(out)
    assert root.get("width") == "320"


@pytest.mark.parametrize("name", [name for name in ASKED if name != "plot query"])
def test_a_figure_stands_beside_the_table(axiometer, tmp_path, name):
    code, out, err = axiometer(*name.split(), *ASKED[name], "--figure", "figure.svg", "--quiet")
    assert code == 0, err
    assert out == axiometer(*name.split(), *ASKED[name], "--quiet")[1]
    drawn = axiometer(*name.split(), *ASKED[name], "--format", "svg", "--quiet")[1]
    assert (tmp_path / "figure.svg").read_text() == drawn


def test_the_ending_says_what_is_written(axiometer, tmp_path):
    for ending in ("pdf", "png"):
        assert axiometer(*TIES, "--columns", "2", "-o", f"figure.{ending}")[:2] == (0, "")
    for ending in ("html", "json"):
        assert axiometer(*TIES, "--columns", "2", "--figure", f"figure.{ending}")[0] == 0
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
    width, _ = struct.unpack(">II", (tmp_path / "figure.png").read_bytes()[16:24])
    assert width == 7 * 300
    assert json.loads((tmp_path / "figure.json").read_text())["usermeta"]["width"] == 672
    page = (tmp_path / "figure.html").read_text()
    assert "vegaEmbed(" in page
    assert not re.findall(r'(?:src|href)="https?:', page)


@pytest.mark.parametrize("form", ["table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "parquet"])
def test_tables_are_written_as_the_file_ends(axiometer, tmp_path, form):
    ending = {"table": "txt", "markdown": "md", "latex": "tex"}.get(form, form)
    axiometer(*TIES, "--output", f"ending.{ending}")
    axiometer(*TIES, "--output", "told", "--format", form)
    assert (tmp_path / f"ending.{ending}").read_bytes() == (tmp_path / "told").read_bytes()
    axiometer("evaluate", *FILES, "--output", f"values.{ending}")
    axiometer("evaluate", *FILES, "--output", "values", "--format", form)
    assert (tmp_path / f"values.{ending}").read_bytes() == (tmp_path / "values").read_bytes()


def test_a_page_has_table_and_figure(axiometer, tmp_path):
    assert axiometer(*TIES, "-o", "page.html")[:2] == (0, "")
    page = (tmp_path / "page.html").read_text()
    assert "<svg" in page
    assert "<caption>Tied pairs of lists</caption>" in page
    assert axiometer("compare", *FILES, "-m", "AP", "--means", "-o", "page.html")[0] == 0
    page = (tmp_path / "page.html").read_text()
    assert ">good</t" in page
    assert "only 6 queries" in page
    assert axiometer("evaluate", *FILES, "-o", "values.html")[0] == 2
    assert axiometer("axioms", "AP", "-a", "Pri", "--cases", "20", "-o", "page.html")[0] == 0
    assert "Axioms that measures satisfy" in (tmp_path / "page.html").read_text()


def test_pixels_per_inch_title_and_height_can_be_chosen(axiometer, tmp_path):
    how = ("--dpi", "100", "--title", "", "--height", "30")
    assert axiometer(*TIES, *how, "-o", "figure.png")[0] == 0
    assert struct.unpack(">II", (tmp_path / "figure.png").read_bytes()[16:24])[0] in {333, 334}
    _, out, _ = axiometer(*TIES, "--title", "", "--height", "30", "--format", "vega")
    chart = json.loads(out)
    assert "title" not in chart
    assert chart["height"] == pytest.approx(30 / 25.4 * 96, abs=0.1)


def test_notes_are_told(axiometer):
    asked = ("meta", "unanimity", *FILES, "--resamples", "10", "--format", "svg")
    assert "note: " in axiometer(*asked)[2]
    assert axiometer(*asked, "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--figure", "figure.jpg"), "end it with one of .svg, .pdf, .png, .html, .json"),
        (("-o", "figure.jpg"), "files that end with .jpg are not written"),
        (("-o", "figure.pdf", "--format", "png"), "leave one of them out"),
        (("-o", "figure.svg", "--dpi", "100"), "--dpi is for PNG"),
        (("-o", "no/figure.svg"), "a folder that exists"),
        (("--figure", "no/figure.svg"), "a folder that exists"),
        (("-o", "a.svg", "--figure", "./a.svg"), "name the same file a.svg"),
        (("--height", "30"), "--height is for figures: name a file with --figure"),
        (("--dpi", "300", "-o", "page.html"), "--dpi is for figures"),
        (("--columns", "2", "-o", "table.tsv"), "--columns is for figures"),
    ],
)
@pytest.mark.parametrize("name", ["meta ties", "axioms"])
def test_what_cannot_be_written_is_refused_before_any_work(axiometer, name, words, told):
    asked = ("nothing.txt", "none.run") if name != "axioms" else ("AP",)
    code, _, err = axiometer(*name.split(), *asked, *words)
    assert code in {1, 2}
    assert told in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-o", "figure.jpg"), "end it with one of .svg, .pdf, .png, .html, .json"),
        (("-o", "figure.pdf", "--format", "png"), "leave one of them out"),
        (("-o", "figure.svg", "--dpi", "100"), "--dpi is for PNG"),
        (("-o", "no/figure.svg"), "a folder that exists"),
    ],
)
def test_lists_that_cannot_be_drawn_are_refused_before_any_work(axiometer, words, told):
    code, _, err = axiometer("plot", "query", "nothing.txt", "none.run", "-m", "AP", "-q", "q", *words)
    assert code in {1, 2}
    assert told in err


def test_lists_are_drawn_as_the_file_ends(axiometer, tmp_path):
    assert axiometer("plot", "query", *ASKED["plot query"], "-o", "lists.json")[0] == 0
    assert "$schema" in json.loads((tmp_path / "lists.json").read_text())


def test_binary_figures_are_not_written_to_a_screen(axiometer, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    code, _, err = axiometer(*TIES, "--format", "pdf")
    assert code == 2
    assert "pdf is binary" in err


def test_without_the_program_that_draws_the_error_says_what_to_install(axiometer, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    for where in (("-o", "figure.pdf"), ("-o", "page.html"), ("--figure", "figure.html")):
        code, _, err = axiometer(*TIES, *where)
        assert code == 2
        assert 'pip install "axiometer[plots]"' in err
    assert axiometer(*TIES, "--figure", "figure.json")[0] == 0


def test_differences_are_of_one_measure(axiometer):
    code, _, err = axiometer("differences", *FILES, "-m", "AP RR", "--left", "good", "--right", "poor")
    assert code == 2
    assert "one measure" in err


def test_more_lists_than_fit_are_refused(axiometer):
    systems = [word for number in range(30) for word in ("-s", f"system{number}")]
    code, _, err = axiometer("plot", "query", *FILES, "-m", "AP", "-q", "q1", *systems)
    assert code == 2
    assert "the lists of 30 systems do not fit on a page" in err


def test_tables_of_leaderboard_and_differences(axiometer):
    _, out, _ = axiometer("leaderboard", *FILES, "-m", "AP")
    assert [line.split()[1] for line in out.splitlines()[2:5]] == ["good", "fair", "poor"]
    _, out, _ = axiometer("leaderboard", *FILES, "-m", "AP", "--baseline", "poor", "-f", "tsv")
    assert "difference" in out.splitlines()[0]
    _, out, _ = axiometer("differences", *FILES, "-m", "AP", "-l", "good", "-r", "poor")
    assert "good and poor by AP, query by query" in out


def test_hostile_names_of_systems_are_text(axiometer, tmp_path):
    for number, name in enumerate(("<script>", "]]>\"'\\")):
        (tmp_path / f"{number}.run").write_text("".join(f"q{q} Q0 a 1 9 {name}\n" for q in range(6)))
    files = ("qrels.txt", "0.run", "1.run", "good.run")
    for asked in (("leaderboard", *files), ("plot", "query", *files, "-m", "AP", "-q", "q1")):
        code, out, err = axiometer(*asked, "-f", "svg")
        assert code == 0, err
        ElementTree.fromstring(out)
        assert "<script" not in out
