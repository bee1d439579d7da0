"""The files that commands read: judgments or ratings, what belongs to them, and runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import typer

from axiometer.data import Judgments
from axiometer.errors import UsageError
from axiometer.io import read_judgments, read_ratings
from axiometer.io.content import STANDARD_INPUT, expand
from axiometer.io.movielens import movies_file, ratings_file

NO_TRAIN: Final = "none"

FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[JUDGMENTS] RUN",
        help="File of judgments, unless there are --ratings; then files of ranked lists, or quoted patterns. - is "
        "standard input.",
    ),
]
RatingsOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        metavar="TRAIN TEST",
        help="Files of ratings (user, item, rating) instead of judgments: those of earlier, or none, and those to "
        "measure against.",
    ),
]
ItemAspectsOption = Annotated[
    str | None,
    typer.Option("--aspects", metavar="FILE", help="Aspects of items, such as genres; with --ratings."),
]
AlphaOption = Annotated[
    str | None,
    typer.Option(
        "--alpha-table", "--alpha", metavar="FILE", help="Chances of items not rated, by item or user, for alpha=given."
    ),
]
BetaOption = Annotated[
    str | None,
    typer.Option(
        "--beta-table", "--beta", metavar="FILE", help="Chances of rated items, by user or rating, for beta=given."
    ),
]
WeightsOption = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Weights of aspects: query, aspect, weight and perhaps inf or nav."),
]
LengthsOption = Annotated[str | None, typer.Option(metavar="FILE", help="Lengths of items: item, length.")]
ProvidersOption = Annotated[str | None, typer.Option(metavar="FILE", help="Providers of items: item, provider.")]


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What somebody named on the command line."""

    files: list[str]
    ratings: tuple[str, str] | None = None
    aspects: str | None = None
    alpha: str | None = None
    beta: str | None = None
    weights: str | None = None
    lengths: str | None = None
    providers: str | None = None
    max_grade: float | None = None

    def __post_init__(self) -> None:
        if self.ratings is None:
            if len(self.files) < 2:
                raise UsageError(f"{self.files[0]} is alone: name a file of judgments, or --ratings, and a run")
            for name in ("aspects", "alpha", "beta"):
                if getattr(self, name) is not None:
                    raise UsageError(f"--{name} belongs to --ratings; judgments have aspects of their own")
        if self.paths.count(STANDARD_INPUT) > 1:
            raise UsageError("standard input, -, can be only one of the files")

    @property
    def runs(self) -> list[str]:
        """The files of ranked lists."""
        return self.files if self.ratings is not None else self.files[1:]

    @property
    def paths(self) -> list[str]:
        """All files that are read."""
        rated = [ratings_file(path) for path in self.ratings or () if path != NO_TRAIN]
        described = [movies_file(self.aspects)] if self.aspects is not None else []
        others = (self.alpha, self.beta, self.weights, self.lengths, self.providers)
        return expand([*self.files, *rated, *described, *filter(None, others)])

    def read(self) -> Judgments:
        """Read the judgments, or the ratings, and what belongs to them."""
        belonging = {"weights": self.weights, "lengths": self.lengths, "providers": self.providers}
        if self.ratings is None:
            return read_judgments(self.files[0], **belonging)
        train, test = self.ratings
        judgments = read_ratings(
            test,
            None if train == NO_TRAIN else train,
            self.aspects,
            max_rating=self.max_grade,
            alpha=self.alpha,
            beta=self.beta,
        )
        return read_judgments(judgments, **belonging)
