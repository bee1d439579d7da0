"""Write what is made from the code into the pages: ``python -m docs.tables``, or ``just tables``.

A page holds a mark, ``<!-- generated: profiles -->``, and what stands between it and ``<!-- generated: end -->`` is
written here. Each measure and each command has a page, which is made if it is missing, and goes with what it describes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from docs.builder import api, commands, conventions, measures, objects

DOCS = Path(__file__).parent
END = "<!-- generated: end -->"
REGION = re.compile(rf"<!-- generated: (?P<what>(?!end -->).+?) -->\n(?:.*?{re.escape(END)}\n)?", flags=re.DOTALL)


def _decisions(_: str = "") -> str:
    """List the decisions with their titles."""
    pages = sorted((DOCS / "development" / "decisions").glob("[0-9]*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for page in pages]
    return "\n".join(f"- [{title}]({page.name})" for page, title in zip(pages, titles, strict=True))


GENERATED: dict[str, Callable[[str], str]] = {
    "measure": measures.measure_page,
    "measures": measures.measure_table,
    "preferences": measures.preference_table,
    "works": measures.reading_list,
    "profile summaries": conventions.profile_summaries,
    "profiles": conventions.profile_table,
    "profile parameters": conventions.profile_parameters,
    "profile exceptions": conventions.profile_exceptions,
    "columns": conventions.column_table,
    "command": commands.command_page,
    "commands": commands.command_table,
    "public names": api.name_tables,
    "ranked lists": objects.ranked_lists,
    "decisions": _decisions,
}
"""What a mark may name; after a colon stands which one: ``measure: nDCG``."""


def pages_made() -> dict[Path, str]:
    """Say which pages have to be there, with the text that a new one has."""
    made = {}
    for name in measures.all_measures():
        made[DOCS / "reference" / "measures" / f"{name}.md"] = f"# {name}\n\n<!-- generated: measure: {name} -->\n"
    for word in commands.top_commands():
        page = DOCS / "reference" / "commands" / f"{word}.md"
        made[page] = f"# axiometer {word}\n\n<!-- generated: command: {word} -->\n"
    return made


def leftover_pages() -> list[Path]:
    """Find the pages of measures and commands that are no more."""
    expected = pages_made()
    there = [page for folder in ("measures", "commands") for page in (DOCS / "reference" / folder).glob("*.md")]
    return sorted(page for page in there if page.stem != "index" and page not in expected)


def current(text: str) -> str:
    """Give a page with its generated parts as they should be."""
    return REGION.sub(_region, text)


def _region(found: re.Match[str]) -> str:
    kind, _, which = found["what"].partition(": ")
    return f"<!-- generated: {found['what']} -->\n\n{GENERATED[kind](which)}\n\n{END}\n"


def main() -> None:
    """Bring all pages up to date and say which have changed."""
    for page in leftover_pages():
        page.unlink()
        print(f"removed {page.relative_to(DOCS)}")
    for page, text in pages_made().items():
        if not page.exists():
            page.write_text(text, encoding="utf-8")
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (new := current(text)) != text:
            page.write_text(new, encoding="utf-8")
            print(f"wrote {page.relative_to(DOCS)}")


if __name__ == "__main__":
    main()
