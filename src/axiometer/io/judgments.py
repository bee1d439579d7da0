"""Reading judgments, and what belongs to them: weights of aspects, lengths and providers of items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any, Final, Literal

import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.frames import Origin, Rules, has_repeated
from axiometer.data.judgments import KEY, judgments_of_frame
from axiometer.data.lengths import LENGTHS
from axiometer.data.providers import PROVIDERS
from axiometer.data.weights import WEIGHTS
from axiometer.errors import InputError
from axiometer.io.chunks import is_dataset, read_dataset
from axiometer.io.content import expand, name_of, read_bytes
from axiometer.io.problems import explanation
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import (
    JUDGMENT_LAYOUT,
    LENGTHS_LAYOUT,
    PROVIDERS_LAYOUT,
    TYPED_LAYOUT,
    WEIGHTS_LAYOUT,
    Layout,
    decoded,
    first_fields,
    from_ntcir,
    judgment_layouts,
    line_origin,
    parse,
)

TableKind = Literal["weights", "lengths", "providers"]
"""What belongs to judgments and has a table of its own."""
RULES: Final[Mapping[TableKind, Rules]] = {"weights": WEIGHTS, "lengths": LENGTHS, "providers": PROVIDERS}


def read_judgments(judgments: Any, *, weights: Any = None, lengths: Any = None, providers: Any = None) -> Judgments:
    r"""Read judgments.

    Parameters
    ----------
    judgments
        A path, or ``"-"`` for standard input: TREC text (query, aspect, item, grade), EvALL's (query, item, grade,
        aspect, weight), NTCIR's (query, aspect, item, L2), CSV, TSV or Parquet, plain or packed (gz, bz2, xz, zst).
        Also a frame with the usual column names, ``{query: {item: grade}}`` or
        ``{query: {item: {aspect: grade}}}``.
    weights
        The weights of the aspects of each query, which sum to 1: a path to text (query, aspect, weight and perhaps
        inf or nav), CSV or Parquet, a frame, or ``{query: {aspect: weight}}``. Uniform if nothing says otherwise.
    lengths
        The lengths of items: a path to text (item, length), CSV or Parquet, a frame, or ``{item: length}``. A table
        whose columns are called ``characters`` and ``words`` serves measures that need the one or the other.
    providers
        The providers of items, such as publishers or sellers; an item may have several: a path to text (item,
        provider), CSV or Parquet, with a row for each provider of an item, a frame, ``{item: provider}`` or
        ``{item: [provider, ...]}``.

    Examples
    --------
    >>> from pathlib import Path
    >>> import axiometer as ax
    >>> _ = Path("qrels.txt").write_text("q1 0 a 2\nq1 0 b 0\nq2 0 a 1\n")
    >>> ax.read_judgments("qrels.txt")
    Judgments(3 grades, 2 queries)
    >>> ax.read_judgments({"q1": {"a": {"price": 1, "size": 0}}})
    Judgments(2 grades, 1 query, 2 aspects)
    """
    read = _read(judgments)
    if weights is not None:
        read = read.with_weights(read_beside(weights, "weights"), name_of(weights, "weights"))
    return with_tables(read, lengths=lengths, providers=providers)


def with_tables(read: Judgments, **given: Any) -> Judgments:
    """Add what is known of aspects and items, if anything is given; nobody looks whether it belongs to the grades."""
    added: dict[str, Any] = {}
    for kind in RULES:
        if (thing := given.get(kind)) is not None:
            added |= {kind: read_beside(thing, kind), f"{kind}_source": name_of(thing, kind)}
    return replace(read, **added)


def _read(judgments: Any) -> Judgments:
    if not isinstance(judgments, str | PathLike):
        if isinstance(judgments, list | tuple | set):
            expected = "one file, frame or dictionary: judgments come first, then runs"
            raise InputError(f"a {type(judgments).__name__}", expected, source="judgments")
        return Judgments.of(judgments)
    path = one_path(judgments, "judgments")
    if is_dataset(path):
        return judgments_of_frame(read_dataset(path), Origin(path))
    return parse_judgments(read_bytes(path), path)


def parse_judgments(data: bytes, path: str) -> Judgments:
    """Check what a file holds and make judgments of it."""
    if is_table(data, path):
        return judgments_of_frame(*read_table(data, path))
    return _from_text(from_ntcir(decoded(data, path)), path)


def _from_text(data: bytes, path: str) -> Judgments:
    layouts = judgment_layouts(data)
    if layouts != [JUDGMENT_LAYOUT]:
        return _weighted(data, layouts, path)
    frame = grades_of_text(data, path)
    distinct = frame.unique(maintain_order=True) if has_repeated(frame, KEY) else frame
    if distinct is not frame and has_repeated(distinct, KEY):
        raise explanation(data, JUDGMENT_LAYOUT, path)
    return Judgments(distinct.select(*KEY, schema.GRADE), frame.height - distinct.height, path)


def grades_of_text(data: bytes, path: str) -> pl.DataFrame:
    """Read lines of TREC's judgments, which may contradict one another."""
    frame = parse(data, JUDGMENT_LAYOUT, JUDGMENT_LAYOUT.fields)
    if frame is None or not frame[schema.GRADE].is_finite().all():
        raise explanation(data, JUDGMENT_LAYOUT, path)
    return frame


