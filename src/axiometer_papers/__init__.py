"""The experiments of the papers, again: one module per paper, and what they share."""
