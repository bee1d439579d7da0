"""The concordance test of diversity measures, the U-measures among them."""
