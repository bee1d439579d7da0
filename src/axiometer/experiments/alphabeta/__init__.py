"""αβ-nDCG: axioms, lists made worse step by step, and missing ratings."""

from axiometer.experiments.alphabeta.study import ALPHABETA

__all__ = ["ALPHABETA"]
