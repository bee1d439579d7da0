"""Tables of values and preferences for people."""

from __future__ import annotations

import polars as pl

from axiometer.engines.measurements import Measurements
from axiometer.engines.preferences import Preferences


def query_table(measurements: Measurements) -> pl.DataFrame:
    """Give the values: one row per system and query or user, one column per measure."""
    index = ["system", measurements.asker]
    return measurements.to_polars().pivot("measure", index=index, values="value", maintain_order=True)


def preference_tables(preferences: Preferences, *, with_pairs: bool) -> list[tuple[str, pl.DataFrame]]:
    """Give, for each preference, the order of the systems and the pairs, each with its title."""
    orders, pairs = (
        frame.partition_by("preference", maintain_order=True, include_key=False)
        for frame in (preferences.order(), preferences.summary())
    )
    shown = []
    for name, order, its_pairs in zip(preferences.names, orders, pairs, strict=True):
        shown.append((f"{name}: systems", _order_table(order)))
        if with_pairs:
            shown.append((f"{name}: pairs", its_pairs))
    return shown


def _order_table(order: pl.DataFrame) -> pl.DataFrame:
    """Put each rank beside its score; = marks ties."""
    columns = {"system": order["system"]}
    for way, title in (("win_rate", "win rate"), ("borda", "Borda"), ("mc4", "MC4")):
        rank = order[f"{way}_rank"]
        tie = rank.is_duplicated()
        columns[title] = order[way]
        columns[f"{title} rank"] = pl.Series([f"{r}{'=' if t else ''}" for r, t in zip(rank, tie, strict=True)])
    return pl.DataFrame(columns)
