"""Tests for how pages look."""

import re

import pytest

from axiometer.report.style import BASE, DARK, LIGHT, whole_page

LETTERS = ["ink", "soft", "accent", "good", "fair", "bad", "none"]


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    darker, lighter = sorted([luminance(first), luminance(second)])
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("ground", ["paper", "block"])
@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_letters_can_be_read(colours: dict[str, str], name: str, ground: str) -> None:
    assert contrast(colours[name], colours[ground]) >= 4.5


def test_all_colours_have_a_light_and_a_dark_value() -> None:
    assert LIGHT.keys() == DARK.keys() == {*LETTERS, "paper", "block", "line"}


def test_only_colours_that_there_are_are_used() -> None:
    assert set(re.findall(r"var\(--([a-z]+)\)", BASE)) <= LIGHT.keys()


def test_paper_is_white_and_a_theme_can_be_forced() -> None:
    dark_rules = re.findall(r"@media ([^{]*)\{\s*(:root[^{]*)\{ color-scheme: dark", BASE)
    assert [rule.strip() for _, rule in dark_rules] == [":root:not([data-theme=light])", ":root[data-theme=dark]"]
    assert all(medium.startswith("screen") for medium, _ in dark_rules)


def test_a_page_escapes_its_title_and_has_its_parts() -> None:
    page = whole_page("a<b>", ["<p>one</p>", "<p>two</p>"], style="p { margin: 0 }")
    assert page.count("a&lt;b&gt;") == 2
    assert "<p>one</p>\n<p>two</p>\n</body>" in page
    assert f"<style>{BASE}p {{ margin: 0 }}</style>" in page
    assert "<script>" not in page
