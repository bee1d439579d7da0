"""The command line, as its users see it."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import subprocess
import sys

import polars as pl
import pytest

from axiometer.cli import output
from axiometer.errors import UsageError

JUDGMENTS = "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\nq3 0 a 0\n"
BM25 = "q1 Q0 a 1 2.0 x\nq1 Q0 b 2 1.0 x\nq2 Q0 c 1 1.0 x\nq3 Q0 a 1 1 x\n"
DENSE = "q1 Q0 b 1 2.0 y\nq1 Q0 a 2 1.0 y\n"


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files; gives exit code, output and messages."""
    (tmp_path / "qrels.txt").write_text(JUDGMENTS)
    (tmp_path / "bm25.run.gz").write_bytes(gzip.compress(BM25.encode()))
    (tmp_path / "dense.run").write_text(DENSE)
    monkeypatch.chdir(tmp_path)
    return command


EVALUATE = ("evaluate", "qrels.txt", "bm25.run.gz", "dense.run", "-m", "AP nDCG@10")


def test_table(axiometer):
    code, out, err = axiometer(*EVALUATE)
    assert code == 0
    assert out.split("\n") == ["system      AP  nDCG@10", "bm25    0.6667   0.6667", "dense   0.1667   0.2103", ""]
    assert "note: dense: 2 queries judged but missing" in err
    assert "note: AP, nDCG@10: undefined for 1 query; undefined values count as 0" in err


def test_tsv(axiometer):
    _, out, _ = axiometer(*EVALUATE, "--format", "tsv")
    assert out.split("\n")[0] == "system\tmeasure\tvalue\tqueries\tundefined\tstandard_error"
    assert out.split("\n")[1].split("\t")[:5] == ["bm25", "AP", repr(2 / 3), "3", "1"]
    assert float(out.split("\n")[1].split("\t")[5]) == pytest.approx(1 / 3)
    _, out, _ = axiometer(*EVALUATE, "--format", "tsv", "--per-query")
    assert out.split("\n")[:2] == ["system\tquery\tmeasure\tvalue", "bm25\tq1\tAP\t1.0"]
    assert "bm25\tq3\tAP\tNaN" in out


def test_machine_readable_formats_keep_every_digit(axiometer, tmp_path):
    expected = [2 / 3, 2 / 3, 1 / 6, 0.21030991785714752]
    read = {
        "csv": lambda text: pl.read_csv(io.StringIO(text)),
        "json": lambda text: pl.DataFrame(json.loads(text)),
        "jsonl": lambda text: pl.DataFrame([json.loads(line) for line in text.splitlines()]),
    }
    for form, reader in read.items():
        frame = reader(axiometer(*EVALUATE, "--format", form)[1])
        assert frame["value"].to_list() == pytest.approx(expected, rel=1e-15), form
        assert frame.columns == ["system", "measure", "value", "queries", "undefined", "standard_error"]
    axiometer(*EVALUATE, "--format", "parquet", "--output", "out.parquet")
    assert pl.read_parquet(tmp_path / "out.parquet")["value"].to_list() == pytest.approx(expected, rel=1e-15)
    _, out, _ = axiometer(*EVALUATE, "--per-query", "--format", "json")
    assert {"system": "bm25", "query": "q3", "measure": "AP", "value": None} in json.loads(out)


def test_markdown_and_latex(axiometer):
    assert axiometer(*EVALUATE, "-f", "markdown")[1].startswith("| system |     AP | nDCG@10 |")
    assert r"\textbf{0.6667}" in axiometer(*EVALUATE, "-f", "latex")[1]


