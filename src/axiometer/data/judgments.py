"""Judgments: which item has which grade, for which query and aspect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import polars as pl

from axiometer.data import frames, schema
from axiometer.data.catalogue import Catalogue
from axiometer.data.weights import WEIGHTS, refuse_unweighted
from axiometer.errors import InputError, counted, plural

KEY = (schema.QUERY, schema.ASPECT, schema.ITEM)
EXPECTED_GRADE: Final = f"a column for the grade, called one of {', '.join(schema.ALIASES[schema.GRADE])}"
NO_JUDGMENTS: Final = pl.DataFrame(schema={**dict.fromkeys(KEY, pl.String), schema.GRADE: pl.Float64})


@dataclass(frozen=True, eq=False)
class Judgments:
    """Grades of items, one row per query, aspect and item.

    Unjudged items are simply absent: that is not the same as grade 0. Grades may be fractional or negative.

    Attributes
    ----------
    frame
        The columns ``query``, ``aspect``, ``item`` (text) and ``grade`` (float64).
    repeated
        How many rows said again, word for word, what an earlier row had said; they are left out.
    source
        Where the judgments come from, for messages.
    weights
        The weights of the aspects, where they are known: ``query``, ``aspect``, ``weight`` and perhaps ``type``.
    lengths
        The lengths of items, where they are known: ``item``, ``length``.
    providers
        The providers of items, where they are known: ``item``, ``provider``, a row for each provider of an item.
    weights_source, lengths_source, providers_source
        Where these come from, for messages.
    catalogue
        All items there are, their aspects and the users' earlier ratings, where the grades are ratings.
    max_grade
        The top of the grading scale, where it is known; otherwise it is the largest grade.
    has_judged_aspects
        Whether items were judged for aspects, where these are the judgments of some queries only.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.read_judgments({"q1": {"a": 2, "b": 0}, "q2": {"a": 1}})
    Judgments(3 grades, 2 queries)
    """

    frame: pl.DataFrame
    repeated: int = 0
    source: str = "judgments"
    weights: pl.DataFrame | None = None
    lengths: pl.DataFrame | None = None
    providers: pl.DataFrame | None = None
    weights_source: str = "weights"
    lengths_source: str = "lengths"
    providers_source: str = "providers"
    catalogue: Catalogue | None = None
    max_grade: float | None = None
    has_judged_aspects: bool | None = None

    @classmethod
    def of(cls, judgments: Any, *, source: str = "judgments") -> Judgments:
        """Make judgments of a frame, ``{query: {item: grade}}`` or ``{query: {item: {aspect: grade}}}``."""
        if isinstance(judgments, Judgments):
            return judgments
        if isinstance(judgments, Mapping):
            frame = _from_dictionary(judgments, source)
        elif frames.is_frame(judgments):
            frame = frames.to_polars(judgments, source)
        else:
            raise InputError(
                f"{type(judgments).__name__} for the judgments",
                "Judgments, a file, a frame, or a dictionary {query: {item: grade}}; judgments come before runs",
                source=source,
            )
        return judgments_of_frame(frame, frames.Origin(source))

    def with_weights(self, weights: pl.DataFrame, source: str) -> Judgments:
        """Add weights of aspects that were checked by themselves."""
        if not weights.join(self.frame, on=schema.QUERY, how="semi").height:
            found = f"weights for none of the judged {plural(self.asker)} (such as {self.frame[schema.QUERY][0]!r})"
            raise InputError(found, f"weights of aspects of {self.source}", source=source)
        refuse_unweighted(self.aspect_grades, weights, source)
        return replace(self, weights=weights, weights_source=source)

    @property
    def asker(self) -> schema.Asker:
        """Who asks for lists: a query, or a user where the grades are ratings."""
        return schema.QUERY if self.catalogue is None else schema.USER

    @property
    def has_aspects(self) -> bool:
        """Whether items were judged for aspects or have aspects, or all is known only for queries."""
        return self.weights is not None or self.are_aspects_judged or self.are_items_described

    @property
    def are_aspects_judged(self) -> bool:
        """Whether items were judged for aspects."""
        if self.has_judged_aspects is not None:
            return self.has_judged_aspects
        return bool((self.frame[schema.ASPECT] != schema.NO_ASPECT).any())

    @property
    def are_aspects_shared(self) -> bool:
        """Whether some item was judged for several aspects of a query.

        If none was, what looks like aspects may be something else, such as rounds of judging.
        """
        return self.frame.select(schema.QUERY, schema.ITEM).n_unique() < self.frame.height

    @property
    def rounds(self) -> list[str]:
        """What looks like aspects, but no item has two of, such as rounds of judging; nothing if they are aspects."""
        if self.weights is not None or not self.are_aspects_judged or self.are_aspects_shared:
            return []
        return self.frame[schema.ASPECT].unique(maintain_order=True).to_list()

    def in_order(self) -> Judgments:
        """Give the same sorted by names, so that what is drawn for rows does not depend on how a file is sorted."""
        weights, catalogue = self.weights, self.catalogue
        if weights is not None:
            weights = weights.sort(schema.QUERY, schema.ASPECT)
        if catalogue is not None:
            catalogue = replace(catalogue, aspects=catalogue.aspects.sort(schema.ITEM, schema.ASPECT))
        frame = self.frame.sort(schema.QUERY, schema.ITEM, schema.ASPECT)
        return replace(self, frame=frame, weights=weights, catalogue=catalogue)

    def without_aspects(self) -> Judgments:
        """Give the same grades for no aspect, where each item has one grade only."""
        return replace(self, frame=self.frame.with_columns(pl.lit(schema.NO_ASPECT).alias(schema.ASPECT)))

    def without_rows(self) -> Judgments:
        """Give what belongs to all queries: no grades, but the top of their scale, and whether aspects were judged."""
        # Where nobody says otherwise, the top of the scale is the largest grade, whatever was rated before.
        top = self.frame[schema.GRADE].to_numpy().max() if self.max_grade is None else self.max_grade
        frame, has_aspects = self.frame[:0], self.are_aspects_judged
        return replace(self, frame=frame, max_grade=float(top), has_judged_aspects=has_aspects)

    @property
    def are_items_described(self) -> bool:
        """Whether the aspects of items are known from a catalogue."""
        return self.catalogue is not None and not self.catalogue.aspects.is_empty()

    @property
    def aspect_grades(self) -> pl.DataFrame:
        """The grades by aspect: as they were judged or, if no aspect was, for each aspect that the item has."""
        if self.catalogue is None or not self.are_items_described or self.are_aspects_judged:
            return self.frame
        plain = self.frame.select(schema.QUERY, schema.ITEM, schema.GRADE)
        return plain.join(self.catalogue.aspects, on=schema.ITEM, maintain_order="left").select(self.frame.columns)

    @property
    def queries(self) -> list[str]:
        """The judged queries, in the order in which they first appear."""
        column = self.frame[schema.QUERY]
        # Most rows stand beside others of their query.
        return column.filter((column != column.shift()).fill_null(value=True)).unique(maintain_order=True).to_list()

    def to_polars(self) -> pl.DataFrame:
        """Give the judgments as a frame: ``query``, or ``user`` of ratings, ``aspect``, ``item``, ``grade``."""
        return self.frame.rename({schema.QUERY: self.asker})

    def __repr__(self) -> str:
        n_queries, n_aspects = (self.frame[c].n_unique() for c in (schema.QUERY, schema.ASPECT))
        aspects = f", {n_aspects} aspects" if n_aspects > 1 else ""
        grades = counted(self.frame.height, "grade" if self.catalogue is None else "rating")
        return f"Judgments({grades}, {counted(n_queries, self.asker)}{aspects})"


def judgments_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> Judgments:
    """Check a frame with the usual column names and make judgments of it."""
    _refuse_run(frame, origin)
    distinct = grades = grades_of_frame(frame, origin)
    if frames.has_repeated(grades, KEY):
        frames.refuse(contradictions(grades, origin))
        distinct = grades.unique(maintain_order=True)
    judgments = Judgments(distinct, repeated=grades.height - distinct.height, source=origin.source)
    if schema.WEIGHT not in optional_columns(frame):
        return judgments
    return judgments.with_weights(WEIGHTS.of_frame(frame, origin), origin.source)


def judgment_problems(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of judgments: values first, and if they are right, contradictions."""
    _refuse_run(frame, origin)
    optional = optional_columns(frame)
    values = frames.column_problems(with_grade(frame), schema.JUDGMENT_REQUIRED, optional, origin)

    def others() -> Iterator[InputError]:
        yield from contradictions(grades_of_frame(frame, origin), origin)
        if schema.WEIGHT in optional:
            yield from WEIGHTS.problems(frame, origin)

    return frames.in_turn(values, others)


