"""Unfinished work that was damaged, and is gone on with.

An evaluation in parts is interrupted; its folder is damaged; then it is resumed. It refuses in the package's own words,
or gives exactly the values of a run that nobody interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

import numpy as np
import polars as pl

import axiometer as ax
from axiometer.engines import chunks as streaming
from axiometer.engines.chunks import evaluating
from axiometer.engines.chunks.budget import Budget
from axiometer.errors import InputError
from axiometer.io import scan_judgments, scan_ratings
from tests.fuzzers.driver import KEY, Case, Fault, Fuzzer, attempt, command, in_one_line, values_of
from tests.fuzzers.mutations import damaged

N_PARTS: Final = 4
JUDGMENTS: Final = "".join(f"q{q} 0 d{d} {(q * d) % 3}\n" for q in range(16) for d in range(6))
RUN: Final = "".join(f"q{q} Q0 d{d} {d} {(7 * d + q) % 6}.5 SYSTEM\n" for q in range(16) for d in range(8))
TEST: Final = "user,item,rating\n" + "".join(f"u{u},i{i},{(u * i) % 5 + 1}\n" for u in range(16) for i in range(6))
TRAIN: Final = "user,item,rating\n" + "".join(f"u{u},t{i},{(u + i) % 5 + 1}\n" for u in range(16) for i in range(3))
LIST: Final = ("i1", "t2", "i5", "i0")
SHOWN: Final = "user,item,rank\n" + "".join(f"u{u},{i},{n}\n" for u in range(16) for n, i in enumerate(LIST, 1))
FILES: Final = {
    "qrels.txt": JUDGMENTS,
    "one.run": RUN.replace("SYSTEM", "one"),
    "two.run": RUN.replace("SYSTEM", "two").replace(".5", ".25").replace("d7", "d9"),
    "test.csv": TEST,
    "train.csv": TRAIN,
    "shown.csv": SHOWN,
}


OUTPUT: Final = "values.tsv"
WORK: Final = f"{OUTPUT}.unfinished"


def _search() -> tuple[Any, Any, str]:
    return ax.scan_runs(["one.run", "two.run"]), scan_judgments("qrels.txt"), "nDCG@5 AP"


def _recommendation() -> tuple[Any, Any, str]:
    measures = "nDCG@3 EPC@3 CatalogueCoverage@3 ExposureGini@3"
    return ax.scan_runs("shown.csv"), scan_ratings("train.csv", "test.csv"), measures


ASKED: Final[dict[str, tuple[Callable[[], tuple[Any, Any, str]], list[str]]]] = {
    "search": (_search, ["qrels.txt", "one.run", "two.run"]),
    "recommendation": (_recommendation, ["--ratings", "train.csv", "test.csv", "shown.csv"]),
}
"""What is evaluated, in Python and by the command."""


def faults(case: Case) -> Iterator[Fault]:
    """Interrupt an evaluation, damage what it left, and go on."""
    rng, folder = case.rng, case.folder
    name = rng.choice(list(ASKED))
    for file, text in FILES.items():
        (folder / file).write_text(text)
    expected, n_steps = _undamaged(name), _n_steps(name)
    at, by_command = rng.randint(1, n_steps), rng.random() < 0.2
    with _in_parts(), chdir(folder):
        began = attempt(lambda: _interrupted(name, at), "begin")
        if began.fault:
            yield began.fault
        if began.fault or not Path(WORK).is_dir():
            return
        damages = [_damage(rng, Path(WORK)) for _ in range(rng.choice([0, 1, 1, 1, 1, 2]))]
        how = "by the command" if by_command else "in Python"
        shown = f"{name}, interrupted at step {at} of {n_steps}; {', '.join(damages) or 'not damaged'}; {how}"
        go_on = _by_command if by_command else _in_python
        again = attempt(lambda: go_on(name), "resume")
    if again.fault:
        yield Fault(again.fault.kind, f"{shown}: {again.fault.told}")
    elif again.refusal is not None:
        if not damages:
            yield Fault("refused-undamaged", f"{shown}: {again.refusal}")
    elif differing := _difference(expected, again.value):
        yield Fault(f"values-differ:{_place(damages)}", f"{shown}: {differing}")


@contextmanager
def _in_parts() -> Iterator[None]:
    """Let pieces be small, without a thread that reads ahead."""
    small = patch.multiple(Budget, piece=700, n_parts=lambda *_: N_PARTS)
    with small, patch.object(evaluating, "ahead", iter):
        yield


def _evaluate(name: str, *, resume: bool = False, progress: Any = None) -> Any:
    runs, judgments, measures = ASKED[name][0]()
    return streaming.evaluate(judgments, runs, measures, folder=WORK, resume=resume, jobs=1, progress=progress)


def _in_python(name: str) -> Values:
    return _values(_evaluate(name, resume=True))


def _by_command(name: str) -> Values:
    """Go on by the command, which writes the values of queries and no means."""
    files, measures = ASKED[name][1], ASKED[name][0]()[2]
    words = ["evaluate", *files, "-m", measures, "-q", "--format", "tsv", "--output", OUTPUT, "--resume", "--jobs", "1"]
    told = command(words, Path.cwd())
    if told.code in {1, 2} and told.err.startswith("axiometer: "):
        raise InputError(told.err, "unfinished work")
    if told.code:
        raise ValueError(f"exit code {told.code}: {told.err}")
    types = {"system": pl.String, "query": pl.String, "measure": pl.String, "value": pl.Float64}
    return pl.read_csv(OUTPUT, separator="\t", new_columns=[*types], schema_overrides=types).sort(KEY).rows(), []


Values = tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]


def _values(stored: Any) -> Values:
    """Give all values of lists and all means, those of systems among them, in one order."""
    table, means = values_of(stored), stored.mean()
    return table.rows(), means.sort(means.columns[:2]).rows()


def _difference(expected: Values, found: Values) -> str:
    for what, one, two in zip(("values", "means"), expected, found, strict=True):
        if what == "means" and not two:
            continue  # the command writes none
        if len(one) != len(two):
            return f"{len(two)} {what}, not {len(one)}"
        for left, right in zip(one, two, strict=True):
            if not all(_is_same(a, b) for a, b in zip(left, right, strict=True)):
                return in_one_line(f"{right}, not {left}")
    return ""


def _is_same(one: Any, two: Any) -> bool:
    """Compare to the last bit."""
    if isinstance(one, float) and isinstance(two, float):
        return one == two or (np.isnan(one) and np.isnan(two))
    return bool(one == two)


@cache
def _undamaged(name: str) -> Values:
    """Give the values of a run that nobody interrupts."""
    with _fresh(), _in_parts():
        return _values(_evaluate(name))


@cache
def _n_steps(name: str) -> int:
    """Count how often a run tells how far it is."""
    steps: list[int] = []
    with _fresh(), _in_parts():
        _evaluate(name, progress=lambda done, _: steps.append(done))
    return len(steps)


@contextmanager
def _fresh() -> Iterator[None]:
    """Work in a folder with the files."""
    with TemporaryDirectory(prefix="fuzz-") as folder, chdir(folder):
        for file, text in FILES.items():
            Path(file).write_text(text, encoding="utf-8")
        yield


def _interrupted(name: str, at: int) -> None:
    left = [at]

    def progress(_done: int, _total: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    try:
        _evaluate(name, progress=progress)
    except KeyboardInterrupt:
        return


# Damage


def _damage(rng: Random, work: Path) -> str:
    """Damage one of the files, and say how."""
    files = sorted(path for path in work.rglob("*") if path.is_file() and path.name != ".lock")
    if not files:
        return "nothing to damage"
    path = rng.choice(files)
    told = rng.choice(DAMAGES)(rng, path, rng.choice(files))
    return f"{path.relative_to(work).as_posix()} {told}"


def _delete(_rng: Random, path: Path, _other: Path) -> str:
    path.unlink()
    return "deleted"


def _change_bytes(rng: Random, path: Path, _other: Path) -> str:
    path.write_bytes(damaged(rng, path.read_bytes()))
    return "with other bytes"


def _empty(_rng: Random, path: Path, _other: Path) -> str:
    path.write_bytes(b"")
    return "empty"


def _exchange(_rng: Random, path: Path, other: Path) -> str:
    one, two = path.read_bytes(), other.read_bytes()
    path.write_bytes(two)
    other.write_bytes(one)
    return f"exchanged with {other.parent.name}/{other.name}"


def _copy(_rng: Random, path: Path, other: Path) -> str:
    path.write_bytes(other.read_bytes())
    return f"like {other.parent.name}/{other.name}"


def _add(rng: Random, path: Path, _other: Path) -> str:
    extra = path.with_name(rng.choice(["extra", "000099.parquet", "000000.parquet", "lists-000099", ".x", "result"]))
    if not extra.exists():
        extra.write_bytes(path.read_bytes())
    return f"also as {extra.name}"


def _change_value(rng: Random, path: Path, _other: Path) -> str:
    """Change what was found out when rows were dealt out, or else what was asked for."""
    folder = path.parent if path.parent.name == WORK else path.parent.parent
    told = folder / "found.json" if (folder / "found.json").exists() else folder / "job.json"
    if not told.exists():
        return "left alone"
    told.write_text(_other_number(rng, told.read_bytes()))
    return f"left alone, {told.name} with another value"


def _repeat(_rng: Random, path: Path, _other: Path) -> str:
    path.write_bytes(path.read_bytes() * 2)
    return "twice in one"


DAMAGES: Final = (
    *(_delete, _change_bytes, _change_bytes, _change_bytes, _empty, _exchange, _copy, _add, _change_value, _repeat),
)


def _other_number(rng: Random, data: bytes) -> str:
    """Put another value into a table of JSON, or take one away."""
    try:
        told = json.loads(data)
    except ValueError:
        return "[]"
    if not isinstance(told, dict) or not told:
        return "{}"
    name = rng.choice(sorted(told))
    if rng.random() < 0.2:
        del told[name]
    else:
        told[name] = rng.choice([None, 0, 1, -1, 2, 10**9, 1.5, "x", [], {}, ["one"], True, [["a", "b"]]])
    return json.dumps(told)


def _place(damages: list[str]) -> str:
    """Say which kinds of files were damaged: dealt, done, or one by its name."""
    names = {damage.rpartition("left alone, ")[2].split()[0].split("/")[0] for damage in damages}
    return "+".join(sorted(names)) or "nothing"


FUZZER: Final = Fuzzer(name="unfinished", faults=faults, cases=3_000)
