"""Advice on which measure to take for some data, with the reasons and the price of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.axioms.checking import check_axioms
from axiometer.checks import whole_from
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import Judgments
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.errors import plural
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress
from axiometer.meta.advice.candidates import default_candidates, default_gold
from axiometer.meta.advice.dataset_traits import Traits
from axiometer.meta.advice.evidence import Evidence, further_tables, main_table
from axiometer.meta.advice.length_bias import length_notes, list_ends
from axiometer.meta.advice.reasons import listed
from axiometer.meta.advice.relevant_axioms import axioms_that_matter
from axiometer.meta.agreement import ties
from axiometer.meta.concordance import ALL, concordance
from axiometer.meta.degradation import checked_shares, degraded
from axiometer.meta.finding import Finding
from axiometer.meta.missing_labels import MissingLabels
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.power import power
from axiometer.meta.sampling import Steps, outcomes_of, without_idle_rows
from axiometer.meta.significance import Procedure, Test
from axiometer.meta.unanimity import unanimity
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing

CASES: Final = 1000
"""How many cases are tried of each measure and axiom: enough for most counterexamples, and quick."""
MOST_SHOWN: Final = 5
"""So many aspects are named."""
_DRAWING: Final = Drawing(
    title="Ranks of measures, 1 is the best", mark="rect", x="criterion", y="measure", colour="rank", table="places"
)


def advise(
    judgments: Any,
    runs: Any,
    candidates: Iterable[str | Compared] | str | Compared | None = None,
    *,
    gold: Iterable[str | Compared] | str | Compared | None = None,
    profile: str | Profile | None = None,
    alpha: float = 0.05,
    labels: float = 0.5,
    samples: int = 5,
    cases: int = CASES,
    seed: int = 0,
    jobs: int = 2,
    progress: Progress | None = None,
) -> Finding:
    """Rank measures for some data by what can be found out about them, and say why.

    There is no sum of the criteria. A measure is on the first front if no other is at least as good in everything that
    is known of both, and better in something; on the second, if only measures of the first are, and so on.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``; at least two systems.
    candidates
        Measures and preferences, or their names; without them, the usual ones for such data.
    gold
        Simple measures for the concordance test; without them, ``S_Recall@10`` and ``P@10`` where there are aspects,
        otherwise ``P@10`` and ``R@100``.
    profile
        The conventions, as for ``evaluate``.
    alpha
        What is significant has a p-value, corrected by Holm, below this: that of the paired t test or, if there are
        preferences among the candidates, of the sign test for all of them.
    labels, samples
        Stability: the share of the labels of relevant items that is left, and in how many random samples.
    cases
        About how many cases are tried of each measure and axiom.
    seed, jobs, progress
        Same seed, same advice; how much is done at the same time; who is told how much of how much is done.

    Returns
    -------
    Finding
        ``measure``, ``axioms_met`` of ``axioms`` that apply, ``axioms_violated``, ``unanimity``, ``concordance``,
        ``power``, ``ties``, ``stability`` and ``front``; by front, and within it by mean rank, for the eye only.
        Further tables: ``ranks``, ``places`` (the same in rows), ``reasons``, ``recommendation``, ``traits``,
        ``axioms``, ``verdicts``, and ``ends``, how often a measure prefers the shorter of two lists.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=5, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> advice = ax.advise(made.judgments, made.runs, "nDCG@10 AP", cases=50)
    >>> advice.table.columns[:3]
    ['measure', 'axioms_met', 'axioms']
    """
    judgments, runs = read_judgments(judgments).in_order(), runs_of(runs)
    profile, seed = profile_for(judgments, profile), whole_from(0, seed, "seed")
    are_usual = candidates is None and gold is None
    rounds = judgments.rounds if are_usual else []
    judgments = judgments.without_aspects() if rounds else judgments
    asked = _Asked.of(candidates, gold, judgments, profile)
    n_runs = len(runs.sources)
    steps = _Steps(progress, n_runs, samples)
    told_of, by_aspect = steps.told(0, n_runs), judgments.are_aspects_judged
    collection = Collection.read(
        judgments, runs, asked.compared, profile=profile, with_aspects=by_aspect, jobs=jobs, progress=told_of
    )
    outcomes = outcomes_of(collection)
    chosen = outcomes.only(asked.names)
    chosen.refuse_fewer(systems=2, measures=2, of="advice")
    # Intervals are not shown here, so they are not computed.
    agreed = unanimity(chosen, resamples=0)
    # Only what is tested alike can be compared.
    test: Test = "sign" if any(each.is_preference for each in chosen.outcomes) else "t"
    told_apart = power(chosen, tests=test, alpha=alpha, seed=seed, jobs=jobs)
    tied = ties(chosen, resamples=0)
    stable = degraded(
        MissingLabels(without_idle_rows(collection.only(*asked.candidates))),
        Procedure(test=test, alpha=alpha),
        checked_shares([labels]),
        whole_from(1, samples, "samples"),
        seed=seed,
        jobs=jobs,
        steps=Steps(steps.told(n_runs, samples), 0, samples),
    )
    concordant, of_concordance = _concordance(outcomes, asked)
    traits = Traits.of(judgments, collection)
    matter = axioms_that_matter(traits)
    axioms = [each.axiom for each in matter]
    verdicts = check_axioms(asked.candidates, axioms, cases=cases, seed=seed, jobs=jobs, progress=steps.last())
    columns = {
        "unanimity": _column(agreed.table["value"]),
        "concordance": concordant,
        "power": _column(told_apart.table["power"]),
        "ties": _column(tied.table["share"]),
        "stability": _column(stable.table.filter(pl.col("share") < 1)["agreement"]),
    }
    evidence = Evidence(tuple(asked.names), columns, verdicts, matter, traits, list_ends(collection, chosen))
    of_each = (note for finding in (agreed, told_apart, tied, stable) for note in finding.notes)
    notes = dict.fromkeys([*_not_taken(rounds), *_notes(evidence, outcomes, asked, cases), *of_concordance, *of_each])
    standings = evidence.standings()
    data = {**outcomes.sizes, "gold": ", ".join(asked.golds)}
    how = {"alpha": alpha, "labels": labels, "samples": samples, "cases": cases, "seed": seed}
    return Finding(
        "advice",
        main_table(evidence, standings),
        {**data, "profile": profile.name, "test": test, "correction": "holm", **how},
        tuple(notes),
        _DRAWING,
        further_tables(evidence, standings),
        asker=outcomes.asker,
    )


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is asked about, what is asked for a second opinion, and both together."""

    candidates: tuple[Compared, ...]
    golds: tuple[str, ...]
    compared: tuple[Compared, ...]

    @classmethod
    def of(cls, candidates: Any, gold: Any, judgments: Judgments, profile: Profile) -> _Asked:
        """Find measures by their names, or the usual ones for the judgments."""
        traits = Traits.of(judgments)
        if candidates is None:
            candidates = default_candidates(traits, judgments, profile)
        if gold is None:
            gold = default_gold(traits, judgments, profile)
        wanted, golds = parse_compared(candidates, profile=profile), parse_compared(gold, profile=profile)
        return cls(tuple(wanted), tuple(map(str, golds)), tuple(parse_compared([*wanted, *golds])))

    @property
    def names(self) -> list[str]:
        return [str(each) for each in self.candidates]


