"""Text from anywhere, written so that a screen, Markdown and LaTeX show it as it is."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import Final

_GREEK: Final = {
    "αβγδεζηθικλμ": "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu",
    "νξπρςστυφχψω": "nu xi pi rho varsigma sigma tau upsilon varphi chi psi omega",
    "ΓΔΘΛΞΠΣΥΦΨΩ": "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
}
_MATHEMATICS: Final = {
    "≥≤≠≈±×÷·": "geq leq neq approx pm times div cdot",
    "∃∀∈¬∞⇒→←↔": "exists forall in neg infty Rightarrow rightarrow leftarrow leftrightarrow",
    "●○▲▼": "bullet circ blacktriangle blacktriangledown",
}
TEX: Final[dict[str, str]] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    '"': r"{\char34}",
    "<": "$<$",
    ">": "$>$",
    "|": r"\textbar{}",
    **{letter: "\\" + letter for letter in "&%$#_{}"},
    "–": "--",
    "−": "$-$",
    "…": r"\ldots{}",
    "†": r"$^{\dagger}$",
    "‡": r"$^{\ddagger}$",
    "′": r"$^{\prime}$",
    "◐": r"$\bullet^{\dagger}$",
    **{
        letter: f"$\\{name}$"
        for letters, named in (_GREEK | _MATHEMATICS).items()
        for letter, name in zip(letters, named.split(), strict=True)
    },
}
"""What LaTeX reads otherwise, or what its usual fonts do not have."""
_OF_T1: Final = frozenset("«»ÐÞðþĄąĐđĘęĮįŊŋŲų‚„‹›")
"""What pdflatex knows with the font encoding T1 only."""
_OF_PDFLATEX: Final = frozenset("\u00a0ƒȘșȚț‐‑‒–—―‖‘’“”•‰€™").union(
    set(map(chr, range(0xA1, 0x180))) - set("\u00adĦħĸĿŀŉŦŧſ")
)
"""What pdflatex knows by itself, beyond ASCII."""
_PACKAGES: Final = {"longtable": r"\begin{longtable}", "amsmath": r"\text{", "amssymb": r"\blacktriangle"}
_LIGATURES: Final = frozenset({"--", "''", ",,", "?`", "!`"})
"""Two hyphens would become a dash, the others quotation marks or marks upside down."""
_CONTROLS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Change the direction of what follows, also beyond the text that has them."""
_COLOURING: Final = re.compile(r"\x1b\[[\d;]*m")
_NO_WIDTH: Final = frozenset({"Mn", "Me", "Cf"})


def visible(text: str) -> str:
    """Show control characters, which would move the cursor, colour a screen, end a line or turn its direction."""
    if text.isprintable():
        return text
    return "".join(
        _shown(each) if unicodedata.category(each) in _CONTROLS or each in _TURNING else each for each in text
    )


def _shown(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


def display_width(text: str) -> int:
    """Give how many columns of a screen a text takes: wide letters take two, accents and colours of their own none."""
    if "\x1b" in text:
        text = _COLOURING.sub("", text)
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(each) in _NO_WIDTH else 1 + (unicodedata.east_asian_width(each) in {"W", "F"})
        for each in text
    )


def padded(text: str, width: int, *, is_right: bool) -> str:
    """Fill a text with space up to a width, before it if it stands on the right."""
    space = " " * (width - display_width(text))
    return space + text if is_right else text + space


def markdown(text: str) -> str:
    """Write text from anywhere so that Markdown shows it as it is: no markup, no HTML, no links, no mathematics."""
    # Not all readers of Markdown know a backslash before these.
    text = escape(visible(text), quote=False).replace("$", "&#36;").replace("~", "&#126;")
    return re.sub(r"([|\\`*_{}]|\](?=[(\[:]))", r"\\\1", text)


def html_text(text: str) -> str:
    """Write text from anywhere so that HTML shows it as it is, also in an attribute."""
    return escape(visible(text))


def latex(text: str) -> str:
    """Write text from anywhere so that LaTeX shows it as it is."""
    text = visible(unicodedata.normalize("NFC", text))
    pairs = zip(text, text[1:] + " ", strict=False)
    return "".join(TEX.get(letter, letter) + "{}" * (letter + after in _LIGATURES) for letter, after in pairs)


def latex_needs(text: str) -> str:
    """Write the comments that say what a piece of LaTeX needs: packages, and another program for some letters."""
    shown = {letter for line in text.split("\n") if not line.startswith("%") for letter in line if not letter.isascii()}
    packages = ["booktabs", *(name for name, sign in _PACKAGES.items() if sign in text)]
    packages += ["fontenc with T1"] if shown & _OF_T1 else []
    told = f"% needs {', '.join(packages)}\n"
    if strange := sorted(shown - _OF_PDFLATEX - _OF_T1):
        some = " ".join(strange[:20]) + (" …" if len(strange) > 20 else "")
        told += f"% pdflatex does not know {some}: lualatex and xelatex do, with a font that has them\n"
    return told
