"""A progress bar for work that takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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

    start = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(label, visible=False)

        def tell(done: int, total: int) -> None:
            is_slow = time.monotonic() - start > PATIENCE
            bar.update(task, completed=done, total=total, visible=is_slow, refresh=is_slow)

        yield tell
