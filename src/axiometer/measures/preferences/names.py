"""Names of preferences: from text to a preference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from axiometer.errors import UsageError
from axiometer.measures.grammar import built, parse_call
from axiometer.measures.preferences.base import Preference
from axiometer.measures.preferences.lexicographic import lexiprecision, lexirecall
from axiometer.measures.preferences.paired import RPP, rrlexiprecision

PREFERENCES: Final[dict[str, type[Preference]]] = {
    each.name: each for each in (lexirecall, lexiprecision, RPP, rrlexiprecision)
}
ALIASES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "lr": ("lexirecall", {}),
    "sgnlr": ("lexirecall", {}),
    "lp": ("lexiprecision", {}),
    "sgnlp": ("lexiprecision", {}),
    "rrlp": ("rrlexiprecision", {}),
    "invrpp": ("RPP", {"weights": "inverse"}),
    "dcgrpp": ("RPP", {"weights": "dcg"}),
}
"""What pref_eval calls them, in lower case."""
_EXPECTED: Final = "a preference; write NAME(parameter=value), such as RPP(weights=dcg)"


def find_preference(
    text: str, *, rel: float | None = None, defaults: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
) -> Preference | None:
    """Find the preference that a text names, None if it names none; where it does not say so, ``rel`` is relevant."""
    by_lower_case = {name.lower(): (name, dict[str, str]()) for name in PREFERENCES} | ALIASES
    word = re.match(r"\w*", text)[0].lower()  # type: ignore[index]
    if word not in by_lower_case:
        return None
    name, usual = by_lower_case[word]
    call = parse_call(text, text, _EXPECTED)
    if call.inside:
        raise UsageError(f"{text!r}: parameters need their names, such as RPP(weights=dcg)")
    told = {**defaults.get(name, {}), **({} if rel is None else {"rel": rel}), **usual, **call.given, **call.cutoff}
    return built(PREFERENCES[name], told)
