"""Judgments made ready for joining: the pools that lists are measured against."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import CountedAspects, Profile
from axiometer.data import Judgments, schema
from axiometer.data.catalogue import Catalogue
from axiometer.data.frames import has_repeated
from axiometer.data.lengths import length_in
from axiometer.errors import InputError, counted
from axiometer.projection.cache import Memory
from axiometer.projection.catalogue import ItemCatalogue
from axiometer.projection.ids import KnownIds, in_order_of_names, numbers_of, numbers_of_neighbours
from axiometer.projection.item_codes import NUMBER, KnownItems, aspect_names, number_catalogue
from axiometer.projection.needs import NOTHING_MORE, Needs
from axiometer.projection.pool import AspectPool, Pool
from axiometer.projection.prefilter import PairHashes
from axiometer.projection.segments import Segments

CODE = "code"
"""The number of a query among the judged ones."""
ROW = "row"
"""The number of an item among the judged ones of all queries."""

_SHOWN = 5
_MARKS_PER_PAIR: Final = 8
_MOST_MARKS: Final = 1 << 24


@dataclass(frozen=True, eq=False)
class JudgedItems:
    """The judged items of each query, one row each; an item with several aspects has its largest grade here.

    Attributes
    ----------
    judgments
        What was judged.
    queries, codes
        The judged queries, and a table of their numbers.
    items
        ``code``, ``item``, ``row``, ``grade`` of each, and its ``number`` in the catalogue, if there is one; with a
        catalogue or aspects, or if wanted, the greatest id of a query first, otherwise the best grade.
    known
        What is known of the items of the catalogue, if somebody found it out before.
    """

    judgments: Judgments
    queries: tuple[str, ...]
    codes: pl.DataFrame
    items: pl.DataFrame
    needs: Needs = NOTHING_MORE
    known: KnownItems | None = None
    _memory: Memory = field(default_factory=Memory, repr=False)

    @classmethod
    def of(
        cls,
        judgments: Judgments,
        needs: Needs = NOTHING_MORE,
        *,
        by_item: bool = False,
        known: KnownItems | None = None,
    ) -> JudgedItems:
        """Give the queries numbers and sort the items."""
        queries = judgments.queries
        codes = pl.DataFrame({schema.QUERY: queries, CODE: np.arange(len(queries), dtype=np.int64)})
        frame = judgments.frame
        if judgments.are_aspects_judged and has_repeated(frame, (schema.QUERY, schema.ITEM)):
            frame = frame.group_by(schema.QUERY, schema.ITEM, maintain_order=True).agg(pl.col(schema.GRADE).max())
        if judgments.catalogue is not None:
            items = _in_order_of_numbers(frame, codes[schema.QUERY], judgments.catalogue.items)
        elif needs.aspects or by_item:
            items = frame.join(codes, on=schema.QUERY).select(CODE, schema.ITEM, schema.GRADE)
            items = items.sort(CODE, schema.ITEM, descending=[False, True])
        else:
            items = _best_first(frame, codes[schema.QUERY])
        return cls(judgments, tuple(queries), codes, items.with_row_index(ROW), needs, known)

    @property
    def source(self) -> str:
        """Where the judgments come from."""
        return self.judgments.source

    @cached_property
    def grade(self) -> FloatArray:
        """The grade of each item."""
        return self.items[schema.GRADE].to_numpy()

    @cached_property
    def max_grade(self) -> float:
        """The largest grade, or the top of the scale where the judgments tell it."""
        return float(self.grade.max()) if self.judgments.max_grade is None else self.judgments.max_grade

    @cached_property
    def of_query(self) -> Segments:
        """The items of each query."""
        return Segments.of_lengths(np.bincount(self.items[CODE].to_numpy(), minlength=len(self.queries)))

    @cached_property
    def lengths(self) -> dict[str, FloatArray]:
        """The length of each item in each unit that is known; nan where it is not."""
        if self.judgments.lengths is None:
            return {}
        known = {unit: length_in(unit, self.judgments.lengths) for unit in (schema.CHARACTERS, schema.WORDS)}
        return {unit: length_of(self.items[schema.ITEM], table) for unit, table in known.items() if table is not None}

    @cached_property
    def aspects(self) -> pl.DataFrame:
        """The aspects of each query: ``code``, ``aspect``, ``weight``, ``type``; ``is_relevant`` if an item is.

        They are in the order of their names, in which values are added up: it is the same however tables are sorted.
        """
        is_relevant = (pl.col(schema.GRADE) > 0).any().alias("is_relevant")
        is_named = pl.col(schema.ASPECT) != schema.NO_ASPECT
        judged = (
            self.aspect_grades
            .group_by(schema.QUERY, schema.ASPECT)
            .agg(is_relevant)
            .filter(is_named if self.is_described else is_named | pl.col("is_relevant"))
        )
        weights = self._interests(judged) if self.is_described else self.judgments.weights
        if weights is None:
            found = judged.with_columns(pl.lit(1.0).alias(schema.WEIGHT))
        else:
            found = weights.join(judged, on=[schema.QUERY, schema.ASPECT], how="left")
        if schema.TYPE not in found.columns:
            found = found.with_columns(pl.lit(schema.TYPES[0]).alias(schema.TYPE))
        found = found.join(self.codes, on=schema.QUERY)
        names = in_order_of_names(found[schema.ASPECT])
        key = found[CODE].to_numpy() * len(names) + numbers_of(found[schema.ASPECT], names)
        return found[np.argsort(key, kind="stable")]

    @property
    def is_described(self) -> bool:
        """Whether the aspects are those that items have, and not such as somebody judged."""
        return self.judgments.are_items_described and not self.judgments.are_aspects_judged

    @cached_property
    def aspect_grades(self) -> pl.DataFrame:
        """The grades by aspect: as they were judged, or for each aspect that the item has."""
        return self.judgments.aspect_grades

    def _interests(self, judged: pl.DataFrame) -> pl.DataFrame:
        """Give the weights of aspects: as somebody gave them, or each user's interest, 0 where there is none."""
        given, catalogue = self.judgments.weights, self.judgments.catalogue
        if given is not None or catalogue is None:
            return given if given is not None else judged
        described = replace(self, needs=replace(self.needs, described=True), known=None, _memory=Memory())
        interest = (self if self.needs.described else described).catalogue(self.max_grade).interest
        query, aspect = np.nonzero(interest)
        names = aspect_names(catalogue)
        known = pl.DataFrame({
            schema.QUERY: self.codes[schema.QUERY].gather(query),
            schema.ASPECT: names.gather(aspect),
            schema.WEIGHT: interest[query, aspect],
        })
        key = [schema.QUERY, schema.ASPECT]
        unknown = judged.select(key).join(known, on=key, how="anti")
        return pl.concat([known, unknown.with_columns(pl.lit(0.0).alias(schema.WEIGHT))])

    @cached_property
    def known_items(self) -> KnownIds:
        """The ids of all items there are or, where nobody said which, of all that were judged."""
        catalogue = self.judgments.catalogue
        return KnownIds(self.items[schema.ITEM].unique() if catalogue is None else catalogue.items)

    @property
    def asker(self) -> schema.Asker:
        """Who asks for lists."""
        return self.judgments.asker

    @cached_property
    def known_queries(self) -> KnownIds:
        """The ids of the judged queries."""
        return KnownIds(self.codes[schema.QUERY])

    @cached_property
    def train_pairs(self) -> tuple[IntArray, IntArray]:
        """The numbers of query and item of all training ratings of judged queries."""
        train = self._known().train if self.judgments.catalogue is not None else None
        if train is None or train.is_empty():
            raise InputError("no training ratings", "judgments with some: read_ratings(train, test)", source="exclude")
        code = numbers_of_neighbours(train[schema.QUERY], self.codes[schema.QUERY])
        is_judged = code >= 0
        return code[is_judged], self.known_items.of_texts(train[schema.ITEM].filter(pl.Series(is_judged)))

    def prepare(self) -> None:
        """Make ready what rows are looked up in, also those of arrays."""
        for ids in (self.known_items, self.known_queries):
            ids.prepare()
        nothing = np.zeros(0, np.int64)
        self.hashes.meet(nothing, self.items[schema.ITEM][:0])
        self.row_of(nothing, nothing)

    def row_of(self, code: IntArray, number: IntArray) -> IntArray:
        """Find the judged rows of queries and known items, given by their numbers; −1 where there is none."""
        key, row, may_be = self._pairs
        wanted = code * len(self.known_items.ids) + number
        found = np.full(wanted.size, -1, dtype=np.int64)
        some = np.flatnonzero(may_be[wanted & (may_be.size - 1)] & (number >= 0))
        at = np.searchsorted(key, wanted[some])
        found[some] = np.where(np.append(key, -1)[at] == wanted[some], np.append(row, -1)[at], -1)
        return found

    @cached_property
    def _pairs(self) -> tuple[IntArray, IntArray, BoolArray]:
        """One number for each judged pair of query and item, ascending, and its row; and which last digits occur."""
        known = self.known_items
        number = (
            self.items[NUMBER].to_numpy() if NUMBER in self.items.columns else known.of_texts(self.items[schema.ITEM])
        )
        key = self.items[CODE].to_numpy() * len(known.ids) + number
        row = np.argsort(key)
        may_be = np.zeros(min(1 << (_MARKS_PER_PAIR * key.size).bit_length(), _MOST_MARKS), bool)
        may_be[key & (may_be.size - 1)] = True
        return key[row], row, may_be

    def _known(self) -> Catalogue:
        if self.judgments.catalogue is None:
            raise ValueError("the catalogue of items is not known: judgments by read_ratings have one")
        return self.judgments.catalogue

    def catalogue(self, max_grade: float) -> ItemCatalogue:
        """Give all items as numbers, with the aspects and ratings that are known."""

        def make() -> ItemCatalogue:
            known = _as_needed(self._known(), self.needs)
            return number_catalogue(known, self.codes[schema.QUERY], self.items, max_grade, self.known)

        return self._memory.once(("catalogue", max_grade), make)

    @property
    def n_aspects_left_out(self) -> IntArray:
        """For each query, how many of its aspects have no relevant item."""
        without = self.aspects.filter(~pl.col("is_relevant").fill_null(value=False))
        return np.bincount(without[CODE].to_numpy(), minlength=len(self.queries))

    @cached_property
    def hashes(self) -> PairHashes:
        """What tells most other pairs of query and item from those that are judged."""
        return PairHashes.of(self.items[CODE].to_numpy(), self.items[schema.ITEM])

    def pool(self, profile: Profile) -> Pool:
        """Give the pool as a profile sees it; the same object each time."""
        key = (self.top(profile), profile.counted_aspects, profile.grade_scale)

        def make() -> Pool:
            aspects = self._aspect_pool(*key) if self.needs.aspects else None
            providers = self._provider_pool(key[0]) if self.needs.providers else None
            origin = np.arange(self.grade.size)
            return Pool(self.grade, self.of_query, key[0], self.lengths, aspects, providers, origin)

        return self._memory.once(key, make)

    def top(self, profile: Profile) -> float:
        """Give the top of the grading scale."""
        if profile.max_grade is None:
            return self.max_grade
        if self.max_grade > profile.max_grade:
            raise InputError(
                f"the grade {self.max_grade:g}",
                f"grades up to the maximum grade, {profile.max_grade:g}",
                source=self.source,
            )
        return profile.max_grade

    def _aspect_pool(self, max_grade: float, counted: CountedAspects, grade_scale: str) -> AspectPool:
        aspects = self.aspects
        if counted == "relevant" and not self.is_described:
            _refuse_unjudged(aspects.filter(pl.col("is_relevant").is_null()), self.judgments)
        numbered = aspects.with_row_index("pair")
        rows = (
            self.aspect_grades
            .join(numbered, on=[schema.QUERY, schema.ASPECT])
            .join(self.items.select(CODE, schema.ITEM, ROW), on=[CODE, schema.ITEM])
            .sort("pair", ROW)
        )
        grade, pair = rows[schema.GRADE].to_numpy(), rows["pair"].to_numpy()
        segments = Segments.of_lengths(np.bincount(pair, minlength=aspects.height))
        row: IntArray = rows[ROW].to_numpy().astype(np.int64)
        top: float | FloatArray = max_grade
        if grade_scale == "aspect":
            top = segments.max(grade)[segments.of_row]
        return AspectPool(
            pool=Pool(grade, segments, top, {unit: length[row] for unit, length in self.lengths.items()}, origin=row),
            row=row,
            of_query=Segments.of_lengths(np.bincount(aspects[CODE].to_numpy(), minlength=len(self.queries))),
            weight=aspects[schema.WEIGHT].to_numpy(),
            is_navigational=(aspects[schema.TYPE] == schema.TYPES[1]).to_numpy(),
            label=np.arange(aspects.height),
            counted=counted,
            is_weighted=self.is_described or self.judgments.weights is not None,
        )

    def _provider_pool(self, max_grade: float) -> AspectPool:
        """Give the items of each query provider by provider."""
        providers = self.judgments.providers
        if providers is None:
            raise ValueError("the providers of items are not known: give read_judgments(…, providers=…)")
        names = providers[schema.PROVIDER].unique().sort()
        labels = pl.DataFrame({schema.PROVIDER: names, "label": np.arange(len(names), dtype=np.int64)})
        rows = self.items.join(providers.join(labels, on=schema.PROVIDER), on=schema.ITEM).sort(CODE, "label", ROW)
        row: IntArray = rows[ROW].to_numpy().astype(np.int64)
        pairs = rows.group_by(CODE, "label", maintain_order=True).len()
        return AspectPool(
            pool=Pool(self.grade[row], Segments.of_lengths(pairs["len"].to_numpy()), max_grade),
            row=row,
            of_query=Segments.of_lengths(np.bincount(pairs[CODE].to_numpy(), minlength=len(self.queries))),
            weight=np.ones(pairs.height),
            is_navigational=np.zeros(pairs.height, bool),
            label=pairs["label"].to_numpy(),
            numbers=dict(zip(names, range(len(names)), strict=True)),
        )


