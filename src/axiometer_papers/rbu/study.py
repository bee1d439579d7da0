"""The experiments of the paper on rank-biased utility."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from axiometer_papers.axioms import axiom_part
from axiometer_papers.rbu.table_2 import pooled, table_2
from axiometer_papers.rbu.table_3 import table_3
from axiometer_papers.rbu.table_3_dynamic import dynamic_parts
from axiometer_papers.sources import diversity_sources
from axiometer_papers.study import Part, Setting, Study

WORLD: Final[dict[str, Any]] = {"systems": 30, "queries": 50, "depth": 1000, "pool_depth": 25}
"""As many systems and queries as in the paper."""
MEASURES: Final = (
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
)
AXIOMS: Final = "Pri Deep DeepTh CloseTh Conf AspDiv Red MRed Sat AspRel"
"""The rows and columns of Table 1."""
OPEN: Final = "The paper leaves the parameters of measures open; those taken are in the table."
QUICK_WORLD: Final[dict[str, Any]] = {"systems": 6, "queries": 20, "depth": 100}


def plan(setting: Setting) -> Sequence[Part]:
    """Give Table 1, and Tables 2 and 3 for each collection."""
    world = QUICK_WORLD if setting.is_quick else WORLD
    sources = diversity_sources(setting, **world)
    return [
        axiom_part(setting, "search", "Table 1", measures=MEASURES, axioms=AXIOMS, notes=[OPEN]),
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
