"""Other programs, from files to means in the way their users write it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

MEASURES = ("AP", "nDCG", "P@10", "R@1000")

Means = dict[str, tuple[float, ...]]
"""For each run, by the name of its file, the means of the measures."""


@dataclass(frozen=True)
class Peer:
    """A program to compare with.

    Attributes
    ----------
    package, module
        What it is called where it is installed from, and where it is imported.
    evaluate
        A function from the judgments and the runs to means.
    tolerance
        By how much its means may differ from ours.
    """

    package: str
    module: str
    evaluate: Callable[[Path, Sequence[Path]], Means]
    tolerance: float

    @property
    def is_installed(self) -> bool:
        """Whether it can be imported."""
        return find_spec(self.module) is not None


def evaluate_with_axiometer(judgments: Path, runs: Sequence[Path], *, jobs: int = 1) -> Means:
    import axiometer

    measured = axiometer.evaluate(
        axiometer.scan_runs(runs), axiometer.read_judgments(judgments), MEASURES, profile="trec_eval", jobs=jobs
    )
    return {system: tuple(means) for system, *means in measured.table().iter_rows()}


def evaluate_with_pytrec_eval(judgments: Path, runs: Sequence[Path]) -> Means:
    import pytrec_eval

    names = ("map", "ndcg", "P_10", "recall_1000")
    with judgments.open() as lines:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(lines), names)
    means = {}
    for path in runs:
        with path.open() as lines:
            values = evaluator.evaluate(pytrec_eval.parse_run(lines)).values()
        means[path.stem] = tuple(sum(each[name] for each in values) / len(values) for name in names)
    return means


def evaluate_with_ir_measures(judgments: Path, runs: Sequence[Path]) -> Means:
    import ir_measures

    wanted = [ir_measures.parse_measure(name) for name in MEASURES]
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
        mean = ranx.evaluate(grades, ranx.Run.from_file(str(path), kind="trec"), names)
        means[path.stem] = tuple(float(mean[name]) for name in names)
    return means


RANX = Peer("ranx", "ranx", evaluate_with_ranx, 1e-2)
"""It orders tied items differently, so that its means are only near to those of the others."""

PEERS = (
    Peer("pytrec-eval-terrier", "pytrec_eval", evaluate_with_pytrec_eval, 1e-6),
    Peer("ir-measures", "ir_measures", evaluate_with_ir_measures, 1e-6),
    RANX,
)
