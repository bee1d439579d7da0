"""Lengths that are drawn."""

import numpy as np

from axiometer.simulate import simulate_lengths


def test_lengths_depend_on_the_item_and_the_seed_alone():
    some, more = (dict(simulate_lengths(items).rows()) for items in (["x", "y"], ["w", "y", "x"]))
    assert some == {item: more[item] for item in some}
    assert some != dict(simulate_lengths(["x", "y"], 1).rows())


def test_lengths_have_the_median_and_the_deviation_that_are_asked_for():
    many = simulate_lengths(map(str, range(4000)), median=200, deviation=0.5)["length"].to_numpy()
    assert 190 < np.median(many) < 210
    assert 0.48 < np.log(many).std() < 0.52
    assert (many == np.rint(many)).all()
    assert simulate_lengths(["x"], median=0.1)["length"].to_list() == [1.0]
