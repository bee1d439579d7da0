"""Names of measures."""

from __future__ import annotations

import numpy as np
import pytest

import axiometer as ax
from axiometer.measures.adhoc.ndcg import nDCG
from axiometer.measures.adhoc.rbp import RBP
from axiometer.measures.names import parse_measures

SPELLINGS = {
    "nDCG@10 AP, P(rel=2)@5": ["nDCG@10", "AP", "P(rel=2)@5"],
    "RBP": ["RBP(p=0.8)"],
    "RBP(p=0.5) RBP(p=.95)": ["RBP(p=0.5)", "RBP(p=0.95)"],
    "nDCG(gain=exp)@3": ["nDCG(gain='exp')@3"],
    "nDCG(dcg='exp-log2')@20": ["nDCG(gain='exp')@20"],
    "nDCG(gains={1: 3, 2: 9})": ["nDCG(gain={1:3,2:9})"],
    "RBP(rel=2)": ["RBP(p=0.8,gain='binary',rel=2)"],
    "P(rel=2.0)@5": ["P(rel=2)@5"],
    "map recip_rank bpref ndcg Rprec set_F": ["AP", "RR", "Bpref", "nDCG", "Rprec", "F"],
    "ndcg_cut_10 P_5 recall.100 map_cut.5,10 success_1": ["nDCG@10", "P@5", "R@100", "AP@5", "AP@10", "Success@1"],
    "success": ["Success@1", "Success@5", "Success@10"],
    "P,AP": ["P", "AP"],
    "P_5,P_10,map": ["P@5", "P@10", "AP"],
    "P.5,10,map": ["P@5", "P@10", "AP"],
    "recall@10 Precision@5": ["R@10", "P@5"],
    "ndcg@10 rprec": ["nDCG@10", "Rprec"],
    "AP AP map": ["AP"],
}


@pytest.mark.parametrize(("text", "names"), SPELLINGS.items(), ids=SPELLINGS)
def test_spellings(text, names):
    assert [str(measure) for measure in parse_measures(text)] == names


BAD_NAMES = {
    "nDGC@10": r"no measure 'nDGC'; did you mean nDCG",
    "something": r"known: AP, Bpref",
    "P@0": "cutoff must be a whole number from 1, not 0",
    "P@-3": "cutoff must be a whole number from 1, not -3",
    "P@2.5": "cutoff must be a whole number from 1, not 2.5",
    "P@k": "cutoff must be a whole number from 1, not 'k'",
    "Rprec@5": "Rprec takes no cut-off",
    "RBP(p=1)": "p must be below 1, not 1",
    "RBP(p=-0.1)": "p must be at least 0, not -0.1",
    "RBP(p=high)": "p must be a number, not 'high'",
    "RBP(0.5)": "parameters need their names",
    "RBP(q=0.5)": "RBP has no parameter 'q'; .*it has: p, gain, rel, cutoff",
    "P(rel=0)": "rel must be above 0",
    "nDCG(gain=cubic)": "gain must be one of linear, exp, binary, identity",
    "nDCG(gain={1:-2})": "a table of grades above 0 and gains from 0",
    "nDCG(gain={0:1})": "a table of grades above 0 and gains from 0",
    "SetF(beta=2)": r"the beta of ir_measures' SetF is β²; write F\(beta=…\)",
    "nDCG(gain=exp,rel=2)": "rel has a meaning only with gain='binary'",
    "P(rel=": "is not a measure",
    "P()()": "is not a measure",
    "RBP(p=open('x'))": "not a plain value",
    "": "no measure is named",
    "rbp": r"trec_eval's rbp has p=0\.9",
    "P(cutoff=3)@10": "two cut-offs",
    "nDCG(dcg=[1])": "no parameter 'dcg'",
    "nDCG(gain={1:2,'a':3})": "gain must be one of",
    f"P(rel={'9' * 400})": "rel must be a number",
    f"P@{'9' * 30}": "a whole number from 1",
}


@pytest.mark.parametrize(("text", "message"), BAD_NAMES.items(), ids=BAD_NAMES)
def test_bad_names(text, message):
    with pytest.raises(ax.UsageError, match=message):
        parse_measures(text)


def test_numbers_of_numpy():
    assert ax.parse_measure("RBP(p=0.5)@5") == RBP(p=np.float32(0.5), cutoff=np.int64(5))


def test_one_measure():
    assert ax.parse_measure("nDCG@10") == nDCG(cutoff=10) == nDCG() @ 10
    with pytest.raises(ax.UsageError, match="names 2 measures"):
        ax.parse_measure("AP RR")
    with pytest.raises(ax.UsageError, match="takes no cut-off"):
        ax.parse_measure("Bpref").at(3)


def test_gain_for_those_that_do_not_name_one():
    names = [str(m) for m in parse_measures("nDCG@10 nDCG(gain='linear') ERR P@5 ndcg_cut_3", gain="binary")]
    assert names == ["nDCG(gain='binary')@10", "nDCG", "ERR(gain='binary')", "P@5", "nDCG(gain='binary')@3"]


def test_measures_and_names_mixed():
    assert parse_measures(["AP", RBP(p=0.5)]) == [ax.parse_measure("AP"), RBP(p=0.5)]
    for wrong in ([3], 3):
        with pytest.raises(ax.UsageError, match="3 is neither a measure nor the name of one"):
            parse_measures(wrong)
    with pytest.raises(ax.UsageError, match=r"RBP is a class of measures: write RBP\(\)"):
        parse_measures([RBP])
