"""The main job on a simulated collection whose truth is known: which system is better, and which measure tells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

from axiometer.axioms.checking import check_axioms
from axiometer.axioms.published import AXIOMS_OF
from axiometer.data import Judgments
from axiometer.engines.evaluator import evaluate
from axiometer.engines.measurements import Measurements
from axiometer.errors import InputError
from axiometer.io import read_judgments, scan_runs
from axiometer.io.simulated import JUDGMENTS, RUNS, TRUTH, WEIGHTS
from axiometer.io.simulated import WORLD as WORLD_FILE
from axiometer.meta.compare import compare
from axiometer.meta.concordance import ALL, concordance
from axiometer.meta.unanimity import unanimity
from axiometer.notes import lines_of
from axiometer.plots.drawing import Drawing
from axiometer.report.axiom_sheets import SIGNS, matrices
from axiometer.report.page.document import Choices, make_report
from axiometer.simulate.search import SearchWorld
from axiometer.stats.correlation import tau_b
from axiometer_papers.axiom_tables import explained
from axiometer_papers.study import Figure, Part, Progress, Result, Setting, Study, Table

MEASURES: Final = ("P@20", "nDCG@20", "ERR_IA@20", "alpha_nDCG@20", "RBU(p=0.9,e=0.05)@20")
GOLD: Final = ("S_Recall@10", "P@10")
WORLD: Final = SearchWorld(vary=("diversity", "redundancy"), seed=5)
CASES: Final = 2000
REPORT_CASES: Final = 500
LEVEL: Final = 0.05
AGAIN: Final = "command"
"""The parameter of a part that has the command which does the same in the folder of the collection."""
ABOUT: Final = (
    f"A simulated collection: {WORLD.systems} systems answer {WORLD.queries} queries, each with several aspects. All "
    "systems find about as many relevant items; they differ in how many aspects they show and how often they repeat "
    "themselves. Since the collection is simulated, the true order of the systems is known, and each measure can be "
    "held against it.",
)


@dataclass(frozen=True, eq=False)
class Demonstration:
    """What can be done with the files of a simulated collection, which are in a folder."""

    folder: Path

    def study(self) -> Study:
        """Give all of it as an experiment."""
        return Study("demo", "Twelve systems, five measures", ABOUT, self.plan, citation="")

    def plan(self, setting: Setting) -> Sequence[Part]:
        """Give the parts, each with the command that does the same."""
        data, measured = f"simulated, seed {WORLD.seed}", {"measures": list(MEASURES)}
        files = [*self._runs, *(self.folder / name for name in (JUDGMENTS, WEIGHTS, TRUTH))]
        tested = {"test": "paired t", "correction": "Holm", "level": LEVEL}
        checked = {**measured, "cases": CASES, "seed": setting.seed, AGAIN: _command("axioms", f"--cases {CASES}")}
        asked = {"gold standards": list(GOLD)}
        gold = " ".join(f"--gold {name}" for name in GOLD)
        return [
            Part("evaluate", "Which system is better?", self.evaluated, measured | _again("evaluate"), data, files),
            Part(
                "compare",
                "Is the difference real?",
                self.compared,
                measured | tested | _again("compare"),
                data,
                files,
            ),
            Part("axioms", "Does a measure behave as it should?", lambda told: _axioms(setting, told), checked),
            Part(
                "unanimity",
                "Does it see what all others see?",
                self.unanimous,
                measured | _again("meta unanimity"),
                data,
                files,
            ),
            Part(
                "concordance",
                "Where two disagree, who is right?",
                self.concordant,
                measured | asked | _again("meta concordance", gold),
                data,
                files,
            ),
        ]

    def report(self, output: Path) -> str:
        """Make a page to look at, which tells how it is made again in the folder of the collection."""
        runs, judgments = scan_runs(self._runs), self.judgments
        # The page opens with the first measure: one that tells systems apart.
        measures = [*reversed(MEASURES)]
        command = ["axiometer", "report", JUDGMENTS, f"{RUNS}/*", "--weights", WEIGHTS, "-m", " ".join(measures)]
        choices = Choices(title="Twelve systems, five measures", cases=REPORT_CASES)
        more = ["--title", choices.title, "--cases", str(REPORT_CASES), "--output", output.name]
        measured = evaluate(judgments, runs, measures)
        return make_report(measured, judgments, runs, choices=choices, command=[*command, *more])

    @property
    def _runs(self) -> list[Path]:
        return sorted((self.folder / RUNS).iterdir())

    @cached_property
    def judgments(self) -> Judgments:
        """The judgments with the weights of aspects."""
        return read_judgments(self.folder / JUDGMENTS, weights=self.folder / WEIGHTS)

    @cached_property
    def measured(self) -> Measurements:
        """All that is asked of the runs, once."""
        return evaluate(self.judgments, scan_runs(self._runs), [*dict.fromkeys((*MEASURES, *GOLD))])

    @cached_property
    def of_measures(self) -> pl.DataFrame:
        """The values of the five measures, one row per system, query and measure."""
        return self.measured.to_polars().filter(pl.col("measure").is_in(MEASURES))

    @cached_property
    def true_rank(self) -> dict[str, int]:
        """The true order of the systems."""
        return dict(pl.read_csv(self.folder / TRUTH, separator="\t").select("system", "true_rank").rows())

    def evaluated(self, _: Progress) -> Result:
        """Measure the systems, and hold the order of each measure against the truth."""
        means = self.measured.mean().filter(pl.col("measure").is_in(MEASURES))
        wide = means.pivot("measure", index="system", values="value", maintain_order=True)
        rank = pl.Series("true rank", [self.true_rank[name] for name in wide["system"]])
        wide = wide.insert_column(1, rank).sort("true rank")
        scores = np.stack([-wide["true rank"].to_numpy().astype(float), *(wide[name].to_numpy() for name in MEASURES)])
        order = pl.DataFrame({"measure": MEASURES, "tau": tau_b(scores)[0, 1:]})
        n = wide.height
        # The standard deviation of τ between independent orders, times the quantile of the normal distribution.
        chance = 1.96 * (2 * (2 * n + 5) / (9 * n * (n - 1))) ** 0.5
        bars = Drawing(title="Kendall's τ with the true order of systems", mark="bar", x="tau", y="measure")
        return Result(
            [
                Table("means", "Means, the truly best system first", wide),
                Table("order", f"Kendall's τ with the true order; by chance alone it is within ±{chance:.2f}", order),
            ],
            [Figure.of("order", bars, order)],
            notes=["Within the bounds of chance: 95 % of all orders that have nothing to do with the true one."],
        )

    def compared(self, _: Progress) -> Result:
        """Test all pairs of systems, and count what is found rightly and wrongly."""
        pairs = compare(self.of_measures, alpha=LEVEL).table
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
        return Result([
            Table("decisions", "Pairs of systems found to differ significantly", counts),
            Table("pairs", "All pairs", pairs),
        ])

    def unanimous(self, _: Progress) -> Result:
        """Measure how unanimous the measures are."""
        found = unanimity(self.of_measures)
        figures = [Figure.of("unanimity", found.drawing, found.table)] if found.drawing else []
        return Result([Table("unanimity", "Metric unanimity", found.table)], figures, notes=lines_of(found.notes))

    def concordant(self, _: Progress) -> Result:
        """Ask gold standards where two measures disagree."""
        found = concordance(self.measured.to_polars(), GOLD)
        return Result(
            [
                Table("wins", f"Significant wins by {ALL.join(GOLD)}", _wins(found.table)),
                Table("concordance", "Who sides with the gold standard", found.table),
            ],
            notes=lines_of(found.notes),
        )


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
        raise InputError("other files, or not all", expected, source=str(folder))
    return True


def _wins(table: pl.DataFrame) -> pl.DataFrame:
    """Count for each measure the others that it beats, and those that beat it, by all gold standards together."""
    decided = table.filter((pl.col("gold") == ALL.join(GOLD)) & (pl.col("p_value") < LEVEL))
    is_first = pl.col("wins_first") > pl.col("wins_second")
    winner = decided.select(pl.when(is_first).then("first").otherwise("second")).to_series()
    loser = decided.select(pl.when(is_first).then("second").otherwise("first")).to_series()
    names = pl.concat([table["first"], table["second"]]).unique(maintain_order=True)
    columns = {"beats": winner, "beaten by": loser}
    return pl.DataFrame({
        "measure": names,
        **{head: [int((found == name).sum()) for name in names] for head, found in columns.items()},
    })


def _axioms(setting: Setting, progress: Progress) -> Result:
    """Check the axioms for search of each measure."""
    names = [f"search:{name}" for name in AXIOMS_OF["search"].split()]
    verdicts = check_axioms([*MEASURES], names, cases=CASES, seed=setting.seed, jobs=setting.jobs, progress=progress)
    (matrix,) = matrices(verdicts, against_paper=False)
    signs = f"{SIGNS['satisfied']} holds, {SIGNS['partly']} holds up to the cut-off only, {SIGNS['not']} violated"
    return Result([Table("axioms", f"Axioms of search: {signs}", matrix.to_polars())], notes=explained(verdicts))


def _again(name: str, more: str = "") -> dict[str, str]:
    return {AGAIN: _command(name, f'{JUDGMENTS} "{RUNS}/*" --weights {WEIGHTS} {more}'.rstrip())}


def _command(name: str, given: str) -> str:
    return f'axiometer {name} {given} -m "{" ".join(MEASURES)}"'