def test_output_is_whole_or_not_there(axiometer, tmp_path):
    code, out, _ = axiometer(*EVALUATE, "--format", "csv", "--output", "values.csv")
    assert (code, out) == (0, "")
    assert (tmp_path / "values.csv").read_text().count("\n") == 5
    code, _, err = axiometer(*EVALUATE, "--output", "nowhere/values.csv")
    assert code == 1
    assert "nowhere/values.csv: found no folder nowhere" in err
    assert "found a folder" in axiometer(*EVALUATE, "--output", ".")[2]
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_a_full_disk_is_told(axiometer, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(output, "write_whole", refuse)
    code, _, err = axiometer(*EVALUATE, "--output", "values.csv")
    assert code == 1
    assert "values.csv: found No space left on device; expected a file that can be written" in err


def test_parquet_is_not_written_to_a_screen(axiometer, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    code, _, err = axiometer(*EVALUATE, "--format", "parquet")
    assert code == 2
    assert "parquet is binary: name a file with --output" in err


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has links, modes and named pipes")
def test_output_does_not_replace_what_is_no_plain_file(axiometer, tmp_path):
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    axiometer(*EVALUATE, "-o", "link.csv", "-f", "csv")
    assert link.is_symlink()
    assert target.read_text().startswith("system,measure")
    assert target.stat().st_mode & 0o777 == 0o600
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE)
    axiometer(*EVALUATE, "-o", "pipe", "-f", "csv")
    assert reader.communicate(timeout=20)[0].startswith(b"system,measure")
    code, _, err = axiometer(*EVALUATE, "-o", "qrels.txt")
    assert code == 2
    assert "qrels.txt is one of the files that are read" in err
    assert (tmp_path / "qrels.txt").read_text() == JUDGMENTS


def test_options_reach_the_evaluation(axiometer, tmp_path):
    def first_value(*options: str) -> float:
        out = axiometer("evaluate", "qrels.txt", "bm25.run.gz", "-f", "tsv", *options)[1]
        return float(out.split("\n")[1].split("\t")[2])

    assert first_value("-m", "AP", "--undefined", "drop") == 1.0
    assert first_value("-m", "AP", "--queries", "relevant") == 1.0
    assert first_value("-m", "AP", "--profile", "pref_eval") == 1.0
    assert first_value("-m", "DCG", "--gain", "binary") == pytest.approx(2 / 3)
    assert first_value("-m", "ERR", "--max-grade", "4") == pytest.approx((1 / 16 + 3 / 16) / 3)
    assert first_value("-m", "P", "--depth", "1") == pytest.approx(2 / 3)
    assert first_value("-m", "P", "--corpus-size", "10") == pytest.approx(1.5 / 3)
    assert first_value("-m", "AP", "--jobs", "2") == pytest.approx(2 / 3)
    (tmp_path / "bm25.run.gz").write_text("q1 Q0 b 2 1.000000001 x\nq1 Q0 a 1 1 x\nq1 Q0 c 3 1 x\n")
    assert first_value("-m", "RR") == pytest.approx(1 / 3 / 3)
    assert first_value("-m", "RR", "--ties", "item-ascending") == pytest.approx(1 / 2 / 3)
    assert first_value("-m", "RR", "--ties", "item-ascending", "--precision", "float32") == pytest.approx(1 / 3)
    assert first_value("-m", "RR", "--order", "rank") == pytest.approx(1 / 3)
    assert "corpus size, 2" in axiometer("evaluate", "qrels.txt", "bm25.run.gz", "--corpus-size", "2")[2]


def test_jobs_reach_the_evaluation(axiometer, monkeypatch):
    told = {}

    def evaluate(*_, **options):
        told.update(options)
        raise UsageError("seen")

    monkeypatch.setattr("axiometer.cli.evaluate.evaluate_locally", evaluate)
    axiometer(*EVALUATE, "--jobs", "7")
    assert told["jobs"] == 7


def test_details(axiometer):
    _, out, err = axiometer(*EVALUATE, "--details")
    assert "conventions" not in out
    for word in ("item-descending", "float64", "tied_items", "judged_at_10", "run_only"):
        assert word in err


def test_quiet(axiometer):
    assert axiometer(*EVALUATE, "--quiet")[2] == ""


BAD_USAGE = {
    "unknown measure": (("evaluate", "qrels.txt", "dense.run", "-m", "nDGC"), 2, "did you mean nDCG"),
    "cut-off 0": (("evaluate", "qrels.txt", "dense.run", "-m", "P@0"), 2, "whole number from 1"),
    "unknown profile": (("evaluate", "qrels.txt", "dense.run", "--profile", "trec"), 2, "no profile 'trec'"),
    "unknown format": (("evaluate", "qrels.txt", "dense.run", "--format", "excel"), 2, "excel"),
    "unknown option": (("evaluate", "qrels.txt", "dense.run", "--fast"), 2, "--fast"),
    "no runs": (("evaluate", "qrels.txt"), 2, "qrels.txt is alone: expected judgments (qrels)"),
    "no files": (("evaluate",), 2, "RUN"),
    "missing file": (("evaluate", "qrels.txt", "nowhere.run"), 1, "nowhere.run: found no such file"),
    "files swapped": (("evaluate", "dense.run", "qrels.txt"), 1, "dense.run, line 1: found 6 fields"),
    "standard input twice": (("evaluate", "-", "-"), 2, "only one of the files"),
    "unknown measure to explain": (("measures", "nDGC"), 2, "did you mean nDCG"),
}


@pytest.mark.parametrize(("words", "code", "message"), BAD_USAGE.values(), ids=BAD_USAGE)
def test_bad_usage(axiometer, words, code, message):
    got, out, err = axiometer(*words)
    assert (got, out) == (code, "")
    assert message in err
    assert "Traceback" not in err


def test_validate(axiometer, tmp_path, monkeypatch):
    (tmp_path / "bad.run").write_text("q1 Q0 a 1 2.0 x\nq1 Q0 b\nq1 Q0 a 3 nan x\n")
    code, out, _ = axiometer("validate", "qrels.txt", "dense.run", "bad.run", "nowhere.run")
    assert code == 1
    assert out.split("\n") == [
        "qrels.txt: fine, judgments: 4 grades from 0 to 2, 2 above 0, 3 queries, 1 aspect",
        "dense.run: fine, run: 2 items, 1 system, 1 query, 0 tied scores",
        "bad.run, line 2: found 3 fields, 'q1 Q0 b'; expected 6 fields (query Q0 item rank score tag)",
        "bad.run, line 3: found the score 'nan'; expected a finite number",
        "bad.run, line 3: found item 'a' for query 'q1' again, first on line 1; expected each item once in a list",
        "nowhere.run: found no such file; expected a file that exists",
        "",
    ]
    assert axiometer("validate", "qrels.txt", "bm25.run.gz")[0] == 0
    assert axiometer("validate", "d*.run", "b*.gz")[1].count("fine") == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DENSE.encode()), encoding="utf-8"))
    assert axiometer("validate", "-")[1].startswith("-: fine, run: 2 items")
    assert "2 more problems" in axiometer("validate", "bad.run", "--most", "1")[1]
    assert "expected 4 fields" in axiometer("validate", "dense.run", "--kind", "judgments")[1]


