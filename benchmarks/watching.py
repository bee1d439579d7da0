"""Seconds and memory of a process and of those that it starts."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024
SECONDS_BETWEEN = 0.05
PROCESSES = Path("/proc")


@dataclass(frozen=True)
class Watched:
    """What a command took from its start to its end.

    Attributes
    ----------
    seconds
        How long it took.
    gigabytes
        The peak of its memory, with that of the processes it started. Files that are mapped into memory count as far as
        they are there.
    """

    seconds: float
    gigabytes: float


def watch(command: Sequence[str | Path]) -> Watched:
    """Run a command, and look again and again how much memory it uses.

    The peak of the first process alone is what the system noted, those of several processes together are only seen on
    Linux. A process starts with the peak of the one that started it, so this one should be small.
    """
    start, peak = time.perf_counter(), 0
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            peak = max(peak, sum(map(resident, family(process.pid))))
            time.sleep(SECONDS_BETWEEN)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(map(str, command))} failed:\n{said.read().decode()}")
    return Watched(seconds, max(peak, usage.ru_maxrss * BYTES_PER_UNIT) / 1e9)


def family(process: int) -> Iterator[int]:
    """Give a process and all that it started, itself or by others."""
    yield process
    for thread in names_in(PROCESSES / str(process) / "task"):
        children = ""
        # A process or a thread may end while it is looked at.
        with contextlib.suppress(OSError):
            children = (PROCESSES / str(process) / "task" / thread / "children").read_text()
        for child in children.split():
            yield from family(int(child))


def names_in(folder: Path) -> list[str]:
    """Give the names in a folder, or none if it is gone."""
    with contextlib.suppress(OSError):
        return os.listdir(folder)
    return []


def resident(process: int) -> int:
    """Give the bytes of memory that a process has now, or none if it has ended."""
    with contextlib.suppress(OSError):
        pages = (PROCESSES / str(process) / "statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0
