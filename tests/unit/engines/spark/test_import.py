"""What those are told who do not have Spark."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("lacking", ["pyspark", "pyarrow"])
def test_who_has_no_spark_learns_what_to_install(monkeypatch, lacking):
    monkeypatch.delitem(sys.modules, "axiometer.engines.spark", raising=False)
    monkeypatch.setitem(sys.modules, lacking, None)
    with pytest.raises(ModuleNotFoundError, match=rf'{lacking} is not installed: .*pip install "axiometer\[spark\]"'):
        import_module("axiometer.engines.spark")
