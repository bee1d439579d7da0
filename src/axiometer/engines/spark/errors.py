"""Errors that were raised where the rows are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from axiometer.errors import AxiometerError, InputError, UsageError

_RAISED: Final = re.compile(r"^axiometer\.errors\.(InputError|UsageError|UnknownNameError): (.+)$", re.MULTILINE)
_IS_THERE: Final = re.compile(r"^\[PATH_ALREADY_EXISTS\] Path (\S+)")
_FOUND: Final = re.compile(r"(?:(?P<source>.*?): )?found (?P<found>.*); expected (?P<expected>.*)")


@contextmanager
def readable() -> Iterator[None]:
    """Raise what a worker complained of as what it was, not wrapped in an error of Spark."""
    try:
        yield
    except AxiometerError:
        raise
    except Exception as error:
        complaint = complaint_in(str(error))
        if complaint is None:
            raise
        raise complaint from None


def complaint_in(message: str) -> AxiometerError | None:
    """Find an error of this package in the message of one of Spark, or what people should know of another."""
    if (there := _IS_THERE.match(message)) is not None:
        return InputError("something that is there", "a folder that does not exist yet", source=there[1])
    raised = _RAISED.search(message)
    if raised is None:
        return None
    kind, text = raised.groups()
    said = _FOUND.fullmatch(text) if kind == "InputError" else None
    if said is None:
        return UsageError(text)
    return InputError(said["found"], said["expected"], source=said["source"] or "")
