"""Names of measures and preferences: from text to what it names.

The grammar is that of ir_measures, ``NAME(parameter=value, …)@cutoff``. Names of trec_eval are understood too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from numbers import Number
from os.path import isfile
from typing import Any, Final

from axiometer.conventions.profiles import Profile, get_profile
from axiometer.errors import UnknownNameError, UsageError
from axiometer.measures.aliases import (
    ALIASES,
    IR_MEASURES_GAINS,
    PREFERENCE_ALIASES,
    SYSTEM_ALIASES,
    TREC_EVAL_CUTS,
)
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.grammar import Call, built, call_of, parse_call
from axiometer.measures.parts.wrapper import Wrapper, is_plain
from axiometer.measures.preferences.base import Preference

_ALIASES_IN_LOWER_CASE: Final = {alias.lower(): name for alias, name in ALIASES.items()}

Wanted = Measure | SystemMeasure
"""What can be measured: lists, and all lists of a system together."""

_EXPECTED_PREFERENCE: Final = "a preference; write NAME(parameter=value), such as RPP(weights=dcg)"
_EXPECTED: Final = "a measure; write NAME(parameter=value)@cutoff, such as nDCG@10"
_CUT_OFFS = re.compile(r"@(\d+(?:,\d+)*)$")
_TREC_EVAL_CUT = re.compile(rf"({'|'.join(TREC_EVAL_CUTS)})(?:[_.](\d+(?:,\d+)*))?")


def parse_measure(
    text: str, *, gain: str | None = None, rel: float | None = None, profile: str | Profile = "trec_eval"
) -> Measure:
    """Find the one measure that a text names.

    Parameters
    ----------
    text
        A name such as ``nDCG@10`` or ``RBP(p=0.8)``.
    gain
        The gain of graded measures whose text does not give one.
    rel
        The smallest grade of a relevant item, for binary measures whose text does not give one.
    profile
        The conventions; some programs have other defaults of parameters.

    Examples
    --------
    >>> str(parse_measure("ndcg_cut_10"))
    'nDCG@10'
    >>> str(parse_measure("RBU", profile="rbu-java"))
    "RBU(p=0.8,e=0.03,scale='normalised')"
    """
    measures = parse_measures(text, gain=gain, rel=rel, profile=profile)
    if len(measures) != 1:
        raise UsageError(f"{text!r} names {len(measures)} measures where one is expected")
    return measures[0]


def parse_measures(measures: str | Measure | Iterable[str | Measure], **usual: Any) -> list[Measure]:
    """Find the measures of lists that a text names, or the texts and measures of a list; each measure once."""
    found: list[Measure] = []
    for each in parse_wanted(measures, **usual):
        if isinstance(each, SystemMeasure):
            raise UsageError(f"{each} is one value for all lists of a system: here, values of single lists are needed")
        found.append(each)
    return found


def parse_wanted(
    measures: str | Wanted | Iterable[str | Wanted],
    *,
    gain: str | None = None,
    rel: float | None = None,
    profile: str | Profile = "trec_eval",
) -> list[Wanted]:
    """Find the measures of lists and of systems that a text names, or the texts and measures of a list; each once."""
    if isinstance(measures, str | Measure | SystemMeasure | type):
        measures = [measures]
    if not isinstance(measures, Iterable):
        raise _no_measure(measures)
    found: dict[Wanted, None] = {}
    reader = _Reader(gain, rel, get_profile(profile).follows)
    for each in measures:
        found.update(dict.fromkeys(_of_thing(each, reader)))
    if not found:
        raise UsageError("no measure is named; try nDCG@10 AP, or see all with: axiometer measures")
    names = [str(measure) for measure in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two different measures are called {name}: give one of them another name")
    return list(found)


def find_preference(text: str, *, rel: float | None = None, profile: str | Profile = "trec_eval") -> Preference | None:
    """Find the preference that a text names, None if it names none; where it does not say so, ``rel`` is relevant."""
    word = re.match(r"\w*", text)[0].lower()  # type: ignore[index]
    if word not in _preference_names():
        return None
    name, usual = _preference_names()[word]
    call = parse_call(text, text, _EXPECTED_PREFERENCE)
    if call.inside:
        raise UsageError(f"{text!r}: parameters need their names, such as RPP(weights=dcg)")
    preference = preference_catalogue()[name]
    own = preference.usual(get_profile(profile).follows)
    told = {**own, **({} if rel is None else {"rel": rel}), **usual, **call.given, **call.cutoff}
    return built(preference, told)


@cache
def _preference_names() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """Give what each name of a preference means, in lower case: a preference and some of its parameters."""
    return {**{name.lower(): (name, {}) for name in preference_catalogue()}, **PREFERENCE_ALIASES}


def _of_thing(thing: object, reader: _Reader) -> list[Wanted]:
    if isinstance(thing, Measure | SystemMeasure):
        return [thing]
    if isinstance(thing, str):
        try:
            return [measure for word in words(thing) for measure in reader.of_word(word)]
        except UsageError:
            if not isfile(thing):
                raise
            raise UsageError(f"{thing} is a file and no measure: the order is judgments, runs, measures") from None
    if isinstance(thing, type) and issubclass(thing, Measure | SystemMeasure):
        raise UsageError(f"{thing.name} is a class of measures: write {thing.name}() for the measure with its defaults")
    raise _no_measure(thing)


def _no_measure(thing: object) -> UsageError:
    shown = repr(thing) if isinstance(thing, Number) else type(thing).__name__
    return UsageError(f"{shown} is neither a measure nor the name of one: the order is judgments, runs, measures")


def words(text: str) -> list[str]:
    """Split at blanks and commas that stand outside brackets; trec_eval's ``P.5,10`` is one word."""
    words, word, depth = [], "", 0
    for character, following in zip(text + " ", text[1:] + "  ", strict=False):
        depth += (character in "({[") - (character in ")}]")
        cut = _TREC_EVAL_CUT.fullmatch(word) if character == "," and following.isdigit() else None
        is_list = bool(cut and cut[2]) or (character == "," and following.isdigit() and _CUT_OFFS.search(word))
        is_end = depth <= 0 and (character.isspace() or (character == "," and not is_list))
        if is_end and word:
            words.append(word)
        word = "" if is_end else word + character
    return words + ([word] if word.strip() else [])


