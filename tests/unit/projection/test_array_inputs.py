"""What arrays may hold, and what is refused with its row and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

import axiometer as ax
from axiometer.projection.array_lists import batch_of_scores
from axiometer.projection.ids import KnownIds
from axiometer.projection.judged import JudgedItems

JUDGMENTS = {"q1": {"7": 1, "5": 2}, "q2": {"9": 1}}
TOP = [[7, 3, 5], [4, 9, -1]]
"""RR 1 and 1/2."""
TEXTS = np.array([["7", "3", "5"], ["4", "9", ""]])
NO_ITEM = np.array([[False, False, False], [False, False, True]])
SCORES = np.array([[3.0, 2.0, 1.0], [2.0, 1.0, -np.inf]])


@pytest.fixture(scope="module")
def evaluator() -> ax.Evaluator:
    return ax.Evaluator(JUDGMENTS, "RR R@3")


def values_of(measured: ax.Measurements) -> list[float]:
    return measured.to_polars().sort("measure", "query")["value"].to_list()


EXPECTED = [1.0, 1.0, 1.0, 0.5]
"""R@3 and RR of both queries."""


class OnlyArray:
    """Something that gives an array, and is none."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001
        return self.array


class OnlyDlpack:
    """Something that shares its memory."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **more: Any) -> Any:
        return self.array.__dlpack__(**more)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


TEXT_OF_ANY_LENGTH = getattr(np.dtypes, "StringDType", lambda **_: object)()  # since NumPy 2


def missing_texts() -> Any:
    """Give text in which a masked place has none."""
    kind = getattr(np.dtypes, "StringDType", lambda **_: object)(na_object=None)
    return np.array([["7", "3", "5"], ["4", "9", None]], dtype=kind)


WHOLE = np.array(TOP)
READ_ONLY = WHOLE.copy()
READ_ONLY.flags.writeable = False
WITH_GARBAGE = np.where(NO_ITEM, 77, WHOLE)
ITEMS: dict[str, tuple[Any, Any]] = {
    "lists": (TOP, None),
    "tuples": (tuple(map(tuple, TOP)), None),
    "mixed lists": ([[7, "3", 5], ["4", 9, -1]], None),
    **{kind: (WHOLE.astype(kind), None) for kind in ("int8", "int16", "int32", "int64")},
    **{kind: (WITH_GARBAGE.astype(kind), NO_ITEM) for kind in ("uint8", "uint16", "uint32", "uint64")},
    "big-endian": (WHOLE.astype(">i4"), None),
    "Fortran": (np.asfortranarray(WHOLE), None),
    "every other": (np.repeat(WHOLE, 2, axis=1)[:, ::2], None),
    "read-only": (READ_ONLY, None),
    "masked": (np.ma.MaskedArray(WITH_GARBAGE, NO_ITEM), None),
    "masked, and -1": (np.ma.MaskedArray(WHOLE, np.zeros_like(NO_ITEM)), None),
    "text": (TEXTS, NO_ITEM),
    "objects": (WHOLE.astype(object), None),
    "text objects": (TEXTS.astype(object), NO_ITEM),
    "text of any length": (TEXTS.astype(TEXT_OF_ANY_LENGTH), NO_ITEM),
    "text of any length, some missing": (missing_texts(), NO_ITEM),
    "matrix": (np.matrix(TOP), None),
    "mask in lists": (TEXTS, NO_ITEM.tolist()),
    "what gives an array": (OnlyArray(WHOLE), None),
    "what shares its memory": (OnlyDlpack(WHOLE), None),
}


@pytest.mark.parametrize("name", ITEMS)
def test_items_of_all_kinds(evaluator, name):
    items, mask = ITEMS[name]
    assert values_of(evaluator.evaluate_lists(items, mask=mask)) == EXPECTED


@pytest.mark.parametrize("kind", ["float32", "float64", "int64", "uint8", "float16", ">f8"])
def test_scores_of_all_kinds(evaluator, kind):
    scores = np.where(np.isfinite(SCORES), SCORES, 0).astype(kind)
    assert values_of(evaluator.evaluate_lists(WITH_GARBAGE, scores, mask=NO_ITEM)) == EXPECTED
    matrix = np.zeros((2, 10), kind)
    np.put_along_axis(matrix, WITH_GARBAGE[:, ::-1] % 10, scores[:, ::-1], axis=1)
    assert values_of(evaluator.evaluate_scores(matrix))[2:] == [1.0, 0.5]


QUERIES: dict[str, Any] = {
    "list": ["q2", "q1"],
    "array": np.array(["q2", "q1"]),
    "objects": np.array(["q2", "q1"], dtype=object),
    "pandas": pd.Series(["q2", "q1"]),
    "index": pd.Index(["q2", "q1"]),
    "Polars": pl.Series(["q2", "q1"]),
}


@pytest.mark.parametrize("name", QUERIES)
def test_queries_of_all_kinds(evaluator, name):
    assert values_of(evaluator.evaluate_lists(TOP[::-1], queries=QUERIES[name])) == EXPECTED


def test_scores_order_lists_whatever_the_profile_orders_by():
    """Places are ranks; scores that somebody gives beside them say otherwise."""
    for profile in ("trec_eval", "rectools", "ndeval", ax.get_profile(order="file")):
        evaluator = ax.Evaluator(JUDGMENTS, ["RR"], profile=profile)
        assert values_of(evaluator.evaluate_lists([[7, 3, 5], [9, 4, -1]])) == [1.0, 1.0]
        found = evaluator.evaluate_lists([[7, 3, 5], [9, 4, -1]], [[1.0, 2.0, 0.0], [1.0, 2.0, 9.0]])
        assert values_of(found) == [0.5, 0.5]
        assert found.counts["ordered_by"].item() == "score"


def test_whole_numbers_are_told_apart_that_doubles_are_not():
    large = 2**53 + 1
    for others in ({}, {"text": 0}, {"007": 0, "x": 0, "y": 0}):
        evaluator = ax.Evaluator({str(large): {str(large): 1, **others}}, "RR")
        assert values_of(evaluator.evaluate_lists(np.array([[large]]), queries=np.array([large]))) == [1.0]
        assert values_of(evaluator.evaluate_lists(np.array([[large - 1]]))) == [0.0]
        with pytest.raises(ax.InputError, match=f"'{large - 1}' in row 0, not judged"):
            evaluator.evaluate_lists(np.array([[large]]), queries=np.array([large - 1]))


@pytest.mark.parametrize("far", [3, 1 << 40])
def test_known_ids_are_found_as_text_and_as_numbers(far):
    ids = ["5", "007", "x", "-3", str(far * 1000), "7"]
    known = KnownIds(pl.Series(ids))
    asked = np.array([7, 5, 6, -3, far * 1000, far * 1000 + 1, -4, (1 << 63) - 1, -(1 << 63)])
    expected = [ids.index(str(each)) if str(each) in ids else -1 for each in asked.tolist()]
    assert known.of_integers(asked).tolist() == expected
    assert known.of_texts(pl.Series(asked).cast(pl.String)).tolist() == expected


@pytest.mark.parametrize("large", [(1 << 63) + 5, (1 << 64) + 5], ids=["64 bits", "more"])
def test_ids_above_those_of_64_bits_are_text(large):
    evaluator = ax.Evaluator({"q": {str(large): 1}}, "RR")
    assert values_of(evaluator.evaluate_lists([[large, 1]])) == [1.0]
    assert values_of(evaluator.evaluate_scores([[1.0, 2.0]], [large, 1])) == [0.5]
    assert values_of(evaluator.evaluate_lists(np.array([[large, 1]], dtype="u8" if large < 1 << 64 else object))) == [
        1.0
    ]


MISSING = np.array([["7", None, "5"], ["4", "9", "1"]], dtype=object)
NOT_A_NUMBER = np.array([["7", "3", "5"], ["4", float("nan"), "1"]], dtype=object)
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "another number of rows": ({"items": [[7]]}, "queries: found 1 row; expected one for each of 2 judged queries"),
    "one dimension": ({"items": [7, 5]}, "items: found 1 dimension; expected two: lists × ranks"),
    "ragged": ({"items": [[7, 3], [4]]}, "items: found list, of which NumPy makes no array"),
    "a frame": ({"items": pl.DataFrame({"item": [1]})}, "items: found a frame (DataFrame)"),
    "another frame": ({"items": pd.DataFrame({"item": [1]})}, "items: found a frame (DataFrame)"),
    "None": ({"items": MISSING}, "items: found None in row 0, column 1; expected ids as text or whole numbers"),
    "missing text": (
        {"items": missing_texts()},
        "items: found None in row 1, column 2; expected ids as text or whole numbers",
    ),
    "NaN": ({"items": NOT_A_NUMBER}, "items: found nan in row 1, column 1; expected ids as text or whole numbers"),
    "NaN among floats": ({"items": [[7.0, np.nan], [4.0, 9.0]]}, "items: found nan in row 0, column 1"),
    "floats": ({"items": [[7.0, 3.0], [4.0, 9.0]]}, "items: found 7.0 in row 0, column 0; expected ids as text or"),
    "half a pair": (
        {"items": [["7", "\ud800"], ["4", "9"]]},
        "items: found the id '\\ud800'; expected ids that can be",
    ),
    "no array": ({"items": None}, "items: found NoneType; expected an array, or lists"),
    "a set": ({"items": {7, 3}}, "items: found set; expected an array, or lists"),
    "masked queries": ({"items": TOP, "queries": np.ma.MaskedArray([1, 2])}, "queries: found a masked array; expected"),
    "empty text": (
        {"items": TEXTS},
        "items: found '' in row 1, column 2; expected ids; where there is no item, a mask",
    ),
    "empty text in lists": ({"items": [["7", "3"], ["4", ""]]}, "items: found '' in row 1, column 1; expected ids;"),
    "a Boolean": (
        {"items": [[7, True], [4, 9]]},
        "items: found True in row 0, column 1; expected ids as text or whole",
    ),
    "Booleans": ({"items": [[True, False], [True, True]]}, "items: found an array of bool; expected ids"),
    "dates": ({"items": np.zeros((2, 2), "M8[s]")}, "items: found an array of datetime64[s]; expected ids"),
    "bytes": ({"items": np.array([[b"7"], [b"4"]])}, "items: found an array of |S1; expected ids"),
    "queries of bytes": (
        {"items": TOP, "queries": np.array([b"q1", b"q2"])},
        "queries: found an array of |S2; expected",
    ),
    "below -1": ({"items": [[7, -2], [4, 9]]}, "items: found -2 in row 0, column 1; expected ids from 0, or -1"),
    "-1 as text": ({"items": [["7", "-1"], ["4", "9"]]}, "items: found '-1' in row 0, column 1"),
    "twice": ({"items": [[7, 3], [9, 9]]}, "items: found item '9' again in row 1, column 1; expected each item once"),
    "twice as text": ({"items": [["7", "3"], ["9", "9"]]}, "items: found item '9' again in row 1, column 1"),
    "nothing": ({"items": [[-1, -1], [-1, -1]]}, "items: found no item in any list"),
    "no columns": ({"items": np.zeros((2, 0), int)}, "items: found no item in any list"),
    "a mask of another shape": ({"items": TOP, "mask": [[True]]}, "mask: found an array of bool, 1 × 1; expected True"),
    "a mask of numbers": ({"items": TOP, "mask": NO_ITEM.astype(int)}, "mask: found an array of int64, 2 × 3"),
    "scores of another shape": ({"items": TOP, "scores": [[1.0]]}, "scores: found an array of 1 × 1; expected 2 × 3"),
    "no number": (
        {"items": TOP, "scores": [[1.0, np.nan, 2.0], [1.0, 2.0, 3.0]]},
        "scores: found nan in row 0, column 1; expected a number, or −inf",
    ),
    "infinite": (
        {"items": TOP, "scores": [[1.0, 3.0, 2.0], [np.inf, 2.0, 3.0]]},
        "scores: found inf in row 1, column 0; expected a number, or −inf",
    ),
    "text for scores": ({"items": TOP, "scores": TEXTS}, "scores: found an array of <U1; expected numbers"),
    "masked scores": ({"items": TOP, "scores": np.ma.MaskedArray(SCORES)}, "scores: found a masked array"),
    "few queries": ({"items": TOP, "queries": ["q1"]}, "queries: found an array of 1; expected 2 ids"),
    "no queries": ({"items": TOP, "queries": []}, "queries: found an array of 0; expected 2 ids"),
    "a query twice": (
        {"items": TOP, "queries": ["q1", "q1"]},
        "queries: found 'q1' again in row 1; expected each once",
    ),
    "an unknown query": (
        {"items": TOP, "queries": ["q1", "q7"]},
        "queries: found 'q7' in row 1, not judged; expected judged queries (such as 'q1'), or unknown=\"ignore\"",
    ),
    "unknown queries only": (
        {"items": TOP, "queries": ["q8", "q7"], "unknown": "ignore"},
        "queries: found 'q8' in row 0 and 1 more, not judged; expected judged queries (such as 'q1')",
    ),
    "no query": ({"items": TOP, "queries": ["q1", None]}, "queries: found None in row 1; expected ids as text"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_lists_are_refused(evaluator, name):
    given, message = REFUSED[name]
    with pytest.raises(ax.InputError, match=re.escape(message)):
        evaluator.evaluate_lists(**given)


ALL = np.arange(20.0).reshape(2, 10)
REFUSED_SCORES: dict[str, tuple[dict[str, Any], str]] = {
    "another number of rows": ({"scores": ALL[:1]}, "queries: found 1 row; expected one for each of 2 judged queries"),
    "no number": ({"scores": np.where(ALL == 13, np.nan, ALL)}, "scores: found nan in row 1, column 3"),
    "infinite": ({"scores": np.where(ALL == 2, np.inf, ALL)}, "scores: found inf in row 0, column 2"),
    "Booleans": ({"scores": ALL > 3}, "scores: found an array of bool; expected numbers"),
    "few items": ({"scores": ALL, "items": [1, 2]}, "items: found an array of 2; expected 10 ids"),
    "an item twice": ({"scores": ALL, "items": [*range(9), 3]}, "items: found 3 again in column 9; expected each once"),
    "no item": ({"scores": ALL, "items": [*range(9), -1]}, "items: found -1 in column 9; expected ids; -1 is no item"),
    "no item as text": ({"scores": ALL, "items": [*map(str, range(9)), "-1"]}, "items: found -1 in column 9"),
    "no candidate": ({"scores": np.full((2, 10), -np.inf)}, "scores: found no item in any list"),
    "another word": ({"scores": ALL, "exclude": "seen"}, "exclude: found 'seen'; expected \"train\""),
    "no training ratings": (
        {"scores": ALL, "exclude": "train"},
        "exclude: found no training ratings; expected judgments with some",
    ),
    "a mask of another shape": ({"scores": ALL, "exclude": ALL[:, :3] > 3}, "exclude: found 2 × 3; expected 2 × 10"),
    "a sparse one": ({"scores": ALL, "exclude": sparse.eye(3)}, "exclude: found 3 × 3; expected 2 × 10"),
    "nothing": ({"scores": [[1.0] * 9 + [None]] * 2}, "scores: found None in row 0, column 9; expected numbers"),
    "too large": ({"scores": [[1.0] * 9 + [10**400]] * 2}, "scores: found 1000"),
    "text of a query": (
        {"scores": ALL, "exclude": {"q1": "7"}},
        "exclude: found str for query 'q1'; expected a list or",
    ),
    "nan in a sparse one": (
        {"scores": ALL, "exclude": sparse.csr_matrix(np.where(ALL == 4, np.nan, 0.0))},
        "exclude: found nan in row 0, column 4; expected True and False, or numbers",
    ),
    "masked": ({"scores": ALL, "exclude": np.ma.MaskedArray(ALL)}, "exclude: found a masked array"),
    "masked items": ({"scores": ALL, "items": np.ma.MaskedArray(np.arange(10))}, "items: found a masked array"),
    "text": ({"scores": ALL, "exclude": ALL.astype(str)}, "exclude: found an array of <U"),
    "NaN as an item": ({"scores": ALL, "items": [*range(9), np.nan]}, "items: found nan in column 9; expected ids"),
    "strange items": (
        {"scores": ALL, "exclude": pl.DataFrame({"query": ["q1"], "item": ["77"]})},
        "exclude: found items such as '77'; expected items of the scores (such as '0')",
    ),
    "strange queries": (
        {"scores": ALL, "exclude": pl.DataFrame({"query": ["1"], "item": ["7"]})},
        "exclude: found queries such as '1'; expected queries of the scores, or judged ones (such as 'q1')",
    ),
    "no number to exclude": (
        {"scores": ALL, "exclude": np.where(ALL == 4, np.nan, 0.0)},
        "found nan in row 0, column 4",
    ),
}


@pytest.mark.parametrize("name", REFUSED_SCORES)
def test_scores_are_refused(evaluator, name):
    given, message = REFUSED_SCORES[name]
    with pytest.raises(ax.InputError, match=re.escape(message)):
        evaluator.evaluate_scores(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"unknown": "drop"}, "unknown cannot be 'drop'; choose one of error, ignore"),
        ({"system": 3}, "system must be text, not 3"),
        ({"system": ""}, "system must be text, not ''"),
    ],
)
def test_options_are_refused(evaluator, given, message):
    with pytest.raises(ax.UsageError, match=message):
        evaluator.evaluate_lists(TOP, **given)
    with pytest.raises(ax.UsageError, match=message):
        evaluator.evaluate_scores(ALL, **given)


def test_lists_of_unknown_queries_are_counted(evaluator):
    found = evaluator.evaluate_lists([*TOP, [1, 2, 3]], queries=["q1", "q2", "q7"], unknown="ignore")
    assert values_of(found) == EXPECTED
    assert [(note.kind, note.subject, note.count) for note in found.notes] == [("not_judged", "model", 1)]


def test_pairs_of_other_judged_queries_exclude_nothing(evaluator):
    pairs = pl.DataFrame({"query": ["q2"], "item": ["9"]})
    some = evaluator.evaluate_scores(ALL[:1], queries=["q1"], exclude=pairs)
    assert values_of(some["model"])[::2] == values_of(evaluator.evaluate_scores(ALL))[::2]


def test_queries_and_columns_below_0_are_ids_like_others():
    evaluator = ax.Evaluator({"-5": {"-7": 1}}, "RR")
    assert values_of(evaluator.evaluate_scores([[1.0, 2.0]], [-7, 3], [-5])) == [0.5]
    assert values_of(evaluator.evaluate_lists([[3, 7]], queries=[-5])) == [0.0]


def test_what_users_have_seen_may_be_sets_and_lists_in_a_dictionary(evaluator):
    expected = values_of(evaluator.evaluate_scores(np.where(np.arange(10) == 9, -np.inf, ALL)))
    for seen in ({"q1": {9}, "q2": {"9"}}, {"q1": [9], "q2": np.array([9])}, {"q1": ("9",), "q2": pl.Series(["9"])}):
        assert values_of(evaluator.evaluate_scores(ALL, exclude=seen)) == expected
    for nothing in ({}, {"q1": []}, {"q1": set(), "q2": ()}):
        found = evaluator.evaluate_scores(ALL, exclude=nothing)
        assert values_of(found) == values_of(evaluator.evaluate_scores(ALL))


def test_no_pairs_exclude_nothing(evaluator):
    pairs = pl.DataFrame({"query": ["q1", "q2"], "item": ["9", "9"]})
    assert values_of(evaluator.evaluate_scores(ALL, exclude=pairs.clear())) == values_of(evaluator.evaluate_scores(ALL))
    assert values_of(evaluator.evaluate_scores(ALL, exclude=pairs)) == [0.5, 0.0, 0.5, 0.0]


def test_what_is_given_is_not_changed(evaluator):
    items, scores = WHOLE.copy(), SCORES.copy()
    evaluator.evaluate_lists(items, np.where(np.isfinite(scores), scores, 0))
    matrix = ALL.copy()
    evaluator.evaluate_scores(matrix, exclude=ALL > 15)
    assert (items == WHOLE).all()
    assert (matrix == ALL).all()


def test_more_candidates_than_there_are_items_are_refused():
    evaluator = ax.Evaluator(JUDGMENTS, "RR@2", profile=ax.get_profile(corpus_size=15))
    scores = np.arange(40.0).reshape(2, 20)
    few = np.where(scores % 20 > 10, -np.inf, scores)
    assert values_of(evaluator.evaluate_scores(few)) == [0.0, 0.5]
    assert values_of(evaluator.evaluate_scores(scores, exclude=np.isinf(few))) == [0.0, 0.5]
    with pytest.raises(ax.InputError, match=r"found a list of 20 items for query 'q1'; expected at most .* 15"):
        evaluator.evaluate_scores(scores)
    more = np.vstack([few, scores[:1]])
    found = evaluator.evaluate_scores(more, queries=["q1", "q2", "q3"], unknown="ignore")
    assert values_of(found) == [0.0, 0.5]


@pytest.mark.parametrize("wrong", [None, float("nan"), 2.5, True])
def test_ids_in_dictionaries_are_text_or_whole_numbers(wrong):
    shown = re.escape(repr(wrong))
    for runs in ({"q1": [wrong, "7"]}, {"q1": {wrong: 1.0, "7": 0.5}}, {wrong: ["7"], "q1": ["7"]}):
        with pytest.raises(ax.InputError, match=f"run: found {shown} as (an item of query 'q1'|a query); expected ids"):
            ax.evaluate(JUDGMENTS, runs, "RR")
    for judgments in ({"q1": {wrong: 1}}, {wrong: {"7": 1}}):
        with pytest.raises(ax.InputError, match=f"judgments: found {shown} as (an item of query 'q1'|a query)"):
            ax.read_judgments(judgments)
    for ratings in ({"u": {wrong: 1}}, {wrong: {"7": 1}}):
        with pytest.raises(ax.InputError, match=f"found {shown} as (an item of user 'u'|a user); expected ids"):
            ax.read_ratings(None, ratings)


# Scores that tie with the last of those that count.


@st.composite
def tied_scores(draw) -> tuple[Any, Any, ax.Profile]:
    """Draw few different scores for many items, and conventions that differ between measures."""
    n_items = draw(st.integers(2, 30))
    scores = draw(arrays(float, (3, n_items), elements=st.sampled_from([-np.inf, 0.0, 1.0, 1 + 1e-9, 1e39])))
    scores[:, draw(st.integers(0, n_items - 1))] = 1.0
    ties, precision = (
        st.sampled_from(["item-descending", "item-ascending", "file-order"]),
        st.sampled_from(["float64", "float32"]),
    )
    some = {"ties": draw(ties), "precision": draw(precision), "depth": draw(st.integers(1, 12))}
    profile = ax.get_profile(
        ties=draw(ties),
        precision=draw(precision),
        depth=draw(st.none() | st.integers(1, 12)),
        corpus_size=draw(st.none() | st.integers(5, 40)),
    )
    items = np.array(draw(st.permutations(range(1, n_items + 1))))
    return scores, items, replace(profile, exceptions=((r"P.*", some),) if draw(st.booleans()) else ())


def told(measure: Callable[[], ax.Measurements]) -> Any:
    try:
        found = measure()
    except ax.InputError as error:
        return str(error)
    return found.to_polars().rows(), found.counts["tied_items"].item(), [str(note) for note in found.notes]


@given(tied_scores())
def test_items_that_tie_with_the_last_that_counts_are_those_of_the_profile(drawn):
    scores, items, profile = drawn
    judgments = {f"q{row}": {str(item): (item + row) % 3 for item in range(1, 12)} for row in range(3)}
    evaluator = ax.Evaluator(judgments, "P@2 RR@3 nDCG@5", profile=profile)
    row, column = np.nonzero(scores > -np.inf)
    frame = pl.DataFrame({
        "query": pl.Series(evaluator.queries).gather(row),
        "item": items[column].astype(str),
        "score": scores[row, column],
    })
    found = told(lambda: evaluator.evaluate_scores(scores, items, system="run"))
    expected = told(lambda: evaluator.evaluate(frame))
    if isinstance(found, str) or evaluator.depth is None:
        assert found == expected
        return
    deepest = replace(profile, depth=min(profile.depth or 10, evaluator.depth))
    as_deep = told(lambda: ax.evaluate(judgments, frame, "P@2 RR@3 nDCG@5", profile=deepest))
    assert (found[0], found[1], found[2]) == (expected[0], as_deep[1], expected[2])


@pytest.mark.parametrize("ties", ["item-descending", "item-ascending", "file-order"])
def test_of_many_that_tie_few_are_taken(ties):
    judged = JudgedItems.of(ax.read_judgments({"q1": {"7": 1}, "q2": {"9": 1}}))
    scores = np.zeros((2, 1_000))
    scores[0, :3] = 1.0
    batch = batch_of_scores(judged, scores, depth=10, orders={(ties, "float64")}, system="model")
    assert batch.blocks.length.tolist() == [11, 11]
    first = {"item-descending": "999", "item-ascending": "0", "file-order": "0"}[ties]
    assert first in batch.rows.names(np.arange(11, 22))


def test_ties_are_refused_where_the_profile_refuses_them():
    evaluator = ax.Evaluator(JUDGMENTS, "RR@3", profile=ax.get_profile(ties="error"))
    scores = np.tile(np.arange(20.0), (2, 1))
    assert values_of(evaluator.evaluate_scores(scores)) == [0.0, 0.0]
    scores[1, :11] = 0.0
    scores[1, 11:] = np.arange(1.0, 10.0)
    with pytest.raises(ax.InputError, match=r"the score of item '\d+' more than once for query 'q2'"):
        evaluator.evaluate_scores(scores)
