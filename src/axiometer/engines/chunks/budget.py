"""How much memory there is, and how large pieces and parts may be."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

from axiometer.errors import UsageError

_UNITS: Final = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_BINARY: Final = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_OF_PROGRAM: Final = 300 * 10**6
"""Bytes that the program takes before it has read anything."""
LEAST: Final = 500 * 10**6
_PIECES: Final = 24
"""What is read and dealt out at a time, copies included, takes about so many times less than there is."""
_GROWTH: Final = 8
"""So many times the bytes of its rows are taken while a part is measured."""
_MOST_PARTS: Final = 1 << 16
_CGROUP_LIMITS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@dataclass(frozen=True)
class Budget:
    """What may be used.

    Attributes
    ----------
    memory
        Bytes.
    jobs
        How many parts are measured at the same time.
    """

    memory: int
    jobs: int

    @classmethod
    def of(cls, memory: str | int | None, jobs: int | None) -> Budget:
        """Take what somebody says, or a quarter of the machine's memory and all its cores."""
        n_bytes = max(LEAST, machine_memory() // 4) if memory is None else bytes_of(memory)
        if n_bytes < LEAST:
            raise UsageError(
                f"memory must be at least {LEAST // 10**6}MB, which the program itself needs; not {memory}"
            )
        return cls(n_bytes, jobs or os.cpu_count() or 1)

    @property
    def _usable(self) -> int:
        return self.memory - _OF_PROGRAM

    @property
    def piece(self) -> int:
        """How many bytes are read at a time."""
        return self._usable // _PIECES

    def n_parts(self, size: int) -> int:
        """Say into how many parts so many bytes of rows are dealt out."""
        return min(_MOST_PARTS, max(1, ceil(size * _GROWTH * self.jobs / self._usable)))


def bytes_of(text: str | int) -> int:
    """Read a size such as 2GB, 1.5 GiB or 500MB."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?\s*", str(text), flags=re.IGNORECASE)
    if found is None or (found[3] and not found[2]):
        raise UsageError(f"memory cannot be {text!r}; write a size such as 2GB, 1.5GiB or 500MB")
    units = _BINARY if found[3] else _UNITS
    return int(float(found[1]) * units[found[2].upper()])


def machine_memory() -> int:
    """Give the memory of the machine or, in a container, what the container may use."""
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 4 << 30
    limits = [int(text) for path in _CGROUP_LIMITS if (text := _content(path)).isdigit()]
    return min([physical, *limits])


def _content(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return ""