@dataclass(frozen=True)
class _Reader:
    """Makes measures of words."""

    gain: str | None
    rel: float | None
    follows: tuple[str, ...]

    def of_word(self, word: str) -> list[Wanted]:
        cut = _TREC_EVAL_CUT.fullmatch(word)
        if cut and (cut[2] or cut[1] != "P"):
            name, usual = TREC_EVAL_CUTS[cut[1]]
            return [self._make(name, {"cutoff": int(k)}) for k in (cut[2] or usual).split(",")]
        cuts = _CUT_OFFS.search(word)
        if cuts is None:
            return [self._of_text(word)]
        return [self._of_text(f"{word[: cuts.start()]}@{k}") for k in cuts[1].split(",")]

    def _of_text(self, word: str) -> Wanted:
        call = parse_call(_with_plain_name(word.strip()), word, _EXPECTED)
        of_system = _system_measure(call.name)
        if of_system is not None and not call.inside:
            return built(of_system, {**of_system.usual(self.follows), **call.given, **call.cutoff})
        return self._of_call(call, word)

    def _of_call(self, call: Call, word: str) -> Measure:
        given, cutoff = call.given, call.cutoff
        _refuse_strangers(call.name, given, word)
        known = call.name in catalogue()
        name = call.name if known else _ALIASES_IN_LOWER_CASE.get(call.name.lower(), call.name)
        if _system_measure(call.name) is not None:
            raise UsageError(f"{word!r}: {call.name} is one value for all lists of a system, not for one list")
        if call.inside:
            return self._wrapped(name, call.inside, {**given, **cutoff}, word)
        usual = None if name in catalogue() else _usual_name(name)
        if usual is not None:
            wrapper, inner = usual
            own = {key: value for key, value in given.items() if key in wrapper.parameters()}
            rest = {key: value for key, value in given.items() if key not in own}
            return built(wrapper, {"measure": self._make(inner, {**rest, **cutoff}), **own})
        return self._make(_known_name(name), {**given, **cutoff})

    def _wrapped(self, name: str, inside: Sequence[ast.expr], given: dict[str, Any], word: str) -> Measure:
        """Make a measure of another one: IA(nDCG@10)."""
        wrapper = catalogue().get(name)
        if wrapper is None or not issubclass(wrapper, Wrapper):
            raise UsageError(f"{word!r}: parameters need their names, such as RBP(p=0.8)")
        if len(inside) > 1:
            raise UsageError(f"{word!r}: {name} takes one measure, and its parameters by name")
        cutoff = given.pop("cutoff", None)
        made = built(wrapper, {"measure": self._of_call(call_of(inside[0], word, _EXPECTED), word), **given})
        return made if cutoff is None else made @ cutoff

    def _make(self, name: str, given: Mapping[str, Any]) -> Measure:
        measure = catalogue()[name]
        if issubclass(measure, Wrapper):
            raise UsageError(f"{name} needs a measure, such as {name}(nDCG@10)")
        known = measure.parameters()
        translated = _translated(name, given)
        usual = {key: value for key, value in (("gain", self.gain),) if value is not None and key in known}
        told = {**measure.usual(self.follows), **usual, **translated}
        is_binary = "gain" not in known or told.get("gain", known["gain"].default) == "binary"
        if self.rel is not None and "rel" in known and "rel" not in translated and is_binary:
            told["rel"] = self.rel
        return built(measure, told)


