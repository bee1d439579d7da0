"""The two runs of the tests: together they are everything, and what is missing can be made a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest
from tests.mutants.mutant import Mutants

ROOT = Path(__file__).parents[2]
ALONE = {
    "cwd": ROOT,
    "env": {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"},
    "capture_output": True,
    "text": True,
}
"""How pytest runs with no options but its own."""


def test_folders_and_files_with_a_place_of_their_own_exist():
    named = [*conftest.THOROUGH, *conftest.TOGETHER, *conftest.APART]
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_mutants_fit_the_code():
    Mutants.read().refuse_stale(ROOT)
    assert len(Mutants.read().all) >= 60


def collected(*options: str) -> tuple[set[str], dict[str, bool]]:
    """Give all tests, and those of a run with whether they are drawn."""
    shown = (
        "import pytest\n"
        "class Shown:\n"
        "    @pytest.hookimpl(tryfirst=True)\n"
        "    def pytest_collection_modifyitems(self, items):\n"
        "        print(*('\x1e all ' + ascii(item.nodeid) for item in items), sep='\\n')\n"
        "    def pytest_collection_finish(self, session):\n"
        "        for item in session.items:\n"
        "            print('\x1e', item.get_closest_marker('hypothesis') is not None, ascii(item.nodeid))\n"
        f"raise SystemExit(pytest.main(['--collect-only', '-q', *{options!r}], plugins=[Shown()]))"
    )
    done = subprocess.run([sys.executable, "-c", shown], **ALONE, check=True)
    lines = [line.removeprefix("\x1e ") for line in done.stdout.split("\n") if line.startswith("\x1e")]
    told = [(name, kind) for kind, _, name in (line.partition(" ") for line in lines)]
    return {name for name, kind in told if kind == "all"}, {n: kind == "True" for n, kind in told if kind != "all"}


@pytest.mark.thorough
def test_every_test_is_in_one_run_and_the_drawn_ones_are_in_both_or_in_the_rest():
    (_, fast), (everything, rest) = collected(), collected("--rest")
    assert len(everything) > 5000
    assert fast.keys() | rest.keys() == everything
    assert fast.keys() & rest.keys() == {name for name in fast if fast[name]}


def run_apart(folder: Path, text: str, *options: str) -> str:
    """Run a file of tests with the options of these, and give what is shown."""
    (folder / "test_one.py").write_text(f"import pytest\n{text}\n", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(folder / "pytest.ini"), *options]
    return subprocess.run([*command, str(folder)], **ALONE, check=False).stdout


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [
        "def test_it(): pytest.skip('no such thing')",
        "@pytest.mark.skip(reason='no such thing')\ndef test_it(): pass",
        "pytest.skip('no such thing', allow_module_level=True)",
    ],
    ids=["called", "marked", "module"],
)
def test_what_is_missing_can_be_made_a_failure(tmp_path, text):
    assert "1 skipped" in run_apart(tmp_path, text)
    shown = run_apart(tmp_path, text, "--nothing-missing")
    assert "nothing may be missing here: " in shown
    assert "no such thing" in shown
    assert "skipped" not in shown.splitlines()[-1]


@pytest.mark.thorough
def test_what_is_expected_to_fail_is_not_missing(tmp_path):
    assert "1 xfailed" in run_apart(tmp_path, "@pytest.mark.xfail\ndef test_it(): assert False", "--nothing-missing")
