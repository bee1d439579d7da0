"""The order of measures that significant wins make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise, permutations

Wins = Collection[tuple[str, str]]
"""Pairs of a winner and a loser."""


def violations(wins: Wins, names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Give the triples in which the first beats the second and this the third, but the first not the third."""
    return [(a, b, c) for a, b, c in permutations(names, 3) if (a, b) in wins and (b, c) in wins and (a, c) not in wins]


def layers(wins: Wins, names: Sequence[str]) -> list[list[str]]:
    """Put measures into layers: at the top those that nobody beats, then those that only these beat, and so on.

    Measures that beat each other in a circle end in one layer.
    """
    left, found = [*names], []
    while left:
        top = [name for name in left if not any((other, name) in wins for other in left)] or left
        found.append(top)
        left = [name for name in left if name not in top]
    return found


def written(wins: Wins, names: Sequence[str]) -> str:
    """Write the order: ``A ≫ B, C ≫ D`` where all of a layer beat all of the next one; > where only some do."""
    found = layers(wins, names)
    text = ", ".join(found[0])
    for above, below in pairwise(found):
        all_win = all((one, other) in wins for one in above for other in below)
        text += f" {'≫' if all_win else '>'} {', '.join(below)}"
    return text


def relation(order: str) -> set[tuple[str, str]]:
    """Give all pairs of a written order in which the first is above the second."""
    groups = [group.split(", ") for group in order.split(" ≫ ")]
    return {
        (one, other) for i, above in enumerate(groups) for below in groups[i + 1 :] for one in above for other in below
    }
