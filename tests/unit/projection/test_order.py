"""Order and ties."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax
from axiometer.projection.blocks import Blocks
from axiometer.projection.order import order_rows

TIED = {"q": {"a": 1.0, "c": 1.0, "b": 1.0, "d": 2.0}}


def first_relevant(item: str, runs=TIED, **conventions) -> int:
    """Find at which rank an item stands."""
    reciprocal = ax.evaluate({"q": {item: 1}}, runs, "RR", profile=ax.get_profile(**conventions)).values[0, 0, 0]
    return round(1 / reciprocal)


def order(**conventions) -> str:
    return "".join(sorted("abcd", key=lambda item: first_relevant(item, **conventions)))


def test_ties():
    assert order() == "dcba"
    assert order(ties="item-ascending") == "dabc"
    assert order(ties="file-order") == "dacb"
    with pytest.raises(ax.InputError, match=r"run: found the score of item 'a' more than once for query 'q'"):
        order(ties="error")


def test_ids_are_compared_byte_by_byte():
    run = {"q": {"Z": 1.0, "a": 1.0, "é": 1.0, "𝒳": 1.0, "￿": 1.0}}
    ranks = [first_relevant(item, run) for item in ("𝒳", "￿", "é", "a", "Z")]
    assert ranks == [1, 2, 3, 4, 5]


def test_float32_ties_more_scores():
    run = {"q": {"a": 0.500000001, "b": 0.5}}
    assert first_relevant("a", run) == 1
    assert first_relevant("a", run, precision="float32") == 2


def test_scores_beyond_float32_tie():
    run = {"q": {"a": 1e39, "b": 2e39, "c": -1e39, "d": -2e39}}
    assert [first_relevant(item, run, precision="float32") for item in "badc"] == [1, 2, 3, 4]
    assert [first_relevant(item, run) for item in "bacd"] == [1, 2, 3, 4]


def test_rank_column_and_file_order(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("q Q0 a 3 1.0 t\nq Q0 b 1 2.0 t\nq Q0 c 2 3.0 t\n")
    judgments = {"q": {"a": 1}}
    for how, rank in (("score", 3), ("rank", 3), ("file", 1)):
        for read in (ax.scan_runs, lambda path, how=how: ax.read_runs(path, order=how)):
            measured = ax.evaluate(judgments, read(path), "RR", profile=ax.get_profile(order=how))
            assert measured.values[0, 0, 0] == 1 / rank
            assert measured.counts["ordered_by"].to_list() == [how]


def test_repeated_and_missing_ranks(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("q Q0 a 1 1.0 t\nq Q0 b 1 2.0 t\n")
    with pytest.raises(ax.InputError, match="a: found the rank of item 'a' more than once for query 'q'"):
        ax.evaluate({"q": {"a": 1}}, ax.scan_runs(path), "RR", profile=ax.get_profile(order="rank"))
    path.write_text("q Q0 a 1 1.0 t\nq Q0 b first 2.0 t\n")
    with pytest.raises(ax.InputError, match="line 2: found the rank 'first'; expected a whole number"):
        ax.read_runs(path, order="rank")


def test_ranks_may_repeat_over_queries_without_judgments(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("x Q0 a 1 1.0 t\ny Q0 a 1 1.0 t\nq Q0 a 1 1.0 t\n")
    measured = ax.evaluate({"q": {"a": 1}}, ax.scan_runs(path), "RR", profile=ax.get_profile(order="rank"))
    assert measured.counts["run_only"].to_list() == [2]


rows = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from([0.0, 1.0, 1.5, 2.0, -1.0]), st.integers(0, 99)),
    min_size=1,
    max_size=30,
    unique_by=lambda row: (row[0], row[2]),
)


@given(
    rows, st.sampled_from(["item-descending", "item-ascending", "file-order"]), st.sampled_from(["no", "list", "all"])
)
def test_order_is_that_of_sorting(rows, ties, order):
    if order != "no":
        # Lists stand together but not in the order of their numbers, and perhaps their scores fall.
        rows = sorted(rows, key=lambda row: (-row[0], -row[1] if order == "all" else 0))
    lists = np.array([row[0] for row in rows])
    starts = np.flatnonzero(np.append(True, lists[1:] != lists[:-1]))
    blocks = Blocks(lists[starts], np.diff(np.append(starts, lists.size)))
    items = [f"{row[2]:02}" for row in rows]
    frame = pl.DataFrame({"system": "s", "query": "q", "item": items, "score": [row[1] for row in rows]})
    ordered = order_rows(frame, blocks, 4, ax.get_profile(ties=ties))

    def key(at: int) -> tuple:
        tie = {"item-descending": -rows[at][2], "item-ascending": rows[at][2], "file-order": at}[ties]
        return (-rows[at][1], tie)

    for number in range(4):
        members = [at for at in range(len(rows)) if rows[at][0] == number]
        ranks = {at: ordered.place[at] - ordered.first_place[number] + 1 for at in members}
        assert ranks == {at: rank for rank, at in enumerate(sorted(members, key=key), 1)}
    at_place = np.empty(len(rows), np.int64)
    at_place[ordered.place] = np.arange(len(rows))
    assert ordered.rows_at(np.arange(len(rows))).tolist() == at_place.tolist()
    groups = [row[:2] for row in rows]
    assert sorted(ordered.tied) == [at for at in range(len(rows)) if groups.count(groups[at]) > 1]


@pytest.mark.parametrize("column", ["score", "rank"])
def test_items_of_two_lists_do_not_tie(column):
    best, rest = ((3.0, 2.0, 1.0), (2.0, 1.0, 0.5)) if column == "score" else ((1, 2, 3), (3, 4, 5))
    lists = [("q1", f"d{n}", value) for n, value in enumerate(best)]
    # The last of the first list has the value of the first of the second.
    lists += [("q2", f"d{n}", value - rest[0] + best[-1]) for n, value in enumerate(rest)]
    frame = pl.DataFrame(lists, schema=["query", "item", column], orient="row")
    judgments = {"q1": {"d2": 1}, "q2": {"d0": 1}}
    profile = ax.get_profile(ties="error", order=column)
    measured = ax.evaluate(judgments, frame, "RR", profile=profile)
    assert measured.values.ravel().tolist() == [1 / 3, 1]
    assert measured.counts["tied_items"].item() == 0
