"""Lists of which only the places of the relevant items are known, and places for those not retrieved."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at, together
from axiometer.projection.segments import Segments
from axiometer.testing import Case, ranked_lists

ONE_QUERY = {"query": np.zeros(1, np.int64), "n_relevant": np.array([6])}


def test_fig_3_of_the_paper():
    n = 1000
    (found,) = rows(figure_3(n).completed("pessimistic"))
    assert found == [2, 3, 8, n - 2, n - 1, n]
    (found,) = rows(figure_3(n).completed("optimistic"))
    assert found == [2, 3, 8, 11, 12, 13]


def figure_3(n: int) -> RankedLists:
    """Give a list of ten items with three of six relevant ones."""
    six = np.array([2, 3, 8, 20, 30, 40])
    return lists_at(six, Segments.of_lengths(np.array([6])), **ONE_QUERY, depth=10, corpus_size=n)


def rows(lists: RankedLists) -> list[list[int]]:
    return [lists.rank[start:end].tolist() for start, end in np.lib.stride_tricks.sliding_window_view(ends(lists), 2)]


def ends(lists: RankedLists) -> np.ndarray:
    return lists.segments.offsets


def test_what_is_deeper_than_the_list_is_not_retrieved():
    lists = figure_3(1000)
    assert rows(lists) == [[2, 3, 8]]
    assert lists.n_pooled.tolist() == [6]
    assert lists.depth.tolist() == [10]


def test_items_not_retrieved_come_in_the_order_of_the_pool():
    lists = ranked_lists([Case((None, 2, 0), (3, 1, -1)), Case((), ()), Case((), (5,)), Case((1, 1), ())])
    found = lists.relevant(1).completed("pessimistic")
    assert rows(found) == [[2, 999, 1000], [], [1000], [1, 2]]
    assert found.grade.tolist() == [2, 3, 1, 5, 1, 1]
    assert found.item.tolist() == list(range(6))
    hopeful = lists.relevant(1).completed("optimistic")
    assert rows(hopeful) == [[2, 4, 5], [], [1], [1, 2]]
    assert found.depth.tolist() == hopeful.depth.tolist() == [3, 0, 0, 2]


def test_levels_change_what_is_missing():
    lists = ranked_lists([Case((1, None, 2), (2, 1))])
    assert rows(lists.relevant(1).completed("pessimistic")) == [[1, 3, 999, 1000]]
    assert rows(lists.relevant(2).completed("pessimistic")) == [[3, 1000]]


def test_a_corpus_may_be_full():
    lists = ranked_lists([Case((None, 1), (1,))], corpus_size=3)
    assert rows(lists.relevant(1).completed("pessimistic")) == [[2, 3]]


def test_without_a_corpus_size_only_the_hopeful_know_ranks():
    lists = ranked_lists([Case((1,), (1,))], corpus_size=None)
    assert rows(lists.relevant(1).completed("optimistic")) == [[1, 2]]
    with pytest.raises(UsageError, match="no rank as long as the corpus size is not known"):
        lists.relevant(1).completed("pessimistic")


def test_several_lists_of_one_query_share_its_pool():
    lists = lists_at(
        np.array([1, 4, 2, 3]),
        Segments.of_lengths(np.array([2, 1, 1, 0])),
        np.array([1, 0, 1, 0]),
        np.array([1, 2]),
        depth=3,
        corpus_size=9,
    )
    assert rows(lists) == [[1], [2], [3], []]
    assert rows(lists.completed("pessimistic")) == [[1, 9], [2], [3, 9], [9]]
    assert lists.completed("pessimistic").item.tolist() == [1, 2, 0, 1, 2, 0]


def test_together():
    parts = [ranked_lists([Case((1, None, 1), (1,)), Case((), (2,))]) for _ in range(2)]
    both = together(parts)
    assert len(both) == 4
    assert rows(both) == rows(parts[0]) * 2
    assert both.query.tolist() == [0, 1, 0, 1]
    assert both.text is not None
    assert both.text.of_list.tolist() == [0, 1, 2, 3]
    assert together(parts[:1]) is parts[0]


def test_chosen_lists():
    lists = ranked_lists([Case((1, None, 2)), Case((None, 3), (1,))])
    some = lists.chosen(np.array([1, -1, 0, 1]))
    assert rows(some) == [[2], [], [1, 3], [2]]
    assert some.n_pooled.tolist() == [2, 0, 2, 2]
    assert some.depth.tolist() == [2, 0, 3, 2]
    assert some.grade.tolist() == [3, 1, 2, 3]
    assert rows(some.relevant(1).completed("pessimistic")) == [[2, 1000], [], [1, 3], [2, 1000]]


def test_lists_by_provider():
    providers = (("x",), ("x", "y"), ("y",), ("z",))
    lists = ranked_lists([Case((1, None, 2), (1, 0), providers=providers)]).relevant(1)
    items = lists.by_provider(1)
    assert rows(items.lists) == [[1, 3], [3]]
    assert items.label.tolist() == [0, 1], "z provides nothing relevant"
    assert items.lists.n_pooled.tolist() == [2, 2]
    complete = lists.completed("pessimistic").by_provider(1)
    assert rows(complete.lists) == [[1, 3], [3, 1000]]
    with pytest.raises(ValueError, match=r"must declare needs = \{'providers'\}"):
        figure_3(9).by_provider()


def test_first_of_least():
    segments = Segments.of_lengths(np.array([3, 0, 2, 2, 1]))
    column = np.array([2.0, 1.0, 1.0, np.nan, 5.0, np.nan, np.nan, np.inf])
    assert segments.first_of_least(column).tolist() == [1, -1, 4, -1, 7]
