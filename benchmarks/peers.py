"""Other programs, from files to means in the way their users write it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import polars as pl
from command import say
from synthetic import FIELDS, JUDGMENT_FIELDS
from timing import PartlyTimed

MEASURES = ("AP", "nDCG", "P@10", "R@1000")
DIVERSITY_MEASURES = ("alpha_nDCG@20", "ERR_IA@20", "NRBP", "StRecall@20")
"""As ir-measures calls them; we know StRecall as another name of S_Recall."""
PYNDEVAL_MEASURES = ("alpha-nDCG@20", "ERR-IA@20", "NRBP", "strec@20")
"""The same as pyndeval calls them."""

NUMBERS = {"grade": pl.Int64, "score": pl.Float64}

Means = dict[str, tuple[float, ...]]
"""For each run, by the name of its file, the means of the measures."""
Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Peer:
    """A program to compare with.

    Attributes
    ----------
    package, module
        What it is called where it is installed from, and where it is imported.
    evaluate
        A function from the judgments and the runs to means, perhaps with the seconds that count.
    tolerance
        By how much its means may differ from ours.
    """

    package: str
    module: str
    evaluate: Callable[[Path, Sequence[Path]], Means | PartlyTimed]
    tolerance: float

    @property
    def is_installed(self) -> bool:
        """Whether it can be imported."""
        return find_spec(self.module) is not None


def read_columns(runs: Sequence[Path]) -> None:
    """Read query, item and score of one run after the other, and do nothing else."""
    for path in runs:
        columns = pl.scan_csv(path, separator=" ", has_header=False, quote_char=None, new_columns=FIELDS)
        columns.select("query", "item", "score").collect()


def evaluate_with_axiometer(
    judgments: Path,
    runs: Sequence[Path],
    measures: Sequence[str] = MEASURES,
    *,
    profile: str = "trec_eval",
    jobs: int = 1,
) -> Means:
    import axiometer

    measured = axiometer.evaluate(
        axiometer.read_judgments(judgments), axiometer.scan_runs(runs), measures, profile=profile, jobs=jobs
    )
    return {system: tuple(means) for system, *means in measured.table().iter_rows()}


def evaluate_with_pytrec_eval(judgments: Path, runs: Sequence[Path]) -> Means:
    import pytrec_eval

    names = ("map", "ndcg", "P_10", "recall_1000")
    with judgments.open(encoding="utf-8") as lines:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(lines), names)
    means = {}
    for path in runs:
        with path.open() as lines:
            values = evaluator.evaluate(pytrec_eval.parse_run(lines)).values()
        means[path.stem] = tuple(sum(each[name] for each in values) / len(values) for name in names)
    return means


def evaluate_with_ir_measures(judgments: Path, runs: Sequence[Path], measures: Sequence[str] = MEASURES) -> Means:
    import ir_measures

    wanted = [ir_measures.parse_measure(name) for name in measures]
    evaluator = ir_measures.evaluator(wanted, ir_measures.read_trec_qrels(str(judgments)))
    means = {}
    for path in runs:
        mean = evaluator.calc_aggregate(ir_measures.read_trec_run(str(path)))
        means[path.stem] = tuple(mean[measure] for measure in wanted)
    return means


def evaluate_with_ranx(judgments: Path, runs: Sequence[Path]) -> Means:
    import ranx

    names = ["map", "ndcg", "precision@10", "recall@1000"]
    grades = ranx.Qrels.from_file(str(judgments), kind="trec")
    means = {}
    for path in runs:
        mean = ranx.evaluate(ranx.Run.from_file(str(path), kind="trec"), grades, names)
        means[path.stem] = tuple(float(mean[name]) for name in names)
    return means


def evaluate_with_pyndeval(judgments: Path, runs: Sequence[Path]) -> PartlyTimed:
    """Time pyndeval alone: what it takes is in memory as it wants it, one run at a time."""
    grades = _rows(judgments, JUDGMENT_FIELDS, JUDGMENT_FIELDS)
    lists = (_rows(path, FIELDS, ("query", "item", "score")) for path in runs)
    return pyndeval_alone(grades, zip((path.stem for path in runs), lists, strict=True))


def pyndeval_alone(grades: Rows, lists: Iterable[tuple[str, Rows]]) -> PartlyTimed:
    """Time pyndeval's own calls: the judgments are made ready once, then follow the runs, each with its name."""
    import pyndeval

    start = time.perf_counter()
    evaluator = pyndeval.RelevanceEvaluator(grades, PYNDEVAL_MEASURES)
    seconds = time.perf_counter() - start
    means: Means = {}
    for name, rows in lists:
        start = time.perf_counter()
        values = evaluator.evaluate(rows).values()
        seconds += time.perf_counter() - start
        means[name] = tuple(sum(each[measure] for each in values) / len(values) for measure in PYNDEVAL_MEASURES)
    return PartlyTimed(means, seconds)


def require_agreement(who: str, expected: Means, found: Means, tolerance: float) -> None:
    """Refuse to compare the time of programs that do not do the same."""
    difference = max(
        abs(ours - theirs) for name in expected for ours, theirs in zip(expected[name], found[name], strict=True)
    )
    say(f"  {who}: means differ by {difference:.1g} at most")
    if not difference <= tolerance:
        raise SystemExit(f"{who}: means differ by {difference:.3g}, more than {tolerance:g}")


def _rows(path: Path, fields: Sequence[str], wanted: Sequence[str]) -> Rows:
    """Read some of the fields of a file, in this order, into tuples."""
    types = {name: NUMBERS.get(name, pl.String) for name in fields}
    table = pl.read_csv(path, separator=" ", has_header=False, quote_char=None, schema=types)
    return table.select(wanted).rows()


RANX = Peer("ranx", "ranx", evaluate_with_ranx, 1e-2)
"""It orders tied items differently, so that its means are only near to those of the others."""

PEERS = (
    Peer("pytrec-eval-terrier", "pytrec_eval", evaluate_with_pytrec_eval, 1e-6),
    Peer("ir-measures", "ir_measures", evaluate_with_ir_measures, 1e-6),
    RANX,
)

PYNDEVAL = Peer("pyndeval", "pyndeval", evaluate_with_pyndeval, 1e-6)
DIVERSITY_PEERS = (
    PYNDEVAL,
    Peer("ir-measures", "ir_measures", partial(evaluate_with_ir_measures, measures=DIVERSITY_MEASURES), 1e-6),
)
