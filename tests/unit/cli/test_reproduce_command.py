"""``axiometer reproduce``: which papers, what it says, what it refuses, and how it goes on."""

import io

import polars as pl
import pytest

from axiometer.cli import reproduce
from axiometer.cli.reproduce import PAPERS
from axiometer_papers import papers
from axiometer_papers.study import Check, Part, Result, Study, Table


@pytest.fixture
def seen(monkeypatch, tmp_path):
    """Put studies of one part in place of the papers; gives the settings they saw, what stops them, and steps."""
    settings, interrupted, steps = [], [], []

    def make(progress):
        if interrupted:
            raise KeyboardInterrupt
        for step in steps:
            progress(*step)
        return Result([Table("t", "T", pl.DataFrame({"x": [1]}))], checks=[Check("Table 1", "x", "1", "1", "yes")])

    def plan(setting):
        settings.append(setting)
        data = "simulated, since nothing fits" if setting.data else "simulated"
        return [Part("one", "Table 1", make, {"seed": setting.seed, "quick": setting.is_quick}, data)]

    (tmp_path / "some where" / "else").mkdir(parents=True)
    studies = {name: Study(name, f"The paper {name}", ["About."], plan, "amigo2018") for name in PAPERS}
    monkeypatch.setattr(papers, "STUDIES", studies)
    return settings, interrupted, steps


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_one_paper(command, seen, tmp_path):
    code, out, err = command("reproduce", "rbu", "--quick", "--seed", "7", "--jobs", "1")
    assert code == 0
    assert err == "rbu 1/1: Table 1\n"
    first, second, third = out.splitlines()
    assert first.startswith("rbu: 1 part, ")
    assert second == "  published numbers and statements: 1 the same here, 0 not, 0 not comparable"
    assert third == "  axiometer-papers/rbu/page.html"
    page = (tmp_path / "axiometer-papers" / "rbu" / "page.md").read_text()
    assert "axiometer reproduce rbu --quick --seed 7\n" in page
    (setting,) = seen[0]
    assert (setting.is_quick, setting.seed, setting.jobs, setting.data) == (True, 7, 1, None)


def test_all_papers_into_a_folder(command, seen, tmp_path):
    code, out, err = command("reproduce", "all", "--output", "here", "--data", "some where")
    assert code == 0
    assert err.count("note: simulated, since nothing fits\n") == 4
    assert [line.split(":")[0] for line in out.splitlines()[::3]] == [*PAPERS]
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == sorted(PAPERS)
    page = (tmp_path / "here" / "alphabeta" / "page.md").read_text()
    assert "axiometer reproduce alphabeta --data 'some where' --output here\n" in page
    assert {str(each.data) for each in seen[0]} == {"some where"}


@pytest.mark.usefixtures("seen")
def test_what_is_done_is_not_done_again_unless_wanted(command):
    command("reproduce", "rbu")
    code, out, err = command("reproduce", "rbu")
    assert code == 0
    assert "1 part, 1 of them done before" in out
    assert err == ""
    assert "done before" not in command("reproduce", "rbu", "--fresh")[1]


def test_a_log_says_how_far_long_parts_are(command, seen, monkeypatch):
    monkeypatch.setattr(reproduce, "PATIENCE", -1.0)
    seen[2].extend([(1, 3), (2, 3)])
    assert command("reproduce", "rbu")[2] == "rbu 1/1: Table 1\n  1 of 3\n  2 of 3\n"


@pytest.mark.usefixtures("seen")
def test_a_terminal_shows_bars(monkeypatch):
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr(reproduce.sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    part = Part("one", "Table 1", print)
    with reproduce._watching(papers.STUDIES["rbu"]) as watch:
        watch(part, 1, 2)(3, 4)
    shown = screen.getvalue()
    assert "rbu 1/2" in shown
    assert "Table 1" in shown
    assert "75%" in shown


def test_somebody_stops_it(command, seen):
    seen[1].append(True)
    code, out, err = command("reproduce", "rbu")
    assert code == 130
    assert out == ""
    assert "interrupted: what is done is kept, and the same command goes on from there" in err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["bru"], (2, "there is no paper 'bru'; choose of rbu, concordance, alphabeta, lexirecall, or all")),
        (["rbu", "--output", "file"], (1, "file: found a file; expected a folder")),
        (["rbu", "--lengths", "gone"], (1, "gone: found no such file; expected a file with the lengths of items")),
    ],
)
def test_what_is_refused(command, seen, tmp_path, words, expected):
    (tmp_path / "file").write_text("")
    code, _, err = command("reproduce", *words)
    assert code == expected[0]
    assert expected[1] in err
    assert seen[0] == []
