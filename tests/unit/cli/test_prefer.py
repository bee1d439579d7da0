"""``axiometer prefer``, as its users see it."""

from __future__ import annotations

import io
import json
import re

import polars as pl
import pytest

JUDGMENTS = "q1 0 a 1\nq1 0 b 1\nq2 0 a 2\nq3 0 a 0\n"
RUNS = {
    "one": "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 1 t\nq3 Q0 a 1 1 t\n",
    "two": "q1 Q0 a 1 3 t\nq1 Q0 x 2 2 t\nq1 Q0 b 3 1 t\nq2 Q0 a 1 1 t\nnew Q0 a 1 1 t\n",
    "three": "q1 Q0 x 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 x 1 2 t\nq2 Q0 a 2 1 t\n",
}
PREFER = ("prefer", "qrels.txt", "one.run", "two.run", "three.run")
COLUMNS = "preference left right wins losses ties mean p_value p_holm"


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files; gives exit code, output and messages."""
    (tmp_path / "qrels.txt").write_text(JUDGMENTS)
    for name, text in RUNS.items():
        (tmp_path / f"{name}.run").write_text(text)
    monkeypatch.chdir(tmp_path)
    return command


def test_table_has_systems_and_pairs(axiometer):
    code, out, err = axiometer(*PREFER, "-p", "lexirecall")
    assert code == 0
    lines = out.split("\n")
    assert lines[0] == "lexirecall: systems"
    assert re.split(r"\s{2,}", lines[1]) == [
        "system",
        "win rate",
        "win rate rank",
        "Borda",
        "Borda rank",
        "MC4",
        "MC4 rank",
    ]
    assert lines[2].split()[:5] == ["one", "1.0000", "1", "1.7500", "1"]
    assert lines[3].split()[:5] == ["two", "0.5000", "2", "1.2500", "2"]
    assert lines[6] == "lexirecall: pairs"
    assert lines[7].split() == COLUMNS.split()[1:]
    assert lines[8].split() == ["one", "two", "1", "0", "1", "0.5000", "1.0000", "1.0000"]
    assert lines[10].split() == ["two", "three", "2", "0", "0", "1.0000", "0.5000", "1.0000"]
    assert "note: two, three: 1 query judged but missing from the run, counted as empty" in err
    assert "note: two: 1 query of the run not judged, ignored" in err
    assert "note: lexirecall: undefined for 1 query, left out" in err


def test_ties_of_systems_are_marked(axiometer, tmp_path):
    (tmp_path / "two.run").write_text(RUNS["one"])
    out = axiometer(*PREFER, "--systems")[1]
    assert [line.split()[2] for line in out.split("\n")[2:5]] == ["1=", "1=", "3"]


def test_lexirecall_is_the_default_and_measures_come_after_preferences(axiometer):
    assert axiometer(*PREFER, "--quiet")[1] == axiometer(*PREFER, "-p", "lexirecall", "--quiet")[1]
    out = axiometer(*PREFER, "-m", "AP nDCG@2", "-p", "RPP", "-p", "lr", "--systems")[1]
    titles = [line.split(":")[0] for line in out.split("\n") if line.endswith(": systems")]
    assert titles == ["RPP", "lexirecall", "AP", "nDCG@2"]


def test_tsv(axiometer):
    _, out, _ = axiometer(*PREFER, "--format", "tsv")
    lines = out.rstrip("\n").split("\n")
    assert lines[0].split("\t") == COLUMNS.split()
    assert lines[1].split("\t") == ["lexirecall", "one", "two", "1", "0", "1", "0.5", "1.0", "1.0"]
    assert len(lines) == 1 + 3
    _, out, _ = axiometer(*PREFER, "-f", "tsv", "--per-query", "-p", "RPP")
    lines = out.rstrip("\n").split("\n")
    assert lines[:3] == [
        "preference\tquery\tleft\tright\tvalue",
        "RPP\tq1\tone\ttwo\t0.5",
        "RPP\tq1\tone\tthree\t1.0",
    ]
    assert len(lines) == 1 + 6
    assert "q3" not in out


def test_machine_readable_formats(axiometer, tmp_path):
    read = {
        "csv": lambda text: pl.read_csv(io.StringIO(text)),
        "json": lambda text: pl.DataFrame(json.loads(text)),
        "jsonl": lambda text: pl.DataFrame([json.loads(line) for line in text.splitlines()]),
    }
    axiometer(*PREFER, "-p", "rrlexiprecision", "--format", "parquet", "--output", "out.parquet")
    expected = pl.read_parquet(tmp_path / "out.parquet")
    assert expected.columns == COLUMNS.split()
    assert expected["mean"].to_list() == [(1 / 2 - 1 / 3) / 2, (1 / 2 + 1 / 2) / 2, (1 / 2 + 1 / 2) / 2]
    for form, reader in read.items():
        frame = reader(axiometer(*PREFER, "-p", "rrlexiprecision", "--format", form)[1])
        assert frame.rows() == expected.rows(), form
    for option in ("--systems", "--per-query"):
        frame = pl.DataFrame(json.loads(axiometer(*PREFER, option, "-f", "json")[1]))
        assert frame.columns[1] == {"--systems": "system", "--per-query": "query"}[option]


def test_nothing_to_compare_is_null_in_json(axiometer, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 a 0\n")
    rows = json.loads(axiometer(*PREFER, "-f", "json")[1])
    assert [(row["mean"], row["ties"], row["p_value"]) for row in rows] == [(None, 0, 1)] * 3
    assert "undefined" in axiometer(*PREFER)[1]


def test_markdown_and_latex(axiometer):
    out = re.sub(" +", " ", axiometer(*PREFER, "-f", "markdown")[1])
    assert "| system | win rate | win rate rank | Borda | Borda rank | MC4 | MC4 rank |" in out
    assert "| left | right | wins | losses | ties | mean | p\\_value | p\\_holm |" in out
    out = axiometer(*PREFER, "-f", "latex")[1]
    assert out.count(r"\begin{tabular}") == 2
    assert "textbf" not in out
    assert axiometer(*PREFER, "-f", "markdown", "-q")[1].startswith("| preference | query |")


def test_systems_alone(axiometer):
    out = axiometer(*PREFER, "--systems")[1]
    assert "pairs" not in out
    frame = pl.read_csv(io.StringIO(axiometer(*PREFER, "--systems", "-f", "csv")[1]))
    assert frame.columns[:4] == ["preference", "system", "win_rate", "win_rate_rank"]
    assert frame["win_rate_rank"].to_list() == [1, 2, 3]


def test_many_pairs_are_not_shown(axiometer, tmp_path):
    for number in range(13):
        (tmp_path / f"s{number:02}.run").write_text(RUNS["one"])
    code, out, err = axiometer("prefer", "qrels.txt", "s*.run", "-p", "RPP lexirecall")
    assert code == 0
    assert ": pairs" not in out
    assert err.count("78 pairs for each preference are not shown; --format tsv lists them") == 1
    for words in (("--systems",), ("--per-query",), ("-f", "tsv")):
        assert "not shown" not in axiometer("prefer", "qrels.txt", "s*.run", *words)[2]
    assert len(axiometer("prefer", "qrels.txt", "s*.run", "-f", "tsv")[1].split("\n")) == 1 + 78 + 1
    assert "lexirecall: pairs" in axiometer("prefer", "qrels.txt", "s0*.run", "s10.run", "s11.run")[1]


def test_small_p_values_are_not_zero(axiometer, tmp_path):
    queries = [f"q{number}" for number in range(30)]
    (tmp_path / "qrels.txt").write_text("".join(f"{q} 0 a 1\n" for q in queries))
    (tmp_path / "one.run").write_text("".join(f"{q} Q0 a 1 1 t\n" for q in queries))
    (tmp_path / "two.run").write_text("".join(f"{q} Q0 x 1 2 t\n{q} Q0 a 2 1 t\n" for q in queries))
    assert "1.9e-09" in axiometer("prefer", "qrels.txt", "one.run", "two.run")[1]


def test_options_reach_the_comparison(axiometer, tmp_path):
    def first(*options: str) -> list[str]:
        out = axiometer("prefer", "qrels.txt", "one.run", "three.run", "-f", "tsv", *options)[1]
        return out.split("\n")[1].split("\t")[3:6]

    assert first() == ["2", "0", "0"]
    assert first("-p", "lexirecall(rel=2)") == ["1", "0", "0"]
    assert first("-m", "R") == ["1", "0", "1"]
    assert first("-m", "R", "--depth", "1") == ["2", "0", "0"]
    assert first("-m", "AP", "--tie-tolerance", "0.5") == ["1", "0", "1"]
    assert first("-m", "P@1", "--queries", "relevant") == ["2", "0", "0"]
    assert first("-m", "P@1") == ["2", "0", "1"]
    assert first("-m", "SL3", "--corpus-size", "10") == ["2", "0", "0"]
    assert first("-m", "P@1", "--queries", "answered") == ["2", "0", "0"]
    assert first("--profile", "pref_eval") == ["2", "0", "0"]
    (tmp_path / "providers.txt").write_text("a acme\nb zenith\n")
    assert first("-m", "WorstProvider", "--corpus-size", "10", "--providers", "providers.txt") == ["2", "0", "0"]


def test_jobs_reach_the_comparison(axiometer, monkeypatch):
    told = {}

    def prefer(*_, **options):
        told.update(options)
        raise SystemExit

    monkeypatch.setattr("axiometer.cli.prefer.prefer_locally", prefer)
    axiometer(*PREFER, "--jobs", "3", "--tie-tolerance", "0.25")
    assert (told["jobs"], told["tie_tolerance"]) == (3, 0.25)


def test_quiet(axiometer):
    assert axiometer(*PREFER, "--quiet")[2] == ""


def test_notes_are_folded_and_name_nothing_that_is_not_there(axiometer, tmp_path):
    for number in range(9):
        (tmp_path / f"s{number}.run").write_text("q1 Q0 a 1 1 t\n")
    err = axiometer("prefer", "qrels.txt", "s*.run")[2]
    assert "note: s0, s1, s2, s3, s4 and 4 more: 2 queries judged but missing" in err
    assert "--details" not in err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("prefer", "qrels.txt", "one.run"), 2, "needs two systems to choose from; there is only 'one'"),
        ((*PREFER, "-p", "lexirecal"), 2, "did you mean lexirecall"),
        ((*PREFER, "-p", "RPP@10"), 2, "RPP takes no cut-off"),
        ((*PREFER, "-m", "SL3"), 2, "give the corpus size (--corpus-size N"),
        ((*PREFER, "-m", "WorstProvider", "--corpus-size", "9"), 1, "no providers of items"),
        ((*PREFER, "-m", "ERR_IA"), 1, "judgments without aspects"),
        ((*PREFER, "--systems", "--per-query"), 2, "two different tables: choose one"),
        ((*PREFER, "--tie-tolerance", "-1"), 2, "tie_tolerance must be a number from 0, not -1"),
        ((*PREFER, "--jobs", "0"), 2, "jobs must be a whole number from 1, not 0"),
        ((*PREFER, "--corpus-size", "2"), 1, "expected at most as many as the corpus size, 2"),
        ((*PREFER, "-o", "qrels.txt"), 2, "qrels.txt is one of the files that are read"),
        ((*PREFER, "-f", "xml"), 2, "xml"),
        (("prefer", "qrels.txt", "one.run", "one.run"), 1, "one"),
        (("prefer", "-", "-"), 2, "standard input"),
    ],
)
def test_mistakes_are_explained(axiometer, words, code, message):
    found, _, err = axiometer(*words)
    assert (found, message in err) == (code, True), err


def test_an_item_twice_in_a_list(axiometer, tmp_path):
    (tmp_path / "two.run").write_text("q1 Q0 a 1 3 t\nq1 Q0 a 2 2 t\n")
    code, _, err = axiometer(*PREFER)
    assert code == 1
    assert "two.run" in err
    assert "'a'" in err


def test_preferences_are_among_the_measures(axiometer):
    code, out, _ = axiometer("measures")
    assert code == 0
    assert "\npreference " in out
    assert re.search(r"\nRPP +Recall-paired preference +weights|\nRPP .*Recall-paired preference", out)
    _, out, _ = axiometer("measures", "RPP")
    assert out.startswith("RPP(")
    assert "weights: of the recall levels (default uniform)" in out
    assert "@inproceedings{diaz2022" in out
    assert axiometer("measures", "dcgrpp")[1] == out
    assert axiometer("measures", "lexirecal")[0] == 2


def test_preferences_are_cited(axiometer):
    code, out, _ = axiometer("cite", "-m", "lexirecall RPP AP")
    assert code == 0
    assert [line.split("{")[1].rstrip(",") for line in out.split("\n") if line.startswith("@")][:2] == [
        "diaz2026",
        "diaz2022",
    ]


def test_help_teaches_with_examples(axiometer):
    code, out, _ = axiometer("prefer", "--help")
    assert code == 0
    assert "axiometer prefer qrels.txt" in out.split("Examples")[1]


def test_evaluate_prints_the_smallest_search_length_bold(axiometer):
    out = axiometer(
        "evaluate", *PREFER[1:], "-m", "SL3 AP", "--corpus-size", "99", "--undefined", "drop", "-f", "latex"
    )[1]
    rows = {line.split(" & ")[0]: line for line in out.split("\n") if " & " in line}
    assert rows["one"] == r"one & \textbf{0.0000} & \textbf{1.0000} \\"
    assert "textbf" not in rows["three"]


def test_explain_shows_items_that_were_not_retrieved(axiometer):
    out = axiometer("explain", "qrels.txt", "three.run", "-m", "TSE", "-q", "q1", "--corpus-size", "50")[1]
    assert re.search(r"50 +b +1 .* 0\.0200", out)
