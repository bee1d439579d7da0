"""What the paper says of its Table 2, asked of our numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from axiometer_papers.rbu.published import EQUAL, Values
from axiometer_papers.rbu.variants import Variant, values_told, written
from axiometer_papers.study import Check, claim

_EFFORT_OF_EU: Final = (
    "EU as printed pays the effort at every rank, as RBU does: perhaps both prefer the shorter of two lists that no "
    "other measure tells apart. In the paper the best EU has the unanimity of the best α-DCG in every scenario, with "
    "e = 0 and with larger efforts: perhaps the effort was not paid"
)
_SETS: Final = (
    "P and S-Recall do not look at the order above the cut-off: perhaps with a deep one they miss what gets better at "
    "the top; the paper's own table has P@20 and S-Recall@10 as their best variants"
)
_SETS_AND_MORE: Final = (
    f"{_SETS}. For the others named here, perhaps a deeper cut-off sees relevant items on which measures disagree"
)
_ENDLESS: Final = (
    "where lists differ in length, perhaps RBU with a large effort prefers the shorter one, whatever the longer finds: "
    "with p = 0.99 the effort of n items comes to 99 (1 − 0.99^n) e, 39 e for 50 items and 63 e for 100, while gains "
    "come to at most 1"
)
_FLAT: Final = (
    "perhaps RBP with a large p, which weighs ranks more alike, misses some of what all others see at the top"
)
ByScenario = Mapping[str, Values]


def statements(name: str, variants: Sequence[Variant], by_scenario: ByScenario) -> Iterator[Check]:
    """Check each statement of Sections 6.2 and 6.3 for a collection."""
    for scenario, values in by_scenario.items():
        yield rbu_is_first(f"Table 2, {scenario} ({name})", variants, values)
    yield rbu_beats_eu(f"Section 6.3 ({name})", variants, by_scenario)
    yield gap_grows(f"Section 6.3 ({name})", variants, by_scenario)
    yield effort_matters(f"Section 6.3, all-50 ({name})", variants, by_scenario["all-50"])
    yield s_recall_is_last(f"Table 2 ({name})", variants, by_scenario)
    yield deeper_is_better(f"Section 6.2 ({name})", variants, by_scenario)
    yield persistence_helps(f"Section 6.2 ({name})", variants, by_scenario["official"])


def _of(variants: Sequence[Variant], values: Values, family: str, **parameters: str) -> list[float]:
    return [
        values[each.name]
        for each in variants
        if each.family == family and all(each.parameters[name] == value for name, value in parameters.items())
    ]


def rbu_is_first(where: str, variants: Sequence[Variant], values: Values) -> Check:
    """Ask whether RBU with patience and effort is above all others, or as high as they are."""
    persistent = [each for each in variants if each.family == "RBU" and each.pays and each.parameters["p"] == "0.99"]
    ours = [values[each.name] for each in persistent]
    others = [each for each in variants if each not in persistent]
    most = max(values[each.name] for each in others)
    best = [each for each in others if values[each.name] > most - EQUAL]
    holds = min(ours) > most - EQUAL
    families = [*dict.fromkeys(each.family for each in best)]
    told = [written([each for each in best if each.family == family]) for family in families]
    return claim(
        where,
        "RBU with p = 0.99 and every effort above 0 has the highest unanimity",
        "yes",
        f"{values_told(ours)}; {'as much have' if holds and min(ours) < most + EQUAL else 'best beside'}: "
        f"{', '.join(told)} with {most:.4f}",
        _why_not_first(variants, values, [each for each in persistent if values[each.name] <= most - EQUAL]),
        holds=holds,
    )


def _why_not_first(variants: Sequence[Variant], values: Values, below: Sequence[Variant]) -> str:
    """Name the variants of RBU that are below others, and the effort as a reason only where it changes something."""
    if not below:
        return ""
    if _effort_is_idle(variants, values):
        return f"{written(below)}: below; the effort changes nothing here, RBU has the same unanimity with e = 0"
    return f"{written(below)}: below; {_ENDLESS}"


def _effort_is_idle(variants: Sequence[Variant], values: Values) -> bool:
    """Tell whether RBU has the same unanimity for every effort, as where all lists are of one length."""
    lines: dict[str, list[float]] = {}
    for each in variants:
        if each.family == "RBU":
            lines.setdefault(each.parameters["p"], []).append(values[each.name])
    return all(max(line) - min(line) < EQUAL for line in lines.values())


def rbu_beats_eu(where: str, variants: Sequence[Variant], by_scenario: ByScenario) -> Check:
    """Ask whether the best RBU is above the best EU in each scenario."""
    both = [(max(_of(variants, values, "RBU")), max(_of(variants, values, "EU"))) for values in by_scenario.values()]
    return claim(
        where,
        "RBU has a higher unanimity than EU in all scenarios, although EU has an effort, too",
        "yes",
        "; ".join(f"{name}: RBU {rbu:.4f}, EU {eu:.4f}" for name, (rbu, eu) in zip(by_scenario, both, strict=True)),
        _why_not_above_eu(
            variants,
            {name: by_scenario[name] for name, (rbu, eu) in zip(by_scenario, both, strict=True) if rbu <= eu + EQUAL},
        ),
        holds=all(rbu > eu + EQUAL for rbu, eu in both),
    )


def _why_not_above_eu(variants: Sequence[Variant], failing: ByScenario) -> str:
    idle = [name for name, values in failing.items() if _effort_is_idle(variants, values)]
    paid = [name for name in failing if name not in idle]
    told = (
        [f"{', '.join(idle)}: the effort changes nothing there, RBU has the same unanimity for every e"] if idle else []
    )
    return "; ".join([*told, *([f"{', '.join(paid)}: {_EFFORT_OF_EU}"] if paid else [])])


def _gap(variants: Sequence[Variant], values: Values) -> float:
    """Give by how much RBU is above the best measure without an effort."""
    free = [values[each.name] for each in variants if each.family != "RBU" and not each.pays]
    return max(_of(variants, values, "RBU")) - max(free)


def gap_grows(where: str, variants: Sequence[Variant], by_scenario: ByScenario) -> Check:
    """Ask whether RBU is further above measures without an effort in both simulated scenarios."""
    gaps = {name: _gap(variants, values) for name, values in by_scenario.items()}
    return claim(
        where,
        "RBU is further above the other measures in the simulated scenarios; here, above those without an effort",
        "by the numbers of its table: official 0.0068, all 0.0834, all-50 0.2099",
        ", ".join(f"{name} {gap:.4f}" for name, gap in gaps.items()),
        "the gap is not larger in both simulated scenarios",
        holds=gaps["all"] > gaps["official"] and gaps["all-50"] > gaps["official"],
    )


def effort_matters(where: str, variants: Sequence[Variant], values: Values) -> Check:
    """Ask whether RBU without effort is below RBU with any effort."""
    without = _of(variants, values, "RBU", e="0")
    paying = [values[each.name] for each in variants if each.family == "RBU" and each.pays]
    return claim(
        where,
        "where lists differ in length, RBU without effort is below RBU with any effort",
        "0.7709 and 0.9808",
        f"{values_told(without)} and {values_told(paying)}",
        "perhaps a large effort outweighs what a longer list finds: such variants of RBU are not above those without",
        holds=max(without) < min(paying) - EQUAL,
    )


def s_recall_is_last(where: str, variants: Sequence[Variant], by_scenario: ByScenario) -> Check:
    """Ask whether S-Recall is below the best variant of every other measure in all scenarios."""
    told, holds, above = [], True, []
    for scenario, values in by_scenario.items():
        ours, others = _of(variants, values, "S-Recall"), _best_others(variants, values)
        last = min(others, key=lambda family: others[family])
        told.append(f"{scenario}: S-Recall {values_told(ours)}, {last} {others[last]:.4f}")
        if max(ours) >= others[last]:
            holds = False
            above.append(f"{last} (scenario {scenario})")
    return claim(
        where,
        "S-Recall at every cut-off is below all other measures with their best parameters",
        "yes, in all scenarios",
        "; ".join(told),
        f"the best S-Recall is not below {', '.join(above)}",
        holds=holds,
    )


def _best_others(variants: Sequence[Variant], values: Values) -> dict[str, float]:
    """Give the highest value of each measure but S-Recall."""
    best: dict[str, float] = {}
    for each in variants:
        if each.family != "S-Recall":
            best[each.family] = max(best.get(each.family, -1.0), values[each.name])
    return best


def deeper_is_better(where: str, variants: Sequence[Variant], by_scenario: ByScenario) -> Check:
    """Ask for each measure with cut-offs whether a deeper one is never less unanimous."""
    lines: dict[str, list[Variant]] = {}
    for each in variants:
        if "k" in each.parameters:
            alpha = each.parameters.get("α")
            lines.setdefault(f"{each.family} α={alpha}" if alpha else each.family, []).append(each)
    told, failing = [], set()
    for scenario, values in by_scenario.items():
        fails = [name for name, line in lines.items() if not _is_up([values[each.name] for each in line])]
        failing |= set(fails)
        best = [max(lines[name], key=lambda each: values[each.name]).parameters["k"] for name in fails]
        listed = ", ".join(f"{name} (best at {k})" for name, k in zip(fails, best, strict=True))
        told.append(f"{scenario}: {f'not {listed}' if fails else 'all'}")
    return claim(
        where,
        "every measure with a deep cut-off is at least as unanimous as with a shallow one",
        "yes, for all",
        f"of {', '.join(lines)}: {'; '.join(told)}",
        _SETS if failing <= {"P", "P-IA", "S-Recall"} else _SETS_AND_MORE,
        holds=not failing,
    )


def _is_up(values: Sequence[float]) -> bool:
    return all(after > before - EQUAL for before, after in pairwise(values))


def persistence_helps(where: str, variants: Sequence[Variant], values: Values) -> Check:
    """Ask whether RBP with a larger p is more unanimous."""
    line = [each for each in variants if each.family == "RBP"]
    found = [values[each.name] for each in line]
    return claim(
        where,
        "RBP with a larger p is more unanimous",
        "yes",
        ", ".join(f"p={each.parameters['p']}: {values[each.name]:.4f}" for each in line),
        _FLAT if max(found) > min(found) + EQUAL else "the same for all p, as in the paper's own table",
        holds=_is_up(found) and found[-1] > found[0] + EQUAL,
    )
