"""Sentences that say what the numbers say: where a measure is best, where worst, and what is bought with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, IntArray
from axiometer.axioms.verdicts import Verdict
from axiometer.errors import counted
from axiometer.meta.advice.pareto import AXIOMS, CRITERIA, Standings

MOST_PAID: Final = 3
"""So many prices of a measure are told."""
MOST_NAMED: Final = 4
"""So many measures are named of those that do the same."""
LONGEST_EXAMPLE: Final = 120
AXIOMS_AT: Final = CRITERIA.index(AXIOMS)


def reasons(standings: Standings, number: int, verdicts: Sequence[Verdict], known: str = "") -> Iterator[str]:
    """Say in a few sentences how one measure stands, with the verdicts on it, and what else is known of it."""
    yield _best(standings, number)
    yield _worst(standings, number)
    yield _axioms(verdicts)
    yield _dominated(standings, number)
    if known:
        yield f"Here it {known}."
    unknown = [each.name for at, each in enumerate(CRITERIA) if not standings.ranks[number, at]]
    if unknown:
        yield f"Nothing is known of its {listed(unknown)}, so it is not compared by that."


def recommendation(standings: Standings, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Say which measures are on the first front, and what each of these costs: pairs of a measure and a sentence.

    Of some measures something else is known.
    """
    order = [number for number in standings.order() if standings.front[number] == 1]
    names, n_all = [standings.names[number] for number in order], len(standings.names)
    none_better = "no other is at least as good in everything and better in something"
    if len(names) == 1:
        yield "", f"{names[0]} is alone on the first front, of {n_all} measures: {none_better}."
    else:
        yield "", f"On the first front are {len(names)} of {n_all} measures: {listed(names)}."
        yield "", f"For each of them, {none_better}; between them, there is only what you get and what you pay."
    same = [each.name for at, each in enumerate(CRITERIA) if standings.last(at) == 1]
    if same and n_all > 1:
        yield "", f"Nothing is decided by {listed(same)}: all are the same there."
    if len(names) > n_all / 2:
        yield "", "They are more than half of all: decide which criterion matters to you, the numbers do not do it."
    for number in order:
        name = standings.names[number]
        yield name, _trade(standings, number) + (f" Mind that it {known[name]}." if name in known else "")


def listed(words: Sequence[str], most: int | None = None) -> str:
    """Write words as a sentence does: a, b and c; or only the first few of them."""
    if most is not None and len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"


def shown(standings: Standings, number: int, criterion: int, beside: int | None = None) -> str:
    """Write a value, with enough digits to tell it from that of the measure beside it."""
    value = standings.values[number, criterion]
    if np.isnan(value):
        return "unknown"
    if criterion == AXIOMS_AT:
        return f"{standings.met[number]} of {standings.asked[number]}"
    other = value if beside is None else standings.values[beside, criterion]
    digits = next((digits for digits in (3, 4, 5, 6) if f"{value:.{digits}f}" != f"{other:.{digits}f}"), 3)
    return f"{value:.{digits}f}"


def _named(standings: Standings, number: int, criteria: Sequence[int]) -> str:
    return listed([f"{CRITERIA[at].name} ({shown(standings, number, at)})" for at in criteria])


def _placed(standings: Standings, number: int, at: int) -> str:
    n = int((standings.ranks[:, at] > 0).sum())
    return f"{CRITERIA[at].name} ({shown(standings, number, at)}, rank {standings.ranks[number, at]} of {n})"


def _deciding_ranks(standings: Standings, number: int) -> IntArray:
    """Give the ranks of a measure, and 0 also where all measures are the same: nobody is best there."""
    return np.where(standings.deciding, standings.ranks[number], 0)


def _highest(ranks: IntArray) -> int:
    return int(np.where(ranks > 0, ranks, ranks.max() + 1).argmin())


def _best(standings: Standings, number: int) -> str:
    ranks = _deciding_ranks(standings, number)
    first = [at for at in range(len(CRITERIA)) if ranks[at] == 1]
    is_shared = (standings.ranks == 1).sum(axis=0) > 1
    alone, shared = [at for at in first if not is_shared[at]], [at for at in first if is_shared[at]]
    told = [f"Best in {_named(standings, number, alone)}"] if alone else []
    if shared:
        told.append(("Shares" if not told else "shares") + f" the first place in {_named(standings, number, shared)}")
    if told:
        return "; ".join(told) + "."
    if not ranks.any():
        return "Best in nothing."
    return f"Best in nothing; it stands highest in {_placed(standings, number, _highest(ranks))}."


