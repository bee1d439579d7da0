"""A small collection with all that any measure needs, and every measure in many configurations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

import axiometer as ax
from axiometer.data.catalogue import Catalogue, all_items
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.testing.strategies import plain_measures

MEASURES = list(catalogue().values())


def small_collection() -> tuple[dict[str, Any], dict[str, Any]]:
    """A run and judgments with ties, negative and fractional grades, missing and extra queries."""
    rng = np.random.default_rng(11)
    items = [f"item{n}" for n in range(30)]
    grades = [-1, 0, 0, 0.5, 1, 2, 3]
    judgments: dict[str, Any] = {
        f"q{q}": {i: float(rng.choice(grades)) for i in rng.choice(items, 15, replace=False)} for q in range(8)
    }
    judgments = {
        q: {i: {a: g - (a == "b") for a in rng.choice(list("abc"), 2, replace=False)} for i, g in row.items()}
        for q, row in judgments.items()
    }
    judgments["nothing relevant"] = {"item1": {"a": 0}, "item2": {"b": -1}}
    run: dict[str, Any] = {
        f"q{q}": {i: float(rng.integers(0, 12)) for i in rng.choice(items, 20, replace=False)} for q in range(2, 11)
    }
    run["nothing relevant"] = {"item1": 1.0, "item2": 2.0}
    return run, judgments


LENGTHS = pl.DataFrame(
    [(f"{start}item{n}", 100 * n, 20 * n) for n in range(30) for start in ("", "né ")],
    schema=["item", "characters", "words"],
    orient="row",
)
PROVIDERS = {f"{start}item{n}": "xyz"[n % 3] for n in range(30) for start in ("", "né ")}
WEIGHTS = pl.DataFrame({
    "query": [f"q{q}" for q in range(8) for _ in "abc"],
    "aspect": list("abc") * 8,
    "weight": [0.5, 0.25, 0.25] * 8,
    "type": ["inf", "nav", "inf"] * 8,
})


def catalogue_of(judgments: dict[str, Any]) -> Catalogue:
    """Give thirty items with up to three aspects each; most users rated some of those that are not judged."""
    judged = {query: set(grades) for query, grades in judgments.items()}
    start = "né " if any(item.startswith("né ") for items in judged.values() for item in items) else ""
    names = {f"{start}item{n}": n for n in range(30)}
    train = [
        (query, item, float(1 + n % 5))
        for query in sorted(judged)[1:]
        for item, n in names.items()
        if item not in judged[query] and n % 3
    ]
    return Catalogue(
        items=all_items(pl.Series(list(names))),
        aspects=pl.DataFrame(
            [(item, aspect) for item, n in names.items() for aspect in "abc"[: n % 4]],
            schema=["item", "aspect"],
            orient="row",
        ),
        train=pl.DataFrame(train, schema=["query", "item", "grade"], orient="row"),
        alpha=pl.DataFrame({"item": list(names), "alpha": [n / 100 for n in names.values()]}),
        beta=pl.DataFrame({"query": sorted(judged), "beta": [0.5 + at / 50 for at in range(len(judged))]}),
    )


def everything_known(judgments: dict[str, Any]) -> ax.Judgments:
    """Add all that any measure needs."""
    judged = ax.read_judgments(judgments, weights=WEIGHTS, lengths=LENGTHS, providers=PROVIDERS)
    return replace(judged, catalogue=catalogue_of(judgments))


def evaluated(run: Any, judgments: dict[str, Any], *args: Any, **kwargs: Any) -> ax.Measurements:
    """Evaluate with all that any measure needs."""
    profile = ax.get_profile(kwargs.pop("profile", "trec_eval"), corpus_size=100)
    return ax.evaluate(everything_known(judgments), run, *args, profile=profile, **kwargs)


def configurations() -> list[ax.Measure]:
    """One measure for each parameter at each of its examples; those made of others with the defaults of all others."""
    found = []
    for measure in MEASURES:
        inside = [{"measure": plain()} for plain in plain_measures()] if issubclass(measure, Wrapper) else [{}]
        examples = [(n, value) for n, each in measure.parameters().items() for value in each.metadata["examples"]]
        for given_values in [*inside, *({**inside[0], name: value} for name, value in examples)]:
            try:
                found.append(measure(**given_values))
            except ax.UsageError:
                continue
    return [m for m in dict.fromkeys(found) if "identity" not in str(m) and "{" not in str(m)]
