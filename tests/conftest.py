"""What all tests share: the run they belong to, how much is drawn, what is lacking, and who runs what.

``pytest`` runs what protects every change. ``pytest --rest`` runs all that it leaves out: folders and tests that take
long or need other programs, and drawn tests with more examples. Together they are everything, and nothing runs twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parents[1]

# Where these are set, as on GitHub, typer shows help in colours; it looks when it is imported.
for name in ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "TERMINAL_WIDTH"):
    os.environ.pop(name, None)

THOROUGH = (
    "tests/browser",
    "tests/fuzzers",
    "tests/oracles",
    "tests/papers",
    "tests/spark",
    "tests/unit/engines/spark",
    "tests/unit/axiometer_papers",
)
"""Folders that are left to ``--rest``; elsewhere, tests that are have the marker ``thorough``."""
TOGETHER = ("tests/spark", "tests/browser")
"""Folders whose tests share what takes long to make, such as a browser: one process runs them all."""
APART = (
    "tests/documentation/test_examples.py",
    "tests/papers/test_quick.py",
    "tests/common/test_axioms.py",
    "tests/common/test_measures.py",
    "tests/common/test_preferences.py",
    "tests/fuzzers/test_fuzzers.py",
    "tests/unit/axioms/test_search_axioms.py",
    "tests/unit/meta/advice/test_advising.py",
)
"""Files whose tests take long and share little: any process takes the next of them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("axiometer")
    group.addoption("--rest", action="store_true", help="run the tests that a plain run leaves out, and draw more")
    group.addoption("--nothing-missing", action="store_true", help="fail where a test would be skipped")
    group.addoption("--without-data", action="store_true", help="leave out what needs the collections in ../shared")


def pytest_configure(config: pytest.Config) -> None:
    """Draw a few examples, the same each time; or many, which --hypothesis-seed repeats. Tests do not time."""
    quiet = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "database": None}
    settings.register_profile("few", max_examples=10, derandomize=True, **quiet)
    settings.register_profile("many", max_examples=100, derandomize=False, print_blob=True, **quiet)
    settings.load_profile("many" if config.getoption("rest") else "few")


def pytest_report_header(config: pytest.Config) -> str:
    if config.getoption("rest"):
        return "tests: what a plain run leaves out, and more drawn examples"
    return "tests: those of every change; pytest --rest runs the others"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what a plain run leaves out."""
    is_left_out = any(collection_path == REPOSITORY / folder for folder in THOROUGH)
    return True if is_left_out and not config.getoption("rest") else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what belongs to this run, and start with what is long: whole folders, then tests that stand apart."""
    is_of_this_run = _is_of_the_rest if config.getoption("rest") else _is_of_every_change
    kept, left_out = [], []
    for item in items:
        has_data = not (config.getoption("without_data") and _needs_data(item))
        (kept if has_data and is_of_this_run(item) else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted(kept, key=lambda item: _place(item.nodeid))


def _needs_data(item: pytest.Item) -> bool:
    return "shared_data" in getattr(item, "fixturenames", ())


def _is_of_every_change(item: pytest.Item) -> bool:
    return not (_needs_data(item) or item.get_closest_marker("thorough") or item.nodeid.startswith(THOROUGH))


def _is_of_the_rest(item: pytest.Item) -> bool:
    return not _is_of_every_change(item) or item.get_closest_marker("hypothesis") is not None


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not config.getoption("rest"):
        terminalreporter.write_line("these tests may be of the thorough run: pytest --rest")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    report = yield
    return _none_skipped(report, item.config)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[Any]:
    report = yield
    return _none_skipped(report, collector.config)


def _none_skipped(report: Any, config: pytest.Config) -> Any:
    """Let a skipped test fail where everything must be at hand."""
    is_expected_to_fail = hasattr(report, "wasxfail")
    if report.skipped and not is_expected_to_fail and config.getoption("nothing_missing"):
        report.outcome = "failed"
        report.longrepr = f"nothing may be missing here: {report.longrepr[-1]}"
    return report


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real collections beside the repository; who takes it belongs to the rest."""
    folder = REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("there is no ../shared/data beside the repository")
    return folder


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
