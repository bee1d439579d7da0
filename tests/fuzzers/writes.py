"""Writes that are interrupted, killed, or find the disk full.

Afterwards what was to be written is not there, or what it was before, or whole; nothing else is left, but what an
evaluation in parts keeps to go on with, and what a killed process could not take away.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import CO_OPTIMIZED
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

from axiometer.cli import chunk_files
from axiometer.data.whole_files import write_whole
from axiometer.engines.chunks import evaluating
from axiometer.engines.chunks.budget import Budget
from tests.fuzzers.driver import (
    PACKAGE,
    Case,
    Fault,
    Fuzzer,
    Told,
    attempt,
    command,
    command_apart,
    in_one_line,
)

OLD: Final = b"what was there before\n"
JUDGMENTS: Final = "".join(f"q{q} 0 d{d} {(q * d) % 3}\n" for q in range(12) for d in range(6))
RUN: Final = "".join(f"q{q} Q0 d{d} {d} {(7 * d + q) % 6}.5 SYSTEM\n" for q in range(12) for d in range(6))
RATINGS: Final = "user,item,rating\n" + "".join(f"u{u},i{i},{(u * i) % 5 + 1}\n" for u in range(12) for i in range(8))
FILES: Final = {
    "qrels.txt": JUDGMENTS,
    "one.run": RUN.replace("SYSTEM", "one"),
    "two.run": RUN.replace("SYSTEM", "two").replace(".5", ".25"),
    "ratings.csv": RATINGS,
}


@dataclass(frozen=True)
class Written:
    """A command, and the files that it writes."""

    words: tuple[str, ...]
    outputs: tuple[str, ...]
    in_parts: bool = False


def _evaluate(form: str, *more: str, in_parts: bool = False) -> Written:
    words = ("evaluate", "qrels.txt", "one.run", "two.run", "-m", "AP nDCG@3", "-q", "--jobs", "1")
    output = f"values.{form}"
    return Written((*words, *more, "--format", form, "--output", output), (output,), in_parts=in_parts)


COMMANDS: Final = (
    *(_evaluate(form) for form in ("tsv", "csv", "json", "jsonl", "parquet")),
    *(_evaluate(form, in_parts=True) for form in ("tsv", "csv", "jsonl", "parquet")),
    Written(
        ("compare", "qrels.txt", "one.run", "two.run", "-m", "AP", "--draws", "100", "-f", "latex", "-o", "t.tex"),
        ("t.tex",),
    ),
    Written(("prefer", "qrels.txt", "one.run", "two.run", "-q", "-f", "csv", "-o", "p.csv"), ("p.csv",)),
    Written(
        ("leaderboard", "qrels.txt", "one.run", "two.run", "--draws", "100", "-f", "vega", "-o", "f.json"),
        ("f.json",),
    ),
    Written(("split", "ratings.csv", "--output", "parts", "--force"), ("parts/train.csv", "parts/test.csv")),
    Written(
        ("split", "ratings.csv", "--output", "parts", "--force", "-f", "parquet"),
        ("parts/train.parquet", "parts/test.parquet"),
    ),
    Written(
        ("demo", "--write", "example"),
        tuple(f"example/{name}" for name in ("judgments.txt", "bm25.run", "dense.run", "fusion.run")),
    ),
)


def faults(case: Case) -> Iterator[Fault]:
    """Interrupt a write somewhere, and look at what is there."""
    rng = case.rng
    how = rng.choice(["interrupted", "interrupted", "interrupted", "full disk", "full disk", "alone", "alone"])
    if rng.random() < 0.03:
        how = "killed"
    if how == "alone":
        yield from _alone(rng, case.folder)
        return
    asked = rng.choice(COMMANDS)
    whole = _whole(asked)
    had_old = rng.random() < 0.5
    _prepare(case.folder, asked, had_old=had_old)
    shown = f"{how}: axiometer {in_one_line(' '.join(asked.words))}"
    if how == "interrupted":
        at = _line(rng, _n_lines(asked))
        said = _interrupted(asked, case.folder, at)
        shown = f"{shown}, at line {at} of {_n_lines(asked)} that run"
    elif how == "killed":
        # In a process of its own more lines run before any of those that write.
        at = rng.randint(1, _n_lines(asked, WRITING))
        program = PROGRAM.format(at=at, in_parts=asked.in_parts, writing=WRITING)
        said = attempt(lambda: command_apart([*asked.words], case.folder, program), "killed").value
        shown = f"{shown}, after line {at} of those that write"
    else:
        largest = max(len(data) for data in whole.values())
        limit = rng.randrange(0, largest + 2)
        said = _with_a_full_disk(asked, case.folder, limit)
        shown = f"{shown}, files of at most {limit} bytes"
    if isinstance(said, Fault):
        yield Fault(said.kind, f"{shown}: {said.told}")
    elif how == "full disk" and said is not None and said.code not in {0, 1, 2}:
        yield Fault("code-of-full-disk", f"{shown}: {said}")
    verb = f"{asked.words[0]}{' in parts' if asked.in_parts else ''}"
    yield from _looked_at(case.folder, asked, whole, f"{how.replace(' ', '-')}:{verb}", shown, had_old=had_old)


def _line(rng: Random, n_lines: int) -> int:
    """Take any line that runs, or one of the last, where files are written."""
    return rng.randrange(1, n_lines) if rng.random() < 0.4 else n_lines - rng.randrange(1, min(n_lines, 80))


def _prepare(folder: Path, asked: Written, *, had_old: bool) -> None:
    for name, text in FILES.items():
        (folder / name).write_text(text)
    if not had_old:
        return
    for name in asked.outputs:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(OLD)


@cache
def _whole(asked: Written) -> dict[str, bytes]:
    """Give what the files are when nothing happens."""
    with _temporary() as folder:
        _prepare(folder, asked, had_old=False)
        with _parts(asked):
            told = command([*asked.words], folder)
        if told.code:
            raise ValueError(f"{asked}: {told}")
        return {name: (folder / name).read_bytes() for name in asked.outputs}


@contextmanager
def _temporary() -> Iterator[Path]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="fuzz-") as folder:
        yield Path(folder)


@contextmanager
def _parts(asked: Written) -> Iterator[None]:
    """Let an evaluation be made in parts, of small pieces, without a thread that reads ahead."""
    if not asked.in_parts:
        yield
        return
    small = patch.multiple(Budget, piece=500, n_parts=lambda *_: 3)
    with small, patch.object(chunk_files, "_GROWTH", 10**9), patch.object(evaluating, "ahead", iter):
        yield


WRITING: Final = (
    *("whole_files.py", "output.py", "chunk_files.py", "split.py", "demo.py"),
    *("dealing.py", "evaluating.py", "job.py", "results.py"),
)
"""The files of the package that write."""
PROGRAM: Final = """
import os, signal, sys
import axiometer.cli.main
from axiometer.cli import chunk_files
from axiometer.engines.chunks.budget import Budget
if {in_parts}:
    chunk_files._GROWTH, Budget.piece, Budget.n_parts = 10**9, 500, lambda *_: 3
