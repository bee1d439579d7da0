"""What commands on runs read, and by which conventions; the fields of these classes are arguments and options."""

# No annotations from the future: Typer reads those of the fields, also from other modules.
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from axiometer.cli.arguments import (
    AlphaTableOption,
    BetaTableOption,
    CorpusSizeOption,
    CountedAspectsOption,
    DepthOption,
    FilesArgument,
    GainOption,
    GradeScaleOption,
    ItemAspectsOption,
    JobsOption,
    LengthsOption,
    MaxGradeOption,
    OrderOption,
    PluginOption,
    PrecisionOption,
    ProfileOption,
    ProvidersOption,
    QueriesOption,
    QuietOption,
    RatingsOption,
    RelOption,
    SomeMeasuresOption,
    TiesOption,
    UndefinedOption,
    WeightsOption,
    refuse_two_from_standard_input,
)
from axiometer.cli.progress import progress_bar
from axiometer.conventions.profiles import Profile, get_profile, usual_profile
from axiometer.data import Judgments, Runs
from axiometer.errors import UsageError
from axiometer.io.content import expand
from axiometer.io.judgments import read_judgments
from axiometer.io.movielens import movies_file, ratings_file
from axiometer.io.plugins import Plugins, blamed_on, load_plugins
from axiometer.io.ratings import read_ratings
from axiometer.io.runs import scan_runs
from axiometer.measures.names import parse_measure, parse_wanted, words

NO_TRAIN: Final = "none"
CONVENTIONS: Final = (
    *("max_grade", "grade_scale", "counted_aspects", "order", "ties", "precision", "depth", "corpus_size"),
)


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """Judgments or ratings, what belongs to them, runs, measures of the user's files, and conventions."""

    FIRST: ClassVar[tuple[str, ...]] = ("measures", "preferences")
    """Options that the help shows before a command's own."""

    files: FilesArgument
    plugin: PluginOption = None
    profile: ProfileOption = None
    ratings: RatingsOption = None
    aspects: ItemAspectsOption = None
    alpha_table: AlphaTableOption = None
    beta_table: BetaTableOption = None
    weights: WeightsOption = None
    lengths: LengthsOption = None
    providers: ProvidersOption = None
    gain: GainOption = None
    rel: RelOption = None
    max_grade: MaxGradeOption = None
    grade_scale: GradeScaleOption = None
    counted_aspects: CountedAspectsOption = None
    order: OrderOption = None
    ties: TiesOption = None
    precision: PrecisionOption = None
    depth: DepthOption = None
    corpus_size: CorpusSizeOption = None

    def check_files(self) -> None:
        """Refuse, before any work, files that cannot be what is needed, and options that belong to other files."""
        if self.ratings is None:
            if len(self.files) < 2:
                expected = "judgments (qrels), or --ratings TRAIN TEST, and at least one run"
                raise UsageError(f"{self.files[0]} is alone: expected {expected}")
            for name in ("aspects", "alpha_table", "beta_table"):
                if getattr(self, name) is not None:
                    option = name.replace("_", "-")
                    raise UsageError(f"--{option} belongs to --ratings; judgments have aspects of their own")
        refuse_two_from_standard_input(self._paths)

    def around(self) -> AbstractContextManager[None]:
        """Let what goes wrong in the user's own measures be told with its place there."""
        return blamed_on(self.plugins.paths)

    @property
    def runs_files(self) -> list[str]:
        """The files of runs."""
        return self.files if self.ratings is not None else self.files[1:]

    @property
    def paths(self) -> list[str]:
        """All files that are read, which are checked first."""
        self.check_files()
        return self._paths

    @property
    def _paths(self) -> list[str]:
        rated = [ratings_file(path) for path in self.ratings or () if path != NO_TRAIN]
        described = [movies_file(self.aspects)] if self.aspects is not None else []
        others = (self.alpha_table, self.beta_table, self.weights, self.lengths, self.providers, *(self.plugin or ()))
        return expand([*self.files, *rated, *described, *filter(None, others)])

    @property
    def runs(self) -> Runs:
        """The runs, of which nothing is read yet."""
        return scan_runs(self.runs_files)

    def judgments(self) -> Judgments:
        """Read the judgments, or the ratings, and what belongs to them."""
        belonging = {"weights": self.weights, "lengths": self.lengths, "providers": self.providers}
        if self.ratings is None:
            return read_judgments(self.files[0], **belonging)
        train, test = self.ratings
        rated = read_ratings(
            None if train == NO_TRAIN else train,
            test,
            self.aspects,
            max_rating=self.max_grade,
            alpha=self.alpha_table,
            beta=self.beta_table,
        )
        return read_judgments(rated, **belonging)

    def conventions(self, **more: Any) -> Profile:
        """Give the profile, with what was said otherwise."""
        said = {name: getattr(self, name) for name in CONVENTIONS}
        return get_profile(self.profile or usual_profile(has_ratings=self.ratings is not None), **said, **more)

    @cached_property
    def plugins(self) -> Plugins:
        """Measures and preferences of the user's files."""
        return load_plugins(self.plugin or ())

    def parsed(
        self, names: Sequence[str], profile: Profile, parse: Callable[..., list[Any]] = parse_wanted
    ) -> list[Any]:
        """Find what is named, also of the user's files."""
        usual = {"gain": self.gain, "rel": self.rel, "profile": profile}
        return parse_with(self.plugins, names, parse, **usual)

    def parsed_one(self, name: str, profile: Profile) -> Any:
        """Find the one measure that is named."""
        if own := [thing for word in words(name) for thing in self.plugins.found(word) if not isinstance(thing, str)]:
            return own[0] if len(own) == 1 == len(words(name)) else parse_measure(name)
        return parse_measure(name, gain=self.gain, rel=self.rel, profile=profile)


def parse_with(own: Plugins, names: Sequence[str], parse: Callable[..., list[Any]], **usual: Any) -> list[Any]:
    """Find what is named: in the user's files first, then here; a name that is like one of the user's gets a hint."""
    things = [thing for text in names for word in words(text) for thing in own.found(word)]
    try:
        return parse(things, **usual)
    except UsageError as error:
        hints = [hint for thing in things if isinstance(thing, str) and (hint := own.hint(thing))]
        if not hints:
            raise
        raise UsageError(f"{error}; {hints[0]}") from None


@dataclass(frozen=True, kw_only=True)
class Measuring(Inputs):
    """What is measured of the runs, and over which queries."""

    measures: SomeMeasuresOption = None
    undefined: UndefinedOption = None
    queries: QueriesOption = None
    jobs: JobsOption = 2
    quiet: QuietOption = False

    @cached_property
    def profile_asked(self) -> Profile:
        """The profile with all that was said otherwise."""
        return self.conventions(undefined=self.undefined, queries=self.queries)

    def progress(self, label: str) -> AbstractContextManager[Callable[[int, int], None] | None]:
        """Show a bar if the work takes long."""
        return progress_bar(label, is_wanted=not self.quiet)
