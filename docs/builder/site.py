"""The extension of Sphinx that makes the site of the pages: navigation, links, equations, pictures, the API."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from docs.builder import api, gallery, links, mathematics

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(\]\()(?![a-z]+:)([^)\s#]+)([^)\s]*\))")
"""A link to a file: before its path, the path, and what follows."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    for name, default in {"NAVIGATION": {}, "COPIED": {}, "source_url": ""}.items():
        app.add_config_value(name, default, "env")
    app.add_lexer("output", TextLexer)
    app.add_html_math_renderer("mathml", (mathematics.inline, None), (mathematics.displayed, None))
    app.add_transform(links.CodeToLinks)
    app.connect("builder-inited", _make_pages)
    app.connect("source-read", _complete)
    app.connect("build-finished", _publish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _make_pages(app: Sphinx) -> None:
    source = Path(app.srcdir)
    api.write_pages(source / "reference" / "api" / "names")
    gallery.draw(source / "gallery")
    app.env.find_files(app.config, app.builder)


def _complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Give a page its place in the navigation, its pictures, and links that lead out of the documentation."""
    text = source[0]
    if copied := app.config.COPIED.get(page):
        text = _rebased((ROOT / copied).read_text(encoding="utf-8"), ROOT, Path(app.srcdir, page).parent)
    if page == "gallery/index":
        text = gallery.with_pictures(text)
    text = _with_links_to_the_repository(text, Path(app.srcdir, page).parent, app)
    source[0] = text + _table_of_contents(app, page)


def _rebased(text: str, old: Path, new: Path) -> str:
    return LINK.sub(lambda found: found[1] + os.path.relpath(old / found[2], new) + found[3], text)


def _with_links_to_the_repository(text: str, folder: Path, app: Sphinx) -> str:
    """Let links to files that are no pages lead to where the source is hosted."""

    def changed(found: re.Match[str]) -> str:
        path = (folder / found[2]).resolve()
        if path.is_relative_to(app.srcdir) or not path.is_relative_to(ROOT) or not path.exists():
            return found[0]
        where = "tree" if path.is_dir() else "blob"
        return f"{found[1]}{app.config.source_url}/{where}/main/{path.relative_to(ROOT).as_posix()}{found[3]}"

    return LINK.sub(changed, text)


def _table_of_contents(app: Sphinx, page: str) -> str:
    children = app.config.NAVIGATION.get(page, [])
    if not children:
        return ""
    found = sorted(app.env.found_docs, key=str.lower)
    listed = []
    for each in children:
        prefix = each.removesuffix("*")
        listed += [doc for doc in found if doc.startswith(prefix) and doc != page] if "*" in each else [each]
    entries = "\n".join(f"/{each}" for each in listed)
    return f"\n\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n"


def _publish(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        gallery.publish(Path(app.srcdir) / "gallery", Path(app.outdir))
