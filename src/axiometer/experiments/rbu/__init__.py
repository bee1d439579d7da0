"""Rank-biased utility: the axioms that measures satisfy, and how unanimous they are."""

from axiometer.experiments.rbu.study import RBU

__all__ = ["RBU"]
