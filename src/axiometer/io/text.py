"""Columns of text without names, set apart by blanks, as TREC writes them, or by a separator."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray
from axiometer.data import schema
from axiometer.data.frames import Origin
from axiometer.errors import InputError, counted

TAG: Final = "tag"


@dataclass(frozen=True)
class Layout:
    """What the fields of a line are."""

    kind: Literal["run", "judgments", "weights", "lengths", "providers"]
    fields: tuple[str, ...]
    numbers: tuple[str, ...]

    def __str__(self) -> str:
        return f"{len(self.fields)} fields ({' '.join(self.fields)})"


RUN_LAYOUT: Final = Layout("run", (schema.QUERY, "Q0", schema.ITEM, schema.RANK, schema.SCORE, TAG), (schema.SCORE,))
JUDGMENT_LAYOUT: Final = Layout("judgments", (schema.QUERY, schema.ASPECT, schema.ITEM, schema.GRADE), (schema.GRADE,))
WEIGHTED_LAYOUT: Final = Layout("judgments", (*JUDGMENT_LAYOUT.fields, schema.WEIGHT), (schema.GRADE, schema.WEIGHT))
EVALL_LAYOUT: Final = Layout(
    "judgments",
    (schema.QUERY, schema.ITEM, schema.GRADE, schema.ASPECT, schema.WEIGHT),
    (schema.GRADE, schema.WEIGHT),
)
WEIGHTS_LAYOUT: Final = Layout("weights", schema.WEIGHTS_REQUIRED, (schema.WEIGHT,))
TYPED_LAYOUT: Final = Layout("weights", (*schema.WEIGHTS_REQUIRED, schema.TYPE), (schema.WEIGHT,))
LENGTHS_LAYOUT: Final = Layout("lengths", (schema.ITEM, schema.LENGTH), (schema.LENGTH,))
PROVIDERS_LAYOUT: Final = Layout("providers", schema.PROVIDERS_REQUIRED, ())

_TYPES: Final[dict[str, Any]] = {
    schema.SCORE: pl.Float64,
    schema.GRADE: pl.Float64,
    schema.WEIGHT: pl.Float64,
    schema.LENGTH: pl.Float64,
    schema.RANK: pl.Int64,
}
_TABS_TO_BLANKS: Final = bytes.maketrans(b"\t", b" ")
_BLANK, _NEWLINE = 32, 10
_STRIDE: Final = 1 << 18
"""How many bytes are looked at in one go, so that they stay in the processor's cache."""


def decoded(data: bytes, path: str) -> bytes:
    """Take off a byte-order mark and Windows line ends, and refuse what is not text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("UTF-16 text", "UTF-8", source=path)
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InputError("binary data", "text", source=path, line=line)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not data or data.isspace():
        raise InputError("an empty file", "at least one line", source=path)
    return data


def first_fields(data: bytes) -> list[bytes]:
    """Give the fields of the first line with content."""
    first = re.search(rb"^[ \t]*[^#\s].*$", data, flags=re.MULTILINE)
    return first[0].split() if first else []


def from_ntcir(data: bytes) -> bytes:
    """Write NTCIR's lines as others do: blanks for semicolons, and grades without their letter (L2)."""
    fields = first_fields(data)
    if len(fields) == 1 and b";" in fields[0] and b" " not in data:
        data = data.replace(b";", b" ")
        fields = first_fields(data)
    if fields and re.fullmatch(rb"L\d+", fields[-1]):
        data = re.sub(rb"(?<=[ \t])L(?=\d+[ \t]*$)", b"", data, flags=re.MULTILINE)
    return data


def judgment_layouts(data: bytes) -> list[Layout]:
    """Find out from the first line in which ways judgments can be written: lines of five fields have weights."""
    fields = first_fields(data)
    layouts = [layout for layout in (EVALL_LAYOUT, WEIGHTED_LAYOUT) if _fits(fields, layout)]
    return layouts or [JUDGMENT_LAYOUT]


def _fits(fields: list[bytes], layout: Layout) -> bool:
    """Tell whether a line has the right number of fields, and numbers where they should be."""
    if len(fields) != len(layout.fields):
        return False
    try:
        return all(math.isfinite(float(fields[layout.fields.index(number)])) for number in layout.numbers)
    except ValueError:
        return False


def parse(data: bytes, layout: Layout, columns: tuple[str, ...]) -> pl.DataFrame | None:
    """Read some columns, or nothing if a line does not fit the layout.

    A number that is not finite is for the caller to refuse; everything else is known to be as the layout says.
    """
    frame = _parse_even(data, layout, columns)
    return frame if frame is not None else _parse_even(evenly_spaced(data), layout, columns)


