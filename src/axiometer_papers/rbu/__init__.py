"""Rank-biased utility: the axioms that measures satisfy, and how unanimous they are."""

from axiometer_papers.rbu.study import RBU

__all__ = ["RBU"]
