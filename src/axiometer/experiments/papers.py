"""The papers whose experiments are here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from axiometer.experiments.alphabeta import ALPHABETA
from axiometer.experiments.concordance import CONCORDANCE
from axiometer.experiments.lexirecall import LEXIRECALL
from axiometer.experiments.rbu import RBU
from axiometer.experiments.study import Study

STUDIES: Final[Mapping[str, Study]] = {each.name: each for each in (RBU, CONCORDANCE, ALPHABETA, LEXIRECALL)}
