"""The experiments of the paper on rank-biased utility."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from axiometer_papers.axiom_tables import axiom_part
from axiometer_papers.rbu.dynamic import dynamic_parts
from axiometer_papers.rbu.official import table_3
from axiometer_papers.rbu.unanimity import pooled, table_2
from axiometer_papers.sources import diversity_sources
from axiometer_papers.study import Part, Setting, Study

WORLD: Final[dict[str, Any]] = {"systems": 30, "queries": 50, "depth": 1000, "pool_depth": 25}
"""As many systems and queries as in the paper."""
OPEN: Final = "The paper leaves the parameters of measures open; those taken are in the table."
QUICK_WORLD: Final[dict[str, Any]] = {"systems": 6, "queries": 20, "depth": 100}


def plan(setting: Setting) -> Sequence[Part]:
    """Give Table 1, and Tables 2 and 3 for each collection."""
    world = QUICK_WORLD if setting.is_quick else WORLD
    sources = diversity_sources(setting, **world)
    return [
        axiom_part(setting, "search", "table-1", "Table 1", notes=[OPEN]),
        *(table_2(setting, source) for source in sources),
        *([pooled(setting, sources)] if len(sources) > 1 else []),
        *(table_3(setting, source) for source in sources),
        *dynamic_parts(setting, **world),
    ]


RBU: Final = Study(
    name="rbu",
    title="Rank-biased utility: axioms and metric unanimity",
    citation="amigo2018",
    plan=plan,
    about=(
        "Table 1 says which of twenty measures satisfy ten axioms; here each cell is found by a search for "
        "counterexamples. Tables 2 and 3 say how unanimous measures are: whether a measure prefers the lists that all "
        "other measures find at least as good.",
        "The paper took 30 runs of the TREC Web Track 2014 and 23 of Dynamic Domain 2015. These runs are not public, "
        "so its numbers of unanimity cannot be computed again. What it says about them can be asked of other "
        "collections: of those that are given, or of simulated ones.",
    ),
)
