"""One relevant item on top against n of them after n others: the search for n."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from axiometer.arrays import IntArray
from axiometer.axioms.axiom import Axiom, Threshold
from axiometer.axioms.case_batch import WHOLE, Drafts, side_by_side
from axiometer.axioms.examples import Example
from axiometer.axioms.subject import Subject
from axiometer.axioms.verdicts import Verdict

FIRST_STRETCH: Final = 1 << 10
MOST: Final = 1 << 14
"""No larger n is tried."""
MOST_OF_CATALOGUE: Final = 1 << 11
"""Nor one larger than this for measures whose ideal lists are made of all items, rated or not: they take long."""
FAR: Final = 16
"""What holds from n on is tried up to so many times n."""
SHOWN: Final = 2
MOST_SHOWN: Final = 32
"""Lists of this n are shown where none was found, and of none larger than that."""
MOST_EXACT: Final = 64
"""Up to this n, doubtful comparisons are computed again without rounding; beyond, nobody wins them."""


@dataclass(frozen=True, eq=False)
class _Ladder:
    """The comparisons of one measure, for each n made once."""

    subject: Subject
    axiom: Threshold
    known: dict[int, list[bool | None]]

    @property
    def most(self) -> int:
        """The largest n to try."""
        needs: frozenset[str] = getattr(self.subject.tested, "needs", frozenset())
        return MOST_OF_CATALOGUE if "catalogue" in needs and self.subject.cutoff is None else MOST

    def holds(self, n: int) -> list[bool | None]:
        """Tell for each gain whether the right list wins at n; None where the measure is undefined."""
        if n not in self.known:
            self.known[n] = self._compared(n)
        return self.known[n]

    def _compared(self, n: int) -> list[bool | None]:
        drafts = _drafts(self.axiom.gains, n)
        pair = _pair(self.axiom, n)
        margin, rounding = self.subject.margins(pair, drafts)
        found: list[bool | None] = [None if np.isnan(each) else bool(each > 0) for each in margin]
        # Sums of n numbers lose more digits than short ones.
        for at in np.flatnonzero(np.abs(margin) <= rounding * max(n, 10)):
            if n <= MOST_EXACT:
                values, _ = self.subject.values(Example.of(drafts, pair.lists(drafts), None, int(at)))
                exact = self.subject.margin(pair, values)
                found[at] = None if exact is None else bool(exact > 0)
            else:
                found[at] = False
        return found


def find_threshold(subject: Subject, axiom: Threshold) -> Verdict:
    """Look for n: from which on, or at which, the right list wins for every gain."""
    ladder = _Ladder(subject, axiom, {})
    found: list[int | None] = []
    for at in range(len(axiom.gains)):
        look = _from_some_on if axiom.is_forever else _at_some
        found.append(look(ladder, at))
    names: dict[str, Any] = {"measure": str(subject), "axiom": axiom.name}
    letter = "n" if axiom.is_forever else "m"
    n_cases = sum(value is not None for values in ladder.known.values() for value in values)
    tried = f"{letter} up to {max(ladder.known)}"
    if not n_cases:
        return Verdict(**names, answer="not-applicable", reason="the measure is undefined in all cases")
    numbers: dict[str, Any] = {"cases": n_cases, "tried": tried}
    drawn = next((n for n in found if n is not None), SHOWN)
    if drawn <= MOST_SHOWN:
        numbers |= _shown(subject, axiom, drawn)
    if any(n is None for n in found):
        at = found.index(None)
        n = max(n for n, values in ladder.known.items() if not values[at])
        reason = f"r_c = {axiom.gains[at] / WHOLE:g}: not at any {letter} tried up to {max(ladder.known)}"
        if axiom.is_forever:
            reason = f"r_c = {axiom.gains[at] / WHOLE:g}: still not at {letter} = {n}, tried up to {max(ladder.known)}"
        return Verdict(**names, **numbers, answer="no-witness", witness=reason)
    told = [f"{n} for {gain / WHOLE:g}" for n, gain in zip(found, axiom.gains, strict=True)]
    same = len(set(found)) == 1
    word = f"{letter} = {found[0]}" if same else f"{letter} = {', '.join(told)}"
    if axiom.is_forever:
        word = f"from {word} on, tried up to {max(ladder.known)}"
    return Verdict(**names, **numbers, answer="witness", witness=word)


def _shown(subject: Subject, axiom: Threshold, n: int) -> dict[str, Any]:
    """Give the two lists of n with their values, for the largest gain."""
    pair, drafts = _pair(axiom, n), _drafts(axiom.gains[-1:], n)
    example = Example.of(drafts, pair.lists(drafts), None, 0)
    values, arithmetic = subject.values(example)
    told = tuple(None if value is None else float(value) for value in values)
    return {"closest": example, "values": told, "confirmed": arithmetic}


def _from_some_on(ladder: _Ladder, at: int) -> int | None:
    """Find the smallest n of those tried from which on it holds, and make it exact by halving."""
    most, last_failing = FIRST_STRETCH, 0
    tried = 0
    while True:
        for n in _grid(tried + 1, most):
            ladder.holds(n)
        last_failing = max((n for n, known in ladder.known.items() if not known[at]), default=0)
        tried = most
        if tried >= ladder.most or FAR * last_failing <= tried:
            break
        most = min(ladder.most, max(2 * tried, FAR * last_failing))
    if FAR * last_failing > tried:
        return None if 2 * last_failing > tried else _after(ladder, at, last_failing)
    return _after(ladder, at, last_failing)


def _after(ladder: _Ladder, at: int, failing: int) -> int:
    """Go from a failing n to the next that holds, halving the distance."""
    holding = next(n for n in sorted(ladder.known) if n > failing)
    while holding - failing > 1:
        middle = (failing + holding) // 2
        if ladder.holds(middle)[at]:
            holding = middle
        else:
            failing = middle
    return holding


def _at_some(ladder: _Ladder, at: int) -> int | None:
    return next((n for n in _grid(1, FIRST_STRETCH) if ladder.holds(n)[at]), None)


def _grid(first: int, last: int) -> list[int]:
    """Give all numbers up to 16, then eight for each doubling up to 1024, then each doubling."""
    numbers = [*range(1, 17)]
    while numbers[-1] < last:
        numbers.append(2 * numbers[-1] if numbers[-1] >= FIRST_STRETCH else -(-numbers[-1] * 109 // 100))
    return [n for n in [*numbers, last] if first <= n <= last]


def _drafts(gains: tuple[int, ...], n: int) -> Drafts:
    """Give n relevant and 2n − 1 other items for each gain."""
    gain = np.zeros((len(gains), 3 * n - 1, 1), np.int64)
    gain[:, :n, 0] = np.array(gains)[:, None]
    each = np.ones(len(gains), np.int64)
    return Drafts(
        gain,
        0,
        np.zeros_like(each),
        np.zeros((len(gains), 2), np.int64),
        each[:, None],
        np.zeros(gain.shape[:2], bool),
    )


def _pair(axiom: Threshold, n: int) -> Axiom:
    """Compare one relevant item on top with n of them after n others."""

    def lists(drafts: Drafts) -> IntArray:
        top = np.concatenate([[0], np.arange(n, 3 * n - 1)])
        bottom = np.concatenate([np.arange(n, 2 * n), np.arange(n)])
        both = [np.tile(each, (len(drafts), 1)) for each in (top, bottom)]
        return side_by_side(*both if axiom.is_top_better else both[::-1])

    return Axiom(
        name=axiom.name,
        title=axiom.title,
        family=axiom.family,
        statement=axiom.statement,
        cites=axiom.cites,
        lists=lists,
    )
