"""Lists in lexicographic order."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.projection import lexicographic
from axiometer.projection.lexicographic import lexicographic_order
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments

DEEP = 1 << 45


def lists_of(ranks: list[list[int]], query: list[int] | None = None, n_relevant: list[int] | None = None):
    """Make lists with relevant items at these ranks, usually of one query with as many as the most of any list."""
    return lists_at(
        np.array([rank for row in ranks for rank in row], dtype=np.int64),
        Segments.of_lengths(np.array([len(row) for row in ranks], dtype=np.int64)),
        np.array(query or [0] * len(ranks), dtype=np.int64),
        np.array(n_relevant or [max(map(len, ranks), default=0)]),
        depth=DEEP,
        corpus_size=DEEP,
    )


def better(lists: RankedLists, starts: str) -> list[int]:
    """Give the lists of one query, best first."""
    return np.argsort(-lexicographic_order(lists, starts=starts), kind="stable").tolist()


def slow_key(ranks: list[int], n_relevant: int, starts: str) -> list[float]:
    every = [*ranks, *[np.inf] * (n_relevant - len(ranks))]
    return every if starts == "first" else every[::-1]


def test_the_last_item_decides_or_the_first():
    lists = lists_of([[1, 9], [4, 5], [1, 8], [3, 5]])
    assert better(lists, "last") == [3, 1, 2, 0]
    assert better(lists, "first") == [2, 0, 3, 1]


def test_more_items_found_win_first_in_recall():
    lists = lists_of([[1, 2], [7, 8, 9], [], [3]])
    assert better(lists, "last") == [1, 0, 3, 2]
    assert better(lists, "first") == [0, 3, 1, 2]


@pytest.mark.parametrize("deepest", [2, (1 << 32) - 2, (1 << 32) - 1, 1 << 32, DEEP])
def test_what_was_not_retrieved_comes_after_any_rank(deepest):
    lists = lists_of([[1], [1, deepest]])
    for starts in ("first", "last"):
        assert better(lists, starts) == [1, 0]


@pytest.mark.parametrize("starts", ["first", "last"])
def test_equal_lists_have_equal_numbers(starts):
    number = lexicographic_order(lists_of([[2, 5], [2, 6], [2, 5], [], []]), starts=starts)
    assert number[0] == number[2] > number[1] > number[3] == number[4]


@pytest.mark.parametrize("starts", ["first", "last"])
def test_ranks_are_compared_as_numbers_however_large(starts):
    # Bytes of one are the beginning, the end or the reverse of another's, or end in zeros.
    edges = [1, 255, 256, 257, 1 << 16, (1 << 31) + 1, (1 << 32) - 2, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 44]
    for most in range(2, len(edges) + 1):
        assert better(lists_of([[rank] for rank in edges[:most]]), starts) == list(range(most))


def test_no_lists():
    assert lexicographic_order(lists_of([], n_relevant=[1]), starts="last").tolist() == []


@pytest.mark.parametrize("starts", ["first", "last"])
@pytest.mark.parametrize("most_bytes", [1, 64, 300, 1 << 27])
def test_blocks_of_whole_queries_give_the_same(monkeypatch, starts, most_bytes):
    rng = np.random.default_rng(4)
    n_relevant = [3, 1, 6, 0, 4, 2]
    query = rng.permutation(np.repeat(np.arange(6), 7)).tolist()
    ranks = [
        sorted(rng.choice(np.arange(1, 9), rng.integers(0, n_relevant[each] + 1), replace=False).tolist())
        for each in query
    ]
    lists = lists_of(ranks, query, n_relevant)
    sorted_together = []
    places = lexicographic._places

    def watched(lists, block, *rest):
        sorted_together.append(block)
        return places(lists, block, *rest)

    monkeypatch.setattr(lexicographic, "MOST_BYTES", most_bytes)
    monkeypatch.setattr(lexicographic, "_places", watched)
    number = lexicographic_order(lists, starts=starts)
    assert sorted(np.concatenate(sorted_together).tolist()) == list(range(len(lists)))
    homes = [set(lists.query[block].tolist()) for block in sorted_together]
    assert sum(map(len, homes)) == 6, "no query is split"
    assert len(homes) == {1: 6, 1 << 27: 1}.get(most_bytes, len(homes))
    if most_bytes == 300:
        assert 1 < len(homes) < 6
    for one in range(len(lists)):
        for other in range(len(lists)):
            if query[one] == query[other]:
                ours, theirs = (slow_key(ranks[at], n_relevant[query[at]], starts) for at in (one, other))
                assert np.sign(number[one] - number[other]) == (ours < theirs) - (theirs < ours)


def test_blocks_keep_to_their_size(monkeypatch):
    ranks = [[*range(1, 2 + (number * 7) % 9)] for number in range(40)]
    lists = lists_of(ranks, [number // 4 for number in range(40)], [9] * 10)
    made = []
    places = lexicographic._places

    def watched(lists, chosen, starts, kind):
        made.append((chosen.size * (2 + int(lists.count[chosen].max())) * kind.itemsize, chosen.size))
        return places(lists, chosen, starts, kind)

    monkeypatch.setattr(lexicographic, "_places", watched)
    monkeypatch.setattr(lexicographic, "MOST_BYTES", 400)
    lexicographic_order(lists, starts="last")
    assert sum(size for _, size in made) == 40
    assert max(n_bytes for n_bytes, size in made if size > 4) <= 400
    assert len(made) < 10
