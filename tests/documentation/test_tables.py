"""The README's tables, the bibliography and the changelog agree with the code."""

import re
from pathlib import Path

from axiometer.conventions.profiles import PROFILES
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.report.citations import CRITERIA, SOFTWARE, bibliography

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MEASURES = {**catalogue(), **system_catalogue()}
CITING = {**MEASURES, **preference_catalogue()}


def first_cells(title):
    section = re.search(rf"^## {title}\n(.*?)^## ", README, flags=re.MULTILINE | re.DOTALL)[1]
    return re.findall(r"^\| (`.+?) \|", section, flags=re.MULTILINE)


def test_readme_names_every_measure():
    names = {name for cell in first_cells("Measures") for name in re.findall(r"`(\w+)", cell)}
    assert names == set(MEASURES)


def test_readme_names_every_preference():
    names = {name for cell in first_cells("Preferences") for name in re.findall(r"`(\w+)", cell)}
    assert names == set(preference_catalogue())


def test_readme_names_every_profile():
    assert [cell.strip("`") for cell in first_cells("Profiles")] == list(PROFILES)


def test_all_that_can_be_cited_has_an_entry_of_the_bibliography():
    assert {key for each in CITING.values() for key in each.cites} <= set(bibliography())
    assert [name for name, each in CITING.items() if not each.cites] == []


def test_every_entry_of_the_bibliography_is_cited():
    of_criteria = {SOFTWARE, *(key for keys in CRITERIA.values() for key in keys)}
    assert set(bibliography()) <= of_criteria | {key for each in CITING.values() for key in each.cites}


def test_bibliography_finds_every_entry_of_the_file():
    text = (ROOT / "src" / "axiometer" / "measures" / "references.bib").read_text(encoding="utf-8")
    assert list(bibliography()) == re.findall(r"@\w+\{([^,\s]+),", text)


def test_files_that_pages_link_to_exist():
    pages = [*ROOT.glob("*.md"), *(ROOT / "tests").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
    assert len(pages) > 5
    for page in pages:
        links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page