def _parse_even(data: bytes, layout: Layout, columns: tuple[str, ...]) -> pl.DataFrame | None:
    """Read text whose fields are set apart by one character each; nothing if they are not.

    The reader takes lines with too few and too many fields without a word, so they are counted: no field is empty, all
    lines together have as many fields as they should, and none has fewer.
    """
    has_comments = b"#" in data and (data.startswith(b"#") or b"\n#" in data)
    if has_comments or (b" " in data and b"\t" in data):
        return None
    n_fields = _count_fields(data)
    if n_fields is None:
        return None
    types = {name: _TYPES.get(name, pl.String) for name in layout.fields}
    last = layout.fields[-1]
    separator = "\t" if b"\t" in data else " "
    try:
        frame = (
            pl
            .scan_csv(io.BytesIO(data), separator=separator, has_header=False, schema=types, quote_char=None)
            .select(*columns, *({last} - set(columns)))
            .collect()
        )
    except pl.exceptions.PolarsError:
        return None
    is_even = n_fields == frame.height * len(layout.fields) and frame[last].null_count() == 0
    return frame.select(columns) if is_even else None


def _count_fields(data: bytes) -> int | None:
    """Count the fields of text set apart by single characters; nothing if a field is empty."""
    if data[:1] <= b" ":
        return None
    n_boundaries = 0
    for start in range(0, len(data), _STRIDE):
        piece = np.frombuffer(data, np.uint8, count=min(_STRIDE + 1, len(data) - start), offset=start)
        is_boundary = piece <= _BLANK
        if (is_boundary[1:] & is_boundary[:-1]).any():
            return None
        n_boundaries += int(np.count_nonzero(is_boundary[:_STRIDE]))
    return n_boundaries + (data[-1] > _BLANK)


def evenly_spaced(data: bytes) -> bytes:
    """Write the same fields with one blank between them, without comment lines and empty lines."""
    if b"#" in data:
        data = re.sub(rb"^[ \t]*#.*\n?", b"", data, flags=re.MULTILINE)
    data = data.translate(_TABS_TO_BLANKS)
    if not data.endswith(b"\n"):
        data += b"\n"
    spaced, start = [], 0
    while start < len(data):
        end = data.find(b"\n", start + _STRIDE) + 1 or len(data)
        text = np.frombuffer(data, np.uint8, count=end - start, offset=start)
        is_blank = text == _BLANK
        text = text[~(is_blank & _following(is_blank))]
        is_blank, is_newline = text == _BLANK, text == _NEWLINE
        text = text[~(is_blank & (_following(is_newline) | _preceding(is_newline)))]
        is_newline = text == _NEWLINE
        spaced.append(text[~(is_newline & _preceding(is_newline))].tobytes())
        start = end
    return b"".join(spaced)


def _following(mark: BoolArray) -> BoolArray:
    """Give, for each place, the mark of the next one."""
    return np.append(mark[1:], False)


def _preceding(mark: BoolArray) -> BoolArray:
    """Give, for each place, the mark of the one before; a piece of text starts after a line end."""
    return np.append(True, mark[:-1])


def first_line(data: bytes) -> tuple[int, str]:
    """Give the first line with content, and its number."""
    first = re.search(rb"^[^#\n].*$", data, flags=re.MULTILINE)
    if first is None:
        return 1, ""
    return data.count(b"\n", 0, first.start()) + 1, first[0].decode("utf-8", "replace")


def line_origin(data: bytes, frame: pl.DataFrame, path: str) -> Origin:
    """Say where the rows of a text without names come from; comments and empty lines move them away from the lines."""
    n_lines = data.count(b"\n") + (not data.endswith(b"\n"))
    return Origin(path, first_line=1 if frame.height == n_lines else None)


def parse_separated(data: bytes, separator: str, fields: Sequence[str]) -> pl.DataFrame | None:
    """Read text with a tab or a comma between its fields, all as text; nothing if a line has more or fewer."""
    if b"#" in data:
        data = re.sub(rb"^#.*\n?", b"", data, flags=re.MULTILINE)
    data = data.rstrip(b"\n") + b"\n"
    try:
        frame = pl.read_csv(
            io.BytesIO(data),
            separator=separator,
            has_header=False,
            schema=dict.fromkeys(fields, pl.String),
            quote_char='"' if separator == "," else None,
        )
    except pl.exceptions.PolarsError:
        return None
    # As in _parse_even: all lines together have as many fields as they should, and none has fewer.
    is_even = data.count(separator.encode()) == frame.height * (len(fields) - 1)
    return frame if is_even and frame[fields[-1]].null_count() == 0 else None


def separated_problems(data: bytes, separator: str, fields: Sequence[str], path: str) -> Iterator[InputError]:
    """Find the lines that ``parse_separated`` cannot read."""
    expected = f"{len(fields)} ({', '.join(fields)}), as on the first line"
    for number, line in enumerate(data.decode("utf-8", "replace").rstrip("\n").split("\n"), 1):
        values = line.split(separator)
        if line.startswith("#"):
            continue
        if "\N{REPLACEMENT CHARACTER}" in line:
            yield InputError(repr(line[:80]), "UTF-8 text", source=path, line=number)
        elif len(values) != len(fields):
            yield InputError(f"{counted(len(values), 'field')}, {line[:80]!r}", expected, source=path, line=number)
        elif not all(values):
            yield InputError(f"an empty field, {line[:80]!r}", expected, source=path, line=number)
