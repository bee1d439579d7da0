"""The main job on a simulated collection whose truth is known: which system is better, and which measure tells."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer.io.simulated import JUDGMENTS, RUNS, TRUTH, WEIGHTS
from axiometer.io.simulated import WORLD as WORLD_FILE
from axiometer.report.axiom_sheets import SIGNS, matrices

MEASURES: Final = ("P@20", "nDCG@20", "ERR_IA@20", "alpha_nDCG@20", "RBU(p=0.9,e=0.05)@20")
GOLD: Final = ("S_Recall@10", "P@10")
BOTH: Final = " and ".join(GOLD)
WORLD: Final = ax.simulate.SearchWorld(vary=("diversity", "redundancy"), seed=5)
AXIOMS: Final = "Pri Deep DeepTh CloseTh Conf AspDiv Red MRed Sat AspRel"
CASES: Final = 2000
REPORT_CASES: Final = 500
LEVEL: Final = 0.05
NAMED: Final = f'-m "{" ".join(MEASURES)}"'
TITLE: Final = "Twelve systems, five measures"
ABOUT: Final = (
    f"A simulated collection: {WORLD.systems} systems answer {WORLD.queries} queries, each with several aspects. All "
    "systems find about as many relevant items; they differ in how many aspects they show and how often they repeat "
    "themselves. Since the collection is simulated, the true order of the systems is known, and each measure can be "
    "held against it."
)


@dataclass(frozen=True, eq=False)
class Step:
    """A question and its answer.

    Attributes
    ----------
    title
        The question.
    command
        What gives the same in the folder of the collection.
    tables
        By what they show.
    charts
        In Vega-Lite.
    notes
        What there is to know besides.
    """

    title: str
    command: str
    tables: Mapping[str, pl.DataFrame]
    charts: Sequence[Mapping[str, object]] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Demonstration:
    """What can be done with the files of a simulated collection, which are in a folder."""

    folder: Path

    def steps(self) -> Iterator[Step]:
        """Do one step after the other."""
        yield self.evaluated()
        yield self.compared()
        yield self.checked()
        yield self.unanimous()
        yield self.concordant()

    def report(self, output: Path) -> str:
        """Make a page to click through, which tells how it is made again in the folder of the collection."""
        # The page opens with the first measure: one that tells systems apart.
        measures = [*reversed(MEASURES)]
        command = ["axiometer", "report", JUDGMENTS, f"{RUNS}/*", "--weights", WEIGHTS, "-m", " ".join(measures)]
        more = ["--title", TITLE, "--cases", str(REPORT_CASES), "--output", output.name]
        choices = ax.ReportChoices(title=TITLE, cases=REPORT_CASES)
        measured = ax.evaluate(self.judgments, self.runs, measures)
        return ax.make_report(measured, self.judgments, self.runs, choices=choices, command=[*command, *more])

    @property
    def runs(self) -> ax.Runs:
        """The files of the systems."""
        return ax.scan_runs(sorted((self.folder / RUNS).iterdir()))

    @cached_property
    def judgments(self) -> ax.Judgments:
        """The judgments with the weights of aspects."""
        return ax.read_judgments(self.folder / JUDGMENTS, weights=self.folder / WEIGHTS)

    @cached_property
    def measured(self) -> ax.Measurements:
        """All that is asked of the runs, once."""
        return ax.evaluate(self.judgments, self.runs, [*dict.fromkeys((*MEASURES, *GOLD))])

    @cached_property
    def of_measures(self) -> pl.DataFrame:
        """The values of the five measures, one row per system, query and measure."""
        return self.measured.to_polars().filter(pl.col("measure").is_in(MEASURES))

    @cached_property
    def true_rank(self) -> dict[str, int]:
        """The true order of the systems."""
        return dict(pl.read_csv(self.folder / TRUTH, separator="\t").select("system", "true_rank").rows())

    def evaluated(self) -> Step:
        """Measure the systems, and hold the order of each measure against the truth."""
        means = self.measured.mean().filter(pl.col("measure").is_in(MEASURES))
        wide = means.pivot("measure", index="system", values="value", maintain_order=True)
        rank = pl.Series("true rank", [self.true_rank[name] for name in wide["system"]])
        wide = wide.insert_column(1, rank).sort("true rank")
        scores = np.stack([-wide["true rank"].to_numpy().astype(float), *(wide[name].to_numpy() for name in MEASURES)])
        order = pl.DataFrame({"measure": MEASURES, "tau": ax.meta.tau_b(scores)[0, 1:]})
        n = wide.height
        # The standard deviation of τ between independent orders, times the quantile of the normal distribution.
        chance = 1.96 * (2 * (2 * n + 5) / (9 * n * (n - 1))) ** 0.5
        bars = ax.Drawing(title="Kendall's τ with the true order of systems", mark="bar", x="tau", y="measure")
        tables = {
            "Means, the truly best system first": wide,
            f"Kendall's τ with the true order; by chance alone it is within ±{chance:.2f}": order,
        }
        note = "Within the bounds of chance: 95 % of all orders that have nothing to do with the true one."
        return Step("Which system is better?", _command("evaluate"), tables, [bars.to_vega_lite(order)], [note])

    def compared(self) -> Step:
        """Test all pairs of systems, and count what is found rightly and wrongly."""
        pairs = ax.compare(self.of_measures, alpha=LEVEL).table
        rank = [pairs[side].replace_strict(self.true_rank, return_dtype=pl.Int64) for side in ("left", "right")]
        is_found, is_left_better = pl.col("p_corrected") < LEVEL, pl.col("difference") > 0
        is_right = is_left_better == pl.col("is_left_truly_better")
        counts = (
            pairs
            .with_columns(is_left_truly_better=rank[0] < rank[1])
            .group_by("measure", maintain_order=True)
            .agg(
                pl.len().alias("pairs"),
                is_found.sum().alias("significant"),
                (is_found & is_right).sum().alias("of these right"),
                (is_found & ~is_right).sum().alias("wrong"),
            )
        )
        title = "Pairs of systems found to differ significantly"
        return Step("Is the difference real?", _command("compare"), {title: counts})

    def checked(self) -> Step:
        """Check the axioms for search of each measure."""
        verdicts = ax.check_axioms([*MEASURES], [f"search:{name}" for name in AXIOMS.split()], cases=CASES)
        (matrix,) = matrices(verdicts, against_paper=False)
        signs = f"{SIGNS['satisfied']} holds, {SIGNS['partly']} holds up to the cut-off only, {SIGNS['not']} violated"
        command = f"axiometer axioms --cases {CASES} {NAMED}"
        stated = [f"{axiom.name}, {axiom.title}: {axiom.statement}" for axiom in verdicts.axioms]
        tables = {f"Axioms of search: {signs}": matrix.to_polars()}
        return Step("Does a measure behave as it should?", command, tables, notes=stated)

    def unanimous(self) -> Step:
        """Measure how unanimous the measures are."""
        found, command = ax.meta.unanimity(self.of_measures), _command("meta unanimity")
        charts, notes = [found.to_vega_lite()] if found.drawing else [], ax.note_lines(found.notes)
        return Step("Does it see what all others see?", command, {"Metric unanimity": found.table}, charts, notes)

    def concordant(self) -> Step:
        """Ask gold standards where two measures disagree."""
        found = ax.meta.concordance(self.measured.to_polars(), GOLD)
        command = _command("meta concordance", *(f"--gold {name}" for name in GOLD))
        tables = {f"Significant wins by {BOTH}": wins(found.table), "Who sides with the gold standard": found.table}
        return Step("Where two disagree, who is right?", command, tables, notes=ax.note_lines(found.notes))


def is_written(folder: Path) -> bool:
    """Tell whether the collection is in a folder; refuse a folder with something else, or with a part of it."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return False
    try:
        its = json.loads((folder / WORLD_FILE).read_bytes())
    except (OSError, ValueError):
        its = {}
    ours = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(WORLD).items()}
    is_ours = isinstance(its, dict) and ours.items() <= its.items()
    names = [JUDGMENTS, WEIGHTS, TRUTH, *(f"{RUNS}/{system}.run.gz" for system in WORLD.truth()["system"])]
    if not (is_ours and all((folder / name).is_file() for name in names)):
        expected = "the collection of axiometer demo, or nothing; remove it, or name another folder with --output"
        raise ax.InputError("other files, or not all", expected, source=str(folder))
    return True


