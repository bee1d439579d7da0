"""How often measures agree with the user who is worst off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import polars as pl

from axiometer.engines.comparing import compare
from axiometer.engines.preferences import Compared
from axiometer.meta.position_only import position_compared
from axiometer.meta.random_pairs import RandomPairs
from axiometer.parameters.declaration import whole
from axiometer.projection.segments import BoolArray

COIN: Final = "random"


def worst_case_agreement(
    measures: str | Compared | Iterable[str | Compared],
    sizes: Sequence[int] = (10**3, 10**4, 10**5, 10**6),
    pairs: int = 10_000,
    relevant: tuple[int, int] = (5, 50),
    seed: int = 0,
) -> pl.DataFrame:
    """Compare measures with the worst case on pairs of random rankings.

    Of two rankings the worst-off user prefers the one whose last relevant item comes earlier. Pairs in which it comes
    at the same rank are left out; a measure that ties on any other pair disagrees.

    Parameters
    ----------
    measures
        Measures or preferences.
    sizes
        How many items are ranked.
    pairs
        How many pairs of rankings are drawn for each size.
    relevant
        The least and the greatest number of relevant items of a pair: all between are as likely.

    Returns
    -------
    DataFrame
        ``n``, ``measure``, ``pairs``, ``tied``: the share of pairs left out, ``agreement`` over the others and its
        ``standard_error``. The last row for each size is a coin, ``random``.
    """
    wanted = position_compared(measures)
    return pl.concat([_at_size(wanted, whole(n, "a size"), pairs, relevant, seed) for n in sizes])


def _at_size(wanted: Sequence[Compared], n: int, pairs: int, relevant: tuple[int, int], seed: int) -> pl.DataFrame:
    rng = np.random.default_rng([seed, n])
    drawn = RandomPairs.drawn(rng, n, pairs, relevant)
    truth, lists = drawn.order_of_last(), drawn.lists(depth=n)
    said = {str(thing): compare(thing, lists, drawn.left, drawn.right) for thing in wanted}
    said[COIN] = rng.choice([-1.0, 1.0], size=pairs)
    is_tied = truth == 0
    agreement = np.array([_share(np.sign(each) == truth, ~is_tied) for each in said.values()])
    return pl.DataFrame({
        "n": np.full(len(said), n),
        "measure": list(said),
        "pairs": np.full(len(said), pairs),
        "tied": np.full(len(said), is_tied.mean()),
        "agreement": agreement,
        "standard_error": np.sqrt(agreement * (1 - agreement) / max(pairs - is_tied.sum(), 1)),
    })


def _share(is_met: BoolArray, is_counted: BoolArray) -> float:
    return float(is_met[is_counted].mean()) if is_counted.any() else float("nan")
