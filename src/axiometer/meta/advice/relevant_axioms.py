"""Which axioms matter for some data, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray
from axiometer.axioms.axiom import SMALL, AnyAxiom, Axiom
from axiometer.axioms.case_batch import Drafts
from axiometer.axioms.checking import find_axiom
from axiometer.axioms.search_axioms import BINARY
from axiometer.meta.advice.dataset_traits import Traits

TOP: Final = "everybody looks at the top of a list first"
BINARY_NAME: Final = "/binary"


@dataclass(frozen=True)
class Mattering:
    """An axiom, and why it matters for the data at hand."""

    axiom: AnyAxiom
    reason: str


def axioms_that_matter(traits: Traits) -> list[Mattering]:
    """Choose axioms for data: those for recommendations if there are ratings of several sizes, or those for search.

    Where an item is relevant or not and nothing between, axioms that would be tested on grades are read for such cases
    only, as ``Pri/binary``.
    """
    return list(_of_ratings(traits) if traits.is_rated and traits.is_graded else _of_search(traits))


def _of_search(traits: Traits) -> Iterator[Mattering]:
    graded = "a better item belongs above a worse one"
    yield _search("Pri", graded if traits.is_graded else "relevant items belong above others", traits)
    yield _search("Deep", f"{TOP}, so what goes wrong there costs more", traits)
    yield _search("DeepTh", "one relevant item on top is worth more than any number of them that nobody will reach")
    yield _search("CloseTh", "one relevant item on top is worth less than some more just below it")
    if traits.are_cut:
        yield _search("Conf", "lists end at different ranks, so what comes after the last relevant item counts")
    if traits.has_aspects:
        yield _search("AspDiv", "an item that is better for all aspects is better", traits)
        yield _search("Red", "queries have several aspects, and one that was shown less often is worth more")
        if traits.is_graded:
            yield _search("MRed", "with grades, an aspect may be shown better, not only more often, than another")
        yield _search("Sat", "who has found all there is to know of an aspect needs no more of it")
    if traits.has_aspects and (traits.has_weights or traits.has_interests):
        whose = "have different weights" if traits.has_weights else "interest users differently"
        yield _search("AspRel", f"aspects {whose}, so the weightier one comes first")


def _of_ratings(traits: Traits) -> Iterator[Mattering]:
    yield _recommendation("Pri", "what a user likes more belongs above what the user likes less")
    yield _recommendation("Deep", f"{TOP}, so what goes wrong there costs more")
    yield _recommendation("TopHeav", "one liked item on top is worth more than any number of them that nobody reaches")
    yield _recommendation("TopHeavComp", "one liked item on top is worth less than some more just below it")
    if traits.has_aspects:
        yield _recommendation("NonPriSatAsp", "users want several aspects, so more of one they have had can wait")
    if traits.has_interests and traits.has_aspects:
        yield _recommendation("AspRel", "users are interested in some aspects more than in others")
        yield _recommendation("MoreAsp", "items have several aspects, and one with more that is still wanted is better")
    if traits.unjudged > 0:
        share = f"{traits.unjudged:.0%} of the first ten were not rated"
        yield _recommendation("MissOverNon", f"{share}, and these are not as bad as those that a user dislikes")
    if traits.are_cut:
        yield _search("Conf", "lists end at different ranks, so what comes after the last liked item counts")


def _search(name: str, reason: str, traits: Traits | None = None) -> Mattering:
    """Find an axiom; where grades do not matter, as it is read without them."""
    axiom = find_axiom(f"search:{name}")
    if traits is not None and not traits.is_graded and isinstance(axiom, Axiom):
        axiom = binary(axiom)
    return Mattering(axiom, reason)


def _recommendation(name: str, reason: str) -> Mattering:
    return Mattering(find_axiom(f"recommendation:{name}"), reason)


def binary(axiom: Axiom) -> Axiom:
    """Read an axiom for cases only in which all relevant items have one and the same gain."""
    return replace(
        axiom,
        name=axiom.name + BINARY_NAME,
        variant_of=axiom.name,
        assumptions=(*axiom.assumptions, BINARY),
        reading=f"as {axiom.name}, but an item is relevant, with a gain of {SMALL / 1000:g}, or not",
        sizes=replace(axiom.sizes, grid=(0, SMALL)),
        arrange=_levelled(axiom.arrange),
        premise=_only_level(axiom.premise),
    )


def _levelled(arrange: Callable[[Drafts], Drafts]) -> Callable[[Drafts], Drafts]:
    def levelled(drafts: Drafts) -> Drafts:
        return _level(arrange(_level(drafts)))

    return levelled


def _level(drafts: Drafts) -> Drafts:
    return replace(drafts, gain=np.where(drafts.gain > 0, SMALL, 0))


def _only_level(premise: Callable[[Drafts], BoolArray]) -> Callable[[Drafts], BoolArray]:
    def holds(drafts: Drafts) -> BoolArray:
        return np.asarray(premise(drafts) & np.isin(drafts.gain, (0, SMALL)).all(axis=(1, 2)))

    return holds
