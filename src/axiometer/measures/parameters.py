"""Parameters of measures and preferences: declared once, checked, and written in names."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from axiometer.checks import MOST_RANKS, number_of
from axiometer.conventions.profiles import Habit
from axiometer.errors import UsageError

COMMON: Final = ("gain", "rel", "cutoff")
"""Parameters that many measures have."""
RECOMMENDERS: Final = ("rectools", "replay", "lenskit")
"""Libraries for recommenders, to which all items of the truth are relevant, and alike."""
BY_ITEM: Final = Habit("ir_measures", {"ties": "item-ascending", "precision": "float64"})
"""How ir_measures orders lists for pyndeval, and for measures of its own."""
BY_LINE: Final = Habit("ir_measures", {"ties": "file-order", "precision": "float64"})
"""How ir_measures orders lists for cwl_eval."""


@dataclass(frozen=True, kw_only=True)
class Parametrised:
    """A frozen value with a name and parameters, which are its fields."""

    name: ClassVar[str]
    """The name of the class, unless the class says otherwise."""
    cites: ClassVar[tuple[str, ...]] = ()
    """The keys of its papers."""
    habits: ClassVar[tuple[Habit, ...]] = ()
    """What programs do with it in another way than with other measures."""

    @property
    def literature(self) -> tuple[str, ...]:
        """The keys of the papers of what it is, and of all that it is made of."""
        return self.cites

    def __init_subclass__(cls) -> None:
        if "name" not in vars(cls):
            cls.name = cls.__name__

    def __post_init__(self) -> None:
        for each in fields(self):
            if "problem" not in each.metadata:
                raise UsageError(f"{self.name}: declare {each.name} with axiometer.parameter(default, meaning, …)")
            value = each.metadata["normalise"](getattr(self, each.name))
            object.__setattr__(self, each.name, value)
            if problem := each.metadata["problem"](value):
                shown = str(value) if isinstance(value, Parametrised) else repr(value)
                raise UsageError(f"{self.name}: {each.name} must be {problem}, not {shown}")

    def __matmul__(self, cutoff: int) -> Self:
        """Give the same measure with this cut-off: ``nDCG() @ 10``."""
        has_one = getattr(self, "cutoff", None)
        if has_one is not None:
            raise UsageError(f"{self} has the cut-off {has_one} already, so it cannot have {cutoff}")
        return self._at(cutoff)

    def _at(self, cutoff: int) -> Self:
        if "cutoff" not in self.parameters():
            raise UsageError(f"{self.name} takes no cut-off, so {self}@{cutoff} does not exist")
        changed: dict[str, Any] = {"cutoff": cutoff}
        return replace(self, **changed)

    @classmethod
    def usual(cls, follows: Iterable[str]) -> dict[str, Any]:
        """Give the parameters that are not the usual ones where these programs are followed."""
        under = {name: each.metadata["under"] for name, each in cls.parameters().items()}
        return {name: its[program] for program in follows for name, its in under.items() if program in its}

    @classmethod
    def parameters(cls) -> dict[str, Field[Any]]:
        """Give the parameters by name; those that many measures have come last."""
        return {each.name: each for each in sorted(fields(cls), key=lambda each: each.name in COMMON)}

    def __str__(self) -> str:
        return written(self.name, self.told(), getattr(self, "cutoff", None))

    def told(self) -> list[str]:
        """Write the parameters that the name must tell."""
        said = {name: getattr(self, name) for name in self.parameters() if name != "cutoff"}
        return [f"{name}={_text(value)}" for name, value in said.items() if self._is_told(name, value)]

    def _is_told(self, name: str, value: Any) -> bool:
        each = self.parameters()[name]
        return bool(value != each.default) or each.metadata["is_always_told"]


def parameter(
    default: Any,
    meaning: str,
    *,
    is_always_told: bool = False,
    choices: tuple[str, ...] = (),
    examples: tuple[Any, ...] = (),
    above: float | None = None,
    least: float | None = None,
    most: float | None = None,
    below: float | None = None,
    under: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Declare a parameter of a measure: its default, what it means, and which values it can take.

    ``under`` has the defaults of other programs: a profile that follows one of them takes these.
    One that is always told stands in the measure's name also when it has its default: nobody can guess the persistence
    of a bare RBP.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import axiometer as ax
    >>> @dataclass(frozen=True, kw_only=True)
    ... class TopGain(ax.Measure):
    ...     power: float = ax.parameter(1.0, "how steeply gains grow with grades", above=0)
    ...     def values(self, lists):
    ...         return lists.segments.sum((lists.rank == 1) * lists.grade**self.power)
    >>> str(TopGain(power=2))
    'TopGain(power=2)'
    """

    def problem(value: Any) -> str:
        if choices:
            return "" if isinstance(value, str) and value in choices else "one of " + ", ".join(choices)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            return "a number"
        bounds = (
            (above is not None and not value > above, f"above {above}"),
            (least is not None and not value >= least, f"at least {least}"),
            (most is not None and not value <= most, f"at most {most}"),
            (below is not None and not value < below, f"below {below}"),
        )
        return " and ".join(said for is_broken, said in bounds if is_broken)

    return declare(
        default,
        meaning,
        problem,
        examples=examples or choices or (default,),
        is_always_told=is_always_told,
        under=under,
    )


