"""Measures that make one value of the aspects of a query, by way of an ad hoc measure."""