def test_validate_tables(axiometer, tmp_path):
    (tmp_path / "values.csv").write_text("query_id,doc_id,score\nq1,a,x\nq1,b,y\nq1,c,1\n")
    (tmp_path / "lengths.csv").write_text("query_id,doc_id,score\nq1,a,1\nq1,b\nq1,c,1,2\n")
    (tmp_path / "grades.csv").write_text("query_id,doc_id,relevance\nq1,a,1\n")
    code, out, _ = axiometer("validate", "values.csv", "lengths.csv", "grades.csv")
    assert code == 1
    assert out.split("\n") == [
        "values.csv, line 2: found 'x' in the column 'score'; expected a finite number",
        "values.csv, line 3: found 'y' in the column 'score'; expected a finite number",
        "lengths.csv, line 3: found 2 columns; expected 3 (query_id, doc_id, score)",
        "lengths.csv, line 4: found 4 columns; expected 3 (query_id, doc_id, score)",
        "grades.csv: fine, judgments: 1 grade from 1 to 1, 1 above 0, 1 query, 1 aspect",
        "",
    ]
    (tmp_path / "twice.csv").write_text("query_id,doc_id,score\nq1,a,1\nq1,a,2\nq1,a,3\n")
    (tmp_path / "grades.csv").write_text("query_id,doc_id,relevance\nq1,a,1\nq1,a,2\nq1,a,3\n")
    (tmp_path / "beir.tsv").write_text("query-id\tcorpus-id\tscore\nq1\ta\tx\nq1\tb\ty\n")
    assert [line.split(":")[0] for line in axiometer("validate", "twice.csv", "grades.csv")[1].split("\n")] == [
        "twice.csv, line 3", "twice.csv, line 4", "grades.csv, line 3", "grades.csv, line 4", ""
    ]  # fmt: skip
    assert axiometer("validate", "beir.tsv", "--kind", "judgments")[1].count("expected a finite number") == 2


