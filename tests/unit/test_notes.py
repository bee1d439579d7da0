from __future__ import annotations

import pickle
from copy import copy

import pytest

import axiometer as ax
from axiometer.notes import MOST_NAMED, Note, as_json, from_json, lines_of


def missing(system, n):
    return Note("missing_queries", system, f"{n} judged queries have no list", n)


def test_a_note_reads_as_a_sentence():
    assert str(missing("one", 2)) == "one: 2 judged queries have no list"
    assert str(Note("few_queries", "", "only 2 queries", 2)) == "only 2 queries"


def test_what_is_said_alike_is_said_once_and_nothing_twice():
    few = Note("few_queries", "", "only 2 queries", 2)
    notes = [missing("one", 1), few, missing("two", 1), missing("three", 3), few]
    assert lines_of(notes) == [
        "one, two: 1 judged queries have no list",
        "three: 3 judged queries have no list",
        "only 2 queries",
    ]


def test_many_subjects_are_counted():
    notes = [missing(f"s{number}", 1) for number in range(MOST_NAMED + 2)]
    assert lines_of(notes) == ["s0, s1, s2, s3, s4 and 2 more: 1 judged queries have no list"]


def test_many_notes_of_a_kind_are_counted_if_they_all_stand_elsewhere():
    notes = [missing(f"s{number}", number) for number in range(MOST_NAMED + 2)]
    last = Note("few_queries", "", "only 2 queries", 2)
    lines = lines_of([*notes, last], "see the counts")
    assert len(lines) == MOST_NAMED + 2
    assert lines[MOST_NAMED:] == ["2 more such notes; see the counts", "only 2 queries"]
    assert len(lines_of(notes)) == MOST_NAMED + 2


def test_notes_can_be_copied_compared_and_pickled():
    note = missing("one", 2)
    assert copy(note) == note == pickle.loads(pickle.dumps(note))
    assert len({note, missing("one", 2), missing("two", 2)}) == 2


def test_notes_come_back_as_they_were_written():
    notes = (missing("é\u2028", 2), Note("few_queries", "", "only\n2 queries"))
    assert from_json(as_json(notes)) == notes
    assert from_json(as_json(())) == ()


NO_NOTES = [
    "no JSON",
    "[" * 100_000,
    "{}",
    "[1]",
    '[{"kind": "k", "subject": "s", "text": "t"}]',
    '[{"kind": "k", "subject": "s", "text": 1, "count": 1}]',
    '[{"kind": "k", "subject": "s", "text": "t", "count": true}]',
]


@pytest.mark.parametrize("text", NO_NOTES, ids=range(len(NO_NOTES)))
def test_what_is_no_list_of_notes_is_refused(text):
    with pytest.raises(ax.InputError, match=r"values.parquet: found notes '.{2,61}'; expected a list of notes in JSON"):
        from_json(text, "values.parquet")
