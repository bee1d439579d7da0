"""Checks that any measure should pass, also one that somebody else has written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from axiometer.axioms.axiom import FAMILIES, full_name
from axiometer.axioms.checking import AXIOMS, CASES, check_axioms, find_axioms
from axiometer.measures.base import Measure
from axiometer.measures.preferences.base import Preference
from axiometer.reference.cases import Case, top_grade
from axiometer.testing.case_lists import values_of


def check_measure(measure: Measure, cases: Sequence[Case]) -> None:
    """Check what every measure promises.

    One float64 per list, within the bounds or undefined; the same to the last bit alone and among others; no change
    when items are added below the cut-off.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.testing import Case, check_measure
    >>> check_measure(ax.parse_measure("AP@2"), [Case(ranking=(0, 2), unretrieved=(1,))])
    """
    grades = [top_grade(grade) for case in cases for grade in case.pool]
    top = max((grade for grade in grades if grade > 0), default=1)
    together = values_of(measure, cases, max_grade=top)
    assert together.shape == (len(cases),), f"{measure}: {together.shape} values for {len(cases)} lists"
    assert together.dtype == np.float64, f"{measure}: values are {together.dtype}, not float64"
    low, high = measure.bounds
    defined = together[~np.isnan(together)]
    assert ((defined >= low - 1e-12) & (defined <= high + 1e-12)).all(), f"{measure}: {defined} beyond {measure.bounds}"
    alone = np.concatenate([values_of(measure, [case], max_grade=top) for case in cases])
    np.testing.assert_array_equal(alone, together, err_msg=f"{measure}: alone and among others")
    cutoff = getattr(measure, "cutoff", None)
    if cutoff is not None:
        longer = [_filled(case, cutoff) for case in cases]
        extended = [_filled(case, cutoff + 2) for case in longer]
        np.testing.assert_array_equal(
            values_of(measure, extended, max_grade=top),
            values_of(measure, longer, max_grade=top),
            err_msg=f"{measure}: items below the cut-off",
        )


def _filled(case: Case, length: int) -> Case:
    """Add unjudged items to the end of a list: further items of its catalogue, then such as it does not have."""
    n_more = max(0, length - len(case.ranking))
    lengths = None if case.lengths is None else case.lengths + (100.0,) * n_more
    n_unjudged = case.ranking.count(None)
    return replace(
        case,
        ranking=case.ranking + (None,) * n_more,
        lengths=lengths,
        unrated=(*case.unrated, *(None,) * (n_unjudged - len(case.unrated)), *case.catalogue[:n_more]),
        catalogue=case.catalogue[n_more:],
    )


def assert_axioms(
    measure: str | Measure | Preference,
    *,
    holds: str | Iterable[str] = (),
    violates: str | Iterable[str] = (),
    cases: int = CASES,
    seed: int = 0,
) -> None:
    """Check that a measure satisfies some axioms, and violates others.

    Parameters
    ----------
    measure
        A measure or preference, or the name of one.
    holds, violates
        Names of axioms, such as ``"Red"`` or ``"recommendation:Pri"``, or of sets of them, such as ``"search"``.
    cases
        About how many cases are tried of each axiom.
    seed
        Same seed, same result.

    Raises
    ------
    AssertionError
        With a counterexample for each axiom that should hold and does not, and the number of cases tried for each that
        should be violated and is not. An axiom that does not apply is neither.

    Examples
    --------
    >>> from axiometer.testing import assert_axioms
    >>> assert_axioms("RBP(p=0.8)", holds="Pri", violates="Red", cases=200)
    """
    wrong: list[str] = []
    for some, is_wanted in ((holds, True), (violates, False)):
        names = [some] if isinstance(some, str) else list(some)
        # A set promises its axioms, not other readings of them.
        variants = {full_name(axiom) for axiom in AXIOMS if axiom.variant_of}
        sets = [full_name(axiom) for name in names if name in {*FAMILIES, "all"} for axiom in find_axioms(name)]
        names = [name for name in names if name not in {*FAMILIES, "all"}]
        names += [name for name in sets if name not in variants]
        if not names:
            continue
        for verdict in check_axioms(measure, names, cases=cases, seed=seed):
            if verdict.answer == "not-applicable" or verdict.is_satisfied != is_wanted:
                wrong.append(f"{verdict.axiom} should {'hold' if is_wanted else 'be violated'}: {verdict}")
    assert not wrong, "\n".join(wrong)
