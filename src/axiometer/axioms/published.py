"""The tables that the papers print, beside which ours are put, and why they differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from axiometer.axioms.axiom import AnyAxiom, Family

if TYPE_CHECKING:
    from axiometer.axioms.verdicts import Verdict

AXIOMS_OF: Final[Mapping[Family, str]] = {
    "search": "Pri Deep DeepTh CloseTh Conf AspDiv Red MRed Sat AspRel",
    "recommendation": "Pri Deep NonPriSatAsp TopHeav TopHeavComp AspRel MoreAsp MissOverNon",
    "properties": "IncSize DecNonrel StrictDecNonrel IncRel StrictIncRel IncSwap StrictIncSwap Concave StrictConcave "
    "SuffixInv PrefixInv Bounded Localised Complete Realisable",
}
"""The columns of each table."""

TABLES: Final[Mapping[Family, Mapping[str, str]]] = {
    "search": {
        "P": "○○●●○○○○○○",
        "RR": "○○●○○○○○○○",
        "AP": "○○○●○○○○○○",
        "nDCG": "●●○●○○○○○○",
        "ERR": "●●●○○○○○○○",
        "RBP": "●●●●○○○○○○",
        "P_IA": "○○●●○○○○○●",
        "RR_IA": "○○●○○○○○●●",
        "AP_IA": "●●○●○○○○○●",
        "nDCG_IA": "●●○●○●○○○●",
        "ERR_IA": "●●●○○●●●●●",
        "RBP_IA": "●●●●○●○○○●",
        "S_Recall": "○○●○○○○○●○",
        "S_RR": "○○●○○○○○●○",
        "NRBP": "●●●●○●●○○○",
        "Dsharp_nDCG": "●●○●○●○○○●",
        "alpha_nDCG": "●●●●○●●○○○",
        "EU": "●●●●●●●○○●",
        "CT": "●●●○○●●○●●",
        "RBU": "●●●●●●●●●●",
    },
    "recommendation": {
        "alpha_nDCG": "●●●●●○○○",
        "S_Recall": "○○○○○○○○",
        "S_RR": "○○○○○○○○",
        "NRBP": "●●●●●○○○",
        "EU": "●●●●●●●○",
        "RBU": "●●●●●●●○",
        "alphabeta_nDCG": "●●●●●●●●",
    },
    "properties": {
        "RR": "●●○●○●○●○○○○○●○",
        "AP": "●●○●●●●●●○○○○●○",
        "nDCG": "●●○●●●●●●○○○○●○",
        "RBP": "●●○●●●●●●○○○○●○",
        "TSE": "●●○●○●○●○○○○○●○",
        "lexirecall": "●●○●●●○––○○––––",
    },
}
"""● satisfied, ○ not satisfied, – not applicable."""

MEASURES: Final[Mapping[Family, tuple[str, ...]]] = {
    "search": (
        "P@20",
        "RR",
        "AP",
        "nDCG@20",
        "ERR@20",
        "RBP(p=0.8)",
        "P_IA@20",
        "RR_IA@20",
        "AP_IA",
        "nDCG_IA@20",
        "ERR_IA@20",
        "RBP_IA(p=0.8)",
        "S_Recall@20",
        "S_RR",
        "NRBP(gain='linear')",
        "Dsharp_nDCG@20",
        "alpha_nDCG(gain='linear')@20",
        "EU",
        "CT(height=1,cap='stop',first='full',time='per-item')@20",
        "RBU(p=0.9,e=0.05)@20",
    ),
    "recommendation": (
        "alpha_nDCG(gain='linear')@20",
        "S_Recall@20",
        "S_RR",
        "NRBP(alpha=0.25,beta=0.9,gain='linear')",
        "EU(alpha=0.25)",
        "RBU(p=0.99,e=0.05)@20",
        "alphabeta_nDCG(alpha=0.005,beta=0.5)@20",
    ),
    "properties": ("RR", "AP", "nDCG", "RBP(p=0.8)", "TSE(exposure='ap')", "lexirecall"),
}
"""The measures of each table, with parameters where the paper leaves them open."""
Explanations = Mapping[tuple[str, str], str]


def _for(measures: str, axioms: str, text: str) -> Explanations:
    return {(measure, axiom): text for measure in measures.split() for axiom in axioms.split()}


_CUT: Final = (
    "The cut-off does it: from n = k on, nothing of the second list counts. The paper counts this for P@k and not "
    "here; without a cut-off there is no n."
)
_COUNTING: Final = (
    "An item of small gain costs the later ones of its aspect as much as one of large gain, because only their number "
    "counts. Putting a weak item above a strong one can then lose more than it gives."
)
_SHALLOW: Final = (
    "It depends on the parameters, which the paper's table does not name. With these, what is left after each item of "
    "the aspect falls so fast that m items after m others never make up for the first place; a smaller alpha"
    " gives an m."
)
_BINARY: Final = (
    "The paper's text calls the measure undefined for graded gains, and its table says otherwise. With every positive "
    "gain taken for 1, swapping two relevant items changes nothing."
)
_NO_ASPECTS: Final = (
    "The paper calls measures without aspects not applicable here, and its table counts that as not satisfied. Shown "
    "max_t r(d, t), the measure has a value, and the axiom holds."
)
_CUBE_FULL: Final = (
    "An aspect is full when the gains it took reach the height, and what it takes is already discounted for the items "
    "before. So {}."
)
_OWN_DIVISOR: Final = (
    "Each aspect has an ideal of its own: the more items of an aspect there are to retrieve, the less one of them "
    "adds. Weights do not decide alone then; where no other item has the aspects (AspRel/no-other-item), they do."
)
_ADHOC: Final = ("P", "RR", "AP", "nDCG", "ERR", "RBP")
_SEARCH: Final[Explanations] = {
    **_for("nDCG nDCG_IA Dsharp_nDCG", "DeepTh", _CUT),
    **_for("NRBP alpha_nDCG EU CT", "Pri AspDiv", _COUNTING),
    **_for("NRBP alpha_nDCG EU", "CloseTh", _SHALLOW),
    **_for("AP_IA", "Pri Deep", _BINARY),
    **_for("AP_IA nDCG_IA Dsharp_nDCG", "AspRel", _OWN_DIVISOR),
    **_for(" ".join(_ADHOC), "AspDiv Red MRed Sat AspRel", _NO_ASPECTS),
    **_for("CT", "Red", _CUBE_FULL.format("two aspects can both be full, and one more item of either adds nothing")),
    **_for("CT", "Sat", _CUBE_FULL.format("an item of gain 1 that is not the first of its aspect does not fill it")),
}
_NO_EFFORT: Final = "The paper assumes an effort e above 0; without effort nothing is paid for an item."

_SATURATED: Final = (
    "With gains r / r_max an item with the top rating leaves nothing to wish for, and all of its aspect below it ties. "
    "Where no such item stands above ({0}/unsaturated), the axiom holds."
)
_BETWEEN: Final = (
    "An item of the same aspect between the two loses to the weak one above it, and the swap frees it, however "
    "satisfied the other aspect is. For neighbours (NonPriSatAsp/neighbours) there are bounds."
)
_SOME_RATINGS: Final = (
    "High ratings satisfy so fast that m items never make up for the first place, low ones do not. For one star "
    "(TopHeavComp/one-star) there is an m, and for all ratings with other parameters."
)
_LATER: Final = (
    "The measure does not subtract what the list has given: interest shrinks by a share with each item. And the axiom "
    "leaves later items free, so that the item of more interest can make a strong later one redundant."
)
_WORTHLESS_LATER: Final = (
    "One over the rank at which all aspects are found is 1 for an item on top, so it wins from n = 1 on. The paper's "
    "cell does not follow from its equation."
)
_RECOMMENDATION: Final[Explanations] = {
    **_for("alpha_nDCG NRBP EU", "Pri", f"{_COUNTING} With both items liked (Pri/both-liked) it holds."),
    **_for("RBU alphabeta_nDCG", "Pri", _SATURATED.format("Pri")),
    **_for("RBU alphabeta_nDCG", "Deep", _SATURATED.format("Deep")),
    **_for("alphabeta_nDCG", "MissOverNon", _SATURATED.format("MissOverNon")),
    **_for("alpha_nDCG NRBP EU RBU alphabeta_nDCG", "NonPriSatAsp", _BETWEEN),
    **_for("alpha_nDCG NRBP EU", "TopHeavComp", _SHALLOW),
    **_for("RBU alphabeta_nDCG", "TopHeavComp", _SOME_RATINGS),
    **_for("EU RBU alphabeta_nDCG", "MoreAsp", _LATER),
    **_for("S_Recall", "TopHeav", "The cut-off does it: from n = k on, nothing of the second list counts."),
    **_for("S_RR", "TopHeav", _WORTHLESS_LATER),
}

_DEEPER_COUNTS_MORE: Final = (
    "The paper's proof compares swaps at the same recall level in two lists; the property speaks of two swaps in one "
    "list, where the lower one is at a later recall level, which counts for more."
)
_LAST_ONLY: Final = (
    "Only the last relevant item counts, so a swap of an earlier one gains nothing. The paper's proof needs a "
    "normalisation above 0, which this one is not."
)
_INSTANCE: Final = (
    "An empty cell of the paper's table means that not every measure of the class has the property. This one has it."
)
_IMPUTED: Final = (
    "The paper puts missing items at the end of the corpus, so that its forms of these measures look at their number. "
    "As usually defined, this measure does not look at missing items at all."
)
_PROVED: Final = "The table leaves it empty, but the paper's own proof shows that every such swap is a strict gain."
_EMPTY_SUM: Final = (
    "The table says so if the normalisation is defined without relevant items. Here the value is undefined then, as "
    "nothing can be found."
)
_PROPERTIES: Final[Explanations] = {
    **_for("AP", "Concave StrictConcave", _DEEPER_COUNTS_MORE),
    **_for("TSE", "Concave", _LAST_ONLY),
    **_for("RR AP nDCG RBP TSE", "Bounded Realisable", _INSTANCE),
    **_for("RR RBP", "Localised", _IMPUTED),
    **_for("RR AP nDCG RBP TSE", "Complete", _EMPTY_SUM),
    **_for("lexirecall", "StrictIncSwap", _PROVED),
}
_EXPLANATIONS: Final[Mapping[Family, Explanations]] = {
    "search": _SEARCH,
    "recommendation": _RECOMMENDATION,
    "properties": _PROPERTIES,
}
_ONLY_BINARY: Final = (
    "As it is used by default, the measure takes every positive gain for 1 and cannot see grades; the paper's equation "
    "has graded gains, which is gain='linear'."
)
_OTHERWISE: Final = (
    "The paper's table does not say for which parameters it holds, and these are other ones than those of our table: "
    "the case shows what they do."
)
_FOR_ALL_PARAMETERS: Final = frozenset({_NO_ASPECTS, _BINARY, _OWN_DIVISOR, _INSTANCE, _IMPUTED, _PROVED, _EMPTY_SUM})
"""Explanations that do not depend on the parameters of a measure."""


@dataclass(frozen=True)
class Published:
    """What a paper says of a measure and an axiom.

    Attributes
    ----------
    is_satisfied
        What its table says; None where it calls the axiom not applicable.
    agrees
        Whether the verdict is the same.
    explanation
        Why not, if it is not.
    is_comparable
        Whether the paper speaks of this measure, and not of a class or under a condition.
    """

    is_satisfied: bool | None
    agrees: bool
    explanation: str = ""
    is_comparable: bool = True


def measures_of(family: Family) -> tuple[str, ...]:
    """Give the measures of the paper's table."""
    return MEASURES[family]


