"""The pages build without a warning, and what is made from the code covers it."""

import importlib.util
import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import axiometer as ax
from axiometer.conventions.profiles import PROFILES
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.parts.wrapper import Wrapper

ROOT = Path(__file__).parents[2]
MEASURES = {**catalogue(), **system_catalogue()}
MARK = re.compile(r"<!-- generated: (.+?) -->")

pytestmark = pytest.mark.thorough


class Text(HTMLParser):
    """The words of a page and the addresses it loads things from."""

    def __init__(self, html):
        super().__init__()
        self.words, self.addresses = [], []
        self.feed(html)

    def handle_data(self, data):
        self.words += data.split()

    def handle_starttag(self, tag, attrs):
        wanted = {"script": "src", "img": "src", "link": "href", "iframe": "src"}.get(tag)
        self.addresses += [value for name, value in attrs if name == wanted and value]

    def __str__(self):
        return " ".join(self.words)


@pytest.fixture(scope="module", autouse=True)
def mkdocs():
    pytest.importorskip("mkdocs")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def hooks():
    spec = importlib.util.spec_from_file_location("documentation_hooks", ROOT / "docs" / "hooks.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "docs")
        spec.loader.exec_module(module)
    return module


def test_no_page_loads_anything_from_the_network(site):
    pages = [*site.rglob("*.html")]
    assert pages
    for page in pages:
        assert [a for a in Text(page.read_text(encoding="utf-8")).addresses if re.match(r"(https?:)?//", a)] == []


def test_no_source_of_the_documentation_is_published(site):
    assert list(site.rglob("*.py")) == []


def test_every_measure_has_a_page_and_no_page_is_left_over(site):
    assert {page.stem for page in (site / "measures").glob("*.html")} == {*MEASURES, "index"}


@pytest.mark.parametrize("name", MEASURES)
def test_page_of_a_measure_says_all_about_it(site, name):
    measure = MEASURES[name]
    text = str(Text((site / "measures" / f"{name}.html").read_text(encoding="utf-8")))
    assert " ".join(measure.__doc__.split()) in text
    assert [each for each, p in measure.parameters().items() if p.metadata["meaning"] not in text] == []
    assert [key for key in measure.cites if key not in text] == []


@pytest.mark.parametrize("name", MEASURES)
def test_example_of_a_measure_has_its_value(site, hooks, name):
    measure = MEASURES[name]
    shown = hooks.worked_example.shown_measures(measure)
    text = str(Text((site / "measures" / f"{name}.html").read_text(encoding="utf-8")))
    assert [str(each) for each in shown if f"{each} {hooks.worked_example.value(each)}" not in text] == []
    assert issubclass(measure, Wrapper) or measure() in shown
    assert shown
    assert all(isinstance(each, measure) for each in shown)


@pytest.mark.parametrize("name", MEASURES)
def test_example_of_a_measure_shows_more_than_zero(hooks, name):
    values = [hooks.worked_example.value(each) for each in hooks.worked_example.shown_measures(MEASURES[name])]
    assert any(float(value) > 0 for value in values if value != "undefined")


def test_index_links_to_every_measure(site):
    index = (site / "measures" / "index.html").read_text(encoding="utf-8")
    assert [name for name in MEASURES if f'href="{name}.html"' not in index] == []


def test_reference_describes_every_public_name(site):
    html = unescape((site / "reference.html").read_text(encoding="utf-8"))
    headings = re.findall(r"<h3[^>]*>(.+?)</h3>", html)
    in_rooms = [f"meta.{name}" for name in ax.meta.__all__]
    assert sorted(headings) == sorted([*(name for name in ax.__all__ if name != "meta"), *in_rooms])


def test_conventions_show_every_profile(site):
    text = str(Text((site / "conventions.html").read_text(encoding="utf-8")))
    assert [p.name for p in PROFILES.values() if p.summary not in text] == []
    told = [p.conventions([*catalogue().values(), *preference_catalogue().values()]) for p in PROFILES.values()]
    assert [which for each in told for which in each["exceptions"] if which not in text] == []
    given = [f"{k}={v!r}" for each in told for values in each["parameters"].values() for k, v in values.items()]
    assert [each for each in given if each not in text] == []


def test_every_mark_is_filled_and_every_generator_used(hooks):
    pages = [*(ROOT / "docs").rglob("*.md")]
    marks = [mark for page in pages for mark in MARK.findall(page.read_text(encoding="utf-8"))]
    assert sorted(marks) == sorted(hooks.GENERATED)


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=lambda page: page.stem)
def test_decisions_are_short_and_have_their_parts(page):
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == ["Context", "Decision", "Consequence"]
    assert text.startswith(f"# {page.stem[:4]} ")
