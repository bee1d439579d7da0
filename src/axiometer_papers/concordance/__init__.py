"""The concordance test of diversity measures, the U-measures among them."""

from axiometer_papers.concordance.study import CONCORDANCE

__all__ = ["CONCORDANCE"]
