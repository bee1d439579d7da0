"""Python files with measures and preferences of the user."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, replace
from difflib import get_close_matches
from inspect import isabstract
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from axiometer.errors import AxiometerError, InputError, UsageError
from axiometer.measures.aliases import ALIASES, PREFERENCE_ALIASES, SYSTEM_ALIASES
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.grammar import built, parse_call
from axiometer.measures.preferences.base import Preference

Own = Measure | Preference
PREFIX: Final = "_axiometer_plugin_"
"""How the names of the modules start under which such files are loaded."""
MOST_TOLD: Final = 200
"""So many letters of an error's message are shown."""
_EXPECTED: Final = "a measure; write NAME(parameter=value)@cutoff"
_CUT_OFFS: Final = re.compile(r"@(\d+(?:,\d+)*)$")
_WITHOUT_BRACKETS: Final = re.compile(r"(\w+)(@\d+)?")


@dataclass(frozen=True, eq=False)
class Plugins:
    """What the user's files hold.

    Attributes
    ----------
    paths
        The files.
    kinds
        Classes, by the name of the measure or preference.
    made
        Measures and preferences that the files make themselves, by the names of their variables.
    """

    paths: tuple[str, ...]
    kinds: Mapping[str, type[Own]]
    made: Mapping[str, Own]

    @property
    def names(self) -> list[str]:
        """What can be named."""
        return [*self.kinds, *self.made]

    def all(self) -> list[Own]:
        """Give all: of each class the one with its defaults, and those that the files make."""
        return [*(_made(kind, {}) for kind in self.kinds.values()), *self.made.values()]

    def found(self, word: str) -> list[Own | str]:
        """Give what a word names, or the word if it names nothing of these files."""
        name = re.match(r"\w*", word.strip())[0]  # type: ignore[index]
        if name not in self.names:
            return [word]
        cuts = _CUT_OFFS.search(word)
        texts = [f"{word[: cuts.start()]}@{k}" for k in cuts[1].split(",")] if cuts else [word]
        return [self._of_text(name, text.strip()) for text in texts]

    def hint(self, word: str) -> str:
        """Say which of these names is like a word that names nothing."""
        near = get_close_matches(re.match(r"\w*", word)[0], self.names, n=1)  # type: ignore[index]
        return f"did you mean {near[0]} of {', '.join(self.paths)}?" if near else ""

    def _of_text(self, name: str, text: str) -> Own:
        if name in self.kinds:
            call = parse_call(text, text, _EXPECTED)
            if call.inside:
                raise UsageError(f"{text!r}: parameters need their names, such as {name}(p=0.5)")
            return _made(self.kinds[name], {**call.given, **call.cutoff})
        plain = _WITHOUT_BRACKETS.fullmatch(text)
        if plain is None:
            raise UsageError(f"{text!r}: {name} has its parameters from {', '.join(self.paths)}; write {name} alone")
        one = self.made[name]
        if plain[2] is None:
            return one
        if "cutoff" not in one.parameters():
            raise UsageError(f"{one} takes no cut-off")
        changed: dict[str, Any] = {"cutoff": int(plain[2][1:])}
        return replace(one, **changed)


def load_plugins(paths: Iterable[str | Path]) -> Plugins:
    """Run Python files, and take the measures and preferences that they define."""
    kinds: dict[str, type[Own]] = {}
    made: dict[str, Own] = {}
    homes: dict[str, str] = {}
    files = list({Path(path).resolve(): str(path) for path in paths}.values())
    for number, path in enumerate(files):
        module = _run(path, f"{PREFIX}{number}")
        its_kinds = {kind.name: kind for kind in vars(module).values() if _is_kind(kind, module)}
        its_made = {
            name: thing
            for name, thing in vars(module).items()
            if isinstance(thing, Measure | Preference) and not name.startswith("_")
        }
        if not its_kinds and not its_made:
            raise InputError(
                "no measure", "a class of axiometer.Measure or Preference, or an object of one", source=path
            )
        for name in [*its_kinds, *its_made]:
            _refuse_taken(name, path, homes)
            homes[name] = path
        kinds |= its_kinds
        made |= its_made
    return Plugins(tuple(files), kinds, made)


@contextmanager
def blamed_on(paths: Sequence[str]) -> Iterator[None]:
    """Turn what goes wrong in the user's files into an error that names the file and the line."""
    try:
        yield
    except AxiometerError:
        raise
    except (Exception, SystemExit) as error:
        where = _place(error, paths)
        if where is None:
            raise
        message = error.msg if isinstance(error, SyntaxError) else error
        told = f"{type(error).__name__}: {message}".rstrip(": ")
        short = told if len(told) <= MOST_TOLD else f"{told[:MOST_TOLD]}…"
        raise InputError(" ".join(short.split()), "Python that runs", source=where[0], line=where[1]) from error


def _run(path: str, name: str) -> ModuleType:
    """Run a file as a module of this name, without leaving files beside it."""
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise InputError(error.strerror or str(error), "a Python file", source=path) from None
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module  # where dataclasses look for the names in annotations
    try:
        with blamed_on([path]):
            exec(_compiled(source, path), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _compiled(source: bytes, path: str) -> CodeType:
    try:
        return compile(source, path, "exec")
    except (SyntaxError, ValueError) as error:
        if isinstance(error, SyntaxError) and error.lineno is not None:
            raise
        raise InputError(str(error), "a Python file", source=path) from None  # bytes that no text has


def _place(error: BaseException, paths: Sequence[str]) -> tuple[str, int | None] | None:
    """Find the last line of one of the files that an error came through."""
    if isinstance(error, SyntaxError) and error.filename in paths:
        return str(error.filename), error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if frame.filename in paths]
    return (inside[-1].filename, inside[-1].lineno) if inside else None


def _is_kind(thing: Any, module: ModuleType) -> bool:
    is_own = isinstance(thing, type) and issubclass(thing, Measure | Preference)
    return is_own and thing.__module__ == module.__name__ and not isabstract(thing) and thing.__name__[0] != "_"


def _refuse_taken(name: str, path: str, homes: dict[str, str]) -> None:
    """Refuse a name that stands for something else already."""
    if name in homes:
        where = "it is there twice" if homes[name] == path else f"{homes[name]} has it, too"
        raise InputError(f"the name {name}", f"another name: {where}", source=path)
    known: list[str] = [*catalogue(), *system_catalogue(), *preference_catalogue()]
    aliases: list[str] = [*ALIASES, *SYSTEM_ALIASES, *PREFERENCE_ALIASES]
    if name.lower() in {each.lower() for each in [*known, *aliases]}:
        raise InputError(f"the name {name}", "another name: axiometer has a measure of this name", source=path)


def _made(kind: type[Own], given: dict[str, Any]) -> Own:
    required = [name for name, each in kind.parameters().items() if _is_required(each) and name not in given]
    if required:
        raise UsageError(f"{kind.name} needs parameters: write {kind.name}({'=…, '.join(required)}=…)")
    return built(kind, given)


def _is_required(each: Any) -> bool:
    return each.default is MISSING and each.default_factory is MISSING
