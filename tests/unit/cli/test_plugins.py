"""``--plugin FILE``: measures of the user's own wherever measures are named."""

from __future__ import annotations

import json

import pytest

MINE = """
import axiometer as ax


class Mine(ax.Measure):
    \"\"\"Reciprocal ranks of relevant items, added up.\"\"\"

    cites = ()
    bounds = (0.0, float("inf"))

    def values(self, lists):
        return lists.sum((lists.grade > 0) / lists.rank)


Best = ax.parse_measure("nDCG@2")
"""
QRELS = "".join(f"q{q} 0 {item} {grade}\n" for q in range(6) for item, grade in (("a", 2), ("b", 1), ("c", 0)))
LISTS = {"good": "abc", "fair": "cab", "poor": "xcb"}
FILES = ("qrels.txt", "good.run", "fair.run", "poor.run")
NAMED = {
    "evaluate": (*FILES, "-m", "Mine AP"),
    "explain": (*FILES[:2], "-q", "q1", "-m", "Best"),
    "plot query": (*FILES, "-m", "Best", "-q", "q1"),
    "prefer": (*FILES, "-m", "Mine"),
    "compare": (*FILES, "-m", "Mine"),
    "leaderboard": (*FILES, "-m", "Mine"),
    "differences": (*FILES, "-m", "Mine", "-l", "good", "-r", "poor"),
    "meta unanimity": (*FILES, "-m", "Mine AP", "--resamples", "5"),
    "meta concordance": (*FILES, "-m", "Mine AP", "--gold", "RR"),
    "meta power": (*FILES, "-m", "Mine AP"),
    "meta ties": (*FILES, "-m", "Mine AP", "--resamples", "5"),
    "meta agreement": (*FILES, "-m", "Mine AP", "--resamples", "5"),
    "meta correlation": (*FILES, "-m", "Mine AP", "--resamples", "5"),
    "meta degradation": (*FILES, "-m", "Mine AP", "--shares", "0.5", "--samples", "1"),
    "meta scenarios": (*FILES, "-m", "Mine AP", "--scenario", "official", "--samples", "1"),
    "advise": (*FILES, "-m", "Mine AP", "--cases", "20", "--samples", "1"),
    "axioms": ("Mine", "--axiom", "Pri", "--cases", "20"),
    "measures": ("Mine",),
    "cite": ("-m", "Mine AP"),
    "recall orientation": ("-m", "Mine", "--corpus-size", "50", "--relevant", "2"),
    "recall worst-case": ("-m", "Mine lexirecall", "--corpus-size", "50", "--pairs", "20", "--relevant", "2-3"),
    "recall depth": ("-m", "Mine", "--corpus-size", "50", "--pairs", "20", "--relevant", "2-3"),
}


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files; gives exit code, output and messages."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "qrels.txt").write_text(QRELS)
    for name, items in LISTS.items():
        rows = [(q, item, at) for q in range(6) for at, item in enumerate(items[q % 2 :] + items[: q % 2])]
        (tmp_path / f"{name}.run").write_text("".join(f"q{q} Q0 {i} {at + 1} {9 - at} t\n" for q, i, at in rows))
    monkeypatch.chdir(tmp_path)
    return command


@pytest.mark.parametrize("name", NAMED)
def test_measures_of_a_file_can_be_named(axiometer, name):
    code, out, err = axiometer(*name.split(), *NAMED[name], "--plugin", "mine.py")
    assert code == 0, err
    assert "Mine" in out or "nDCG@2" in out or name == "cite"
    code, _, err = axiometer(*name.split(), *NAMED[name])
    assert code == 2
    assert "Mine" in err or "Best" in err


def test_a_report_has_measures_of_a_file(axiometer, tmp_path):
    asked = (*FILES, "-m", "Mine AP", "--axioms", "none", "-o", "report.html", "--plugin", "mine.py")
    assert axiometer("report", *asked)[0] == 0
    assert "Mine" in (tmp_path / "report.html").read_text()


def test_values_are_those_of_the_file(axiometer):
    _, out, _ = axiometer("evaluate", *FILES[:2], "-m", "Mine", "--plugin", "mine.py", "-q", "-f", "jsonl")
    assert json.loads(out.splitlines()[0])["value"] == 1.5


def test_measures_of_a_file_are_listed(axiometer):
    _, out, _ = axiometer("measures", "--plugin", "mine.py")
    assert out.splitlines()[1].split()[0] == "Mine"


def test_what_goes_wrong_in_a_file_is_told_with_its_line(axiometer, tmp_path):
    (tmp_path / "mine.py").write_text(MINE.replace("lists.sum(", "lists.total("))
    code, _, err = axiometer("evaluate", *FILES, "-m", "Mine", "--plugin", "mine.py")
    assert code == 1
    assert "mine.py, line 12: found AttributeError" in err


def test_a_misspelt_name_of_a_file_is_guessed(axiometer):
    code, _, err = axiometer("compare", *FILES, "-m", "Mines", "--plugin", "mine.py")
    assert code == 2
    assert "did you mean Mine of mine.py?" in err
    code, _, err = axiometer("explain", *FILES[:2], "-q", "q1", "-m", "Mine AP", "--plugin", "mine.py")
    assert code == 2


def test_a_plugin_is_not_sent_to_spark(axiometer):
    code, _, err = axiometer("evaluate", *FILES, "-m", "Mine", "--plugin", "mine.py", "--engine", "spark")
    assert code == 2
    assert "not known to the workers of Spark" in err


def test_a_plugin_has_no_effect_on_saved_values(axiometer):
    axiometer("evaluate", *FILES, "-m", "AP", "-q", "-o", "values.tsv")
    code, _, err = axiometer("compare", "values.tsv", "--plugin", "mine.py")
    assert code == 2
    assert "--plugin says how runs are measured" in err