def _worst(standings: Standings, number: int) -> str:
    ranks = standings.ranks[number]
    last = [at for at in range(len(CRITERIA)) if ranks[at] > 1 and ranks[at] == standings.last(at)]
    if last:
        return f"Worst in {_named(standings, number, last)}."
    if ranks.max() <= 1:
        return "Worst in nothing."
    return f"Worst in nothing; it stands lowest in {_placed(standings, number, int(ranks.argmax()))}."


def _axioms(verdicts: Sequence[Verdict]) -> str:
    applying = [each for each in verdicts if each.answer != "not-applicable"]
    broken = [each for each in applying if not each.is_satisfied]
    if not applying:
        return "None of the axioms that matter here says anything of it."
    if not broken:
        found = f"No counterexample was found to any of the {counted(len(applying), 'axiom')} that matter here"
        return f"{found}{_cut(applying)}."
    # The shortest example says it best.
    told = min((each for each in broken), key=lambda each: (not each.example, len(each.brief())))
    others = [each.axiom for each in broken if each is not told]
    example = told.brief() or told.tried
    if len(example) > LONGEST_EXAMPLE:
        example = example[: LONGEST_EXAMPLE - 1] + "…"
    also = f"; it also breaks {listed(others)}" if others else ""
    n_met = len(applying) - len(broken)
    return (
        f"Meets {n_met} of {counted(len(applying), 'axiom')} and breaks {told.axiom}: {example}{also}{_cut(applying)}."
    )


def _cut(verdicts: Sequence[Verdict]) -> str:
    """Name the axioms that hold up to the cut-off only."""
    partly = [each.axiom for each in verdicts if is_cut_short(each)]
    return f"; on lists longer than its cut-off it does not meet {listed(partly)}" if partly else ""


def is_cut_short(verdict: Verdict) -> bool:
    """Tell whether an axiom is met up to the cut-off only."""
    beyond = verdict.beyond
    is_broken = beyond is not None and beyond.answer != "not-applicable" and not beyond.is_satisfied
    return verdict.is_satisfied and is_broken


def _dominated(standings: Standings, number: int) -> str:
    by = [each for each in standings.order() if standings.dominates[each, number]]
    if not by:
        return "No other measure is at least as good in everything and better in something."
    other = by[0]
    better = standings.scores[other] > standings.scores[number]
    told = [
        f"{CRITERIA[at].name} ({shown(standings, other, at, number)} to {shown(standings, number, at, other)})"
        for at in range(len(CRITERIA))
        if better[at]
    ]
    more = [standings.names[each] for each in by[1:]]
    also = f" The same, in other ways, is true of {listed(more, MOST_NAMED)}." if more else ""
    is_known: BoolArray = (standings.ranks[other] > 0) & (standings.ranks[number] > 0)
    where = "everything" if is_known.all() else "everything that is known of both"
    return f"{standings.names[other]} is at least as good in {where}, and better in {listed(told)}.{also}"


def _trade(standings: Standings, number: int) -> str:
    ranks = _deciding_ranks(standings, number)
    first = [at for at in range(len(CRITERIA)) if ranks[at] == 1]
    if first:
        got = f"you get {listed([f'{CRITERIA[at].best} ({shown(standings, number, at)})' for at in first])}"
    elif ranks.any():
        got = f"you get a compromise, best in nothing and highest in {_placed(standings, number, _highest(ranks))}"
    else:
        got = "you get what all others have"
    paid = sorted((at for at in range(len(CRITERIA)) if ranks[at] > 1), key=lambda at: -ranks[at])[:MOST_PAID]
    if not paid:
        return f"{got}; you pay nothing by these criteria."
    return f"{got}; you pay with {listed([_price(standings, number, at) for at in paid])}."


def _price(standings: Standings, number: int, at: int) -> str:
    best = standings.best(at)
    assert best is not None
    ours, theirs = shown(standings, number, at, best), shown(standings, best, at, number)
    return f"{CRITERIA[at].worse} ({ours}, where {standings.names[best]} has {theirs})"
