"""The files of MovieLens: which hold the ratings and the movies, and how the older ones are laid out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import polars as pl

from axiometer.data import schema
from axiometer.data.aspects import LISTED, SEPARATOR
from axiometer.data.frames import Origin
from axiometer.errors import InputError, counted
from axiometer.io.chunks import is_dataset
from axiometer.io.content import PACKING_ENDINGS, read_bytes

RATINGS_FILES: Final = ("ratings.csv", "ratings.dat", "u.data")
MOVIES_FILES: Final = ("movies.csv", "movies.dat", "u.item")
"""Those of ml-latest, 20M, 25M and 32M; of 1M and 10M; of 100K."""

_COLONS: Final = "::"
_GENRES_FILE: Final = "u.genre"
_UNKNOWN: Final = "unknown"
"""The genre of movies without one in 100K."""
_BEFORE_GENRES: Final = 5
"""Fields of a line of u.item before the genres: the id, the title, two dates and an address."""


def ratings_file(path: str) -> str:
    """Give the file of ratings in a folder of MovieLens, else the path: a folder of Parquet files is one table."""
    is_folder = Path(path).is_dir() and not is_dataset(path)
    return _file_in(path, RATINGS_FILES, "ratings") if is_folder else path


def movies_file(path: str) -> str:
    """Give the file of movies and their genres if this is a folder, and the path itself if not."""
    return _file_in(path, MOVIES_FILES, "movies") if Path(path).is_dir() else path


def _file_in(folder: str, names: Sequence[str], what: str) -> str:
    found = _packed_or_not(folder, names)
    if not found:
        expected = f"{what} of MovieLens, in {', '.join(names[:-1])} or {names[-1]}, plain or packed"
        raise InputError("a folder without such files", expected, source=folder)
    if len(found) > 1:
        raise InputError(" and ".join(path.name for path in found), f"one file of {what}; name it", source=folder)
    return str(found[0])


def _packed_or_not(folder: str | Path, names: Sequence[str]) -> list[Path]:
    paths = [Path(folder, name + ending) for name in names for ending in ("", *PACKING_ENDINGS)]
    return [path for path in paths if path.is_file()]


def is_one_hot(path: str) -> bool:
    """Tell whether this is the file of movies of 100K, which is known by its name."""
    name = Path(path).name
    return name in {MOVIES_FILES[-1] + ending for ending in ("", *PACKING_ENDINGS)}


def has_colons(data: bytes) -> bool:
    """Tell whether the fields of the first line are set apart by ``::``, as in 1M and 10M, and not by tabs."""
    first = data[: data.find(b"\n") + 1 or None]
    return _COLONS.encode() in first and b"\t" not in first


def movies_of_colons(data: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read lines of item, title and genres."""
    lines = _lines(data)
    fields = lines.str.extract_groups(f"^(.*?){_COLONS}(?:.*){_COLONS}(.*)$").struct.unnest()
    for row in fields.to_series(0).is_null().arg_true():
        expected = f"3 fields set apart by {_COLONS} (item title genres)"
        raise InputError(repr(lines[row][:80]), expected, source=path, line=row + 1)
    return fields.rename(dict(zip(fields.columns, (schema.ITEM, "genres"), strict=True))), Origin(path, first_line=1)


def movies_of_one_hot(data: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read lines of item, title, dates, address and a 0 or 1 for each genre of the file beside it."""
    genres = _genres(path)
    n_fields = _BEFORE_GENRES + len(genres)
    fields = _lines(data).str.split(SEPARATOR)
    for row in (fields.list.len() != n_fields).arg_true():
        expected = f"{n_fields} (item, title, dates, address and {counted(len(genres), 'genre')})"
        raise InputError(counted(len(fields[row]), "field"), expected, source=path, line=row + 1)
    flags = fields.list.tail(len(genres))
    is_wrong = flags.list.eval(~pl.element().is_in(["0", "1"])).list.any()
    for row in is_wrong.arg_true():
        strange = next(flag for flag in flags[row] if flag not in {"0", "1"})
        raise InputError(f"{strange!r} for a genre", "0 or 1", source=path, line=row + 1)
    names = [
        pl.when(pl.lit(flags.list.get(i)) == "1").then(pl.lit(genre)).otherwise(pl.lit(None, pl.String))
        for i, genre in enumerate(genres)
        if genre != _UNKNOWN
    ]
    movies = pl.DataFrame({schema.ITEM: fields.list.first()})
    return movies.with_columns(pl.concat_list(names).list.drop_nulls().alias(LISTED)), Origin(path, first_line=1)


def _genres(path: str) -> list[str]:
    """Read the names of the genres from the file beside that of the movies."""
    folder = Path(path).parent
    beside = _packed_or_not(folder, (_GENRES_FILE,))
    if not beside:
        found = f"no {_GENRES_FILE} beside it"
        raise InputError(found, f"the names of the genres in {folder / _GENRES_FILE}", source=path)
    lines = _lines(read_bytes(str(beside[0])))
    return [name.rpartition(SEPARATOR)[0] or name for name in lines if name.strip()]


def _lines(data: bytes) -> pl.Series:
    """Give the lines of a text in UTF-8 or, as the older files, in Latin-1."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return pl.Series("line", text.replace("\r\n", "\n").rstrip("\n").split("\n"))