def declare(
    default: Any,
    meaning: str,
    problem: Callable[[Any], str],
    *,
    examples: tuple[Any, ...],
    normalise: Callable[[Any], Any] | None = None,
    is_always_told: bool = False,
    under: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Declare a parameter in full: ``problem`` says what is wrong with a value, ``examples`` are values for tests."""
    metadata = {
        "meaning": meaning,
        "problem": problem,
        "examples": examples,
        "normalise": normalise or number_of,
        "is_always_told": is_always_told,
        "under": under,
    }
    return field(default=default, metadata=metadata)


def function_parameter(
    default: str, meaning: str, of: str, *, names: tuple[str, ...], is_always_told: bool = False
) -> Any:
    """Declare a parameter that is one of several named functions or, in Python, any function ``of`` something."""

    def problem(value: Any) -> str:
        is_known = callable(value) or (isinstance(value, str) and value in names)
        return "" if is_known else f"one of {', '.join(names)}, or, in Python, a function of {of}"

    told = f"{meaning}, or, in Python, a function of {of}"
    return declare(default, told, problem, examples=names, normalise=lambda v: v, is_always_told=is_always_told)


def cutoff_parameter() -> Any:
    """Declare the cut-off k of ``@k``.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from axiometer.measures import Measure, cutoff_parameter
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Seen(Measure):
    ...     cutoff: int | None = cutoff_parameter()
    ...     def values(self, lists):
    ...         return lists.segments.count.astype(float)
    >>> str(Seen() @ 5)
    'Seen@5'
    """

    def problem(value: Any) -> str:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return "" if value is None or (is_whole and 1 <= value <= MOST_RANKS) else "a whole number from 1"

    meaning = "only the first so many items of a list count; without it, all"
    return declare(None, meaning, problem, examples=(None, 1, 3, 10))


LEVEL: Final = "the smallest grade of a relevant item; 0 is any positive grade"
"""What the parameter ``rel`` means."""


def level_parameter(programs: Iterable[str] = ("ratings",)) -> Any:
    """Declare the level from which an item is relevant; to these programs all items with a positive grade are.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from axiometer.measures import Measure, level_parameter
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Found(Measure):
    ...     rel: float = level_parameter()
    ...     def values(self, lists):
    ...         return lists.relevant(self.rel).segments.count.astype(float)
    >>> str(Found(rel=2))
    'Found(rel=2)'
    """
    return parameter(1, LEVEL, least=0, examples=(1, 2, 0.5, 0), under=dict.fromkeys(programs, 0))


def written(name: str, told: list[str], cutoff: int | None) -> str:
    """Write a measure's name with its parameters and its cut-off."""
    return name + (f"({','.join(told)})" if told else "") + (f"@{cutoff}" if cutoff is not None else "")


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{k}:{v}" for k, v in value.items()) + "}"
    return str(getattr(value, "__name__", repr(value)))
