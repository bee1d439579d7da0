"""Table 2: which measures side with intent recall and precision where two of them disagree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import polars as pl

import axiometer as ax
from axiometer_papers.concordance.lengths import lengths_told
from axiometer_papers.concordance.measured import GOLD_NAMES, INTENT_RECALL, MEASURES, PRECISION, PRINTED, Measured
from axiometer_papers.concordance.orders import relation, violations, written
from axiometer_papers.concordance.published import LIST_PAIRS, ORDERS, TABLE_2, WINS_OF_U_IA
from axiometer_papers.concordance.published import MEASURES as SIX
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Table, claim, few_systems

LEVELS: Final = ((0.01, "‡"), (0.05, "†"))
OTHER_RUNS: Final = "other runs and lengths than the paper's"
RARELY: Final = 0.1
"""Two measures that disagree on fewer of all pairs of lists than this are said to behave alike."""
READINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "ERR-IA of ndeval": SIX,
    PRINTED: tuple(PRINTED if name == "ERR-IA" else name for name in SIX),
}
SQUARES: Final = {"gold": pl.String, "measure": pl.String, "other": pl.String, "concordant": pl.Float64}
Row = Mapping[str, object]


def table_2(measured: Measured) -> Part:
    """Test the concordance of six measures for one collection."""
    name, lengths = measured.source.name, measured.setting.lengths
    parameters = {
        "measures": [f"{name}: {full}" for name, full in MEASURES.items()],
        "gold standards": [INTENT_RECALL, PRECISION],
        "sign test": [level for level, _ in LEVELS],
        "lengths": lengths_told(measured.source, lengths),
        "order of lists": measured.order,
        "seed": measured.setting.seed,
    }
    files = (*measured.source.files, *([lengths] if lengths else []))
    title = f"Table 2: concordance with intent recall and precision, {name}"
    make = partial(_made, measured)
    data = f"{measured.source.told}; lengths of items: {parameters['lengths']}"
    return Part(table_2_name(measured), title, make, parameters, data, files)


def table_2_name(measured: Measured) -> str:
    """Give the name of the part of a collection."""
    return f"table-2-{measured.source.name}"


def _made(measured: Measured, _progress: Progress) -> Result:
    outcomes, notes = measured.found
    return told(measured.source.name, ax.meta.concordance(outcomes, [INTENT_RECALL, PRECISION]), notes)


def told(name: str, found: ax.Finding, notes: Sequence[str]) -> Result:
    """Write the three parts of the table, the orders that follow, and what the paper says."""
    frame = long_form(found)
    tables = []
    for letter, gold in zip("abc", GOLD_NAMES, strict=True):
        part = frame.filter(gold=gold)
        title = f"({letter}) Gold standard: {gold}"
        tables.append(Table(f"table-2-{name}-{letter}", title, part, triangle(part)))
    orders = pl.DataFrame([row for gold in GOLD_NAMES for row in _orders(frame.filter(gold=gold), gold)])
    tables.append(Table(f"orders-{name}", "The orders that follow", orders))
    told = [
        *few_systems(name, found.parameters["systems"]),
        "The paper had the 17 Category A runs of TREC 2011 and its own estimates of the lengths of documents. Neither "
        "is public as a whole, so that its numbers stand beside ours and cannot be the same.",
        "Shares of the disagreements in which the row and the column side with the gold standard, ‡ significant at "
        "0.01, † at 0.05 by the sign test, and how many disagreements there are.",
        f"{found.parameters['systems']} systems, {found.parameters['queries']} queries, {found.parameters['pairs']} "
        f"pairs of lists; the paper had 17, 50 and {LIST_PAIRS}.",
        "ERR-IA is that of ndeval, with binary gains and α = 0.5, whose values the paper took. Its equations (3) and "
        f"(4) have graded gains: that is the row {PRINTED}.",
        "A ≫ B: A is significantly better than B at 0.05; > stands where only some of the one group beat some of "
        "the next.",
        *notes,
        *ax.note_lines(note for note in found.notes if note.kind != "nearly_tied"),
    ]
    checks = [*_statements(frame, name, int(found.parameters["pairs"])), *_numbers(frame, name)]
    return Result(tables, [_figure(name, frame)], checks, told)


def long_form(found: ax.Finding) -> pl.DataFrame:
    """Give the finding with the names of the paper and the marks of the sign test."""
    measure_of = {full: name for name, full in MEASURES.items()}
    gold_of = {full: name for name, full in GOLD_NAMES.items()}
    mark = pl.lit("")
    for level, sign in reversed(LEVELS):
        mark = pl.when(pl.col("p_value").is_not_nan() & (pl.col("p_value") < level)).then(pl.lit(sign)).otherwise(mark)
    return found.table.with_columns(
        pl.col("gold").replace_strict(gold_of),
        pl.col("first", "second").replace_strict(measure_of),
        mark.alias("mark"),
    )


def cell(row: Row) -> str:
    """Write a cell as the paper does: ``84%/80%† (1463)``."""
    if not row["disagreements"]:
        return "– (0)"
    return f"{row['first_concordant']:.0%}/{row['second_concordant']:.0%}{row['mark']} ({row['disagreements']})"


def triangle(part: pl.DataFrame) -> pl.DataFrame:
    """Put each pair of measures into the cell of its row and column."""
    cells = {(row["first"], row["second"]): cell(row) for row in part.iter_rows(named=True)}
    names = [*MEASURES]
    return pl.DataFrame({
        "": names[:-1],
        **{second: [cells.get((first, second), "-") for first in names[:-1]] for second in names[1:]},
    })


def wins_of(part: pl.DataFrame, names: Sequence[str]) -> set[tuple[str, str]]:
    """Give the pairs of a measure and another that it is significantly better than."""
    found = set()
    for row in part.filter(pl.col("mark") != "").iter_rows(named=True):
        pair = (row["first"], row["second"])
        if set(pair) <= set(names):
            found.add(pair if row["wins_first"] > row["wins_second"] else pair[::-1])
    return found


def _orders(part: pl.DataFrame, gold: str) -> Iterator[dict[str, str]]:
    for reading, names in READINGS.items():
        wins = wins_of(part, names)
        broken = violations(wins, names)
        yield {
            "gold standard": gold,
            "ERR-IA": "of ndeval" if reading != PRINTED else "as printed",
            "order here": written(wins, names),
            "transitive": "yes"
            if not broken
            else "no: " + "; ".join(" ≫ ".join(each[:2]) + f", not {each[0]} ≫ {each[2]}" for each in broken),
            "order of the paper": ORDERS[gold],
        }


def _statements(frame: pl.DataFrame, name: str, n_pairs: int) -> Iterator[Check]:
    for gold in GOLD_NAMES:
        yield _order(frame.filter(gold=gold), gold, name)
    rows = {(row["first"], row["second"]): row for row in frame.filter(gold="intent recall").iter_rows(named=True)}
    for first, second, n in (("D-U", "U-IA", 54), ("ERR-IA", "α-nDCG", 292)):
        found = int(rows[first, second]["disagreements"])
        share = found / n_pairs
        rest = [int(row["disagreements"]) for pair, row in rows.items() if set(pair) <= set(SIX)]
        ours = f"{found} of {n_pairs} ({share:.1%}); all pairs of measures {min(rest)} to {max(rest)}"
        what = f"{first} and {second} disagree rarely (on fewer than {RARELY:.0%} of the pairs of lists)"
        why = f"on {share:.1%} of the pairs of lists"
        published = f"{n} of {LIST_PAIRS} ({n / LIST_PAIRS:.1%})"
        yield claim(f"Section 5 ({name})", what, published, ours, why, holds=share < RARELY)
    yield _winner(frame.filter(gold="both"), name)
    row = rows["U-IA", "ERR-IA"]
    ours = f"{row['wins_first']} and {row['wins_second']}"
    what = "how often U-IA and ERR-IA win by intent recall"
    published = f"{WINS_OF_U_IA[0]} and {WINS_OF_U_IA[1]}"
    yield Check(f"Section 5, footnote ({name})", what, published, ours, "not comparable", OTHER_RUNS)


def _order(part: pl.DataFrame, gold: str, name: str) -> Check:
    """Ask whether the pairs of measures that differ significantly are those of the paper."""
    wins, theirs = wins_of(part, SIX), relation(ORDERS[gold])
    opposite = {(b, a) for a, b in theirs} & wins
    unclear, new = theirs - wins - {(b, a) for a, b in opposite}, wins - theirs - opposite
    broken = violations(wins, SIX)
    ours = (
        f"{written(wins, SIX)}; {len(theirs & wins)} of the paper's {len(theirs)} significant pairs, {len(opposite)} "
        f"the other way round, {len(unclear)} not significant, {len(new)} more; "
        f"{'transitive' if not broken else f'not transitive in {len(broken)} triples'}"
    )
    told = [
        f"{word}: {_pairs(pairs)}"
        for word, pairs in (
            ("not significant here", unclear),
            ("the other way round", opposite),
            ("significant only here", new),
        )
        if pairs
    ]
    why = "; ".join([*told, OTHER_RUNS])
    return claim(f"Section 5 ({name})", f"order by {gold}", ORDERS[gold], ours, why, holds=wins == theirs)


def _pairs(pairs: Collection[tuple[str, str]]) -> str:
    in_order = sorted(pairs, key=lambda pair: [SIX.index(name) for name in pair])
    return ", ".join(" ≫ ".join(pair) for pair in in_order)


def _winner(part: pl.DataFrame, name: str) -> Check:
    wins = wins_of(part, SIX)
    beaten = [other for other in SIX if ("D♯-nDCG", other) in wins]
    beats = [other for other in SIX if (other, "D♯-nDCG") in wins]
    holds = len(beaten) == len(SIX) - 1
    open_to = [each for each in SIX[1:] if each not in beaten and each not in beats]
    ours = f"significantly better than {', '.join(beaten) or 'none'}; worse than {', '.join(beats) or 'none'}"
    why = f"significantly better: {', '.join(beats)}. " if beats else ""
    why += f"No significant difference from {', '.join(open_to)}. " if open_to else ""
    what = "D♯-nDCG is significantly better than all others by both gold standards"
    return claim(f"Section 5 ({name})", what, "yes", ours, f"{why}{OTHER_RUNS.capitalize()}", holds=holds)


def _numbers(frame: pl.DataFrame, name: str) -> Iterator[Check]:
    for letter, gold in zip("abc", GOLD_NAMES, strict=True):
        rows = {(row["first"], row["second"]): row for row in frame.filter(gold=gold).iter_rows(named=True)}
        for pair, theirs in TABLE_2[gold].items():
            where, what = f"Table 2 ({letter}) ({name})", f"{pair[0]} and {pair[1]}, {gold}"
            yield Check(where, what, str(theirs), cell(rows[pair]), "not comparable", OTHER_RUNS)


def _figure(name: str, frame: pl.DataFrame) -> Figure:
    letter = {gold: f"({letter}) {gold}" for letter, gold in zip("abc", GOLD_NAMES, strict=True)}
    # Empty squares on the diagonal put the measures of both axes in the same order.
    diagonal = [(gold, each, each, None) for gold in GOLD_NAMES for each in MEASURES]
    ways = [pl.DataFrame(diagonal, schema=SQUARES, orient="row")]
    for one, other, share in (("first", "second", "first_concordant"), ("second", "first", "second_concordant")):
        ways.append(
            frame.select(
                "gold", pl.col(one).alias("measure"), pl.col(other).alias("other"), pl.col(share).alias("concordant")
            )
        )
    drawing = ax.Drawing(
        title=f"Share of disagreements in which the row sides with the gold standard against the column, {name}",
        mark="rect",
        x="other",
        y="measure",
        colour="concordant",
        column="gold",
        titles={"concordant": "share concordant", "other": "against"},
    )
    return Figure.of(f"table-2-{name}", drawing, pl.concat(ways).with_columns(pl.col("gold").replace(letter)))
