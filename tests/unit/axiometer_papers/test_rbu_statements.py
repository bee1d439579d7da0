"""What the paper on rank-biased utility says, asked of small numbers: each statement can hold, and each can fail."""

import pytest

from axiometer_papers.rbu import table_3
from axiometer_papers.rbu.statements import (
    deeper_is_better,
    effort_matters,
    gap_grows,
    persistence_helps,
    rbu_beats_eu,
    rbu_is_first,
    s_recall_is_last,
    statements,
)
from axiometer_papers.rbu.table_3_dynamic import VARIANTS as OUTPUTS
from axiometer_papers.rbu.table_3_dynamic import dynamic_statements
from axiometer_papers.rbu.variants import FORMS, GRID, variants_of

VARIANTS = variants_of(FORMS, GRID)
SCENARIOS = ("official", "all", "all-50")
RBU_99 = {each.name: 0.9 for each in VARIANTS if each.pays and each.family == "RBU" and each.parameters["p"] == "0.99"}


def values(variants=VARIANTS, default=0.5, **changed):
    """Give all variants the same value, those of a family (underscores for hyphens) or some names another one."""
    families = {name.replace("_", "-"): value for name, value in changed.items()}
    return {each.name: families.get(each.family, default) for each in variants}


def in_all(its, **others):
    return {**dict.fromkeys(SCENARIOS, its), **{name.replace("_", "-"): its for name, its in others.items()}}


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, "yes"),
        ({"AP": 0.9}, "yes"),
        ({"AP": 0.95}, "no"),
        ({"RBU(p=0.99,e=0.5)": 0.4}, "no"),
        ({"RBU(p=0.99,e=0)": 0.95}, "no"),
    ],
)
def test_every_patient_rbu_with_an_effort_is_at_least_as_high_as_all_others(changed, same):
    check = rbu_is_first("here", VARIANTS, values() | RBU_99 | changed)
    assert check.same == same
    assert bool(check.why) == (same == "no")


def test_ties_with_another_measure_are_told():
    check = rbu_is_first("here", VARIANTS, {each.name: 0.9 if each.pays else 0.5 for each in VARIANTS})
    assert check.same == "yes"
    assert "as much have" in check.ours
    assert "EU" in check.ours
    assert "AP with 0.9500" in rbu_is_first("here", VARIANTS, values() | RBU_99 | {"AP": 0.95}).ours


def test_effort_is_a_reason_only_where_it_changes_something():
    idle = rbu_is_first("here", VARIANTS, values(RBU=0.6, AP=0.7))
    assert "the effort changes nothing here" in idle.why
    assert "99 e" not in idle.why
    some = rbu_is_first("here", VARIANTS, values(RBU=0.6, AP=0.7) | {"RBU(p=0.99,e=0.5)": 0.4})
    assert "RBU e={0.001,0.05,0.1,0.5}, p=0.99: below" in some.why
    assert "39 e for 50 items" in some.why


def test_rbu_is_above_eu_in_all_scenarios_or_not():
    above = values(RBU=0.6)
    assert rbu_beats_eu("here", VARIANTS, in_all(above)).same == "yes"
    check = rbu_beats_eu("here", VARIANTS, in_all(above, all=values(RBU=0.6, EU=0.6)))
    assert (check.same, check.why[:4]) == ("no", "all:")
    assert "the effort changes nothing there" in check.why
    paid = values(RBU=0.6, EU=0.7) | {"RBU(p=0.8,e=0.5)": 0.4}
    assert "perhaps both prefer the shorter" in rbu_beats_eu("here", VARIANTS, in_all(above, all=paid)).why
    # One high variant of EU is enough, and one of RBU.
    one = {"EU(alpha=0.25,e=0)": 0.7}
    assert rbu_beats_eu("here", VARIANTS, in_all(above | one)).same == "no"
    assert rbu_beats_eu("here", VARIANTS, in_all(values() | {"RBU(p=0.8,e=0)": 0.6})).same == "yes"


