"""Measures of finding every relevant item, and of the worst-off."""
