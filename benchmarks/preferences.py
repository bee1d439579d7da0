"""How fast axiometer compares systems, against comparing them pair by pair, and as there are more of them."""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from math import log2
from pathlib import Path

import numpy as np
import polars as pl
from command import report, say
from timing import Line, Target, time_in_turns, timed

import axiometer as ax
from axiometer.measures.preferences.lexicographic import lexirecall
from axiometer.measures.preferences.paired import RPP
from axiometer.meta.recall.random_pairs import random_positions
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments

SEED = 4
N_QUERIES, N_RELEVANT = 250, 100
DEPTH, CORPUS_SIZE = 1_000, 2_000
N_SYSTEMS = 100
NUMBERS_OF_SYSTEMS = (25, 50, 100, 200)
ITEMS_PER_LIST = 200
PREFERENCES = ("lexirecall", "RPP")
MOST_MEMORY = Target(2, "GB")
BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024
Positions = np.ndarray


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="how often to time each call (5)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--memory", action="store_true", help="only compare whole runs, and print the peak of memory")
    options = parser.parse_args()
    if options.memory:
        ax.prefer(*judgments_and_runs(), PREFERENCES).summary()
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_PER_UNIT / 1e6)
        return
    lines = [*pair_lines(options.repeat), *growth_lines(options.repeat), *run_lines(options.repeat), *memory_lines()]
    report(lines, ["scipy"], options)


def pair_lines(repeat: int) -> list[Line]:
    """Compare with comparing the lists pair by pair."""
    say("pairs")
    lists, positions = random_lists(N_SYSTEMS)
    expected = by_loop(positions)
    for signs in (by_pair(positions), by_sorting(lists)):
        if not np.array_equal(signs, expected):
            raise AssertionError("the ways to compare do not agree")
    ours, loop = "lexirecall, sorted", "lexirecall, two vectors at a time"
    calls = {
        ours: partial(by_sorting, lists),
        "lexirecall, all queries of two systems at a time": partial(by_pair, positions),
    }
    timings = time_in_turns(calls, repeat) | time_in_turns({loop: partial(by_loop, positions)}, 1)
    timings |= time_in_turns({"RPP": partial(by_levels, lists)}, repeat)
    heading = f"{len(expected)} pairs of {N_SYSTEMS} systems, {N_QUERIES} queries, {N_RELEVANT} relevant items"
    fastest = timings[ours].fastest
    targets = {loop: Target(50, is_upper=False)}
    return [
        Line(f"{heading}; the ratio is that to sorting"),
        *(timed(what, timing, timing.fastest / fastest, targets.get(what)) for what, timing in timings.items()),
    ]


def growth_lines(repeat: int) -> list[Line]:
    """Measure how the time of sorting grows with the number of systems."""
    say("growth")
    lists = {n: random_lists(n)[0] for n in NUMBERS_OF_SYSTEMS}
    timings = time_in_turns({n: partial(lexirecall().order, each) for n, each in lists.items()}, repeat)
    first = NUMBERS_OF_SYSTEMS[0]
    share = {n: timing.fastest / (n * log2(n)) for n, timing in timings.items()}
    lines = [
        timed(f"{n} systems", timing, share[n] / share[first], Target(1.5) if n > first else None)
        for n, timing in timings.items()
    ]
    return [Line("lexirecall put in order; the ratio is that of the time per S log S"), *lines]


def run_lines(repeat: int) -> list[Line]:
    """Compare whole runs in memory."""
    say("whole runs")
    judgments, runs = judgments_and_runs()
    calls = {
        "axiometer.prefer, lexirecall": partial(ax.prefer, runs, judgments, PREFERENCES[0]),
        "axiometer.prefer, lexirecall and RPP": partial(ax.prefer, runs, judgments, PREFERENCES),
        "axiometer.evaluate, R": partial(ax.evaluate, runs, judgments, "R"),
    }
    timings = time_in_turns(calls, min(repeat, 3))
    base = timings["axiometer.evaluate, R"].fastest
    rows = f"{runs.height:,} rows of {N_SYSTEMS} systems in one frame"
    lines = [timed(what, timing, timing.fastest / base) for what, timing in timings.items()]
    return [Line(f"{rows}; the ratio is that to one measure"), *lines]


