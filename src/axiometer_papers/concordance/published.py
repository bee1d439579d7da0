"""What the paper on the concordance test and the diversity U-measures prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

"""Parts (a), (b) and (c) of Table 2."""
MEASURES: Final = ("D♯-nDCG", "D-nDCG", "D-U", "U-IA", "ERR-IA", "α-nDCG")
LIST_PAIRS: Final = 6800


@dataclass(frozen=True)
class Cell:
    """A cell of Table 2: shares of the disagreements in percent, the mark of the sign test, and their number."""

    first: int
    second: int
    mark: str
    disagreements: int

    def __str__(self) -> str:
        return f"{self.first}%/{self.second}%{self.mark} ({self.disagreements})"


_DISAGREEMENTS: Final = (415, 771, 745, 1106, 913, 562, 568, 1044, 974, 54, 1472, 1323, 1463, 1299, 292)
_SHARES: Final = {
    "intent recall": (
        "100/0‡ 100/48‡ 100/49‡ 99/61‡ 99/71‡ 81/84 79/86‡ 82/82 75/91‡ 54/94‡ 83/81 78/89‡ 84/80† 79/89‡ 42/100‡"
    ),
    "precision": "48/71‡ 47/76‡ 46/77‡ 71/53‡ 69/55‡ 51/74‡ 51/75‡ 77/49‡ 75/52‡ 74/85 77/48‡ 76/50‡ 77/48‡ "
    "76/49‡ 48/76‡",
    "both": "48/0‡ 47/38‡ 45/39† 70/29‡ 68/35‡ 42/65‡ 40/67‡ 66/40‡ 58/48‡ 33/80‡ 66/40‡ 62/45‡ 67/38‡ 63/43‡ 19/76‡",
}


def _cells(shares: str) -> Mapping[tuple[str, str], Cell]:
    pairs = [(first, second) for i, first in enumerate(MEASURES) for second in MEASURES[i + 1 :]]
    found = {}
    for pair, text, n in zip(pairs, shares.split(), _DISAGREEMENTS, strict=True):
        first, second = text.rstrip("†‡").split("/")
        found[pair] = Cell(int(first), int(second), text.lstrip("0123456789/"), n)
    return found


TABLE_2: Final = {gold: _cells(shares) for gold, shares in _SHARES.items()}
ORDERS: Final = {
    "intent recall": "D♯-nDCG ≫ α-nDCG ≫ U-IA ≫ D-U, D-nDCG, ERR-IA",
    "precision": "U-IA, D-U ≫ D-nDCG ≫ D♯-nDCG ≫ α-nDCG ≫ ERR-IA",
    "both": "D♯-nDCG ≫ U-IA ≫ D-U ≫ D-nDCG ≫ α-nDCG ≫ ERR-IA",
}
WINS_OF_U_IA: Final = (273, 250)
"""How often U-IA and ERR-IA win by intent recall, from a footnote."""

PROPERTIES: Final[Mapping[str, str]] = {
    "a": "per-intent graded relevance",
    "b": "intent probabilities",
    "c": "normalised",
    "d": "recall independent",
    "f": "per-intent diminishing return",
    "g": "snippet and document length",
}
"""Those of Fig. 4 that follow from definitions."""
SAID: Final[Mapping[tuple[str, str], bool]] = {
    **{("a", name): name != "α-nDCG" for name in ("D♯-nDCG", "D-nDCG", "ERR-IA", "α-nDCG")},
    **{("b", name): True for name in ("D♯-nDCG", "D-nDCG", "D-U", "U-IA", "ERR-IA")},
    ("b", "α-nDCG"): False,
    **{("c", name): name in {"D♯-nDCG", "D-nDCG", "α-nDCG"} for name in MEASURES},
    **{("d", name): name not in {"D♯-nDCG", "D-nDCG", "α-nDCG"} for name in MEASURES},
    **{("f", name): name in {"U-IA", "ERR-IA", "α-nDCG"} for name in ("D-nDCG", "U-IA", "ERR-IA", "α-nDCG")},
    **{("g", name): name in {"D-U", "U-IA"} for name in MEASURES},
}
"""What the text says of a property and a measure, from equations and Section 6; the figure itself is a picture."""
FIRST_FORM: Final[Mapping[tuple[str, str], str]] = {("b", "α-nDCG"): "no, in its first form"}
"""What the text says in other words than yes and no."""
