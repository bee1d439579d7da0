"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl


def write_whole(data: bytes, path: Path) -> None:
    """Write a file so that a reader sees all of it or what was there before."""
    with whole_file(path) as beside:
        beside.write_bytes(data)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give the place of a file that takes the place of another once all of it is written, and vanishes otherwise.

    What is written goes into a pipe or device in the end, which stays what it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder, "content")
            with Path(folder, "content").open("rb") as content, path.open("wb") as device:
                shutil.copyfileobj(content, device)
        return
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    os.close(handle)
    beside = Path(temporary)
    try:
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        beside.replace(path)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        number = re.search(r"\(os error (\d+)\)", str(error)) if isinstance(error, pl.exceptions.PolarsError) else None
        if number is not None:
            raise OSError(int(number[1]), os.strerror(int(number[1])), str(path)) from None
        raise


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask
