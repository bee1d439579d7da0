"""Fig. 4: the measures compared, filled in by what was found here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

import polars as pl

import axiometer as ax
from axiometer_papers.concordance.lengths import lengths_told
from axiometer_papers.concordance.measured import GOLD_NAMES, MEASURES, PRINTED, Measured
from axiometer_papers.concordance.orders import layers
from axiometer_papers.concordance.properties import Answer, answers, one_intent
from axiometer_papers.concordance.published import FIRST_FORM, PROPERTIES, SAID
from axiometer_papers.concordance.published import MEASURES as SIX
from axiometer_papers.concordance.table_2 import table_2_name, wins_of
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Setting, Table, claim

TEST: Final = "randomised-tukey-hsd"
ALPHA: Final = 0.05
NUMBERS: Final = {"cases": 300, "cases in all orders": 60, "draws": 10_000}
QUICK_NUMBERS: Final = {"cases": 100, "cases in all orders": 12, "draws": 500}
ABOVE: Final = (
    (("D♯-nDCG", "D-nDCG", "α-nDCG"), ("ERR-IA",)),
    (("D♯-nDCG", "D-nDCG"), ("D-U", "U-IA", "ERR-IA")),
)
"""Measures of which the paper says that they have more discriminative power than others."""
WHY_POWER: Final = (
    "perhaps since the paper quotes two other studies, with their own runs and another form of ERR-IA, an average of "
    "normalised ERR"
)


def figure_4(setting: Setting, collections: Sequence[Measured]) -> Part:
    """Fill in the comparison of measures; the orders of measures are taken from the parts of Table 2."""
    numbers = QUICK_NUMBERS if setting.is_quick else NUMBERS
    parameters: dict[str, Any] = {
        "measures": [f"{name}: {full}" for name, full in MEASURES.items()],
        **numbers,
        "test": TEST,
        "alpha": ALPHA,
        "seed": setting.seed,
        "lengths": [f"{each.source.name}: {lengths_told(each.source, setting.lengths)}" for each in collections],
        "order of lists": [f"{each.source.name}: {each.order}" for each in collections],
    }
    files = [
        *(path for each in collections for path in each.source.files),
        *([setting.lengths] if setting.lengths else []),
    ]
    data = f"{', '.join(each.source.name for each in collections)}, as for Table 2, and small random cases"

    def make(progress: Progress, *tested: Result) -> Result:
        steps = 1 + len(collections)
        found = answers(numbers["cases"], numbers["cases in all orders"], setting.seed)
        progress(1, steps)
        powers = {}
        for number, each in enumerate(collections, 2):
            outcomes, _ = each.found
            its = outcomes.only([*MEASURES.values()])
            powers[each.source.name] = ax.meta.power(
                its, tests=TEST, alpha=ALPHA, draws=numbers["draws"], seed=setting.seed, jobs=setting.jobs
            )
            progress(number, steps)
        result = told(found, powers, {each.source.name: its for each, its in zip(collections, tested, strict=True)})
        return replace(result, checks=[_equal(*one_intent(numbers["cases"], setting.seed)), *result.checks])

    title, made_of = "Figure 4: diversity measures compared", [table_2_name(each) for each in collections]
    return Part("figure-4", title, make, parameters, data, files, made_of)


def _equal(n_equal: int, n: int) -> Check:
    what = "D-U and U-IA are the same for a list that covers only one intent"
    why = "rounding apart, they differ in the other cases"
    return claim("Section 3", what, "yes", f"{n_equal} of {n} cases", why, holds=n_equal == n)


def told(found: Sequence[Answer], powers: Mapping[str, ax.Finding], tested: Mapping[str, Result]) -> Result:
    """Write the table, and what the paper says.

    Parameters
    ----------
    found
        What was found of properties.
    powers, tested
        For each collection, the power of measures, and the result of Table 2.
    """
    rows = [_row(letter, found) for letter in PROPERTIES]
    shares = {name: _power(its) for name, its in powers.items()}
    rows[4:4] = [_line(f"(e) discriminative power, {name}", shares[name]) for name in powers]
    for name, result in tested.items():
        parts = zip(GOLD_NAMES, result.tables, strict=False)
        rows += [_line(f"(h) rank by {gold}, {name}", _ranks(table.frame)) for gold, table in parts]
    shown = pl.DataFrame(rows)
    frame = pl.DataFrame([
        {**asdict(each), "property": f"({each.property}) {PROPERTIES[each.property]}"} for each in found
    ])
    seen = pl.concat([
        its.table.insert_column(0, pl.Series("collection", [name] * its.table.height)) for name, its in powers.items()
    ])
    seen = seen.with_columns(pl.col("measure").replace_strict({full: name for name, full in MEASURES.items()}))
    tables = [
        Table("figure-4", "The figure, filled in by what was found", frame, shown),
        Table("figure-4-power", f"(e) Discriminative power: share of pairs of systems with p < {ALPHA}", seen),
    ]
    notes = [
        "(a) to (g) but (e): each measure was computed on small random cases with two aspects, before and after a "
        "change. (a), (b) and (g) are yes if the value changes in some case; (c), (d) and (f) if they hold in all "
        "cases. The cases that decide are in the file of the table.",
        "(c) yes: the best of all orders of all items has 1 in each case.",
        "(f) asks whether an item adds less after one that is relevant to its aspect than after one that is relevant "
        "to the other aspect with the same grade and length. D♯-nDCG does so by its intent recall, while the "
        "aspect is new.",
        f"(e) is the randomised Tukey HSD test, p < {ALPHA}; (h) gives the place in the order of significant "
        "wins, 1 the best.",
        "The figure of the paper is a picture; what its text says is taken instead.",
        *(f"({each.property}) {each.measure}: {each.example}" for each in _examples(found)),
    ]
    checks = [*_checks(found), *power_checks(powers)]
    return Result(tables, [_figure(powers)], checks, notes)


def _row(letter: str, found: Sequence[Answer]) -> dict[str, str]:
    its = {each.measure: each for each in found if each.property == letter}
    cells = {
        name: each.answer if each.answer != "in part" else f"in {each.shown} of {each.cases}"
        for name, each in its.items()
    }
    return _line(f"({letter}) {PROPERTIES[letter]}", cells)


def _line(title: str, cells: Mapping[str, str]) -> dict[str, str]:
    return {"": title, **{name: cells[name] for name in MEASURES}}


def _power(found: ax.Finding) -> dict[str, str]:
    share = dict(found.table.select("measure", "power").rows())
    return {name: f"{share[full]:.1%}" for name, full in MEASURES.items()}


def _ranks(part: pl.DataFrame) -> dict[str, str]:
    """Give the place of each measure in the order; the two forms of ERR-IA are placed each without the other."""
    place: dict[str, str] = {}
    for names in (tuple(PRINTED if name == "ERR-IA" else name for name in SIX), SIX):
        for number, layer in enumerate(layers(wins_of(part, names), names), 1):
            place |= dict.fromkeys(layer, str(number))
    return place


def _examples(found: Sequence[Answer]) -> Iterator[Answer]:
    """Give one example of each property, of a measure that is unlike most."""
    for letter in PROPERTIES:
        its = [each for each in found if each.property == letter]
        n_yes = sum(each.answer == "yes" for each in its)
        rare = "yes" if n_yes <= len(its) / 2 else "no"
        yield next((each for each in its if each.answer == rare), its[0])


def _checks(found: Sequence[Answer]) -> Iterator[Check]:
    """Compare what the text says of a property and a measure; ERR-IA is that of its equations."""
    its = {(each.property, each.measure): each for each in found}
    for (letter, name), theirs in SAID.items():
        measured = PRINTED if name == "ERR-IA" else name
        each = its[letter, measured]
        same = (each.answer == "yes") == theirs
        ours = f"{each.answer} ({each.shown} of {each.cases} cases)"
        why = f"for example, {each.example}"
        where, what = f"Figure 4 ({letter}), Section 6", f"{measured}: {PROPERTIES[letter]}"
        published = FIRST_FORM.get((letter, name), "yes" if theirs else "no")
        yield claim(where, what, published, ours, why, holds=same)


def power_checks(powers: Mapping[str, ax.Finding]) -> Iterator[Check]:
    """Check what the paper says of power for each collection."""
    for collection, its in powers.items():
        share = dict(its.table.select("measure", "power").rows())
        for better, worse in ABOVE:
            ones, others = ({name: share[MEASURES[name]] for name in names} for names in (better, worse))
            holds = min(ones.values()) > max(others.values())
            what = f"{', '.join(better)} have more discriminative power than {', '.join(worse)}"
            ours = ", ".join(f"{name} {value:.1%}" for name, value in (ones | others).items())
            yield claim(f"Figure 4 (e), Section 6 ({collection})", what, "yes", ours, WHY_POWER, holds=holds)


def _figure(powers: Mapping[str, ax.Finding]) -> Figure:
    name_of = {full: name for name, full in MEASURES.items()}
    curves = []
    for name, its in powers.items():
        curve = its.more["curve"].with_columns(pl.col("measure").replace_strict(name_of))
        curves.append(curve.select(pl.lit(name).alias("collection"), "measure", "place", "p_value"))
    drawing = ax.Drawing(
        title="Discriminative power: sorted p-values of all pairs of systems, randomised Tukey HSD",
        mark="line",
        x="place",
        y="p_value",
        colour="measure",
        column="collection",
        titles={"place": "share of pairs", "p_value": "p-value"},
    )
    return Figure.of("figure-4-power", drawing, pl.concat(curves))
