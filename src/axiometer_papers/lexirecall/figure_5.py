"""Figure 5: whether measures are oriented to precision or to recall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.arrays import FloatArray
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Table, claim

ITEMS: Final = 10**5
RELEVANT: Final = [*range(1, 16)]
RBP: Final = "RBP(p=0.8)"
TSE: Final = "TSE(exposure='ap')"
MEASURES: Final = ["RR", "nDCG", "AP", "R@1000", "Rprec", RBP, TSE]
ANY_EXPOSURE: Final = [TSE, "TSE(exposure='dcg')", "TSE(exposure='rbp')", "TSE(exposure='linear')"]
WHERE: Final = "Figure 5, section 3.1"
SAME_TO_THE_EYE: Final = 1e-4


def figure_5() -> Part:
    """Plan the orientation of measures."""
    return Part(
        "figure-5",
        "Figure 5: precision and recall orientation",
        _make,
        {"measures": MEASURES, "items": ITEMS, "relevant": RELEVANT, "exposures": ANY_EXPOSURE},
        "rankings made for this, no random ones",
    )


def _make(_progress: Progress) -> Result:
    found = ax.meta.orientation(MEASURES, ITEMS, RELEVANT)
    other_exposures = ax.meta.orientation(ANY_EXPOSURE, ITEMS, RELEVANT)
    drawn = _drawn(found)
    wide = drawn.pivot("measure", index=["orientation", "m"], values="value", maintain_order=True)
    drawing = ax.Drawing(
        title=f"Orientation of measures among {ITEMS:,} items; TSE is scaled by its best and worst value",
        mark="line",
        x="m",
        y="value",
        colour="measure",
        column="orientation",
        titles={"m": "relevant items", "value": "loss"},
    )
    return Result(
        [Table("figure-5", "What is lost when the first, or the last, relevant item goes to the end", found, wide)],
        [Figure.of("figure-5", drawing, drawn)],
        [*orientation_checks(found), _any_exposure(other_exposures)],
        [
            "The paper does not print the persistence of RBP; here it is 0.8. With another one RBP passes AP and nDCG "
            "at other numbers of relevant items."
        ],
    )


def _drawn(found: pl.DataFrame) -> pl.DataFrame:
    """Take the scaled losses of TSE and those of the others as they are, the two orientations below each other."""
    is_scaled = pl.col("measure") == TSE
    sides = [
        found.select(
            pl.lit(side).alias("orientation"),
            "m",
            "measure",
            pl.when(is_scaled).then(f"{side}_scaled").otherwise(side).alias("value"),
        )
        for side in ("precision", "recall")
    ]
    return pl.concat(sides)


def orientation_checks(found: pl.DataFrame) -> Iterator[Check]:
    """Check what the text says of the figure."""
    yield from _precision_checks({name: _curve(found, name, "precision") for name in MEASURES})
    yield from _recall_checks({name: _curve(found, name, "recall") for name in MEASURES})
    counterpart = np.abs(_curve(found, TSE, "precision_scaled")[1:]).max()
    yield claim(
        "Figure 5, section 3.2",
        "TSE",
        "it is to recall what RR is to precision: no precision orientation, unless there is one relevant item only",
        f"scaled, at most {counterpart:.1g} from two relevant items on",
        holds=bool(counterpart == 0),
    )


def _curve(found: pl.DataFrame, measure: str, column: str) -> FloatArray:
    curve: FloatArray = found.filter(pl.col("measure") == measure)[column].to_numpy()
    return curve


def _precision_checks(curve: dict[str, FloatArray]) -> Iterator[Check]:
    others = [name for name in MEASURES if name not in {"RR", TSE}]
    best = np.max([curve[name] for name in others], axis=0)
    lead = curve["RR"] - best
    yield claim(
        WHERE,
        "precision orientation",
        "RR is above all others for every m",
        f"for m = 1 by {lead[0]:.5f}, from m = 2 on by {lead[1:].min():.3f} or more",
        holds=bool((lead >= 0).all()),
        why="With one relevant item R@1000 and Rprec lose 1, and RR loses 1 − 1/n like AP, since 1/n is left at the "
        "end of the ranking: 0.00001 less, which the figure cannot show. From two on the statement holds.",
    )
    same = [curve[name] for name in ("AP", "R@1000", "Rprec")]
    apart = float(np.ptp(same, axis=0).max())
    yield claim(
        WHERE,
        "precision orientation",
        f"AP, R@1000 and RP are the same (within {SAME_TO_THE_EYE:g})",
        f"they differ by {apart:.5f} at most",
        holds=apart < SAME_TO_THE_EYE,
    )
    lead = curve["nDCG"] - np.max(same, axis=0)
    yield claim(
        WHERE,
        "precision orientation",
        "nDCG comes next, above AP, R@1000 and RP",
        f"for m = 1 by {lead[0]:.3f}, from m = 2 on by {lead[1:].min():.3f} or more",
        holds=bool((lead > 0).all()),
        why=f"With one relevant item nDCG still gives 1 / log2(n + 1) = {1 / np.log2(ITEMS + 1):.3f} to the last of n "
        "places, where the others give nothing. From two on the statement holds.",
    )
    passed = [_first_above(curve[RBP], curve[name]) for name in ("AP", "nDCG")]
    yield claim(
        WHERE,
        "precision orientation",
        "RBP is above nDCG and AP once there are some relevant items",
        f"above AP from m = {passed[0]}, above nDCG from m = {passed[1]}",
        holds=all(passed),
        why=f"With this persistence it stays below up to {RELEVANT[-1]} relevant items.",
    )
    moved = {name: float(np.ptp(curve[name])) for name in ("RR", RBP)}
    yield claim(
        WHERE,
        "precision orientation",
        f"RR and RBP do not depend on m (within {SAME_TO_THE_EYE:g})",
        f"they change by {max(moved.values()):.1g} at most",
        holds=max(moved.values()) < SAME_TO_THE_EYE,
    )


def _first_above(curve: FloatArray, other: FloatArray) -> int | None:
    """Give the number of relevant items from which on a curve is above another one."""
    below = np.flatnonzero(curve <= other)
    start = int(below[-1]) + 1 if below.size else 0
    return RELEVANT[start] if start < len(RELEVANT) else None


def _recall_checks(curve: dict[str, FloatArray]) -> Iterator[Check]:
    recall, others = ("R@1000", "AP", "Rprec"), ("nDCG", RBP, "RR")
    lead = np.min([curve[name] for name in recall], axis=0) - np.max([curve[name] for name in others], axis=0)
    yield claim(
        WHERE,
        "recall orientation",
        "R@1000, AP and RP are nowhere below nDCG, RBP and RR",
        f"for m = 1 by {lead[0]:.3f} (AP and RR are the same there), from m = 2 on by {lead[1:].min():.4f} or more",
        holds=bool((lead >= 0).all()),
    )
    rest = np.abs(curve["RR"][1:]).max()
    yield claim(
        WHERE,
        "recall orientation",
        "RR has none, unless there is one relevant item only",
        f"{curve['RR'][0]:.5f} for m = 1, then {rest:g}",
        holds=bool(rest == 0),
    )
    rises = [name for name in MEASURES if name not in {"RR", TSE} and (np.diff(curve[name]) >= 0).any()]
    yield claim(
        WHERE,
        "recall orientation",
        "that of all others falls as m grows",
        f"rises somewhere: {', '.join(rises)}" if rises else "falls from each m to the next for all five",
        holds=not rises,
    )


def _any_exposure(found: pl.DataFrame) -> Check:
    scaled = found["recall_scaled"].to_numpy()
    low, high = scaled.min(), scaled.max()
    return claim(
        "Figure 5",
        "recall orientation",
        "TSE, scaled by its bounds, is 1 for every m and every exposure",
        f"between {low:g} and {high:g} for the exposures of AP, nDCG and RBP, and linear exposure",
        holds=bool(low == high == 1),
    )
