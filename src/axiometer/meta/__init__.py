"""Measuring the measures: what they reward, how often they tie, what they agree with, what they tell apart."""

from axiometer.meta.agreement import agreement, ties
from axiometer.meta.concordance import concordance
from axiometer.meta.correlation import correlation
from axiometer.meta.degradation import degradation
from axiometer.meta.differences import differences
from axiometer.meta.leaderboard import leaderboard
from axiometer.meta.missing_labels import MissingLabels
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.power import power, power_of_p_values
from axiometer.meta.provider_exposure import provider_exposure
from axiometer.meta.recall.exact_scores import exact_scores
from axiometer.meta.recall.optimal import optimal_rankings
from axiometer.meta.recall.orientation import orientation
from axiometer.meta.recall.random_pairs import ties_by_depth, worst_case_agreement
from axiometer.meta.recall.tie_probability import tie_probabilities, tie_probability
from axiometer.meta.scenarios import scenarios
from axiometer.meta.unanimity import unanimity
from axiometer.stats.correlation import spearman, tau_b
from axiometer.stats.paired import rank_biserial, wilcoxon

__all__ = [
    "MissingLabels",
    "Outcomes",
    "agreement",
    "concordance",
    "correlation",
    "degradation",
    "differences",
    "exact_scores",
    "leaderboard",
    "optimal_rankings",
    "orientation",
    "power",
    "power_of_p_values",
    "provider_exposure",
    "rank_biserial",
    "scenarios",
    "spearman",
    "tau_b",
    "tie_probabilities",
    "tie_probability",
    "ties",
    "ties_by_depth",
    "unanimity",
    "wilcoxon",
    "worst_case_agreement",
]
