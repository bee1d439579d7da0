"""Measures of recommendations: of all items of one list, rated or not.

The first argument is the list in rank order, the second one the catalogue of all items that could have been in it, in
the order that settles the ties of the greedy ideal list. An item that the catalogue does not have is ``UNKNOWN``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from axiometer.reference.numbers import Known, Make, Number, log2

GIVEN = "given"


@dataclass(frozen=True)
class Item:
    """An item as one user sees it: its aspects, the rating if there is one, and how many users had it before.

    ``chance`` is how likely it satisfies, for measures to which that is given and not computed.
    """

    aspects: frozenset[str] = frozenset()
    rating: Number | None = None
    seen: int = 0
    chance: Number | None = None


UNKNOWN = Item()
Items = Sequence[Item]


@dataclass(frozen=True)
class User:
    """One user: the interest in each aspect, γ, and how ratings and their absence are read."""

    interest: Mapping[str, Number]
    alpha: Number
    beta: Number
    max_grade: Number
    number: Make

    def chance(self, aspect: str, item: Item) -> Number:
        """Give P(a|u,i), eq. 5 and 6: how likely an item satisfies an interest in an aspect."""
        number = self.number
        if aspect not in item.aspects:
            return number(0)
        if item.rating is None:
            return number(item.chance if self.alpha == GIVEN else self.alpha)
        if self.beta == GIVEN:
            return number(item.chance)
        return share_of_top(item, self.max_grade, number) * number(self.beta)

    def left(self, earlier: Sequence[Item]) -> dict[str, Number]:
        """Give the product of eq. 7 for each aspect: how much of an interest the items so far have left."""
        kept = dict.fromkeys(self.interest, self.number(1))
        for item in earlier:
            for aspect in item.aspects & kept.keys():
                kept[aspect] *= 1 - self.chance(aspect, item)
        return kept

    def gain(self, item: Item, left: Mapping[str, Number]) -> Number:
        """Give eq. 8, that at least one aspect satisfies; what one aspect adds goes to what the others did not do.

        1 − Π(1 − x) is the same, but in floats it would forget small x, and with them what ties and what does not.
        """
        total = self.number(0)
        for aspect, interest in self.interest.items():
            satisfied = self.chance(aspect, item) * interest * left[aspect]
            total += satisfied * (1 - total)
        return total

    def discounted_gain(self, items: Sequence[Item]) -> Number:
        """Add up eq. 15."""
        total = self.number(0)
        for rank, item in enumerate(items, 1):
            total += self.gain(item, self.left(items[: rank - 1])) / log2(1 + rank, self.number)
        return total

    def greedy_list(self, catalogue: Sequence[Item], depth: int) -> list[Item]:
        """Take the item with the largest gain at each rank, the first of the catalogue if they tie."""
        almost = 1 - self.number(1) / self.number(10**12)
        waiting, chosen = list(catalogue), list[Item]()
        while waiting and len(chosen) < depth:
            left = self.left(chosen)
            gains = [self.gain(item, left) for item in waiting]
            best = max(gains)
            chosen.append(waiting.pop(next(at for at, gain in enumerate(gains) if gain >= best * almost)))
        return chosen


def interest_in(catalogue: Sequence[Item], number: Make) -> dict[str, Number]:
    """Give γ by eq. 9: the share of each aspect in the ratings of one user; nothing where there is nothing to share."""
    sums: dict[str, Number] = {}
    for item in catalogue:
        liked = number(0) if item.rating is None else number(max(item.rating, 0))
        for aspect in sorted(item.aspects):
            sums[aspect] = sums.get(aspect, number(0)) + liked
    whole = sum(sums.values(), number(0))
    return {aspect: liked / whole for aspect, liked in sums.items()} if whole else {}


def share_of_top(item: Item, max_grade: Number, number: Make) -> Number:
    """Give the rating as a share of the best there is; 0 without a rating."""
    return number(0) if item.rating is None else number(max(item.rating, 0)) / number(max_grade)


def alphabeta_nDCG(
    items: Items, catalogue: Items, known: Known, *, alpha: Number, beta: Number, cutoff: int | None
) -> Number:
    number, weights = known.number, known.weights
    own = interest_in(catalogue, number) if weights is None else {each: number(w) for each, w in weights.items()}
    user = User(own, alpha, beta, known.max_grade, number)
    found = user.discounted_gain(items[:cutoff])
    ideal = user.discounted_gain(user.greedy_list(catalogue, len(catalogue) if cutoff is None else cutoff))
    return found / ideal if ideal else None


def ILD(items: Items, catalogue: Items, known: Known, *, distance: str, cutoff: int | None) -> Number:
    pairs, number = list(combinations(items[:cutoff], 2)), known.number
    if not pairs:
        return None
    return sum((_distance(one.aspects, two.aspects, distance, number) for one, two in pairs), number(0)) / len(pairs)


def AspectEntropy(items: Items, catalogue: Items, known: Known, *, cutoff: int | None) -> Number:
    found, number = [aspect for item in items[:cutoff] for aspect in item.aspects], known.number
    if not found:
        return None
    entropy = number(0)
    for aspect in sorted(set(found)):
        times = found.count(aspect)
        entropy += number(times) / len(found) * (log2(len(found), number) - log2(times, number))
    return entropy


def EPC(items: Items, catalogue: Items, known: Known, *, discount: str, relevance: str, cutoff: int | None) -> Number:
    novelty = [1 - known.number(item.seen) / known.number(known.n_users) for item in items]
    return _mean(items[:cutoff], novelty, known, discount, relevance)


def EFD(items: Items, catalogue: Items, known: Known, *, discount: str, relevance: str, cutoff: int | None) -> Number:
    whole = log2(max(known.n_ratings, 1), known.number)
    novelty = [whole - log2(max(item.seen, 1), known.number) for item in items]
    return _mean(items[:cutoff], novelty, known, discount, relevance)


def ARP(items: Items, catalogue: Items, known: Known, *, scale: str, cutoff: int | None) -> Number:
    counts = [known.number(item.seen) for item in items[:cutoff]]
    if not counts:
        return None
    mean = sum(counts, known.number(0)) / len(counts)
    return {"count": mean, "share": mean / known.n_users}[scale]


def _mean(items: Items, novelty: Sequence[Number], known: Known, discount: str, relevance: str) -> Number:
    """Take the mean of the novelty of relevant items over the ranks that there are, each with its discount."""
    number = known.number
    total = weight = number(0)
    for rank, item in enumerate(items, 1):
        reached = number(1) if discount == "none" else 1 / log2(rank + 1, number)
        relevant = number(1) if relevance == "none" else share_of_top(item, known.max_grade, number)
        total += reached * relevant * novelty[rank - 1]
        weight += reached
    return total / weight if weight else None


def _distance(one: frozenset[str], two: frozenset[str], distance: str, number: Make) -> Number:
    n_both, n_any = len(one & two), len(one | two)
    if not n_any:
        return number(0)
    if distance == "hamming":
        return number(n_any - n_both)
    if distance == "jaccard":
        return 1 - number(n_both) / n_any
    return 1 - number(n_both) / _root(len(one) * len(two), number) if one and two else number(1)


def _root(whole: int, number: Make) -> Number:
    """Take the square root in the number type; fractions silently become floats."""
    root = number(whole) ** (number(1) / number(2))
    if type(root) is not type(number(1)):
        raise TypeError(f"the root of {whole} cannot be a {type(number(1)).__name__}")
    return root
