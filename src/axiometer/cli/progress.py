"""A progress bar for work that takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE = 1.0
"""Seconds after which a person wants to see that something happens."""


@contextmanager
def progress_bar(label: str, *, is_wanted: bool = True) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on a terminal once the work has taken longer than a second; nothing in a pipe."""
    if not (is_wanted and sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=None)
    timer = Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
