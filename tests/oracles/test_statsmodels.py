"""statsmodels, from PyPI, and SciPy's studentised range, on random data.

Calls: multipletests(p_values, method=...) and anova_lm(ols("value ~ C(system) + C(query)", frame).fit()).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import studentized_range

from axiometer.stats.corrections import correct
from axiometer.stats.tukey import tukey_hsd

METHODS = {"holm": "holm", "bonferroni": "bonferroni", "fdr": "fdr_bh"}


@pytest.fixture(scope="module", autouse=True)
def statsmodels() -> Iterator[None]:
    """statsmodels must be there. It collects garbage at each correction, which takes longer than all the rest."""
    with warnings.catch_warnings(action="ignore"):
        pytest.importorskip("statsmodels.formula.api")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gc.collect", lambda *_: 0)
        yield


P_VALUES = st.floats(0, 1, allow_subnormal=False) | st.sampled_from([0.0, 0.01, 0.05, 1.0, float("nan")])


@pytest.mark.parametrize("how", METHODS)
@given(p_values=st.lists(P_VALUES, max_size=30))
@settings(max_examples=50)
def test_corrections(how, p_values):
    from statsmodels.stats.multitest import multipletests

    p = np.array(p_values)
    made = ~np.isnan(p)
    ours = correct(p, how)
    assert np.isnan(ours[~made]).all()
    if made.any():
        np.testing.assert_allclose(ours[made], multipletests(p[made], method=METHODS[how])[1], rtol=1e-12)


@pytest.mark.parametrize("shape", [(2, 5), (3, 4), (5, 12), (8, 30)])
def test_tukey_by_analysis_of_variance(shape):
    import pandas as pd
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    rng = np.random.default_rng(shape)
    values = rng.normal(size=shape) + rng.normal(size=(1, shape[1])) + np.linspace(0, 1, shape[0])[:, None]
    system, query = np.indices(shape)
    frame = pd.DataFrame({"value": values.ravel(), "system": system.ravel(), "query": query.ravel()})
    residual = anova_lm(ols("value ~ C(system) + C(query)", frame).fit()).loc["Residual"]
    mean_square = residual["sum_sq"] / residual["df"]
    found = tukey_hsd(values, confidence=0.9)
    first, second = np.triu_indices(shape[0], 1)
    difference = values.mean(axis=1)[first] - values.mean(axis=1)[second]
    np.testing.assert_allclose(found.effect, difference / np.sqrt(mean_square), rtol=1e-10)
    unit, theirs = np.sqrt(mean_square / shape[1]), studentized_range(shape[0], residual["df"])
    np.testing.assert_allclose(found.p_value, theirs.sf(np.abs(difference) / unit), atol=1e-8)
    np.testing.assert_allclose(found.high - difference, theirs.ppf(0.9) * unit, rtol=1e-6)
    np.testing.assert_allclose(difference - found.low, theirs.ppf(0.9) * unit, rtol=1e-6)
