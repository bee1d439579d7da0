"""Results of parts kept in files, so that an interrupted experiment goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

import axiometer as ax
from axiometer_papers.study import Check, Figure, Part, Result, Table


@dataclass(frozen=True, eq=False)
class Kept:
    """A result, and how it came about.

    Attributes
    ----------
    result
        What the part gave.
    seconds
        How long it took.
    is_old
        Whether it was there before.
    """

    result: Result
    seconds: float
    is_old: bool


def fingerprint(part: Part, made_of: Sequence[str] = ()) -> str:
    """Give a text that is another one if the part would give another result: by its parameters, its files, or us.

    Also by the parts that it is made of, whose fingerprints are given.
    """
    told = {
        "part": part.name,
        "parameters": part.parameters,
        "data": part.data,
        # Systems are called as their files are, where these do not say otherwise.
        "files": [[path.name, _digest(path, *_state(path))] for path in part.files],
        "made of": [*made_of],
        "version": version("axiometer"),
    }
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _state(path: Path) -> tuple[int, int]:
    """Give what changes when a file does, so that the many parts that read it do not all look into it."""
    try:
        state = path.stat()
    except OSError as error:
        raise _unreadable(path, error) from None
    return state.st_size, state.st_mtime_ns


@cache
def _digest(path: Path, _size: int, _time: int) -> str:
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> ax.InputError:
    return ax.InputError(error.strerror or str(error), "a file that can be read", source=str(path))


def keep(path: Path, mark: str, result: Result, seconds: float) -> None:
    """Write the result of a part to a file, whole or not at all."""
    told = {
        "fingerprint": mark,
        "seconds": seconds,
        "tables": [
            {"name": each.name, "title": each.title, "frame": _told(each.frame), "shown": _told(each.shown)}
            for each in result.tables
        ],
        "figures": [asdict(each) for each in result.figures],
        "checks": [asdict(each) for each in result.checks],
        "notes": [*result.notes],
    }
    write_whole(json.dumps(told, ensure_ascii=False).encode(), path)


def kept(path: Path, mark: str) -> Kept | None:
    """Read the result of a part; nothing if there is none, or that of other parameters, files or versions."""
    try:
        told = json.loads(path.read_bytes())
        if told["fingerprint"] != mark:
            return None
        tables = [
            Table(each["name"], each["title"], _frame(each["frame"]), _frame(each["shown"]) if each["shown"] else None)
            for each in told["tables"]
        ]
        figures = [Figure(**each) for each in told["figures"]]
        checks = [Check(**each) for each in told["checks"]]
        return Kept(Result(tables, figures, checks, told["notes"]), float(told["seconds"]), is_old=True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, pl.exceptions.PolarsError):
        return None  # what cannot be read is made again


def _told(frame: pl.DataFrame | None) -> Sequence[Mapping[str, Any]] | None:
    """Write a table by columns, each with its type; Python's JSON has undefined and infinite numbers."""
    if frame is None:
        return None
    return [{"name": each.name, "type": str(each.dtype), "values": each.to_list()} for each in frame]


def _frame(told: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame([pl.Series(each["name"], each["values"], dtype=getattr(pl, each["type"])) for each in told])


def write_whole(data: bytes, path: Path) -> None:
    """Write a file so that a reader sees all of it or what was there before."""
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(data)
    beside.replace(path)
