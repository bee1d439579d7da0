"""Each step of adding a measure, as CONTRIBUTING.md has them: what was forgotten is told, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

import axiometer as ax
from axiometer.axioms.exact_values import ROOMS
from axiometer.measures.base import SystemMeasure
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.parameters import Parametrised
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.report.citations import bibliography
from tests.common import test_axioms

ROOT = Path(__file__).parents[2]
DECLARED = [*catalogue().values(), *system_catalogue().values(), *preference_catalogue().values()]


def forgotten(kind: type[Parametrised]) -> Iterator[str]:
    """Say what has to be done before a measure or preference is part of the catalogue."""
    name, is_single = kind.name, not issubclass(kind, SystemMeasure)
    home = f"src/{kind.__module__.replace('.', '/')}.py"
    if not (kind.__doc__ and kind.cites):
        yield f"{home}: say what {name} is in its docstring, and whom to cite in cites"
    if is_single and not any(hasattr(room, name) for room in ROOMS):
        yield f"src/axiometer/reference/: write {name} again, scalar and obvious, as a function called {name}"
    if issubclass(kind, ax.Measure) and not (ROOT / "tests" / "common" / "hand_worked" / f"{name}.toml").is_file():
        yield f"tests/common/hand_worked/{name}.toml: work three cases by hand; test_hand_worked.py says how"
    for key in kind.cites:
        if key not in bibliography():
            yield f"src/axiometer/measures/references.bib: add the BibTeX entry {key}"
    if not re.search(rf"\b{name}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        yield f"CHANGELOG.md: name {name} under Added"
    if is_single and not issubclass(kind, Wrapper) and str(kind()) not in test_axioms.stored("search"):
        yield "tests/common/verdicts.tsv: store which axioms it satisfies: python tests/common/test_axioms.py"


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind.name)
def test_no_step_was_forgotten(kind):
    assert list(forgotten(kind)) == []


def test_each_step_that_was_forgotten_is_told():
    """Five places are touched by hand, the file with the measure among them; what follows is written by a command."""

    @dataclass(frozen=True, kw_only=True)
    class Newest(ax.Measure):
        """The newest measure."""

        cites: ClassVar[tuple[str, ...]] = ("nobody2030",)

        def values(self, lists):
            return lists.sum(lists.grade)

    told = [each.split(": ")[0] for each in forgotten(Newest)]
    assert told == [
        "src/axiometer/reference/",
        "tests/common/hand_worked/Newest.toml",
        "src/axiometer/measures/references.bib",
        "CHANGELOG.md",
        "tests/common/verdicts.tsv",
    ]
    Newest.cites = ()
    assert next(forgotten(Newest)).endswith(": say what Newest is in its docstring, and whom to cite in cites")


def test_the_guide_names_the_places():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    guide = text.partition("## Add a measure\n")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\d\. ", guide, flags=re.MULTILINE)) == 5
    places = ("measures/<family>/", "reference/", "hand_worked/<name>.toml", "references.bib", "CHANGELOG.md")
    assert [place for place in (*places, "python tests/common/test_axioms.py") if place not in guide] == []
