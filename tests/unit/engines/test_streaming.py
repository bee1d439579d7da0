"""Evaluation in parts, from files that are read piece by piece."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import zstandard
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.cli.main import main
from axiometer.engines.chunk import ChunkEvaluator
from axiometer.engines.chunks import Streaming, evaluate
from axiometer.engines.chunks.budget import Budget, bytes_of, machine_memory
from axiometer.engines.chunks.partitioning import Dealt, ahead, part_of
from axiometer.io import scan_judgments, scan_ratings
from axiometer.io.runs import FileSource

KEY = ("system", "query", "measure")
N_PARTS = 5
IN_PARTS = ax.Note("parts", "", "measured in 5 parts, for want of memory (--memory)", 5)


@pytest.fixture
def small(monkeypatch):
    """Make pieces of a few lines and five parts."""
    monkeypatch.setattr(Budget, "piece", 300)
    monkeypatch.setattr(Budget, "n_parts", lambda *_: N_PARTS)


@pytest.fixture
def files(tmp_path) -> Path:
    """Judgments and two runs of forty queries, whose lines are not in the order of queries."""
    rng = np.random.default_rng(5)
    lines = [f"q{q} 0 d{d} {(q * d) % 4}" for q in range(40) for d in range(0, 12, 2)]
    rng.shuffle(lines)
    (tmp_path / "qrels.txt").write_text("\n".join(lines) + "\n")
    for name in ("one", "two"):
        lists = [
            f"q{q} Q0 d{d} {rank} {10 - rank}.5 {name}-tag"
            for q in range(1, 42)
            for rank, d in enumerate(rng.permutation(12)[:8], 1)
        ]
        rng.shuffle(lists)
        (tmp_path / f"{name}.run").write_text("\n".join(lists) + "\n")
    return tmp_path


def runs_in(folder: Path, pattern: str = "*.run") -> ax.Runs:
    return ax.scan_runs([str(path) for path in sorted(folder.glob(pattern))])


def assert_same(found, expected: ax.Measurements) -> None:
    key = ["system", expected.asker, "measure"]
    assert_frame_equal(found.to_polars().sort(key), expected.to_polars().sort(key))
    assert_frame_equal(found.mean(), expected.mean(), check_exact=False, rel_tol=1e-12)
    assert_frame_equal(found.counts, expected.counts, check_exact=False, rel_tol=1e-12)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("order", ["score", "rank", "file"])
def test_text_gives_what_is_read_whole(files, order):
    profile = ax.get_profile(order=order)
    expected = ax.evaluate(ax.read_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5 AP", profile=profile)
    found = evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5 AP", profile=profile)
    assert found.systems == ("one", "two")
    assert found.n_parts == N_PARTS
    assert_same(found, expected)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("profile", ["trec_eval", "lenskit"])
def test_queries_that_are_not_judged_have_rows_where_they_count(files, profile):
    """Both runs answer q40 and q41, of which nothing is judged."""
    judgments = ax.read_judgments(files / "qrels.txt")
    expected = ax.evaluate(judgments, runs_in(files), "nDCG@5 AP", profile=profile)
    found = evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5 AP", profile=profile)
    assert_same(found, expected)
    assert IN_PARTS in found.notes
    assert [note for note in found.notes if note != IN_PARTS] == [*expected.notes]
    counts = profile == "lenskit"
    unjudged = found.to_polars().filter(pl.col("query").is_in(["q40", "q41"]))
    assert unjudged.height == 2 * 2 * 2 * counts
    assert unjudged["value"].is_nan().all()
    assert expected.queries[:40] == tuple(judgments.queries)
    assert sorted(expected.queries[40:]) == (["q40", "q41"] if counts else [])
    for form, read in (("parquet", pl.read_parquet), ("csv", pl.read_csv), ("jsonl", pl.read_ndjson)):
        found.write(files / f"values.{form}", form)
        written = read(files / f"values.{form}").with_columns(pl.col("value").fill_null(np.nan))
        assert_frame_equal(written.sort(KEY), expected.to_polars().sort(KEY))
    assert_same(found.in_memory(), expected)


PACKINGS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    # two frames, one after the other
    "zst": lambda data: b"".join(zstandard.compress(part) for part in (data[:999], data[999:])),
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("packing", PACKINGS)
def test_packed_text_is_unpacked_piece_by_piece(files, packing):
    for name in ("one.run", "two.run", "qrels.txt"):
        (files / f"{name}.{packing}").write_bytes(PACKINGS[packing]((files / name).read_bytes()))
    expected = ax.evaluate(ax.read_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5 AP")
    found = evaluate(scan_judgments(files / f"qrels.txt.{packing}"), runs_in(files, f"*.run.{packing}"), "nDCG@5 AP")
    assert_same(found, expected)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("packing", PACKINGS)
def test_a_packed_file_that_breaks_off_is_refused(files, packing):
    whole = PACKINGS[packing]((files / "one.run").read_bytes())
    (files / f"one.run.{packing}").write_bytes(whole[: len(whole) * 2 // 3])
    with pytest.raises(ax.InputError, match=r"one\.run.*breaks off"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files, f"*.run.{packing}"), "AP")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", ["parquet", "folder", "csv", "tsv"])
def test_tables_give_what_is_read_whole(files, form):
    tables = {
        "qrels": ax.read_judgments(files / "qrels.txt").frame,
        "one": ax.read_runs(files / "one.run").to_polars().drop("system"),
    }
    paths = {name: files / "tables" / f"{name}.{'parquet' if form == 'folder' else form}" for name in tables}
    (files / "tables").mkdir()
    for name, table in tables.items():
        if form == "parquet":
            table.write_parquet(paths[name], row_group_size=50)
        elif form == "folder":
            paths[name].mkdir()
            for number, part in enumerate(table.iter_slices(70)):
                part.write_parquet(paths[name] / f"part-{number}.parquet")
            (paths[name] / "_SUCCESS").touch()
        else:
            table.write_csv(paths[name], separator="," if form == "csv" else "\t")
    expected = ax.evaluate(ax.read_judgments(files / "qrels.txt"), ax.scan_runs(str(files / "one.run")), "nDCG@5 AP")
    assert_same(evaluate(scan_judgments(paths["qrels"]), ax.scan_runs(str(paths["one"])), "nDCG@5 AP"), expected)
    whole = ax.evaluate(ax.read_judgments(paths["qrels"]), ax.scan_runs(str(paths["one"])), "nDCG@5 AP")
    assert_frame_equal(whole.to_polars().sort(KEY), expected.to_polars().sort(KEY))


@pytest.fixture
def rated(tmp_path) -> Path:
    rng = np.random.default_rng(3)
    pairs = pl.DataFrame([(u, i) for u in range(50) for i in range(30)], schema=["user", "item"], orient="row")
    chance = pl.Series(rng.random(pairs.height))
    rating = pl.Series("rating", rng.integers(1, 6, pairs.height))
    known = pairs.with_columns(rating)
    known.filter(chance < 0.2).write_parquet(tmp_path / "train.parquet")
    known.filter((chance > 0.2) & (chance < 0.35)).sample(fraction=1.0, shuffle=True, seed=1).write_csv(
        tmp_path / "test.csv"
    )
    pairs.with_columns(chance.alias("score")).filter(chance > 0.25).write_parquet(tmp_path / "shown.parquet")
    aspects = pl.DataFrame({"item": range(35), "genres": ["|".join("abc"[: 1 + n % 3]) for n in range(35)]})
    aspects.write_csv(tmp_path / "movies.csv")
    return tmp_path


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("max_rating", [None, 10.0])
def test_ratings_give_what_is_read_whole(rated, max_rating):
    measures = "nDCG@10 alphabeta_nDCG@5 RBU@10 EPC@5 ILD@5 CatalogueCoverage@5 ExposureGini"
    paths = rated / "train.parquet", rated / "test.csv", rated / "movies.csv"
    runs = ax.scan_runs(str(rated / "shown.parquet"))
    expected = ax.evaluate(ax.read_ratings(*paths, max_rating=max_rating), runs, measures)
    found = evaluate(scan_ratings(*paths, max_rating=max_rating), runs, measures)
    assert_same(found, expected)
    assert IN_PARTS in found.notes
    assert [note for note in found.notes if note != IN_PARTS] == [*expected.notes]
    assert f"\nnote: {IN_PARTS}\n" in str(found)
    assert str(found).replace(f"\nnote: {IN_PARTS}", "") == str(expected)
    assert found._repr_html_().replace(f"<li>{IN_PARTS}</li>", "") == expected._repr_html_()


BAD_LINES = [
    ("qrels.txt", 77, "q1 0 d1", "3 fields"),
    ("qrels.txt", 77, "q1 0 d1 good", "the grade 'good'"),
    ("one.run", 133, "q1 Q0 d1 1 nan tag", "the score 'nan'"),
    ("one.run", 133, "q1 Q0 d1", "3 fields"),
    ("two.run", 1, "q1 Q0 d\0 1 1 tag", "binary data"),
]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("name", "line", "text", "found"), BAD_LINES)
def test_wrong_lines_are_named_wherever_they_are(files, name, line, text, found):
    lines = (files / name).read_text().splitlines()
    lines[line - 1] = text
    (files / name).write_text("\n".join(lines) + "\n")
    with pytest.raises(ax.InputError, match=rf"{name}, line {line}: found {found}"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")


@pytest.mark.usefixtures("small")
def test_an_item_twice_in_a_list_is_named_with_its_line(files):
    lines = (files / "two.run").read_text().splitlines()
    (files / "two.run").write_text("\n".join([*lines, lines[3]]) + "\n")
    with pytest.raises(ax.InputError, match=rf"two\.run, line {len(lines) + 1}: found item '.*' again for query"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")


@pytest.mark.usefixtures("small")
def test_contradicting_grades_in_two_pieces_are_refused(files):
    with (files / "qrels.txt").open("a") as file:
        file.write("q3 0 d2 3\n")
    with pytest.raises(ax.InputError, match=r"qrels\.txt: found grade .* for item 'd2', query 'q3'"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")


@pytest.mark.usefixtures("small")
def test_a_rating_twice_and_one_in_both_parts_are_refused(rated):
    paths = rated / "train.parquet", rated / "test.csv", rated / "movies.csv"
    runs = ax.scan_runs(str(rated / "shown.parquet"))
    text = (rated / "test.csv").read_text()
    first = text.splitlines()[1]
    (rated / "test.csv").write_text(text + first + "\n")
    with pytest.raises(ax.InputError, match=r"test\.csv: found another rating of item"):
        evaluate(scan_ratings(*paths), runs, "nDCG")
    user, item, _ = pl.read_parquet(rated / "train.parquet").row(0)
    (rated / "test.csv").write_text(text + f"{user},{item},3\n")
    with pytest.raises(ax.InputError, match=rf"user '{user}' and item '{item}' also in .*train\.parquet"):
        evaluate(scan_ratings(*paths), runs, "nDCG")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("measures", "found"),
    [("TSE", "needs to know how many items"), ("TBG", "no lengths of items"), ("EPC", "no train part")],
)
def test_what_measures_need_is_asked_for_before_anything_is_read(files, measures, found):
    (files / "one.run").write_text("this is no run\n")
    with pytest.raises(ax.AxiometerError, match=found):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), measures)


@pytest.mark.usefixtures("small")
def test_aspects_are_needed_where_a_measure_looks_at_them(files):
    with pytest.raises(ax.InputError, match=r"qrels\.txt: found judgments without aspects"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "ERR_IA")


@pytest.mark.usefixtures("small")
def test_runs_with_scores_and_runs_with_ranks_are_not_measured_together_in_parts(files):
    ranked = ax.read_runs(files / "one.run", order="rank").to_polars().select("query", "item", "rank")
    ranked.write_parquet(files / "three.parquet")
    runs = ax.scan_runs([str(files / "one.run"), str(files / "three.parquet")])
    with pytest.raises(ax.InputError, match=r"three\.parquet: found lists with the columns query, item, rank beside"):
        evaluate(scan_judgments(files / "qrels.txt"), runs, "AP")


# Interrupted


class Interruption:
    """Lets so many parts be measured, and then interrupts."""

    def __init__(self, monkeypatch, n_parts: int) -> None:
        self.n_left, self.n_measured, self.measure = n_parts, 0, ChunkEvaluator.measure
        monkeypatch.setattr(ChunkEvaluator, "measure", lambda chunks, chunk: self.measure_some(chunks, chunk))

    def measure_some(self, chunks, chunk):
        if self.n_left == 0:
            raise KeyboardInterrupt
        self.n_left -= 1
        self.n_measured += 1
        return self.measure(chunks, chunk)


@pytest.mark.usefixtures("small")
def test_an_interrupted_job_goes_on_where_it_was(files, monkeypatch):
    asked = scan_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5 AP"
    folder = files / "work"
    interruption = Interruption(monkeypatch, 2)
    with pytest.raises(KeyboardInterrupt):
        evaluate(*asked, folder=folder, jobs=1)
    assert len(list((folder / "done").glob("*.parquet"))) == 2
    with pytest.raises(ax.UsageError, match="holds unfinished work"):
        evaluate(*asked, folder=folder)
    interruption.n_left = N_PARTS
    found = evaluate(*asked, folder=folder, resume=True)
    assert interruption.n_measured == N_PARTS
    assert_same(found, ax.evaluate(ax.read_judgments(files / "qrels.txt"), asked[1], "nDCG@5 AP"))
    found.delete()
    assert not folder.exists()


@pytest.mark.usefixtures("small")
def test_a_job_interrupted_while_reading_reads_again(files, monkeypatch):
    asked = scan_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5 AP"
    add, calls = Dealt.add, []

    def add_some(dealt, rows):
        calls.append(dealt.kind)
        if len(calls) == 30:
            raise KeyboardInterrupt
        add(dealt, rows)

    monkeypatch.setattr(Dealt, "add", add_some)
    with pytest.raises(KeyboardInterrupt):
        evaluate(*asked, folder=files / "work")
    assert set(calls) == {"judged", "lists"}
    found = evaluate(*asked, folder=files / "work", resume=True)
    assert_same(found, ax.evaluate(ax.read_judgments(files / "qrels.txt"), asked[1], "nDCG@5 AP"))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("changed", ["measures", "profile", "runs", "judgments"])
def test_another_job_is_not_taken_for_the_same(files, monkeypatch, changed):
    interruption = Interruption(monkeypatch, 1)
    with pytest.raises(KeyboardInterrupt):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP", folder=files / "work", jobs=1)
    interruption.n_left = N_PARTS
    if changed in {"runs", "judgments"}:
        os.utime(files / ("one.run" if changed == "runs" else "qrels.txt"), (1, 1))
    measures = "nDCG" if changed == "measures" else "AP"
    profile = "trec_eval-9" if changed == "profile" else None
    with pytest.raises(ax.UsageError, match=rf"is another one: {changed} "):
        evaluate(
            *(scan_judgments(files / "qrels.txt"), runs_in(files), measures),
            folder=files / "work",
            profile=profile,
            resume=True,
        )
    assert (files / "work").exists()


@pytest.mark.usefixtures("small")
def test_a_folder_of_somebody_else_is_left_alone(files):
    (files / "work").mkdir()
    (files / "work" / "thesis.txt").write_text("years of work")
    for resume in (False, True):
        with pytest.raises(ax.InputError, match="something that is no unfinished work"):
            evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP", folder=files / "work", resume=resume)
    assert (files / "work" / "thesis.txt").read_text() == "years of work"


@pytest.mark.skipif(sys.platform == "win32", reason="folders are locked on POSIX only")
@pytest.mark.usefixtures("small")
def test_two_cannot_work_in_one_folder(files):
    inside = Streaming(folder=files / "work", resume=True)
    asked = scan_judgments(files / "qrels.txt"), runs_in(files), "AP"

    def come_in(*_) -> None:
        with pytest.raises(ax.UsageError, match="is locked by another process"):
            inside.evaluate(*asked)

    evaluate(*asked, folder=files / "work", progress=come_in)


@pytest.mark.usefixtures("small")
def test_bad_input_leaves_nothing(files):
    (files / "one.run").write_text("this is no run\n")
    with pytest.raises(ax.InputError, match=r"one\.run, line 1"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP", folder=files / "work")
    assert not (files / "work").exists()


PROGRAM = """
import resource, sys, time
from axiometer.cli.main import main
from axiometer.engines.chunk import ChunkEvaluator
from axiometer.engines.chunks.budget import Budget
import axiometer.cli.chunk_files as chunk_files

