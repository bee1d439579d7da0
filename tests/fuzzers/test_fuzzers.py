"""A small share of each fuzzer, on what holds today; and that each would find what is wrong."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

import pytest

from axiometer.cli import output
from axiometer.data import frames
from axiometer.engines.chunks.job import Job
from axiometer.engines.chunks.partitioning import Dealt
from axiometer.errors import AxiometerError, InputError
from axiometer.io import runs
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parameters import Parametrised
from axiometer.sheets import escaping as letters
from tests.fuzzers import driver, writes
from tests.fuzzers.driver import Case, Fault, Fuzzer, Report, attempt, run, run_alone

SEED: Final = 1
SHARE: Final = {
    "files": 80,
    "names": 1_500,
    "frames": 300,
    "hostile": 35,
    "small_collections": 60,
    "writes": 20,
    "unfinished": 40,
}
"""How many cases of each fuzzer run with all other tests."""

KNOWN: Final[dict[str, dict[str, str]]] = {
    "files": {
        "chunks-accept:*": "In chunks, lines that are wrong in the whole file pass: each piece is judged by itself.",
        "chunks-differ:*": "In chunks, pieces whose lines begin with a carriage return are left out.",
        "chunks-refuse:*": "In chunks, a piece without rows, or that looks like another kind of file, is refused.",
        "hang:chunks-*": "In chunks, a .csv that is empty or has only comments is read for ever.",
        "reads-what-is-wrong:*-csv": "Two quotation marks on each side of a field of CSV are taken off like one.",
        "traceback:OSError@io/*.py": "Unpacked text that begins like gzip is unpacked again by Polars, which fails.",
        "traceback:PanicException@io/*.py": "Polars panics where a damaged Parquet file is read.",
    },
    "names": {
        "traceback:TypeError@measures/grammar.py": "A set or dictionary with a list in it cannot be evaluated.",
        "traceback:UnicodeEncodeError@measures/grammar.py": "A lone surrogate cannot be parsed.",
        "warning:*Warning@<unknown>": "Python's parser warns of odd numbers and escapes.",
        "traceback:MemoryError@measures/grammar.py": "Hundreds of brackets are more than Python's parser can take.",
        "traceback:RecursionError@measures/grammar.py": "Thousands of signs are more than Python's parser can take.",
    },
    "frames": {
        "traceback:*@data/*.py": "Columns of objects, lists, structures and times reach Polars before anybody looks.",
        "traceback:*@meta/saved_values.py": "The columns of saved values reach Polars before anybody looks at them.",
        "warning:RuntimeWarning@base.py": "pandas warns where an index with huge numbers is handed on.",
        "traceback:ValueError@io/content.py": "An odd path is handed to the operating system as it is.",
    },
    "hostile": {
        "not-read-back:*": "Line ends, tabs and NUL in names are written to TSV and CSV so that reading refuses them.",
        "read-back-differs:*": "Quotation marks in TSV, carriage returns in CSV and lines with # are read otherwise.",
        "raw-message-of:*": "Some messages show control characters in names as they are.",
        "raw-svg-of:*": "In SVG, characters that turn the direction of text stand as they are.",
        "died-svg-of:*": "What draws SVG ends the whole process where a name has a control character.",
    },
    "small_collections": {},
    "writes": {
        "left-interrupted:*": "Between making a file beside and guarding it, an interruption leaves it there.",
        "torn-*:demo": "The example's files are not written whole.",
        "traceback:OSError@cli/demo.py": "A full disk is no refusal where the example is written.",
    },
    "unfinished": {
        "traceback:*": "Files of unfinished work are opened and believed as if nobody could have damaged them.",
        "warning:*": "What stands in them is computed with.",
        "values-differ:*": "A file of unfinished work that is missing, added, exchanged or doubled gives other values.",
    },
}
"""What is known to be wrong, by kind: when it is mended, its line goes, and stays away. A kind may have ``*`` in it."""


def fuzzer_of(name: str) -> Fuzzer:
    """Import a fuzzer, or skip where the programs are missing that it compares with."""
    if name == "small_collections":
        with warnings.catch_warnings(action="ignore"):
            pytest.importorskip("pytrec_eval")
            pytest.importorskip("pyndeval")
    fuzzer: Fuzzer = importlib.import_module(f"tests.fuzzers.{name}").FUZZER
    return fuzzer


def unknown(report: Report) -> list[str]:
    """Give one finding of each kind that nobody has written down."""
    first = {each.fault.kind: each for each in reversed(report.findings)}
    return [
        f"case {each.case}: {kind}: {each.fault.told}"
        for kind, each in first.items()
        if not any(fnmatch(kind, known) for known in KNOWN[report.fuzzer])
    ]


@pytest.mark.parametrize("name", SHARE)
def test_a_small_share_finds_nothing_new(name: str) -> None:
    report = run(fuzzer_of(name), cases=SHARE[name], seed=SEED)
    assert report.cases == SHARE[name]
    found = "\n".join(unknown(report))
    again = f"python -m tests.fuzzers {name} --seed {SEED} --first-case N"
    assert not found, f"found what is not in KNOWN; for one case alone: {again}\n{found}"


def test_every_fuzzer_has_a_share_and_a_list_of_what_is_known() -> None:
    here = Path(__file__).parent
    modules = {path.stem for path in here.glob("[!t]*.py") if "FUZZER: Final" in path.read_text("utf-8")}
    assert modules == set(SHARE) == set(KNOWN)
    for name in modules - {"small_collections"}:
        assert fuzzer_of(name).name == name
    assert all(told.endswith(".") for known in KNOWN.values() for told in known.values())


# Each finds what is wrong


def kinds(name: str, cases: int) -> set[str]:
    return set(run(fuzzer_of(name), cases=cases, seed=SEED).kinds)


def test_files_finds_tracebacks_and_rows_that_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    add = Dealt.add
    monkeypatch.setattr(Dealt, "add", lambda dealt, rows: add(dealt, rows.head(1)))
    assert any(kind.startswith("chunks-differ") for kind in kinds("files", 25))

    parse = runs.parse

    def lose_a_line(*args: Any) -> Any:
        frame = parse(*args)
        return frame if frame is None else frame.head(-1)

    monkeypatch.setattr(runs, "parse", lose_a_line)
    assert any(kind.startswith("reads-otherwise:run-") for kind in kinds("files", 25))

    def fail(*_: Any) -> Any:
        raise KeyError("nobody catches this")

    monkeypatch.setattr(runs, "read_bytes", fail)
    assert any(kind.startswith("traceback:KeyError@") for kind in kinds("files", 25))


def test_names_finds_full_names_that_do_not_tell_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Parametrised, "__str__", lambda measure: measure.name)
    assert kinds("names", 50) & {"full-name-differs", "full-name-refused"}


def test_frames_finds_what_nobody_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "column_problems", lambda *_: iter(()))
    assert any(kind.startswith("traceback:") for kind in kinds("frames", 60))


def test_hostile_finds_names_that_are_shown_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_CONTROLS", frozenset())
    monkeypatch.setattr(letters, "_TURNING", frozenset())
    assert any(kind.startswith("raw-") and "-of:" in kind for kind in kinds("hostile", 25))


def test_collections_find_a_kernel_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    precision = catalogue()["AP"]
    terms = precision.terms  # type: ignore[attr-defined]

    def wrong(measure: Any, lists: Any) -> Any:
        found = terms(measure, lists)
        return replace(found, discount=found.discount * 0.999)

    monkeypatch.setattr(precision, "terms", wrong)
    found = kinds("small_collections", 40)
    assert {"differs:pytrec_eval-map", "differs:pyndeval-MAP-IA"} & found
    assert any(kind.startswith("differs:reference-") for kind in found)


def test_writes_find_files_that_are_half_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_place(data: bytes, path: Path) -> None:
        path.write_bytes(data)

    monkeypatch.setattr(writes, "write_whole", in_place)
    monkeypatch.setattr(output, "write_whole", in_place)
    assert any(kind.startswith("torn-full-disk") for kind in kinds("writes", 25))


def test_unfinished_finds_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Job.found

    def fail_to_go_on(job: Job) -> Any:
        return {}["n_parts"] if found(job) else None

    monkeypatch.setattr(Job, "found", fail_to_go_on)
    assert any(kind.startswith("traceback:KeyError@") for kind in kinds("unfinished", 8))


# What they share


def odd_cases(case: Case) -> Iterator[Fault]:
    drawn = case.rng.random()
    if case.number % 2:
        yield Fault("odd", f"drew {drawn}")
        yield Fault("odd", "the same again")


ODD: Final = Fuzzer(name="odd", faults=odd_cases, cases=5)


def test_the_same_seed_gives_the_same_cases_and_each_can_be_replayed() -> None:
    report = run(ODD, cases=6, seed=3)
    assert [each.case for each in report.findings] == [1, 3, 5]
    assert run(ODD, cases=6, seed=3).findings == report.findings
    assert run(ODD, cases=1, seed=3, first_case=3).findings == report.findings[1:2]
    assert run(ODD, cases=6, seed=4).findings != report.findings
    assert str(report) == "odd: 6 cases, seed 3: 3 findings in 1 kinds"


def test_no_cases_are_refused() -> None:
    with pytest.raises(ValueError, match="0 cases try nothing"):
        run(ODD, cases=0, seed=1)


def test_the_exit_code_tells_whether_anything_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_alone(ODD, ["--seed", "3"]) == 1
    assert capsys.readouterr().out.endswith("odd: 5 cases, seed 3: 2 findings in 1 kinds\n")
    assert run_alone(ODD, ["--seed", "3", "--first-case", "2"]) == 0
    assert capsys.readouterr().out == "odd: 1 cases, seed 3: 0 findings in 0 kinds\n"


def test_what_an_attempt_may_come_to() -> None:
    def fails(error: BaseException) -> Any:
        raise error

    def warns_and_refuses() -> Any:
        warnings.warn("this", stacklevel=1)
        raise InputError("this", "that")

    def hangs() -> None:
        while True:
            time.monotonic()

    assert attempt(lambda: 3).value == 3
    assert attempt(lambda: fails(InputError("this", "that"))).refusal is not None
    faults = {
        "traceback:ZeroDivisionError@nowhere": lambda: 1 / 0,
        "unexplained@nowhere": lambda: fails(AxiometerError("report this")),
        "warning:UserWarning@test_fuzzers.py": warns_and_refuses,
    }
    for kind, do in faults.items():
        fault = attempt(do).fault
        assert fault is not None
        assert fault.kind == kind
    hung = attempt(hangs, "loop", cpu_seconds=0.05).fault
    assert hung is not None
    assert hung.kind == "hang:loop"
    waited = attempt(lambda: time.sleep(5), "sleep", seconds=0.05).fault
    assert waited is not None
    assert waited.kind == "hang:sleep"
    with pytest.raises(KeyboardInterrupt):
        attempt(lambda: fails(KeyboardInterrupt()))


def test_findings_stay_in_their_lines() -> None:
    assert driver.in_one_line("a\nb" + "x" * 50) == "a\\nbx{50 times}"
    assert len(driver.in_one_line("ab" * 1000)) == 300