def _weighted(data: bytes, layouts: Sequence[Layout], path: str) -> Judgments:
    """Read lines with weights in the one way in which the weights of each query sum to 1."""
    read, errors = [], []
    for layout in layouts:
        frame = parse(data, layout, layout.fields)
        if frame is None:
            errors.append(explanation(data, layout, path))
            continue
        try:
            read.append(judgments_of_frame(frame, line_origin(data, frame, path)))
        except InputError as error:
            errors.append(error)
    if len(read) > 1:
        ways = " or ".join(str(layout) for layout in layouts)
        expected = "a table whose first line names the columns"
        raise InputError(f"lines that can be read as {ways}", expected, source=path, line=1)
    if not read:
        raise errors[0]
    return read[0]


def read_beside(thing: Any, kind: TableKind) -> pl.DataFrame:
    """Read weights, lengths or providers from a file, or make them of something else."""
    if not isinstance(thing, str | PathLike):
        return RULES[kind].of(thing)
    path = one_path(thing, kind)
    data = read_bytes(path)
    layout = table_layout(data, kind)
    frame, origin = parse_table(data, path, layout)
    if frame is None:
        raise explanation(table_text(data, path, layout), layout, path)
    return RULES[kind].of_frame(frame, origin)


def parse_table(data: bytes, path: str, layout: Layout) -> tuple[pl.DataFrame | None, Origin]:
    """Read a table with named columns, or text of this layout; nothing if a line does not fit."""
    key = tuple(name for name in layout.fields if name in KEY)
    if is_table(data, path, key):
        return read_table(data, path, key)
    text = table_text(data, path, layout)
    frame = parse(text, layout, layout.fields)
    return frame, Origin(path) if frame is None else line_origin(text, frame, path)


def table_text(data: bytes, path: str, layout: Layout) -> bytes:
    """Give the text of a file; L2 may be the id of a provider, but never a weight or a length."""
    text = decoded(data, path)
    return text if layout is PROVIDERS_LAYOUT else from_ntcir(text)


def table_layout(data: bytes, kind: TableKind) -> Layout:
    """Say how a text of this kind is laid out; whether weights come with types, its first line tells."""
    if kind != "weights":
        return LENGTHS_LAYOUT if kind == "lengths" else PROVIDERS_LAYOUT
    n_fields = len(first_fields(from_ntcir(data)))
    return TYPED_LAYOUT if n_fields == len(TYPED_LAYOUT.fields) else WEIGHTS_LAYOUT


def one_path(path: str | PathLike[str], what: str) -> str:
    """Give the one file that a path or pattern stands for."""
    paths = expand(path)
    if len(paths) > 1:
        raise InputError(f"{len(paths)} files that match", f"one file of {what}", source=str(path))
    return paths[0]
