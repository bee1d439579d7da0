"""What commands on runs have in common: the files that they read, and the conventions that they follow."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, Field, dataclass, fields
from functools import cached_property
from typing import Annotated, Any, Final, get_args, get_type_hints

from axiometer.cli.inputs import (
    AlphaOption,
    BetaOption,
    FilesArgument,
    Inputs,
    ItemAspectsOption,
    LengthsOption,
    ProvidersOption,
    RatingsOption,
    WeightsOption,
)
from axiometer.cli.options import (
    CorpusSizeOption,
    CountedAspectsOption,
    DepthOption,
    GainOption,
    GradeScaleOption,
    LevelOption,
    MaxGradeOption,
    OrderOption,
    PrecisionOption,
    ProfileOption,
    TiesOption,
)
from axiometer.conventions.profiles import Profile, get_profile, usual_profile

CONVENTIONS: Final = (
    *("max_grade", "grade_scale", "counted_aspects", "order", "ties", "precision", "depth", "corpus_size"),
)
OF_RUNS: Final = (
    *("profile", "ratings", "aspects", "alpha_table", "beta_table", "weights", "lengths", "providers", "gain", "rel"),
    *CONVENTIONS,
    *("undefined", "queries"),
)
"""Options that say how runs are read and measured."""
FIRST: Final = ("files", "measures", "preferences")
"""What is asked for first, before what is a command's own."""
PANEL: Final = "How runs are read and measured"


@dataclass(frozen=True, kw_only=True)
class Given:
    """What somebody says on the command line of files and conventions; each field is an argument or an option."""

    files: FilesArgument
    profile: ProfileOption = None
    ratings: RatingsOption = None
    aspects: ItemAspectsOption = None
    alpha_table: AlphaOption = None
    beta_table: BetaOption = None
    weights: WeightsOption = None
    lengths: LengthsOption = None
    providers: ProvidersOption = None
    gain: GainOption = None
    rel: LevelOption = None
    max_grade: MaxGradeOption = None
    grade_scale: GradeScaleOption = None
    counted_aspects: CountedAspectsOption = None
    order: OrderOption = None
    ties: TiesOption = None
    precision: PrecisionOption = None
    depth: DepthOption = None
    corpus_size: CorpusSizeOption = None

    @cached_property
    def inputs(self) -> Inputs:
        """The judgments or ratings, and the runs."""
        return Inputs(
            files=self.files,
            ratings=self.ratings,
            aspects=self.aspects,
            alpha=self.alpha_table,
            beta=self.beta_table,
            weights=self.weights,
            lengths=self.lengths,
            providers=self.providers,
            max_grade=self.max_grade,
        )

    def conventions(self, **more: Any) -> Profile:
        """Give the profile, with what was said otherwise."""
        said = {name: getattr(self, name) for name in CONVENTIONS}
        return get_profile(self.profile or usual_profile(has_ratings=self.ratings is not None), **said, **more)


def taking(kind: type[Given]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the arguments and options of a kind, and hand it what was given as its first argument.

    An option of the command that is called as one of these stands in its place.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        _, *own = inspect.signature(command, eval_str=True).parameters.values()
        hints = get_type_hints(kind, include_extras=True)
        shared = {each.name: _parameter(each, hints[each.name]) for each in fields(kind)}
        shared |= {each.name: each for each in own if each.name in shared}
        first = [shared[name] for name in FIRST if name in shared]
        rest = [each for name, each in shared.items() if name not in FIRST]
        listed = [_in_its_place(each) for each in (*first, *(p for p in own if p.name not in shared), *rest)]

        def with_given(**said: Any) -> None:
            command(kind(**{name: said.pop(name) for name in shared}), **said)

        with_given.__name__, with_given.__doc__ = command.__name__, command.__doc__
        with_given.__wrapped__ = command  # type: ignore[attr-defined]
        with_given.__signature__ = inspect.Signature(listed)  # type: ignore[attr-defined]
        with_given.__annotations__ = {each.name: each.annotation for each in listed}
        return with_given

    return decorate


def _parameter(option: Field[Any], hint: Any) -> inspect.Parameter:
    default = inspect.Parameter.empty if option.default is MISSING else option.default
    if option.default_factory is not MISSING:
        default = option.default_factory()
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _in_its_place(parameter: inspect.Parameter) -> inspect.Parameter:
    """Show options that tell how runs are read and measured by themselves in the help."""
    hint = parameter.annotation
    if parameter.name in OF_RUNS:
        kind, declared = get_args(hint)
        declared = copy(declared)
        declared.rich_help_panel = PANEL
        hint = Annotated[kind, declared]
    return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hint)
