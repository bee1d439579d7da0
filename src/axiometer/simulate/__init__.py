"""Collections whose truth is known: which system is better, and in what."""

from axiometer.simulate.lengths import simulate_lengths
from axiometer.simulate.recommendation import RatingsCollection, RatingsWorld, simulate_ratings
from axiometer.simulate.search import SearchCollection, SearchWorld, simulate_search

__all__ = [
    "RatingsCollection",
    "RatingsWorld",
    "SearchCollection",
    "SearchWorld",
    "simulate_lengths",
    "simulate_ratings",
    "simulate_search",
]
