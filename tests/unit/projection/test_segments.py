"""Operations over stretches of rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from axiometer.projection.segments import Segments

stretches = st.lists(st.lists(st.floats(0, 2, width=32), max_size=9), min_size=1, max_size=6)


def flat(stretches) -> tuple[Segments, np.ndarray]:
    segments = Segments.of_lengths(np.array([len(stretch) for stretch in stretches]))
    return segments, np.array([x for stretch in stretches for x in stretch], dtype=float)


@given(stretches)
def test_sums_positions_products_and_counts(stretches):
    segments, column = flat(stretches)
    assert segments.count.tolist() == [len(stretch) for stretch in stretches]
    assert segments.position.tolist() == [at for stretch in stretches for at in range(1, len(stretch) + 1)]
    np.testing.assert_allclose(segments.sum(column), [sum(stretch) for stretch in stretches])
    products = [np.prod(stretch[:at]) for stretch in stretches for at in range(len(stretch))]
    np.testing.assert_allclose(segments.product_before(column), products, rtol=1e-12)
    counts = [sum(x > 1 for x in stretch[:at]) for stretch in stretches for at in range(len(stretch))]
    assert segments.count_before(column > 1).tolist() == counts
    kept = segments.keep(column > 1)
    assert kept.count.tolist() == [sum(x > 1 for x in stretch) for stretch in stretches]


@given(stretches)
def test_a_stretch_alone_gives_the_same_bits(stretches):
    segments, column = flat(stretches)
    alone = [flat([stretch]) for stretch in stretches]
    np.testing.assert_array_equal(segments.sum(column), [s.sum(c)[0] for s, c in alone])
    np.testing.assert_array_equal(
        segments.product_before(column), np.concatenate([s.product_before(c) for s, c in alone])
    )
