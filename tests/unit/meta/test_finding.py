import polars as pl

from axiometer.meta.finding import Finding, merged


def test_what_is_told_alike_of_several_is_told_once():
    told = ["AP: 2 pairs not tested", "only 6 requests", "RR: 2 pairs not tested", "only 6 requests", "RR: 1 pair"]
    assert merged(told) == ("AP, RR: 2 pairs not tested", "only 6 requests", "RR: 1 pair")
    assert merged([*merged(told), "AP, P@5: 2 pairs not tested"])[0] == "AP, RR, P@5: 2 pairs not tested"


def test_caveats_of_a_finding_are_merged():
    assert Finding("ties", pl.DataFrame(), caveats=("a: few", "b: few")).caveats == ("a, b: few",)
