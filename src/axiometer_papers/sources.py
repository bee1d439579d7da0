"""Where the data of experiments come from: folders known by what is in them, or simulated collections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import axiometer as ax
from axiometer_papers.study import Setting

PACKED: Final = ("", ".gz", ".bz2", ".xz", ".zst")
DIVERSITY: Final = "qrels.diversity.txt"
ADHOC: Final = "qrels.txt"
PARQUET: Final = "judgments.parquet"
"""What the judgments of a simulated collection are called if they are no text."""
RUNS: Final = "runs"
WORLD: Final = "world.json"
"""What only simulated collections have."""
WEIGHTS, LENGTHS = ("weights.tsv", "weights.parquet"), ("lengths.tsv", "lengths.parquet")


@dataclass(frozen=True, eq=False)
class Source:
    """A test collection: judgments and runs.

    Attributes
    ----------
    name
        That of its folder, or ``simulated``.
    told
        What it is, for people.
    files
        What is read.
    runs, judgments
        Read or make them.
    is_simulated
        Whether it is no real one.
    has_lengths
        Whether the lengths of items come with it.
    """

    name: str
    told: str
    files: tuple[Path, ...]
    runs: Callable[[], ax.Runs]
    judgments: Callable[[], ax.Judgments]
    is_simulated: bool = False
    has_lengths: bool = False


def diversity_sources(setting: Setting, **world: Any) -> list[Source]:
    """Find the collections with judged aspects, those with ``qrels.diversity.txt`` and ``runs/``, or simulate one."""
    found = []
    for folder in folders_of(setting):
        judged, runs = aspect_judgments(folder), files_in(folder / RUNS)
        if judged is not None and runs:
            found.append(of_files(folder.name, judged, runs))
    return found or [simulated(setting, f"{DIVERSITY} and {RUNS}", **world)]


def simulated(setting: Setting, needed: str, **world: Any) -> Source:
    """Give a simulated collection, made when it is first needed, because no folder has the files that are needed."""
    its = ax.simulate.SearchWorld(seed=setting.seed, **world)
    size = f"{its.systems} systems, {its.queries} queries, lists of {its.depth}, pool of {its.pool_depth}"
    return Source(
        "simulated",
        f"{simulated_told(setting, needed)}: {size}, seed {its.seed}",
        (),
        lambda: ax.Runs.of(collection_of(its).runs),
        lambda: _judgments_of(its),
        is_simulated=True,
        has_lengths=True,
    )


def simulated_told(setting: Setting, needed: str) -> str:
    """Say that data are simulated, and why, if there is a folder of data."""
    return "simulated" + (f", since no folder in {setting.data} has {needed}" if setting.data else "")


@cache
def collection_of(world: ax.simulate.SearchWorld) -> ax.simulate.SearchCollection:
    """Simulate a world once."""
    return ax.simulate.simulate_search(world)


def _judgments_of(world: ax.simulate.SearchWorld) -> ax.Judgments:
    made = collection_of(world)
    return ax.read_judgments(made.judgments, weights=made.weights, lengths=made.lengths)


def folders_of(setting: Setting) -> Iterator[Path]:
    """Give the folder of data and those in it, by name."""
    if setting.data is None:
        return
    if not setting.data.is_dir():
        found = "a file" if setting.data.exists() else "no such folder"
        raise ax.InputError(found, "a folder with collections", source=str(setting.data))
    folder = setting.data.resolve()  # a folder called . has a name, too
    yield folder
    yield from sorted(path for path in folder.iterdir() if path.is_dir())


def packed_or_not(folder: Path, name: str) -> Path | None:
    """Find a file in a folder, plain or packed."""
    return next((path for ending in PACKED if (path := folder / f"{name}{ending}").is_file()), None)


def aspect_judgments(folder: Path) -> Path | None:
    """Find the judgments of aspects in a folder."""
    return packed_or_not(folder, DIVERSITY) or packed_or_not(folder, PARQUET)


def of_files(name: str, judgments: Path, runs: Iterable[Path]) -> Source:
    """Give the collection of some files, with the weights of aspects and the lengths of items that lie beside them."""
    paths, folder = [*runs], judgments.parent
    weights, lengths = (
        next((path for each in names if (path := packed_or_not(folder, each))), None) for names in (WEIGHTS, LENGTHS)
    )
    beside = [path for path in (weights, lengths) if path is not None]
    is_simulated = (folder / WORLD).is_file()
    told_name = f"{name} (simulated)" if is_simulated and name != "simulated" else name
    told = ", ".join([f"{len(paths)} files of runs", judgments.name, *(path.name for path in beside)])
    return Source(
        name,
        f"{told_name}: {told}",
        (judgments, *paths, *beside),
        lambda: ax.scan_runs(paths),
        lambda: ax.read_judgments(judgments, weights=weights, lengths=lengths),
        is_simulated=is_simulated,
        has_lengths=lengths is not None,
    )


def files_in(folder: Path, start: str = "") -> list[Path]:
    """Give the files of a folder whose names start so, by name; none if there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(
        each for each in folder.iterdir() if each.is_file() and each.name.startswith(start) and each.name[0] != "."
    )
