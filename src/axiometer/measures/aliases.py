"""What others call measures and preferences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ALIASES: Final = {
    "MAP": "AP",
    "MRR": "RR",
    "BPref": "Bpref",
    "NDCG": "nDCG",
    "SetP": "P",
    "SetR": "R",
    "SetF": "F",
    "F1": "F",
    "HitRate": "Success",
    "Recall": "R",
    "recall": "R",
    "Precision": "P",
    "precision": "P",
    # trec_eval
    "map": "AP",
    "recip_rank": "RR",
    "bpref": "Bpref",
    "ndcg": "nDCG",
    "set_P": "P",
    "set_recall": "R",
    "set_F": "F",
    # ndeval, NTCIREVAL and ir_measures
    "strec": "S_Recall",
    "StRecall": "S_Recall",
    "I_rec": "S_Recall",
    "Q_measure": "Q",
    "MSnDCG": "nDCG",
    "MAP_IA": "AP_IA",
    "MRR_IA": "RR_IA",
    "alpha_NDCG": "alpha_nDCG",
    "alphabeta_NDCG": "alphabeta_nDCG",
    # libraries for recommenders
    "IntraListDiversity": "ILD",
    "HitRatio": "Success",
    "hit_rate": "Success",
    "HR": "Success",
    "Hit": "Success",
    "RecipRank": "RR",
}

SYSTEM_ALIASES: Final = {
    "gini": "ExposureGini",
    "coverage": "CatalogueCoverage",
    "catalogcoverage": "CatalogueCoverage",
    "itemcoverage": "CatalogueCoverage",
}

TREC_EVAL_CUTS: Final = {
    "P": ("P", "5,10,15,20,30,100,200,500,1000"),
    "recall": ("R", "5,10,15,20,30,100,200,500,1000"),
    "map_cut": ("AP", "5,10,15,20,30,100,200,500,1000"),
    "ndcg_cut": ("nDCG", "5,10,15,20,30,100,200,500,1000"),
    "success": ("Success", "1,5,10"),
}
"""trec_eval's measures with cut-offs: our name, and its cut-offs when none are given."""

IR_MEASURES_GAINS: Final = {"log2": "linear", "exp-log2": "exp"}

PREFERENCE_ALIASES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "lr": ("lexirecall", {}),
    "sgnlr": ("lexirecall", {}),
    "lp": ("lexiprecision", {}),
    "sgnlp": ("lexiprecision", {}),
    "rrlp": ("rrlexiprecision", {}),
    "invrpp": ("RPP", {"weights": "inverse"}),
    "dcgrpp": ("RPP", {"weights": "dcg"}),
}
"""What pref_eval calls preferences, in lower case."""
