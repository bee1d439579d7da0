"""Measures that see what an item adds to the aspects already met."""
