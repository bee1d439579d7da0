"""The pictures of the gallery: its commands run, and what each one draws stands below it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

COMMANDS = re.compile(r"^```console\n(?P<commands>.*?)^```$", flags=re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (.+)$", flags=re.MULTILINE)
WRITES = re.compile(r"(?:--output|-o) (\S+\.(?:svg|html))")
CARDS = "<!-- cards -->\n"
REPORT = re.compile(r"\[([^\]]+)\]\(https?://[^)\s]+/gallery/(\w+\.html)\)")
"""A link to a report on the site: here, it lies beside the page."""


def commands(text: str) -> list[str]:
    """Take the commands of a page, without what they print."""
    return [
        line.removeprefix("$ ")
        for block in COMMANDS.finditer(text)
        for line in block["commands"].splitlines()
        if line.startswith("$ ")
    ]


def draw(folder: Path) -> None:
    """Run the commands of the page in a fresh folder beside it."""
    pictures = folder / "pictures"
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir()
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    for command in commands((folder / "index.md").read_text(encoding="utf-8")):
        subprocess.run(["bash", "-c", command], cwd=pictures, env=environment, check=True, stdout=subprocess.DEVNULL)


def with_pictures(text: str) -> str:
    """Put each picture below the command that draws it, and cards with all of them on top."""
    shown = COMMANDS.sub(lambda block: block[0] + _picture(block["commands"]), text)
    return REPORT.sub(r'<a href="\2">\1</a>', shown.replace(CARDS, _cards(text)))


def _picture(block: str) -> str:
    files = [name for name in WRITES.findall(block) if name.endswith(".svg")]
    return "".join(f"\n\n![{Path(name).stem}](pictures/{name})" for name in files)


def _cards(text: str) -> str:
    cards = []
    for section in re.split(r"(?=^## )", text, flags=re.MULTILINE)[1:]:
        title = HEADING.match(section)[1]
        drawn = [name for name in WRITES.findall(section) if name.endswith(".svg")]
        if drawn:
            anchor = re.sub(r"[^\w]+", "-", title.lower()).strip("-")
            options = f':img-top: pictures/{drawn[-1]}\n:link: "#{anchor}"\n:link-type: url'
            cards.append(f":::{{grid-item-card}} {title}\n{options}\n:::")
    return "::::{grid} 2 3 4 4\n:gutter: 3\n:class-container: gallery\n\n" + "\n\n".join(cards) + "\n::::\n"


def publish(folder: Path, site: Path) -> None:
    """Copy the reports, which are pages by themselves."""
    for report in (folder / "pictures").glob("*.html"):
        shutil.copy(report, site / "gallery" / report.name)
