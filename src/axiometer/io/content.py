"""The bytes of a file, whatever it is packed in."""

from __future__ import annotations

import bz2
import glob
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from axiometer.errors import InputError

STANDARD_INPUT: Final = "-"

PACKING_ENDINGS: Final = (".gz", ".bz2", ".xz", ".zst", ".zstd")
ENDINGS: Final = (".run", ".txt", ".trec", ".tsv", ".csv", ".parquet", ".res", ".results", ".qrels", ".qrel")
"""Endings that are not part of a system's name."""


_AT_ONCE: Final = 1 << 16


class Packing(NamedTuple):
    """How files are packed: the bytes that tell, what unpacks all of them, and what unpacks a file that is read."""

    magic: bytes
    name: str
    unpack: Callable[[bytes], bytes]
    open: Callable[[Any], Any]


def expand(paths: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[str]:
    """Give the files that paths and patterns such as ``runs/*.gz`` stand for; addresses stay as they are."""
    if isinstance(paths, str | PathLike):
        paths = [paths]
    found: list[str] = []
    for path in [fspath(each) for each in paths]:
        if path == STANDARD_INPUT or "://" in path or Path(path).exists() or not glob.has_magic(path):
            found.append(path)
            continue
        matches = sorted(glob.glob(path))
        if not matches:
            raise InputError("no file that matches", "at least one", source=path)
        found += matches
    if not found:
        raise InputError("no files", "at least one")
    return found


def read_bytes(path: str) -> bytes:
    """Read a file, or standard input for ``-``, and unpack it."""
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
    except OSError as error:
        raise refuse_unreadable(path, error) from None
    packing = packing_of(data)
    if packing is None:
        return data
    with _refusing_damage(packing, path):
        return packing.unpack(data)


def refuse_unreadable(path: str, error: OSError) -> InputError:
    """Make the error of a file that cannot be read."""
    if isinstance(error, IsADirectoryError):
        return InputError("a folder", f"a file; for all files in it write {path}/*", source=path)
    if isinstance(error, FileNotFoundError):
        return InputError("no such file", "a file that exists", source=path)
    return InputError(error.strerror or str(error), "a file that can be read", source=path)


def stem(path: str) -> str:
    """Give the name of a file without its folder and its endings."""
    name = Path(path).name
    for endings in (PACKING_ENDINGS, ENDINGS):
        ending = next((e for e in endings if name.lower().endswith(e) and len(name) > len(e)), "")
        name = name[: len(name) - len(ending)]
    return name


def name_of(thing: Any, otherwise: str) -> str:
    """Say where something comes from: the path of a file, or what the other things are called."""
    return str(thing) if isinstance(thing, str | PathLike) else otherwise


def ending(path: str) -> str:
    """Give the ending of a file in lower case, that of its packing left out."""
    name = Path(path).name.lower()
    for packing in PACKING_ENDINGS:
        name = name.removesuffix(packing)
    return Path(name).suffix


def packing_of(head: bytes) -> Packing | None:
    """Tell by its first bytes how a file is packed."""
    return next((each for each in _PACKINGS if head.startswith(each.magic)), None)


def first_bytes(path: str) -> bytes:
    """Give the bytes with which a file begins, packed as it may be."""
    try:
        with Path(path).open("rb") as file:
            return file.read(8)
    except OSError as error:
        raise refuse_unreadable(path, error) from None


@contextmanager
def unpacking(path: str) -> Iterator[IO[bytes]]:
    """Open a file, and unpack it while it is read."""
    packing = packing_of(first_bytes(path))
    with Path(path).open("rb") as file:
        if packing is None:
            yield file
            return
        with _refusing_damage(packing, path), packing.open(file) as unpacked:
            yield unpacked


@contextmanager
def _refusing_damage(packing: Packing, path: str) -> Iterator[None]:
    """Refuse a packed file that cannot be unpacked."""
    try:
        yield
    except (EOFError, OSError, ValueError, zlib.error, lzma.LZMAError) as error:
        if isinstance(error, InputError):
            raise
        if isinstance(error, EOFError) or "end-of-stream" in str(error):
            raise InputError(f"a {packing.name} file that breaks off", "a whole one", source=path) from None
        raise InputError(f"a damaged {packing.name} file ({error})", "one that unpacks", source=path) from None


class _Zstandard(io.RawIOBase):
    """A file of Zstandard frames."""

    def __init__(self, file: IO[bytes]) -> None:
        self.pieces, self.ready = _zstandard(iter(partial(file.read, _AT_ONCE), b"")), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.ready and (piece := next(self.pieces, None)) is not None:
            self.ready = piece
        n = min(len(buffer), len(self.ready))
        buffer[:n], self.ready = self.ready[:n], self.ready[n:]
        return n


def _zstandard(packed: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack pieces of Zstandard frames, which are refused where they break off."""
    new_frame, damage = zstandard_frames()
    frame = None
    for data in packed:
        while data:
            frame = frame or new_frame()
            try:
                yield frame.decompress(data)
            except damage as error:
                raise ValueError(error) from None
            data, frame = (frame.unused_data, None) if frame.eof else (b"", frame)
    if frame is not None:
        raise EOFError


def zstandard_frames() -> tuple[Callable[[], Any], type[Exception]]:
    """Give what unpacks a frame of Zstandard, and the error that it raises."""
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdDecompressor, zstd.ZstdError
    import zstandard

    return zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError


_PACKINGS: Final = (
    Packing(b"\x1f\x8b", "gzip", gzip.decompress, gzip.open),
    Packing(b"BZh", "bzip2", bz2.decompress, bz2.open),
    Packing(b"\xfd7zXZ\x00", "xz", lzma.decompress, lzma.open),
    Packing(
        b"\x28\xb5\x2f\xfd",
        "zstandard",
        lambda data: b"".join(_zstandard([data])),
        lambda file: io.BufferedReader(_Zstandard(file), _AT_ONCE),
    ),
)