def test_lead_of_rbu_grows_in_both_simulated_scenarios_or_not():
    small, large = values(RBU=0.6), values(RBU=0.9)
    assert gap_grows("here", VARIANTS, in_all(large, official=small)).same == "yes"
    assert gap_grows("here", VARIANTS, in_all(large, official=small, all_50=small)).same == "no"
    assert gap_grows("here", VARIANTS, in_all(large, official=small, all=small)).same == "no"
    # Others with an effort do not count, those without do.
    high = large | {"EU(alpha=0.25,e=0.5)": 0.9}
    assert gap_grows("here", VARIANTS, in_all(high, official=small)).same == "yes"
    assert gap_grows("here", VARIANTS, in_all(large | {"AP": 0.9}, official=small)).same == "no"


def test_rbu_without_effort_is_below_all_with_effort_or_not():
    paying = {each.name: 0.9 for each in VARIANTS if each.pays and each.family == "RBU"}
    assert effort_matters("here", VARIANTS, values() | paying).same == "yes"
    assert effort_matters("here", VARIANTS, values() | paying | {"RBU(p=0.8,e=0.5)": 0.5}).same == "no"
    assert effort_matters("here", VARIANTS, values() | paying | {"RBU(p=0.8,e=0)": 0.9}).same == "no"


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, "yes"),
        ({"S_Recall@10": 0.55}, "no"),
        ({"RR": 0.25}, "no"),
        ({"P@10": 0.1}, "yes"),
        ({"RR": 0.4, "S_Recall@100": 0.4}, "no"),
    ],
)
def test_every_s_recall_is_below_the_best_of_each_other_measure_or_not(changed, same):
    its = values(AP=0.9, S_Recall=0.3) | changed
    check = s_recall_is_last("here", VARIANTS, in_all(values(S_Recall=0.3), all=its))
    assert check.same == same
    if same == "no":
        assert "(scenario all)" in check.why


def test_deeper_cut_offs_are_at_least_as_unanimous_or_not():
    flat = values()
    assert deeper_is_better("here", VARIANTS, in_all(flat)).same == "yes"
    sets = deeper_is_better("here", VARIANTS, in_all(flat, all=flat | {"P@20": 0.6}))
    assert (sets.same, "P (best at 20)" in sets.ours) == ("no", True)
    assert "For the others" not in sets.why
    assert "For the others" in deeper_is_better("here", VARIANTS, in_all(flat | {"ERR@20": 0.6})).why
    assert deeper_is_better("here", VARIANTS, in_all(flat | {"ERR@1000": 0.6})).same == "yes"


def test_persistence_helps_rbp_or_not():
    line = [each.name for each in VARIANTS if each.family == "RBP"]

    def asked(*found):
        return persistence_helps("here", VARIANTS, values() | dict(zip(line, found, strict=True)))

    assert asked(0.5, 0.5, 0.6).same == "yes"
    assert (asked(0.5, 0.5, 0.5).same, asked(0.5, 0.5, 0.5).why[:8]) == ("no", "the same")
    assert (asked(0.5, 0.7, 0.6).same, asked(0.5, 0.7, 0.6).why[:7]) == ("no", "perhaps")


def test_all_statements_are_asked_of_a_collection():
    checks = [*statements("x", VARIANTS, in_all(values()))]
    assert len(checks) == 9
    assert all(check.why for check in checks if check.same == "no")


TABLE_3 = {column: values(its, RBU=0.9, S_Recall=0.3) for column, its in table_3.COLUMNS.items()}
OFFICIAL, AT_20 = TABLE_3["official"], TABLE_3["k = 20"]


