"""Table 1: which measures satisfy which axioms."""

from __future__ import annotations

from typing import Final

from axiometer_papers.axiom_tables import axiom_part
from axiometer_papers.study import Part, Setting

QUICK_CASES: Final = 3000
"""With fewer, the rare counterexamples of S-RR to NonPriSatAsp are not among them."""

NOTES: Final = (
    "Gains are ratings divided by the top of the scale. Where the paper leaves the parameters of a measure open, those "
    "of its experiments are taken.",
    "Other readings of these axioms, under which some cells are as in the paper, are variants of them: see axiometer "
    "axioms --list.",
)


def table_1(setting: Setting) -> Part:
    """Check the eight axioms for the seven measures of the paper."""
    return axiom_part(setting, "recommendation", "table-1", "Table 1", quick_cases=QUICK_CASES, notes=NOTES)
