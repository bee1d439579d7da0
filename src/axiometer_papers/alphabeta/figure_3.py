"""Figure 3: whether tests find perturbed systems worse than the ideal one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.figure_2 import curves_of, part_name
from axiometer_papers.alphabeta.measured import (
    ASPECTS,
    FILES,
    FLAT,
    GRADED,
    OURS,
    PERTURBATIONS,
    REDUNDANCY,
    SUBTOPIC,
    SWAPS,
    PerturbedSystems,
    some_of,
    with_main_cutoff,
)
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.arrays import FloatArray
from axiometer_papers.study import Check, Figure, Part, Result, Table, claim, listed, written

PANELS: Final = {"p_better": "p-value", "effect": "effect"}
NUMBERS: Final = ("p_better", "p_worse", "effect")
SHOWN: Final = (1, 2, 3, 5, 10, 50)
"""The numbers of steps in the table for people."""
NOTES: Final = (
    "p_better is the p-value of the paper, whose null hypothesis is that the perturbed system is no better: it nears 1 "
    "for a system that is seen to be worse. p_worse is that of the other side. The effect is the rank-biserial "
    "correlation of matched pairs: −1 if the perturbed list of each user is worse, 1 if each is better.",
    "Where no list has another value, there is no p-value.",
    "How many lists each perturbation leaves as they are is said at Figure 2, with whose systems these tests are made.",
)


def figure_3(systems: PerturbedSystems) -> Part:
    """Plan the tests, which are made with the correlations."""
    source = systems.source
    return Part(
        f"figure-3-{source.name}",
        f"Figure 3: p-values against the ideal order, {source.name}",
        lambda _, correlated: made(source, curves_of(correlated)),
        {**systems.parameters, "test": "Wilcoxon's signed-rank test, one-sided"},
        source.told,
        source.files,
        [part_name(source)],
    )


def made(source: RatingsSource, curves: pl.DataFrame) -> Result:
    """Show p-values and effects."""
    name, main = f"figure-3-{source.name}", with_main_cutoff(curves.filter(pl.col("steps") > 0))
    return Result(
        [_table(curves, kind, f"{name}-{FILES[kind]}") for kind in PERTURBATIONS],
        [_figure(main, kind, f"{name}-{FILES[kind]}", source.name) for kind in PERTURBATIONS],
        power_checks(main, source),
        NOTES,
    )


def _table(curves: pl.DataFrame, kind: str, name: str) -> Table:
    """Show some steps for people."""
    its = curves.filter(pl.col("perturbation") == kind)
    some = with_main_cutoff(its.filter(pl.col("steps").is_in(SHOWN))).drop("value", "measure")
    long = some.rename({"name": "measure"}).unpivot(NUMBERS, index=["measure", "steps"], variable_name="number")
    shown = long.pivot("steps", index=["number", "measure"], values="value", maintain_order=True)
    return Table(name, f"Wilcoxon's test against the ideal order by the number of steps, {kind}", its, _written(shown))


def _written(shown: pl.DataFrame) -> pl.DataFrame:
    """Write p-values with their powers of ten, which four digits after the point would hide."""
    numbers = [name for name in shown.columns if shown.schema[name].is_float()]
    texts = [pl.Series(name, [_number(each) for each in shown[name]], dtype=pl.String) for name in numbers]
    return shown.with_columns(texts)


def _number(value: float | None) -> str:
    return "" if value is None else "–" if value != value else f"{value:.3g}"


def _figure(curves: pl.DataFrame, kind: str, name: str, source: str) -> Figure:
    """Draw p-values and effects beside each other."""
    its = curves.filter(pl.col("perturbation") == kind).drop("value").rename(PANELS)
    long = its.unpivot([*PANELS.values()], index=["name", "steps"], variable_name="number")
    drawing = ax.Drawing(
        title=f"Figure 3, {kind}: one-sided p-values, and effects, against the ideal system, {source}",
        mark="line",
        x="steps",
        y="value",
        colour="name",
        column="number",
        titles={"steps": "perturbations", "value": "p-value, effect", "name": "measure"},
    )
    return Figure.of(name, drawing, long.filter(pl.col("value").is_not_nan()))


LEVEL: Final = 0.05
MOST: Final = 0.9
"""A measure performs well with which the test finds at least this share of systems worse."""
ERRATIC: Final = 0.01
"""P-values are called erratic that fall by more than this from a system to the next, more perturbed one."""
KINDS: Final = (SWAPS, REDUNDANCY, ASPECTS)
NO_TEST: Final = "Where no list has another value, there is no p-value."
ByMeasure = Mapping[tuple[str, str], FloatArray]


def power_checks(curves: pl.DataFrame, source: RatingsSource) -> list[Check]:
    """Check what the paper says of Figure 3: ``perturbation``, ``name``, ``steps``, ``p_better``, ``p_worse``."""
    ordered = curves.sort("steps")
    p_better, p_worse = (
        {
            (kind, name): its[column].to_numpy()
            for (kind, name), its in ordered.group_by("perturbation", "name", maintain_order=True)
        }
        for column in ("p_better", "p_worse")
    )
    of_aspects = {name: its[~np.isnan(its)] for (kind, name), its in p_better.items() if kind == ASPECTS}
    return [
        *_well_checks(p_worse, source),
        _subtopic_check(p_worse, source),
        _monotone_check(of_aspects[OURS], source),
        _erratic_check(of_aspects, source),
    ]


def _well_checks(p_worse: ByMeasure, source: RatingsSource) -> Iterator[Check]:
    """Count the systems that are found worse than the ideal one."""
    for kind in (SWAPS, REDUNDANCY):
        found = {name: _share(p_worse[kind, name]) for name in GRADED}
        missing = [name for name in GRADED if np.isnan(p_worse[kind, name]).all()]
        fewer = {name: share for name, share in found.items() if share < MOST}
        why = f"Fewer are found with {', '.join(fewer)}."
        yield claim(
            "Figure 3",
            f"{', '.join(GRADED)}: {kind[3:]}",
            "perform quite well",
            f"share of systems found worse than the ideal one, p < {LEVEL} (well from {MOST} on): "
            f"{listed(found)}{_without(missing)}",
            (NO_TEST if missing else why) + source.unlike,
            holds=None if missing else not fewer,
        )


def _subtopic_check(p_worse: ByMeasure, source: RatingsSource) -> Check:
    """Ask whether fewer systems are found worse with S-Recall and S-RR than with the others."""
    names = (*SUBTOPIC, *GRADED)
    share = {name: float(np.mean([_share(p_worse[kind, name]) for kind in KINDS])) for name in names}
    missing = [name for name in names if all(np.isnan(p_worse[kind, name]).all() for kind in KINDS)]
    best, least = max(SUBTOPIC, key=lambda name: share[name]), min(GRADED, key=lambda name: share[name])
    is_known = not {*missing} & {*GRADED}
    return claim(
        "Figure 3",
        "S-Recall and S-RR against the others",
        "behave worse",
        f"share of systems found worse than the ideal one, p < {LEVEL}, mean of the three perturbations: "
        f"{listed(share)}{_without(missing)}",
        (f"With {best} at least as many are found as with {least}." if is_known else NO_TEST) + source.unlike,
        holds=share[best] < share[least] - FLAT if is_known else None,
    )


def _monotone_check(p_better: FloatArray, source: RatingsSource) -> Check:
    """Ask whether the p-values of αβ-nDCG never fall, and do rise."""
    change = np.diff(p_better)
    is_known, told, why = change.size > 0, "fewer than two p-values", "Fewer than two systems have a p-value."
    if is_known:
        first, last, fall = float(p_better[0]), float(p_better[-1]), float(-change.min())
        told = f"from {written(first, 4)} to {written(last, 4)}; largest fall: {_fall(fall)}"
        why = f"The p-value falls at some step, by up to {fall:.2g}."
        if np.ptp(p_better) <= FLAT:
            is_known, why = False, f"All p-values are {written(first, 4)}: there is neither a rise nor a fall to see."
    return claim(
        "Figure 3, right",
        f"{OURS}, swapped aspects",
        "p-values rise monotonically",
        told,
        why + source.unlike,
        holds=bool(change.min() >= -FLAT) if is_known else None,
    )


def _erratic_check(p_better: Mapping[str, FloatArray], source: RatingsSource) -> Check:
    """Ask whether the p-values of all other measures that have some fall."""
    tested = {name: its for name, its in p_better.items() if name != OURS and its.size > 1}
    missing = [name for name in p_better if name not in tested and name != OURS]
    fall = {name: float(-np.diff(its).min()) for name, its in tested.items()}
    steady = [name for name, by in fall.items() if by <= ERRATIC]
    first = some_of({name: float(its[0]) for name, its in tested.items()}, *steady)
    why = f"Those of {', '.join(steady)} do not fall so much; after one step they are {listed(first, 4)}."
    if steady and min(first.values()) > 1 - LEVEL:
        why += " As they begin next to 1, the test spots the first step already."
    told = ", ".join(f"{name} {_fall(by)}" for name, by in fall.items())
    return claim(
        "Figure 3, right",
        f"all but {OURS}, swapped aspects",
        "erratic p-values",
        f"largest fall (erratic: more than {ERRATIC}): {told or 'undefined'}{_without(missing)}",
        (why if fall else "No measure has p-values of two systems.") + source.unlike,
        holds=not steady if fall else None,
    )


def _share(p_worse: FloatArray) -> float:
    """Give the share of systems found worse; those without a p-value are not."""
    return float(np.mean(p_worse < LEVEL))


def _without(names: list[str]) -> str:
    return f"; no p-values: {', '.join(names)}" if names else ""


def _fall(by: float) -> str:
    return f"{by:.2g}" if by > FLAT else "none"