def optional_columns(frame: pl.DataFrame) -> tuple[str, ...]:
    """Say which columns beside the required ones mean something: weights and types only those of aspects."""
    names = {schema.plain(name) for name in frame.columns}
    has_weights = names & {*schema.ALIASES[schema.WEIGHT]} and names & {*schema.ALIASES[schema.ASPECT]}
    return schema.JUDGMENT_OPTIONAL if has_weights else (schema.ASPECT,)


def _refuse_run(frame: pl.DataFrame, origin: frames.Origin) -> None:
    """Refuse lists that somebody gave for judgments."""
    names = {schema.plain(name) for name in with_grade(frame).columns}
    if names & {*schema.ALIASES[schema.SCORE], *schema.ALIASES[schema.RANK]} and not names & {
        *schema.ALIASES[schema.GRADE]
    }:
        found = f"the columns {', '.join(frame.columns)}, which are those of a run"
        expected = f"{EXPECTED_GRADE}; judgments come first, then runs"
        raise InputError(found, expected, source=origin.source)


def with_grade(frame: pl.DataFrame) -> pl.DataFrame:
    """Call the score the grade where there is no other and nothing of a run: BEIR's judgment files call it so."""
    names = [schema.plain(name) for name in frame.columns]
    others = {*schema.ALIASES[schema.GRADE], *schema.ALIASES[schema.SYSTEM], *schema.ALIASES[schema.RANK]}
    if "score" in names and not set(names) & others:
        return frame.rename({frame.columns[names.index("score")]: schema.GRADE})
    return frame


