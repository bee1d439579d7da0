"""The papers whose experiments are here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from axiometer_papers.alphabeta import ALPHABETA
from axiometer_papers.concordance import CONCORDANCE
from axiometer_papers.lexirecall import LEXIRECALL
from axiometer_papers.rbu import RBU
from axiometer_papers.study import Study

STUDIES: Final[Mapping[str, Study]] = {each.name: each for each in (RBU, CONCORDANCE, ALPHABETA, LEXIRECALL)}
