"""Profiles: named bundles of the conventions on which evaluation programs differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from math import inf
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, Protocol, get_args

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


@dataclass(frozen=True)
class Habit:
    """What a program does with one measure in another way than with others; the measure declares it.

    Attributes
    ----------
    program
        Whose habit it is, as profiles have it in ``follows``.
    changes
        The conventions that differ.
    only, holds
        In which cases, in words, and whether a measure is such a case; always, if nothing is said.
    """

    program: str
    changes: Mapping[str, Any]
    only: str = ""
    holds: Callable[[Any], bool] = lambda _: True


class Declared(Protocol):
    """What profiles know of a measure or preference: what it declares of programs."""

    name: ClassVar[str]
    habits: ClassVar[tuple[Habit, ...]]

    @classmethod
    def usual(cls, follows: Iterable[str]) -> dict[str, Any]:
        """Give the parameters that are not the usual ones where these programs are followed."""


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
    follows
        The programs whose defaults of parameters, and whose habits, measures have, where they declare any.
    exceptions
        Of a profile of your own: pairs of a pattern that full names of measures match, and what differs for these.
    fixed
        Conventions that hold for all measures, whatever their habits and exceptions.

    Examples
    --------
    >>> import axiometer as ax
    >>> profile = ax.get_profile("ndeval")
    >>> profile.order, profile.queries
    ('rank', 'answered')
    >>> ax.get_profile("trec_eval", ties="error").ties
    'error'
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
    follows: tuple[str, ...] = ()
    exceptions: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    fixed: tuple[str, ...] = ()

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

    def for_measure(self, measure: Declared) -> Profile:
        """Give the conventions that hold for one measure."""
        own = [changes for pattern, changes in self.exceptions if re.fullmatch(pattern, str(measure))]
        usual = [each.changes for each in measure.habits if each.program in self.follows and each.holds(measure)]
        changes = next(iter([*own, *usual]), {})
        return replace(self, exceptions=(), **{name: it for name, it in changes.items() if name not in self.fixed})

    def for_measures(self, measures: Iterable[Declared]) -> dict[str, Profile]:
        """Give the conventions of the whole, called ``""``, and those of each measure, by its full name."""
        return {"": replace(self, exceptions=()), **{str(each): self.for_measure(each) for each in measures}}

    def conventions(self, measures: Iterable[Declared | type[Declared]] = ()) -> dict[str, Any]:
        """Give the conventions by name, for tables and files, and what they make of some measures.

        These are the parameters that measures have unless their name says otherwise, and the exceptions, conventions
        that differ for a measure; both by its name.
        """
        measures = list(measures)
        usual = {each.name: each.usual(self.follows) for each in measures}
        habits = [(f"{each.name} {its.only}".strip(), its) for each in measures for its in each.habits]
        exceptions = {which: dict(its.changes) for which, its in habits if its.program in self.follows}
        named = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "fixed"}
        return named | {
            "follows": ", ".join(self.follows) or None,
            "parameters": {name: parameters for name, parameters in usual.items() if parameters},
            "exceptions": dict(self.exceptions) | exceptions,
        }


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
            follows=("ir_measures", "ndeval"),
        ),
        Profile(
            name="ndeval",
            summary="ndeval 4.5: order by the rank column, queries missing from the run left out",
            order="rank",
            queries="answered",
            follows=("ndeval",),
        ),
        Profile(
            name="ndeval-traditional",
            summary="ndeval 4.5 with -traditional: order by score",
            queries="answered",
            follows=("ndeval",),
        ),
        Profile(
            name="pyndeval",
            summary="pyndeval 0.0.8: ndeval's measures, order by score and then by the smallest item id",
            ties="item-ascending",
            queries="answered",
            follows=("ndeval",),
        ),
        Profile(
            name="rbu-java",
            summary="RBU's own program: order of the file, the top grade of each query and aspect",
            order="file",
            grade_scale="aspect",
            follows=("rbu-java",),
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
            follows=("ratings",),
        ),
        Profile(
            name="rectools",
            summary="RecTools 0.19: order by the rank column, every rank of the ideal list of nDCG filled",
            order="rank",
            queries="relevant",
            follows=("rectools",),
        ),
        Profile(
            name="replay",
            summary="RePlay 0.22: AP divided by at most the cut-off",
            queries="relevant",
            follows=("replay",),
        ),
        Profile(
            name="lenskit",
            summary="LensKit 2025.6: order by the rank column, means over all queries of the run, other divisors",
            order="rank",
            queries="run",
            follows=("lenskit",),
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
    known = {f.name for f in fields(Profile)} - {"name", "summary", "follows", "exceptions", "fixed"}
    if unknown := set(changes) - known:
        raise UsageError(f"a profile has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}")
    given = {name: value for name, value in changes.items() if value is not None}
    said = [f"{name} {value}" for name, value in given.items() if value != getattr(profile, name)]
    # What is said here holds for all measures, also for those that the program treats in another way.
    fixed = tuple(sorted({*profile.fixed, *given})) if profile.follows or profile.exceptions else ()
    return replace(profile, **given, fixed=fixed, name=", ".join([profile.name, *said]))