@pytest.mark.parametrize(
    ("changed", "same", "why"),
    [
        ({"AP_IA": 0.905}, "yes", ""),
        ({"AP_IA": 0.8}, "no", "AP-IA joins 87%"),
        ({"AP_IA": 0.95}, "no", "RBU with p = 0.99 is up to 0.0500 below"),
        ({"AP_IA": 0.905, "RBU(p=0.99,e=0.5)": 0.8}, "no", "RBU with p = 0.99 is up to 0.1050 below"),
        ({"AP_IA": 0.905, "NRBP": 0.91}, "no", "AP-IA joins 94%"),
    ],
)
def test_ap_ia_is_first_and_rbu_near_or_not(changed, same, why):
    check = table_3.ap_ia_is_first("here", OFFICIAL | changed)
    assert check.same == same
    assert check.why.startswith(why)
    if "joins" in why:
        # Six measures at three cut-offs; 15 variants of RBU, NRBP and nNRBP have none.
        assert check.why.endswith("which 18 of the 35 others do not")


def test_persistence_helps_rbu_or_not():
    more = {name: 0.95 for name in OFFICIAL if "p=0.99" in name}
    assert table_3.persistence_helps("here", OFFICIAL | more).same == "yes"
    assert table_3.persistence_helps("here", OFFICIAL).same == "no"
    assert table_3.persistence_helps("here", OFFICIAL | more | {"RBU(p=0.8,e=0)": 1.0}).same == "no"


@pytest.mark.parametrize(
    ("changed", "same"), [({}, "yes"), ({"RBU(p=0.8,e=0)@20": 0.45}, "no"), ({"P_IA@20": 0.9}, "no")]
)
def test_all_rbu_are_highest_or_not(changed, same):
    for column in ("k = 20", "k = 20, e = 0"):
        assert table_3.rbu_is_highest("here", column, TABLE_3[column] | changed).same == same


def test_all_rbu_are_alike_or_not():
    assert table_3.all_rbu_alike("here", AT_20).same == "yes"
    effort = table_3.all_rbu_alike("here", AT_20 | {name: 0.8 for name in AT_20 if "e=0.5" in name})
    assert effort.same == "no"
    assert "up to 0.1000 between efforts" in effort.why
    assert "up to 0.0000 between p" in effort.why
    patience = table_3.all_rbu_alike("here", AT_20 | {name: 0.8 for name in AT_20 if "p=0.99" in name})
    assert "up to 0.0000 between efforts" in patience.why
    assert "up to 0.1000 between p" in patience.why


@pytest.mark.parametrize(("changed", "same"), [({}, "yes"), ({"S_Recall@10": 0.55}, "no"), ({"P_IA@5": 0.3}, "no")])
def test_s_recall_is_last_of_the_official_measures_or_not(changed, same):
    assert table_3.s_recall_is_last("here", "official", OFFICIAL | changed).same == same


PAYING = {each.name: 0.9 for each in OUTPUTS if each.pays}
FREE = {each.name: 0.4 for each in OUTPUTS if each.family == "RBU" and not each.pays}
ACT, CT = (next(each.name for each in OUTPUTS if each.family == family) for family in ("ACT", "CT"))
DYNAMIC = values(OUTPUTS) | PAYING | FREE | {"Rprec": 0.1, "RR@10": 0.2}


@pytest.mark.parametrize(
    ("changed", "failing"),
    [
        ({}, []),
        ({CT: 0.9}, [0]),
        ({"RBU(p=0.8,e=0.5)": 0.45}, [0]),
        ({"RBU(p=0.8,e=0)": 0.6}, [1]),
        (dict.fromkeys(PAYING, 0.5), [0, 1]),
        ({ACT: 0.95}, [0, 1]),
        ({CT: 0.15}, [2]),
        ({"Rprec": 0.6}, [2]),
    ],
)
def test_statements_on_lists_that_stop(changed, failing):
    checks = [*dynamic_statements(DYNAMIC | changed)]
    assert [at for at, check in enumerate(checks) if check.same == "no"] == failing
    assert all(check.why for check in checks if check.same == "no")
