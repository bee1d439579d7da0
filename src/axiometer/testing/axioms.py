"""Axioms in the tests of measures made elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from axiometer.axioms.axiom import FAMILIES, full_name
from axiometer.axioms.checking import AXIOMS, CASES, check_axioms, find_axioms
from axiometer.measures.base import Measure
from axiometer.measures.preferences.base import Preference


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
