"""Measures of recommendation: what users rated, what they might like, and how varied and novel it is."""
