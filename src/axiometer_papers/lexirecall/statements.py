"""What the paper says of lexirecall on the lists of systems, and whether it is so here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Final

from axiometer_papers.lexirecall.measured import LEXIRECALL, STANDARD, Numbers
from axiometer_papers.study import Check, Result, claim, listed

RECALL: Final = ("R@1000", "Rprec")
MIXED: Final = ("AP", "nDCG")
PRECISION: Final = ("RR", "nDCG@10")
COMPARABLE: Final = 0.05
"""Shares of agreement that differ by no more are comparable; who tells so many more pairs apart does so clearly."""
COMPARABLE_TIES: Final = 0.01
MARGIN: Final = 0.01
"""Means over collections that differ by less do not tell which is larger."""
DEPTHS: Final = ("shallow", "standard", "deep")
NO_DEEP: Final = "No collection here has lists of more than 1000 items in the mean."
MANY: Final = 0.1
"""Lists of a kind are many if they are more than this share of all."""
SIMULATED: Final = (
    "The systems are simulated: perhaps where one has its first relevant item tells more of where it has the last one "
    "than in real runs."
)
OTHER_RUNS: Final = "The runs here may be other ones than the paper's."


def of_collection(found: Numbers) -> list[Check]:
    """Check the statements that are about each collection."""
    return [*_agreement(found), *_ties(found)]


def _best(shares: Mapping[str, float]) -> str:
    return max(shares, key=shares.__getitem__)


def _worst(shares: Mapping[str, float]) -> str:
    return min(shares, key=shares.__getitem__)


def _chosen(shares: Mapping[str, float], names: Iterable[str]) -> dict[str, float]:
    return {name: shares[name] for name in names}


def _agreement(found: Numbers) -> list[Check]:
    name, where, shares = found.case.name, "Figure 10, section 6.2.1", found.of("agreement")
    weakest, others = _chosen(shares, PRECISION), _chosen(shares, (*RECALL, *MIXED))
    return [
        claim(
            where,
            name,
            "RR and nDCG@10 agree least with lexirecall",
            listed(shares),
            holds=max(weakest.values()) < min(others.values()),
            why=f"{_best(weakest)} agrees as often as {_worst(others)}, or more often. {_reason(found)}",
        ),
        _recall_at_1000(found, where),
        claim(
            where,
            name,
            f"RP and AP agree about as often (within {COMPARABLE:g}), and more often than RR and nDCG@10",
            listed(_chosen(shares, ("Rprec", "AP", *PRECISION))),
            holds=abs(shares["Rprec"] - shares["AP"]) <= COMPARABLE
            and min(shares["Rprec"], shares["AP"]) > max(weakest.values()),
            why=_why_not_alike(found, shares),
        ),
    ]


def _recall_at_1000(found: Numbers, where: str) -> Check:
    """Ask whether R@1000 agrees most; where no list is longer, it must, and only the definitions are checked."""
    shares, deepest = found.of("agreement"), found.facts.deepest
    exact = shares["R@1000"]
    if deepest > STANDARD:
        return claim(
            where,
            found.case.name,
            "R@1000 agrees most with lexirecall",
            listed(shares),
            holds=exact >= max(shares.values()),
            why=f"{_best(shares)} agrees more often. {_reason(found)}",
        )
    return claim(
        where,
        found.case.name,
        f"lexirecall prefers whatever R@1000 prefers (by definition, as no list has more than {STANDARD} items: this "
        "checks what was computed here)",
        f"agreement {exact:.6f}, the longest list has {deepest} items",
        holds=exact == 1,
        why="This cannot be: lexirecall or the depth of the lists is wrong.",
    )


def _reason(found: Numbers) -> str:
    """Say what is special about a collection."""
    facts = found.facts
    if facts.single > MANY:
        return (
            f"{facts.single:.0%} of the lists have at most one relevant item, whose rank is all that RR, AP and "
            "lexirecall see of them; this may be why."
        )
    return SIMULATED if found.case.source.is_simulated else OTHER_RUNS


def _why_not_alike(found: Numbers, shares: Mapping[str, float]) -> str:
    """Explain why Rprec and AP do not agree alike with lexirecall, or not more often than others."""
    facts, apart = found.facts, shares["Rprec"] - shares["AP"]
    if abs(apart) <= COMPARABLE:
        return _reason(found)
    if apart > 0 and facts.short > MANY:
        return (
            f"{facts.short:.0%} of the lists are shorter than the number of relevant items. Rprec counts all of their "
            "relevant items, as recall does, which may be why."
        )
    return (
        f"They differ by {abs(apart):.3f}, more than {COMPARABLE:g}: Rprec looks at the first {facts.relevant:.0f} of "
        f"{facts.depth:.0f} ranks in the mean, AP at all."
    )


def _ties(found: Numbers) -> list[Check]:
    name, where, shares = found.case.name, "Figure 11, section 6.2.2", found.of("ties")
    ours, recall, mixed = shares[LEXIRECALL], _chosen(shares, RECALL), _chosen(shares, MIXED)
    return [
        claim(
            where,
            name,
            "lexirecall ties much less often than R@1000 and RP (half as often at most)",
            f"lexirecall {ours:.4f}, {listed(recall, 4)}",
            holds=ours <= min(recall.values()) / 2,
            why=_reason(found),
        ),
        claim(
            where,
            name,
            f"lexirecall ties about as often as AP and nDCG (within {COMPARABLE_TIES:g})",
            f"lexirecall {ours:.4f}, {listed(mixed, 4)}",
            holds=all(abs(ours - each) <= COMPARABLE_TIES for each in mixed.values()),
            why=f"They differ by up to {max(abs(ours - each) for each in mixed.values()):.4f}.",
        ),
    ]


def _other(found: Sequence[Numbers]) -> str:
    """Say what is special about all collections together."""
    are_simulated = all(each.case.source.is_simulated for each in found)
    return "All collections here are simulated." if are_simulated else OTHER_RUNS


def _by_depth(found: Sequence[Numbers], number: Callable[[Numbers], float]) -> dict[str, float]:
    """Average a number over the collections of each depth, the shallow first."""
    depths = {label: [number(each) for each in found if each.facts.label == label] for label in DEPTHS}
    return {label: fmean(its) for label, its in depths.items() if its}


def _rises(means: Sequence[float]) -> bool | None:
    """Tell whether each mean is above the one before; undecided if there is one only, or if they are hardly apart."""
    if len(means) < 2 or max(means) - min(means) < MARGIN:
        return None
    return all(low < high for low, high in pairwise(means))


def _why_no_rise(found: Sequence[Numbers], means: Sequence[float]) -> str:
    if len(means) < 2:
        return "All collections here have the same depth."
    return f"The means differ by less than {MARGIN:g}." if _rises(means) is None else _other(found)


def across_agreement(found: Sequence[Numbers]) -> list[Check]:
    """Check what Figure 10 says of depth."""
    depths = _by_depth(found, lambda each: each.of("agreement")["nDCG"])
    means = [*depths.values()]
    return [
        claim(
            "Figure 10, section 6.2.1",
            "nDCG",
            "the deeper the lists, the more often it agrees with lexirecall",
            f"mean over collections: {listed(depths)}",
            holds=_rises(means),
            why=_why_no_rise(found, means),
        )
    ]


def across_ties(found: Sequence[Numbers], random: Result) -> list[Check]:
    """Check what Figure 11 says of random rankings, those of Figure 8, and of recommendation."""
    where = "Figure 11, section 6.2.2"
    drawn = random.tables[0].frame.pivot("compared", index="depth", values="ties")
    most = {name: max(each.of("ties")[name] for each in found) for name in RECALL}
    least = {name: float(drawn[name].min()) for name in RECALL}  # type: ignore[arg-type]
    checks = [
        claim(
            where,
            "all collections",
            "R@1000 and RP tie less often on systems' lists than on random rankings (Figure 8)",
            f"at most {listed(most)}; random rankings at least {listed(least)}",
            holds=all(most[name] < least[name] for name in RECALL),
            why=f"{', '.join(name for name in RECALL if most[name] >= least[name])}: on some collection as often.",
        )
    ]
    ties = {
        task: [each.of("ties")[LEXIRECALL] for each in found if each.case.task == task]
        for task in ("recommendation", "retrieval")
    }
    means = {task: fmean(its) for task, its in ties.items() if its}
    checks.append(
        claim(
            where,
            "lexirecall",
            "it ties more often in recommendation, where labels are few, than in retrieval",
            f"mean over collections: {listed(means, 4)}",
            holds=means["recommendation"] > means["retrieval"] if len(means) > 1 else None,
            why=_other(found) if len(means) > 1 else "There are no collections of both kinds here.",
        )
    )
    return checks


def _lead(table: str) -> Callable[[Numbers], float]:
    """Give by how much lexirecall tells more pairs of systems apart than the better of R@1000 and Rprec."""

    def lead(found: Numbers) -> float:
        shares = found.of(table)
        return shares[LEXIRECALL] - max(shares[name] for name in RECALL)

    return lead


def _leads(found: Sequence[Numbers], table: str) -> str:
    return listed({each.case.name: _lead(table)(each) for each in found})


def _deep_lead(found: Sequence[Numbers], table: str, where: str, published: str, more_than: float = 0.0) -> Check:
    deep = [each for each in found if each.facts.label == "deep"]
    return claim(
        where,
        "deep lists",
        published,
        f"lead of lexirecall over the better of the two: {_leads(found, table)}",
        holds=all(_lead(table)(each) > more_than for each in deep) if deep else None,
        why=_other(found) if deep else NO_DEEP,
    )


def across_paired(found: Sequence[Numbers]) -> list[Check]:
    """Check what Figure 12 says of power by paired tests."""
    published = "lexirecall tells more pairs of systems apart than R@1000 and RP"
    return [_deep_lead(found, "paired", "Figure 12, section 6.2.3", published)]


def across_tukey(found: Sequence[Numbers]) -> list[Check]:
    """Check what Figure 13 says of power by Tukey's test."""
    where = "Figure 13, section 6.2.3"
    paired, tukey = (fmean(_lead(table)(each) for each in found) for table in ("paired", "tukey"))
    has_no_lead = max(paired, tukey) <= 0
    depths = _by_depth(found, _lead("tukey"))
    means = [*depths.values()]
    clearly = (
        f"lexirecall tells clearly more pairs of systems apart than R@1000 and RP (more than {COMPARABLE:g} of all)"
    )
    return [
        _deep_lead(found, "tukey", where, clearly, COMPARABLE),
        claim(
            where,
            "lexirecall's lead over R@1000 and RP",
            "it is larger by Tukey's test than by paired tests",
            f"mean over collections: {tukey:+.3f} by Tukey's test, {paired:+.3f} by paired tests",
            holds=None if has_no_lead else _rises([paired, tukey]),
            why="There is no lead." if has_no_lead else _why_no_rise(found, [paired, tukey]),
        ),
        claim(
            where,
            "lexirecall's lead over R@1000 and RP",
            "the shallower the lists, the smaller it is",
            f"mean over collections: {listed(depths)}",
            holds=None if max(means) <= 0 else _rises(means),
            why="There is no lead." if max(means) <= 0 else _why_no_rise(found, means),
        ),
    ]