def test_validate_counts_what_it_does_not_show(axiometer, tmp_path, monkeypatch):
    monkeypatch.setattr("axiometer.io.validation.MOST", 5)
    (tmp_path / "bad.run").write_text("q1 Q0 a\n" * 30)
    out = axiometer("validate", "bad.run", "--most", "3")[1].split("\n")
    assert out[3:] == ["bad.run: 27 more problems", ""]


def test_problems_do_not_depend_on_where_pieces_of_text_end(axiometer, tmp_path, monkeypatch):
    (tmp_path / "bad.run").write_text("q1 Q0 a 1 2.0 x\nq1 Q0 b\n# note\nq1 Q0 c 3 high x\nq1 Q0 a 3 1 x\n" * 3)
    whole = axiometer("validate", "bad.run")
    monkeypatch.setattr("axiometer.io.problems._PIECE", 3)
    assert axiometer("validate", "bad.run") == whole
    assert "line 14: found the score 'high'" in whole[1]


def test_terminal_that_lacks_letters():
    command = [sys.executable, "-c", "from axiometer.cli.main import main; main()", "measures", "AP"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=True)
    assert b"(1/R) ?_i i / p_i" in done.stdout


def test_measures(axiometer):
    listed = axiometer("measures")[1]
    for name in ("AP[@k]", "Bpref ", "p gain rel", "Rank-biased utility"):
        assert name in listed
    assert axiometer("measures", "Dsharp")[1].startswith("Dsharp(measure,gamma=0.5)")
    explained = axiometer("measures", "nDCG")[1]
    for part in ("log2(i + 1)", "default linear", "@article{jarvelin2002"):
        assert part in explained


def test_profiles(axiometer):
    assert "trec_eval-9" in axiometer("profiles")[1]
    shown = axiometer("profiles", "ir_measures")[1]
    assert "float32" in shown
    assert "item-ascending" in shown


def test_cite(axiometer):
    out = axiometer("cite", "-m", "nDCG@10 RBP")[1]
    assert out.count("@") == 3
    assert "moffat2008" in out


@pytest.mark.thorough
def test_demo_writes_a_collection_and_a_report_and_says_what_to_do_next(axiometer, tmp_path):
    code, out, _ = axiometer("demo", "--output", "here")
    assert code == 0
    assert "Simulated 12 systems and 50 queries in here/collection" in out
    assert len([*(tmp_path / "here" / "collection" / "runs").iterdir()]) == 12
    for told in ("> axiometer evaluate", "> axiometer compare", "> axiometer axioms", "unanimity", "concordance"):
        assert told in out
    assert "All of it, with figures: here/page.html" in out
    assert "To click through: here/report.html" in out
    assert "Next, with your own files:" in out
    page = (tmp_path / "here" / "page.html").read_text()
    assert "Twelve systems, five measures" in page
    assert "<h1>Twelve systems, five measures</h1>" in (tmp_path / "here" / "report.html").read_text()
    assert axiometer("demo", "--output", "here")[1] == out
    assert "<pre>axiometer demo --output here</pre>" in page
    code, _, err = axiometer("demo", "--output", "here/page.html")
    assert code == 1
    assert "found a file; expected a folder" in err
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "page.html").write_text("mine")
    code, _, err = axiometer("demo", "--output", "there")
    assert code == 1
    assert "found other files" in err
    assert (tmp_path / "there" / "page.html").read_text() == "mine"


def test_demo_refuses_what_it_has_not_simulated(axiometer, tmp_path):
    for number, world in enumerate(('{"seed": 1}', "[]", None)):
        folder = tmp_path / str(number) / "collection"
        folder.mkdir(parents=True)
        (folder / "other").write_text("")
        if world:
            (folder / "world.json").write_text(world)
        code, out, err = axiometer("demo", "--output", str(number))
        assert (code, out) == (1, "")
        assert "found other files, or not all; expected the collection of axiometer demo" in err
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / "collection").write_text("")
    assert axiometer("demo", "--output", "file")[0] == 1


