"""What the papers print and say, beside what real collections give: the parts of experiments that are quick there."""

import pytest

from axiometer_papers.papers import STUDIES
from axiometer_papers.study import Setting

pytestmark = pytest.mark.papers


def made(paper, folder, *names):
    """Run parts of a paper on one collection; gives what they found, by what was looked at."""
    parts = {part.name: part for part in STUDIES[paper].plan(Setting(data=folder, is_quick=True))}
    results = {}
    for name in names:
        results[name] = parts[name].make(lambda *_: None, *(results[each] for each in parts[name].made_of))
    return results


def checks_of(results):
    return {(check.where, check.what): check for result in results.values() for check in result.checks}


def test_concordance_orders_measures_by_precision_as_the_paper_does(shared_data):
    found = made("concordance", shared_data / "web2011", "table-2-web2011")
    checks = checks_of(found)
    order = checks["Section 5 (web2011)", "order by precision"]
    assert order.same == "yes"
    assert order.ours.startswith("D-U, U-IA ≫ D-nDCG ≫ D♯-nDCG ≫ α-nDCG ≫ ERR-IA; 14 of the paper's 14")
    other = checks["Section 5 (web2011)", "order by intent recall"]
    assert "9 of the paper's 12 significant pairs, 0 the other way round" in other.ours
    assert any("Lengths are simulated" in note for note in found["table-2-web2011"].notes)


def test_unanimity_of_cut_off_measures_on_web2011(shared_data):
    checks = checks_of(made("rbu", shared_data / "web2011", "table-3-web2011"))
    first = checks["Table 3, k = 20 (web2011)", "all variants of RBU have the highest unanimity"]
    assert (first.same, first.ours[:10]) == ("yes", "RBU 0.9124")
    assert checks["Table 3, k = 20 (web2011)", "S-Recall is below all other measures"].same == "yes"


def test_dynamic_domain_has_one_run_and_the_page_says_what_was_made_of_it(shared_data):
    (result,) = made("rbu", shared_data / "dd16", "table-3-dynamic-domain-dd16").values()
    values = dict(result.tables[0].frame.select("measure", "value").rows())
    assert values["RBU(p=0.99,e=0.05)"] > values["ACT(batch=5)@50"] > values["CT(batch=5)@50"] > values["RR@10"]
    assert any("one run" in note for note in result.notes)


@pytest.mark.parametrize(
    ("collection", "queries", "relevant"),
    [("web2010", "48", "187.63"), ("web2011", "50", "167.56"), ("web2013", "50", "182.42")],
)
def test_the_web_collections_are_those_of_the_recall_paper(shared_data, collection, queries, relevant):
    checks = checks_of(made("lexirecall", shared_data / collection, f"numbers-{collection}", "table-5"))
    for what, published in (("queries", queries), ("relevant per query", relevant)):
        check = checks["Table 5", f"{collection}: {what}"]
        assert (check.published, check.same) == (published, "yes")


def test_lexirecall_on_robust03(shared_data):
    (result,) = made("lexirecall", shared_data / "robust03", "numbers-robust03").values()
    (definition,) = [check for check in result.checks if "whatever R@1000 prefers" in check.published]
    assert definition.ours.startswith("agreement 1.000000")
    (ties,) = [check for check in result.checks if "ties much less often" in check.published]
    assert ties.same == "yes"


def test_swaps_lower_alphabeta_ndcg_on_movielens(shared_data):
    (result,) = made("alphabeta", shared_data / "ml-latest-small", "figure-1-ml-latest-small").values()
    (check,) = result.checks
    assert check.same == "yes"
    assert check.ours.startswith("16 of 16 settings never rise")
