"""The house stays in order."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import axiometer as ax
from axiometer.measures.catalogue import catalogue, system_catalogue

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LONGEST_MODULE, LONGEST_BODY, MOST_POSITIONAL = 400, 60, 6
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "util"}


def loaded_by(code: str) -> set[str]:
    """List the modules that are loaded after some code has run in a fresh interpreter."""
    shown = f"{code}\nimport sys\nprint(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n"))


NAMESPACES = ("axiometer", *(f"axiometer.{room}" for room in ("measures", "meta", "simulate", "testing")))
HEAVY = {"scipy", "scipy.stats", "altair", "pandas", "pyarrow", "pyspark", "numba", "hypothesis"}


def test_importing_the_package_is_light():
    assert not loaded_by("import axiometer") & (HEAVY | {"typer", "rich", "click"})


def test_a_whole_evaluation_is_light():
    code = "import axiometer as ax; ax.evaluate({'q': {'a': 1}}, {'q': ['a']}, ['nDCG', 'AP', 'RBP', 'ERR']).mean()"
    assert not loaded_by(code) & (HEAVY | {"typer", "rich", "click"})


def test_importing_the_package_imports_nothing_else():
    assert {name for name in loaded_by("import axiometer") if name.startswith("axiometer.")} == set()


def test_public_names_are_few_and_there():
    assert len(ax.__all__) <= 45
    assert {*ax.__all__} <= {*dir(ax)}


@pytest.mark.parametrize("name", NAMESPACES)
def test_namespaces_name_what_is_public(name):
    room = importlib.import_module(name)
    assert sorted(room.__all__) == list(room.__all__)
    assert [each for each in room.__all__ if not getattr(room, each).__doc__] == []


def test_what_is_not_public_is_not_there():
    with pytest.raises(AttributeError, match="module 'axiometer' has no attribute 'evalute'"):
        ax.evalute  # noqa: B018


def test_sizes_and_names():
    assert [each for path in SOURCES for each in complaints(path, path.read_text(encoding="utf-8"))] == []


def complaints(path, text):
    name = path.relative_to(ROOT)
    if text.count("\n") > LONGEST_MODULE:
        yield f"{name} is too long"
    if path.stem in FORBIDDEN_NAMES:
        yield f"{name} says nothing"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body and node.end_lineno - body[0].lineno >= LONGEST_BODY:
                yield f"{name}: {node.name} is too long"
            if len(node.args.args) > MOST_POSITIONAL and path.parent.name != "cli":
                yield f"{name}: {node.name} takes too much"
        if "NotImplementedError" in {getattr(node, "id", ""), getattr(node, "attr", "")}:
            yield f"{name}: something is not there yet"


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("long.py", "\n" * 401, "long.py is too long"),
        ("utils.py", "", "utils.py says nothing"),
        ("a.py", "def f():\n" + "    x = 1\n" * 61, "f is too long"),
        ("a.py", "def f(a, b, c, d, e, f, g): ...", "f takes too much"),
        ("a.py", "raise NotImplementedError", "not there yet"),
        ("a.py", "raise builtins.NotImplementedError", "not there yet"),
    ],
)
def test_what_breaks_the_house_is_found(file, text, complaint):
    (found,) = complaints(ROOT / "src" / file, text)
    assert complaint in found


def test_one_measure_in_each_file_of_a_family():
    families = ROOT / "src" / "axiometer" / "measures"
    files = {path.relative_to(ROOT / "src") for path in families.glob("*/*.py")}
    homes = [measure.__module__ for measure in [*catalogue().values(), *system_catalogue().values()]]
    modules = [".".join(path.with_suffix("").parts) for path in files]
    assert sorted(homes) == sorted(m for m in modules if not re.search(r"\.(parts|preferences)\.|__init__$", m))


def test_continuous_integration_runs_the_readme():
    """What lands has passed the README's command for tests, then what that leaves out, then the linters."""
    commands = re.findall(r"^python3 -m venv .*$", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    recipes = recipes_of((ROOT / "justfile").read_text(encoding="utf-8"))
    assert len(commands) == 2
    assert recipes["check"] == [commands[1]]
    steps = [re.findall(r"just_executable\(\) }} (.*)", line) for line in recipes["check-all"]]
    assert [step for line in steps for step in line] == ["check check-rest", "lint"]
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").endswith("\n.venv/bin/just check-all\n")


def recipes_of(text):
    """Give the lines of each recipe of a justfile."""
    found = re.finditer(r"^(?P<name>[a-z-]+)[^:\n]*:[^=\n]*\n(?P<lines>(?: {4}.*\n)+)", text, flags=re.MULTILINE)
    return {each["name"]: [line.strip() for line in each["lines"].splitlines()] for each in found}


def test_nothing_names_a_machine_or_a_package_index():
    kinds = {".py", ".md", ".toml", ".yml", ".yaml", ".cff", ".bib"}
    folders = ("src", "tests", "docs", "benchmarks", ".github")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")] + [*ROOT.glob("*.*")]
    named = [path for path in files if path.suffix in kinds and path.is_file()]
    for name in (ROOT / "justfile", ROOT / ".ci" / "run", *named):
        text = name.read_text(encoding="utf-8", errors="replace")
        assert not re.search(r"(?<![\w.])/(?:home|root|tmp|work|opt)/\w+/", text), name
        assert not re.search(r"https?://\S+/simple\b|index[-]url", text), name


def test_all_names_can_be_imported_where_there_is_no_spark():
    code = "import sys; sys.modules['pyspark'] = None\nfrom axiometer import *\nassert evaluate and measures.RBU"
    assert "axiometer.engines.spark" not in loaded_by(code)
