"""What is made once, however many runs and threads ask for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, TypeVar

T = TypeVar("T")


class Memory:
    """Things that were made, by what they depend on; who gets a copy makes them again."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}
        self._lock = RLock()

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Give what this key stands for, and make it if nobody has."""
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
            made: T = self._made[key]
        return made

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        return Memory, ()