def memory_lines() -> list[Line]:
    """Measure the peak of memory in a fresh process."""
    say("memory")
    command = [sys.executable, Path(__file__), "--memory"]
    megabytes = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    is_met = MOST_MEMORY.is_met_by(megabytes / 1000)
    what = "  axiometer.prefer, lexirecall and RPP, the runs included"
    return [
        Line("peak of memory in a process of its own"),
        Line(what, f"{megabytes:.0f} MB", target=str(MOST_MEMORY), is_met=is_met),
    ]


def random_lists(n_systems: int) -> tuple[RankedLists, Positions]:
    """Draw the ranks of relevant items, as lists and as systems × queries × recall levels."""
    rank, offsets = random_positions(
        np.random.default_rng(SEED), CORPUS_SIZE, np.full(n_systems * N_QUERIES, N_RELEVANT)
    )
    query = np.tile(np.arange(N_QUERIES), n_systems)
    n_relevant = np.full(N_QUERIES, N_RELEVANT)
    lists = lists_at(rank, Segments(offsets), query, n_relevant, depth=DEPTH, corpus_size=CORPUS_SIZE)
    positions = np.where(rank <= DEPTH, rank, CORPUS_SIZE + 1).reshape(n_systems, N_QUERIES, N_RELEVANT)
    return lists, positions


def by_sorting(lists: RankedLists) -> np.ndarray:
    """Sort the lists of each query, and compare places: pairs × queries."""
    number = lexirecall().order(lists).reshape(-1, N_QUERIES)
    return _signs(number)


def _signs(number: np.ndarray) -> np.ndarray:
    rows = [
        (ours > number[at + 1 :]).view(np.int8) - (ours < number[at + 1 :]).view(np.int8)
        for at, ours in enumerate(number)
    ]
    return np.concatenate(rows)


def by_levels(lists: RankedLists) -> np.ndarray:
    """Compare the lists of each pair by RPP."""
    left, right = np.triu_indices(N_SYSTEMS, k=1)
    query = np.arange(N_QUERIES)
    ours, theirs = ((side[:, None] * N_QUERIES + query).ravel() for side in (left, right))
    return RPP().compare(lists, ours, theirs).astype(np.float32)


def by_pair(positions: Positions) -> np.ndarray:
    """Compare all queries of two systems in one go."""
    query, rows = np.arange(N_QUERIES), []
    for left, right in zip(*np.triu_indices(len(positions), k=1), strict=True):
        is_other = positions[left] != positions[right]
        last = N_RELEVANT - 1 - np.argmax(is_other[:, ::-1], axis=1)
        rows.append(np.sign(positions[right, query, last] - positions[left, query, last]))
    return np.array(rows, dtype=np.int8)


def by_loop(positions: Positions) -> np.ndarray:
    """Compare two vectors of positions at a time, as the definition is written."""
    signs = np.zeros((len(positions) * (len(positions) - 1) // 2, N_QUERIES), dtype=np.int8)
    for pair, (left, right) in enumerate(zip(*np.triu_indices(len(positions), k=1), strict=True)):
        for query, (ours, theirs) in enumerate(zip(positions[left], positions[right], strict=True)):
            others = np.flatnonzero(ours != theirs)
            if others.size:
                signs[pair, query] = np.sign(theirs[others[-1]] - ours[others[-1]])
    return signs


def judgments_and_runs() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Draw runs that retrieve some of the relevant items of each query, in one frame, and the judgments."""
    rng = np.random.default_rng(SEED)
    n_lists = N_SYSTEMS * N_QUERIES
    items = np.argpartition(rng.random((n_lists, 2 * ITEMS_PER_LIST)), ITEMS_PER_LIST, axis=1)[:, :ITEMS_PER_LIST]
    number = np.arange(n_lists).repeat(ITEMS_PER_LIST)
    frame = pl.DataFrame({
        "system": number // N_QUERIES,
        "query": number % N_QUERIES,
        "item": items.ravel(),
        "score": rng.random(number.size),
    })
    judged = np.tile(np.arange(N_RELEVANT), N_QUERIES)
    query = np.arange(N_QUERIES).repeat(N_RELEVANT)
    letters = {"system": "s", "query": "q", "item": "d"}
    named = frame.with_columns(pl.format(f"{letter}{{}}", name).alias(name) for name, letter in letters.items())
    judgments = pl.DataFrame({
        "query": _names("q", query),
        "item": _names("d", judged),
        "grade": np.ones(query.size),
    })
    return judgments, named


def _names(letter: str, numbers: Sequence[int]) -> list[str]:
    return [f"{letter}{number}" for number in numbers]


if __name__ == "__main__":
    main()
