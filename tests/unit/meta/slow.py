"""Criteria again, slowly: loops over pairs of lists, as the papers write them. ``values[measure][query][system]``."""

from itertools import combinations
from math import comb, log2, nan

import polars as pl
from hypothesis import strategies as st


def frame(values):
    """Write values as the commands save them, queries sorted by name; None is left out."""
    width = len(str(max(map(len, values.values())) - 1))
    rows = [
        (f"s{s}", f"q{q:0{width}}", measure, value)
        for measure, queries in values.items()
        for q, systems in enumerate(queries)
        for s, value in enumerate(systems)
        if value is not None
    ]
    columns = {"system": pl.String, "query": pl.String, "measure": pl.String, "value": pl.Float64}
    return pl.DataFrame(rows, schema=columns, orient="row")


@st.composite
def tables(draw, measures=(2, 4), queries=(1, 4), systems=(2, 4)):
    """Draw values of few levels, so that ties are many."""
    n_queries, n_systems = draw(st.integers(*queries)), draw(st.integers(*systems))
    one = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=n_systems, max_size=n_systems)
    each = st.lists(one, min_size=n_queries, max_size=n_queries)
    return {f"m{m}": draw(each) for m in range(draw(st.integers(*measures)))}


def sign(x):
    return (x > 0) - (x < 0)


def unanimity(values, measure):
    """Count ordered pairs as the paper does."""
    others = [each for each in values if each != measure]
    n_queries, n_systems = len(values[measure]), len(values[measure][0])
    joint = unanimous = 0
    n = n_queries * n_systems * (n_systems - 1)
    for q in range(n_queries):
        for i in range(n_systems):
            for j in range(n_systems):
                if i == j:
                    continue
                if all(values[other][q][i] >= values[other][q][j] for other in others):
                    unanimous += 1
                    joint += {1: 1.0, 0: 0.5, -1: 0.0}[sign(values[measure][q][i] - values[measure][q][j])]
    if not unanimous:
        return nan
    if not joint:
        return -float("inf")
    return log2((joint / n) / (1 / 2 * unanimous / n))


def concordance(values, first, second, golds):
    """Follow the algorithm of the paper: disagreements, both counts of concordance, and the wins."""
    disagreements = conc_1 = conc_2 = wins_1 = wins_2 = 0
    n_queries, n_systems = len(values[first]), len(values[first][0])
    for x, y in combinations(range(n_systems), 2):
        for q in range(n_queries):
            d_1, d_2 = (values[m][q][x] - values[m][q][y] for m in (first, second))
            d_gold = [values[gold][q][x] - values[gold][q][y] for gold in golds]
            if d_1 * d_2 < 0:
                disagreements += 1
                is_1, is_2 = (all(d * g >= 0 for g in d_gold) for d in (d_1, d_2))
                conc_1, conc_2 = conc_1 + is_1, conc_2 + is_2
                wins_1, wins_2 = wins_1 + (is_1 and not is_2), wins_2 + (is_2 and not is_1)
    return disagreements, conc_1, conc_2, wins_1, wins_2


def binomial_p(wins, losses):
    n = wins + losses
    return min(1.0, 2 * sum(comb(n, k) for k in range(min(wins, losses) + 1)) / 2**n)
