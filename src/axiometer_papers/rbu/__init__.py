"""Rank-biased utility: the axioms that measures satisfy, and how unanimous they are."""
