"""Advice on measures for some data, from what axioms and criteria say."""
