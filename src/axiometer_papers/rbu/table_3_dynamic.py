"""Table 3, Dynamic Domain: unanimity where lists come in iterations and stop by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.rbu.published import (
    DYNAMIC_DOMAIN,
    EQUAL,
    Values,
    briefly,
    by_family,
    number_checks,
    order_check,
    ranked,
)
from axiometer_papers.rbu.variants import GRID, Variant, values_told, variants_of
from axiometer_papers.sources import Source, folders_of, packed_or_not, simulated
from axiometer_papers.study import Check, Part, Progress, Result, Setting, Table, claim

TRUTH, RUN = "qrels.tsv", "run.tsv"
NAME, TITLE = "table-3-dynamic-domain", "Table 3: metric unanimity, Dynamic Domain"
WHERE: Final = "Table 3, Dynamic Domain"
PER_ITERATION: Final = 5
ITERATIONS: Final = 10
ORDERS: Final = ("as run", "last first", "shuffled")
FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "RBU": ("RBU(p={p},e={e})", "e p"),
    "ACT": (f"ACT(batch={PER_ITERATION})@{PER_ITERATION * ITERATIONS}", ""),
    "CT": (f"CT(batch={PER_ITERATION})@{PER_ITERATION * ITERATIONS}", ""),
    "ERR-IA": ("ERR_IA", ""),
    "Rprec": ("Rprec", ""),
    "RR": ("RR@10", ""),
}
VARIANTS: Final = [
    replace(each, parameters={"k": "10"}) if each.family in {"ACT", "CT", "RR"} else each
    for each in variants_of(FORMS, GRID)
]
EXPECTED: Final = ("same_systems", "missing", "no_value", "some_values", "not_compared")
"""Kinds of notes that follow from how outputs are made."""
SUMMED: Final = ("ACT", "CT")
"""Measures that add up the ratings of the passages of an item, as the track does."""
WHY: Final = "outputs that were made here, not the paper's 23 runs of 2015"


def dynamic_parts(setting: Setting, **world: Any) -> list[Part]:
    """Measure unanimity for lists that stop after iterations: of each run of a track, or of simulated systems."""
    found = [(folder, *both) for folder in folders_of(setting) if (both := _files(folder))]
    return [_part_of_files(setting, *each) for each in found] or [_part_of_source(setting, world)]


def _parameters(setting: Setting, orders: Sequence[str]) -> dict[str, Any]:
    return {
        "measures": [each.name for each in VARIANTS],
        "iterations": ITERATIONS,
        "items of an iteration": PER_ITERATION,
        "orders": [*orders],
        "seed": setting.seed,
    }


def _part_of_source(setting: Setting, world: Mapping[str, Any]) -> Part:
    source = simulated(setting, f"{TRUTH} and {RUN} of a Dynamic Domain track", **world)
    data = f"{source.told}; each list cut off after 1 to {ITERATIONS} times {PER_ITERATION} items"
    make = partial(_of_source, source, setting)
    return Part(NAME, TITLE, make, _parameters(setting, ORDERS[:1]), data)


def _part_of_files(setting: Setting, folder: Path, truth: Path, run: Path) -> Part:
    name = f"{NAME}-{folder.name}"
    data = f"{folder.name}: one run, of which {ITERATIONS * len(ORDERS)} outputs are made here"
    make = partial(_of_files, name, truth, run, setting)
    return Part(name, f"{TITLE}, {folder.name}", make, _parameters(setting, ORDERS), data, (truth, run))


def _files(folder: Path) -> tuple[Path, Path] | None:
    truth, run = packed_or_not(folder, TRUTH), packed_or_not(folder, RUN)
    return (truth, run) if truth is not None and run is not None else None


def _of_source(source: Source, setting: Setting, _progress: Progress) -> Result:
    """Take the lists of simulated systems, each cut off after some iterations."""
    judgments = source.judgments()
    rank = pl.col("score").rank("ordinal", descending=True).over("system", "query")
    lists = (
        source.runs().to_polars().with_columns(rank.alias("rank")).filter(pl.col("rank") <= PER_ITERATION * ITERATIONS)
    )
    iteration = ((pl.col("rank") - 1) // PER_ITERATION).alias("iteration")
    ordered = lists.sort("system", "query", "rank").select("system", "query", iteration, "item")
    notes = [
        "No run of a Dynamic Domain track is there: the outputs are the lists of simulated systems, ordered by score "
        "and cut off at ten places."
    ]
    return _told(NAME, stopped(ordered), (judgments, judgments), notes, setting)


def _of_files(name: str, truth: Path, run: Path, setting: Setting, _progress: Progress) -> Result:
    rated = _read(truth, ("query", "aspect", "item", "passage", "rating"))
    seen = _read(run, ("query", "iteration", "item", "score", "on_topic", "subtopics"))
    seen = seen.sort("query", "iteration", maintain_order=True).select("query", "iteration", "item")
    outputs = stopped(pl.concat([_in_order(seen, order, setting.seed) for order in ORDERS]))
    notes = [
        "Only one run of the track is public, so there are no pairs of systems. The outputs compared here are made of "
        f"it: the run stopped after 1 to {ITERATIONS} iterations, once as it is, once with its iterations in reverse "
        "order, and once with them in a random order. They may differ less than systems do.",
        "Passages are rated. For CT and ACT the grade of an item is the sum over its passages, as in the track's "
        "program; for RBU and ERR it is the largest, since their gains end at the top of the scale. A rating of 0 "
        "counts as 1.",
    ]
    return _told(name, outputs, grades_of(rated), notes, setting)


def grades_of(rated: pl.DataFrame) -> tuple[ax.Judgments, ax.Judgments]:
    """Give the grades of items by the ratings of their passages: their sums, and the largest of them.

    A passage is there since it is relevant: its rating counts at least 1.
    """
    rating = pl.col("rating").clip(lower_bound=1)
    by_item = rated.group_by("query", "aspect", "item", maintain_order=True)
    summed, largest = (by_item.agg(how.alias("grade")) for how in (rating.sum(), rating.max()))
    return ax.Judgments.of(summed), ax.Judgments.of(largest)


def _read(path: Path, columns: Sequence[str]) -> pl.DataFrame:
    return pl.read_csv(path, separator="\t", has_header=False, new_columns=[*columns], quote_char=None)


def _in_order(seen: pl.DataFrame, order: str, seed: int) -> pl.DataFrame:
    """Put the iterations of each query in another order, and number them from 0."""
    batches = seen.select("query", "iteration").unique(maintain_order=True)
    match order:
        case "last first":
            key = -batches["iteration"].to_numpy().astype(float)
        case "shuffled":
            key = np.random.default_rng(seed).random(batches.height)
        case _:
            key = batches["iteration"].to_numpy().astype(float)
    place = (pl.col("key").rank("ordinal").over("query") - 1).cast(pl.Int64).alias("place")
    placed = batches.with_columns(pl.Series("key", key)).with_columns(place).drop("key")
    moved = seen.join(placed, on=["query", "iteration"], maintain_order="left").sort(
        "query", "place", maintain_order=True
    )
    return moved.select(pl.lit(order).alias("system"), "query", pl.col("place").alias("iteration"), "item")


def stopped(lists: pl.DataFrame) -> pl.DataFrame:
    """Give each list stopped after one iteration, two, and so on: ``system``, ``query``, ``item``, in their order.

    A list that is over before is not there: it would be the same as another one.
    """
    n_iterations = pl.col("iteration").max().over("system", "query") + 1
    parts = []
    for n in range(1, ITERATIONS + 1):
        name = pl.col("system") + f" {n}"
        its = lists.filter(n_iterations >= n).filter(pl.col("iteration") < n)
        parts.append(its.select(name, "query", "item"))
    return pl.concat(parts)


def _told(
    name: str, outputs: pl.DataFrame, grades: tuple[ax.Judgments, ax.Judgments], notes: Sequence[str], setting: Setting
) -> Result:
    """Measure the outputs, the track's measures with the summed grades, and write the column of the table."""
    summed, largest = grades
    profile = ax.get_profile(order="file", queries="answered")
    how: dict[str, Any] = {"profile": profile, "jobs": setting.jobs}
    of_track = [each.name for each in VARIANTS if each.family in SUMMED]
    parts = [
        ax.evaluate(largest, outputs, [each.name for each in VARIANTS if each.family not in SUMMED], **how),
        ax.evaluate(summed, outputs, of_track, **how),
    ]
    outcomes = ax.meta.Outcomes.of(parts).only([each.name for each in VARIANTS])
    found = ax.meta.unanimity(outcomes, resamples=0)
    values, frame = by_family(found, VARIANTS)
    checks = [
        *dynamic_statements(values),
        order_check(WHERE, VARIANTS, values, DYNAMIC_DOMAIN),
        *number_checks(WHERE, DYNAMIC_DOMAIN, VARIANTS, values, WHY),
    ]
    title = "The variants of each measure with the highest unanimity"
    told = [
        *notes,
        f"{found.parameters['systems']} outputs, {found.parameters['queries']} queries, {found.parameters['pairs']} "
        "pairs of lists: an output is there only for queries that have so many iterations. Cut-offs of CT and ACT "
        f"count iterations of {PER_ITERATION} items. ERR-IA is the arithmetic mean of ERR over aspects, Rprec is "
        "P@Recall.",
        "Left out: ERR with a harmonic mean and the modified P@Recall, for which the paper gives no equation.",
        *briefly(note for note in found.notes if note.kind not in EXPECTED),
    ]
    shown = ranked(VARIANTS, values, DYNAMIC_DOMAIN)
    return Result([Table(name, title, frame, shown)], checks=checks, notes=told)


