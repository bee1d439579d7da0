"""What all fuzzers share: cases that can be replayed, what counts as a fault, limits of time, and the command line."""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import FrameType, TracebackType
from typing import Any, Final
from unittest.mock import patch

import polars as pl

import axiometer
from axiometer.cli.main import main
from axiometer.errors import AxiometerError

KEY: Final = ("system", "query", "measure")
"""What tells values apart."""

PACKAGE: Final = Path(axiometer.__file__).resolve().parent
_SHOWN: Final = 300


@dataclass(frozen=True)
class Fault:
    """Something that must not happen.

    Attributes
    ----------
    kind
        A short name that stays the same for the same cause.
    told
        What happened, in one line.
    """

    kind: str
    told: str


@dataclass(frozen=True)
class Finding:
    """A fault and the case that shows it."""

    case: int
    fault: Fault


@dataclass(frozen=True)
class Case:
    """One case: its number, its own random numbers, and an empty folder."""

    number: int
    rng: Random
    folder: Path


@dataclass(frozen=True, kw_only=True)
class Fuzzer:
    """A property, tried on many cases.

    Attributes
    ----------
    name
        What the fuzzer is called.
    faults
        Tries one case and gives all that is wrong.
    cases
        How many cases a long run has.
    """

    name: str
    faults: Callable[[Case], Iterator[Fault]]
    cases: int


@dataclass(frozen=True)
class Report:
    """What came of a run."""

    fuzzer: str
    cases: int
    seed: int
    findings: list[Finding]

    @property
    def kinds(self) -> Counter[str]:
        """How often each kind was found, the most frequent first."""
        return Counter(each.fault.kind for each in self.findings)

    def __str__(self) -> str:
        found = f"{len(self.findings)} findings in {len(self.kinds)} kinds"
        return f"{self.fuzzer}: {self.cases} cases, seed {self.seed}: {found}"


def run(
    fuzzer: Fuzzer,
    *,
    cases: int,
    seed: int,
    first_case: int = 0,
    show: Callable[[Finding], None] | None = None,
    keep: Path | None = None,
) -> Report:
    """Try cases; what a case is depends on the seed and its number only."""
    if cases < 1:
        raise ValueError(f"{fuzzer.name}: {cases} cases try nothing")
    findings = []
    with tempfile.TemporaryDirectory(prefix="fuzz-") as temporary, _settled():
        for number in range(first_case, first_case + cases):
            folder = (keep or Path(temporary)) / str(number)
            folder.mkdir(parents=True)
            case = Case(number, Random(f"{fuzzer.name} {seed} {number}"), folder)
            seen: set[str] = set()
            for fault in fuzzer.faults(case):
                if fault.kind in seen:
                    continue
                seen.add(fault.kind)
                findings.append(Finding(number, fault))
                if show is not None:
                    show(findings[-1])
            if keep is None:
                shutil.rmtree(folder)
    return Report(fuzzer.name, cases, seed, findings)


@contextmanager
def _settled() -> Iterator[None]:
    """Let colours be off, and panics of Rust say where they come from in one line, which takes no time."""
    with patch.dict(os.environ, {"NO_COLOR": "1", "COLUMNS": "120", "TERM": "dumb", "RUST_BACKTRACE": "0"}):
        yield


# What happens


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt: a value, a refusal in the package's own words, or a fault."""

    value: Any = None
    refusal: AxiometerError | None = None
    fault: Fault | None = None

    @property
    def is_value(self) -> bool:
        return self.refusal is None and self.fault is None

    def __str__(self) -> str:
        if self.fault is not None:
            return f"{self.fault.kind} ({self.fault.told})"
        return "values" if self.refusal is None else f"refused: {self.refusal}"


class TookTooLongError(BaseException):
    """No package catches this."""


def attempt(do: Callable[[], Any], what: str = "", *, cpu_seconds: float = 3, seconds: float = 60) -> Outcome:
    """Do something, and say what came of it; all but a value and the package's own errors is a fault.

    Seconds of the processor tell an endless loop also on a busy machine; those of the clock, a thread that waits for
    ever. Where a loop is when its time is up, chance decides, so hangs are named after what was done.
    """
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        outcome = _attempted(do, what, cpu_seconds, seconds)
    for each in warned if outcome.fault is None else ():
        where = _relative(each.filename) or Path(each.filename).name
        return replace(outcome, fault=Fault(f"warning:{each.category.__name__}@{where}", in_one_line(each.message)))
    return outcome


