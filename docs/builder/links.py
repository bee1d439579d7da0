"""Code in a line of text that names something public links to its page: functions, commands, measures."""

from __future__ import annotations

import re
from collections.abc import Callable

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from docs.builder.api import documented
from docs.builder.commands import top_commands
from docs.builder.measures import all_measures

_PYTHON = re.compile(r"(?:ax|axiometer)((?:\.\w+)+)(?:\(.*\))?", flags=re.DOTALL)
_COMMAND = re.compile(r"axiometer ([a-z]+)\b.*", flags=re.DOTALL)
_MEASURE = re.compile(r"(\w+)(?:\([^()]*\))?(@\w+)?")


class CodeToLinks(SphinxTransform):
    """Wrap such code in a reference."""

    default_priority = 400

    def apply(self) -> None:
        """Look at all code in lines that is not in a link or a heading already."""
        for literal in list(self.document.findall(nodes.literal)):
            if isinstance(literal.parent, (nodes.reference, nodes.title, addnodes.pending_xref)):
                continue
            text = literal.astext()
            page = target(text) or (target(f"ax.{text}") if self.env.docname.startswith("reference/api/") else None)
            if page and page != f"/{self.env.docname}":
                self._link(literal, page)

    def _link(self, literal: nodes.literal, page: str) -> None:
        link = addnodes.pending_xref(
            "", refdomain="std", reftype="doc", reftarget=page, refexplicit=True, refwarn=True, refdoc=self.env.docname
        )
        literal.replace_self(link)
        link += literal


def target(text: str) -> str | None:
    """Give the page about what some code names."""
    found = (find(text) for find in _FINDERS)
    return next((page for page in found if page), None)


def _python(text: str) -> str | None:
    if not (found := _PYTHON.fullmatch(text)):
        return None
    names = {name for name, _ in documented()}
    words = f"axiometer{found[1]}".split(".")
    for length in range(len(words), 1, -1):
        if (name := ".".join(words[:length])) in names:
            return f"/reference/api/names/{name}"
    return f"/reference/measures/{words[2]}" if words[1:2] == ["measures"] and words[-1] in all_measures() else None


def _command(text: str) -> str | None:
    found = _COMMAND.fullmatch(text)
    return f"/reference/commands/{found[1]}" if found and found[1] in top_commands() else None


def _measure(text: str) -> str | None:
    """Find a measure; a single letter alone may be anything."""
    found = _MEASURE.fullmatch(text)
    is_measure = found and found[1] in all_measures() and (len(found[1]) > 1 or found[2])
    return f"/reference/measures/{found[1]}" if found and is_measure else None


_FINDERS: tuple[Callable[[str], str | None], ...] = (_python, _command, _measure)
