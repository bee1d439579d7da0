"""Files of every format that is read, damaged: whole, in chunks, and by the command.

Reading gives a result or refuses in the package's own words. A file that is read in chunks of a few bytes gives the
values that it gives read whole, or is refused both times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import polars as pl

import axiometer as ax
from axiometer.data.scanned import ScannedJudgments
from axiometer.engines import chunks as streaming
from axiometer.engines.chunks import evaluating
from axiometer.engines.chunks.budget import Budget
from axiometer.io import scan_judgments, scan_ratings
from axiometer.io.validation import Kind, validate_file
from axiometer.meta.outcomes import Outcomes
from tests.fuzzers.driver import KEY, Case, Fault, Fuzzer, Outcome, attempt, command, in_one_line, values_of
from tests.fuzzers.mutations import damaged, mutated
from tests.fuzzers.samples import ASPECTS, GENRES, ITEMS, PACKINGS, QUERIES, SAMPLES, Role, Sample
from tests.fuzzers.slow_reading import OF_JUDGMENTS, OF_RUN, slow_rows

MEASURES: Final = "P@2 nDCG AP Judged@3"
KINDS: Final[dict[Role, Kind]] = {
    "run": "run",
    "judgments": "judgments",
    "weights": "weights",
    "lengths": "lengths",
    "providers": "providers",
    "ratings": "ratings",
    "aspects": "aspects",
    "movies": "aspects",
}
"""How validate calls what a file holds."""
IN_CHUNKS: Final = ("run", "judgments", "ratings")
N_PARTS: Final = 3

GOOD_JUDGMENTS: Final = "".join(f"{q} 0 {i} {n % 3}\n" for q in QUERIES for n, i in enumerate(ITEMS))
GOOD_RUN: Final = "".join(f"{q} Q0 {i} {n} {9 - n} good\n" for q in QUERIES for n, i in enumerate(ITEMS, 1))
GOOD_RATINGS: Final = "user,item,rating\n" + "".join(f"{q},{i},{n + 1}\n" for q in QUERIES for n, i in enumerate(ITEMS))
OTHER_RATINGS: Final = "user,item,rating\n" + "".join(f"{q},train-{q},2\n" for q in QUERIES)
WITH_ASPECTS: Final = {q: {i: dict.fromkeys(ASPECTS, 1) for i in ITEMS} for q in QUERIES}
PLAIN: Final = {q: dict.fromkeys(ITEMS, 1) for q in QUERIES}


def faults(case: Case) -> Iterator[Fault]:
    """Make a file, damage it, and read it in every way in which it can be."""
    rng = case.rng
    sample = rng.choice(SAMPLES)(rng)
    path = _written(rng, sample, case.folder)
    (case.folder / "good.qrels").write_text(GOOD_JUDGMENTS)
    (case.folder / "good.run").write_text(GOOD_RUN)
    (case.folder / "good.csv").write_text(GOOD_RATINGS)
    (case.folder / "other.csv").write_text(OTHER_RATINGS)
    order = rng.choice(["score", "score", "rank", "file"])
    as_train = rng.random() < 0.3
    whole = attempt(lambda: read_whole(sample.role, path, order), f"whole-{sample.role}")
    if whole.fault:
        yield _named(whole.fault, path)
    if whole.is_value and (sample.role == "judgments" or (sample.role == "run" and order == "score")):
        yield from _read_slowly(sample.role, path, whole.value)
    if sample.role in KINDS and rng.random() < 0.5:
        yield from _validated(sample.role, path, whole, order)
    if sample.role in IN_CHUNKS:
        yield from _in_chunks(sample.role, path, order, rng.choice([1, 5, 16, 40, 100]), as_train=as_train)
    if rng.random() < 0.05:
        yield from _by_command(rng, sample.role, path)


def _named(fault: Fault, path: Path) -> Fault:
    return Fault(fault.kind, f"{path.name}: {fault.told}")


def _written(rng: Random, sample: Sample, folder: Path) -> Path:
    data = damaged(rng, sample.data) if sample.data.startswith(b"PAR1") else mutated(rng, sample.data)
    packing = rng.choice(["", "", "", *PACKINGS])
    if packing:
        data = PACKINGS[packing](data)
        if rng.random() < 0.3:
            data = damaged(rng, data)
    name = sample.name
    if rng.random() < 0.05 and sample.role != "movies":
        name = Path(name).stem + rng.choice([".txt", ".csv", ".tsv", ".parquet", ""])
    path = folder / (f"{name}.{packing}" if packing and rng.random() < 0.9 else name)
    path.write_bytes(data)
    if sample.role == "movies":
        if not path.name.startswith("u.item"):
            (folder / "u.item").write_bytes(SAMPLE_OF_ITEMS)
            return folder / "u.item"
        (folder / "u.genre").write_bytes(GENRES)
    return path


SAMPLE_OF_ITEMS: Final = "".join(f"{i}|Film|01-Jan-1995||http://x|0|1|1\n" for i in ITEMS).encode()


def read_whole(role: Role, path: Path, order: Any = "score") -> Any:
    """Read a file as what it is."""
    match role:
        case "run":
            return ax.read_runs(path, order=order).to_polars()
        case "judgments":
            return ax.read_judgments(path)
        case "weights":
            return ax.read_judgments(WITH_ASPECTS, weights=path)
        case "lengths":
            return ax.read_judgments(PLAIN, lengths=path)
        case "providers":
            return ax.read_judgments(PLAIN, providers=path)
        case "ratings":
            return ax.read_ratings(None, path)
        case "aspects" | "movies":
            return ax.read_ratings(None, {"q1": {"a": 3}}, aspects=path)
        case "alpha":
            return ax.read_ratings(None, {"q1": {"a": 3}}, alpha=path)
        case "values":
            return Outcomes.of_saved(path)


def _read_slowly(role: Role, path: Path, read: Any) -> Iterator[Fault]:
    """Compare what was read with what the lines say."""
    wanted = OF_RUN if role == "run" else OF_JUDGMENTS
    try:
        slow = slow_rows(path, wanted)
    except (ValueError, IndexError) as error:
        yield Fault(f"reads-what-is-wrong:{role}-{_form(path)}", f"{path.name}: {in_one_line(repr(error))}")
        return
    frame = read if role == "run" else read.frame
    if slow is None or not set(wanted) <= set(frame.columns):
        return
    fast = sorted(frame.select(wanted).rows())
    slow = sorted(set(slow)) if role == "judgments" else slow
    if fast != slow:
        differing = next((pair for pair in zip(fast, slow, strict=False) if pair[0] != pair[1]), (len(fast), len(slow)))
        told = f"{path.name}: read {differing[0]!r} where the line says {differing[1]!r}"
        yield Fault(f"reads-otherwise:{role}-{_form(path)}", in_one_line(told))


# What validate says


def _validated(role: Role, path: Path, whole: Outcome, order: str) -> Iterator[Fault]:
    """Hold what validate says against what reading says."""
    found = attempt(lambda: validate_file(str(path), KINDS[role]), "validate")
    if found.fault:
        yield _named(found.fault, path)
    if whole.fault or found.fault or (role == "run" and order != "score") or role == "weights":
        return
    is_fine = found.is_value and not found.value.problems
    if is_fine != whole.is_value:
        said = "fine" if is_fine else f"a problem, {found.refusal or found.value.problems[0]}"
        yield Fault(f"validate-differs:{role}-{_form(path)}", f"{path.name}: validate found {said}; reading {whole}")


# Whole and in chunks


@dataclass(frozen=True)
class _Chunks:
    """A file beside good ones, which can be read whole and in chunks."""

    role: Role
    path: Path
    profile: ax.Profile
    n_bytes: int
    is_train: bool

    @property
    def runs(self) -> ax.Runs:
        return ax.scan_runs(self.path if self.role == "run" else self.path.with_name("good.run"))

    @property
    def judgments(self) -> Path:
        return self.path if self.role == "judgments" else self.path.with_name("good.qrels")

    @property
    def ratings(self) -> tuple[Path | None, Path]:
        """The training ratings and the test ratings."""
        return (self.path, self.path.with_name("other.csv")) if self.is_train else (None, self.path)

    def scanned(self) -> ScannedJudgments:
        return scan_ratings(*self.ratings) if self.role == "ratings" else scan_judgments(self.judgments)

    def whole(self) -> pl.DataFrame:
        """Give the values of the file read whole."""
        judgments = ax.read_ratings(*self.ratings) if self.role == "ratings" else ax.read_judgments(self.judgments)
        return values_of(ax.evaluate(judgments, self.runs, MEASURES, profile=self.profile))

    def read_alone(self) -> None:
        """Read without threads, since a thread that hangs cannot be stopped."""
        scanned = self.scanned()
        pieces = scanned.train if self.is_train else scanned.judged
        if self.role == "run":
            read = self.runs.sources[0].read(self.n_bytes, self.profile.order)
        else:
            assert pieces is not None
            read = pieces.read(self.n_bytes)
        for _ in read:
            pass

    def in_chunks(self) -> pl.DataFrame:
        """Give the values of the file read in chunks."""
        small = patch.multiple(Budget, piece=self.n_bytes, n_parts=lambda *_: N_PARTS)
        with small, patch.object(evaluating, "ahead", iter):
            stored = streaming.evaluate(self.scanned(), self.runs, MEASURES, profile=self.profile, jobs=1)
            found = values_of(stored)
            stored.delete()
        return found


def _in_chunks(role: Role, path: Path, order: Any, n_bytes: int, *, as_train: bool) -> Iterator[Fault]:
    """Compare what a file gives read whole and in chunks."""
    profile = ax.get_profile("ratings" if role == "ratings" else "trec_eval", order=order if role == "run" else None)
    read = _Chunks(role, path, profile, n_bytes, is_train=as_train and role == "ratings")
    whole = attempt(read.whole, "whole")
    chunks = attempt(read.read_alone, f"chunks-{role}")
    if chunks.is_value:
        chunks = attempt(read.in_chunks, "evaluate-in-chunks")
    for outcome in (whole, chunks):
        if outcome.fault:
            yield _named(outcome.fault, path)
    if not (whole.fault or chunks.fault or "quotation mark" in str(chunks.refusal)):
        yield from _agreeing(whole, chunks, f"{role}-{_form(path)}", f"{path.name} in chunks of {n_bytes} bytes")


def _agreeing(whole: Outcome, chunks: Outcome, of: str, shown: str) -> Iterator[Fault]:
    if whole.is_value and chunks.is_value:
        if not whole.value.equals(chunks.value):
            yield Fault(f"chunks-differ:{of}", f"{shown}: {_first_difference(whole.value, chunks.value)}")
    elif whole.is_value != chunks.is_value:
        kind = "chunks-refuse" if whole.is_value else "chunks-accept"
        yield Fault(f"{kind}:{of}", f"{shown}: whole {whole}; in chunks {chunks}")


def _form(path: Path) -> str:
    """Say whether a file is a table or text."""
    endings = path.suffixes[0] if path.suffixes else ""
    return endings[1:] if endings in {".csv", ".tsv", ".parquet"} else "text"


def _first_difference(whole: pl.DataFrame, chunks: pl.DataFrame) -> str:
    both = whole.join(chunks, on=KEY, how="full", suffix="_in_chunks", coalesce=True)
    is_other = pl.col("value").ne_missing(pl.col("value_in_chunks"))
    row = both.filter(is_other).sort(KEY).row(0, named=True)
    where = " ".join(str(row[name]) for name in KEY)
    return f"{where}: {row['value']} whole, {row['value_in_chunks']} in chunks"


# The command


def _by_command(rng: Random, role: Role, path: Path) -> Iterator[Fault]:
    """Let a command read the file; its exit code is 0, 1 or 2, and it says what is wrong."""
    name = path.name
    words = {
        "run": ["evaluate", "good.qrels", name, "-m", "AP"],
        "judgments": ["evaluate", name, "good.run", "-m", "nDCG", "-q"],
        "weights": ["evaluate", "good.qrels", "good.run", "-m", "AP", "--weights", name],
        "lengths": ["evaluate", "good.qrels", "good.run", "-m", "U@5", "--lengths", name],
        "providers": ["evaluate", "good.qrels", "good.run", "-m", "WorstProvider", "--providers", name],
        "ratings": rng.choice([
            ["evaluate", "--ratings", "none", name, "good.run", "-m", "nDCG"],
            ["split", name, "--output", "parts"],
        ]),
        "aspects": ["evaluate", "--ratings", "none", "good.csv", "good.run", "--aspects", name, "-m", "ILD@5"],
        "movies": ["evaluate", "--ratings", "none", "good.csv", "good.run", "--aspects", name, "-m", "ILD@5"],
        "alpha": ["evaluate", "--ratings", "none", "good.csv", "good.run", "--alpha-table", name, "-m", "nDCG"],
        "values": rng.choice([["compare", name, "--draws", "100"], ["meta", "ties", name]]),
    }
    asked = words[role] if rng.random() < 0.7 else ["validate", name]
    said = attempt(lambda: command(asked, path.parent), "command")
    if said.fault:
        yield _named(Fault(said.fault.kind, f"axiometer {' '.join(asked)}: {said.fault.told}"), path)
    elif said.refusal is not None:
        yield Fault("command-raises", f"axiometer {' '.join(asked)}: {said.refusal!r}")
    elif said.value.code not in {0, 1, 2} or "Traceback" in said.value.err:
        yield Fault("command-code", f"axiometer {' '.join(asked)}: exit code {said.value.code}, {said.value.err}")


FUZZER: Final = Fuzzer(name="files", faults=faults, cases=10_000)
