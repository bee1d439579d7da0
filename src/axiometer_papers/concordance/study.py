"""The experiments of the paper on the concordance test and the diversity U-measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from axiometer_papers.concordance.figure_4 import figure_4
from axiometer_papers.concordance.measured import Measured
from axiometer_papers.concordance.table_2 import table_2
from axiometer_papers.sources import diversity_sources
from axiometer_papers.study import Part, Setting, Study

WORLD: Final[dict[str, Any]] = {"systems": 17, "queries": 50, "depth": 50, "pool_depth": 25}
"""As many systems and queries as in the paper, and a pool as deep."""
QUICK_WORLD: Final[dict[str, Any]] = {"systems": 8, "queries": 30, "depth": 20}


def plan(setting: Setting) -> Sequence[Part]:
    """Give Table 2 for each collection, and Fig. 4."""
    world = QUICK_WORLD if setting.is_quick else WORLD
    sources = diversity_sources(setting, **world)
    collections = [Measured(source, setting, is_only=len(sources) == 1) for source in sources]
    return [*(table_2(each) for each in collections), figure_4(setting, collections)]


CONCORDANCE: Final = Study(
    name="concordance",
    title="The concordance test and the diversity U-measures",
    citation="sakai2013concordance",
    plan=plan,
    about=(
        "Where two measures disagree on a pair of lists, which of them sides with intent recall, with precision, with "
        "both? Table 2 counts it for six diversity measures, and Fig. 4 compares their properties.",
        "The paper took the 17 Category A runs of TREC 2011, 50 queries, and its own estimates of the lengths of "
        "documents. Runs and lengths are not public, so its numbers cannot be computed again; what follows from the "
        "definitions of measures can, and is asked of small cases.",
    ),
)