def test_the_small_example_is_written_once(axiometer, tmp_path):
    axiometer("demo", "--write", "example")
    assert {path.name for path in (tmp_path / "example").iterdir()} == {
        "judgments.txt", "bm25.run", "dense.run", "fusion.run"
    }  # fmt: skip
    code, _, err = axiometer("demo", "--write", "example")
    assert code == 1
    assert "found a file judgments.txt" in err
    assert "found a file; expected a folder" in axiometer("demo", "--write", "example/bm25.run")[2]


def test_version_and_help(axiometer):
    assert axiometer("--version")[1].startswith("axiometer ")
    code, out, _ = axiometer("evaluate", "--help")
    assert code == 0
    assert "Examples" in out


def test_pipe_that_closes_early():
    axiometer = f"{sys.executable} -c 'from axiometer.cli.main import main; main()'"
    shell = f"{axiometer} measures | head -1"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("measure")
    assert done.stderr == ""


ASPECTS = "q1 s a 2\nq1 t b 1\nq1 s b 1\nq1 u d 1\nq2 s c 1\n"


@pytest.fixture
def with_aspects(axiometer, tmp_path):
    (tmp_path / "aspects.txt").write_text(ASPECTS)
    (tmp_path / "weights.txt").write_text("q1 s 0.5\nq1 t 0.25\nq1 u 0.25\nq2 s 1\n")
    (tmp_path / "lengths.txt").write_text("a 100\nb 2000\nc 300\n")
    return axiometer


def test_aspects_weights_and_lengths(with_aspects):
    words = ("evaluate", "aspects.txt", "bm25.run.gz", "-m", "S_Recall RBU@5 U@5", "-q", "-f", "tsv")
    code, plain, err = with_aspects(*words, "--lengths", "lengths.txt")
    assert (code, err.count("note")) == (0, 1)
    code, weighted, _ = with_aspects(*words, "--lengths", "lengths.txt", "--weights", "weights.txt")
    assert code == 0
    differ = {a.split("\t")[2] for a, b in zip(plain.split("\n"), weighted.split("\n"), strict=True) if a != b}
    assert differ == {"RBU(p=0.99,e=0.05)@5"}


def test_explain(with_aspects):
    words = ("explain", "aspects.txt", "bm25.run.gz", "-m", "RBU(p=0.5,e=0)", "-q", "q1")
    code, out, err = with_aspects(*words)
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.split("\n")]
    assert lines == [
        "RBU(p=0.5,e=0) of bm25, query q1",
        "",
        "rank item aspect grade possible redundancy position value",
        "1 a s 2 0.1250 0.0000 0.0000 0.1250",
        "2 b s 1 0.0417 0.0312 0.0052 0.0052",
        "2 b t 1 0.0417 0.0000 0.0208 0.0208",
        "",
        "sum of",
        "possible 0.2500",
        "never met -0.0417 u",
        "redundancy -0.0312 items like earlier ones",
        "position -0.0260 items at lower ranks",
        "value 0.1510",
        "",
    ]
    code, out, _ = with_aspects(*words, "--rows", "1")
    assert "… 2 more rows, together 0.0260" in out
    code, out, _ = with_aspects(*words, "-f", "json", "--rows", "1")
    assert [row["value"] for row in json.loads(out)] == pytest.approx([0.125, 0.0052083333, 0.0208333333, 0])


def test_explain_needs_one_list(with_aspects):
    assert with_aspects("explain", "aspects.txt", "bm25.run.gz", "-m", "RBU")[::2] == (
        2,
        "axiometer: there are 2 judged queries; choose one, such as q1\n",
    )
    code, _, err = with_aspects("explain", "aspects.txt", "bm25.run.gz", "dense.run", "-m", "RBU", "-q", "q1")
    assert (code, err) == (2, "axiometer: there are several systems; choose one of bm25, dense\n")
    code, out, _ = with_aspects(
        "explain", "aspects.txt", "bm25.run.gz", "dense.run", "-m", "RR", "-q", "q1", "-s", "dense"
    )
    assert code == 0
    assert "RR of dense" in out


def test_profiles_show_the_parameters_they_give(axiometer):
    code, out, _ = axiometer("profiles", "ndeval")
    assert code == 0
    assert "measure      ERR_IA: alpha 0.5, gain binary" in out
