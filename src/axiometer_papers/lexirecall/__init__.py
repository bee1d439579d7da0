"""Recall, robustness and lexicographic evaluation."""
