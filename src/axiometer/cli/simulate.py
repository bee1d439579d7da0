"""``axiometer simulate``: collections whose truth is known."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated, Any, Final

import polars as pl

from axiometer.cli.arguments import QuietOption, SeedOption, choice, option, whole_number
from axiometer.cli.commands import Command, new_app
from axiometer.data import schema
from axiometer.errors import UsageError, counted
from axiometer.io.simulated import JUDGMENTS, RUNS, WEIGHTS, Form, check_folder, write_ratings, write_search
from axiometer.sheets.writing import as_text
from axiometer.simulate.recommendation import USER, RatingsCollection, RatingsWorld, Stars, simulate_ratings
from axiometer.simulate.search import SearchCollection, SearchWorld, simulate_search
from axiometer.simulate.systems import QUALITIES

app = new_app("Simulated collections with known truth: which system is better, and in what.")

NONE: Final = "none"

OutputOption = Annotated[
    Path, option("--output", "-o", metavar="FOLDER", help="Where the files go: a new or empty folder.")
]
VaryOption = Annotated[
    list[str], option(metavar="NAMES", help=f"In what systems differ: {', '.join(QUALITIES)}, or {NONE}.")
]
RelevanceOption = Annotated[float, option(metavar="X", help="Relevance of the best system, 0 to 1.")]
DiversityOption = Annotated[float, option(metavar="X", help="Diversity of the best system, 0 to 1.")]
RedundancyOption = Annotated[float, option(metavar="X", help="Redundancy of the best system, 0 to 1.")]
SpreadOption = Annotated[float, option(metavar="X", help="How far the worst system is from the best.")]
NoiseOption = Annotated[float, option(metavar="X", help="Share of ranks at which a system goes its own way.")]
SystemsOption = Annotated[int, option(metavar="N", help="How many systems.")]
DepthOption = Annotated[int, option(metavar="N", help="How long the lists are.")]
FormOption = Annotated[Form, choice(Form, "FORM", "--format", "-f", help="Text as TREC has it, or Parquet")]

ALL: Final = [" ".join(QUALITIES)]
ASPECTS, PER_USER, INTERESTS = (
    f"{least}-{most}" for least, most in (SearchWorld.aspects, RatingsWorld.ratings, RatingsWorld.interests)
)


@app.command(cls=Command)
def search(
    output: OutputOption,
    vary: VaryOption = ALL,
    relevance: RelevanceOption = SearchWorld.relevance,
    diversity: DiversityOption = SearchWorld.diversity,
    redundancy: RedundancyOption = SearchWorld.redundancy,
    spread: SpreadOption = SearchWorld.spread,
    noise: NoiseOption = SearchWorld.noise,
    systems: SystemsOption = SearchWorld.systems,
    queries: Annotated[int, option(metavar="N", help="How many queries.")] = SearchWorld.queries,
    aspects: Annotated[str, option(metavar="RANGE", help="How many aspects a query has.")] = ASPECTS,
    grades: Annotated[int, option(metavar="N", help="The largest grade.")] = SearchWorld.grades,
    depth: DepthOption = SearchWorld.depth,
    pool_depth: Annotated[
        int, option(metavar="N", help="Judged is what some system has in its first so many.")
    ] = SearchWorld.pool_depth,
    overlap: Annotated[
        float, option(metavar="X", help="Share of relevant items with a second aspect.")
    ] = SearchWorld.overlap,
    seed: SeedOption = SearchWorld.seed,
    form: FormOption = "trec",
    quiet: QuietOption = False,
) -> None:
    """Simulate search: queries with aspects, judgments, and systems from the best to the worst.

    All systems have the same level of a quality that does not vary, so that a measure can be tested for whether it sees
    one that does: the true order of the systems is in truth.tsv.

    [bold]Examples[/bold]

    axiometer simulate search --output world

    axiometer simulate search --vary redundancy --queries 100 --seed 7 --output redundant

    axiometer simulate search --vary none --noise 1 --format parquet --output alike
    """
    world = SearchWorld(
        queries=queries,
        systems=systems,
        aspects=_bounds(aspects),
        grades=grades,
        depth=depth,
        pool_depth=pool_depth,
        overlap=overlap,
        **_qualities(vary, relevance, diversity, redundancy, spread, noise),
        seed=seed,
    )
    check_folder(output)
    collection = simulate_search(world)
    write_search(collection, output, form)
    if not quiet:
        _show(output, _counts_of_search(collection), collection.truth, _next_for_search(output, form))


@app.command(cls=Command)
def ratings(
    output: OutputOption,
    vary: VaryOption = ALL,
    relevance: RelevanceOption = RatingsWorld.relevance,
    diversity: DiversityOption = RatingsWorld.diversity,
    redundancy: RedundancyOption = RatingsWorld.redundancy,
    spread: SpreadOption = RatingsWorld.spread,
    noise: NoiseOption = RatingsWorld.noise,
    systems: SystemsOption = RatingsWorld.systems,
    users: Annotated[int, option(metavar="N", help="How many users.")] = RatingsWorld.users,
    items: Annotated[int, option(metavar="N", help="How many items.")] = RatingsWorld.items,
    genres: Annotated[int, option(metavar="N", help="How many genres.")] = RatingsWorld.genres,
    ratings_per_user: Annotated[str, option(metavar="RANGE", help="How many items a user rates.")] = PER_USER,
    interests: Annotated[str, option(metavar="RANGE", help="How many genres interest a user.")] = INTERESTS,
    test_share: Annotated[
        float, option(metavar="X", help="Share of each user's ratings to test with.")
    ] = RatingsWorld.test_share,
    top: Annotated[int, option(metavar="N", help="Top of the rating scale.")] = RatingsWorld.top,
    stars: Annotated[Stars, choice(Stars, "STEPS", help="Steps of the rating scale")] = RatingsWorld.stars,
    liked: Annotated[float, option(metavar="R", help="Smallest rating of a liked item.")] = RatingsWorld.liked,
    depth: DepthOption = RatingsWorld.depth,
    seed: SeedOption = RatingsWorld.seed,
    form: FormOption = "trec",
    quiet: QuietOption = False,
) -> None:
    """Simulate recommendation: users who rate items with genres, and systems from the best to the worst.

    Popular and liked items are rated more. The files are laid out as those of MovieLens, with a train and a test part.

    [bold]Examples[/bold]

    axiometer simulate ratings --output world

    axiometer simulate ratings --vary diversity --users 1000 --items 2000 --stars whole --output narrow
    """
    world = RatingsWorld(
        users=users,
        items=items,
        genres=genres,
        ratings=_bounds(ratings_per_user),
        interests=_bounds(interests),
        test_share=test_share,
        top=top,
        stars=stars,
        liked=liked,
        systems=systems,
        depth=depth,
        **_qualities(vary, relevance, diversity, redundancy, spread, noise),
        seed=seed,
    )
    check_folder(output)
    collection = simulate_ratings(world)
    write_ratings(collection, output, form)
    if not quiet:
        _show(output, _counts_of_ratings(collection), collection.truth, _next_for_ratings(output, form))


def _qualities(
    vary: list[str], relevance: float, diversity: float, redundancy: float, spread: float, noise: float
) -> dict[str, Any]:
    """Give what both worlds say of their systems."""
    words = [word for text in vary for word in re.split(r"[,\s]+", text.strip()) if word]
    if not words:
        raise UsageError(f"--vary names nothing; choose from {', '.join(QUALITIES)}, or {NONE}")
    if NONE in words and len(words) > 1:
        raise UsageError(f"--vary {NONE} cannot stand beside {next(word for word in words if word != NONE)}")
    return {
        "vary": () if words == [NONE] else tuple(words),
        "relevance": relevance,
        "diversity": diversity,
        "redundancy": redundancy,
        "spread": spread,
        "noise": noise,
    }


def _bounds(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    return whole_number(first), whole_number(last if dash else first)


def _counts_of_search(collection: SearchCollection) -> list[str]:
    items = collection.judgments.group_by(schema.QUERY, schema.ITEM).agg(pl.col(schema.GRADE).max())
    n_relevant = items.filter(pl.col(schema.GRADE) > 0).height
    world = collection.world
    return [
        f"{counted(world.systems, 'system')}, {counted(world.queries, 'query')}, "
        f"{counted(collection.weights.height, 'aspect')}",
        f"{counted(items.height, 'judged item')}, {n_relevant} relevant",
        f"{counted(collection.lengths.height, 'item')} in lists of {world.depth}",
    ]


def _counts_of_ratings(collection: RatingsCollection) -> list[str]:
    world = collection.world
    n_tested = collection.test[USER].n_unique()
    return [
        f"{counted(world.systems, 'system')}, {counted(world.users, 'user')}, {counted(world.items, 'item')}, "
        f"{counted(world.genres, 'genre')}",
        f"{counted(collection.ratings.height, 'rating')}, {collection.train.height} to learn from and "
        f"{collection.test.height} of {counted(n_tested, 'user')} to test with",
        f"lists of {world.depth}",
    ]


def _next_for_search(folder: Path, form: Form) -> list[str]:
    judgments, runs, weights = (
        ("judgments.parquet", "*.parquet", "weights.parquet") if form == "parquet" else (JUDGMENTS, "*.gz", WEIGHTS)
    )
    read = f"{_quoted(folder / judgments)} {_quoted(folder / RUNS / runs)}"
    given = f"--weights {_quoted(folder / weights)}"
    return [
        f'axiometer evaluate {read} -m "P@20 ERR_IA@20 RBU@20" {given}',
        f"axiometer compare {read} -m ERR_IA@20 {given}",
    ]


def _next_for_ratings(folder: Path, form: Form) -> list[str]:
    train, test, aspects, runs = (
        ("train.parquet", "test.parquet", "aspects.parquet", "*.parquet")
        if form == "parquet"
        else ("train.csv", "test.csv", "movies.csv", "*.gz")
    )
    read = f"--ratings {_quoted(folder / train)} {_quoted(folder / test)} {_quoted(folder / RUNS / runs)}"
    given = f"--aspects {_quoted(folder / aspects)}"
    return [
        f'axiometer evaluate {read} -m "nDCG@10 alphabeta_nDCG@10 ILD@10" {given}',
        f"axiometer compare {read} -m nDCG@10 {given}",
    ]


def _quoted(path: Path) -> str:
    """Quote patterns, which are for axiometer to expand, and names with blanks."""
    return shlex.quote(str(path))


def _show(folder: Path, counts: list[str], truth: pl.DataFrame, commands: list[str]) -> None:
    print(f"{folder}: {'; '.join(counts)}\n\nTrue order, the best system first\n{as_text(truth)}\n\nTry next")
    for command in commands[: truth.height]:  # one system has nothing to be compared with
        print(f"  {command}")
