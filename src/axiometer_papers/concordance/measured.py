"""The measures of the paper, and their values for a collection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import axiometer as ax
from axiometer_papers.concordance.lengths import with_lengths
from axiometer_papers.sources import Source
from axiometer_papers.study import Setting

PRINTED: Final = "ERR-IA as printed"
_FORMS: Final = {
    "D♯-nDCG": "Dsharp_nDCG(gain='exp')@10",
    "D-nDCG": "D_nDCG(gain='exp')@10",
    "D-U": "D_U(snippet=200,read=0.2,text=132000,gain='exp')@10",
    "U-IA": "U_IA(snippet=200,read=0.2,text=132000,gain='exp')@10",
    "ERR-IA": "ERR_IA(alpha=0.5,gain='binary')@10",
    "α-nDCG": "alpha_nDCG(alpha=0.5)@10",
    PRINTED: "ERR_IA(gain='exp')@10",
}
MEASURES: Final[Mapping[str, str]] = {name: str(ax.parse_measure(form)) for name, form in _FORMS.items()}
"""ERR-IA is that of ndeval, whose values the paper took; its equations (3) and (4) are another measure."""
INTENT_RECALL, PRECISION = "S_Recall@10", "P@10"
GOLD_NAMES: Final = {"intent recall": INTENT_RECALL, "precision": PRECISION, "both": f"{INTENT_RECALL} and {PRECISION}"}


@dataclass(frozen=True)
class Measured:
    """A collection, the only one or one of several, whose values are computed once, when they are first needed."""

    source: Source
    setting: Setting
    is_only: bool = True

    @property
    def order(self) -> Literal["score", "rank"]:
        """What orders lists: the scores of simulated runs, and else the ranks, as the program of the track does."""
        return "score" if self.source.is_simulated else "rank"

    @cached_property
    def found(self) -> tuple[ax.meta.Outcomes, list[str]]:
        """The values of all measures and gold standards, and what a reader must know of lengths and weights."""
        judgments, told = with_lengths(
            self.source.judgments(), self.setting.lengths, self.setting.seed, is_only=self.is_only
        )
        # The paper has uniform intents; simulated ones have weights.
        judgments = replace(judgments, weights=None)
        values = ax.evaluate(
            judgments,
            self.source.runs(),
            [*MEASURES.values(), INTENT_RECALL, PRECISION],
            profile=ax.get_profile(order=self.order),
            jobs=self.setting.jobs,
        )
        highest = judgments.frame["grade"].to_numpy().max()
        top = f"Gains are (2^g − 1)/2^H, H = {highest:g} the largest grade; intents are uniform."
        ordered = f"Lists are ordered by {self.order}."
        return ax.meta.Outcomes.of(values), [told, top, ordered]