def published(verdict: Verdict, axiom: AnyAxiom) -> Published | None:
    """Compare a verdict with what the axiom's paper says of that measure; None if it says nothing."""
    name = re.match(r"\w*", verdict.measure)[0]  # type: ignore[index]
    row = TABLES[axiom.family].get(name)
    if row is None or axiom.variant_of:
        return None
    cell = row[AXIOMS_OF[axiom.family].split().index(axiom.name)]
    says = {"●": True, "○": False, "–": None}[cell]
    ours = None if verdict.answer == "not-applicable" else verdict.is_satisfied
    if says == ours:
        return Published(says, agrees=True)
    why = _explained(verdict, axiom, name)
    return Published(says, agrees=False, explanation=why, is_comparable=why not in {_INSTANCE, _EMPTY_SUM})


def _explained(verdict: Verdict, axiom: AnyAxiom, name: str) -> str:
    is_binary = name in {"alpha_nDCG", "NRBP"} and "gain=" not in verdict.measure
    if is_binary and axiom.name in {"Pri", "Deep", "AspDiv", "MRed", "NonPriSatAsp"}:
        return _ONLY_BINARY
    if axiom.name == "Conf" and re.search(r"\be=0\b(?!\.)", verdict.measure):
        return _NO_EFFORT
    known = _EXPLANATIONS[axiom.family].get((name, axiom.name), _OTHERWISE)
    is_cut = known == _CUT and "@" in verdict.measure
    is_ours = re.sub(r"@\d+$", "", verdict.measure) in {re.sub(r"@\d+$", "", each) for each in MEASURES[axiom.family]}
    return known if is_ours or is_cut or known in _FOR_ALL_PARAMETERS else _OTHERWISE
