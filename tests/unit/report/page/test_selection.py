from __future__ import annotations

import numpy as np
import pytest

from axiometer.meta.outcomes import Outcome, Outcomes
from axiometer.report.page import selection
from axiometer.report.page.selection import choose, left_out


def outcomes(systems: int, queries: int, measures: int = 1) -> Outcomes:
    values = np.random.default_rng(0).random((measures, systems, queries))
    return Outcomes(
        tuple(f"s{n}" for n in range(systems)),
        tuple(f"q{n}" for n in range(queries)),
        tuple(Outcome(f"m{n}", values[n]) for n in range(measures)),
    )


def test_what_fits_is_kept_and_nothing_said():
    found = outcomes(4, 30, 3)
    kept = choose(found, [3, 1, 0, 2], ranks=20)
    assert kept.systems.tolist() == kept.list_systems.tolist() == [0, 1, 2, 3]
    assert kept.measures.tolist() == [0, 1, 2]
    assert kept.list_queries.tolist() == [*range(30)]
    assert not [*left_out(kept, found, has_lists=True)]


def test_of_many_systems_the_first_in_the_order_are_kept(monkeypatch):
    monkeypatch.setattr(selection, "MOST_VALUES", 60)
    monkeypatch.setattr(selection, "FEWEST_SYSTEMS", 2)
    found = outcomes(6, 10, 2)
    kept = choose(found, [5, 2, 0, 1, 3, 4], ranks=20)
    assert kept.systems.tolist() == [0, 2, 5]
    assert kept.measures.tolist() == [0, 1]
    (told,) = left_out(kept, found, has_lists=True)
    assert "the 3 best of 6 systems by m0" in told


@pytest.mark.parametrize("n_queries", [10, 25, 1000])
def test_values_never_exceed_the_room_but_for_two_systems(monkeypatch, n_queries):
    monkeypatch.setattr(selection, "MOST_VALUES", 100)
    monkeypatch.setattr(selection, "FEWEST_SYSTEMS", 4)
    found = outcomes(8, n_queries, 3)
    kept = choose(found, [*range(8)], ranks=20)
    assert kept.measures.size >= 1
    assert kept.systems.size >= 2
    assert kept.systems.size == 2 or kept.systems.size * kept.measures.size * n_queries <= 100


def test_lists_are_kept_for_the_queries_on_which_systems_differ_most(monkeypatch):
    monkeypatch.setattr(selection, "MOST_CELLS", 3 * 2 * 10)
    spread = np.array([0.1, 0.9, 0.0, np.nan, 0.5])
    values = np.stack([np.zeros(5), spread, spread / 2])
    found = Outcomes(("a", "b", "c"), tuple("12345"), (Outcome("m", values),))
    kept = choose(found, [0, 1, 2], ranks=10)
    assert kept.list_queries.tolist() == [1, 4]
    told = [*left_out(kept, found, has_lists=True)]
    assert told == ["Ranked lists are here for the 2 queries of 5 on which m differs most."]
    assert not [*left_out(kept, found, has_lists=False)]


def test_queries_that_are_not_judged_have_no_lists_to_leave_out():
    found = outcomes(2, 5)
    kept = choose(found, [0, 1], 20, judged=["q3", "q0", "other"])
    assert kept.list_queries.tolist() == [0, 3]
    assert not [*left_out(kept, found, has_lists=True)]
