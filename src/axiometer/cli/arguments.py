"""Arguments and options that several commands have, each declared once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import typer

from axiometer.checks import MOST_RANKS
from axiometer.conventions.profiles import (
    PROFILES,
    CountedAspects,
    GradeScale,
    Precision,
    Queries,
    Ties,
    Undefined,
)
from axiometer.data.schema import Order
from axiometer.errors import UsageError
from axiometer.io.content import STANDARD_INPUT

READING: Final = "How runs are read and measured"
WRITING: Final = "What is written"
OF_PROFILE: Final = "the profile's"
"""Stands for the default of a convention: what the profile says."""


def option(*names: str, help: str, **how: Any) -> Any:
    """Declare an option; flags name themselves, so that there is no second flag for the opposite."""
    return typer.Option(*names, help=help, **how)


def choice(kind: Any, metavar: str, *names: str, help: str, **how: Any) -> Any:
    """Declare an option that is one of several words, which the help lists."""
    return option(*names, metavar=metavar, help=f"{help}: {', '.join(get_args(kind))}.", **how)


def convention(kind: Any, metavar: str, *names: str, help: str) -> Any:
    """Declare an option that changes one convention of the profile."""
    return choice(kind, metavar, *names, help=help, show_default=OF_PROFILE, rich_help_panel=READING)


def of_reading(metavar: str, help: str, *names: str, **how: Any) -> Any:
    """Declare an option that says how runs are read and measured."""
    return option(*names, metavar=metavar, help=help, rich_help_panel=READING, **how)


def of_writing(metavar: str, help: str, *names: str, default: str | None = None, **how: Any) -> Any:
    """Declare an option that says what is written."""
    return option(*names, metavar=metavar, help=help, show_default=default, rich_help_panel=WRITING, **how)


def whole_number(text: str) -> int:
    """Read a whole number, also one such as 1e6."""
    if not re.fullmatch(r"\d+(e\d+)?", text.strip()):
        raise UsageError(f"{text!r} is not a whole number; write numbers as 10 or 1e6")
    digits, _, power = text.strip().partition("e")
    number: int = int(digits) * 10 ** min(int(power or 0), 99)
    if number > MOST_RANKS:
        raise UsageError(f"{text} is too large: a rank is at most {MOST_RANKS}")
    return number


def refuse_two_from_standard_input(inputs: Sequence[str]) -> None:
    """Refuse to read two files from where there is one."""
    if inputs.count(STANDARD_INPUT) > 1:
        raise UsageError("standard input, -, can be only one of the files")


def complete_measure(incomplete: str) -> list[str]:
    """Complete the last of several names of measures and preferences, as shells ask for it."""
    from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue

    before, last = re.fullmatch(r"(.*?)([^\s,]*)", incomplete, flags=re.DOTALL).groups()  # type: ignore[union-attr]
    names = [*catalogue(), *system_catalogue(), *preference_catalogue()]
    return [before + name for name in names if name.startswith(last)]


def complete_profile(incomplete: str) -> list[tuple[str, str]]:
    """Complete the name of a profile."""
    return [(name, profile.summary) for name, profile in PROFILES.items() if name.startswith(incomplete)]


# What is read

FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[JUDGMENTS] RUN...",
        help="Judgments (qrels) first, unless there are --ratings; then runs: files, or quoted patterns. "
        "- is standard input.",
    ),
]
ValueFilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[JUDGMENTS] RUN...",
        help="Judgments (qrels) first, unless there are --ratings; then runs: files, or quoted patterns. "
        "Or, instead of both, per-query values saved by evaluate -q or prefer -q.",
    ),
]
JudgmentsArgument = Annotated[str, typer.Argument(metavar="JUDGMENTS", help="Judgments (qrels); - is standard input.")]
RunsArgument = Annotated[list[str], typer.Argument(metavar="RUN...", help="Runs: files, or quoted patterns.")]
RatingsOption = Annotated[
    tuple[str, str] | None,
    of_reading(
        "TRAIN TEST", "Training ratings (or none) and test ratings instead of judgments: files of user, item, rating."
    ),
]
ItemAspectsOption = Annotated[
    str | None, of_reading("FILE", "With --ratings: aspects of items, such as genres.", "--aspects")
]
AlphaTableOption = Annotated[
    str | None,
    of_reading(
        "FILE", "αβ-nDCG: table of α probabilities, for items without rating, by item or user; for alpha=given."
    ),
]
BetaTableOption = Annotated[
    str | None,
    of_reading("FILE", "αβ-nDCG: table of β probabilities, for rated items, by user or rating; for beta=given."),
]
WeightsOption = Annotated[
    str | None, of_reading("FILE", "Weights of aspects: query, aspect, weight and perhaps inf or nav.")
]
LengthsOption = Annotated[str | None, of_reading("FILE", "Lengths of items: item, length.")]
ProvidersOption = Annotated[str | None, of_reading("FILE", "Providers of items: item, provider.")]
PluginOption = Annotated[
    list[str] | None,
    option(metavar="FILE", help="Python file with measures or preferences of your own; may be given again."),
]

# What is measured


def measures_option(default: str | bool = True) -> Any:
    """Declare the option that names measures."""
    return option(
        "--measures",
        "-m",
        metavar="NAMES",
        help="Measures, separated by blanks or commas; see: axiometer measures.",
        show_default=default,
        autocompletion=complete_measure,
    )


MeasuresOption = Annotated[list[str], measures_option()]
SomeMeasuresOption = Annotated[list[str] | None, measures_option()]
MeasureOption = Annotated[
    str, option("--measure", "-m", metavar="NAME", help="The measure.", autocompletion=complete_measure)
]
PreferencesOption = Annotated[
    list[str] | None,
    option(
        "--preferences",
        "-p",
        metavar="NAMES",
        help="Preferences, such as lexirecall or RPP.",
        autocompletion=complete_measure,
    ),
]
_GOLD: Final = option(
    "--gold",
    "-g",
    metavar="NAME",
    help="Gold standard, a simple measure to trust; may be given again.",
    autocompletion=complete_measure,
)
GoldOption = Annotated[list[str] | None, _GOLD]
RequiredGoldOption = Annotated[list[str], _GOLD]
PerQueryOption = Annotated[
    bool, option("--per-query", "-q", "--per-user", help="Values of each query (or user), not their means.")
]
SmallerOption = Annotated[
    list[str] | None, of_reading("NAME", "With saved values: an unknown measure whose smaller values are better.")
]

# Conventions

ProfileOption = Annotated[
    str | None,
    of_reading(
        "NAME",
        "Conventions of an evaluation program; see: axiometer profiles.",
        show_default="trec_eval, or ratings with --ratings",
        autocompletion=complete_profile,
    ),
]
GainOption = Annotated[
    Literal["exp", "linear", "binary"] | None,
    choice(
        Literal["exp", "linear", "binary"],
        "GAIN",
        help="Gain of graded measures that do not name one",
        show_default="the measure's",
        rich_help_panel=READING,
    ),
]
RelOption = Annotated[
    float | None,
    of_reading(
        "GRADE", "Smallest relevant grade, for binary measures that do not name one.", show_default="the measure's"
    ),
]
MaxGradeOption = Annotated[
    float | None, of_reading("GRADE", "Top of the grading scale.", show_default="the largest grade")
]
GradeScaleOption = Annotated[
    GradeScale | None, convention(GradeScale, "OF", help="Whose largest grade is the top of the scale")
]
CountedAspectsOption = Annotated[
    CountedAspects | None,
    convention(
        CountedAspects,
        "WHICH",
        help="Aspects averaged over",
    ),
]
OrderOption = Annotated[Order | None, convention(Order, "BY", help="What orders a list")]
TiesOption = Annotated[Ties | None, convention(Ties, "HOW", help="Order of items with equal scores")]
PrecisionOption = Annotated[
    Precision | None, convention(Precision, "TYPE", help="Number type in which scores are compared")
]
DepthOption = Annotated[
    int | None, of_reading("N", "Use only the first N items of each list.", show_default="the profile's, mostly all")
]
CorpusSizeOption = Annotated[
    int | None,
    of_reading(
        "N", "Number of items in the corpus; relevant items not retrieved stand at its end.", parser=whole_number
    ),
]
QueriesOption = Annotated[
    Queries | None,
    convention(
        Queries,
        "WHICH",
        help="Queries that count",
    ),
]
UndefinedOption = Annotated[Undefined | None, convention(Undefined, "AS", help="Undefined values in means")]

# Tests and samples

AlphaOption = Annotated[
    float, option("--alpha", metavar="A", help="Significance level; confidence intervals have the level 1 − A.")
]
ConfidenceOption = Annotated[float, option(metavar="C", help="Confidence level of the intervals.")]
DrawsOption = Annotated[int, option(metavar="N", help="Number of permutations or resamples.")]
SeedOption = Annotated[int, option(metavar="N", min=0, help="Random seed: same seed, same result.")]
ToleranceOption = Annotated[
    float | None,
    option(metavar="X", help="Values that differ by at most X are tied.", show_default="only what differs by rounding"),
]
DetailsOption = Annotated[bool, option("--details", help="Show all numbers, not only the overview.")]
BaselinesOption = Annotated[
    list[str] | None,
    option(metavar="SYSTEM", help="Baseline: compare all others with this system; may be given again."),
]
CasesOption = Annotated[int, option(metavar="N", min=1, help="About how many cases to try for each measure and axiom.")]
JobsOption = Annotated[int, option(metavar="N", help="Number of runs to work on at the same time.")]
QuietOption = Annotated[bool, option("--quiet", help="No notes, no progress bar.")]

# Where results go

OutputOption = Annotated[
    Path | None, of_writing("FILE", "File to write to; its ending says how.", "--output", "-o", default="the screen")
]
FigureOption = Annotated[
    Path | None,
    of_writing("FILE", "Draw a figure, too: .svg, .pdf, .png, .html (interactive) or .json (Vega-Lite).", "--figure"),
]
ColumnsOption = Annotated[
    int | None,
    of_writing("N", "Columns of a paper that the figure fills: 1 (84 mm) or 2 (178 mm).", default="1", min=1, max=2),
]
HeightOption = Annotated[
    float | None, of_writing("MM", "Height of a panel of the figure in mm.", default="what it needs", min=5, max=1000)
]
TitleOption = Annotated[
    str | None, of_writing("TEXT", "Title of the figure; '' leaves it out.", default="what it shows")
]
DpiOption = Annotated[int | None, of_writing("N", "Pixels per inch of a PNG.", default="300", min=30, max=2400)]
