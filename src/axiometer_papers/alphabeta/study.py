"""The experiments of the paper on αβ-nDCG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import axiometer as ax
from axiometer_papers.alphabeta.figure_1 import figure_1
from axiometer_papers.alphabeta.figure_2 import figure_2
from axiometer_papers.alphabeta.figure_3 import figure_3
from axiometer_papers.alphabeta.figure_4 import figure_4
from axiometer_papers.alphabeta.measured import FEWER_SYSTEMS, SYSTEMS, PerturbedSystems
from axiometer_papers.alphabeta.ratings import ratings_sources
from axiometer_papers.axioms import axiom_part
from axiometer_papers.study import Part, Setting, Study

WORLD: Final = ax.simulate.RatingsWorld(
    users=700, items=2000, genres=19, ratings=(20, 500), interests=(3, 8), systems=2
)
"""About as many users, genres and ratings of a user as in the smallest MovieLens."""
QUICK_WORLD: Final = replace(WORLD, users=120, items=400, ratings=(20, 150))

MEASURES: Final = (
    "alpha_nDCG(gain='linear')@20",
    "S_Recall@20",
    "S_RR",
    "NRBP(alpha=0.25,beta=0.9,gain='linear')",
    "EU(alpha=0.25)",
    "RBU(p=0.99,e=0.05)@20",
    "alphabeta_nDCG(alpha=0.005,beta=0.5)@20",
)
AXIOMS: Final = "Pri Deep NonPriSatAsp TopHeav TopHeavComp AspRel MoreAsp MissOverNon"
"""The rows and columns of Table 1."""
QUICK_CASES: Final = 3000
"""With fewer, the rare counterexamples of S-RR to NonPriSatAsp are not among them."""

NOTES: Final = (
    "Gains are ratings divided by the top of the scale. Where the paper leaves the parameters of a measure open, those "
    "of its experiments are taken.",
    "Other readings of these axioms, under which some cells are as in the paper, are variants of them: see axiometer "
    "axioms --list.",
)


def plan(setting: Setting) -> Sequence[Part]:
    """Give Table 1, and the figures for each collection of ratings."""
    world = replace(QUICK_WORLD if setting.is_quick else WORLD, seed=setting.seed)
    parts = [
        axiom_part(
            setting,
            "recommendation",
            "Table 1",
            measures=MEASURES,
            axioms=AXIOMS,
            quick_cases=QUICK_CASES,
            notes=NOTES,
        )
    ]
    for source in ratings_sources(setting, world):
        systems = PerturbedSystems(source, FEWER_SYSTEMS if setting.is_quick else SYSTEMS)
        parts += [figure_1(setting, source), figure_2(systems), figure_3(systems), *figure_4(setting, source)]
    return parts


ALPHABETA: Final = Study(
    name="alphabeta",
    title="αβ-nDCG: one measure of accuracy and diversity for recommenders",
    citation="parapar2021",
    about=(
        "Table 1 says which of seven measures satisfy eight axioms; here each cell is found by a search for "
        "counterexamples. Figures 1 to 3 start from an ideal order of what users rated and make it worse step by step: "
        "what happens to values, to the order of systems, and to p-values. Figure 4 removes ratings.",
        "The paper has MovieLens 20M, of which 20 % are the test. The folder of data may have that, or any other "
        "MovieLens; without it, ratings are simulated. The figures of the paper are pictures without numbers, so what "
        "the text says of them is checked.",
    ),
    plan=plan,
)
