"""A folder in which work goes on, also after it was interrupted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, Final

from axiometer.data.whole_files import write_whole
from axiometer.errors import AxiometerError, InputError, UsageError

_ASKED: Final = "job.json"
_DEALT: Final = "dealt"
_DONE: Final = "done"
_FOUND: Final = "found.json"
_LOCK: Final = ".lock"


@dataclass(frozen=True, eq=False)
class Job:
    """The folder of a piece of work.

    Attributes
    ----------
    folder
        Where the work goes on.
    """

    folder: Path

    @property
    def dealt(self) -> Path:
        """Where rows are dealt out to."""
        return self.folder / _DEALT

    @property
    def done(self) -> Path:
        """Where the records of parts are."""
        return self.folder / _DONE

    def found(self) -> dict[str, Any] | None:
        """Give what was found out when all rows were dealt out, or nothing if they are not."""
        path = self.folder / _FOUND
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def keep_found(self, found: Mapping[str, Any]) -> None:
        """Say that all rows are dealt out."""
        write_whole(json.dumps(found).encode(), self.folder / _FOUND)

    def start_dealing(self) -> None:
        """Make room for rows; what an interrupted job dealt out is deleted, since nobody knows how far it came."""
        for folder in (self.dealt, self.done):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()

    def delete(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def opened(folder: Path, asked: Mapping[str, Any], *, resume: bool) -> Iterator[Job]:
    """Start a job in a folder, or go on with the same job if it is there; nobody else can work there meanwhile.

    Parameters
    ----------
    folder
        Where the work goes on.
    asked
        All that the result depends on.
    resume
        Whether to go on with what is there. Otherwise the folder must be new or empty.
    """
    asked = {**asked, "version": version("axiometer")}
    is_there = folder.exists() and is_begun(folder)
    if is_there and not (folder / _ASKED).is_file():
        raise InputError("something that is no unfinished work", "a new or empty folder", source=str(folder))
    if is_there and not resume:
        raise UsageError(f"{folder} holds unfinished work: go on with it by --resume (resume=True), or delete it")
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        if is_there:
            _refuse_others(json.loads((folder / _ASKED).read_text(encoding="utf-8")), asked, folder)
        else:
            write_whole(json.dumps(asked).encode(), folder / _ASKED)
        job = Job(folder)
        try:
            yield job
        except AxiometerError:
            job.delete()  # with what is read, or asked for, the work cannot be done
            raise


def is_begun(folder: Path) -> bool:
    """Tell whether anything is in a folder; who was killed at once has left nothing but a lock."""
    return not folder.is_dir() or any(path.name != _LOCK for path in folder.iterdir())


def _refuse_others(before: Mapping[str, Any], asked: Mapping[str, Any], folder: Path) -> None:
    for name, value in asked.items():
        if before.get(name) != json.loads(json.dumps(value)):
            then, now = _difference(before.get(name), json.loads(json.dumps(value)))
            raise UsageError(
                f"the unfinished work in {folder} is another one: {name} {then} then, {now} now; delete the folder to "
                "begin again"
            )


def _difference(then: Any, now: Any) -> tuple[str, str]:
    """Give the first part of two values in which they differ."""
    if isinstance(then, dict) and isinstance(now, dict):
        name = next(name for name in now if then.get(name) != now[name])
        return f"{name} {json.dumps(then.get(name))}", f"{name} {json.dumps(now[name])}"
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return _difference(*next(pair for pair in zip(then, now, strict=True) if pair[0] != pair[1]))
    return json.dumps(then), json.dumps(now)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep others out as long as this process lives."""
    with (folder / _LOCK).open("wb") as file:
        _lock(file, folder)
        yield


def _lock(file: IO[bytes], folder: Path) -> None:
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{folder} is locked by another process") from None