def _attempted(do: Callable[[], Any], what: str, cpu_seconds: float, seconds: float) -> Outcome:
    try:
        with _limit(cpu_seconds, seconds):
            return Outcome(do())
    except AxiometerError as error:
        if type(error) is AxiometerError:
            return Outcome(fault=_fault("unexplained", error, error.__traceback__))
        return Outcome(refusal=error)
    except TookTooLongError as error:
        return Outcome(fault=Fault(f"hang:{what}", f"{_where(error.__traceback__)}: {error}"))
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        return Outcome(fault=_fault(f"traceback:{type(error).__name__}", error, error.__traceback__))


def _fault(kind: str, error: BaseException, traceback: TracebackType | None) -> Fault:
    """Name a fault after the last of the package's files that took part."""
    return Fault(f"{kind}@{_where(traceback)}", in_one_line(f"{type(error).__name__}: {error}"))


def _where(traceback: TracebackType | None) -> str:
    where = "nowhere"
    while traceback is not None:
        where = _relative(traceback.tb_frame.f_code.co_filename) or where
        traceback = traceback.tb_next
    return where


def _relative(filename: str) -> str | None:
    path = Path(filename)
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else None


def in_one_line(thing: object) -> str:
    """Write something so that it stays in its line and can be read."""
    text = re.sub(r"(.)\1{30,}", lambda run: f"{run[1]}{{{len(run[0])} times}}", str(thing), flags=re.DOTALL)
    shown = text if text.isprintable() else repr(text)[1:-1]
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"


@contextmanager
def _limit(cpu_seconds: float, seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLongError(f"more than {cpu_seconds} s of the processor or {seconds} s")

    timers = ((signal.SIGPROF, signal.ITIMER_PROF, cpu_seconds), (signal.SIGALRM, signal.ITIMER_REAL, seconds))
    before = [signal.signal(number, stop) for number, *_ in timers]
    try:
        for _, timer, limit in timers:
            signal.setitimer(timer, limit, 1.0)  # again: what waits for a thread must be stopped, too
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


# The command, in this process


@dataclass(frozen=True)
class Told:
    """What a command gave."""

    code: int
    out: bytes
    err: str


def command(words: list[str], folder: Path) -> Told:
    """Run the command in a folder, without a process of its own."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    here, code = Path.cwd(), 0
    with patch.multiple(sys, argv=["axiometer", *words], stdout=out, stderr=err):
        os.chdir(folder)
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        finally:
            os.chdir(here)
    written, said = (stream.buffer.getvalue() for stream in (out, err))  # type: ignore[attr-defined]
    return Told(code, written, said.decode("utf-8", "replace"))


def command_apart(words: list[str], folder: Path, program: str = "", seconds: float = 120) -> Told:
    """Run the command in a process of its own, which may die; ``program`` stands before it."""
    text = f"{program}\nfrom axiometer.cli.main import main\nmain()\n"
    told = subprocess.run([sys.executable, "-c", text, *words], cwd=folder, capture_output=True, timeout=seconds)
    return Told(told.returncode, told.stdout, told.stderr.decode("utf-8", "replace"))


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{number} cases try nothing")
    return number


def run_alone(fuzzer: Fuzzer, words: list[str]) -> int:
    """Run a fuzzer from the command line; 1 if it finds anything."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.fuzzers {fuzzer.name}")
    parser.add_argument(
        "--cases", type=_positive, default=fuzzer.cases, help=f"how many cases; by default {fuzzer.cases}"
    )
    parser.add_argument("--seed", type=int, default=1, help="same seed, same cases")
    parser.add_argument("--first-case", type=int, default=None, help="begin here; alone, only this case")
    parser.add_argument("--keep", type=Path, default=None, help="a new folder in which the files of all cases stay")
    asked = parser.parse_args(words)
    is_one = asked.first_case is not None and "--cases" not in " ".join(words)
    stdout = sys.stdout

    def show(finding: Finding) -> None:
        print(f"case {finding.case}: {finding.fault.kind}: {finding.fault.told}", file=stdout, flush=True)

    report = run(
        fuzzer,
        cases=1 if is_one else asked.cases,
        seed=asked.seed,
        first_case=asked.first_case or 0,
        show=show,
        keep=asked.keep,
    )
    for kind, number in report.kinds.most_common():
        print(f"{number:7} {kind}")
    print(report, flush=True)
    return 1 if report.findings else 0


def leave(code: int) -> None:
    """End the process at once, also if a thread that hangs is left."""
    sys.stdout.flush()
    os._exit(code)


def values_of(measured: axiometer.Measurements) -> pl.DataFrame:
    """Give the values in order, with a column ``query`` whoever asks for the lists."""
    return measured.to_polars().rename({measured.asker: "query"}).sort(KEY)
