"""Mutants: faults put into the code on purpose, to see whether a test notices."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

LIST = Path(__file__).with_name("mutants.toml")
SOURCE = "src"


class StaleMutantError(Exception):
    """The text that a mutant replaces is not there, or not only once."""


@dataclass(frozen=True)
class Mutant:
    """One fault.

    Attributes
    ----------
    name
        What it is called.
    file
        Below ``src``.
    old, new
        The text that is replaced, and by what.
    means
        What the fault would mean for a user.
    occurrence
        Which occurrence of the text is meant, from 1, where there are several.
    """

    name: str
    file: str
    old: str
    new: str
    means: str
    occurrence: int | None = None

    @property
    def room(self) -> str:
        """The folder of the package."""
        package, room, *_ = self.file.split("/")
        return room if package == "axiometer" else package

    @property
    def module(self) -> str:
        """The module to import."""
        return self.file.removesuffix(".py").replace("/", ".")

    def start(self, text: str) -> int:
        """Find the place of the fault."""
        n = text.count(self.old)
        if n == 0 or (n > 1 if self.occurrence is None else n < self.occurrence):
            asked = "once" if self.occurrence is None else f"at least {self.occurrence} times"
            raise StaleMutantError(f"{self.name}: {self.old!r} is {n} times in {self.file}, and should be {asked}")
        at = -1
        for _ in range(self.occurrence or 1):
            at = text.index(self.old, at + 1)
        return at

    def applied(self, text: str) -> str:
        """Put the fault into the code."""
        at = self.start(text)
        return text[:at] + self.new + text[at + len(self.old) :]

    def function(self, text: str) -> str:
        """Name the function or method that has the fault, as ``file:Class.method``; the file where it is in none."""
        first = text.count("\n", 0, self.start(text)) + 1
        scope, name = ast.parse(text).body, ""
        while inner := next((each for each in scope if _has(each, first)), None):
            name += f".{inner.name}" if name else inner.name
            if not isinstance(inner, ast.ClassDef):
                return f"{self.file}:{name}"
            scope = inner.body
        return self.file


@dataclass(frozen=True)
class Mutants:
    """All that are declared."""

    all: Sequence[Mutant]

    @classmethod
    def read(cls, file: Path = LIST) -> Mutants:
        """Read the list."""
        return cls([Mutant(**each) for each in tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]])

    @cached_property
    def names(self) -> list[str]:
        """How they are called."""
        return [each.name for each in self.all]

    def chosen(self, wanted: Sequence[str]) -> list[Mutant]:
        """Give those whose name or file has one of these texts in it; all, if there are none."""
        return [each for each in self.all if not wanted or any(w in f"{each.name} {each.file}" for w in wanted)]

    def refuse_stale(self, root: Path) -> None:
        """Refuse mutants of code that has changed, and name all of them."""
        told = []
        for each in self.all:
            try:
                each.start((root / SOURCE / each.file).read_text(encoding="utf-8"))
            except (StaleMutantError, FileNotFoundError) as error:
                told.append(str(error))
        if len(set(self.names)) < len(self.names):
            told.append("two mutants have the same name")
        if told:
            raise StaleMutantError("\n".join(told))


def _has(node: ast.stmt, line: int) -> bool:
    if not isinstance(node, ast.ClassDef | ast.FunctionDef):
        return False
    return node.lineno <= line <= (node.end_lineno or 0)
