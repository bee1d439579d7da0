"""Measures of one ranked list with one grade per item."""
