"""Measures that count the text read, not the ranks."""
