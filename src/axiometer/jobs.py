"""Several pieces of work at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Told how many of how many pieces are done."""


def of_each(things: Sequence[S], do: Callable[[S], T], jobs: int, progress: Progress | None = None) -> list[T]:
    """Do something with each thing, several at the same time, and tell of the progress."""
    done: list[T] = []
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for each in pool.map(do, things) if jobs > 1 and len(things) > 1 else map(do, things):
            done.append(each)
            if progress is not None:
                progress(len(done), len(things))
    return done
