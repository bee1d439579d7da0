"""Ideal lists that take at each rank the item that adds most."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.measures.parts.novelty import _choose


@pytest.mark.parametrize("gains", [[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]])
def test_gains_that_differ_by_rounding_tie_and_go_to_the_first(gains):
    assert sum(gains) != sum(gains[::-1])
    worth = np.array([[gains, gains[::-1]]])
    assert _choose(worth, np.zeros_like(worth), 2).tolist() == [[0, 1]]
