"""``axiometer axioms`` shows what ``check_axioms`` finds."""

from __future__ import annotations

import json
from functools import partial

import pytest

from axiometer.axioms.checking import check_axioms, find_axiom, find_axioms
from axiometer.axioms.published import measures_of
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer.cli.axioms import _notes

MINE = """
import axiometer as ax


class Mine(ax.Measure):
    bounds = (0.0, float("inf"))

    def values(self, lists):
        return lists.sum(lists.grade / lists.rank)
"""


@pytest.fixture
def axioms(command):
    return partial(command, "axioms", "--cases", "200", "--quiet")


@pytest.fixture
def plugin(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return str(path)


def test_matrix_has_a_row_for_each_measure(axioms):
    code, out, err = axioms("P@5 RBP(p=0.8)", "lexirecall", "-a", "Pri,conf")
    assert (code, err) == (0, "")
    assert out.split("\n\n")[0].split("\n") == [
        "measure     Pri  Conf",
        "P@5          ○    ○",
        "RBP(p=0.8)   ●    ○",
        "lexirecall   ○    ○",
    ]


def test_programs_get_the_columns_and_all_readings(axioms):
    code, out, _ = axioms("P@5", "-f", "tsv", "--against-paper", "-a", "Pri")
    assert code == 0
    assert out.split("\n")[0].split("\t") == ["measure", "axiom", "verdict", "cases", "example", "paper", "agrees"]
    assert out.split("\n")[1].split("\t")[:3] == ["P@5", "Pri", "violated"]
    _, out, _ = axioms("P@5", "--set", "search", "-f", "jsonl", "--cases", "1")
    assert [json.loads(line)["axiom"] for line in out.splitlines()] == [each.name for each in find_axioms("search")]


def test_json_is_json(axioms):
    _, out, _ = axioms("P@5 Success@5", "-a", "Pri", "-f", "json", "--against-paper")
    known, unknown = json.loads(out)
    assert (known["paper"], known["agrees"]) == ("not satisfied", True)
    assert (unknown["paper"], unknown["agrees"], unknown["explanation"]) == (None, None, None)
    _, out, _ = axioms("P@5", "-a", "Red", "-f", "json")
    (record,) = json.loads(out)
    assert record["verdict"] == "violated"
    assert record["case"]["lists"] == [[0, 2], [0, 1]]
    assert '"weights": [0.5, 0.5]' in out


def test_measures_are_those_of_the_papers_if_none_is_named(axioms):
    _, out, _ = axioms("--axiom", "CloseTh", "--against-paper")
    assert "RBU(p=0.9,e=0.05)@20" in out
    assert "verdicts are as in the paper" in out


def test_a_name_means_that_of_the_set(axioms):
    _, out, _ = axioms("--list", "--set", "recommendation", "--axiom", "Pri", "-f", "jsonl")
    assert json.loads(out)["set"] == "recommendation"


def test_show_draws_the_case(axioms):
    code, out, _ = axioms("P@5", "--axiom", "Red", "--axiom", "CloseTh", "--show")
    assert code == 0
    assert "P@5 · Red, Redundancy · violated" in out
    assert "must be    Q(L, d') > Q(L, d)" in out
    assert "P@5 · CloseTh, Closeness threshold · witness" in out


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
def test_formats_for_people_go_to_a_file(axioms, tmp_path, form):
    code, out, _ = axioms("P@5", "-a", "Conf", "-f", form, "-o", str(tmp_path / "result"))
    assert (code, out) == (0, "")
    assert "P@5" in (tmp_path / "result").read_text(encoding="utf-8")


def test_list_tells_what_each_axiom_says(axioms):
    code, out, _ = axioms("--list", "--set", "search")
    assert code == 0
    assert "Red  Redundancy" in out
    assert "Amigó, Spina and Carrillo-de-Albornoz 2018, equation 7" in out


def test_list_can_be_written_in_markdown(axioms):
    code, out, _ = axioms("--list", "-a", "Red", "-f", "markdown")
    assert code == 0
    assert out.startswith("| ")
    assert "| Red" in out


def test_measures_that_are_mostly_undefined_are_told_of():
    rare, often, wrong = (
        Verdict("Mine", name, answer, cases=5, tried="", undefined=n, family="search")
        for name, answer, n in (("Pri", "holds", 6), ("Red", "holds", 5), ("Deep", "violated", 9))
    )
    found = Verdicts((rare, often, wrong), tuple(map(find_axiom, ("search:Pri", "search:Red", "search:Deep"))), 0, 10)
    assert [*_notes(found)] == ["Mine: undefined in most cases of Pri; they say nothing of it"]
    assert not [*_notes(Verdicts((often,), (find_axiom("Red"),), 0, 10))]


def test_one_progress_is_told_for_all_sets():
    told = []
    found = check_axioms(None, ["Pri", "Red", "recommendation:Pri"], progress=lambda *now: told.append(now), cases=2)
    papers = {family: measures_of(family) for family in ("search", "recommendation")}
    assert len(found) == 2 * len(papers["search"]) + len(papers["recommendation"])
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert found.measures == tuple(dict.fromkeys([*papers["search"], *papers["recommendation"]]))


def test_plugin(axioms, plugin):
    code, out, _ = axioms("--plugin", plugin, "-a", "Pri Red")
    assert code == 0
    assert out.split("\n")[1].split() == ["Mine", "●", "○"]
    code, out, _ = axioms("--plugin", plugin, "Mine", "RR", "-a", "Red", "-f", "csv")
    assert [line.split(",")[0] for line in out.splitlines()] == ["measure", "Mine", "RR"]
    code, _, err = axioms("--plugin", plugin, "Mien")
    assert code == 2
    assert "did you mean Mine of" in err


def test_errors_in_a_plugin_name_the_line(axioms, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(MINE.replace("lists.grade", "lists.grades"))
    code, _, err = axioms("--plugin", str(path), "-a", "Pri")
    assert code == 1
    assert "bad.py, line 9: found AttributeError" in err


@pytest.mark.parametrize(
    ("words", "exit_code", "said"),
    [
        (("P@5", "--axiom", "Rde"), 2, "did you mean Red?"),
        (("nDGC",), 2, "did you mean nDCG?"),
        (("P@5", "--cases", "0"), 2, "--cases"),
        (("P@5", "--seed", "-1"), 2, "--seed"),
        (("P@5", "--show", "-f", "csv"), 2, "--show draws cases for people"),
        (("P@5", "-o", "no/such/folder/x.tsv"), 1, "expected a file in a folder that exists"),
        (("--plugin", "nowhere.py"), 1, "expected a Python file"),
        (("--list", "P@5"), 2, "--list lists axioms"),
        (("--list", "-f", "latex"), 2, "not as latex"),
    ],
)
def test_mistakes_are_explained(axioms, words, exit_code, said):
    code, _, err = axioms(*words)
    assert code == exit_code
    assert said in err


def test_help_teaches_with_examples(command):
    code, out, _ = command("axioms", "--help")
    assert code == 0
    assert "--axiom Red --show" in out.split("Examples")[1]
