"""Table 3: unanimity with the measures that tracks use, RBU beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import axiometer as ax
from axiometer_papers.rbu.published import (
    EQUAL,
    TABLE_3,
    Values,
    briefly,
    by_family,
    number_checks,
    order_check,
    ranked,
)
from axiometer_papers.rbu.table_2 import OTHER_RUNS
from axiometer_papers.rbu.variants import GRID, Grid, Variant, values_told, variants_of
from axiometer_papers.sources import Source
from axiometer_papers.study import Check, Part, Progress, Result, Setting, Table, claim

FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "RBU": ("RBU(p={p},e={e})", "e p"),
    "AP-IA": ("AP_IA", ""),
    "α-DCG": ("alpha_DCG(scale='ndeval')@{k}", "k"),
    "α-nDCG": ("alpha_nDCG@{k}", "k"),
    "ERR-IA": ("ERR_IA(alpha=0.5,gain='binary')@{k}", "k"),
    "nERR-IA": ("nERR_IA(alpha=0.5,gain='binary')@{k}", "k"),
    "NRBP": ("NRBP", ""),
    "nNRBP": ("nNRBP", ""),
    "P-IA": ("P_IA@{k}", "k"),
    "S-Recall": ("S_Recall@{k}", "k"),
}
"""What ndeval prints, and RBU."""
AT_20: Final[Mapping[str, tuple[str, str]]] = {
    "RBU": ("RBU(p={p},e={e})@20", "e p"),
    **{name: form for name, form in FORMS.items() if form[1] == "k"},
}
_ORDERED: Final[Mapping[str, str]] = {
    "rank": "Lists are ordered by the rank column, as ndeval does; those of Table 2 by score.",
    "score": "Lists are ordered by score, as those of Table 2 are: simulated runs have no other order.",
}
NEAR: Final = 0.01
"""Values that differ by no more are nearly the same."""
OFFICIAL: Final[Grid] = {**GRID, "k": ("5", "10", "20")}
COLUMNS: Final[Mapping[str, list[Variant]]] = {
    "official": variants_of(FORMS, OFFICIAL),
    "k = 20": variants_of(AT_20, {**OFFICIAL, "k": ("20",)}),
    "k = 20, e = 0": variants_of(AT_20, {**OFFICIAL, "k": ("20",), "e": ("0",)}),
}


def table_3(setting: Setting, source: Source) -> Part:
    """Measure unanimity with the official measures of one collection."""
    names = [*dict.fromkeys(each.name for variants in COLUMNS.values() for each in variants)]
    # Simulated runs have scores, and those of the track are evaluated by the rank column.
    profile = "ndeval-traditional" if source.is_simulated else "ndeval"
    parameters = {
        "measures": names,
        "columns": [column.replace(",", " and") for column in COLUMNS],
        "profile": profile,
        "ties": "1e-12 of the size",
    }

    def make(progress: Progress) -> Result:
        measured = ax.evaluate(
            source.judgments(), source.runs(), names, profile=profile, jobs=setting.jobs, progress=progress
        )
        return told(source.name, ax.meta.Outcomes.of(measured), ax.get_profile(profile).order)

    title = f"Table 3: metric unanimity with official measures, {source.name}"
    return Part(f"table-3-{source.name}", title, make, parameters, source.told, source.files)


def told(name: str, outcomes: ax.meta.Outcomes, order: str) -> Result:
    """Write the columns of the table that are about the Web Track, and what the paper says of them."""
    tables, numbers, by_column = [], [], {}
    of_first: tuple[ax.Note, ...] = ()
    for number, (column, variants) in enumerate(COLUMNS.items(), 1):
        found = ax.meta.unanimity(outcomes.only([each.name for each in variants]), resamples=0)
        values, frame = by_family(found, variants)
        by_column[column] = values
        shown = ranked(variants, values, TABLE_3[column])
        title = f"Column “{column}”: the variants of each measure with the highest unanimity"
        tables.append(Table(f"table-3-{name}-{number}", title, frame, shown))
        where = f"Table 3, {column} ({name})"
        numbers.append(order_check(where, variants, values, TABLE_3[column]))
        numbers += number_checks(where, TABLE_3[column], variants, values, OTHER_RUNS)
        # Those of the other columns say the same of other measures.
        of_first = of_first or found.notes
    notes = [
        "The official measures are those of ndeval, with its equations: binary gains, α = 0.5, NRBP with β = 0.5; RBU "
        "is computed with (2^g − 1)/2^H. The paper took NIST's values; these come from this package.",
        _ORDERED[order],
        "The heading of the paper's second column prints α-nDCG twice, where the first should be α-DCG.",
        *briefly(of_first),
    ]
    return Result(tables, checks=[*_statements(name, by_column), *numbers], notes=notes)


def _statements(name: str, by_column: Mapping[str, Values]) -> Iterator[Check]:
    yield ap_ia_is_first(name, by_column["official"])
    yield persistence_helps(name, by_column["official"])
    for column in ("k = 20", "k = 20, e = 0"):
        yield rbu_is_highest(name, column, by_column[column])
    yield all_rbu_alike(name, by_column["k = 20"])
    for column, values in by_column.items():
        yield s_recall_is_last(name, column, values)


def _family(column: str, values: Values, family: str) -> list[float]:
    return [values[each.name] for each in COLUMNS[column] if each.family == family]


def _others(column: str, values: Values, *families: str) -> tuple[str, float]:
    """Give the measure with the highest value beside some, and its value."""
    others: Sequence[Variant] = [each for each in COLUMNS[column] if each.family not in families]
    best = max(others, key=lambda each: values[each.name])
    return best.name, values[best.name]


def ap_ia_is_first(collection: str, values: Values) -> Check:
    """Ask whether AP-IA is above all others, and RBU with p = 0.99 near it."""
    its, (name, most) = values["AP_IA"], _others("official", values, "AP-IA")
    near = _persistent(values, "0.99")
    others = [each for each in COLUMNS["official"] if each.family != "AP-IA"]
    n_cut = sum("k" in each.parameters for each in others)
    is_first = its > most - EQUAL
    return claim(
        f"Table 3, official ({collection})",
        f"AP-IA has the highest unanimity, RBU with p = 0.99 nearly the same (within {NEAR:g})",
        "0.9771, 0.9770..0.9766",
        f"{its:.4f}, {values_told(near)}; the best beside AP-IA is {name} with {most:.4f}",
        f"RBU with p = 0.99 is up to {its - min(near):.4f} below AP-IA"
        if is_first
        else f"AP-IA joins {2 ** (its - 1):.0%} of the pairs of lists on which no other disagrees; perhaps since it "
        f"counts what is found below rank 20, which {n_cut} of the {len(others)} others do not",
        holds=is_first and its - min(near) < NEAR,
    )


def _persistent(values: Values, p: str) -> list[float]:
    return [values[each.name] for each in COLUMNS["official"] if each.parameters.get("p") == p]


def persistence_helps(collection: str, values: Values) -> Check:
    """Ask whether the mean of RBU over efforts grows with p."""
    found = {p: _persistent(values, p) for p in GRID["p"]}
    mean = [sum(each) / len(each) for each in found.values()]
    return claim(
        f"Section 6.4 ({collection})",
        "RBU with a larger p is more unanimous, in the mean over efforts",
        "0.9760..0.9750, 0.9763..0.9760, 0.9770..0.9766",
        ", ".join(f"p={p}: {values_told(each)}" for p, each in found.items()),
        "the mean over efforts does not grow with p for these runs",
        holds=mean == sorted(mean) and mean[-1] > mean[0] + EQUAL,
    )


def rbu_is_highest(collection: str, column: str, values: Values) -> Check:
    """Ask whether all variants of RBU are above all other measures of a column."""
    ours, (name, most) = _family(column, values, "RBU"), _others(column, values, "RBU")
    return claim(
        f"Table 3, {column} ({collection})",
        "all variants of RBU have the highest unanimity",
        "yes",
        f"RBU {values_told(ours)}; the best of the others is {name} with {most:.4f}",
        f"with these runs {name} has {'more' if most > min(ours) + EQUAL else 'as much'}",
        holds=min(ours) > most + EQUAL,
    )


def all_rbu_alike(collection: str, values: Values) -> Check:
    """Ask whether all variants of RBU have the same unanimity when they stop at rank 20."""
    ours = _family("k = 20", values, "RBU")
    return claim(
        f"Table 3, k = 20 ({collection})",
        "RBU has the same unanimity for all p and e",
        "0.9556",
        values_told(ours),
        f"it differs by up to {_spread(values, 'p'):.4f} between efforts with the same p, which only lists of "
        f"different lengths can make, and by up to {_spread(values, 'e'):.4f} between p with the same effort",
        holds=max(ours) - min(ours) < EQUAL,
    )


def _spread(values: Values, same: str) -> float:
    """Give the largest difference between variants of RBU that share a parameter."""
    groups: dict[str, list[float]] = {}
    for each in COLUMNS["k = 20"]:
        if each.family == "RBU":
            groups.setdefault(each.parameters[same], []).append(values[each.name])
    return max(max(group) - min(group) for group in groups.values())


def s_recall_is_last(collection: str, column: str, values: Values) -> Check:
    """Ask whether S-Recall is below all other measures of a column."""
    ours, rest = _family(column, values, "S-Recall"), [each for each in COLUMNS[column] if each.family != "S-Recall"]
    lowest = min(rest, key=lambda each: values[each.name])
    return claim(
        f"Table 3, {column} ({collection})",
        "S-Recall is below all other measures",
        "yes",
        f"S-Recall {values_told(ours)}; the lowest other is {lowest.name} with {values[lowest.name]:.4f}",
        f"{lowest.name} is not above S-Recall",
        holds=max(ours) < values[lowest.name],
    )
