"""Measures that make one value of the aspects of a request, by way of an ad hoc measure."""