def grades_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Check the values of a frame of judgments: ``query``, ``aspect``, ``item``, ``grade``."""
    frame = frames.standardise(with_grade(frame), schema.JUDGMENT_REQUIRED, optional_columns(frame), origin)
    if schema.ASPECT not in frame.columns:
        frame = frame.with_columns(pl.lit(schema.NO_ASPECT).alias(schema.ASPECT))
    return frame.select(*KEY, schema.GRADE)


def contradictions(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find the grades that differ from an earlier one for the same query, aspect and item."""
    before = pl.col(schema.GRADE).first().over(KEY).alias("before")
    is_other = pl.col(schema.GRADE) != pl.col("before")
    rows = frames.rows_where(frame.with_columns(before), is_other, *KEY, schema.GRADE, "before")
    for row, query, aspect, item, grade, first in rows:
        found = f"grade {grade:g} after grade {first:g} for item {item!r}, query {query!r}, aspect {aspect!r}"
        yield origin.error(row, found, "one grade for each query, aspect and item")


def _from_dictionary(judgments: Mapping[Any, Any], source: str) -> pl.DataFrame:
    frames.refuse_merged_ids(judgments, "a query", source)
    rows = []
    for query, grades in judgments.items():
        if not isinstance(grades, Mapping):
            found = f"{type(grades).__name__} for query {query!r}"
            raise InputError(found, "a dictionary {item: grade}; judgments come before runs", source=source)
        if len({isinstance(grade, Mapping) for grade in grades.values()}) > 1:
            found = f"grades with and without aspects for query {query!r}"
            raise InputError(found, "a grade, or {aspect: grade}, for all items", source=source)
        items = frames.ids_as_text(grades, f"an item of query {query!r}", source)
        rows += [
            (str(query), item, str(aspect), grade)
            for item, by_aspect in zip(items, grades.values(), strict=True)
            for aspect, grade in _by_aspect(by_aspect).items()
        ]
    names = (schema.QUERY, schema.ITEM, schema.ASPECT, schema.GRADE)
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=False))
    return pl.DataFrame(columns or {name: [] for name in names}, strict=False)


def _by_aspect(grade: Any) -> Mapping[Any, Any]:
    return grade if isinstance(grade, Mapping) else {schema.NO_ASPECT: grade}
