from __future__ import annotations

import pickle
from copy import copy

from axiometer.notes import MOST_NAMED, Note, lines_of


def missing(system, n):
    return Note("missing_requests", system, f"{n} judged requests have no list", n)


def test_a_note_reads_as_a_sentence():
    assert str(missing("one", 2)) == "one: 2 judged requests have no list"
    assert str(Note("few_requests", "", "only 2 requests", 2)) == "only 2 requests"


def test_what_is_said_alike_is_said_once_and_nothing_twice():
    few = Note("few_requests", "", "only 2 requests", 2)
    notes = [missing("one", 1), few, missing("two", 1), missing("three", 3), few]
    assert lines_of(notes) == [
        "one, two: 1 judged requests have no list",
        "three: 3 judged requests have no list",
        "only 2 requests",
    ]


def test_many_subjects_are_counted():
    notes = [missing(f"s{number}", 1) for number in range(MOST_NAMED + 2)]
    assert lines_of(notes) == ["s0, s1, s2, s3, s4 and 2 more: 1 judged requests have no list"]


def test_many_notes_of_a_kind_are_counted_if_they_all_stand_elsewhere():
    notes = [missing(f"s{number}", number) for number in range(MOST_NAMED + 2)]
    last = Note("few_requests", "", "only 2 requests", 2)
    lines = lines_of([*notes, last], "see the counts")
    assert len(lines) == MOST_NAMED + 2
    assert lines[MOST_NAMED:] == ["2 more such notes; see the counts", "only 2 requests"]
    assert len(lines_of(notes)) == MOST_NAMED + 2


def test_notes_can_be_copied_compared_and_pickled():
    note = missing("one", 2)
    assert copy(note) == note == pickle.loads(pickle.dumps(note))
    assert len({note, missing("one", 2), missing("two", 2)}) == 2
