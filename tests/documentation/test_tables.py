"""What is made from the code stands in the pages and is current; the bibliography agrees with the code."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from axiometer.conventions.profiles import PROFILES
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.report.citations import CRITERIA, SOFTWARE, bibliography
from docs import tables
from docs.builder import measures, worked_example

ROOT = Path(__file__).parents[2]
MEASURES = {**catalogue(), **system_catalogue()}
CITING = {**MEASURES, **preference_catalogue()}
PAGES = sorted((ROOT / "docs").rglob("*.md"))
NAMES = ROOT / "docs" / "reference" / "api" / "index.md"
"""Its names are asked of the namespaces, one of which needs Spark."""


def page(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["start", "guides", "gallery", "reference", "theory", "development"])
def test_generated_parts_are_current(folder):
    pages = [each for each in (ROOT / "docs" / folder).rglob("*.md") if each != NAMES or find_spec("pyspark")]
    texts = {each: each.read_text(encoding="utf-8") for each in pages}
    stale = [each.name for each, text in texts.items() if tables.current(text) != text]
    assert stale == [], "run: python -m docs.tables"


def test_every_measure_and_command_has_a_page_and_no_page_is_left_over():
    assert [each.name for each in tables.pages_made() if not each.exists()] == []
    assert tables.leftover_pages() == []


def test_every_generator_is_used_and_every_mark_known():
    marks = [mark["what"] for each in PAGES for mark in tables.REGION.finditer(each.read_text(encoding="utf-8"))]
    assert len(marks) == len(set(marks))
    assert {mark.partition(": ")[0] for mark in marks} == set(tables.GENERATED)


def test_a_mark_gets_its_part_once():
    new = tables.current("# A\n\n<!-- generated: preferences -->\n\nRest.\n")
    assert "`lexirecall`" in new
    assert new.endswith("<!-- generated: end -->\n\nRest.\n")
    assert tables.current(new) == new
    assert tables.current(new.replace("lexirecall", "old")) == new


def test_equations_are_of_measures():
    assert set(measures.equations()) <= set(MEASURES)


@pytest.mark.parametrize("name", MEASURES)
def test_page_of_a_measure_says_all_about_it(name):
    text = page(f"reference/measures/{name}.md")
    unescaped = re.sub(r"\\(.)", r"\1", text).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    assert " ".join(MEASURES[name].__doc__.split()[:12]) in " ".join(unescaped.split())
    assert [each for each in MEASURES[name].parameters() if f"`{each}`" not in text and each != "cutoff"] == []
    assert [key for key in MEASURES[name].cites if key not in text] == []


@pytest.mark.parametrize("name", MEASURES)
def test_example_of_a_measure_shows_more_than_zero(name):
    shown = worked_example.shown_measures(MEASURES[name])
    assert issubclass(MEASURES[name], Wrapper) or MEASURES[name]() in shown
    assert all(isinstance(each, MEASURES[name]) for each in shown)
    values = [worked_example.value(each) for each in shown]
    assert any(float(value) > 0 for value in values if value != "undefined")


def test_profiles_are_all_told():
    text = page("reference/profiles.md").replace("\\|", "|")
    assert [each.name for each in PROFILES.values() if each.summary not in re.sub(r"\\(.)", r"\1", text)] == []
    told = [each.conventions([*MEASURES.values(), *preference_catalogue().values()]) for each in PROFILES.values()]
    assert [which for each in told for which in each["exceptions"] if which not in re.sub(r"\\(.)", r"\1", text)] == []
    given = [f"{k}={v!r}" for each in told for values in each["parameters"].values() for k, v in values.items()]
    assert [each for each in given if each not in text] == []


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
    pages = [*ROOT.glob("*.md"), *PAGES, *(ROOT / "tests").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
    assert len(pages) > 100
    for each in pages:
        links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)", each.read_text(encoding="utf-8"))
        assert [link for link in links if not (each.parent / link).exists()] == [], each


def test_pages_import_public_names_only():
    public = {"axiometer", *(f"axiometer.{each}" for each in ("measures", "meta", "simulate", "spark", "testing"))}
    for each in [ROOT / "README.md", *PAGES]:
        modules = re.findall(
            r"^(?:from|import) (axiometer[\w.]*)", each.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        deeper = {name for name in modules if name not in public and not name.startswith("axiometer.integrations.")}
        assert not deeper or each.name == "papers.md", (each, deeper)


def test_number_of_measures_is_about_what_the_readme_says():
    assert 45 <= len(MEASURES) <= 60


@pytest.mark.parametrize("decision", sorted((ROOT / "docs/development/decisions").glob("0*.md")), ids=lambda p: p.stem)
def test_decisions_are_short_and_have_their_parts(decision):
    text = decision.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == ["Context", "Decision", "Consequence"]
    assert text.startswith(f"# {decision.stem[:4]} ")
