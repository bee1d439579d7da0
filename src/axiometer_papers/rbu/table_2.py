"""Table 2: how unanimous measures are on real lists, and when grades, weights and lengths of lists are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

import axiometer as ax
from axiometer_papers.rbu.published import TABLE_2, Values, briefly, by_family, number_checks, order_check, ranked
from axiometer_papers.rbu.statements import rbu_is_first, statements
from axiometer_papers.rbu.variants import FORMS, GRID, QUICK_GRID, Variant, best_of_families, variants_of, written
from axiometer_papers.sources import Source
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Setting, Table, few_systems

SAMPLES: Final = 10
FEWER_SAMPLES: Final = 2
SCENARIOS: Final[Mapping[str, str]] = {
    "official": "as judged and submitted",
    "all": "grades, weights and lengths of lists drawn",
    "all-50": "grades and weights drawn, 0 to 50 items left",
}
OTHER_RUNS: Final = "other runs and queries than the paper's"


def table_2(setting: Setting, source: Source) -> Part:
    """Measure unanimity in three scenarios for one collection."""
    grid = QUICK_GRID if setting.is_quick else GRID
    samples = FEWER_SAMPLES if setting.is_quick else SAMPLES
    parameters = {
        **{f"values of {name}": [*values] for name, values in grid.items()},
        "measures": [each.name for each in variants_of(FORMS, grid)],
        "scenarios": [*SCENARIOS],
        "samples": samples,
        "seed": setting.seed,
        "gains": "(2^g − 1)/2^H for all graded measures",
    }

    def make(progress: Progress) -> Result:
        variants = variants_of(FORMS, grid)
        found = ax.meta.scenarios(
            source.judgments(),
            source.runs(),
            [each.name for each in variants],
            which=("official", "all", "all-50"),
            samples=samples,
            seed=setting.seed,
            jobs=setting.jobs,
            progress=progress,
        )
        return told(source, variants, found)

    title = f"Table 2: metric unanimity, {source.name}"
    return Part(f"table-2-{source.name}", title, make, parameters, source.told, source.files)


def pooled(setting: Setting, sources: Sequence[Source]) -> Part:
    """Measure unanimity over all collections together; pairs are within a collection."""
    grid = QUICK_GRID if setting.is_quick else GRID
    names = [each.name for each in variants_of(FORMS, grid)]

    def make(progress: Progress) -> Result:
        frames = []
        for number, source in enumerate(sources, 1):
            measured = ax.evaluate(source.judgments(), source.runs(), names, jobs=setting.jobs).to_polars()
            frames.append(measured.with_columns(pl.lit(f"{source.name}/").add(pl.col("system")).alias("system")))
            progress(number, len(sources))
        return _of_all(variants_of(FORMS, grid), ax.meta.unanimity(pl.concat(frames), resamples=0))

    parameters = {"measures": names, "gains": "(2^g − 1)/2^H for all graded measures"}
    data = f"together: {', '.join(source.name for source in sources)}"
    files = [path for source in sources for path in source.files]
    return Part("table-2-pooled", "Table 2: metric unanimity, all collections together", make, parameters, data, files)


def _of_all(variants: Sequence[Variant], found: ax.Finding) -> Result:
    values, frame = by_family(found, variants)
    rows, where = TABLE_2["official"], "Table 2, official (all collections)"
    checks = [
        rbu_is_first(where, variants, values),
        order_check(where, variants, values, rows),
        *number_checks(where, rows, variants, values, OTHER_RUNS),
    ]
    notes = [
        f"{found.parameters['pairs']} pairs of lists of {found.parameters['queries']} queries, as judged and "
        "submitted, ordered by score."
    ]
    title = "As judged and submitted: the variants of each measure with the highest unanimity"
    return Result([Table("table-2-pooled", title, frame, ranked(variants, values, rows))], checks=checks, notes=notes)


def told(source: Source, variants: Sequence[Variant], found: ax.Finding) -> Result:
    """Write the three columns of the table, and what the paper says of them."""
    by_scenario = {
        name: dict(found.table.filter(scenario=name).select("measure", "value").rows()) for name in SCENARIOS
    }
    family = {each.name: each.family for each in variants}
    tables = []
    for name, words in SCENARIOS.items():
        frame = found.table.filter(scenario=name).sort("value", descending=True, maintain_order=True)
        frame = frame.insert_column(0, frame["measure"].replace_strict(family).alias("family"))
        shown = _with_range(ranked(variants, by_scenario[name], TABLE_2[name]), frame, variants, by_scenario[name])
        title = f"{words.capitalize()}: the variants of each measure with the highest unanimity"
        tables.append(Table(f"table-2-{source.name}-{name}", title, frame, shown))
    notes = [
        *few_systems(source.name, found.parameters["systems"]),
        "Unanimity is at most 1, 0 for a measure that is constant or random, and below 0 for one that opposes the "
        "others. What the table of the paper calls α-DCG-IA is α-DCG, which has aspects already.",
        "The paper had 30 runs of the TREC Web Track 2014, which are not public: its numbers stand beside ours and "
        "cannot be the same.",
        f"{found.parameters['systems']} systems, {found.parameters['queries']} queries. Simulated scenarios are "
        f"drawn {found.parameters['samples']} times; shown is the mean, with the smallest and the largest value. The "
        "paper does not say how often it drew.",
        "All graded measures have the same gains r(d, t) = (2^g − 1)/2^H, also DCG, RBP, α-DCG and NRBP, as the paper "
        "has one r for all of them. Measures without aspects see the largest gain over aspects.",
        "Unanimity depends on the set of measures. Here it is all variants of the paper, RBU with e = 0 among them.",
        "Lists are ordered by score, "
        + (
            "as those of Table 3 are."
            if source.is_simulated
            else "those of Table 3 by the rank column, as ndeval does."
        ),
        *briefly(found.notes),
    ]
    checks = [*statements(source.name, variants, by_scenario), *_numbers(source.name, variants, by_scenario)]
    return Result(tables, [_figure(source, variants, found)], checks, notes)


def _with_range(shown: pl.DataFrame, frame: pl.DataFrame, variants: Sequence[Variant], values: Values) -> pl.DataFrame:
    """Add the smallest and the largest value over samples, where there are several."""
    if frame["samples"].max() == 1:
        return shown
    rows = {row["measure"]: row for row in frame.iter_rows(named=True)}
    first = [rows[group[0].name] for group, _ in best_of_families(variants, values)]
    ranges = pl.Series("range", [f"{row['low']:.4f}..{row['high']:.4f}" for row in first])
    return shown.insert_column(2, ranges)


def _numbers(name: str, variants: Sequence[Variant], by_scenario: Mapping[str, Values]) -> Iterator[Check]:
    for scenario, values in by_scenario.items():
        where = f"Table 2, {scenario} ({name})"
        yield order_check(where, variants, values, TABLE_2[scenario])
        yield from number_checks(where, TABLE_2[scenario], variants, values, OTHER_RUNS)


def _figure(source: Source, variants: Sequence[Variant], found: ax.Finding) -> Figure:
    """Draw the unanimity of each measure with its best parameters, beside that in the paper."""
    rows = []
    for number, name in enumerate(SCENARIOS, 1):
        its, panel = found.table.filter(scenario=name), f"{number}. {name}"
        values = dict(its.select("measure", "value").rows())
        ends = {row["measure"]: (row["low"], row["high"]) for row in its.iter_rows(named=True)}
        for group, value in best_of_families(variants, values):
            label = written(group) if group[0].family == "S-Recall" else group[0].family
            rows.append((panel, label, "here", value, *ends[group[0].name]))
        for row in TABLE_2[name]:
            label = f"S-Recall@{row.parameters['k'][0]}" if "S-Recall" in row.families else row.families[0]
            if label not in {each[1] for each in rows if each[0] == panel and each[2] == "paper"}:
                rows.append((panel, label, "paper", float(row.value), float(row.value), float(row.value)))
    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "scenario": pl.String,
        "measure": pl.String,
        "where": pl.String,
    }
    columns |= dict.fromkeys(("unanimity", "low", "high"), pl.Float64)
    drawing = ax.Drawing(
        title=f"Metric unanimity of each measure with its best parameters, {source.name}, and in the paper",
        mark="point",
        x="unanimity",
        y="measure",
        colour="where",
        low="low",
        high="high",
        column="scenario",
    )
    return Figure.of(f"table-2-{source.name}", drawing, pl.DataFrame(rows, schema=columns, orient="row"))
