"""How files are damaged: by bytes, by lines, by fields, and as a whole."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

TOKENS: Final = (
    *(b"\r", b"\n", b"\r\n", b"\n\r", b"\0", b"\t", b" ", b"  ", b",", b";", b"::", b"|", b'"', b'""', b"'", b"#"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xff", b"\xc3", b"\xc3\xa9", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xc2\x85"),
    *(b"\x0b", b"\x0c", b"\x1b[31m", b"\x1c", b"\x7f", b"\xc2\xa0", b"\xe3\x80\x80", b"\\", b"L", b"L2", b"\n\n"),
)
VALUES: Final = (
    *(b"nan", b"NaN", b"-nan", b"inf", b"-inf", b"Infinity", b"1e309", b"1e-400", b"9" * 400, b"99999999999999999999"),
    *(b"0x10", b"1_000", b"1,5", b"+1", b"-0", b".5", b"5.", b"1e", b"", b'""', b'"a b"', b"None", b"null", b"True"),
    *(b"9223372036854775808", b"-9223372036854775809", b"1.5", b"-1", b"0", b"L2", b"nav", b"inf", b"a", b"\xd9\xa1"),
)


def _place(rng: Random, data: bytes) -> int:
    return rng.randint(0, len(data))


def _insert(rng: Random, data: bytes) -> bytes:
    at = _place(rng, data)
    return data[:at] + rng.choice(TOKENS) + data[at:]


def _overwrite(rng: Random, data: bytes) -> bytes:
    at = _place(rng, data)
    token = rng.choice(TOKENS)
    return data[:at] + token + data[at + len(token) :]


def _flip(rng: Random, data: bytes) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _cut_out(rng: Random, data: bytes) -> bytes:
    at = _place(rng, data)
    return data[:at] + data[at + rng.choice([1, 1, 2, 3, 8]) :]


def _cut_off(rng: Random, data: bytes) -> bytes:
    return data[: _place(rng, data)]


def _replace_all(rng: Random, data: bytes) -> bytes:
    return data.replace(rng.choice([b" ", b"\t", b",", b"\n", b"."]), rng.choice(TOKENS), rng.choice([-1, 1, 2]))


def _by_lines(change: Callable[[Random, list[bytes]], list[bytes]]) -> Callable[[Random, bytes], bytes]:
    def mutate(rng: Random, data: bytes) -> bytes:
        return b"".join(change(rng, data.splitlines(keepends=True)))

    return mutate


def _delete_line(rng: Random, lines: list[bytes]) -> list[bytes]:
    if lines:
        del lines[rng.randrange(len(lines))]
    return lines


def _repeat_line(rng: Random, lines: list[bytes]) -> list[bytes]:
    if lines:
        lines.insert(rng.randint(0, len(lines)), rng.choice(lines))
    return lines


def _swap_lines(rng: Random, lines: list[bytes]) -> list[bytes]:
    if lines:
        one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
    return lines


def _insert_line(rng: Random, lines: list[bytes]) -> list[bytes]:
    odd = (b"\n", b"# a comment\n", b"   \n", b"\t\n", b"#\n", b"\r\n", b"\r", b"one two\n", b",,,\n", b'"\n', b" #x\n")
    lines.insert(rng.randint(0, len(lines)), rng.choice(odd))
    return lines


def _change_field(rng: Random, data: bytes) -> bytes:
    """Put an odd value into a field, or leave one out or say it twice."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    separator = next((each for each in (b"\t", b",", b"::", b"|", b";", b" ") if each in lines[at]), b" ")
    fields = lines[at].split(separator)
    field = rng.randrange(len(fields))
    match rng.randrange(6):
        case 0:
            del fields[field]
        case 1:
            fields.insert(field, fields[field])
        case 2:
            fields[field] = fields[field] * 2
        case _:
            fields[field] = rng.choice(VALUES)
    lines[at] = separator.join(fields)
    return b"\n".join(lines)


def _line_ends(rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice([b"\r", b"\r\n", b"\n\r", b"\r\r\n", b"\n\n", b" \n", b"\x0c\n", b"\x85"]))


def _in_quotes(rng: Random, data: bytes) -> bytes:
    """Write the fields of a table in quotes, all or some."""
    chance = rng.choice([1.0, 0.2])
    lines = []
    for line in data.split(b"\n"):
        fields = line.split(b",")
        lines.append(b",".join(b'"' + f + b'"' if len(fields) > 1 and rng.random() < chance else f for f in fields))
    return b"\n".join(lines)


def _whole(rng: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return rng.choice([
        b"",
        b"\n",
        b"\n\n \t\n",
        b"# only a comment\n",
        b"#",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf" + data,
        b"\xef\xbb\xbf# a comment\n" + data,
        b"# a comment\n" + data,
        b"# a comment\r" + data,
        b"\r" + data,
        b"\n" + data,
        text.encode("utf-16"),
        text.encode("utf-16-le"),
        text.encode("utf-32"),
        text.encode("latin-1", "replace"),
        data.rstrip(b"\n"),
        data + b"\x1a",
        data + data,
        data.split(b"\n")[0] + b"\n",
        data.split(b"\n")[0],
        b"PAR1" + data,
        b"\x1f\x8b" + data,
        data.upper(),
    ])


MUTATIONS: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    *(_insert, _insert, _overwrite, _flip, _cut_out, _cut_off, _replace_all),
    *map(_by_lines, (_delete_line, _repeat_line, _swap_lines, _insert_line, _insert_line)),
    *(_change_field, _change_field, _change_field, _line_ends, _line_ends, _in_quotes, _whole, _whole),
)


def mutated(rng: Random, data: bytes) -> bytes:
    """Damage a file once or a few times; sometimes not at all."""
    for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3])):
        data = rng.choice(MUTATIONS)(rng, data)
    return data


def damaged(rng: Random, data: bytes) -> bytes:
    """Damage bytes that are no text: cut them off or out, flip bits."""
    return rng.choice([_cut_off, _flip, _cut_out, _insert])(rng, data)