def wins(table: pl.DataFrame) -> pl.DataFrame:
    """Count for each measure the others that it beats, and those that beat it, by all gold standards together."""
    decided = table.filter((pl.col("gold") == BOTH) & (pl.col("p_value") < LEVEL))
    is_first = pl.col("wins_first") > pl.col("wins_second")
    winner = decided.select(pl.when(is_first).then("first").otherwise("second")).to_series()
    loser = decided.select(pl.when(is_first).then("second").otherwise("first")).to_series()
    names = pl.concat([table["first"], table["second"]]).unique(maintain_order=True)
    columns = {"beats": winner, "beaten by": loser}
    return pl.DataFrame({
        "measure": names,
        **{head: [int((found == name).sum()) for name in names] for head, found in columns.items()},
    })


def page(steps: Sequence[Step], command: str) -> str:
    """Write all steps as a page of HTML, with figures where the program that draws them is there."""
    parts = [f"<p>{escape(ABOUT)}</p>", f"<pre>{escape(command)}</pre>"]
    for step in steps:
        parts += [f"<h2>{escape(step.title)}</h2>", f"<pre>{escape(step.command)}</pre>"]
        parts += [ax.write_table(table, "html", title=title) for title, table in step.tables.items()]
        parts += [f"<figure>{_drawn(chart, step.title)}</figure>" for chart in step.charts]
        parts += [f'<p class="soft">{escape(note)}</p>' for note in step.notes]
    return ax.html_page(TITLE, parts)


def _drawn(chart: Mapping[str, object], title: str) -> str:
    try:
        picture = b64encode(ax.draw(chart, "svg")).decode()
    except ax.UsageError as error:
        return f"<figcaption>{escape(str(error))}</figcaption>"
    return f'<img src="data:image/svg+xml;base64,{picture}" alt="{escape(title)}">'


def _command(name: str, *more: str) -> str:
    return " ".join(["axiometer", name, JUDGMENTS, f'"{RUNS}/*"', "--weights", WEIGHTS, *more, NAMED])
