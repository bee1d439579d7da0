"""The papers' tables beside ours."""

import pytest

from axiometer.axioms.axiom import FAMILIES
from axiometer.axioms.checking import check_axioms, find_axioms
from axiometer.axioms.published import AXIOMS_OF, TABLES, measures_of, published
from axiometer.axioms.verdicts import Verdict
from axiometer.engines.prefer import parse_compared


@pytest.mark.parametrize("family", FAMILIES)
def test_tables_have_a_cell_for_every_axiom(family):
    names = AXIOMS_OF[family].split()
    assert names == [axiom.name for axiom in find_axioms(family) if not axiom.variant_of]
    assert {len(row) for row in TABLES[family].values()} == {len(names)}
    assert {cell for row in TABLES[family].values() for cell in row} <= {"●", "○", "–"}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_measures_of_a_table_are_named_as_they_name_themselves(family):
    found = [str(parse_compared(name)[0]) for name in measures_of(family)]
    assert found == list(measures_of(family))
    axiom = find_axioms(family)[0]
    assert all(published(Verdict(name, axiom.name, "holds"), axiom) is not None for name in found)
    assert len(found) == len(TABLES[family])


def test_a_verdict_agrees_or_is_explained():
    pri, conf = find_axioms(["Pri", "Conf"])
    same = published(Verdict("RBU(p=0.9,e=0.05)@20", "Conf", "holds"), conf)
    other = published(Verdict("RBU(p=0.9,e=0)@20", "Conf", "violated"), conf)
    assert same.agrees
    assert not same.explanation
    assert not other.agrees
    assert "effort" in other.explanation
    assert "gain='linear'" in published(Verdict("alpha_nDCG@20", "Pri", "violated"), pri).explanation
    assert published(Verdict("Mine", "Pri", "holds"), pri) is None


def test_another_reading_is_not_in_the_paper():
    (variant,) = find_axioms(["AspRel/later-items-free"])
    assert published(Verdict("RBU(p=0.9,e=0.05)", variant.name, "violated"), variant) is None


def test_what_the_paper_calls_not_applicable_agrees_with_not_applicable():
    (concave,) = find_axioms(["Concave"])
    assert published(Verdict("lexirecall", "Concave", "not-applicable"), concave).agrees
    assert not published(Verdict("lexirecall", "Concave", "holds"), concave).agrees


def test_verdicts_know_what_the_paper_of_their_axiom_says():
    found = check_axioms(["P@20", "Judged@20"], ["search:Pri", "recommendation:Pri"], cases=50)
    said = {(each.measure, each.family): found.published(each) for each in found}
    assert said["P@20", "search"].is_satisfied is False
    assert said["P@20", "search"].agrees
    assert said["P@20", "recommendation"] is said["Judged@20", "search"] is None
