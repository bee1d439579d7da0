"""Evaluation in chunks: which files need it, where the work lies, and how its values are written."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from axiometer.checks import check_jobs
from axiometer.cli.inputs import NO_TRAIN, Inputs
from axiometer.data.scanned import ScannedJudgments
from axiometer.engines.chunks.budget import Budget
from axiometer.engines.chunks.job import is_begun
from axiometer.engines.chunks.stored import StoredMeasurements
from axiometer.errors import InputError, UsageError
from axiometer.io.chunks import can_be_read_again, memory_of
from axiometer.io.content import expand
from axiometer.io.movielens import ratings_file
from axiometer.io.results import FORMS
from axiometer.io.scanning import scan_judgments, scan_ratings

_GROWTH: Final = 8
"""How many times the bytes of a table are taken while it is measured whole."""


def unfinished(output: Path | None) -> Path | None:
    """Name the folder in which an evaluation in chunks works: beside its result, if that is a file."""
    is_file = output is not None and (output.is_file() or not output.exists())
    return output.with_name(f"{output.name}.unfinished") if is_file and output is not None else None


def needs_chunks(inputs: Inputs, output: Path | None, *, memory: str | None, jobs: int | None, resume: bool) -> bool:
    """Tell whether files need more memory than there is, or were measured in chunks before."""
    if jobs is not None:
        check_jobs(jobs)
    folder = unfinished(output)
    if resume and folder is None:
        raise UsageError("--resume goes on with what an interrupted evaluation left beside its --output: name the file")
    if not all(can_be_read_again(path) for path in inputs.paths):
        return False
    budget = Budget.of(memory, jobs)
    if folder is not None and folder.exists() and is_begun(folder):
        if resume:
            return True
        raise UsageError(f"{folder} holds an unfinished evaluation: go on with it by --resume, or delete it")
    return _memory_needed(inputs, jobs or 2) > budget.memory


def _memory_needed(inputs: Inputs, jobs: int) -> int:
    runs = sorted((memory_of(path) for path in expand(inputs.runs_files)), reverse=True)
    judged = sum(memory_of(ratings_file(path)) for path in inputs.ratings or (inputs.files[0],) if path != NO_TRAIN)
    return _GROWTH * (judged + sum(runs[:jobs]))


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


def scanned_judgments(inputs: Inputs) -> ScannedJudgments:
    """Give the judgments or ratings, of which nothing is read yet."""
    judged: str | ScannedJudgments = inputs.files[0]
    if inputs.ratings is not None:
        train, test = inputs.ratings
        judged = scan_ratings(
            None if train == NO_TRAIN else train,
            test,
            inputs.aspects,
            max_rating=inputs.max_grade,
            alpha=inputs.alpha_table,
            beta=inputs.beta_table,
        )
    return scan_judgments(judged, weights=inputs.weights, lengths=inputs.lengths, providers=inputs.providers)


def check_format(form: str, *, per_query: bool) -> None:
    """Refuse, before all is read, a format that needs all values in memory."""
    if per_query and form not in FORMS:
        raise UsageError(
            f"--per-query: values that need more memory than there is can be written as {', '.join(FORMS)}, not "
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