def refuse_missing_providers(judgments: Judgments, level: float, measure: str) -> None:
    """Refuse judgments with relevant items of which nobody said who provides them."""
    expected = (
        f"who provides each relevant item, which {measure} needs (--providers, or read_judgments(…, providers=…))"
    )
    if judgments.providers is None:
        raise InputError("no providers of items", expected, source=judgments.source)
    is_relevant = (pl.col(schema.GRADE) > 0) & (pl.col(schema.GRADE) >= level)
    missing = judgments.frame.filter(is_relevant).join(judgments.providers, on=schema.ITEM, how="anti")[schema.ITEM]
    missing = missing.unique(maintain_order=True)
    if len(missing):
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        shown = ", ".join(map(repr, missing[:_SHOWN]))
        found = f"no provider for {counted(len(missing), 'relevant item')}: {shown}{more}"
        raise InputError(found, expected, source=judgments.providers_source)


def length_of(items: pl.Series, lengths: pl.DataFrame) -> FloatArray:
    """Find the lengths of items, nan where they are not known."""
    found = items.to_frame().join(lengths, on=schema.ITEM, how="left", maintain_order="left")[schema.LENGTH]
    return found.fill_null(np.nan).to_numpy()


def _as_needed(catalogue: Catalogue, needs: Needs) -> Catalogue:
    """Leave out what nobody asks for: it takes time to number, and tables need not be complete."""
    return replace(
        catalogue,
        aspects=catalogue.aspects if needs.described else catalogue.aspects[:0],
        popularity=catalogue.popularity if needs.popularity else np.zeros(0, np.int64),
        n_users=catalogue.n_users if needs.popularity else 0,
        alpha=catalogue.alpha if schema.ALPHA in needs.given else None,
        beta=catalogue.beta if schema.BETA in needs.given else None,
    )


