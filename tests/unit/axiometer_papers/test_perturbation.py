"""Systems made worse step by step."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from axiometer_papers.alphabeta.perturbation import Perturbed, perturbation


def found(*means: float, n: int = 30):
    """Give the tables for one measure whose values are these, for all queries alike but for a little."""
    noise = np.linspace(0, 0.01, n)[:, None]
    systems = [Perturbed(steps, mean + noise * (steps + 1)) for steps, mean in enumerate(means[1:], 1)]
    return perturbation(["M"], means[0] + noise, systems)


def test_falling_means_are_the_known_order():
    table = found(0.9, 0.8, 0.7, 0.6)[0]
    assert table.row(0, named=True) == {"measure": "M", "systems": 3, "tau_b": 1.0, "spearman": 1.0}


def test_the_unperturbed_system_is_not_part_of_the_order():
    assert found(0.1, 0.8, 0.7, 0.6)[0]["tau_b"].item() == 1.0


def test_one_of_three_pairs_in_the_other_order():
    table = found(0.9, 0.8, 0.6, 0.7)[0]
    assert table["tau_b"].item() == pytest.approx(1 / 3)
    assert table["spearman"].item() == pytest.approx(0.5)


def test_a_constant_measure_has_no_order_and_no_p_value():
    whole = np.full((20, 1), 0.5)
    table, curve = perturbation(["M"], whole, [Perturbed(1, whole), Perturbed(2, whole * (1 + 1e-15))])
    assert np.isnan(table["tau_b"].item())
    assert curve["p_better"].is_nan().all()


def test_p_values_are_those_of_scipy():
    rng = np.random.default_rng(0)
    whole, worse = rng.random((60, 2)), rng.random((60, 2))
    curve = perturbation(["A", "B"], whole, [Perturbed(1, worse), Perturbed(2, whole - 0.1 * worse)])[1]
    assert curve["steps"].to_list() == [0, 1, 2, 0, 1, 2]
    for at, measure in enumerate("AB"):
        row = curve.row(3 * at + 1, named=True)
        assert row["measure"] == measure
        assert row["value"] == pytest.approx(worse[:, at].mean())
        for name, side in (("p_better", "greater"), ("p_worse", "less")):
            expected = stats.wilcoxon(
                worse[:, at], whole[:, at], alternative=side, method="asymptotic", correction=False
            )
            assert row[name] == pytest.approx(expected.pvalue)
    last = curve.row(5, named=True)
    assert last["effect"] == -1
    assert last["p_better"] == pytest.approx(1)


@pytest.mark.parametrize("n", [6, 40])
def test_p_values_of_few_queries_are_the_exact_ones_of_scipy(n):
    rng = np.random.default_rng(1)
    whole = rng.random((n, 1))
    after = [whole - rng.random((n, 1)) + shift for shift in (0.4, 0.6)]
    curve = perturbation(["M"], whole, [Perturbed(1, after[0]), Perturbed(2, after[1])])[1]
    for steps, values in enumerate(after, 1):
        row = curve.row(steps, named=True)
        for name, side in (("p_better", "greater"), ("p_worse", "less")):
            expected = stats.wilcoxon(values[:, 0], whole[:, 0], alternative=side)
            assert row[name] == pytest.approx(expected.pvalue)


def test_queries_without_a_change_are_left_out_of_the_test_as_in_scipy():
    whole = np.linspace(0.2, 0.9, 40)[:, None]
    change = np.where(np.arange(40) % 3 == 0, 0.0, np.sin(np.arange(40)))[:, None]
    curve = perturbation(["M"], whole, [Perturbed(1, whole + change), Perturbed(2, whole - change)])[1]
    for steps, sign in ((1, 1), (2, -1)):
        row = curve.row(steps, named=True)
        expected = stats.wilcoxon(sign * change[:, 0], alternative="greater", method="asymptotic")
        assert row["p_better"] == pytest.approx(expected.pvalue)
        assert row["queries"] == 40


def test_effects_are_those_of_the_ranks():
    whole = np.zeros((4, 1)) + 0.5
    first, second = np.array([[0.1], [-0.2], [-0.3], [-0.4]]), np.array([[0.1], [0.2], [0.3], [-0.4]])
    curve = perturbation(["M"], whole, [Perturbed(1, whole + first), Perturbed(2, whole + second)])[1]
    assert curve["effect"].to_list()[1:] == pytest.approx([(1 - 9) / 10, (6 - 4) / 10])


def test_rising_means_are_the_opposite_order():
    assert found(0.9, 0.6, 0.7, 0.8)[0].row(0) == ("M", 3, -1.0, -1.0)


def test_the_order_is_that_of_steps_not_of_arrival():
    ones = np.ones((4, 1))
    systems = [Perturbed(3, 0.1 * ones), Perturbed(1, 0.3 * ones), Perturbed(2, 0.2 * ones)]
    assert perturbation(["M"], ones, systems)[0]["tau_b"].item() == 1.0


def test_undefined_values_are_left_out():
    whole = np.array([[1.0], [0.5], [np.nan]])
    _, curve = perturbation(["M"], whole, [Perturbed(1, whole - 0.1), Perturbed(2, whole - 0.2)])
    assert curve["value"].to_list() == pytest.approx([0.75, 0.65, 0.55])
    assert curve["queries"].to_list() == [2, 2, 2]


def test_systems_are_taken_one_after_the_other():
    taken = []

    def systems():
        for steps in range(1, 4):
            taken.append(steps)
            yield Perturbed(steps, np.full((4, 1), 1.0 / steps))

    perturbation(["M"], np.ones((4, 1)), systems())
    assert taken == [1, 2, 3]
