"""Conventions: how programs average, order, cut and treat ties, and profiles that fix all of these."""
