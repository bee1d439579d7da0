"""Which measures are worth asking about, and which simple ones to ask for a second opinion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.engines.requirements import needs_of
from axiometer.errors import AxiometerError
from axiometer.measures.base import Measure
from axiometer.meta.advice.dataset_traits import Traits

PLAIN: Final = (
    *("P@10", "nDCG@10", "nDCG", "AP", "RR", "RBP(p=0.8)", "ERR@20", "R@1000", "Rprec", "Bpref"),
    *("U@10", "TBG"),
)
DIVERSE: Final = (
    *("alpha_nDCG@20", "ERR_IA@20", "NRBP", "RBU(p=0.9,e=0.05)@20", "RBU", "EU", "D_nDCG@20", "Dsharp_nDCG@20"),
    *("AP_IA", "S_Recall@20", "P@20", "nDCG@20", "D_U@10"),
)
RATED: Final = ("P@10", "R@50", "nDCG@10", "nDCG", "AP", "RR", "RBP(p=0.8)", "ERR@10", "Rprec", "Success@10")
RATED_DIVERSE: Final = (
    *("alphabeta_nDCG@10", "alpha_nDCG@10", "ERR_IA@10", "RBU@10", "EU@10", "D_nDCG@10", "AP_IA"),
    *("P@10", "R@50", "nDCG@10", "AP", "RR"),
)
GOLD: Final = ("P@10", "R@100")
GOLD_DIVERSE: Final = ("S_Recall@10", "P@10")


def default_candidates(traits: Traits, judgments: Judgments, profile: Profile) -> list[Compared]:
    """Name the usual measures for such data, without those that need what is not known."""
    names: tuple[str, ...]
    if traits.is_rated:
        names = RATED_DIVERSE if traits.has_aspects else RATED
    else:
        names = DIVERSE if traits.has_aspects else PLAIN
    return _possible(names, judgments, profile)


def default_gold(traits: Traits, judgments: Judgments, profile: Profile) -> list[Compared]:
    """Name simple measures of what everybody wants: relevant items and, where there are aspects, many of these."""
    return _possible(GOLD_DIVERSE if traits.has_aspects else GOLD, judgments, profile)


def _possible(names: Iterable[str], judgments: Judgments, profile: Profile) -> list[Compared]:
    """Take, one after the other, the measures that have what they need beside those before them."""
    found: list[Measure] = []
    for each in parse_compared(names, profile=profile):
        if isinstance(each, Measure) and _are_possible([*found, each], judgments, profile):
            found.append(each)
    return [*found]


def _are_possible(measures: Sequence[Measure], judgments: Judgments, profile: Profile) -> bool:
    try:
        needs_of(measures, judgments, profile)
    except AxiometerError:
        return False
    return True
