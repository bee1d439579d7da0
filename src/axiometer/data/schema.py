"""The names of columns: ours, and the ones that other tools give the same thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

SYSTEM: Final = "system"
QUERY: Final = "query"
USER: Final = "user"
ITEM: Final = "item"
ASPECT: Final = "aspect"
GRADE: Final = "grade"
SCORE: Final = "score"
RANK: Final = "rank"
WEIGHT: Final = "weight"
TYPE: Final = "type"
LENGTH: Final = "length"
CHARACTERS: Final = "characters"
WORDS: Final = "words"
PROVIDER: Final = "provider"
TIME: Final = "time"
ALPHA: Final = "alpha"
BETA: Final = "beta"
MEASURE: Final = "measure"
VALUE: Final = "value"
STANDARD_ERROR: Final = "standard_error"
PREFERENCE: Final = "preference"
PAIR: Final = ("left", "right")

Order = Literal["score", "rank", "file"]
"""What orders a list: its scores, its rank column, or the order in which its items were given."""
Asker = Literal["query", "user"]
"""Who asks for lists: a query or, where these are measured with ratings, a user. Tables and texts for people say so."""

OF_USERS: Final = (USER, "user_id", "userid", "uid")
"""What the column of queries is called where users ask."""
ALIASES: Final[Mapping[str, Sequence[str]]] = {
    SYSTEM: ("system", "run", "run_id", "tag"),
    QUERY: (
        *("query", "query_id", "qid", "q_id", "topic", "topic_id", "request", "request_id"),
        *OF_USERS,
    ),
    ITEM: (
        *("item", "doc_id", "docno", "item_id", "docid", "corpus_id", "itemid", "movie_id", "movieid"),
        *("product_id", "productid", "track_id", "trackid", "book_id", "bookid"),
    ),
    ASPECT: ("aspect", "subtopic", "iteration", "intent"),
    GRADE: ("grade", "relevance", "label", "rating", "rel"),
    SCORE: ("score", "sim", "prediction"),
    RANK: ("rank",),
    WEIGHT: ("weight", "probability", "prob", "aspect_weight"),
    TYPE: ("type", "intent_type", "aspect_type"),
    LENGTH: ("length", "doc_length", "doc_len", "doclen"),
    CHARACTERS: ("characters", "chars", "n_characters", "n_chars"),
    WORDS: ("words", "word_count", "n_words", "tokens"),
    TIME: ("time", "timestamp", "unixtime", "datetime", "date"),
    ALPHA: ("alpha",),
    BETA: ("beta",),
    PROVIDER: (
        *("provider", "provider_id", "publisher_id", "publisher", "seller_id", "seller", "supplier_id", "supplier"),
        *("vendor_id", "vendor", "creator_id", "creator", "artist_id", "artist", "author_id", "author"),
    ),
}
"""Each column of ours, and every name it is known by (compared in lower case, with ``-`` and blanks as ``_``)."""

KNOWN_NAMES: Final = frozenset(alias for aliases in ALIASES.values() for alias in aliases)

RUN_REQUIRED: Final = (QUERY, ITEM)
RUN_OPTIONAL: Final = (SYSTEM, SCORE, RANK)
JUDGMENT_REQUIRED: Final = (QUERY, ITEM, GRADE)
JUDGMENT_OPTIONAL: Final = (ASPECT, WEIGHT, TYPE)
WEIGHTS_REQUIRED: Final = (QUERY, ASPECT, WEIGHT)
WEIGHTS_OPTIONAL: Final = (TYPE,)
LENGTHS_REQUIRED: Final = (ITEM,)
LENGTHS_OPTIONAL: Final = (LENGTH, CHARACTERS, WORDS)
"""A length is in characters or in words, as whoever needs it takes it, unless the column says which."""
PROVIDERS_REQUIRED: Final = (ITEM, PROVIDER)

SAVED_VALUES: Final = (SYSTEM, QUERY, MEASURE, VALUE)
SAVED_PREFERENCES: Final = (PREFERENCE, QUERY, *PAIR, VALUE)
ALIASES_OF_SAVED: Final[Mapping[str, Sequence[str]]] = {
    **{name: ALIASES[name] for name in (SYSTEM, QUERY)},
    **{name: (name,) for name in (PREFERENCE, *PAIR)},
    MEASURE: (MEASURE, "metric"),
    VALUE: (VALUE, "score"),
}
"""Names of the columns of values that were measured, which mean something else in other tables."""

NO_ASPECT: Final = "0"
"""The aspect of judgments that have none, as TREC files write it."""
TYPES: Final = ("inf", "nav")
"""The types of aspects: informational (the more items the better) and navigational (one is wanted)."""


def asker_of(name: str) -> Asker:
    """Tell by the name of a column of queries who asks."""
    return USER if plain(name) in OF_USERS else QUERY


def plain(name: str) -> str:
    """Write a column name in the form in which names are compared."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")
