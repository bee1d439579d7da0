"""What the project says of itself in several places is the same in all of them."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import axiometer as ax

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SOURCES = sorted((ROOT / "src").rglob("*.py"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_that_of_the_project():
    assert ax.__version__ == PROJECT["version"], "install the package again: pip install -e ."
    with pytest.raises(AttributeError, match="'axiometer' has no attribute 'nothing'"):
        _ = ax.nothing


def test_the_version_is_looked_up_only_when_asked_for():
    code = "import sys, axiometer; before = '__version__' in vars(axiometer); print(before, axiometer.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", PROJECT["version"]]


def test_changelog_and_citation_have_the_version():
    assert re.search(r"^## \[(.+?)\]", text_of("CHANGELOG.md"), flags=re.MULTILINE)[1] == PROJECT["version"]
    assert re.search(r"^version: (.+)$", text_of("CITATION.cff"), flags=re.MULTILINE)[1] == PROJECT["version"]


def test_a_date_of_release_is_in_both_or_in_none():
    dated = re.search(r"^date-released: (.+)$", text_of("CITATION.cff"), flags=re.MULTILINE)
    heading = re.search(r"^## \[.+?\] - (.+)$", text_of("CHANGELOG.md"), flags=re.MULTILINE)
    assert heading[1] == (dated[1].strip("'\"") if dated else "Unreleased")


@pytest.mark.parametrize(
    ("file", "key", "url"),
    [
        ("CITATION.cff", "url", "Documentation"),
        ("CITATION.cff", "repository-code", "Source"),
    ],
)
def test_addresses_are_those_of_the_project(file, key, url):
    assert re.search(rf"^{key}: (.+)$", text_of(file), flags=re.MULTILINE)[1] == PROJECT["urls"][url]


def test_all_addresses_of_the_project_are_at_its_home():
    homes = (PROJECT["urls"]["Source"], PROJECT["urls"]["Documentation"])
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.*")]
    for page in pages:
        for url in re.findall(r"https://[\w./-]*axiometer[\w./-]*", page.read_text(encoding="utf-8")):
            assert url.startswith(homes), f"{page.relative_to(ROOT).as_posix()}: {url}"


def python_versions(workflow: Path) -> set[str]:
    return set(re.findall(r'"(3\.\d+)"', workflow.read_text(encoding="utf-8")))


def test_the_oldest_and_the_newest_python_are_tested():
    named = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    oldest, newest = named[0], named[-1]
    assert PROJECT["requires-python"] == f">={oldest}"
    assert named == [f"3.{minor}" for minor in range(int(oldest[2:]), int(newest[2:]) + 1)]
    assert re.search(r"^ +python: \[(.+)\]$", text_of(".github/workflows/tests.yml"), flags=re.MULTILINE)[1] == (
        f'"{oldest}", "{newest}"'
    )
    for workflow in WORKFLOWS:
        assert python_versions(workflow) <= {oldest, newest}, workflow.name


def test_one_version_of_each_action_is_used():
    used = {use for path in WORKFLOWS for use in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))}
    assert used
    assert len({use.partition("@")[0] for use in used}) == len(used)
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+|release/v\d+)", use) for use in used)


def test_the_oldest_dependencies_are_those_declared():
    oldest = list(runpy.run_path(str(ROOT / ".github" / "oldest.py"))["oldest"](["test"]))
    declared = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
    assert {each.replace(">=", "==") for each in declared if not each.startswith("axiometer[")} <= set(oldest)
    assert all("==" in each for each in oldest)


@pytest.mark.parametrize("bad", ["numpy", "numpy<3", "numpy>=1.26,<3", "numpy==2.0"])
def test_a_dependency_without_an_oldest_version_is_refused(bad):
    oldest = runpy.run_path(str(ROOT / ".github" / "oldest.py"))["oldest"]
    oldest.__globals__["PROJECT"] = {"dependencies": [bad]}
    with pytest.raises(SystemExit, match="expected a package, one >= and a version"):
        list(oldest([]))


def test_text_files_are_read_and_written_in_an_encoding_that_is_named():
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"read_text", "write_text"}:
                assert "encoding" in {each.arg for each in node.keywords}, f"{path.name}, line {node.lineno}"