def _with_plain_name(word: str) -> str:
    """Write names as ndeval and NTCIREVAL print them, alpha-nDCG and D#-nDCG, in our letters."""
    name = re.match(r"[^(@]*", word)[0]  # type: ignore[index]
    plain = (
        name
        .replace("P+Q", "P_plus_Q")
        .replace("#", "sharp")
        .replace("♯", "sharp")
        .replace("α", "alpha")
        .replace("β", "beta")
    )
    return re.sub(r"(?<=\w)-(?=[A-Za-z])", "_", plain) + word[len(name) :]


def _refuse_strangers(name: str, given: Mapping[str, Any], word: str) -> None:
    """Refuse what other programs mean differently."""
    if name == "rbp":
        raise UsageError("trec_eval's rbp has p=0.9 and a scale for each query; write RBP(p=0.9)")
    if name.lower() in _preference_names():
        raise UsageError(f"{name} is a preference between two lists, not a measure: use axiometer prefer, or prefer(…)")
    if name == "SetF" and "beta" in given:
        raise UsageError(f"{word!r}: the beta of ir_measures' SetF is β²; write F(beta=…) with β itself")


def _usual_name(name: str) -> tuple[type[Wrapper], str] | None:
    """Find the two measures that a name such as AP_IA or D_nDCG is made of."""
    for wrapper in catalogue().values():
        if issubclass(wrapper, Wrapper):
            before, after = wrapper.pattern.split("{}")
            if name.startswith(before) and name.endswith(after) and len(name) > len(before + after):
                inner = name[len(before) : len(name) - len(after)]
                inner = ALIASES.get(inner, inner)
                if inner in catalogue():
                    return wrapper, inner
    return None


def _system_measure(name: str) -> type[SystemMeasure] | None:
    by_lower_case = {known.lower(): measure for known, measure in system_catalogue().items()}
    return by_lower_case.get(SYSTEM_ALIASES.get(name.lower(), name).lower())


def _known_name(name: str) -> str:
    if name in catalogue():
        return name
    by_lower_case = {known.lower(): known for known in catalogue()}
    if name.lower() in by_lower_case:
        return by_lower_case[name.lower()]
    wrappers = [measure for measure in catalogue().values() if issubclass(measure, Wrapper)]
    plain = [n for n, measure in catalogue().items() if measure not in wrappers and is_plain(measure())]
    made = [wrapper.pattern.format(inner) for wrapper in wrappers for inner in plain]
    by_lower_case |= {each.lower(): each for each in [*made, *system_catalogue()]}
    near = get_close_matches(name.lower(), by_lower_case, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(by_lower_case[n] for n in near)}? " if near else ""
    raise UnknownNameError(
        f"there is no measure {name!r}; {hint}known: {', '.join([*catalogue(), *system_catalogue()])}"
    )


def _translated(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Understand the spellings of ir_measures for graded measures: ``dcg=``, ``gains=`` and a bare ``rel=``."""
    translated = dict(given)
    if "gain" in catalogue()[name].parameters() and "gain" not in given:
        if "gains" in given:
            translated["gain"] = translated.pop("gains")
        elif str(given.get("dcg")) in IR_MEASURES_GAINS:
            translated["gain"] = IR_MEASURES_GAINS[translated.pop("dcg")]
        elif "rel" in given:
            translated["gain"] = "binary"
    return translated


def name_among(name: str, names: Sequence[str]) -> str:
    """Give the name of a measure in full; one without parameters is that of the only measure of its kind."""
    kind = _kind(name)
    if kind is None:
        return name
    full = str(parse_wanted([name])[0])
    alike = [] if full in names or "(" in name else [each for each in names if _kind(each) == kind]
    return alike[0] if len(alike) == 1 else full


def _kind(name: str) -> tuple[type, object] | None:
    """Tell what a measure is whatever its parameters, if it is one."""
    with suppress(UsageError):
        measure = parse_wanted([name])[0]
        return type(measure), getattr(measure, "cutoff", None)
    return None
