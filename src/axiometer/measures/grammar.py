"""The grammar of names: ``NAME(parameter=value, …)@cutoff``, from text to parts."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from axiometer.errors import UsageError
from axiometer.measures.parameters import Parametrised

T = TypeVar("T", bound=Parametrised)


@dataclass(frozen=True)
class Call:
    """What a text says: a name, things inside without a name, parameters and perhaps a cut-off."""

    name: str
    inside: Sequence[ast.expr]
    given: Mapping[str, Any]
    cutoff: Mapping[str, Any]


def parse_call(text: str, word: str, expected: str) -> Call:
    """Take a text apart; ``word`` is what the user wrote, for messages, and ``expected`` what it should have been."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise UsageError(f"{word!r} is not {expected}") from None
    return call_of(tree, word, expected)


def call_of(tree: ast.expr, word: str, expected: str) -> Call:
    """Take a parsed text apart."""
    cutoff = {}
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.MatMult):
        cutoff = {"cutoff": _value(tree.right, word)}
        tree = tree.left
    keywords: list[ast.keyword] = []
    inside: list[ast.expr] = []
    if isinstance(tree, ast.Call):
        inside, keywords, tree = tree.args, tree.keywords, tree.func
    if not isinstance(tree, ast.Name):
        raise UsageError(f"{word!r} is not {expected}")
    given = {keyword.arg or "**": _value(keyword.value, word) for keyword in keywords}
    if len(given) < len(keywords):
        raise UsageError(f"{word!r} has a parameter twice")
    if cutoff and "cutoff" in given:
        raise UsageError(f"{word!r} has two cut-offs")
    return Call(tree.id, inside, given, cutoff)


def built(kind: type[T], given: Mapping[str, Any]) -> T:
    """Make one with these parameters; a name it does not know gets an error with the nearest it does."""
    known = kind.parameters()
    for parameter in given:
        if parameter not in known:
            if parameter == "cutoff":
                raise UsageError(f"{kind.name} takes no cut-off")
            near = get_close_matches(parameter, known, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}? " if near else ""
            expected = ", ".join(known) or "none"
            raise UsageError(f"{kind.name} has no parameter {parameter!r}; {hint}it has: {expected}")
    return kind(**given)


def _value(tree: ast.expr, word: str) -> Any:
    if isinstance(tree, ast.Name):
        return tree.id  # gain=exp, without the quotes that shells eat
    if isinstance(tree, ast.BinOp) and isinstance(tree.left, ast.Name) and isinstance(tree.right, ast.Name):
        return ast.unparse(tree).replace(" ", "")  # time=per-item
    try:
        return ast.literal_eval(tree)
    except ValueError:
        raise UsageError(f"{word!r}: {ast.unparse(tree)} is not a plain value") from None