chunk_files._GROWTH = 10**9
Budget.n_parts, Budget.piece = (lambda *_: 40), 300
measure, limit = ChunkEvaluator.measure, int(sys.argv.pop(1))
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
else:
    ChunkEvaluator.measure = lambda *args: time.sleep(0.05) or measure(*args)
main()
"""


def command(*more: str, limit: int = 0) -> list[str]:
    asked = ["evaluate", "qrels.txt", "one.run", "two.run", "-m", "nDCG@5", "-q", "-f", "parquet", "-o", "v.parquet"]
    return [sys.executable, "-c", PROGRAM, str(limit), *asked, *more]


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has signals, limits and named pipes")
def test_a_killed_process_leaves_nothing_that_looks_finished_and_goes_on(files):
    process = subprocess.Popen(command(), cwd=files)
    done = files / "v.parquet.unfinished" / "done"
    while len(list(done.glob("*.parquet"))) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (files / "v.parquet").exists()
    before = {path.name: path.stat().st_mtime_ns for path in done.glob("*.parquet")}
    assert 3 <= len(before) < 40
    subprocess.run(command("--resume"), cwd=files, check=True)
    expected = ax.evaluate(ax.read_judgments(files / "qrels.txt"), runs_in(files), "nDCG@5")
    assert_frame_equal(pl.read_parquet(files / "v.parquet").sort(KEY), expected.to_polars().sort(KEY))
    assert not (files / "v.parquet.unfinished").exists()
    assert [path.name for path in files.iterdir() if path.name.startswith(".")] == []


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has signals, limits and named pipes")
def test_a_full_disk_leaves_nothing_that_looks_finished(files):
    told = subprocess.run(command(limit=1_000), cwd=files, capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr.startswith("axiometer: ")
    assert "expected room for the rows and values of all files" in told.stderr
    assert not (files / "v.parquet").exists()
    done = files / "v.parquet.unfinished" / "done"
    assert not list(done.iterdir())
    subprocess.run(command("--resume"), cwd=files, check=True)
    assert pl.read_parquet(files / "v.parquet").height == 2 * 40


# Parts


def test_rows_of_a_query_are_in_one_part_and_keep_their_order(tmp_path):
    rows = pl.DataFrame({"query": [f"q{n % 7}" for n in range(100)], "n": range(100)})
    dealt = Dealt(tmp_path, "rows", 4)
    for piece in rows.iter_slices(9):
        dealt.add(piece)
    parts = [part for number in range(4) if (part := dealt.read(number)) is not None]
    assert sum(part.height for part in parts) == 100
    assert len({(query, at) for at, part in enumerate(parts) for query in part["query"]}) == 7
    assert all(part.filter(query=q)["n"].is_sorted() for part in parts for q in part["query"].unique())
    assert dealt.read(0, ["n"]).columns == ["n"]
    dealt.delete(0)
    assert dealt.read(0) is None
    assert part_of(pl.Series(["q1", "q2", "q1"]), 1000)[[0, 2]].tolist() == [part_of(pl.Series(["q1"]), 1000)[0]] * 2


def test_an_error_while_reading_ahead_comes_where_it_belongs():
    def pieces():
        yield 1
        yield 2
        raise ax.UsageError("no more")

    seen = []
    with pytest.raises(ax.UsageError, match="no more"):
        seen.extend(ahead(pieces()))
    assert seen == [1, 2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2GB", 2e9), ("1.5 GiB", 1.5 * 2**30), ("500mb", 5e8), ("700M", 7e8), (10**9, 10**9), ("1tb", 1e12)],
)
def test_sizes(text, expected):
    assert bytes_of(text) == expected


@pytest.mark.parametrize("text", ["much", "2 apples", "-1GB", "GB", "2iB", True])
def test_no_sizes(text):
    with pytest.raises(ax.UsageError, match="such as 2GB"):
        bytes_of(text)


def test_budgets():
    assert Budget.of(None, None).memory == max(machine_memory() // 4, 500 * 10**6)
    assert Budget.of(None, None).jobs == os.cpu_count()
    with pytest.raises(ax.UsageError, match="memory must be at least 500MB"):
        Budget.of("100MB", None)
    budget = Budget.of("2GB", 2)
    assert budget.n_parts(10) == 1
    assert budget.n_parts(2 * 10**12) == pytest.approx(2 * budget.n_parts(10**12), abs=1)
    assert Budget.of("4GB", 2).n_parts(10**10) < budget.n_parts(10**10) < Budget.of("2GB", 8).n_parts(10**10)


# What somebody tried


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("table", ["weights", "aspects"])
def test_a_job_does_not_go_on_with_other_tables(files, rated, monkeypatch, table):
    interruption = Interruption(monkeypatch, 1)
    weights = {f"q{q}": {"0": 1.0} for q in range(40)}

    def run(*, changed: bool, **more):
        if table == "weights":
            given = scan_judgments(files / "qrels.txt", weights={**weights, "x": {"0": 1.0}} if changed else weights)
            return evaluate(given, runs_in(files), "AP", folder=files / "work", jobs=1, **more)
        aspects = {str(item): ["a", "b"] if changed and item == 3 else ["a"] for item in range(30)}
        given = scan_ratings(rated / "train.parquet", rated / "test.csv", aspects)
        runs = ax.scan_runs(str(rated / "shown.parquet"))
        return evaluate(given, runs, "alphabeta_nDCG@5", folder=files / "work", jobs=1, **more)

    with pytest.raises(KeyboardInterrupt):
        run(changed=False)
    interruption.n_left = N_PARTS
    with pytest.raises(ax.UsageError, match=rf"is another one: {table} "):
        run(changed=True, resume=True)
    assert run(changed=False, resume=True).n_parts == N_PARTS


@pytest.mark.usefixtures("small")
def test_measures_that_order_lists_otherwise_see_what_they_need(files):
    lists = ax.read_runs(files / "one.run").to_polars().drop("system")
    rank = pl.int_range(1, pl.len() + 1).over("query").alias("rank")
    lists.with_columns(rank).write_parquet(files / "both.parquet")
    profile = replace(ax.get_profile(), exceptions=((r"AP.*", {"order": "rank"}),))
    runs = ax.scan_runs(str(files / "both.parquet"))
    expected = ax.evaluate(ax.read_judgments(files / "qrels.txt"), runs, "nDCG AP", profile=profile)
    assert_same(evaluate(scan_judgments(files / "qrels.txt"), runs, "nDCG AP", profile=profile), expected)


@pytest.mark.usefixtures("small")
def test_comments_and_empty_lines_may_fill_pieces(files):
    expected = ax.evaluate(ax.read_judgments(files / "qrels.txt"), runs_in(files), "AP")
    lines = (files / "qrels.txt").read_text().splitlines()
    (files / "qrels.txt").write_text("\n".join([*lines[:9], *["# nothing"] * 90, *[""] * 900, *lines[9:], ""]))
    table = ax.read_runs(files / "one.run").to_polars().drop("system")
    (files / "one.run").write_text("# made by me\n# and you\n" + table.write_csv())
    assert_same(evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP"), expected)


@pytest.mark.usefixtures("small")
def test_an_empty_run_is_refused(files):
    (files / "two.run").write_text("\n")
    with pytest.raises(ax.InputError, match=r"two\.run: found an empty file"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")


@pytest.mark.usefixtures("small")
def test_what_is_judged_for_aspects_is_known_of_all_queries():
    judged = {"q1": {"a": {"x": 1, "y": 1}}, "q2": {"b": 1, "a": 1}, "q3": {"b": {"x": 1}}}
    judged = ax.Judgments.of({
        q: {i: g if isinstance(g, dict) else {"0": g} for i, g in row.items()} for q, row in judged.items()
    })
    known = ax.read_ratings(None, {"q1": {"a": 1}}, aspects={"a": ["u", "v"], "b": ["v"]}).catalogue
    judged = replace(judged, catalogue=known)
    runs = {q: {"b": 2.0, "a": 1.0} for q in ("q1", "q2", "q3")}
    assert_same(evaluate(judged, runs, "ERR_IA S_Recall@1"), ax.evaluate(judged, runs, "ERR_IA S_Recall@1"))


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has signals, limits and named pipes")
def test_pipes_are_read_once(files):
    def shown(run: str) -> str:
        asked = f"{sys.executable} -m axiometer evaluate qrels.txt {run} -m AP --quiet"
        return subprocess.run(["bash", "-c", asked], cwd=files, check=True, capture_output=True, text=True).stdout

    assert shown("<(cat one.run)").split()[3:] == shown("one.run").split()[3:]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has signals, limits and named pipes")
@pytest.mark.usefixtures("small")
def test_values_go_into_a_pipe_that_stays_one(files):
    os.mkfifo(files / "pipe")
    reader = subprocess.Popen(["cat", "pipe"], cwd=files, stdout=subprocess.PIPE)
    stored = evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")
    stored.write(files / "pipe", "tsv")
    assert reader.communicate()[0].count(b"\n") == 2 * 40 + 1
    assert (files / "pipe").is_fifo()


@pytest.mark.parametrize("form", ["cut", "packed", "brackets"])
def test_odd_parquet_files_do_what_they_did(files, form, monkeypatch, capsys):
    path = files / {"cut": "r.parquet", "packed": "r.parquet.gz", "brackets": "r[1].parquet"}[form]
    data = io.BytesIO()
    ax.read_runs(files / "one.run").to_polars().write_parquet(data)
    path.write_bytes({"cut": lambda d: d[:-500], "packed": gzip.compress, "brackets": bytes}[form](data.getvalue()))
    monkeypatch.setattr(sys, "argv", ["axiometer", "evaluate", str(files / "qrels.txt"), str(path), "-m", "AP"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert (stop.value.code or 0) == (form == "cut")
    assert ("found a damaged Parquet file" in capsys.readouterr().err) == (form == "cut")


def test_who_was_killed_at_once_left_nothing_to_go_on_with(files):
    (files / "work").mkdir()
    (files / "work" / ".lock").touch()
    assert evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP", folder=files / "work").n_parts >= 1


@pytest.mark.usefixtures("small")
def test_another_version_does_not_go_on_with_the_work(files, monkeypatch):
    interruption = Interruption(monkeypatch, 1)
    asked = scan_judgments(files / "qrels.txt"), runs_in(files), "AP"
    with pytest.raises(KeyboardInterrupt):
        evaluate(*asked, folder=files / "work", jobs=1)
    interruption.n_left = N_PARTS
    monkeypatch.setattr("axiometer.engines.chunks.job.version", lambda _: "99")
    with pytest.raises(ax.UsageError, match=r'is another one: version ".*" then, "99" now'):
        evaluate(*asked, folder=files / "work", resume=True)


@pytest.mark.usefixtures("small")
def test_measures_of_whole_systems_need_no_values_of_queries(rated):
    paths, runs = (rated / "train.parquet", rated / "test.csv"), ax.scan_runs(str(rated / "shown.parquet"))
    expected = ax.evaluate(ax.read_ratings(*paths), runs, "CatalogueCoverage@5")
    found = evaluate(scan_ratings(*paths), runs, "CatalogueCoverage@5")
    assert_frame_equal(found.mean(), expected.mean(), check_exact=False, rel_tol=1e-12)
    assert found.to_polars().is_empty()


@pytest.mark.usefixtures("small")
def test_values_are_not_written_in_other_forms(files):
    stored = evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")
    with pytest.raises(
        ax.UsageError, match="the form 'xlsx' is not one in which values are written: parquet, tsv, csv, jsonl"
    ):
        stored.write(files / "values", "xlsx")


@pytest.mark.usefixtures("small")
def test_an_item_twice_is_refused_even_if_nobody_finds_its_line(files, monkeypatch):
    lines = (files / "two.run").read_text(encoding="utf-8").splitlines()
    (files / "two.run").write_text("\n".join([*lines, lines[3]]) + "\n", encoding="utf-8")
    monkeypatch.setattr(FileSource, "refuse_repeated", lambda *_: None)
    with pytest.raises(ax.InputError, match=r"found item '.*' again for query"):
        evaluate(scan_judgments(files / "qrels.txt"), runs_in(files), "AP")
