"""``axiometer plot``, as its users see it."""

import json
import re
import struct
import sys
from xml.etree import ElementTree

import pytest
import typer

from axiometer.cli.main import app

COMMANDS = typer.main.get_command(app).commands
PLOTS = COMMANDS["plot"].commands
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
    "unanimity": (*FILES, "--resamples", "10"),
    "concordance": (*FILES, "-m", "AP P@2", "--gold", "RR"),
    "power": (*FILES, "-m", "AP RR"),
    "ties": (*FILES, "--resamples", "10"),
    "agreement": (*FILES, "--resamples", "10"),
    "correlation": (*FILES, "--resamples", "10"),
    "degradation": (*FILES, "-m", "AP RR", "--shares", "0.5", "--samples", "1"),
    "scenarios": (*FILES, "-m", "AP RR", "--scenario", "official", "--samples", "1"),
    "query": (*FILES, "-m", "AP", "-q", "q1"),
    "axioms": ("AP", "--axiom", "Pri", "--cases", "20"),
}


@pytest.fixture
def plot(tmp_path, monkeypatch, command):
    """Draw in a folder with example files; gives exit code, output and messages."""
    (tmp_path / "qrels.txt").write_text(JUDGMENTS)
    for name, lists in LISTS.items():
        rows = [(q, f"{i}{at}" if i == "x" else i, at) for q, items in enumerate(lists) for at, i in enumerate(items)]
        (tmp_path / f"{name}.run").write_text("".join(f"q{q} Q0 {i} {at + 1} {9 - at} t\n" for q, i, at in rows))
    monkeypatch.chdir(tmp_path)
    return lambda *words: command("plot", *words)


def test_all_plots_are_tried_here():
    assert {*PLOTS} == {*ASKED}


@pytest.mark.parametrize("name", ASKED)
def test_every_finding_can_be_drawn(plot, name):
    code, out, err = plot(name, *ASKED[name])
    assert code == 0, err
    root = ElementTree.fromstring(out)
    assert root.get("width") == "320"


@pytest.mark.parametrize("name", [name for name in COMMANDS["meta"].commands if name in ASKED])
def test_options_are_those_of_the_command_that_finds(name):
    options = {each.name for each in PLOTS[name].params}
    of_tables = {"details", "curve", "each_sample"}
    assert (
        options - {"columns", "height", "title", "dpi"}
        == {each.name for each in COMMANDS["meta"].commands[name].params} - of_tables
    )


def test_everything_that_can_be_measured_of_measures_has_a_figure():
    assert {*COMMANDS["meta"].commands} <= {*PLOTS}


@pytest.mark.parametrize("name", ASKED)
def test_examples_in_the_help_are_of_figures(name):
    examples = re.findall(r"^ *axiometer .*", PLOTS[name].help, flags=re.MULTILINE)
    assert len(examples) == 1
    assert examples[0].strip().startswith(f"axiometer plot {name} ")
    assert examples[0].endswith("--output figure.pdf")


def test_the_ending_says_what_is_written(plot, tmp_path):
    for ending in ("pdf", "png", "json"):
        assert plot("ties", *FILES, "--resamples", "0", "--columns", "2", "-o", f"figure.{ending}")[0] == 0
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
    width, _ = struct.unpack(">II", (tmp_path / "figure.png").read_bytes()[16:24])
    assert width == 7 * 300
    assert json.loads((tmp_path / "figure.json").read_text())["usermeta"]["width"] == 672


def test_pixels_per_inch_title_and_height_can_be_chosen(plot, tmp_path):
    how = ("--dpi", "100", "--title", "", "--height", "30")
    assert plot("ties", *FILES, *how, "-o", "figure.png")[0] == 0
    assert struct.unpack(">II", (tmp_path / "figure.png").read_bytes()[16:24])[0] in {333, 334}
    _, out, _ = plot("ties", *FILES, "--title", "", "--height", "30", "--format", "vega")
    chart = json.loads(out)
    assert "title" not in chart
    assert chart["height"] == pytest.approx(30 / 25.4 * 96, abs=0.1)


def test_notes_are_told(plot):
    _, _, err = plot("unanimity", *FILES, "--resamples", "10")
    assert "note: " in err
    assert plot("unanimity", *FILES, "--resamples", "10", "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-o", "figure.jpg"), "end it with one of .svg, .pdf, .png, .json"),
        (("-o", "figure.pdf", "--format", "png"), "leave one of them out"),
        (("-o", "figure.svg", "--dpi", "100"), "--dpi is for PNG"),
        (("-o", "no/figure.svg"), "a folder that exists"),
    ],
)
@pytest.mark.parametrize("name", ["ties", "query", "axioms"])
def test_what_cannot_be_written_is_refused_before_any_work(plot, name, words, told):
    asked = ("nothing.txt", "none.run", *(("-m", "AP", "-q", "q") if name == "query" else ()))
    code, _, err = plot(name, *(asked if name != "axioms" else ("AP",)), *words)
    assert code in {1, 2}
    assert told in err


def test_binary_figures_are_not_written_to_a_screen(plot, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    code, _, err = plot("ties", *FILES, "--format", "pdf")
    assert code == 2
    assert "pdf is binary" in err


def test_without_the_program_that_draws_the_error_says_what_to_install(plot, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    code, _, err = plot("ties", *FILES, "-o", "figure.pdf")
    assert code == 2
    assert 'pip install "axiometer[plots]"' in err
    assert plot("ties", *FILES, "-o", "figure.json")[0] == 0


def test_differences_are_of_one_measure(plot):
    code, _, err = plot("differences", *FILES, "-m", "AP RR", "--left", "good", "--right", "poor")
    assert code == 2
    assert "one measure" in err


def test_more_lists_than_fit_are_refused(plot):
    systems = [word for number in range(30) for word in ("-s", f"system{number}")]
    code, _, err = plot("query", *FILES, "-m", "AP", "-q", "q1", *systems)
    assert code == 2
    assert "the lists of 30 systems do not fit on a page" in err


def test_hostile_names_of_systems_are_text(plot, tmp_path):
    for number, name in enumerate(("<script>", "]]>\"'\\")):
        (tmp_path / f"{number}.run").write_text("".join(f"q{q} Q0 a 1 9 {name}\n" for q in range(6)))
    files = ("qrels.txt", "0.run", "1.run", "good.run")
    for asked in (("leaderboard", *files), ("query", *files, "-m", "AP", "-q", "q1")):
        code, out, err = plot(*asked)
        assert code == 0, err
        ElementTree.fromstring(out)
        assert "<script" not in out
