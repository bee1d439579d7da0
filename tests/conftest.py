"""What all tests share."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Tests do not time: a busy machine is no failure.
settings.register_profile("axiometer", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("axiometer")

TOGETHER = ("tests/spark", "tests/browser")
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
    """Run first what is long: folders that wait for other programs, then what is apart, then all the rest as it is."""
    items.sort(key=lambda item: _place(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let processes of ``pytest -n`` take whole files, so that what their tests share is made once."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _scope(nodeid)

    return Scheduling(config, log)


def _scope(nodeid: str) -> str:
    """Say with what a test goes: with those of its folder or of its file, or with none."""
    file = nodeid.partition("::")[0]
    if file in APART:
        return nodeid
    return next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), file)


def _place(nodeid: str) -> int:
    places, file = [*TOGETHER, *APART], nodeid.partition("::")[0]
    place = file if file in APART else _scope(nodeid)
    return places.index(place) if place in places else len(places)
