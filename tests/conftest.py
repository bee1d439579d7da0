"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# Tests do not time: a busy machine is no failure.
settings.register_profile("axiometer", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("axiometer")

TOGETHER = ("tests/browser",)
"""Folders whose tests share what takes long to make, such as a browser: one process runs them all."""
APART = (
    "tests/documentation/test_examples.py",
    "tests/papers/test_quick.py",
    "tests/common/test_axioms.py",
    "tests/common/test_measures.py",
    "tests/common/test_preferences.py",
    "tests/unit/axioms/test_constraints.py",
    "tests/unit/advice/test_advising.py",
)
"""Files whose tests take long and share little: any process takes the next of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let processes take whole files, so that what their tests share is made once, and what is long first.

    Tests that are in a group of their own, by ``xdist_group``, stay in it. All this is for ``pytest -n``.
    """
    for item in items:
        file = item.nodeid.partition("::")[0]
        if file not in APART and item.get_closest_marker("xdist_group") is None:
            group = next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), file)
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    """Tell what is run first: groups that wait for other programs, then what is long, then all the rest as it is."""
    marker = item.get_closest_marker("xdist_group")
    if marker is None:
        return len(TOGETHER) + APART.index(item.nodeid.partition("::")[0])
    group = marker.args[0]
    if group in TOGETHER:
        return TOGETHER.index(group)
    return len(TOGETHER) + len(APART)
