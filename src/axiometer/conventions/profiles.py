"""Profiles: named bundles of the conventions on which evaluation programs differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from math import inf
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from axiometer.checks import MOST_RANKS
from axiometer.data import Judgments
from axiometer.data.schema import Order
from axiometer.errors import UsageError

Ties = Literal["item-descending", "item-ascending", "file-order", "error"]
Precision = Literal["float64", "float32"]
Queries = Literal["judged", "answered", "relevant", "run", "either"]
Undefined = Literal["zero", "drop", "nan"]
GradeScale = Literal["judgments", "aspect"]
UnknownItems = Literal["count", "error"]
CountedAspects = Literal["relevant", "relevant-unscaled", "all"]

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "order": get_args(Order),
    "ties": get_args(Ties),
    "precision": get_args(Precision),
    "queries": get_args(Queries),
    "undefined": get_args(Undefined),
    "counted_aspects": get_args(CountedAspects),
    "grade_scale": get_args(GradeScale),
    "unknown_items": get_args(UnknownItems),
}
"""The conventions that are one of several named ones, and the names."""


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The conventions of one evaluation; each of them changes numbers.

    Attributes
    ----------
    name, summary
        What the profile is called, and the program it follows.
    order
        What orders a list: ``score`` (descending), ``rank`` (the rank column), ``file`` (as given).
    ties
        How equal scores are ordered: ``item-descending`` and ``item-ascending`` compare the ids byte by byte,
        ``file-order`` keeps what was given first ahead, ``error`` refuses them.
    precision
        The number type in which scores are compared; in ``float32`` more of them tie.
    queries
        Which queries the mean is taken over: all ``judged`` ones (a missing list counts as empty), those
        ``answered`` by the run, the ``relevant`` ones, which have at least one relevant item, all of the ``run``, or
        those of ``either``, judged or in the run. The values of queries of the run that are not judged are
        undefined. Preferences compare only judged queries: under ``run`` the answered ones, under ``either`` all.
    undefined
        What the mean does with undefined values: ``zero`` counts them as 0, ``drop`` leaves them out, ``nan``
        makes the mean undefined too.
    max_grade
        The top of the grading scale; ``None`` takes the largest grade of the judgments.
    grade_scale
        Whether the top of the grading scale is that of the ``judgments``, or for each query and ``aspect`` the
        largest grade there.
    counted_aspects
        Which aspects of a query count: those with a ``relevant`` item, their weights scaled to sum to 1; the same
        with the weights as they are, ``relevant-unscaled``; or ``all`` that have a weight or, without weights, a
        judgment.
    unknown_items
        What becomes of items of lists that a catalogue does not have: ``count`` counts them, down to the deepest
        cut-off of the measures, ``error`` refuses them wherever they are.
    depth
        Only this many items of each list count; ``None`` is all.
    corpus_size
        How many items could have been retrieved; ``None`` is unknown.
    parameters
        Parameters that measures of some names have unless their name says otherwise.
    exceptions
        Pairs of a pattern that full measure names match and the conventions that differ for those measures.
    """

    name: str
    summary: str
    order: Order = "score"
    ties: Ties = "item-descending"
    precision: Precision = "float64"
    queries: Queries = "judged"
    undefined: Undefined = "zero"
    max_grade: float | None = None
    grade_scale: GradeScale = "judgments"
    counted_aspects: CountedAspects = "relevant"
    unknown_items: UnknownItems = "count"
    depth: int | None = None
    corpus_size: int | None = None
    parameters: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    exceptions: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise UsageError(f"{name} cannot be {getattr(self, name)!r}; choose one of {', '.join(choices)}")
        for name in ("max_grade", "depth", "corpus_size"):
            value = getattr(self, name)
            kind = Real if name == "max_grade" else Integral
            is_number = isinstance(value, kind) and not isinstance(value, bool)
            if value is not None and not (is_number and 0 < value < inf):
                expected = "a number" if name == "max_grade" else "a whole number"
                raise UsageError(f"{name} must be {expected} above 0, not {value!r}")
            if name != "max_grade" and value is not None and value > MOST_RANKS:
                raise UsageError(f"{name} must be at most {MOST_RANKS}, not {value!r}")

        if self.grade_scale == "aspect" and self.max_grade is not None:
            raise UsageError("max_grade cannot be given where each aspect has its own, grade_scale 'aspect'")

    def for_measure(self, measure: str) -> Profile:
        """Give the conventions that hold for one measure, by its full name."""
        for pattern, changes in self.exceptions:
            if re.fullmatch(pattern, measure):
                return replace(self, exceptions=(), parameters=(), **changes)
        return replace(self, exceptions=(), parameters=())

    def for_measures(self, measures: Iterable[object]) -> dict[str, Profile]:
        """Give the conventions of the whole, called ``""``, and those of each measure, by its full name."""
        return {name: self.for_measure(name) for name in ("", *map(str, measures))}

    def conventions(self) -> dict[str, Any]:
        """Give the conventions by name, for tables and files."""
        named = asdict(replace(self, exceptions=(), parameters=()))
        named["parameters"] = {measure: dict(values) for measure, values in self.parameters}
        named["exceptions"] = {pattern: dict(changes) for pattern, changes in self.exceptions}
        return named


