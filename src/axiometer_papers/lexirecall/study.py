"""The experiments of the paper on recall, robustness and lexicographic evaluation."""

from __future__ import annotations

from typing import Final

from axiometer_papers.axioms import axiom_part
from axiometer_papers.lexirecall.figure_5 import figure_5
from axiometer_papers.lexirecall.figure_16 import figure_16
from axiometer_papers.lexirecall.figures_14_15 import degradation_parts
from axiometer_papers.lexirecall.table_2_figure_8 import figure_8, table_2
from axiometer_papers.lexirecall.table_5_figures_10_to_13 import collection_parts
from axiometer_papers.lexirecall.tables_3_4 import tie_parts
from axiometer_papers.study import Part, Setting, Study

MEASURES: Final = ("RR", "AP", "nDCG", "RBP(p=0.8)", "TSE(exposure='ap')", "lexirecall")
PROPERTIES: Final = (
    "IncSize DecNonrel StrictDecNonrel IncRel StrictIncRel IncSwap StrictIncSwap Concave StrictConcave SuffixInv "
    "PrefixInv Bounded Localised Complete Realisable"
)
"""The rows and columns of Table 8."""
CLASSES: Final = (
    "The paper's columns are classes: top-heavy recall-level metrics, of which RR is one, those with a normalisation "
    "above 0, of which AP, nDCG and RBP are some, TSE, and lexirecall. Its empty cells say that not all of a class "
    "have the property."
)


def plan(setting: Setting) -> list[Part]:
    """Give all parts in the order of the paper."""
    return [
        figure_5(),
        table_2(setting),
        figure_8(setting),
        *tie_parts(setting),
        *collection_parts(setting),
        *degradation_parts(setting),
        figure_16(),
        axiom_part(setting, "properties", "Table 8", measures=MEASURES, axioms=PROPERTIES, notes=[CLASSES]),
    ]


LEXIRECALL: Final = Study(
    name="lexirecall",
    title="Recall, robustness, and lexicographic evaluation",
    citation="diaz2026",
    about=(
        "What the paper computes and simulates is done again: the orientation of measures (Figure 5), the worst case "
        "on random rankings (Table 2), ties by depth (Figure 8), probabilities of ties (Tables 3 and 4), optimal "
        "rankings (Figure 16) and formal properties (Table 8).",
        "What it measures on the lists of systems (Figures 10 to 15) is done on the collections in the folder of data, "
        "or on simulated ones. The paper has 36 collections, most of them with runs that TREC gives to participants "
        "only, and shows what it found in pictures. So its statements are checked here, not its numbers.",
        "All relevance is binary, as in the paper: grades from 1 on in search, ratings from 4 on in recommendation. An "
        "item that is relevant to any aspect is relevant.",
    ),
    plan=plan,
)
