"""Pieces of Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import MISSING
from typing import Any


def table(head: Iterable[Any], rows: Iterable[Iterable[Any]]) -> str:
    """Write a table; a bar inside a cell does not end it."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(each) for each in line) + " |" for line in lines)


def _cell(content: Any) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", str(content))


def escaped(text: str) -> str:
    """Keep Markdown from reading an equation as markup."""
    return re.sub(r"([\\`*_{}\[\]#$|~])", r"\\\1", html.escape(text, quote=False))


def code(text: Any) -> str:
    """Show a value as code, and what is missing as a dash."""
    return "–" if text is None or text is MISSING else f"`{text}`"


def first_sentence(doc: str) -> str:
    """Take the first line of a docstring, with the double backticks of reStructuredText made single."""
    return doc.strip().split("\n", maxsplit=1)[0].replace("``", "`")


def shown_as_code(lines: Iterable[str]) -> str:
    """Indent lines, which shows them as they are; nothing runs them."""
    return "\n".join(f"    {line}".rstrip() for line in lines)
