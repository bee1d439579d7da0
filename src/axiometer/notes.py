"""What a reader of a result must know before trusting it: notes are data, made where the fact is seen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import islice
from typing import Any, Final

from axiometer.errors import InputError, counted

MOST_NAMED: Final = 5
"""So many subjects are named in a line, and so many lines are written of a kind where others say the rest."""
LONGEST_SHOWN: Final = 60


@dataclass(frozen=True)
class Note:
    """One thing that a reader of a result must know.

    Attributes
    ----------
    kind
        Which fact this is, such as ``missing_queries``: notes of a kind differ in subject, numbers and names only.
    subject
        The system, measure or preference it is about; empty where it is about all.
    text
        What there is to know of the subject, as a sentence.
    count
        How many queries, items or values are concerned, where they were counted.

    Examples
    --------
    >>> import axiometer as ax
    >>> measured = ax.evaluate({"q": {"a": 1}, "r": {"b": 1}}, {"q": ["a"]}, "AP")
    >>> [(note.kind, note.count, note.text) for note in measured.notes]
    [('missing', 1, '1 query judged but missing from the run, counted as empty')]
    """

    kind: str
    subject: str
    text: str
    count: int | None = None

    def __str__(self) -> str:
        return f"{self.subject}: {self.text}" if self.subject else self.text


def lines_of(notes: Iterable[Note], where: str = "") -> list[str]:
    """Write notes for people: what is said alike of several subjects once, of all of them, and nothing twice.

    Parameters
    ----------
    notes
        Those of a kind are written together.
    where
        Where a reader finds all of them: then only the first of a kind are written.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.note_lines([Note("few", "A", "only 3 queries", 3), Note("few", "B", "only 3 queries", 3)])
    ['A, B: only 3 queries']
    """
    alike: dict[str, dict[str, list[str]]] = {}
    for note in dict.fromkeys(notes):
        alike.setdefault(note.kind, {}).setdefault(note.text, []).append(note.subject)
    return [line for of_kind in alike.values() for line in _lines(of_kind, where)]


def as_json(notes: Iterable[Note]) -> str:
    """Write notes for files."""
    return json.dumps([asdict(note) for note in notes], ensure_ascii=False)


def from_json(text: str, source: str = "") -> tuple[Note, ...]:
    """Read notes that ``as_json`` wrote.

    Raises
    ------
    InputError
        If the text of this source is something else.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(map(_is_note, found)):
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
        raise InputError(f"notes {shown!r}", "a list of notes in JSON", source=source)
    return tuple(Note(**each) for each in found)


def _is_note(found: Any) -> bool:
    """Tell whether this is what a note becomes in JSON."""
    names = [each.name for each in fields(Note)]
    if not isinstance(found, dict) or found.keys() != set(names):
        return False
    *texts, count = map(found.get, names)
    return all(isinstance(text, str) for text in texts) and (count is None or type(count) is int)


def _lines(subjects: Mapping[str, Sequence[str]], where: str) -> Iterator[str]:
    """Write the notes of one kind: of the first texts, and how many more there are."""
    most = MOST_NAMED if where else len(subjects)
    for text, names in islice(subjects.items(), most):
        named = _named([name for name in names if name])
        yield f"{named}: {text}" if named else text
    n_left = sum(len(names) for names in islice(subjects.values(), most, None))
    if n_left:
        yield f"{counted(n_left, 'more such note')}; {where}"


def _named(names: Sequence[str]) -> str:
    n_more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {n_more} more" if n_more > 0 else "")
