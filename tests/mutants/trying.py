"""Find out which test notices a mutant."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.mutants.copying import ROOT, Copy, TakesTooLongError, read_json
from tests.mutants.mutant import SOURCE, Mutant

Run = Literal["fast", "thorough"]
Far = Literal["near", "fast", "thorough"]
"""How far to go: the tests nearest to the faulty function, all of the fast run, or the thorough run, too."""
FAST = ("tests/unit", "tests/common", "tests/documentation", "tests/architecture")
"""Where the tests of the fast run are; its map knows what each of them calls."""
ELSEWHERE = 5
"""Tests of other rooms are so many times less near."""
FIRST = 100
"""So many of the tests that call the faulty function run first, before all the files of the others are imported."""
LEAST_SECONDS = 0.01
"""Quicker tests are taken to last so long: what they share takes longer."""
PATIENCE = 5
"""So many times the usual seconds are waited."""
MAP = ROOT / ".pytest_cache" / "mutants.json"


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: killed by a test of one of the runs, or not; broken if it cannot be imported."""

    mutant: Mutant
    run: Run | Literal["broken", ""]
    killer: str
    seconds: float

    @property
    def survives(self) -> bool:
        return not self.killer


@dataclass(frozen=True)
class CallMap:
    """What each test calls, and how long it takes: for each file of tests, by the id of the test."""

    files: dict[str, dict[str, Any]]

    @classmethod
    def of(cls, copy: Copy, tell: Callable[[str], None], *, anew: bool = False) -> CallMap:
        """Read the map, and make it for the files of tests that are new or have changed."""
        known = {} if anew else read_json(MAP) or {}
        present = {path.relative_to(copy.root).as_posix(): path for top in FAST for path in _tests(copy.root / top)}
        marks = {name: sha256(path.read_bytes()).hexdigest() for name, path in present.items()}
        new = [name for name, mark in marks.items() if known.get(name, {}).get("mark") != mark]
        files = {name: its for name, its in known.items() if name in present and name not in new}
        if new:
            tell(f"recording what the tests of {len(new)} files call …")
            record = copy.root.parent / "record.json"
            _, printed = copy.pytest(
                "tests.mutants.recording", new, variables={"MUTANTS_RECORD": str(record)}, seconds=3600
            )
            recorded = read_json(record)
            if recorded is None:
                raise RuntimeError(f"the tests could not be run:\n{printed}")
            files |= {name: {"mark": marks[name], "tests": {}} for name in new}
            for test, its in recorded.items():
                files[test.partition("::")[0]]["tests"][test] = its
                if not its["passed"]:
                    files[test.partition("::")[0]]["mark"] = ""  # to be recorded again
            MAP.parent.mkdir(exist_ok=True)
            MAP.write_text(json.dumps(files))
        return cls(files)

    @property
    def all(self) -> list[str]:
        """All tests of the fast run."""
        return [name for its in self.files.values() for name in its["tests"]]

    def failing(self) -> list[str]:
        """Give the tests that fail without any mutant, which can tell nothing."""
        return [name for its in self.files.values() for name, test in its["tests"].items() if not test["passed"]]

    def touching(self, function: str, room: str) -> list[str]:
        """Give the tests that call a function, or anything in a file, the nearest first.

        These are quick, call little else, and are in the folder for the tests of the same room.
        """
        found = []
        for file, its in self.files.items():
            far = 1 if file.startswith(f"tests/unit/{room}/") else ELSEWHERE
            for name, test in its["tests"].items():
                if test["passed"] and any(function in {each, each.partition(":")[0]} for each in test["functions"]):
                    found.append((far * max(test["seconds"], LEAST_SECONDS) * len(test["functions"]), name))
        return [name for _, name in sorted(found)]

    def seconds(self, tests: Sequence[str]) -> float:
        """Say how long some tests take."""
        return sum(self.files[name.partition("::")[0]]["tests"][name]["seconds"] for name in tests)


def tried(mutant: Mutant, copy: Copy, known: CallMap, far: Far) -> Outcome:
    """Put a mutant into the copy, run tests until one fails, and take it out again."""
    start = time.monotonic()
    with _faulty(copy, mutant) as text:
        run, killer = _fast_killer(mutant, text, copy, known, far)
    if not killer and far == "thorough" and (killer := _thorough_killer(mutant, copy, known)):
        run = "thorough"
    return Outcome(mutant, run, killer, time.monotonic() - start)


@contextmanager
def _faulty(copy: Copy, mutant: Mutant) -> Iterator[str]:
    """Let the copy have the fault for a while; give the text without it."""
    path = copy.root / SOURCE / mutant.file
    text = path.read_text()
    path.write_text(mutant.applied(text))
    try:
        yield text
    finally:
        path.write_text(text)


def _fast_killer(
    mutant: Mutant, text: str, copy: Copy, known: CallMap, far: Far
) -> tuple[Run | Literal["broken", ""], str]:
    """Ask the tests that call the faulty function, then all others of the fast run."""
    if copy.python("-c", f"import axiometer.cli.main, {mutant.module}").returncode:
        return "broken", "nothing can be imported"
    touching = known.touching(mutant.function(text), mutant.room)
    for tests in (touching[:FIRST], touching[FIRST:] if far != "near" else []):
        if tests and (killer := _failed(copy, "these", tests, 120 + PATIENCE * known.seconds(tests))):
            return "fast", killer
    if far != "near":
        passed_over = [*touching, *known.failing()]
        if killer := _failed(copy, "not", passed_over, 600 + PATIENCE * known.seconds(known.all), [*FAST]):
            return "fast", killer
    return "", ""


def _thorough_killer(mutant: Mutant, copy: Copy, known: CallMap) -> str:
    """Ask the tests that the fast run leaves out; those that fail without the fault, too, tell nothing."""
    options = ["--rest"]
    passed_over = known.failing()
    while True:
        with _faulty(copy, mutant):
            killer = _failed(copy, "not", passed_over, 3600, [*options, "tests"])
        file = killer.removeprefix("collecting ").partition("::")[0]
        if not killer or killer.startswith("time: ") or not _failed(copy, "these", [killer], 3600, [*options, file]):
            return killer
        if killer.startswith("collecting "):
            options = [*options, f"--ignore={file}"]
        passed_over = [*passed_over, killer]


def _failed(copy: Copy, head: str, tests: Sequence[str], seconds: float, where: Sequence[str] = ()) -> str:
    """Run these tests, file after file, or all others; name the first that fails, nothing if all pass."""
    by_file: dict[str, list[str]] = {}
    for test in tests:
        by_file.setdefault(test.partition("::")[0], []).append(test)
    chosen, failed = copy.root.parent / "chosen", copy.root.parent / "failed"
    chosen.write_text("\n".join([head, *(test for its in by_file.values() for test in its)]))
    failed.unlink(missing_ok=True)
    variables = {"MUTANTS_CHOSEN": str(chosen), "MUTANTS_FAILED": str(failed)}
    try:
        code, printed = copy.pytest(
            "tests.mutants.choosing", ["-x", *(where or by_file)], variables=variables, seconds=seconds
        )
    except TakesTooLongError:
        return f"time: the tests did not end in {seconds:.0f} s"
    if failed.exists():
        return failed.read_text()
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise RuntimeError(f"the tests could not be run:\n{printed}")
    return ""


def _tests(folder: Path) -> list[Path]:
    return sorted(folder.rglob("test_*.py"))
