"""Arguments and options that several commands have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from axiometer.checks import MOST_RANKS
from axiometer.conventions.profiles import CountedAspects, GradeScale, Precision, Queries, Ties, Undefined
from axiometer.data.schema import Order
from axiometer.errors import UsageError
from axiometer.io.content import STANDARD_INPUT

JudgmentsArgument = Annotated[str, typer.Argument(metavar="JUDGMENTS", help="File of judgments; - is standard input.")]
RunsArgument = Annotated[list[str], typer.Argument(metavar="RUN", help="Files of ranked lists, or quoted patterns.")]
ProfileOption = Annotated[
    str | None,
    typer.Option(
        help="Whose conventions to follow; see: axiometer profiles. trec_eval by default, or ratings with --ratings."
    ),
]
GainOption = Annotated[
    Literal["exp", "linear", "binary"] | None,
    typer.Option(help="Gain of the graded measures that do not name one."),
]
LevelOption = Annotated[
    float | None, typer.Option(metavar="G", help="Smallest relevant grade, for binary measures that do not name one.")
]
MaxGradeOption = Annotated[float | None, typer.Option(metavar="H", help="Top of the grading scale.")]
GradeScaleOption = Annotated[
    GradeScale | None, typer.Option(help="Top grade: of all judgments, or of each query and aspect.")
]
CountedAspectsOption = Annotated[
    CountedAspects | None,
    typer.Option(help="Aspects that count: those with relevant items, their weights scaled or not, or all."),
]
OrderOption = Annotated[Order | None, typer.Option(help="What orders a list.")]
TiesOption = Annotated[Ties | None, typer.Option(help="How equal scores are ordered.")]
PrecisionOption = Annotated[Precision | None, typer.Option(help="Number type in which scores are compared.")]
DepthOption = Annotated[int | None, typer.Option(metavar="N", help="Use only the first N items of each list.")]


def whole_number(text: str) -> int:
    """Read a whole number, also one such as 1e6."""
    if not re.fullmatch(r"\d+(e\d+)?", text.strip()):
        raise UsageError(f"{text!r} is not a whole number; write numbers as 10 or 1e6")
    digits, _, power = text.strip().partition("e")
    number: int = int(digits) * 10 ** min(int(power or 0), 99)
    if number > MOST_RANKS:
        raise UsageError(f"{text} is too large: a rank is at most {MOST_RANKS}")
    return number


CorpusSizeOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole_number,
        help="How many items there are to retrieve; those not retrieved are at the end.",
    ),
]
QueriesOption = Annotated[
    Queries | None,
    typer.Option(
        help="Queries that count: all judged, those of them answered by the run or with relevant items, all of the "
        "run, or of either."
    ),
]
JobsOption = Annotated[int, typer.Option(metavar="N", help="Runs to work on at the same time.")]
UndefinedOption = Annotated[Undefined | None, typer.Option(help="What the mean does with undefined values.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No notes, no progress.")]


def refuse_two_from_standard_input(inputs: Sequence[str]) -> None:
    """Refuse to read two files from where there is one."""
    if inputs.count(STANDARD_INPUT) > 1:
        raise UsageError("standard input, -, can be only one of the files")
