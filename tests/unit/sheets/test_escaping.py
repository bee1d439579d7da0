"""Text from anywhere is shown as it is."""

import string

import pytest

from axiometer.sheets.escaping import TEX, display_width, latex, latex_needs, markdown, padded, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain – ünï 中 ●", "plain – ünï 中 ●"),
        ("a\nb\tc\x1b[31m", r"a\nb\tc\x1b[31m"),
        ("one\u2028two\u202egnp.exe", r"one\u2028two\u202egnp.exe"),
        ("\udcff", r"\udcff"),
    ],
)
def test_control_characters_are_shown(text, shown):
    assert visible(text) == shown
    assert visible(shown) == shown


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("abc", 3), ("中文", 4), ("e\u0301", 1), ("\uff21", 2), ("\uff71", 1), ("–α", 2)]
)
def test_width_on_a_screen(text, width):
    assert display_width(text) == width
    assert display_width(padded(text, 6, is_right=True)) == 6


def test_space_goes_before_or_behind():
    assert padded("中", 4, is_right=True) == "  中"
    assert padded("中", 4, is_right=False) == "中  "


def test_latex_has_no_special_letter_left():
    written = latex(string.punctuation)
    # The others of LaTeX are also in what is written for these.
    for letter in "&#^_~%":
        assert TEX[letter] in written
        assert letter not in written.replace(TEX[letter], "")
    assert latex("a_b & 50% {x} #1") == r"a\_b \& 50\% \{x\} \#1"
    assert latex(r"\input{x} ^^M") == r"\textbackslash{}input\{x\} \textasciicircum{}\textasciicircum{}M"
    assert latex("α ≥ −1 – τ") == r"$\alpha$ $\geq$ $-$1 -- $\tau$"


def test_latex_has_no_ligatures():
    assert latex("a--b---c '' ,, ?` !`") == (r"a-{}-b-{}-{}-c '{}' ,{}, ?{}\textasciigrave{} !{}\textasciigrave{}")
    assert latex("a – b") == "a -- b"
    assert latex("e\u0301") == "é"
    assert latex("") == ""


def test_latex_says_what_it_needs():
    assert latex_needs("é ü ß – ’") == "% needs booktabs\n"
    assert latex_needs("đ") == "% needs booktabs, fontenc with T1\n"
    told = latex_needs("% a comment: 字\n\\begin{longtable}{l}\n中 文 中 $\\blacktriangle$ \\text{--}")
    assert told.split("\n") == [
        "% needs booktabs, longtable, amsmath, amssymb",
        "% pdflatex does not know 中 文: lualatex and xelatex do, with a font that has them",
        "",
    ]


def test_markdown_is_no_markup():
    assert markdown("a|b *c* _d_ `e` <f> $g$ [h](i)\n") == (r"a\|b \*c\* \_d\_ \`e\` &lt;f&gt; &#36;g&#36; [h\](i)\\n")
