"""The papers whose experiments are here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from axiometer_papers.alphabeta.study import ALPHABETA
from axiometer_papers.concordance.study import CONCORDANCE
from axiometer_papers.lexirecall.study import LEXIRECALL
from axiometer_papers.rbu.study import RBU
from axiometer_papers.study import Study

STUDIES: Final[Mapping[str, Study]] = {each.name: each for each in (RBU, CONCORDANCE, ALPHABETA, LEXIRECALL)}
