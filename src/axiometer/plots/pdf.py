"""PDF files whose objects are in one order, so that the same figure is the same file."""

from __future__ import annotations

import re
from typing import Final

_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_ENTRY: Final = re.compile(rb"(\d{10}) (\d{5}) n")
_OBJECT: Final = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*$", re.DOTALL)
_REFERENCE: Final = re.compile(rb"(?<![\d.])(\d+) 0 R\b")
_NAMED: Final = re.compile(rb"(?:^[ \t]*/\S+ \d+ 0 R\n){2,}", re.MULTILINE)
_STREAM: Final = b"stream\n"


def in_one_order(pdf: bytes) -> bytes:
    """Give the objects of a PDF numbers in the order in which they are referred to, and sort what they refer to.

    The program that makes PDF files writes fonts in any order. A file that is not written as that program does is left
    as it is.
    """
    start = _START.search(pdf)
    if start is None or b"/ObjStm" in pdf:
        return pdf
    table = pdf[int(start[1]) :]
    offsets = sorted(int(found[1]) for found in _ENTRY.finditer(table))
    ends = [*offsets[1:], int(start[1])]
    objects = {}
    for offset, end in zip(offsets, ends, strict=True):
        found = _OBJECT.match(pdf[offset:end])
        if found is None:
            return pdf
        objects[int(found[1])] = _split(found[2])
    trailer = table[table.index(b"trailer") : table.index(b"startxref")]
    number = _numbers(trailer, objects)
    if len(number) != len(objects):
        return pdf
    return _written(pdf[: offsets[0]], trailer, objects, number)


def _split(content: bytes) -> tuple[bytes, bytes]:
    """Part what an object says from its stream, and sort what it names."""
    at = content.find(_STREAM)
    said, stream = (content, b"") if at < 0 else (content[:at], content[at:])
    return _NAMED.sub(lambda found: b"".join(sorted(found[0].splitlines(keepends=True))), said), stream


def _numbers(trailer: bytes, objects: dict[int, tuple[bytes, bytes]]) -> dict[int, int]:
    number: dict[int, int] = {}
    waiting = [int(each) for each in _REFERENCE.findall(trailer)]
    while waiting:
        old = waiting.pop(0)
        if old not in number and old in objects:
            number[old] = len(number) + 1
            waiting += [int(each) for each in _REFERENCE.findall(objects[old][0])]
    return number


def _written(head: bytes, trailer: bytes, objects: dict[int, tuple[bytes, bytes]], number: dict[int, int]) -> bytes:
    def renumbered(text: bytes) -> bytes:
        return _REFERENCE.sub(lambda found: b"%d 0 R" % number[int(found[1])], text)

    data, offsets = bytearray(head), []
    for old in number:
        said, stream = objects[old]
        offsets.append(len(data))
        data += b"%d 0 obj\n" % number[old] + renumbered(said) + stream + b"\nendobj\n\n"
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(number) + 1)
    data += b"".join(b"%010d 00000 n\r\n" % offset for offset in offsets)
    data += renumbered(trailer) + b"startxref\n%d\n%%%%EOF" % start
    return bytes(data)
