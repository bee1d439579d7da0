"""A plugin of pytest that runs chosen tests in a chosen order.

``pytest -p tests.mutants.choosing`` runs the tests whose ids are in the file named by the variable ``MUTANTS_CHOSEN``,
or, where it begins with ``not``, all others; it writes what failed first to the file named by ``MUTANTS_FAILED``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import Phase, settings


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    import axiometer

    # A counterexample is enough, and need not be a simple one.
    settings.register_profile("unshrunk", settings(), phases=(Phase.explicit, Phase.generate))
    settings.load_profile("unshrunk")
    assert Path(axiometer.__file__).is_relative_to(config.rootpath), "the tests would import what is not the copy"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    head, *ids = Path(os.environ["MUTANTS_CHOSEN"]).read_text(encoding="utf-8").split("\n")
    place = {name: at for at, name in enumerate(ids)}
    is_kept = [(item.nodeid in place) == (head == "these") for item in items]
    config.hook.pytest_deselected(items=[item for item, kept in zip(items, is_kept, strict=True) if not kept])
    items[:] = [item for item, kept in zip(items, is_kept, strict=True) if kept]
    if head == "these":
        items.sort(key=lambda item: place[item.nodeid])


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note(report)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note(report)


def _note(report: pytest.CollectReport | pytest.TestReport) -> None:
    file = Path(os.environ["MUTANTS_FAILED"])
    if report.failed and not file.exists():
        kind = "" if isinstance(report, pytest.TestReport) else "collecting "
        file.write_text(f"{kind}{report.nodeid}", encoding="utf-8")
