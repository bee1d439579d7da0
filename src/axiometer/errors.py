"""The exceptions of axiometer.

::

    AxiometerError
    ├── InputError      what was read is wrong: where, what was found, what was expected
    └── UsageError      what was asked for is wrong: a measure, a parameter, an option
        └── UnknownNameError
"""

from __future__ import annotations


class AxiometerError(ValueError):
    """The root of all errors that axiometer raises on purpose.

    Examples
    --------
    >>> import axiometer as ax
    >>> try:
    ...     ax.get_profile("trec")
    ... except ax.AxiometerError as error:
    ...     print(str(error).partition(";")[0])
    there is no profile 'trec'
    """


class InputError(AxiometerError):
    """A file, frame or dictionary does not hold what it should.

    Parameters
    ----------
    found, expected
        What stands there, and what should.
    source
        The file, or what else was read.
    line
        The line of the file, from 1.

    Examples
    --------
    >>> import axiometer as ax
    >>> try:
    ...     ax.read_judgments({"q": {"a": "good"}})
    ... except ax.InputError as error:
    ...     print(error)
    judgments: found 'good' in the column 'grade', row 1; expected a finite number
    """

    def __init__(self, found: str, expected: str, *, source: str = "", line: int | None = None) -> None:
        self.found, self.expected, self.source, self.line = found, expected, source, line
        where = ", ".join(part for part in (source, f"line {line}" if line else "") if part)
        super().__init__(f"{where + ': ' if where else ''}found {found}; expected {expected}")


class UsageError(AxiometerError):
    """A measure, parameter or option that does not exist or cannot take this value.

    Examples
    --------
    >>> import axiometer as ax
    >>> try:
    ...     ax.parse_measure("AP@0")
    ... except ax.UsageError as error:
    ...     print(error)
    AP: cutoff must be a whole number from 1, not 0
    """


class UnknownNameError(UsageError):
    """A name that nothing has."""


def counted(number: int, thing: str, things: str = "") -> str:
    """Write a number with its thing, for messages: 1 query, 2 queries; 2 indices if somebody says how."""
    if number == 1:
        return f"{number} {thing}"
    return f"{number} {things or plural(thing)}"


def plural(thing: str) -> str:
    """Write a thing for several: queries."""
    return f"{thing[:-1]}ies" if thing.endswith("y") and thing[-2] not in "aeiou" else f"{thing}s"
