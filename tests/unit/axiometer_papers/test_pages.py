"""Pages show what they are given, in Markdown and HTML, and nothing of it runs."""

import polars as pl
import pytest

from axiometer_papers.pages import MOST_ROWS, Commands, Folded, Listing, Page, Picture, Section, Shown, write_page

EVIL = "<script>alert(1)</script> | *x* [a](b)"
PAGE = Page(
    f"Title {EVIL}",
    [f"paragraph {EVIL}", Commands("axiometer demo > out")],
    [
        Section(f"Heading {EVIL}", [Listing([f"item {EVIL}", "second"]), Picture("figures/a.svg", f"picture {EVIL}")]),
        Section("Folded", [Folded("More", [f"item {EVIL}"])]),
        Section("Below", [Shown(f"table {EVIL}", pl.DataFrame({f"head {EVIL}": [EVIL], "n": [0.5]}))], level=3),
    ],
)


def test_markdown():
    evil = r"&lt;script&gt;alert(1)&lt;/script&gt; \| \*x\* [a\](b)"
    assert write_page(PAGE, "markdown") == "\n".join([
        f"# Title {evil}",
        "",
        f"paragraph {evil}",
        "",
        "```\naxiometer demo > out\n```",
        "",
        f"## Heading {evil}",
        "",
        f"- item {evil}\n- second",
        "",
        f"![picture {evil}](figures/a.svg)",
        "",
        f"picture {evil}",
        "",
        "## Folded",
        "",
        "More:",
        "",
        f"- item {evil}",
        "",
        "### Below",
        "",
        f"**table {evil}**",
        "",
        f"| head {evil} |      n |\n| {'-' * (5 + len(evil))} | -----: |\n| {evil}      | 0.5000 |",
        "",
    ])


def test_html():
    html = write_page(PAGE, "html")
    assert "<script" not in html
    evil = "&lt;script&gt;alert(1)&lt;/script&gt; | *x* [a](b)"
    for told in (
        f"<title>Title {evil}</title>",
        f"<p>paragraph {evil}</p>",
        "<pre>axiometer demo &gt; out</pre>",
        f'<h2 id="section-1">Heading {evil}</h2>',
        f"<li>item {evil}</li>\n<li>second</li>",
        f'<img src="figures/a.svg" alt="picture {evil}">',
        f"<details><summary>More</summary>\n<ul>\n<li>item {evil}</li>\n</ul>\n</details>",
        '<h3 id="section-3">Below</h3>',
        f"<caption>table {evil}</caption>",
        f'<th scope="col">head {evil}</th><th scope="col" class="number">n</th>',
        f'<tr><th scope="row">{evil}</th><td class="number">0.5000</td></tr>',
    ):
        assert told in html


@pytest.mark.parametrize("form", ["markdown", "html"])
@pytest.mark.parametrize("n", [MOST_ROWS, MOST_ROWS + 1])
def test_of_a_long_table_the_rest_is_in_a_file(form, n):
    table = pl.DataFrame({"row": [f"row{i}." for i in range(n)]})
    page = write_page(Page("T", [Shown("long", table, "tables/long.tsv")], []), form)
    assert f"row{MOST_ROWS - 1}." in page
    assert f"row{MOST_ROWS}." not in page
    assert (f"The first {MOST_ROWS} of {n} rows; all are in" in page) == (n > MOST_ROWS)
    assert "tables/long.tsv" in page


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_links_lead_to_files_with_any_name(form):
    table = pl.DataFrame({"row": range(MOST_ROWS + 1)})
    blocks = [Picture("figures/a b)<.svg", "a"), Shown("t", table, "tables/a b)<.tsv")]
    page = write_page(Page("T", blocks, []), form)
    assert "figures/a%20b%29%3C.svg" in page
    assert "tables/a%20b%29%3C.tsv" in page


def test_commands_stay_commands_whatever_is_in_them():
    page = write_page(Page("T", [Commands("a\n```\n<img src=x>\n````")], []), "markdown")
    assert page == "# T\n\n`````\na\n```\n<img src=x>\n````\n`````\n"


def test_names_of_files_are_no_markup():
    page = write_page(Page("T", [Shown("t", pl.DataFrame({"x": [1]}), "tables/<img src=x>.tsv")], []), "markdown")
    assert "<img" not in page
    assert "[tables/&lt;img src=x&gt;.tsv](tables/%3Cimg%20src%3Dx%3E.tsv)" in page


@pytest.mark.parametrize("n", [3, 4])
def test_long_pages_begin_with_their_contents(n):
    page = write_page(Page("T", [], [Section(f"<{i}>", ["text"]) for i in range(n)]), "html")
    assert ('<li><a href="#section-2">&lt;1&gt;</a></li>' in page) == (n > 3)
