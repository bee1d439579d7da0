"""Names of measures."""

from __future__ import annotations

import numpy as np
import pytest

import axiometer as ax
from axiometer.measures.adhoc.ndcg import nDCG
from axiometer.measures.adhoc.rbp import RBP
from axiometer.measures.names import parse_measures
from axiometer.measures.text.u_measure import U

SPELLINGS = {
    "nDCG@10 AP, P(rel=2)@5": ["nDCG@10", "AP", "P(rel=2)@5"],
    "RBP": ["RBP(p=0.8)"],
    "P(rel=0)@5": ["P(rel=0)@5"],
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
    "AP_IA P_IA@5 MAP-IA": ["AP_IA", "P_IA@5"],
    "IA(AP) IA(nDCG@10) IA(nDCG)@5": ["AP_IA", "nDCG_IA@10", "nDCG_IA@5"],
    "nDCG_IA(gain='exp')@10 RBP_IA": ["nDCG_IA(gain='exp')@10", "RBP_IA(p=0.8)"],
    "ERR_IA@20 ERR-IA@20 IA(ERR@20)": ["ERR_IA@20", "IA(ERR@20)"],
    "alpha-nDCG@20 strec@10 StRecall@5 I-rec@10": ["alpha_nDCG@20", "S_Recall@10", "S_Recall@5"],
    "D_nDCG@10 D(Q@5) D#-nDCG@10 D♯-nDCG@5": ["D_nDCG@10", "D_Q@5", "Dsharp_nDCG@10", "Dsharp_nDCG@5"],
    "Dsharp_Q(gamma=0.3,beta=2)@10": ["Dsharp_Q(gamma=0.3,beta=2)@10"],
    "Dsharp(Q(beta=2)@10,gamma=0.3)": ["Dsharp_Q(gamma=0.3,beta=2)@10"],
    "U_IA@10 D_U@10 P_plus_Q@10 P+Q@10 P-plus": ["U_IA@10", "D_U@10", "P_plus_Q@10", "P_plus"],
    "Q-measure D-MSnDCG@5": ["Q", "D_nDCG@5"],
    "α-nDCG@5,10 i-rec@5 mrr_ia": ["alpha_nDCG@5", "alpha_nDCG@10", "S_Recall@5", "RR_IA"],
    "nDCG@5,10,AP": ["nDCG@5", "nDCG@10", "AP"],
    "CT(time=per-item)@5": ["CT(time='per-item')@5"],
    "RBU(p=0.8) IA(RBP(p=0.5,rel=2)@3)": ["RBU(p=0.8,e=0.05)", "RBP_IA(p=0.5,gain='binary',rel=2)@3"],
}


@pytest.mark.parametrize(("text", "names"), SPELLINGS.items(), ids=SPELLINGS)
def test_spellings(text, names):
    assert [str(measure) for measure in parse_measures(text)] == names


BAD_NAMES = {
    "nDGC@10": r"no measure 'nDGC'; did you mean nDCG",
    "something": r"known: ACT, alpha_DCG",
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
    "P(rel=-1)": "rel must be at least 0, not -1",
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
    "P(rel=1,rel=2)": "is not a measure|has a parameter twice",
    "P(**a,**b)": "has a parameter twice",
    "nDCG(dcg=[1])": "no parameter 'dcg'",
    "nDCG(gain={1:2,'a':3})": "gain must be one of",
    "IA": r"IA needs a measure, such as IA\(nDCG@10\)",
    "IA()": "IA needs a measure",
    "IA(AP, RR)": "IA takes one measure",
    "IA(alpha_nDCG)": "a measure that looks at one grade per item, such as nDCG@10, not alpha_nDCG",
    "IA(IA(AP))": "a measure that looks at one grade per item",
    "IA(3)": "is not a measure",
    "IA(Rprec@5)": "takes no cut-off",
    "D(Rprec)@5": "takes no cut-off",
    "DIN_AP": "AP has no gains; take a graded measure",
    "Dsharp(nDCG,gamma=2)": "gamma must be at most 1",
    "D_nDCG(gamma=0.5)": "nDCG has no parameter 'gamma'",
    "nDGC_IA": "did you mean nDCG_IA",
    "alpha_nDCG(alpha=1.5)": "alpha must be at most 1",
    "alpha_DCG(scale='ndeval')": "needs a cut-off, such as alpha_DCG@20",
    "ERR_IA(alpha=0.5)": "needs a cut-off, such as ERR_IA@20",
    "ERR_IA(alpha=-1)@5": "alpha must be None or a number from 0 to 1",
    "RBU(p=0)": "p must be above 0",
    "RBU(p=1,scale='normalised')": "needs p below 1",
    "RBU(e=-0.1)": "e must be at least 0",
    "EU(e=1.5)": "e must be at most 1",
    "CT(time='reading',batch=5)": "batch has a meaning only with time='items'",
    "CT(batch=2.5)": "batch must be a whole number",
    "ACT(time='per-item')": "there is only CT of it",
    "U(decay='sudden')": "one of linear, exponential, or, in Python, a function",
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
        ax.parse_measure("Bpref") @ 3


def test_gain_for_those_that_do_not_name_one():
    names = [str(m) for m in parse_measures("nDCG@10 nDCG(gain='linear') ERR P@5 ndcg_cut_3", gain="binary")]
    assert names == ["nDCG(gain='binary')@10", "nDCG", "ERR(gain='binary')", "P@5", "nDCG(gain='binary')@3"]


def test_parameters_for_those_that_leave_them_open():
    own = ax.Profile(name="own", summary="", follows=("rbu-java", "ndeval"))
    names = [str(m) for m in parse_measures("RBU RBU(p=0.9) ERR_IA@5 AP IA(RBP)", profile=own)]
    assert names == [
        "RBU(p=0.8,e=0.03,scale='normalised')",
        "RBU(p=0.9,e=0.03,scale='normalised')",
        "ERR_IA(alpha=0.5,gain='binary')@5",
        "AP",
        "RBP_IA(p=0.8)",
    ]


def test_a_measure_made_of_another_cites_both():
    assert ax.parse_measure("nDCG_IA").literature == ("agrawal2009", *nDCG.cites)


def test_functions_as_parameters():
    def never(position):
        return 0 * position

    assert str(ax.parse_measure("U@10")) == "U@10"
    assert str(U(decay=never)) == "U(decay=never)"
    assert U(decay=never) != U()


def test_measures_and_names_mixed():
    assert parse_measures(["AP", RBP(p=0.5)]) == [ax.parse_measure("AP"), RBP(p=0.5)]
    for wrong in ([3], 3):
        with pytest.raises(ax.UsageError, match="3 is neither a measure nor the name of one"):
            parse_measures(wrong)
    with pytest.raises(ax.UsageError, match=r"RBP is a class of measures: write RBP\(\)"):
        parse_measures([RBP])
