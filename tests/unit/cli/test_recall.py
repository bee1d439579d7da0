"""``axiometer recall`` shows what the functions find."""

from __future__ import annotations

import json
from functools import partial

import pytest

from axiometer.meta.recall.orientation import orientation


@pytest.fixture
def recall(command):
    return partial(command, "recall")


def test_orientation_has_a_table_for_precision_and_one_for_recall(recall):
    code, out, _ = recall("orientation", "-m", "RR AP", "--corpus-size", "10", "--relevant", "1-2,4")
    precision, recalled = out.rstrip().split("\n\n")
    assert code == 0
    assert precision.split("\n")[:2] == ["precision orientation", "m      RR      AP"]
    assert [line.split()[0] for line in recalled.split("\n")] == ["recall", "m", "1", "2", "4"]
    _, scaled, _ = recall("orientation", "-m", "RR AP", "--corpus-size", "10", "--relevant", "1-2,4", "--scaled")
    assert scaled.split("\n")[2].split() == ["1", "1.0000", "1.0000"]


def test_ties_are_written_so_that_nothing_tiny_is_zero(recall):
    _, out, _ = recall("ties")
    table_3, table_4 = (part.split("\n") for part in out.rstrip().split("\n\n"))
    assert table_3[0].split() == ["n", "m", "TSE", "R@1000", "Rprec", "lexirecall"]
    assert table_3[1].split() == ["1000", "10", "0.0053", "1", "0.8257", "3.8e-24"]
    assert table_4[1].split() == ["1000000", "1", "1.0e-6", "0.9980", "1-2.0e-6", "1.0e-6"]
    _, out, _ = recall("ties", "--corpus-size", "1e12", "--relevant", "50", "--cutoffs", "10,20")
    assert out.split("\n")[0].split()[3:5] == ["R@10", "R@20"]
    assert out.split("\n")[1].split()[-1] == "3.0e-536"


def test_ties_for_programs_have_each_row_once(recall):
    _, out, _ = recall("ties", "-f", "tsv")
    lines = out.rstrip().split("\n")
    assert len(lines) == 1 + 4 + 5 - 1
    assert float(lines[1].split("\t")[5]) == pytest.approx(3.7963694e-24)


def test_worst_case_has_a_row_for_each_size(recall):
    how = ("worst-case", "-m", "SL3 lexirecall", "--corpus-size", "100,1e3", "--pairs", "50", "--seed", "3")
    _, out, err = recall(*how)
    head, *rows = (line.split() for line in out.rstrip().split("\n"))
    assert head == ["n", "tied", "SL3", "lexirecall", "random"]
    assert [(row[0], row[2], row[3]) for row in rows] == [("100", "1.0000", "1.0000"), ("1000", "1.0000", "1.0000")]
    assert "note: the standard errors are at most 0.07" in err
    assert recall(*how)[1] == out


def test_depth_has_a_row_for_each_depth(recall):
    _, out, _ = recall("depth", "-m", "AP RPP", "--corpus-size", "60", "--pairs", "50")
    head, *rows = (line.split() for line in out.rstrip().split("\n"))
    assert head == ["depth", "AP", "RPP"]
    assert [row[0] for row in rows] == ["10", "25", "50", "60"]


def test_optimal_has_a_table_for_fixed_and_one_for_random_rankings(recall):
    _, out, _ = recall("optimal", "-m", "AP RBP", "--relevant", "1-3", "-f", "markdown")
    assert out.split("\n")[0] == "**worst case of a fixed ranking**"
    assert "|    3 | 0.6111 | 0.1627 |" in out
    _, out, _ = recall("optimal", "-m", "AP", "--relevant", "2", "-f", "latex")
    assert "% worst case of random rankings" in out
    assert r"2 & 0.7500 \\" in out


def test_json_has_what_the_function_gives(recall, tmp_path):
    code, out, _ = recall("orientation", "-m", "AP", "--relevant", "3", "-f", "json", "-o", str(tmp_path / "x.json"))
    assert (code, out) == (0, "")
    assert json.loads((tmp_path / "x.json").read_text()) == orientation("AP", relevant=[3]).to_dicts()


def test_providers_reads_files(recall, tmp_path):
    texts = {"j": "q 0 a 1\nq 0 b 1\n", "run": "q Q0 a 1 3 s\nq Q0 z 2 2 s\n", "p": "a x\nb y\n"}
    j, run, p = (str(tmp_path / name) for name in texts)
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    code, out, _ = recall("providers", j, run, "--providers", p, "--corpus-size", "8", "-f", "tsv")
    assert code == 0
    rows = ["run\ty\t1\t1\t0.125\t0.125", "run\tx\t1\t1\t1.0\t1.0"]
    assert out.split("\n")[1:3] == rows
    assert recall("providers", j, run, "--providers", p)[0] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("orientation", "--relevant", "x"), "'x' is not a whole number"),
        (("orientation", "--corpus-size", "1e20"), "1e20 is too large"),
        (("orientation", "-m", "ERR_IA"), "ERR_IA needs aspects"),
        (("ties", "--relevant", "3-"), "'' is not a whole number"),
        (("ties", "--relevant", "5-3"), "5-3 goes backwards; write 3-5"),
        (("worst-case", "--relevant", "5-3"), "5-3 goes backwards; write 3-5"),
        (("providers", "-", "-", "--providers", "p"), "standard input, -, can be only one of the files"),
        (("ties", "--relevant", "11", "--corpus-size", "10"), "m = 11 and n = 10"),
        (("depth", "--depths", "100", "--corpus-size", "50"), "between 1 and the 50 items"),
        (("optimal", "-m", "nDCG@10"), "nDCG@10 is no recall-level measure"),
    ],
)
def test_mistakes_are_explained(recall, words, said):
    code, _, err = recall(*words)
    assert code == 2
    assert said in err


@pytest.mark.parametrize("name", ["orientation", "ties", "worst-case", "depth", "optimal", "providers"])
def test_help_teaches_with_an_example(recall, name):
    code, out, _ = recall(name, "--help")
    assert code == 0
    assert f"axiometer recall {name}" in out.split("Example")[1]
