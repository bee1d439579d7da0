"""Figures 14 and 15: ties and agreement as labels are removed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import polars as pl

import axiometer as ax
from axiometer_papers.lexirecall.collections import Case, cases_of
from axiometer_papers.lexirecall.measured import LEXIRECALL
from axiometer_papers.lexirecall.statements import COMPARABLE, MIXED, RECALL
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Setting, Table, claim, listed

COMPARED: Final = ["lexirecall", "R@1000", "Rprec", "AP", "nDCG"]
SHARES: Final = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
QUICK_SHARES: Final = (0.7, 0.4, 0.1)
WAYS: Final = {"agreement": "winners kept, of all that were decided", "same": "same outcome, ties included"}


def degradation_parts(setting: Setting) -> list[Part]:
    """Plan the removal of labels from each collection."""
    shares = list(QUICK_SHARES if setting.is_quick else SHARES)
    samples = 2 if setting.is_quick else 10
    parts = []
    for case in cases_of(setting):
        parameters = {
            **case.parameters,
            "measures": COMPARED,
            "comparable within": COMPARABLE,
            "shares of labels left": shares,
            "samples": samples,
            "removed": "uniformly at random, at least one relevant item left for each query",
            "seed": setting.seed,
        }
        make = partial(_make, case, shares, samples, setting)
        title = f"Figures 14 and 15: missing labels, {case.name}"
        parts.append(Part(f"figures-14-15-{case.name}", title, make, parameters, case.source.told, case.source.files))
    return parts


def _make(case: Case, shares: Sequence[float], samples: int, setting: Setting, progress: Progress) -> Result:
    found = ax.meta.degradation(
        case.judgments(),
        case.source.runs(),
        COMPARED,
        shares=shares,
        samples=samples,
        seed=setting.seed,
        jobs=setting.jobs,
        progress=progress,
    )
    table = found.table.with_columns((1 - pl.col("share")).round(6).alias("removed"))
    drawn = _with_ranges(table, found.more["samples"])
    name = case.name
    shown = table.pivot("measure", index="removed", values=["ties", "agreement", "same"], maintain_order=True)
    titles = {"removed": "share of labels removed", "value": "share"}
    ties = ax.Drawing(
        title=f"Tied comparisons as labels are removed, {name}",
        mark="line",
        x="removed",
        y="value",
        colour="measure",
        low="low",
        high="high",
        titles=titles,
    )
    agreed = ax.Drawing(
        title=f"Agreement with all labels as labels are removed, {name}",
        mark="line",
        x="removed",
        y="value",
        colour="measure",
        column="counted",
        low="low",
        high="high",
        titles=titles,
    )
    return Result(
        [Table(f"figures-14-15-{name}", "Ties, and agreement with all labels", table, shown)],
        [
            Figure.of(f"figure-14-{name}", ties, drawn.filter(pl.col("number") == "ties")),
            Figure.of(
                f"figure-15-{name}",
                agreed,
                drawn.filter(pl.col("number") != "ties").with_columns(
                    pl.col("number").replace_strict(WAYS, default="").alias("counted")
                ),
            ),
        ],
        degradation_checks(case, table),
        [
            f"Means of {samples} samples; vertical lines go from the smallest to the largest of them.",
            "The paper does not say of what its agreement is a share. agreement: of the comparisons decided with all "
            "labels, those with the same winner; same: of all comparisons, those with the same outcome, ties included. "
            "The statements are checked for same, since the text has ties that are kept as agreement.",
            *ax.note_lines(found.notes),
        ],
    )


def _with_ranges(table: pl.DataFrame, samples: pl.DataFrame) -> pl.DataFrame:
    """Give the numbers below each other, each with its smallest and largest value in a sample."""
    numbers = ["ties", *WAYS]
    long = table.unpivot(numbers, index=["measure", "share", "removed"], variable_name="number")
    each = samples.unpivot(numbers, index=["measure", "share"], variable_name="number")
    ranges = each.group_by("measure", "share", "number").agg(
        pl.col("value").min().alias("low"), pl.col("value").max().alias("high")
    )
    joined = long.join(ranges, on=["measure", "share", "number"], how="left", maintain_order="left")
    return joined.with_columns(pl.col("low", "high").fill_null(pl.col("value")))


Curves = dict[str, dict[float, float]]
"""For each measure, a number by the share of labels left, all of them first."""


def degradation_checks(case: Case, table: pl.DataFrame) -> list[Check]:
    """Check what the text says of the figures.

    Parameters
    ----------
    table
        ``measure``, ``share``, ``ties``, ``same``, as ``degradation`` gives them.
    """
    ties, same = (_curves(table, column) for column in ("ties", "same"))
    is_rated = case.task == "recommendation"
    specific = _of_recommendation(case, same, ties) if is_rated else _of_retrieval(case, same, ties)
    return [*_ties(case, ties), _like_others(case, same), *specific]


def _curves(table: pl.DataFrame, column: str) -> Curves:
    found: Curves = {}
    for measure, share, value in table.select("measure", "share", column).iter_rows():
        found.setdefault(measure, {})[share] = value
    return found


def _at(curves: Curves, share: float) -> dict[str, float]:
    return {name: curve[share] for name, curve in curves.items()}


def _least(curves: Curves) -> float:
    return min(curves[LEXIRECALL])


def _told(curves: Curves) -> str:
    least = _least(curves)
    return f"with {least:.0%} of the labels: {listed(_at(curves, least))}"


def _ties(case: Case, ties: Curves) -> list[Check]:
    where, ours, least = "Figure 14, section 6.2.4", ties[LEXIRECALL], _least(ties)
    above = max(ours[share] - max(ties[name][share] for name in MIXED) for share in ours)
    more = {name: curve[least] - curve[1.0] for name, curve in ties.items()}
    before = {name: ties[name][1.0] for name in (LEXIRECALL, *RECALL)}
    return [
        claim(
            where,
            case.name,
            f"as labels go, lexirecall ties about as often as AP and nDCG (at most {COMPARABLE:g} more often)",
            _told(ties),
            holds=above <= COMPARABLE,
            why=f"With some share of the labels it ties {above:.3f} more often.",
        ),
        claim(
            where,
            case.name,
            "lexirecall ties less often than R@1000 and RP, whatever share of the labels is left",
            _told(ties),
            holds=all(ours[share] < ties[name][share] for name in RECALL for share in ours),
            why="With some share of the labels it ties as often, or more often.",
        ),
        claim(
            where,
            case.name,
            "ties of R@1000 and RP grow more than those of lexirecall",
            f"from all labels to {least:.0%}: {listed(more)}",
            holds=min(more[name] for name in RECALL) > more[LEXIRECALL],
            why=f"With all labels there are {listed(before)} ties: where many pairs tie already, perhaps few are left.",
        ),
    ]


def _like_others(case: Case, same: Curves) -> Check:
    ours = same[LEXIRECALL]
    below = max(min(same[name][share] for name in MIXED) - ours[share] for share in ours)
    return claim(
        "Figure 15, section 6.2.4",
        case.name,
        f"as labels go, lexirecall keeps its outcomes about as well as AP and nDCG (at most {COMPARABLE:g} worse)",
        _told(same),
        holds=below <= COMPARABLE,
        why=f"With some share of the labels it is {below:.3f} worse. What it prefers hangs on one item, the last of "
        "those that two lists have at different ranks, and on another one without its label; this may be why.",
    )


def _of_recommendation(case: Case, same: Curves, ties: Curves) -> list[Check]:
    low, before, after = _at(same, _least(same)), _at(ties, 1.0), _at(ties, _least(ties))
    others = min(low[name] for name in (LEXIRECALL, *MIXED))
    worst = min(RECALL, key=low.__getitem__)
    return [
        claim(
            "Figure 15, section 6.2.4",
            case.name,
            "in recommendation R@1000 and RP keep their outcomes as well as lexirecall, AP and nDCG, or better "
            f"(at most {COMPARABLE:g} worse than the worst of these)",
            _told(same),
            holds=low[worst] >= others - COMPARABLE,
            why=f"{worst} ties on {before[worst]:.3f} of the comparisons with all labels, and those that stay ties "
            f"count as kept; but it ties on {after[worst]:.3f} in the end, where perhaps there were winners.",
        )
    ]


def _of_retrieval(case: Case, same: Curves, ties: Curves) -> list[Check]:
    where, least, most = "Figure 15, section 6.2.4", _least(same), sorted(same[LEXIRECALL])[-2]
    low, high = _at(same, least), _at(same, most)
    both: Sequence[str] = (LEXIRECALL, "R@1000")
    return [
        claim(
            where,
            case.name,
            "in retrieval RP loses most",
            _told(same),
            holds=low["Rprec"] <= min(low.values()),
            why=f"{min(low, key=low.__getitem__)} loses more.",
        ),
        claim(
            where,
            case.name,
            f"in retrieval R@1000 is like lexirecall (within {COMPARABLE:g}) with {most:.0%} of the labels, and worse "
            f"with {least:.0%}",
            f"with {most:.0%}: {listed({name: high[name] for name in both})}; with {least:.0%}: "
            f"{listed({name: low[name] for name in both})}",
            holds=abs(high["R@1000"] - high[LEXIRECALL]) <= COMPARABLE and low["R@1000"] < low[LEXIRECALL],
            why=f"R@1000 ties on {ties['R@1000'][1.0]:.3f} of the comparisons with all labels, lexirecall on "
            f"{ties[LEXIRECALL][1.0]:.3f}. Those that stay ties count as kept."
            if low["R@1000"] >= low[LEXIRECALL]
            else f"With {most:.0%} of the labels they differ by more than {COMPARABLE:g} already.",
        ),
    ]
