"""The site builds without a warning and works as it lies on a disk."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from axiometer.measures.catalogue import catalogue, system_catalogue

ROOT = Path(__file__).parents[2]
MEASURES = {**catalogue(), **system_catalogue()}
SECTIONS = ["Start", "Guides", "Gallery", "Reference", "Theory", "Development"]
LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}

pytestmark = pytest.mark.thorough


class Page(HTMLParser):
    """The links and anchors of a page, and the addresses from which it loads."""

    def __init__(self, html):
        super().__init__()
        self.links, self.anchors, self.loaded, self.words, self.tags = [], set(), [], [], set()
        self.feed(html)

    def handle_data(self, data):
        self.words += data.split()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.add(tag)
        self.anchors |= {value for name, value in attrs if name in {"id", "name"}}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get("rel") not in {"canonical", "prev", "next", "search", "index"} and given.get(LOADS.get(tag)):
            self.loaded.append(given[LOADS[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("sphinx")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-E", "-W", "--keep-going", "-q"]
    # Sphinx and the commands of the gallery take twice as long where somebody counts the lines that they reach.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run(
        [*command, "docs", str(folder)], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site):
    found = [path for path in site.rglob("*.html") if "_static" not in path.parts and path.stem != "report"]
    return {path: Page(path.read_text(encoding="utf-8")) for path in found}


def test_nothing_is_loaded_from_the_network(site, pages):
    assert len(pages) > 100
    for path, page in pages.items():
        assert [each for each in page.loaded if re.match(r"(https?:)?//", each)] == [], path
        assert [each for each in page.loaded if not local(path, each).exists()] == [], path
    for sheet in site.rglob("*.css"):
        assert re.findall(r"url\(['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")) == [], sheet


def test_links_lead_to_pages_and_anchors_that_are_there(site, pages):
    for path, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme:
                continue
            target, anchor = local(path, link), unquote(urlsplit(link).fragment)
            assert target.exists(), f"{path.relative_to(site)}: {link}"
            assert not anchor or target not in pages or anchor in pages[target].anchors, f"{path}: {link}"


def local(path, link):
    return (path.parent / unquote(urlsplit(link).path)).resolve() if urlsplit(link).path else path


def test_every_page_is_reached_from_the_first(site, pages):
    seen, new = set(), [site / "index.html"]
    while new:
        seen |= {path := new.pop()}
        found = {local(path, link) for link in pages[path].links if not urlsplit(link).scheme}
        new += (found & set(pages)) - seen - set(new)
    unreached = {path.relative_to(site).as_posix() for path in set(pages) - seen}
    assert unreached <= {"genindex.html", "py-modindex.html", "search.html"}


def test_navigation_has_its_sections(site):
    html = (site / "reference" / "index.html").read_text(encoding="utf-8")
    header = html[html.index("<header") : html.index("</header>")]
    assert [word for word in re.findall(r">\s*([A-Z]\w+)\s*</a>", header) if word in SECTIONS][:6] == SECTIONS


def test_search_works_without_a_server(site, pages):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")
    assert "reference/measures/nDCG" in index
    assert any(each.endswith("searchindex.js") or "searchtools" in each for each in pages[site / "search.html"].loaded)


def test_equations_need_no_script(site, pages):
    for path in (site / "reference" / "measures").glob("[a-zA-Z]*.html"):
        text = path.read_text(encoding="utf-8")
        assert "MathJax" not in text
        assert "$$" not in text
    assert "math" in pages[site / "reference" / "measures" / "nDCG.html"].tags


def test_code_links_to_what_it_names(site, pages):
    assert "../reference/commands/measures.html" in pages[site / "start" / "install.html"].links
    assert "../reference/api/names/axiometer.prefer.html" in pages[site / "guides" / "search.html"].links


def test_gallery_has_a_picture_for_every_command(site):
    text = (site / "gallery" / "index.html").read_text(encoding="utf-8")
    drawn = re.findall(r"--output (\w+\.svg)", (ROOT / "docs" / "gallery" / "index.md").read_text(encoding="utf-8"))
    assert len(drawn) > 10
    assert [name for name in drawn if f"../_images/{name}" not in text] == []
    assert (site / "gallery" / "report.html").stat().st_size > 100_000


def test_no_source_is_published(site):
    assert [*site.rglob("*.py"), *site.rglob("*.md")] == []
