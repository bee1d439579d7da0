"""The names of columns: ours, and the ones that other tools give the same thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

SYSTEM: Final = "system"
QUERY: Final = "query"
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

Order = Literal["score", "rank", "file"]
"""What orders a list: its scores, its rank column, or the order in which its items were given."""

ALIASES: Final[Mapping[str, Sequence[str]]] = {
    SYSTEM: ("system", "run", "run_id", "tag"),
    QUERY: (
        *("query", "query_id", "qid", "q_id", "topic", "topic_id", "request", "request_id"),
        *("user", "user_id", "userid", "uid"),
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

NO_ASPECT: Final = "0"
"""The aspect of judgments that have none, as TREC files write it."""
TYPES: Final = ("inf", "nav")
"""The types of aspects: informational (the more items the better) and navigational (one is wanted)."""


def plain(name: str) -> str:
    """Write a column name in the form in which names are compared."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")
