"""Frames of Polars, pandas and PyArrow, and dictionaries, with odd types and odd names of columns.

Each gives a result or an error of the package. The same table gives the same result, whoever made it.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import axiometer as ax
from axiometer.engines import chunks as streaming
from axiometer.engines.chunks import evaluating
from tests.fuzzers.driver import Case, Fault, Fuzzer, Outcome, attempt, in_one_line, values_of

N_ROWS: Final = 4
IDS: Final = ("q1", "q1", "q2", "q2")
ITEMS: Final = ("a", "b", "a", "c")

# A datetime64 of NumPy beside other things ends the process within pyarrow, also where a frame of pandas has both.
ODD: Final[tuple[Any, ...]] = (
    *(
        None,
        math.nan,
        math.inf,
        -math.inf,
        True,
        False,
        0,
        1,
        -1,
        1.5,
        2**63,
        -(2**63) - 1,
        10**40,
        "",
        " ",
        "nan",
        "1",
    ),
    *("é", "e\u0301", "\0", "a\nb", b"bytes", b"\xff", Decimal("1.5"), Decimal("NaN"), Fraction(1, 3), 1j),
    *(date(2020, 1, 1), datetime(2020, 1, 1, 1, 1, 1, tzinfo=UTC), time(1), timedelta(1), UUID(int=1)),
    *([], [1], ["a"], (1, 2), {}, {"a": 1}, {1}, object, np.float32(0.1), np.int8(1), np.nan, np.str_("a")),
    *(np.array([1]), pd.NA, pd.NaT, pd.Timestamp(0), pl.Series([1]), range(2), "1e400", "２"),
)
TYPES: Final[tuple[Any, ...]] = (
    *(pl.Categorical, pl.Enum(["q1", "q2", "a", "b", "c"]), pl.Decimal(10, 2), pl.Date, pl.Datetime("us", "UTC")),
    *(pl.Datetime("ns"), pl.Time, pl.Duration, pl.Boolean, pl.Null, pl.Binary, pl.Object, pl.List(pl.String)),
    *(
        pl.Struct({"x": pl.Int64}),
        pl.Array(pl.Int8, 1),
        pl.UInt64,
        pl.Int8,
        pl.Int128,
        pl.Float32,
        pl.Float64,
        pl.Int64,
    ),
    *(pl.String, pl.UInt32),
)
PANDAS_TYPES: Final = (
    *("category", "string", "Int64", "Float64", "boolean", "object", "float32", "int8", "complex128", "Sparse[float]"),
    *("datetime64[ns]", "timedelta64[ns]", "string[pyarrow]", "int64[pyarrow]", "uint64", "float16", "bytes"),
)
USES: Final[dict[str, tuple[dict[str, str], Callable[[Any], Any]]]] = {}
"""What a frame may be used for: its columns by what they hold, and what is done with it."""


def _use(**columns: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    def keep(do: Callable[[Any], Any]) -> Callable[[Any], Any]:
        USES[do.__name__.removeprefix("_")] = (columns, do)
        return do

    return keep


PLAIN: Final = {"q1": {"a": 2, "b": 0}, "q2": {"a": 1, "c": 0}}
WITH_ASPECTS: Final = {q: {i: {"a": g, "b": g} for i, g in items.items()} for q, items in PLAIN.items()}
RUN: Final = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"c": 2.0, "a": 1.0}}


def _values(runs: Any, judgments: Any, measures: str = "nDCG AP") -> pl.DataFrame:
    return values_of(ax.evaluate(judgments, runs, measures))


@_use(query_id="query", doc_id="item", score="number")
def _run(frame: Any) -> Any:
    return _values(frame, PLAIN)


@_use(system="item", query="query", item="item", rank="whole")
def _run_of_systems(frame: Any) -> Any:
    return _values(frame, PLAIN)


@_use(user_id="query", item_id="item")
def _run_as_it_stands(frame: Any) -> Any:
    return _values(frame, PLAIN)


@_use(query="query", item="item", grade="whole")
def _judgments(frame: Any) -> Any:
    return _values(RUN, frame)


@_use(topic="query", subtopic="aspect", docno="item", rel="whole", weight="half")
def _judgments_with_aspects(frame: Any) -> Any:
    return _values(RUN, frame, "AP_IA ERR_IA nDCG")


@_use(query="query", aspect="aspect", weight="half", type="type")
def _weights(frame: Any) -> Any:
    return _values(RUN, ax.read_judgments(WITH_ASPECTS, weights=frame), "AP_IA")


@_use(item="unique", characters="number", words="whole")
def _lengths(frame: Any) -> Any:
    return _values(RUN, ax.read_judgments(PLAIN, lengths=frame), "U@5")


@_use(item="unique", provider="item")
def _providers(frame: Any) -> Any:
    return _values(RUN, ax.read_judgments(PLAIN, providers=frame), "WorstProvider")


@_use(user="query", item="item", rating="whole", timestamp="number")
def _ratings(frame: Any) -> Any:
    return _values(RUN, ax.read_ratings(None, frame))


@_use(user="query", item="item", rating="whole")
def _train(frame: Any) -> Any:
    return _values(RUN, ax.read_ratings(frame, {"q9": {"z": 3}, **PLAIN}), "EPC@5 ARP@5")


@_use(user="query", item="item", rating="whole", timestamp="number")
def _split(frame: Any) -> Any:
    return pl.concat(ax.split_ratings(frame, "time", share=0.5))


@_use(item="unique", genres="type")
def _aspects(frame: Any) -> Any:
    return _values(RUN, ax.read_ratings(None, PLAIN, aspects=frame), "ILD@5")


@_use(item="unique", alpha="half")
def _alpha(frame: Any) -> Any:
    return _values(RUN, ax.read_ratings(None, PLAIN, aspects={"a": ["x"]}, alpha=frame), "alphabeta_nDCG@5")


@_use(user="query", rating="whole", beta="half")
def _beta(frame: Any) -> Any:
    return _values(RUN, ax.read_ratings(None, PLAIN, aspects={"a": ["x"]}, beta=frame), "alphabeta_nDCG@5")


@_use(system="item", query="query", measure="type", value="number")
def _saved_values(frame: Any) -> Any:
    return ax.compare(frame, draws=100).table


@_use(query_id="query", doc_id="item", score="number")
def _run_in_parts(frame: Any) -> Any:
    with patch.object(evaluating, "ahead", iter):
        return values_of(streaming.evaluate(PLAIN, frame, "nDCG AP", jobs=1))


CONTENT: Final[dict[str, list[Any]]] = {
    "query": [*IDS],
    "item": [*ITEMS],
    "unique": ["a", "b", "c", "d"],
    "aspect": ["a", "b", "a", "b"],
    "number": [3.5, 2.5, 1.5, 0.5],
    "whole": [1, 2, 1, 2],
    "half": [0.5, 0.5, 0.5, 0.5],
    "type": ["inf", "inf", "inf", "inf"],
}


def faults(case: Case) -> Iterator[Fault]:
    """Make a table, let it be odd, and use it."""
    rng = case.rng
    use = rng.choice(list(USES))
    columns, do = USES[use]
    if rng.random() < 0.2:
        thing = _dictionary(rng, use)
        yield from _fault(attempt(lambda: do(thing), use), use, f"a dictionary {in_one_line(repr(thing))}")
        return
    table = _table(rng, columns)
    maker = rng.choice(list(MAKERS))
    made = _made(rng, maker, table)
    if made is None:
        return
    found = attempt(lambda: do(made), use)
    named = list(made.columns) if isinstance(made, pd.DataFrame) else ""
    shown = f"{maker} {named} {in_one_line(repr(table))}"
    yield from _fault(found, use, shown)
    if maker == "polars" and found.is_value:
        for name, other in _of_others(made):
            again = attempt(lambda other=other: do(other), use)
            yield from _fault(again, use, f"{name} of {shown}")
            if again.is_value and not again.value.equals(found.value):
                yield Fault(f"makers-differ:{use}", f"{name} of {shown}: {_first(found)} and {_first(again)}")


def _fault(found: Outcome, use: str, shown: str) -> Iterator[Fault]:
    if found.fault:
        yield Fault(found.fault.kind, f"{use}, {shown}: {found.fault.told}")


def _first(found: Outcome) -> str:
    return in_one_line(found.value.rows()[:3])


# Tables


def _table(rng: Random, columns: dict[str, str]) -> dict[str, tuple[list[Any], Any]]:
    """Make columns, each with its values and perhaps a type; some odd."""
    table: dict[str, tuple[list[Any], Any]] = {name: ([*CONTENT[holds]], None) for name, holds in columns.items()}
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        name = rng.choice(list(table))
        values, kind = table[name]
        match rng.randrange(8):
            case 0 | 1:
                values = [*values]
                values[rng.randrange(N_ROWS)] = rng.choice(ODD)
            case 2:
                values = [rng.choice(ODD)] * N_ROWS
            case 3 | 4:
                kind = rng.choice(TYPES)
            case 5:
                values = [rng.choice(ODD) for _ in values]
            case 6:
                renamed = rng.choice([name.upper(), f" {name}", f"{name} ", name + "2", "", "index", "\0", "é", "_x"])
                table = {renamed if each == name else each: column for each, column in table.items()}
                continue
            case 7:
                table[rng.choice(["extra", "weight", "rank", "system", "aspect", "score", "time", name.title()])] = (
                    [rng.choice(ODD) for _ in values],
                    None,
                )
                continue
        table[name] = (values, kind)
    if rng.random() < 0.05:
        table = {name: ([], kind) for name, (_, kind) in table.items()}
    if rng.random() < 0.03:
        table.pop(rng.choice(list(table)))
    return table


def _made(rng: Random, maker: str, table: dict[str, tuple[list[Any], Any]]) -> Any:
    """Make the frame; nothing where its maker cannot."""
    return _if_possible(lambda: MAKERS[maker](rng, table))


def _if_possible(make: Callable[[], Any]) -> Any:
    """Make something with another program; nothing where it cannot, or panics."""
    with warnings.catch_warnings(action="ignore"):
        try:
            return make()
        except KeyboardInterrupt:
            raise
        except BaseException:
            return None


def _series(name: str, values: list[Any], kind: Any) -> pl.Series:
    if kind is None:
        made = _if_possible(lambda: pl.Series(name, values, strict=True))
        return pl.Series(name, values, dtype=pl.Object) if made is None else made
    if kind == pl.Object:
        return pl.Series(name, values, dtype=pl.Object)
    return pl.Series(name, values, strict=False).cast(kind, strict=False)


def _polars(_rng: Random, table: dict[str, tuple[list[Any], Any]]) -> Any:
    return pl.DataFrame([_series(name, values, kind) for name, (values, kind) in table.items()])


def _lazy(rng: Random, table: dict[str, tuple[list[Any], Any]]) -> Any:
    frame = _polars(rng, table).lazy()
    return frame.with_columns(pl.col("nobody")) if rng.random() < 0.05 else frame


def _pandas(rng: Random, table: dict[str, tuple[list[Any], Any]]) -> Any:
    frame = pd.DataFrame({
        name: pd.Series(values, dtype=rng.choice(PANDAS_TYPES) if kind is not None else None)
        for name, (values, kind) in table.items()
    })
    match rng.randrange(12):
        case 0:
            frame = pd.concat([frame, frame.iloc[:, :1]], axis=1)  # a column twice
        case 1:
            frame = frame.set_index(frame.columns[0])
        case 2:
            frame.columns = pd.MultiIndex.from_tuples([("x", name) for name in frame.columns])
        case 3:
            frame.columns = range(frame.shape[1])
        case 4:
            frame.columns = [rng.choice([None, 1, name, ("a", 1), math.nan]) for name in frame.columns]
        case 5:
            frame = frame[frame.columns[0]]
        case 6:
            frame.index = [0] * len(frame)
    return frame


def _arrow(rng: Random, table: dict[str, tuple[list[Any], Any]]) -> Any:
    columns = []
    for values, kind in table.values():
        column = pa.array(values)
        if kind is not None:
            column = rng.choice([
                lambda c: c.dictionary_encode(),
                lambda c: pa.chunked_array([c.slice(0, 2), c.slice(2)]),
                lambda c: c.cast(pa.large_string()),
                lambda c: c.cast(pa.string_view()),
                lambda c: c.cast(pa.float16()),
                lambda c: pa.nulls(len(c)),
                lambda c: pa.array(c.to_pylist(), pa.decimal256(50, 2)),
            ])(column)
        columns.append(column)
    names = [rng.choice(list(table)) if rng.random() < 0.03 else name for name in table]
    return pa.table(columns, names=names)


MAKERS: Final[dict[str, Callable[[Random, dict[str, tuple[list[Any], Any]]], Any]]] = {
    "polars": _polars,
    "lazy": _lazy,
    "pandas": _pandas,
    "pyarrow": _arrow,
}


def _of_others(frame: pl.DataFrame) -> Iterator[tuple[str, Any]]:
    """Give the same table of other makers, where they have all its types."""
    for name, convert in (("pandas", pl.DataFrame.to_pandas), ("pyarrow", pl.DataFrame.to_arrow)):
        other = _if_possible(lambda convert=convert: convert(frame))
        if other is not None:
            yield name, other


# Dictionaries


def _dictionary(rng: Random, use: str) -> Any:
    """Make a nested dictionary, or something like one, with odd keys and odd ends."""
    if rng.random() < 0.1:
        return rng.choice([*ODD, {None: None}, {1: {1: 1}, "1": {"1": 1}}, iter([1]), lambda: 1, {"q1": "abc"}])
    depth = {"judgments_with_aspects": 3, "lengths": 1, "providers": 1}.get(use, 2)

    def level(left: int) -> Any:
        if left == 0:
            return rng.choice(ODD) if rng.random() < 0.15 else rng.choice([1, 2, 0.5])
        if left == 1 and rng.random() < 0.15:
            return [rng.choice(["a", "b", "c", 1, *ODD]) for _ in range(rng.randint(0, 3))]
        keys = ("q1", "q2") if left == depth else ("a", "b", "c")
        made: dict[Any, Any] = {}
        for key in keys:
            odd = rng.choice(ODD) if rng.random() < 0.05 else key
            try:
                made[odd] = level(left - 1)
            except TypeError:  # not every odd thing can be a key
                made[key] = level(left - 1)
        return made

    return level(depth)


FUZZER: Final = Fuzzer(name="frames", faults=faults, cases=10_000)
