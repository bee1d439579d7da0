"""Evaluation of files that are larger than the memory that may be used."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from axiometer.checks import check_jobs
from axiometer.cli.inputs import NO_TRAIN, Inputs
from axiometer.conventions.profiles import Profile
from axiometer.data.scanned import ScannedJudgments
from axiometer.engines.chunks import StoredMeasurements, Streaming
from axiometer.engines.chunks.budget import Budget
from axiometer.engines.chunks.job import is_begun
from axiometer.errors import InputError, UsageError
from axiometer.io import scan_judgments, scan_ratings, scan_runs
from axiometer.io.chunks import can_be_read_again, memory_of
from axiometer.io.content import expand
from axiometer.io.movielens import ratings_file
from axiometer.io.results import FORMS
from axiometer.jobs import Progress
from axiometer.measures.names import Wanted

MemoryOption = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="Memory that may be used, such as 2GB; by default a quarter of the machine's. Files that need more are "
        "read piece by piece and measured in parts.",
    ),
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with an interrupted evaluation in parts; with --output.")
]
_GROWTH: Final = 8
"""How many times the bytes of a table are taken while it is measured whole."""


def unfinished(output: Path | None) -> Path | None:
    """Name the folder in which an evaluation in parts works: beside its result, if that is a file."""
    is_file = output is not None and (output.is_file() or not output.exists())
    return output.with_name(f"{output.name}.unfinished") if is_file and output is not None else None


@dataclass(frozen=True)
class Limits:
    """How much may be used, and whether to go on with what was begun."""

    memory: str | None
    jobs: int | None
    resume: bool

    def __post_init__(self) -> None:
        if self.jobs is not None:
            check_jobs(self.jobs)

    def engine(self, output: Path | None, progress: Progress | None) -> Streaming:
        """Give the engine that works beside the output."""
        return Streaming(
            memory=self.memory, jobs=self.jobs, folder=unfinished(output), resume=self.resume, progress=progress
        )


def needs_parts(inputs: Inputs, limits: Limits, output: Path | None) -> bool:
    """Tell whether files need more memory than there is, or were measured in parts before."""
    folder = unfinished(output)
    if limits.resume and folder is None:
        raise UsageError("--resume goes on with what an interrupted evaluation left beside its --output: name the file")
    if not all(can_be_read_again(path) for path in inputs.paths):
        return False
    budget = Budget.of(limits.memory, limits.jobs)
    if folder is not None and folder.exists() and is_begun(folder):
        if limits.resume:
            return True
        raise UsageError(f"{folder} holds an unfinished evaluation: go on with it by --resume, or delete it")
    return _memory_needed(inputs, limits.jobs or 2) > budget.memory


def _memory_needed(inputs: Inputs, jobs: int) -> int:
    runs = sorted((memory_of(path) for path in expand(inputs.runs)), reverse=True)
    judged = sum(memory_of(ratings_file(path)) for path in inputs.ratings or (inputs.files[0],) if path != NO_TRAIN)
    return _GROWTH * (judged + sum(runs[:jobs]))


def evaluate_in_parts(
    inputs: Inputs, wanted: Sequence[Wanted], profile: Profile, engine: Streaming
) -> StoredMeasurements:
    """Measure files piece by piece."""
    return engine.evaluate(_scanned(inputs), scan_runs(inputs.runs), wanted, profile=profile)


@contextmanager
def resumable(folder: Path | None) -> Iterator[None]:
    """Say how to go on if the work is interrupted or the disk is full; what is done stays beside the output."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        where = str(error.filename or folder or tempfile.gettempdir())
        found, needed = error.strerror or str(error), "room for the rows and values of all files"
        on = "" if folder is None else "; the same command with --resume goes on"
        raise InputError(found, f"{needed}{on}", source=where) from None
    except KeyboardInterrupt:
        if folder is not None and folder.exists():
            print(f"axiometer: interrupted; the same command with --resume goes on ({folder})", file=sys.stderr)
        raise


def _scanned(inputs: Inputs) -> ScannedJudgments:
    judged: str | ScannedJudgments = inputs.files[0]
    if inputs.ratings is not None:
        train, test = inputs.ratings
        known = None if train == NO_TRAIN else train
        top, alpha, beta = inputs.max_grade, inputs.alpha, inputs.beta
        judged = scan_ratings(test, known, inputs.aspects, max_rating=top, alpha=alpha, beta=beta)
    return scan_judgments(judged, weights=inputs.weights, lengths=inputs.lengths, providers=inputs.providers)


def check_format(form: str, *, per_query: bool) -> None:
    """Refuse, before all is read, a format that needs all values in memory."""
    if per_query and form not in FORMS:
        raise UsageError(
            f"values of queries that need more memory than there is can be written as {', '.join(FORMS)}, not "
            f"{form}; choose one with --format, or allow more with --memory"
        )


def deliver_values(stored: StoredMeasurements, form: str, output: Path | None) -> None:
    """Write the values of queries to a file or to standard output, a few at a time."""
    if output is not None:
        stored.write(output, form)
        return
    with TemporaryDirectory(prefix="axiometer-") as folder:
        path = Path(folder, f"values.{form}")
        stored.write(path, form)
        with path.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    sys.stdout.buffer.flush()
