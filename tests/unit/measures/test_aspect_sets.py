"""Sets of aspects, and the items that have them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometer.measures.parts.aspect_sets import AspectSets

SETS = st.integers(1, 9).flatmap(
    lambda n_aspects: st.lists(st.lists(st.booleans(), min_size=n_aspects, max_size=n_aspects), min_size=1, max_size=12)
)


@given(SETS, st.integers(0, 2**32 - 1))
def test_sums_over_the_aspects_of_each_set(sets, seed):
    has_aspect = np.array(sets, dtype=np.float64)
    table = np.random.default_rng(seed).random((has_aspect.shape[1] + 1, 3))
    table[-1] = 0.0
    np.testing.assert_allclose(AspectSets(has_aspect).sums(table), has_aspect @ table[:-1], rtol=1e-14)


@given(SETS, st.integers(0, 2**32 - 1))
def test_sums_do_not_depend_on_the_columns_beside_them(sets, seed):
    aspect_sets = AspectSets(np.array(sets, dtype=np.float64))
    table = np.random.default_rng(seed).random((len(sets[0]) + 1, 5))
    table[-1] = 0.0
    alone = [aspect_sets.sums(np.ascontiguousarray(table[:, [column]]))[:, 0] for column in range(5)]
    assert np.array_equal(aspect_sets.sums(table), np.stack(alone, axis=1))


@pytest.mark.parametrize(("n_aspects", "places"), [(1, 1), (2, 2), (3, 3)])
def test_sets_that_are_smaller_have_nothing_in_their_last_places(n_aspects, places):
    sets = AspectSets(np.tri(n_aspects + 1, n_aspects, -1))
    assert sets.places.shape == (places, n_aspects + 1)
    assert (sets.places[:, 0] == n_aspects).all()
    assert sets.places[:, -1].tolist() == list(range(n_aspects))
