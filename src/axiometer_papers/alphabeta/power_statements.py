"""What the paper says of Figure 3, and whether it is so here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer_papers.alphabeta.compared import ASPECTS, GRADED, OURS, REDUNDANCY, SUBTOPIC, SWAPS
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.alphabeta.statements import ROUNDING, listed, other_data, some_of, written
from axiometer_papers.study import Check, claim

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
            (NO_TEST if missing else why) + other_data(source),
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
        (f"With {best} at least as many are found as with {least}." if is_known else NO_TEST) + other_data(source),
        holds=share[best] < share[least] - ROUNDING if is_known else None,
    )


def _monotone_check(p_better: FloatArray, source: RatingsSource) -> Check:
    """Ask whether the p-values of αβ-nDCG never fall, and do rise."""
    change = np.diff(p_better)
    is_known, told, why = change.size > 0, "fewer than two p-values", "Fewer than two systems have a p-value."
    if is_known:
        first, last, fall = float(p_better[0]), float(p_better[-1]), float(-change.min())
        told = f"from {written(first, 4)} to {written(last, 4)}; largest fall: {_fall(fall)}"
        why = f"The p-value falls at some step, by up to {fall:.2g}."
        if np.ptp(p_better) <= ROUNDING:
            is_known, why = False, f"All p-values are {written(first, 4)}: there is neither a rise nor a fall to see."
    return claim(
        "Figure 3, right",
        f"{OURS}, swapped aspects",
        "p-values rise monotonically",
        told,
        why + other_data(source),
        holds=bool(change.min() >= -ROUNDING) if is_known else None,
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
        (why if fall else "No measure has p-values of two systems.") + other_data(source),
        holds=not steady if fall else None,
    )


def _share(p_worse: FloatArray) -> float:
    """Give the share of systems found worse; those without a p-value are not."""
    return float(np.mean(p_worse < LEVEL))


def _without(names: list[str]) -> str:
    return f"; no p-values: {', '.join(names)}" if names else ""


def _fall(by: float) -> str:
    return f"{by:.2g}" if by > ROUNDING else "none"