def _best_first(frame: pl.DataFrame, queries: pl.Series) -> pl.DataFrame:
    """Sort judgments by query and grade."""
    code = numbers_of_neighbours(frame[schema.QUERY], queries)
    order = np.lexsort((-frame[schema.GRADE].to_numpy(), code))
    items, grades = (frame[name].gather(order) for name in (schema.ITEM, schema.GRADE))
    return pl.DataFrame([pl.Series(CODE, code[order]), items, grades])


def _in_order_of_numbers(frame: pl.DataFrame, queries: pl.Series, known: pl.Series) -> pl.DataFrame:
    """Sort ratings by query and by the number of the item, which is that of the greatest id first."""
    code, number = numbers_of_neighbours(frame[schema.QUERY], queries), numbers_of(frame[schema.ITEM], known)
    if (number < 0).any():
        raise ValueError("the catalogue does not have all rated items")
    order = np.argsort(code * len(known) + number, kind="stable")
    items, grades = (frame[name].gather(order) for name in (schema.ITEM, schema.GRADE))
    return pl.DataFrame([pl.Series(CODE, code[order]), items, grades, pl.Series(NUMBER, number[order])])


def _refuse_unjudged(aspects: pl.DataFrame, judgments: Judgments) -> None:
    """Refuse weights of aspects for which nothing was judged, unless such aspects are to count."""
    if aspects.height:
        shown = [
            f"{aspect!r} of query {query!r}" for query, aspect in aspects.select(schema.QUERY, schema.ASPECT).rows()
        ]
        more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
        raise InputError(
            f"a weight for aspect {', '.join(shown[:_SHOWN])}{more}, without judgments in {judgments.source}",
            "weights of judged aspects; to let others count, choose the counted aspects 'all' or 'relevant-unscaled'",
            source=judgments.weights_source,
        )
