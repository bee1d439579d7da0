"""What the paper on αβ-nDCG says, beside tables in which it is so, in which it is not, and which cannot tell."""

from __future__ import annotations

from math import nan

import polars as pl
import pytest

from axiometer_papers.alphabeta.figure_1 import value_checks
from axiometer_papers.alphabeta.figure_2 import correlation_checks
from axiometer_papers.alphabeta.figure_3 import power_checks
from axiometer_papers.alphabeta.figure_4 import robustness_checks
from axiometer_papers.alphabeta.measured import ALL_ASPECTS, ASPECTS, OURS, REDUNDANCY, SWAPS
from axiometer_papers.alphabeta.ratings import RatingsSource

SOURCE = RatingsSource("ml-1m", "", (), lambda: (None, None), 0)
THE_PAPERS = RatingsSource("ml-20m", "", (), lambda: (None, None), 0)
NONE, HUNDRED, TEN = "none", "100", "10"
TAU = {
    (SWAPS, "αβ-nDCG", HUNDRED): 1.0,
    (SWAPS, "RBU", HUNDRED): 1.0,
    (SWAPS, "EU", NONE): 1.0,
    (SWAPS, "NRBP", NONE): 1.0,
    (SWAPS, "S-Recall", HUNDRED): -0.5,
    (SWAPS, "S-Recall", TEN): -0.6,
    (SWAPS, "S-RR", NONE): -0.2,
    (REDUNDANCY, "αβ-nDCG", HUNDRED): 1.0,
    (REDUNDANCY, "RBU", HUNDRED): 0.5,
    (REDUNDANCY, "EU", NONE): 0.6,
    (ASPECTS, "αβ-nDCG", HUNDRED): 0.9,
    (ASPECTS, "RBU", HUNDRED): 0.7,
    (ASPECTS, "EU", NONE): 0.8,
    (ASPECTS, "NRBP", NONE): 0.1,
    (ALL_ASPECTS, "αβ-nDCG", HUNDRED): 1.0,
    (ALL_ASPECTS, "RBU", HUNDRED): 0.92,
    (ALL_ASPECTS, "EU", NONE): 0.93,
    (ALL_ASPECTS, "NRBP", NONE): 0.94,
}
"""As the paper has it."""
VALUES = {
    (SWAPS, "αβ-nDCG", HUNDRED): [0.9, 0.8, 0.7, 0.6],
    (SWAPS, "RBU", HUNDRED): [0.9, 0.8, 0.7, 0.6],
    (SWAPS, "EU", NONE): [0.9, 0.6, 0.7, 0.7],
    (SWAPS, "NRBP", NONE): [0.9, 0.8, 0.7, 0.6],
    (SWAPS, "S-Recall", HUNDRED): [1.0, 1.0, 1.0, 1.0],
    (SWAPS, "S-Recall", TEN): [0.5, 0.6, 0.7, 0.8],
    (SWAPS, "S-RR", NONE): [0.4, 0.3, 0.3, 0.2],
    (ASPECTS, "αβ-nDCG", HUNDRED): [0.9, 0.8],
    (ALL_ASPECTS, "αβ-nDCG", HUNDRED): [0.9, 0.8],
}


def correlated(changes: dict[tuple[str, str, str], float | tuple[float, float]], source=SOURCE):
    """Check correlations as the paper has them, but for changes: τ, or τ and ρ."""
    both = {key: its if isinstance(its, tuple) else (its, its) for key, its in {**TAU, **changes}.items()}
    orders = pl.DataFrame(
        [(*key, *its) for key, its in both.items()],
        ["perturbation", "name", "cut-off", "tau_b", "spearman"],
        orient="row",
    )
    users = {ALL_ASPECTS: 50}
    curves = pl.DataFrame(
        [
            (*key, step, value, users.get(key[0], 70) - step)
            for key, its in VALUES.items()
            for step, value in enumerate(its)
        ],
        ["perturbation", "name", "cut-off", "steps", "value", "queries"],
        orient="row",
    )
    return {check.what: check for check in correlation_checks(orders, curves, source)}


def unlike(checks) -> dict[str, str]:
    return {what: check.same for what, check in checks.items() if check.same != "yes"}


def test_correlations_as_published():
    checks = correlated({})
    assert len(checks) == 10
    assert unlike(checks) == {}
    assert {check.why for check in checks.values()} == {""}


