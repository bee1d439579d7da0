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
SOME = ("tests/common", "tests/papers", "tests/unit/io")
"""Folders with tests of all kinds."""
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


def collected(*options: str) -> dict[str, bool]:
    """Give the tests of a run, and whether they are drawn."""
    shown = (
        "import pytest\n"
        "class Shown:\n"
        "    def pytest_collection_finish(self, session):\n"
        "        for item in session.items:\n"
        "            print('\\x1e', item.get_closest_marker('hypothesis') is not None, ascii(item.nodeid))\n"
        f"raise SystemExit(pytest.main(['--collect-only', '-q', *{(*options, *SOME)!r}], plugins=[Shown()]))"
    )
    done = subprocess.run([sys.executable, "-c", shown], **ALONE, check=True)
    lines = [line.removeprefix("\x1e ") for line in done.stdout.split("\n") if line.startswith("\x1e")]
    return {name: drawn == "True" for drawn, _, name in (line.partition(" ") for line in lines)}


@pytest.mark.thorough
def test_no_test_is_in_both_runs_unless_it_is_drawn():
    fast, rest = collected(), collected("--rest")
    assert len(fast) > 500
    assert len(rest) > 500
    assert any("tests/papers/" in name for name in rest)
    assert {name: rest[name] for name in fast.keys() & rest.keys()} == {name: True for name in fast if fast[name]}


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
    (tmp_path / "test_one.py").write_text(f"import pytest\n{text}\n", encoding="utf-8")

    def run(*options: str) -> str:
        (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(tmp_path / "pytest.ini"), *options]
        return subprocess.run([*command, str(tmp_path)], **ALONE, check=False).stdout

    assert "1 skipped" in run()
    shown = run("--nothing-missing")
    assert "nothing may be missing here: " in shown
    assert "no such thing" in shown
    assert "skipped" not in shown.splitlines()[-1]
