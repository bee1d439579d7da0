"""αβ-nDCG: axioms, lists made worse step by step, and missing ratings."""

from axiometer_papers.alphabeta.study import ALPHABETA

__all__ = ["ALPHABETA"]
