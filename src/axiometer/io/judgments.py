"""Reading judgments."""

from __future__ import annotations

from os import PathLike
from typing import Any

from axiometer.data import Judgments, schema
from axiometer.data.frames import has_repeated
from axiometer.data.judgments import KEY, judgments_of_frame
from axiometer.errors import InputError
from axiometer.io.content import expand, read_bytes
from axiometer.io.problems import explanation
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import JUDGMENT_LAYOUT, decoded, parse


def read_judgments(judgments: Any) -> Judgments:
    """Read judgments.

    Parameters
    ----------
    judgments
        A path, or ``"-"`` for standard input: TREC text (request, aspect, item, grade), CSV, TSV or Parquet, plain or
        packed (gz, bz2, xz, zst). Also a frame with the usual column names, or ``{request: {item: grade}}``.
    """
    if not isinstance(judgments, str | PathLike):
        if isinstance(judgments, list | tuple | set):
            raise InputError(f"a {type(judgments).__name__}", "one file, frame or dictionary", source="judgments")
        return Judgments.of(judgments)
    paths = expand(judgments)
    if len(paths) > 1:
        raise InputError(f"{len(paths)} files that match", "one file of judgments", source=str(judgments))
    return parse_judgments(read_bytes(paths[0]), paths[0])


def parse_judgments(data: bytes, path: str) -> Judgments:
    """Check what a file holds and make judgments of it."""
    if is_table(data, path):
        return judgments_of_frame(*read_table(data, path))
    return _from_text(decoded(data, path), path)


def _from_text(data: bytes, path: str) -> Judgments:
    frame = parse(data, JUDGMENT_LAYOUT, JUDGMENT_LAYOUT.fields)
    if frame is not None and frame[schema.GRADE].is_finite().all():
        distinct = frame.unique(maintain_order=True) if has_repeated(frame, KEY) else frame
        if distinct is frame or not has_repeated(distinct, KEY):
            return Judgments(distinct.select(*KEY, schema.GRADE), frame.height - distinct.height, path)
    raise explanation(data, JUDGMENT_LAYOUT, path)
