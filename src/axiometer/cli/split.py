"""``axiometer split``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import polars as pl
import typer

from axiometer.cli.arguments import QuietOption, SeedOption, choice, option
from axiometer.cli.commands import Command, new_app
from axiometer.cli.output import check_output, deliver
from axiometer.data import schema
from axiometer.data.split import LEFT_OUT, SHARE, How
from axiometer.errors import InputError, UsageError, counted
from axiometer.io import split_ratings
from axiometer.io.movielens import ratings_file
from axiometer.io.results import encode

SplitFormat = Literal["csv", "parquet"]

app = new_app()


@app.command(cls=Command)
def split(
    ratings: Annotated[
        str, typer.Argument(metavar="RATINGS", help="File of ratings, or a folder of MovieLens; - is standard input.")
    ],
    output: Annotated[Path, option("--output", "-o", metavar="FOLDER", help="Where the two parts go.")],
    how: Annotated[How, choice(How, "HOW", help="Which ratings of each user go to test")] = "random",
    share: Annotated[float, option(metavar="S", help="Share of each user's ratings to test with.")] = SHARE,
    n: Annotated[int, option("--n", metavar="N", help="How many to leave out, with leave-one-out.")] = LEFT_OUT,
    seed: SeedOption = 0,
    form: Annotated[SplitFormat, choice(SplitFormat, "FORM", "--format", "-f", help="How to write the parts")] = "csv",
    force: Annotated[bool, option("--force", help="Write over parts that are there.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Split ratings into training and test ratings, user by user.

    Ratings are CSV, TSV or Parquet with columns for user, item, rating and perhaps time, or text in which tabs, commas
    or :: stand between these. Two files are written, train.csv and test.csv, with the columns user, item, rating and
    time. The same seed gives the same parts on every machine, whatever the order of the rows.

    At least one rating of each user stays in train. A user with few ratings may have none in test: 0.2 of 2 ratings is
    rounded to 0. With leave-one-out and times it is the latest rating that is left out, without times a random one.

    [bold]Examples[/bold]

    axiometer split ml-latest-small --output parts

    axiometer split ratings.csv.gz --how time --share 0.1 --output parts --format parquet

    axiometer split clicks.tsv --how leave-one-out --seed 7 --output parts
    """
    paths = [output / f"{part}.{form}" for part in ("train", "test")]
    _check_folder(output, paths, is_forced=force)
    for path in filter(Path.is_file, paths):
        check_output(path, form, [ratings_file(ratings)])
    parts = split_ratings(ratings, how, share=share, n=n, seed=seed)
    if parts[1].is_empty():
        raise UsageError("no user has enough ratings for a test: take a larger share, or --how leave-one-out")
    contents = [encode(part, form) for part in parts]
    try:
        output.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(error.strerror or str(error), "a folder that can be made", source=str(output)) from None
    for path, content in zip(paths, contents, strict=True):
        deliver(content, path)
    if not quiet:
        _show_counts(*parts, paths)


def _check_folder(folder: Path, paths: list[Path], *, is_forced: bool) -> None:
    """Refuse, before any work, a folder to which the parts cannot go."""
    if (folder.exists() and not folder.is_dir()) or not folder.absolute().parent.is_dir():
        found = "a file" if folder.exists() else f"no folder {folder.absolute().parent}"
        raise InputError(found, "a folder, or the name of a new one in a folder that exists", source=str(folder))
    for path in paths:
        if path.exists() and not is_forced:
            raise UsageError(f"{path} is there already: name another folder, or write over it with --force")


def _show_counts(train: pl.DataFrame, test: pl.DataFrame, paths: list[Path]) -> None:
    users = [part[schema.USER].n_unique() for part in (train, test)]
    for path, part, n_users in zip(paths, (train, test), users, strict=True):
        n_items = part[schema.ITEM].n_unique()
        print(f"{path}: {counted(part.height, 'rating')}, {counted(n_users, 'user')}, {counted(n_items, 'item')}")
    print(f"{counted(users[0] - users[1], 'user')} without ratings in test")
