"""The search for counterexamples: small cases, random ones, and the neighbours of close calls."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray
from axiometer.axioms.axiom import Axiom
from axiometer.axioms.case_batch import Drafts
from axiometer.axioms.cases import Cases
from axiometer.axioms.examples import Example
from axiometer.axioms.generation import MOST_OF_A_SHAPE, Bounds, changed, drawn, enumerated
from axiometer.axioms.shrinking import simpler, simplest_first
from axiometer.axioms.subject import ROUNDING, Subject
from axiometer.axioms.verdicts import Verdict

MOST_CONFIRMED: Final = 8
"""So many suspicious cases of a batch are computed again without rounding."""
MOST_DOUBTFUL: Final = 24
"""And so many of those whose difference may be rounding."""
CLOSE: Final = 8
"""So many close calls of a batch are kept to climb from."""
CLIMBS: Final = 4
"""From the close calls of so many batches the search goes on."""
CHANGES: Final = 16
"""How many neighbours of each close call are tried at a time."""
ADVERSARIAL: Final = 4
"""One of so many cases is for climbing."""
MOST_SHRUNK: Final = 200
"""So many steps make an example simpler, fewer where lists have to be long."""


@dataclass(eq=False)
class Trial:
    """What is known of one measure and one axiom while cases are tried."""

    subject: Subject
    axiom: Axiom
    bounds: Bounds
    n_cases: int = 0
    n_undefined: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    found: tuple[Example, tuple[float | None, ...], str] | None = None
    close: list[tuple[float, Drafts]] = field(default_factory=list)
    closest: tuple[int, float, Drafts] | None = None

    def try_cases(self, drafts: Drafts, stage: str, cases: Cases | None = None) -> FloatArray:
        """Measure cases, and look closely at those that seem to be counterexamples."""
        if cases is None:
            margin, rounding = self.subject.margins(self.axiom, drafts)
        else:
            margin, rounding = self.subject.margins_of(self.axiom, cases, len(drafts))
        n_undefined = int(np.isnan(margin).sum())
        self.n_undefined += n_undefined
        self.n_cases += len(drafts) - n_undefined
        is_first = stage not in self.counts
        self.counts[stage] = self.counts.get(stage, 0) + len(drafts) - n_undefined
        is_suspicious = _is_suspicious(self.axiom, margin, rounding)
        if self.axiom.relation != ">" and is_first:
            # What is equal in doubles may still differ: some of that is looked at, too.
            is_suspicious[np.flatnonzero(np.abs(margin) <= rounding)[:MOST_CONFIRMED]] = True
        suspects = np.flatnonzero(is_suspicious)
        if suspects.size:
            simple = suspects[simplest_first(drafts.take(suspects))]
            is_doubtful = np.abs(margin[simple]) <= rounding[simple]
            # Of the doubtful, those most likely to be ties come first.
            doubtful = simple[is_doubtful]
            doubtful = doubtful[np.argsort(np.abs(margin[doubtful]), kind="stable")]
            for number in [*simple[~is_doubtful][:MOST_CONFIRMED], *doubtful[:MOST_DOUBTFUL]]:
                if self._confirmed(drafts.take(np.array([number]))) is not None:
                    self.found = self._shrunk(drafts.take(np.array([number])))
                    break
        size = np.where(rounding > 0, rounding / ROUNDING, 1.0)
        return np.abs(margin) / size if self.axiom.relation == "=" else margin / size

    def keep_close(self, drafts: Drafts, stage: str, closeness: FloatArray) -> None:
        """Remember the cases in which the axiom holds by the least."""
        if self.axiom.relation == "=":
            return
        defined = np.flatnonzero(~np.isnan(closeness))
        # Rounded, so that the last bits of a machine do not choose.
        best = defined[np.argsort(np.round(closeness[defined], 9), kind="stable")[:CLOSE]]
        if best.size:
            least = float(np.round(closeness[best[0]], 9))
            self.close.append((least, drafts.take(best)))
            self.close = sorted(self.close, key=lambda each: each[0])[:CLIMBS]
            # To be shown, a case had better be small.
            rank = (0 if stage == "enumerated" else 1, least)
            if self.closest is None or rank < self.closest[:2]:
                self.closest = (*rank, drafts.take(best[:1]))

    def climb(self, n_cases: int, random: np.random.Generator) -> None:
        """Go from the closest calls to ever closer ones."""
        for _, drafts in self.close:
            best, closeness = drafts, np.full(len(drafts), np.inf)
            n_tried = 0
            while n_tried * len(self.close) < n_cases:
                near = changed(self.axiom, best, CHANGES, random)
                n_tried += max(len(near), CHANGES)
                if not len(near):
                    break
                margin = self.try_cases(near, "adversarial")
                if self.found is not None:
                    return
                both = Drafts.together([best, near])
                closeness = np.concatenate([closeness, np.where(np.isnan(margin), np.inf, margin)])
                kept = np.argsort(np.round(closeness, 9), kind="stable")[:CLOSE]
                best, closeness = both.take(kept), closeness[kept]

    def verdict(self) -> Verdict:
        """Say what was found."""
        names: dict[str, Any] = {"measure": str(self.subject), "axiom": self.axiom.name}
        tried = ", ".join(f"{number} {stage}" for stage, number in self.counts.items())
        numbers: dict[str, Any] = {"cases": self.n_cases, "undefined": self.n_undefined, "tried": tried}
        if self.found is not None:
            example, values, confirmed = self.found
            return Verdict(**names, **numbers, answer="violated", example=example, values=values, confirmed=confirmed)
        if self.bounds.is_empty:
            reason = f"needs lists of at least {self.bounds.shortest + self.axiom.sizes.added} items"
            return Verdict(
                **names, answer="not-applicable", reason=f"{reason}, and the cut-off is {self.subject.cutoff}"
            )
        if not self.n_cases:
            return Verdict(**names, **numbers, answer="not-applicable", reason="the measure is undefined in all cases")
        if self.closest is None:
            return Verdict(**names, **numbers, answer="holds")
        example, values, arithmetic, _ = self._computed(self.closest[2])
        return Verdict(**names, **numbers, answer="holds", closest=example, values=values, confirmed=arithmetic)

    def _confirmed(self, draft: Drafts) -> tuple[Example, tuple[float | None, ...], str] | None:
        """Compute a case without rounding; None if it is no counterexample."""
        example, values, arithmetic, margin = self._computed(draft)
        return (example, values, arithmetic) if fails(self.axiom, margin) else None

    def _computed(self, draft: Drafts) -> tuple[Example, tuple[float | None, ...], str, Any]:
        """Give a case with its values and by how much the axiom holds, without rounding."""
        is_hidden = None if self.axiom.hidden is None else self.axiom.hidden(draft)
        example = Example.of(draft, self.axiom.lists(draft), is_hidden, 0)
        values, arithmetic = self.subject.values(example)
        if arithmetic == "doubles":
            margin = self.subject.margin_in_doubles(self.axiom, example)
        else:
            margin = self.subject.margin(self.axiom, values)
        return example, tuple(None if value is None else float(value) for value in values), arithmetic, margin

    def _shrunk(self, draft: Drafts) -> tuple[Example, tuple[float | None, ...], str]:
        """Make a counterexample as simple as it gets."""
        best = self._confirmed(draft)
        for _ in range(MOST_SHRUNK // max(1, self.bounds.shortest)):
            steps = simpler(self.axiom, draft, self.bounds)
            if not len(steps):
                break
            margin, rounding = self.subject.margins(self.axiom, steps)
            for number in np.flatnonzero(_is_suspicious(self.axiom, margin, rounding))[: 2 * MOST_CONFIRMED]:
                step = steps.take(np.array([number]))
                confirmed = self._confirmed(step)
                if confirmed is not None:
                    best, draft = confirmed, step
                    break
            else:
                break
        assert best is not None
        return best


def fails(axiom: Axiom, margin: Any) -> bool:
    """Tell whether this margin, computed without rounding, violates an axiom; None says nothing."""
    if margin is None or margin != margin:
        return False
    return bool({">": margin <= 0, "≥": margin < 0, "=": margin != 0}[axiom.relation])


def search(subjects: Sequence[Subject], axiom: Axiom, bounds: Bounds, n_cases: int, seed: int) -> list[Verdict]:
    """Test one axiom for several measures with the same cases."""
    trials = [Trial(subject, axiom, bounds) for subject in subjects]
    if bounds.is_empty:
        return [trial.verdict() for trial in trials]
    random = np.random.default_rng([seed, _number(axiom.name), bounds.shortest, bounds.longest])
    for stage, drafts in _stream(axiom, bounds, n_cases, random):
        open_trials = [trial for trial in trials if trial.found is None]
        if not open_trials:
            break
        cases = Cases.of(drafts, axiom.lists(drafts), None if axiom.hidden is None else axiom.hidden(drafts))
        for trial in open_trials:
            closeness = trial.try_cases(drafts, stage, cases)
            if trial.found is None:
                trial.keep_close(drafts, stage, closeness)
    for trial in trials:
        if trial.found is None:
            own = np.random.default_rng([seed, _number(axiom.name), _number(str(trial.subject))])
            trial.climb(n_cases // ADVERSARIAL, own)
    return [trial.verdict() for trial in trials]


def _stream(axiom: Axiom, bounds: Bounds, n_cases: int, random: np.random.Generator) -> Iterator[tuple[str, Drafts]]:
    """Give the cases that do not depend on the measure: half of all enumerated, if there are so many."""
    n_given = 0
    for drafts in enumerated(axiom, bounds, min(MOST_OF_A_SHAPE, 8 * n_cases)):
        if n_given + len(drafts) > n_cases // 2 and n_given:
            continue
        n_given += len(drafts)
        if len(drafts):
            yield "enumerated", drafts
    n_random = max(n_cases - n_cases // ADVERSARIAL - n_given, n_cases // 4)
    for drafts in drawn(axiom, bounds, n_random, random):
        if len(drafts):
            yield "random", drafts


def _is_suspicious(axiom: Axiom, margin: FloatArray, rounding: FloatArray) -> BoolArray:
    if axiom.relation == ">":
        return np.asarray(margin <= rounding)
    if axiom.relation == "≥":
        return np.asarray(margin < 0)
    return np.asarray(np.abs(margin) > 0)


def _number(text: str) -> int:
    return zlib.crc32(text.encode())