@pytest.mark.parametrize(
    ("changes", "wrong", "why"),
    [
        (
            {(SWAPS, "S-Recall", TEN): 0.3},
            "S-Recall, swaps",
            "0.5000 for ideal lists and 0.8000 after all swaps: swaps s",
        ),
        (
            {(SWAPS, "S-RR", NONE): 0.3},
            "S-RR, swaps",
            "0.4000 for ideal lists and 0.2000 after all swaps: swaps do not",
        ),
        ({(SWAPS, "S-RR", NONE): -0.1}, "S-RR, swaps", "Not clearly so with S-RR"),
        ({(SWAPS, "S-RR", NONE): (-0.3, 0.01)}, "S-RR, swaps", "Not clearly so with S-RR"),
        (
            {(SWAPS, "EU", NONE): 0.99},
            "EU, swaps",
            "2 times, the mean rises 1 times, by at most 0.1, and stays 1 times",
        ),
        ({(SWAPS, "RBU", HUNDRED): 0.99}, "RBU, swaps", "rises 0 times, by at most 0, and stays 0 times"),
        ({(REDUNDANCY, "EU", NONE): 1.0}, "EU, redundant aspect", "at least as well"),
        ({(REDUNDANCY, "RBU", HUNDRED): 1.0}, "RBU, redundant aspect", "at least as well"),
        ({(ASPECTS, "RBU", HUNDRED): 0.1}, "NRBP, swapped aspects", "NRBP 0.940, EU 0.930, RBU 0.920, αβ-nDCG 1.000"),
        (
            {(ASPECTS, "EU", NONE): 1.0},
            "measures that know weights, swapped aspects",
            "Of 70 users, 20 have too few genres and the ideal list again after some steps, which is the paper's "
            "reason, but EU still",
        ),
    ],
)
def test_other_correlations_are_not_the_same(changes, wrong, why):
    checks = correlated(changes)
    assert unlike(checks) == {wrong: "no"}
    assert why in checks[wrong].why
    assert checks[wrong].why.endswith(" The data are ml-1m, not MovieLens 20M.")


@pytest.mark.parametrize(
    ("changes", "unknown"),
    [
        ({(SWAPS, "S-Recall", HUNDRED): nan, (SWAPS, "S-Recall", TEN): nan}, {"S-Recall, swaps"}),
        ({(SWAPS, "S-RR", NONE): nan}, {"S-RR, swaps"}),
        ({(SWAPS, "NRBP", NONE): nan}, {"NRBP, swaps"}),
        ({(REDUNDANCY, "EU", NONE): nan}, {"EU, redundant aspect"}),
        ({(REDUNDANCY, "αβ-nDCG", HUNDRED): nan}, {"RBU, redundant aspect", "EU, redundant aspect"}),
        ({(ASPECTS, "NRBP", NONE): nan}, {"NRBP, swapped aspects"}),
        (
            {(ASPECTS, "EU", NONE): nan},
            {"NRBP, swapped aspects", "measures that know weights, swapped aspects"},
        ),
    ],
)
def test_undefined_correlations_are_not_comparable(changes, unknown):
    checks = correlated(changes)
    assert unlike(checks) == dict.fromkeys(unknown, "not comparable")
    for what in unknown:
        assert "undefined" in checks[what].ours
        assert checks[what].why.startswith("Where all systems have the same mean")


def test_one_cutoff_that_tells_nothing_leaves_the_other():
    check = correlated({(SWAPS, "S-Recall", HUNDRED): nan})["S-Recall, swaps"]
    assert check.same == "yes"
    assert check.ours == (
        "S-Recall@100: undefined, as all systems have the same mean, 1.000; S-Recall@10: τ -0.600, ρ -0.600 "
        "(negative: τ < -0.1 and ρ < 0)"
    )


def test_the_reason_is_that_of_the_cutoff_that_differs():
    check = correlated({(SWAPS, "S-Recall", TEN): 0.3})["S-Recall, swaps"]
    assert "S-Recall@10" in check.why
    assert "S-Recall@100" not in check.why


def test_on_the_papers_data_nothing_is_said_of_other_data():
    check = correlated({(SWAPS, "S-RR", NONE): 0.5}, THE_PAPERS)["S-RR, swaps"]
    assert check.same == "no"
    assert "not MovieLens 20M" not in check.why


def test_nearly_perfect_is_perfect_with_two_digits():
    checks = correlated({(SWAPS, "RBU", HUNDRED): 0.9951, (SWAPS, "EU", NONE): 0.9949})
    assert unlike(checks) == {"EU, swaps": "no"}


