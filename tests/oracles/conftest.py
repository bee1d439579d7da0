"""What the oracle tests share: the real collections, other programs, and what it means to agree."""

from __future__ import annotations

import importlib
import re
import shutil
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import polars as pl
import pytest

import axiometer as ax

HERE = Path(__file__).resolve().parent

TREC_EVAL = {
    "map": "AP",
    "Rprec": "Rprec",
    "bpref": "Bpref",
    "recip_rank": "RR",
    "set_P": "P",
    "set_recall": "R",
    "set_F": "F",
    "ndcg": "nDCG",
    "rbp": "RBP(p=0.9,gain='binary')",
}
TREC_EVAL_CUT = {
    "P": "P",
    "recall": "R",
    "map_cut": "AP",
    "ndcg_cut": "nDCG",
    "success": "Success",
    "unj": "Judged",
}
"""trec_eval's measures and ours; unj_k is 1 − Judged@k."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.oracle)


@pytest.fixture(scope="session")
def pytrec_eval() -> ModuleType:
    return _program("pytrec_eval", "pytrec-eval-terrier")


@pytest.fixture(scope="session")
def pyndeval() -> ModuleType:
    return _program("pyndeval", "pyndeval")


@pytest.fixture(scope="session")
def ir_measures() -> ModuleType:
    """ir_measures, with all the programs to which it hands its measures."""
    _program("pytrec_eval", "pytrec-eval-terrier")
    _program("cwl", "cwl-eval")
    _program("pyndeval", "pyndeval")
    if shutil.which("perl") is None:
        pytest.skip("perl, which runs gdeval, is not installed")
    return _program("ir_measures", "ir-measures")


def _program(module: str, package: str) -> ModuleType:
    try:
        with warnings.catch_warnings(action="ignore"):
            return importlib.import_module(module)
    except ImportError:
        pytest.skip(f"{package} is not installed")


@pytest.fixture(scope="session")
def measure_of() -> Callable[..., ax.Measure | None]:
    return _measure_of


def _measure_of(trec_eval: str, *, level: int = 1) -> ax.Measure | None:
    """Find what one of trec_eval's measures is called here, if we have it; its nDCG takes no notice of the level."""
    if cut := re.fullmatch(r"(\w+)_(\d+)", trec_eval):
        ours = TREC_EVAL_CUT.get(cut[1])
        ours = ours and f"{ours}@{cut[2]}"
    elif gains := re.fullmatch(r"ndcg_(\d+=.+)", trec_eval):
        ours = f"nDCG(gain={{{gains[1].replace('=', ':')}}})"
    else:
        ours = TREC_EVAL.get(trec_eval)
    measure = ours and ax.parse_measure(ours)
    takes_level = measure and "rel" in measure.parameters() and measure.name != "nDCG"
    return replace(measure, rel=level) if takes_level else measure


@pytest.fixture(scope="session")
def half_unit() -> Callable[..., pl.Series]:
    return _half_unit


def _half_unit(printed: pl.Series, *, decimals: int | None = None, significant: int = 0) -> pl.Series:
    """Give half a unit of the last digit of printed numbers, and a little for the last bits of ours.

    Parameters
    ----------
    printed
        The numbers. Zeros at their ends may have been cut off.
    decimals
        How many digits stand after the point, as of C's ``%.4f``.
    significant
        Otherwise, how many count from the first that is not 0, as of C's ``%g``; 0 is then an exact 0.
    """
    size = np.abs(printed.to_numpy())
    place = np.floor(np.log10(np.where(size == 0, 1, size))) + 1
    unit = np.full(size.shape, 10.0**-decimals) if decimals is not None else 10.0 ** (place - significant)
    if decimals is None:
        unit[size == 0] = 0
    return pl.Series("tolerance", unit / 2 + 1e-12 * size)


@pytest.fixture(scope="session")
def assert_agree() -> Callable[[pl.DataFrame, pl.DataFrame], None]:
    return _assert_agree


def _assert_agree(ours: pl.DataFrame, theirs: pl.DataFrame) -> None:
    """Compare ``value`` row by row, to within their ``tolerance``; both must have the same rows, and some."""
    key = [name for name in theirs.columns if name not in {"value", "tolerance"}]
    both = theirs.join(ours.select(*key, pl.col("value").alias("ours")), on=key, how="full", coalesce=True)
    is_equal = (pl.col("ours") - pl.col("value")).abs() <= pl.col("tolerance")
    wrong = both.filter(~is_equal.fill_null(value=False))
    with pl.Config(float_precision=12, tbl_rows=20, tbl_cols=-1, fmt_str_lengths=80):
        assert wrong.height == 0, f"{wrong.height} of {both.height} values disagree:\n{wrong}"
    assert both.height > 0
