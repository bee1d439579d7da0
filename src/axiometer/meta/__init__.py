"""Measuring the measures: what they reward, how often they tie, what they agree with, what they tell apart."""

from axiometer.meta.agreement import agreement, ties
from axiometer.meta.concordance import concordance
from axiometer.meta.correlation import correlation
from axiometer.meta.degradation import degradation
from axiometer.meta.differences import differences
from axiometer.meta.leaderboard import leaderboard
from axiometer.meta.power import power, power_of_p_values
from axiometer.meta.scenarios import scenarios
from axiometer.meta.unanimity import unanimity

__all__ = [
    "agreement",
    "concordance",
    "correlation",
    "degradation",
    "differences",
    "leaderboard",
    "power",
    "power_of_p_values",
    "scenarios",
    "ties",
    "unanimity",
]