package, left = os.path.dirname(axiometer.__file__), [{at}]

def trace(frame, event, _):
    if not frame.f_code.co_flags & 1 or not frame.f_code.co_filename.startswith(package):
        return None
    if not frame.f_code.co_filename.endswith({writing}):
        return None
    if event == "line":
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return trace

sys.settrace(trace)
"""


# What happens to it


class _Lines:
    """Counts the lines of the package that run, and raises KeyboardInterrupt at one of them."""

    def __init__(self, at: int | None = None, files: tuple[str, ...] = (".py",)) -> None:
        self.n_run, self.at, self.files = 0, at, files

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        is_function = frame.f_code.co_flags & CO_OPTIMIZED  # and no body of a module, which an import runs
        file = frame.f_code.co_filename
        if not is_function or not file.startswith(str(PACKAGE)) or not file.endswith(self.files):
            return None
        if event == "line":
            self.n_run += 1
            if self.n_run == self.at:
                raise KeyboardInterrupt
        return self

    def __enter__(self) -> _Lines:
        self.before = sys.gettrace()
        sys.settrace(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)


@cache
def _n_lines(asked: Written, files: tuple[str, ...] = (".py",)) -> int:
    """Count the lines of the package, or of some of its files, that run when nothing happens."""
    _whole(asked)  # imports what is imported once
    with _temporary() as folder:
        _prepare(folder, asked, had_old=False)
        with _parts(asked), _Lines(files=files) as lines:
            command([*asked.words], folder)
        return lines.n_run


def _interrupted(asked: Written, folder: Path, at: int) -> Told | Fault | None:
    def interrupted() -> Told | None:
        try:
            with _parts(asked), _Lines(at):
                return command([*asked.words], folder)
        except KeyboardInterrupt:
            return None
        finally:
            gc.collect()  # what is said of files that nobody closed, is said now

    _n_lines(asked)
    said = attempt(interrupted, "interrupted", cpu_seconds=20)
    if said.fault and said.fault.kind.startswith("warning:ResourceWarning"):
        return None
    return said.fault or (Fault("refusal-of-interrupted", str(said)) if said.refusal else said.value)


@contextmanager
def _limited(n_bytes: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def _with_a_full_disk(asked: Written, folder: Path, limit: int) -> Told | Fault | None:
    def full() -> Told:
        with _parts(asked), _limited(limit):
            return command([*asked.words], folder)

    said = attempt(full, "full-disk", cpu_seconds=20)
    return said.fault or (Fault("refusal-of-full-disk", str(said)) if said.refusal else said.value)


def _alone(rng: Random, folder: Path) -> Iterator[Fault]:
    """Interrupt what writes files whole, line by line, or let its disk be full."""
    old, new = OLD * rng.randint(1, 3), b"new" * rng.randint(0, 5000)
    path = folder / rng.choice(["result.txt", "é", ".hidden", "a b", "x" * 200])
    path.write_bytes(old)
    is_full = rng.random() < 0.5
    at, limit = rng.randint(1, 30), rng.randrange(0, len(new) + 2)
    do: Callable[[], None] = lambda: write_whole(new, path)  # noqa: E731
    try:
        if is_full:
            with _limited(limit):
                do()
        else:
            with _Lines(at):
                do()
    except (KeyboardInterrupt, OSError):
        pass
    shown = f"write_whole with {f'files of at most {limit} bytes' if is_full else f'an interruption at line {at}'}"
    kind = f"{'full-disk' if is_full else 'interrupted'}:write_whole"
    if path.read_bytes() not in {old, new}:
        yield Fault(f"torn-{kind}", f"{shown}: {path.read_bytes()[:40]!r}")
    if left := {each.name for each in folder.iterdir()} - {path.name}:
        yield Fault(f"left-{kind}", f"{shown}: {sorted(left)}")


# What is there


def _looked_at(
    folder: Path, asked: Written, whole: dict[str, bytes], kind: str, shown: str, *, had_old: bool
) -> Iterator[Fault]:
    """Look at the files that were to be written, and for others."""
    for name in asked.outputs:
        path = folder / name
        is_absent = not path.exists()
        if is_absent and had_old:
            yield Fault(f"lost-{kind}", f"{shown}: {name} is gone")
        elif not is_absent and path.read_bytes() not in {whole[name], *((OLD,) if had_old else ())}:
            is_empty = "empty" if path.stat().st_size == 0 else f"of {path.stat().st_size} bytes"
            yield Fault(f"torn-{kind}", f"{shown}: {name} is {is_empty}, whole it has {len(whole[name])}")
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    unfinished = f"{asked.outputs[0]}.unfinished{os.sep}"
    strange = {
        name for name in found - {*FILES, *asked.outputs} if not (asked.in_parts and name.startswith(unfinished))
    }
    if (
        kind.startswith("killed") and not asked.in_parts
    ):  # nobody can take away what is written beside, but it must look like it
        strange = {name for name in strange if not Path(name).name.startswith(".")}
    if strange:
        yield Fault(f"left-{kind}", f"{shown}: {sorted(strange)}")
    if asked.in_parts and (folder / unfinished).is_dir():
        shutil.rmtree(folder / unfinished)


FUZZER: Final = Fuzzer(name="writes", faults=faults, cases=1_000)