@dataclass(frozen=True)
class _Steps:
    """Tells of the runs, of the samples of their labels, and of all axioms as of one step."""

    progress: Progress | None
    n_sources: int
    n_samples: int

    def told(self, before: int, own: int) -> Progress | None:
        """Give what some steps tell of themselves, after those before them."""
        if self.progress is None:
            return None
        progress, total = self.progress, self.n_sources + self.n_samples + 1
        return lambda done, of: progress(before + done * own // of, total)

    def last(self) -> Progress | None:
        """Give what the last step tells."""
        return self.told(self.n_sources + self.n_samples, 1)


def _not_taken(rounds: Sequence[str]) -> Iterator[Note]:
    """Say what looks like aspects but is probably something else."""
    if rounds:
        shown = ", ".join(rounds[:MOST_SHOWN]) + (" …" if len(rounds) > MOST_SHOWN else "")
        taken = f"not taken for aspects, as no item is judged for several of them: {shown}"
        told = f"{taken}; if they are aspects, name measures of these, such as RBU"
        yield Note("perhaps_rounds", "", told, len(rounds))


def _column(column: pl.Series) -> FloatArray:
    return column.cast(pl.Float64).to_numpy()


def _concordance(outcomes: Outcomes, asked: _Asked) -> tuple[FloatArray, list[Note]]:
    """Give for each candidate its share of the wins against all others, and what a reader should know of it."""
    names, golds = asked.names, asked.golds
    # Who prefers what a gold standard prefers would judge itself.
    biased = {*golds, *(name for group in _alike(outcomes) if set(group) & set(golds) for name in group)}
    others = [name for name in names if name not in biased]
    notes = []
    for name in names:
        if name in biased:
            how = "is" if name in golds else "prefers the same as"
            notes.append(Note("concordance_unknown", name, f"concordance unknown, as it {how} a gold standard"))
    value = np.full(len(names), np.nan)
    if len(others) < 2:
        told = "concordance is unknown: beside the gold standards, there are not two candidates"
        return value, [*notes, Note("no_concordance", "", told)]
    found = concordance(outcomes.only([*others, *golds]), golds)
    wins, losses = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    together = found.table.filter(pl.col("gold") == ALL.join(golds))
    for first, second, ours, theirs in together.select("first", "second", "wins_first", "wins_second").rows():
        wins[first], losses[first] = wins[first] + ours, losses[first] + theirs
        wins[second], losses[second] = wins[second] + theirs, losses[second] + ours
    for at, name in enumerate(names):
        if n := wins[name] + losses[name]:
            value[at] = wins[name] / n
    return value, [*notes, *found.notes]


def _notes(evidence: Evidence, outcomes: Outcomes, asked: _Asked, cases: int) -> Iterator[Note]:
    """Say what the data are too few for, what is as good as another, and what all of it depends on."""
    yield from evidence.traits.notes()
    yield from length_notes(evidence.ends)
    for group in _alike(outcomes.only(asked.names)):
        told = f"{listed(group)} prefer the same of every two lists here: one of them is enough"
        yield Note("alike", "", told, len(group))
    proof = f"an axiom is met if no counterexample was found in about {cases} cases, which is no proof"
    yield Note("no_proof", "", proof, cases)
    others = "unanimity and concordance depend on the other candidates, and concordance on the gold standards"
    yield Note("depends_on_candidates", "", others)
    those = f"these systems and {plural(outcomes.asker)}"
    data = f"all but the axioms is about {those}; other systems may differ in other ways"
    yield Note("depends_on_data", "", data)


def _alike(outcomes: Outcomes) -> list[list[str]]:
    """Group the measures that prefer the same of every two lists; those like no other are left out."""
    groups: dict[bytes, list[str]] = {}
    for outcome in outcomes.outcomes:
        said = outcomes.signs(outcome).tobytes() + outcomes.is_compared(outcome).tobytes()
        groups.setdefault(blake2b(said).digest(), []).append(outcome.name)
    return [names for names in groups.values() if len(names) > 1]