P_BETTER = {
    (kind, name): its
    for kind in (SWAPS, REDUNDANCY)
    for name, its in {
        "αβ-nDCG": [0.99, 1.0, 1.0],
        "RBU": [0.99, 1.0, 1.0],
        "EU": [0.99, 1.0, 1.0],
        "NRBP": [0.99, 1.0, 1.0],
        "S-Recall": [0.5, 0.6, 0.4],
        "S-RR": [0.5, 0.6, 0.4],
    }.items()
} | {
    (ASPECTS, "αβ-nDCG"): [0.97, 0.99, 1.0],
    (ASPECTS, "RBU"): [0.99, 0.978, 1.0],
    (ASPECTS, "EU"): [0.99, 0.97, 1.0],
    (ASPECTS, "NRBP"): [0.99, 0.2, 1.0],
    (ASPECTS, "S-Recall"): [nan, nan, nan],
    (ASPECTS, "S-RR"): [0.5, 0.6, 0.4],
}
"""As the paper has it."""
WELL_SWAPS, WELL_REDUNDANCY, SUBTOPIC, MONOTONE, ERRATIC_ONES = (
    "RBU, NRBP, EU, αβ-nDCG: swaps bottom to top",
    "RBU, NRBP, EU, αβ-nDCG: redundant aspect",
    "S-Recall and S-RR against the others",
    "αβ-nDCG, swapped aspects",
    "all but αβ-nDCG, swapped aspects",
)


def spotted(changes: dict[tuple[str, str], list[float]]):
    """Check p-values as the paper has them, but for changes."""
    rows = [(*key, step, p, 1 - p) for key, its in {**P_BETTER, **changes}.items() for step, p in enumerate(its, 1)]
    curves = pl.DataFrame(rows, ["perturbation", "name", "steps", "p_better", "p_worse"], orient="row")
    return {check.what: check for check in power_checks(curves, SOURCE)}


def test_p_values_as_published():
    checks = spotted({})
    assert [*checks] == [WELL_SWAPS, WELL_REDUNDANCY, SUBTOPIC, MONOTONE, ERRATIC_ONES]
    assert unlike(checks) == {}
    assert checks[MONOTONE].ours == "from 0.9700 to 1.0000; largest fall: none"
    assert checks[ERRATIC_ONES].ours.endswith("RBU 0.012, EU 0.02, NRBP 0.79, S-RR 0.2; no p-values: S-Recall")


@pytest.mark.parametrize(
    ("changes", "wrong", "why"),
    [
        ({(SWAPS, "EU"): [0.2, 0.99, 1.0]}, WELL_SWAPS, "Fewer are found with EU."),
        ({(SWAPS, "EU"): [0.94, 1.0, 1.0]}, WELL_SWAPS, "Fewer are found with EU."),
        ({(SWAPS, "EU"): [nan, 1.0, 1.0]}, WELL_SWAPS, "Fewer are found with EU."),
        ({(REDUNDANCY, "αβ-nDCG"): [0.2, 0.99, 1.0]}, WELL_REDUNDANCY, "Fewer are found with αβ-nDCG."),
        (
            {(SWAPS, "S-RR"): [1.0] * 3, (REDUNDANCY, "S-RR"): [1.0] * 3, (ASPECTS, "S-RR"): [0.99, 0.97, 0.5]},
            SUBTOPIC,
            "With S-RR at least as many are found as with NRBP.",
        ),
        ({(ASPECTS, OURS): [0.96, 1.0, 0.97]}, MONOTONE, "falls at some step, by up to 0.03"),
        (
            {(ASPECTS, "EU"): [0.99, 0.985, 1.0]},
            ERRATIC_ONES,
            "Those of EU do not fall so much; after one step they are EU 0.9900. As they begin next to 1",
        ),
        ({(ASPECTS, "NRBP"): [0.3, 0.4, 1.0], (ASPECTS, "S-RR"): [0.5, 0.5, 0.5]}, ERRATIC_ONES, "NRBP 0.3000, S-RR 0"),
    ],
)
def test_other_p_values_are_not_the_same(changes, wrong, why):
    checks = spotted(changes)
    assert unlike(checks) == {wrong: "no"}
    assert why in checks[wrong].why
    assert ("begin next to 1" in checks[wrong].why) == ("begin next to 1" in why)


@pytest.mark.parametrize(
    ("changes", "unknown", "why"),
    [
        ({(SWAPS, "EU"): [nan] * 3}, WELL_SWAPS, "no p-value"),
        ({(REDUNDANCY, "RBU"): [nan] * 3}, WELL_REDUNDANCY, "no p-value"),
        ({(ASPECTS, OURS): [nan, 0.99, nan]}, MONOTONE, "Fewer than two systems"),
        ({(ASPECTS, OURS): [1.0, 1.0, 1.0]}, MONOTONE, "All p-values are 1.0000"),
        (
            {(ASPECTS, name): [nan, 0.5, nan] for name in ("RBU", "EU", "NRBP", "S-RR")},
            ERRATIC_ONES,
            "No measure has p-values of two systems",
        ),
    ],
)
def test_too_few_p_values_are_not_comparable(changes, unknown, why):
    check = spotted(changes)[unknown]
    assert check.same == "not comparable"
    assert why in check.why


