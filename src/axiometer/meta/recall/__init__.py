"""The theory of recall: what measures make of positions of relevant items alone."""
