"""How to cite a report, and how to make it again: BibTeX, the command, versions, and what can be taken along."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.metadata import version
from typing import Final

from axiometer.axioms.axiom import AnyAxiom
from axiometer.data.schema import Asker
from axiometer.engines.prefer import parse_compared
from axiometer.errors import AxiometerError, plural
from axiometer.measures.names import parse_wanted
from axiometer.measures.parameters import Parametrised
from axiometer.report.citations import CRITERIA, SOFTWARE, bibliography
from axiometer.sheets.escaping import html_text

PACKAGES: Final = ("axiometer", "numpy", "polars", "scipy")
DOWNLOADS: Final = {
    "leaderboard": "Means and ranks of systems",
    "pairs": "Pairs of systems",
    "values": "Values of {}",
}
"""The tables that a script hands over as files, by the name that it knows."""
_CASE: Final = {"\\": r"\\", "'": r"\'", "\n": r"\n", "\t": r"\t", "\r": r"\r"}


def cite_section(
    names_of_measures: Iterable[str | Parametrised],
    criteria: Iterable[str],
    command: str | Sequence[str],
    title: str,
    *,
    axioms: Iterable[AnyAxiom] = (),
    asker: Asker = "query",
) -> str:
    """Write how to cite what a report rests on, and how to make the report again.

    Parameters
    ----------
    names_of_measures
        The measures and preferences used, or their names. What is not known by its name has no entry, and it is said.
    criteria
        The criteria and tests used, as ``CRITERIA`` of the citations names them; others have no entry.
    command
        What made the report: words, which are quoted for a shell, or a line that is shown as it is.
    title
        Of the report.
    axioms
        The axioms that were checked.
    asker
        Who asked for lists.
    """
    keys, unknown = _measures_cited(names_of_measures)
    keys += [key for name in criteria for key in CRITERIA.get(name, ())]
    keys += [axiom.cites for axiom in axioms if axiom.cites in bibliography()]
    entries = "\n\n".join(bibliography()[key] for key in dict.fromkeys([SOFTWARE, *keys]))
    line = command if isinstance(command, str) else quoted_command(command)
    return "\n".join([
        "<h3>BibTeX of what was used</h3>",
        _copied("cite-bibtex", entries),
        *_told_unknown(unknown),
        "<h3>How this report was made</h3>",
        f"<p>This page, {html_text(title)}, was made by:</p>",
        _copied("cite-command", line),
        f"<p>{escape(versions())}.</p>",
        '<div class="on-screen"><h3>Take it along</h3>',
        f"<p>{_downloads(asker)}</p>",
        '<p class="soft">Values and means are exact; differences, intervals and p-values have seven digits.</p></div>',
    ])


def quoted_command(words: Sequence[str]) -> str:
    """Write a command so that a shell reads the same words, and people see all of them."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    # A name may hold letters that do not show or turn the line; bash and zsh read them escaped.
    return (
        "$'"
        + "".join(letter if letter.isprintable() and letter not in _CASE else _escaped(letter) for letter in word)
        + "'"
    )


def _escaped(letter: str) -> str:
    if letter in _CASE:
        return _CASE[letter]
    return "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape"))


def versions() -> str:
    """Name the versions of all that computed."""
    told = [f"{package} {version(package)}" for package in PACKAGES]
    return f"{', '.join(told)}, Python {platform.python_version()}"


def _measures_cited(things: Iterable[str | Parametrised]) -> tuple[list[str], list[str]]:
    """Give the keys of measures and preferences, and the names of those of which none is known."""
    keys: list[str] = []
    unknown = []
    for thing in things:
        cited = [key for each in _named(thing) for key in each.literature if key in bibliography()]
        keys += cited
        unknown += [] if cited else [str(thing)]
    return keys, unknown


def _named(thing: str | Parametrised) -> Sequence[Parametrised]:
    if not isinstance(thing, str):
        return [thing]
    for parse in (parse_wanted, parse_compared):
        try:
            return parse(thing)
        except AxiometerError:
            continue
    return []


def _told_unknown(names: Sequence[str]) -> Iterator[str]:
    if names:
        told = ", ".join(f"<code>{html_text(name)}</code>" for name in names)
        yield f"<p>No entry is known for {told}: cite where you have them from.</p>"


def _copied(name: str, text: str) -> str:
    """Write a text with a button that copies it."""
    button = f'<button type="button" class="copy" data-copies="#{name}">Copy</button>'
    return f'<p>{button}</p>\n<pre id="{name}">{escape(text)}</pre>'


def _downloads(asker: Asker) -> str:
    return "\n".join(
        f'<button type="button" data-download="{name}">{what.format(plural(asker))} (CSV)</button>'
        for name, what in DOWNLOADS.items()
    )