_NDEVAL: Final = (
    ("ERR_IA", {"alpha": 0.5, "gain": "binary"}),
    ("nERR_IA", {"alpha": 0.5, "gain": "binary"}),
    ("alpha_DCG", {"scale": "ndeval"}),
)
"""How ndeval's equations differ from ours."""
_BY_PYNDEVAL: Final = r"(alpha_n?DCG|n?ERR_IA|n?NRBP|AP_IA|P_IA|S_Recall)\b.*"
"""The measures that ir_measures hands to pyndeval."""

_BY_RATING: Final = ("alpha_DCG", "alpha_nDCG", "NRBP", "nNRBP", "EU", "RBU", "ERR", "ERR_IA", "nERR_IA")
"""Measures that have another gain for judgments than for ratings."""

_BINARY: Final = (
    *("P", "R", "F", "AP", "RR", "Success", "Rprec", "Bpref", "S_Recall", "S_RR"),
    *("TSE", "SL3", "RE", "RecallLevel", "LexiRecallScore", "ProviderExposure", "WorstProvider"),
    *("lexirecall", "lexiprecision", "rrlexiprecision", "RPP"),
)
"""Measures and preferences that know only relevant and not."""
_ANY: Final = {"rel": 0}
_ANY_GAIN: Final = {"gain": "binary", "rel": 0}
"""To libraries for recommenders all items of the truth are relevant, and alike."""

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType({
    profile.name: profile
    for profile in (
        Profile(name="trec_eval", summary="trec_eval 10 with -c; the default"),
        Profile(
            name="trec_eval-9",
            summary="trec_eval 9.0.8 and pytrec_eval: scores as float32, queries missing from the run left out",
            precision="float32",
            queries="answered",
        ),
        Profile(
            name="ir_measures",
            summary="ir_measures 0.4 with its usual providers, which order ties in three ways",
            precision="float32",
            parameters=_NDEVAL,
            exceptions=(
                (r"RR(\(.*\))?@\d+|Judged.*", {"ties": "item-ascending", "precision": "float64"}),
                (r"RBP.*", {"ties": "file-order", "precision": "float64"}),
                (r"ERR(\(.*|@.*)?|nDCG\(gain='exp'\)@\d+", {"precision": "float64", "max_grade": 4.0}),
                (_BY_PYNDEVAL, {"ties": "item-ascending", "precision": "float64"}),
            ),
        ),
        Profile(
            name="ndeval",
            summary="ndeval 4.5: order by the rank column, queries missing from the run left out",
            order="rank",
            queries="answered",
            parameters=_NDEVAL,
        ),
        Profile(
            name="ndeval-traditional",
            summary="ndeval 4.5 with -traditional: order by score",
            queries="answered",
            parameters=_NDEVAL,
        ),
        Profile(
            name="pyndeval",
            summary="pyndeval 0.0.8: ndeval's measures, order by score and then by the smallest item id",
            ties="item-ascending",
            queries="answered",
            parameters=_NDEVAL,
        ),
        Profile(
            name="rbu-java",
            summary="RBU's own program: order of the file, the top grade of each query and aspect",
            order="file",
            grade_scale="aspect",
            parameters=(("RBU", {"p": 0.8, "e": 0.03, "scale": "normalised"}),),
        ),
        Profile(
            name="ntcireval",
            summary="NTCIREVAL: order of the file, weights as given also where aspects are left out",
            order="file",
            counted_aspects="relevant-unscaled",
        ),
        Profile(
            name="pref_eval",
            summary="pref_eval: queries without a relevant item are left out",
            queries="relevant",
            undefined="drop",
        ),
        Profile(
            name="ratings",
            summary="ratings r as gains r/r_max, or all relevant; interests as weights; undefined values left out",
            counted_aspects="relevant-unscaled",
            undefined="drop",
            parameters=(
                *((name, {"gain": "linear"}) for name in _BY_RATING),
                *((name, _ANY) for name in _BINARY),
            ),
        ),
        Profile(
            name="rectools",
            summary="RecTools 0.19: order by the rank column, every rank of the ideal list of nDCG filled",
            order="rank",
            queries="relevant",
            parameters=(
                *((name, _ANY) for name in ("P", "R", "F", "AP", "RR", "Success")),
                ("DCG", _ANY_GAIN),
                ("nDCG", {**_ANY_GAIN, "ideal": "full"}),
            ),
        ),
        Profile(
            name="replay",
            summary="RePlay 0.22: AP divided by at most the cut-off",
            queries="relevant",
            parameters=(
                *((name, _ANY) for name in ("P", "R", "RR", "Success")),
                ("AP", {**_ANY, "divisor": "reachable"}),
                ("nDCG", _ANY_GAIN),
            ),
        ),
        Profile(
            name="lenskit",
            summary="LensKit 2025.6: order by the rank column, means over all queries of the run, other divisors",
            order="rank",
            queries="run",
            parameters=(
                *((name, _ANY) for name in ("RR", "Success")),
                ("P", {**_ANY, "divisor": "retrieved"}),
                ("R", {**_ANY, "divisor": "reachable"}),
                ("AP", {**_ANY, "divisor": "retrieved"}),
                *((name, {**_ANY_GAIN, "discount": "jarvelin"}) for name in ("DCG", "nDCG")),
                ("RBP", {**_ANY_GAIN, "p": 0.85}),
            ),
        ),
    )
})


