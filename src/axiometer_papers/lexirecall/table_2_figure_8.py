"""Table 2 and Figure 8: the worst case, and ties of measures, on pairs of random rankings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.lexirecall.published import TABLE_2, TABLE_2_COLUMNS, TABLE_2_PAIRS, sampled
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Setting, Table, claim, listed

TSE: Final = "TSE(exposure='ap')"
RELEVANT: Final = (5, 50)
"""So many relevant items at least, and at most, all numbers between being as likely."""
COMPARED: Final = [TSE, "R@1000", "Rprec", "AP", "nDCG"]
ERRORS: Final = 3.5
DEPTH_ITEMS: Final = 250_000
DEPTH_COMPARED: Final = ["R@1000", "Rprec", TSE, "AP", "lexirecall"]
MANY, RARE = 0.5, 0.05
A_LITTLE: Final = 0.6
"""Who agrees less often than this agrees a little more often than a coin."""
HALF_CUT, DEEP = 100_000, 50_000

DEPTHS: Final = (
    *(10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000),
    *(150_000, 200_000, 225_000, 240_000, 250_000),
)
"""Equal steps of the logarithm, and finer ones at the end, where the whole ranking comes into sight."""


def table_2(setting: Setting) -> Part:
    """Plan the agreement with the worst case."""
    pairs = 2000 if setting.is_quick else TABLE_2_PAIRS

    def make(progress: Progress) -> Result:
        parts = []
        for done, n in enumerate(TABLE_2):
            progress(done, len(TABLE_2))
            parts.append(ax.meta.worst_case_agreement(COMPARED, [n], pairs, RELEVANT, setting.seed))
        found = pl.concat(parts)
        wide = found.pivot("measure", index=["n", "tied"], values="agreement", maintain_order=True)
        wide = wide.with_columns(pl.Series("tied, exactly", [*map(_tied_exactly, TABLE_2)]))
        return Result(
            [Table("table-2", "How often measures agree with the user who is worst off", found, wide)],
            checks=[*table_2_checks(found)],
            notes=[
                f"The same means: the two samples, {TABLE_2_PAIRS:,} pairs in the paper and {pairs:,} here, differ by "
                f"at most {ERRORS:g} standard errors of the difference, and by what is lost in rounding. random is a "
                "coin.",
                "tied, exactly: the mean over all numbers of relevant items of the closed form for TSE.",
                "Pairs whose last relevant items have the same rank are left out; where a measure ties on another "
                "pair, it disagrees.",
            ],
        )

    return Part(
        "table-2",
        "Table 2: agreement with the worst case",
        make,
        {
            "measures": COMPARED,
            "items": [*TABLE_2],
            "pairs": pairs,
            "relevant": list(RELEVANT),
            "seed": setting.seed,
            "standard errors allowed": ERRORS,
        },
        f"random rankings, seed {setting.seed}",
    )


def _tied_exactly(n: int) -> float:
    fewest, most = RELEVANT
    numbers = range(fewest, most + 1)
    return float(sum(ax.meta.tie_probability("TSE", n, m) for m in numbers) / len(numbers))


def table_2_checks(found: pl.DataFrame) -> Iterator[Check]:
    """Put all cells beside the printed ones, and check what the text says of them."""
    for n, cells in TABLE_2.items():
        rows = {row["measure"]: row for row in found.filter(pl.col("n") == n).to_dicts()}
        for column, cell in zip(TABLE_2_COLUMNS, cells, strict=True):
            row = rows["random" if column == "tied" else column]
            ours = row["tied" if column == "tied" else "agreement"]
            yield sampled(
                "Table 2", f"n = {n}: {column}", cell, ours, pairs=(TABLE_2_PAIRS, row["pairs"]), errors=ERRORS
            )
    at = {name: part["agreement"].to_numpy() for (name,), part in found.group_by("measure", maintain_order=True)}
    where, what = "Table 2, section 4.3", "agreement with the worst case"
    yield claim(where, what, "TSE always agrees", f"{at[TSE].min():g} at least", holds=bool((at[TSE] == 1).all()))
    most = {name: float(at[name].max()) for name in ("R@1000", "Rprec")}
    yield claim(
        where,
        what,
        "R@1000 and RP agree less often than a coin",
        f"at most {listed(most)}",
        holds=max(most.values()) < 0.5,
        why="In this sample they do not.",
    )
    least, most = ({name: float(end(at[name])) for name in ("AP", "nDCG")} for end in (np.min, np.max))
    yield claim(
        where,
        what,
        f"AP and nDCG agree a little more often than a coin (less often than {A_LITTLE:g})",
        f"at least {listed(least)}; at most {listed(most)}",
        holds=min(least.values()) > 0.5 and max(most.values()) < A_LITTLE,
        why="In this sample they do not.",
    )


def figure_8(setting: Setting) -> Part:
    """Plan ties by depth."""
    pairs = random_pairs(setting)

    def make(_progress: Progress) -> Result:
        found = ax.meta.ties_by_depth(
            DEPTH_COMPARED, DEPTH_ITEMS, DEPTHS, pairs=pairs, relevant=RELEVANT, seed=setting.seed
        )
        drawing = ax.Drawing(
            title=f"Share of tied pairs of random rankings of {DEPTH_ITEMS:,} items when only the first are retrieved",
            mark="line",
            x="depth",
            y="ties",
            colour="compared",
            titles={"depth": "items retrieved", "ties": "share of tied pairs"},
            logarithmic=frozenset({"depth"}),
        )
        wide = found.pivot("compared", index="depth", values="ties", maintain_order=True)
        return Result(
            [Table("figure-8", "Share of tied pairs by the number of items retrieved", found, wide)],
            [Figure.of("figure-8", drawing, found)],
            [*figure_8_checks(found)],
            [
                f"The paper draws 25 queries; here there are {pairs:,} pairs of rankings, the same for all depths, "
                f"and a share has a standard error of {0.5 / pairs**0.5:.2g} at most.",
                "Relevant items that are not retrieved are at the end of the corpus for TSE.",
                f"The curves of AP and lexirecall differ by {_apart(wide):.4f} at most.",
            ],
        )

    return Part(
        "figure-8",
        "Figure 8: ties by retrieval depth",
        make,
        {
            "compared": DEPTH_COMPARED,
            "items": DEPTH_ITEMS,
            "depths": list(DEPTHS),
            "pairs": pairs,
            "relevant": list(RELEVANT),
            "seed": setting.seed,
        },
        f"random rankings, seed {setting.seed}",
    )


def _apart(wide: pl.DataFrame) -> float:
    return float(np.abs((wide["AP"] - wide["lexirecall"]).to_numpy()).max())


def random_pairs(setting: Setting) -> int:
    """Give how many pairs of rankings are drawn for Figure 8."""
    return 300 if setting.is_quick else 2000


def figure_8_checks(found: pl.DataFrame) -> Iterator[Check]:
    """Check what the text says of the figure."""
    depth = found["depth"].unique(maintain_order=True).to_numpy()
    ties = {name: part["ties"].to_numpy() for (name,), part in found.group_by("compared", maintain_order=True)}
    where, what = "Figure 8, section 5.1", "ties of random rankings"
    least = {name: float(ties[name].min()) for name in ("R@1000", "Rprec")}
    yield claim(
        where,
        what,
        f"R@1000 and RP tie often at all depths (more than {MANY:g} of the pairs)",
        f"at least {listed(least)}",
        holds=min(least.values()) > MANY,
        why=f"Somewhere fewer than {MANY:g} of the pairs tie.",
    )
    whole, cut = float(ties[TSE][-1]), float(ties[TSE][depth <= HALF_CUT].min())
    yield claim(
        where,
        what,
        f"TSE ties rarely on whole rankings (below {RARE:g}), and nearly always when they are cut (above {1 - RARE:g})",
        f"{whole:.3f} of the pairs on whole rankings, at least {cut:.3f} up to {HALF_CUT:,} items",
        holds=whole < RARE and cut > 1 - RARE,
        why=f"It does not rise from below {RARE:g} to above {1 - RARE:g}.",
    )
    deep = float(ties["AP"][depth >= DEEP].max())
    yield claim(
        where,
        what,
        f"AP rarely ties at most depths (below {RARE:g} from {DEEP:,} items on)",
        f"at most {deep:.3f} from {DEEP:,} items on, and {ties['AP'][0]:.3f} at {depth[0]}",
        holds=deep < RARE,
        why=f"From {DEEP:,} items on there are still more than {RARE:g} ties.",
    )
    more = max(float((ties["lexirecall"] - ties[name]).max()) for name in ("R@1000", "Rprec", TSE))
    mean = {name: float(its.mean()) for name, its in ties.items()}
    yield claim(
        "Figure 8, section 5.3",
        what,
        "lexirecall ties less often than R@1000, RP and TSE",
        f"mean over depths: {listed(mean)}",
        holds=more <= 0,
        why=f"At some depth it ties up to {more:.3f} more often.",
    )
