"""Names of measures and preferences: made from the grammar, and damaged.

A name gives a measure whose full name gives an equal one, or an error that names what is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from random import Random
from typing import Final

from axiometer.measures.aliases import ALIASES, PREFERENCE_ALIASES, SYSTEM_ALIASES, TREC_EVAL_CUTS
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.names import Wanted, find_preference, parse_wanted
from axiometer.measures.parameters import Parametrised
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.measures.preferences.base import Preference
from tests.fuzzers.driver import Case, Fault, Fuzzer, attempt, in_one_line

MEASURES: Final[dict[str, type[Parametrised]]] = {**catalogue(), **system_catalogue()}
PLAIN: Final = [name for name, measure in catalogue().items() if not issubclass(measure, Wrapper)]
WRAPPERS: Final = [name for name, measure in catalogue().items() if issubclass(measure, Wrapper)]
OTHER_NAMES: Final = (
    *(*ALIASES, *SYSTEM_ALIASES, *TREC_EVAL_CUTS, "ndcg_cut_10", "P.5,10", "recall_1000", "map_cut.5", "ndcg_1=3,2=4"),
    *("alpha-nDCG", "D#-nDCG", "P+Q", "ERR-IA", "α-nDCG", "αβ-nDCG", "D♯-nDCG", "AP_IA", "P_IA", "WC_AP", "DIN_nDCG"),
    *("D_Q", "Dsharp_nDCG", "IA", "WC", "rbp", "lexirecall", "SetF", "", "nDCG_IA", "WC_nDCG", "IA_AP", "x"),
)
VALUES: Final = (
    *("0", "1", "2", "3", "0.5", "0.8", "-1", "1e3", "1e308", "1e309", "-0.0", "5e-324", "nan", "inf", "None", "True"),
    *("'exp'", '"exp"', "exp", "linear", "binary", "identity", "log2", "{1:3,4:2}", "{0.5:2}", "{}", "{1:-1}", "[1]"),
    *("(1,2)", "per-item", "1-2", "a.b", "f(1)", "1+1j", "10**9", "9" * 20, "9" * 400, "9" * 5000, "0x10", "1_0", "00"),
    *(
        "{1:{2:3}}",
        "{'a':1}",
        "{nan:1}",
        "{[]}",
        "{[]:1}",
        "b'x'",
        "...",
        "not x",
        "lambda:1",
        "'\\x00'",
        "1if 1else 2",
    ),
    *("'''a'''", "f'{1}'", "'\\q'", "-'a'", "-nDCG", "nDCG@10", "{**{}}", "*x", "**{'rel':2}", "AP", "AP@5", "x:=1"),
    *("{1:nan}", "{1:1e400}", "{2:1,1:2}", "{1:1,1:2}", "{True:1}", "1e-400", "~1", "+1", "0b1", "1.", ".5", "١", "²"),
)
KEYS: Final = ("cutoff", "measure", "REL", "dcg", "gains", "p ", "self", "name", "__class__", "judged_only", "é", "if")
BITS: Final = (
    *("(", ")", "[", "]", "{", "}", "@", ",", "=", ":", ".", "-", "_", "#", " ", "\t", "\n", "\\", "'", '"', "*", "**"),
    *("@@", "@5", "@0", "@-1", "@1.5", "@5,10", "()", "\0", "\r", "\x0c", "\u00a0", "\u200b", "\ufeff", "é", "ﬁ", "Ⅳ"),
    *("ª", "\ud800", "\U0001d49f", "💥", "%", ";", "\u2028", "((((", "))))", "1", "0", "nDCG", "K", "ſ", "İ", "ß"),
)


def faults(case: Case) -> Iterator[Fault]:
    """Make a text, and hold what is made of it against its full name."""
    rng = case.rng
    if rng.random() < 0.1:
        yield from _of_preference(_mutated(rng, _preference(rng)))
        return
    text = " ".join(_mutated(rng, _measure(rng)) for _ in range(rng.choice([1, 1, 1, 1, 2])))
    usual = rng.choice([{}, {}, {}, {"gain": "exp"}, {"rel": 2}, {"gain": "binary", "rel": 2}])
    parsed = attempt(lambda: parse_wanted(text, **usual), "measure")
    shown = in_one_line(repr(text) + (f" with {usual}" if usual else ""))
    if parsed.fault:
        yield Fault(parsed.fault.kind, f"{shown}: {parsed.fault.told}")
    elif parsed.refusal is not None:
        yield from _vague(text, str(parsed.refusal), shown)
    else:
        for measure in parsed.value:
            yield from _read_again(measure, shown)


def _read_again(measure: Wanted, shown: str) -> Iterator[Fault]:
    full = str(measure)
    again = attempt(lambda: parse_wanted(full), "measure")
    if again.fault:
        yield Fault(again.fault.kind, f"{shown} is {in_one_line(full)}: {again.fault.told}")
    elif again.refusal is not None:
        yield Fault("full-name-refused", f"{shown} is {in_one_line(full)}: {again.refusal}")
    elif again.value != [measure]:
        told = in_one_line(f"{full}, which is read as {' '.join(map(repr, again.value))}, not {measure!r}")
        yield Fault("full-name-differs", f"{shown} is {told}")
    elif hash(again.value[0]) != hash(measure) or str(again.value[0]) != full:
        yield Fault("full-name-unstable", f"{shown} is {in_one_line(full)}, and then {in_one_line(again.value[0])}")
    elif not full.isprintable():
        yield Fault("full-name-unprintable", f"{shown} is {full!r}")


def _of_preference(text: str) -> Iterator[Fault]:
    found = attempt(lambda: find_preference(text), "preference")
    shown = in_one_line(repr(text))
    if found.fault:
        yield Fault(found.fault.kind, f"preference {shown}: {found.fault.told}")
    elif found.refusal is not None:
        yield from _vague(text, str(found.refusal), shown)
    elif isinstance(found.value, Preference):
        again = attempt(lambda: find_preference(str(found.value)), "preference")
        if not again.is_value or again.value != found.value:
            yield Fault("full-name-of-preference", f"{shown} is {in_one_line(found.value)}: {again}")


def _vague(text: str, told: str, shown: str) -> Iterator[Fault]:
    """Refuse a refusal that has nothing of what was asked for, neither a part of the text nor a name that we know."""
    if not text.strip() or told.startswith("no measure is named"):
        return
    asked, said = (unicodedata.normalize("NFKC", each).casefold() for each in (text, told))
    words = [*re.findall(r"\w+", asked), *(repr(word)[1:-1].casefold() for word in text.split())]
    first = re.match(r"\w+", told)
    is_known = first is not None and first[0] in {*MEASURES, *preference_catalogue()}
    if not is_known and not any(word in said for word in words):
        yield Fault("vague", f"{shown}: {in_one_line(told)}")


# Texts


def _measure(rng: Random, depth: int = 0) -> str:
    chance = rng.random()
    if chance < 0.15:
        name = rng.choice(OTHER_NAMES)
    elif chance < 0.35 and depth < 3:
        wrapper = rng.choice(WRAPPERS)
        inside = [_measure(rng, depth + 1), *_given(rng, MEASURES[wrapper])]
        return f"{wrapper}({','.join(inside)}){_cutoff(rng)}"
    else:
        name = rng.choice(list(MEASURES))
    known = MEASURES.get(name)
    given = _given(rng, known) if rng.random() < 0.7 else []
    return name + (f"({','.join(given)})" if given or rng.random() < 0.1 else "") + _cutoff(rng)


def _preference(rng: Random) -> str:
    name = rng.choice([*preference_catalogue(), *PREFERENCE_ALIASES])
    return f"{name}({','.join(_given(rng, preference_catalogue().get(name)))})" if rng.random() < 0.8 else name


def _given(rng: Random, known: type[Parametrised] | None) -> list[str]:
    """Write some parameters, most of them with values that they can take."""
    parameters = {} if known is None else dict(known.parameters())
    parameters.pop("cutoff", None)
    given = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        if parameters and rng.random() < 0.85:
            name = rng.choice(list(parameters))
            examples = parameters[name].metadata["examples"]
            value = _written(rng.choice(examples)) if examples and rng.random() < 0.6 else rng.choice(VALUES)
        else:
            name, value = rng.choice([*KEYS, "rel", "gain", "p", "alpha", "beta"]), rng.choice(VALUES)
        blank = rng.choice(["", "", "", " "])
        given.append(f"{name}{blank}={blank}{value}" if rng.random() < 0.95 else value)
    return given


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{k}:{v}" for k, v in value.items()) + "}"
    return str(value) if isinstance(value, Parametrised) else repr(value)


def _cutoff(rng: Random) -> str:
    usual = ("", "", "", "@1", "@10", "@100")
    return rng.choice((*usual, "@0", "@5,10", "@1e3", "@None", "@9007199254740993", f"@{rng.choice(VALUES)}"))


def _mutated(rng: Random, text: str) -> str:
    """Leave most as it is; insert, delete, repeat or exchange letters of the rest."""
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 4])):
        at = rng.randint(0, len(text))
        match rng.randrange(6):
            case 0 | 1:
                text = text[:at] + rng.choice(BITS) + text[at:]
            case 2:
                text = text[:at] + text[at + 1 :]
            case 3:
                text = text[:at] + text[at : at + 1].swapcase() + text[at + 1 :]
            case 4:
                text = text[:at] + text[at : at + rng.randint(1, 6)] * 2 + text[at:]
            case _:
                text = text[:at] + rng.choice(["(", "[", "-", "{", " "]) * rng.choice([1, 5, 300, 3000]) + text[at:]
    return text


FUZZER: Final = Fuzzer(name="names", faults=faults, cases=20_000)