def dynamic_statements(values: Values) -> Iterator[Check]:
    """Check what the paper says of the column."""
    rbu = [each for each in VARIANTS if each.family == "RBU"]
    others = [each for each in VARIANTS if each.family != "RBU"]
    best = max(others, key=lambda each: values[each.name])
    paying = [values[each.name] for each in rbu if each.pays]
    without = [values[each.name] for each in rbu if not each.pays]
    yield claim(
        WHERE,
        "all variants of RBU with an effort are above all other measures",
        "0.8488..0.8396 and 0.6276",
        f"{values_told(paying)}; the best of the others is {best.name} with {values[best.name]:.4f}",
        f"{best.name} is not below all of them; perhaps since with a large effort RBU prefers the shorter output, "
        "whatever the longer finds",
        holds=min(paying) > values[best.name] + EQUAL,
    )
    cubes = {each.family: values[each.name] for each in others if each.family in SUMMED}
    is_above = max(without) > cubes["ACT"] + EQUAL
    yield claim(
        "Section 6.5",
        "RBU needs the effort to be above ACT",
        "RBU with e = 0 0.5937, ACT 0.6276",
        f"RBU with e = 0 {values_told(without)}, with an effort {values_told(paying)}, "
        + ", ".join(f"{name} {cubes[name]:.4f}" for name in SUMMED),
        "RBU without effort is above ACT here" if is_above else "RBU with an effort is not above ACT here",
        holds=not is_above and max(paying) > cubes["ACT"] + EQUAL,
    )
    lowest = sorted(VARIANTS, key=lambda each: values[each.name])[:2]
    yield claim(
        WHERE,
        "P@Recall and RR@10 are the least unanimous",
        "0.1162, 0.1031",
        f"{_of(values, 'Rprec')}, {_of(values, 'RR')}; the lowest of all are {', '.join(each.name for each in lowest)}",
        "another measure is below one of them",
        holds={each.family for each in lowest} == {"Rprec", "RR"},
    )


def _of(values: Values, family: str) -> str:
    its: Variant = next(each for each in VARIANTS if each.family == family)
    return f"{values[its.name]:.4f}"