def test_a_measure_without_any_p_value_cannot_be_compared_with_others():
    check = spotted({(kind, "EU"): [nan] * 3 for kind in (SWAPS, REDUNDANCY, ASPECTS)})[SUBTOPIC]
    assert check.same == "not comparable"
    assert check.ours.endswith("; no p-values: EU")


def test_a_perturbation_without_p_values_leaves_the_others():
    check = spotted({(ASPECTS, "EU"): [nan] * 3})[SUBTOPIC]
    assert check.same == "yes"
    assert "EU 0.667" in check.ours
    assert "no p-values" not in check.ours


def fallen(*values: float, steps: int = 3):
    """Check the values of two settings."""
    n = len(values) // steps
    table = pl.DataFrame({
        "α": [0.1] * len(values),
        "β": [beta for beta in (0.5, 1.0)[:n] for _ in range(steps)],
        "steps": [*range(steps)] * n,
        "value": values,
    })
    (check,) = value_checks(table, SOURCE)
    return check


def test_values_must_fall_for_all_settings():
    check = fallen(3.0, 2.0, 1.0, 3.0, 3.0, 2.5)
    assert check.same == "yes"
    assert check.ours == "2 of 2 settings never rise; from none to all swaps they fall by 0.500 to 2.000"


def test_values_that_rise_at_a_step():
    check = fallen(3.0, 2.0, 1.0, 3.0, 2.0, 2.5)
    assert check.same == "no"
    assert check.ours.startswith("1 of 2 settings")
    assert "rises: α = 0.1, β = 1 by 0.5. Perhaps" in check.why


def test_values_that_stay():
    check = fallen(3.0, 2.0, 1.0, 3.0, 3.0, 3.0)
    assert check.same == "no"
    assert "same before and after" in check.why


@pytest.mark.parametrize(("values", "steps"), [((3.0, 2.0), 1), ((3.0, 2.0, 1.0, 3.0, 2.0, nan), 3)])
def test_values_that_cannot_be_compared(values, steps):
    check = fallen(*values, steps=steps)
    assert check.same == "not comparable"
    assert "no means of two systems" in check.why


def left(*tau: float, betas: tuple[float, ...] = (0.1, 0.9)):
    """Check τ for two cut-offs, some β and two shares."""
    n = len(betas)
    table = pl.DataFrame({
        "cut-off": [10] * 2 * n + [100] * 2 * n,
        "β": [beta for beta in betas for _ in range(2)] * 2,
        "share": [0.9, 0.5] * 2 * n,
        "tau": tau,
    })
    return robustness_checks(table, SOURCE)


def test_robust_as_published():
    checks = left(0.3, 0.6, 0.9, 0.6, 0.9, 0.8, 0.8, 0.7)
    assert [check.same for check in checks] == ["yes"] * 3
    assert [check.what for check in checks] == [
        "αβ-nDCG@10 with a share of 0.5 of the ratings",
        "αβ-nDCG@100 with a share of 0.5 of the ratings",
        "αβ-nDCG@100 by β",
    ]
    assert checks[2].ours == "so at 2 of 2 shares; mean τ over shares: β = 0.1 0.850, β = 0.9 0.750"


def test_not_robust_with_half_of_the_ratings():
    checks = left(0.9, 0.4, 0.9, 0.6, 0.9, 0.8, 0.9, 0.9)
    assert [check.same for check in checks] == ["no", "yes", "no"]
    assert checks[0].why.startswith("It is below 0.5 for β = 0.1. The means of some systems may be")
    assert checks[2].ours.startswith("so at 0 of 2 shares")


def test_the_mean_over_shares_tells_the_order_of_betas():
    check = left(0.9, 0.9, 0.9, 0.9, 0.7, 0.9, 0.8, 0.6)[2]
    assert check.same == "yes"
    assert check.ours.startswith("so at 1 of 2 shares")


def test_all_betas_must_be_in_order():
    check = left(*[0.9] * 6, 0.9, 0.8, 0.6, 0.5, 0.7, 0.6, betas=(0.1, 0.5, 0.9))[2]
    assert check.same == "no"
    assert check.ours.startswith("so at 0 of 2 shares")


def test_undefined_correlations_tell_nothing_of_robustness():
    checks = left(0.9, nan, 0.9, 0.6, 0.9, nan, 0.9, 0.9)
    assert [check.same for check in checks] == ["not comparable"] * 3


def test_one_beta_has_no_other_to_compare():
    checks = left(0.9, 0.8, 0.9, 0.8, betas=(0.5,))
    assert [check.same for check in checks] == ["yes", "yes", "not comparable"]
    assert "two β" in checks[2].why
