"""The bytes of a file, whatever it is packed in."""

from __future__ import annotations

import bz2
import glob
import gzip
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

from axiometer.errors import InputError

STANDARD_INPUT: Final = "-"

PACKING_ENDINGS: Final = (".gz", ".bz2", ".xz", ".zst", ".zstd")
ENDINGS: Final = (".run", ".txt", ".trec", ".tsv", ".csv", ".parquet", ".res", ".results", ".qrels", ".qrel")
"""Endings that are not part of a system's name."""


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
    for magic, packing, unpack in _PACKINGS:
        if data.startswith(magic):
            return _unpacked(data, packing, unpack, path)
    return data


def refuse_unreadable(path: str, error: OSError) -> InputError:
    """Make the error of a file that cannot be read."""
    if isinstance(error, IsADirectoryError):
        return InputError("a folder", f"a file; for all files in it write {path}/*", source=path)
    if isinstance(error, FileNotFoundError):
        return InputError("no such file", "a file that exists", source=path)
    return InputError(error.strerror or str(error), "a file that can be read", source=path)


def refuse_damage(error: Exception, packing: str, path: str) -> InputError:
    """Make the error of a packed file that cannot be unpacked."""
    if isinstance(error, EOFError) or "end-of-stream" in str(error):
        return InputError(f"a {packing} file that breaks off", "a whole one", source=path)
    return InputError(f"a damaged {packing} file ({error})", "one that unpacks", source=path)


def stem(path: str) -> str:
    """Give the name of a file without its folder and its endings."""
    name = Path(path).name
    for endings in (PACKING_ENDINGS, ENDINGS):
        ending = next((e for e in endings if name.lower().endswith(e) and len(name) > len(e)), "")
        name = name[: len(name) - len(ending)]
    return name


def ending(path: str) -> str:
    """Give the ending of a file in lower case, that of its packing left out."""
    name = Path(path).name.lower()
    for packing in PACKING_ENDINGS:
        name = name.removesuffix(packing)
    return Path(name).suffix


def _unpacked(data: bytes, packing: str, unpack: Callable[[bytes], bytes], path: str) -> bytes:
    try:
        return unpack(data)
    except (EOFError, OSError, ValueError, zlib.error, lzma.LZMAError) as error:
        raise refuse_damage(error, packing, path) from None


def zstandard_frames() -> tuple[Callable[[], Any], type[Exception]]:
    """Give what unpacks a frame of Zstandard, and the error that it raises."""
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdDecompressor, zstd.ZstdError
    import zstandard

    return zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError


def _unpack_zstandard(data: bytes) -> bytes:
    new_frame, damage = zstandard_frames()
    unpacked = []
    while data:
        frame = new_frame()
        try:
            unpacked.append(frame.decompress(data))
        except damage as error:
            raise ValueError(error) from None
        if not frame.eof:
            raise EOFError
        data = frame.unused_data
    return b"".join(unpacked)


_PACKINGS: Final[Sequence[tuple[bytes, str, Callable[[bytes], bytes]]]] = (
    (b"\x1f\x8b", "gzip", gzip.decompress),
    (b"BZh", "bzip2", bz2.decompress),
    (b"\xfd7zXZ\x00", "xz", lzma.decompress),
    (b"\x28\xb5\x2f\xfd", "zstandard", _unpack_zstandard),
)