def usual_profile(*, has_ratings: bool) -> str:
    """Name the profile that holds where nobody chooses one."""
    return "ratings" if has_ratings else "trec_eval"


def profile_for(judgments: Judgments, profile: str | Profile | None) -> Profile:
    """Find a profile, or the usual one for what is judged if none is named."""
    return get_profile(profile or usual_profile(has_ratings=judgments.catalogue is not None))


def get_profile(profile: str | Profile = "trec_eval", **changes: Any) -> Profile:
    """Find a profile by name and change some of its conventions.

    Parameters
    ----------
    profile
        A profile or the name of one.
    **changes
        Conventions to set otherwise; ``None`` keeps what the profile has.

    Examples
    --------
    >>> get_profile("trec_eval-9", queries="judged").precision
    'float32'
    """
    if isinstance(profile, str):
        if profile not in PROFILES:
            near = get_close_matches(profile, PROFILES, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise UsageError(f"there is no profile {profile!r}; {hint}known: {', '.join(PROFILES)}")
        profile = PROFILES[profile]
    if not isinstance(profile, Profile):
        raise UsageError(f"{profile!r} is neither a profile nor the name of one; known: {', '.join(PROFILES)}")
    known = {f.name for f in fields(Profile)} - {"name", "summary", "exceptions", "parameters"}
    if unknown := set(changes) - known:
        raise UsageError(f"a profile has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}")
    given = {name: value for name, value in changes.items() if value is not None}
    # What is said here holds for all measures, also for those that the profile treats in another way.
    exceptions = tuple(
        (pattern, {name: value for name, value in others.items() if name not in given})
        for pattern, others in profile.exceptions
    )
    said = [f"{name} {value}" for name, value in given.items() if value != getattr(profile, name)]
    return replace(profile, **given, exceptions=exceptions, name=", ".join([profile.name, *said]))
