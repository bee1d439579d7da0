"""The help of all commands, and which modules a command imports."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from axiometer.cli.commands import first_line
from axiometer.cli.main import COMMANDS, program
from tests.unit.cli.conftest import commands_of

ALL = dict(commands_of(program()))
BY_THEMSELVES = "import sys, types; front = types.ModuleType('axiometer'); front.__path__ = [sys.argv.pop(1)]; "
"""Python that puts an empty module in front of the package, so that only what commands need is imported."""


def literals(annotation):
    for part in get_args(annotation):
        yield from get_args(annotation) if get_origin(annotation) is Literal else literals(part)


def choices_of(command):
    """Give the words of options that are one of several words; a command's own options stand before shared ones."""
    hints = {}
    for function in [*([command.shared] if hasattr(command, "shared") else []), command.callback]:
        hints |= get_type_hints(getattr(function, "__wrapped__", function))
    return {(name, str(word)) for name, hint in hints.items() for word in literals(hint)}


def test_the_lines_in_the_overview_are_those_of_the_commands():
    lines = {name: first_line(command.help) for name, command in program().commands.items()}
    assert lines == COMMANDS


@pytest.fixture(scope="module")
def shown():
    """Print the help of all commands in 80 columns, in one process."""
    code = (
        "import sys; from axiometer.cli.main import program\n"
        "for name in sys.argv[1:]:\n"
        "    print('#####', name)\n"
        "    program()(name.split() + ['--help'], prog_name='axiometer', standalone_mode=False)\n"
    )
    names = [*ALL, "meta", "recall", "simulate", "plot"]
    done = subprocess.run(
        [sys.executable, "-c", code, *names],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
        check=True,
    )
    pages = re.split(r"^##### ", done.stdout, flags=re.MULTILINE)[1:]
    return dict(each.split("\n", 1) for each in pages)


@pytest.mark.parametrize("name", [*ALL, "meta", "recall", "simulate", "plot"])
def test_help_fits_and_has_no_types_of_python(shown, name):
    page = shown[name]
    assert max(map(len, page.splitlines())) <= 80
    assert not re.search(r"<\w+|list\[|bool|Literal|None", page)
    assert page.startswith(f"Usage: axiometer {name} [OPTIONS]")


@pytest.mark.parametrize("name", ALL)
def test_every_option_says_what_it_takes_and_its_default(shown, name):
    flowing = " ".join(shown[name].split())
    for each in ALL[name].params:
        assert each.help, each.name
        assert each.metavar or getattr(each, "is_flag", False), each.name
        if isinstance(each.default, str | int | float) and not isinstance(each.default, bool) and each.default != "":
            entry = flowing[flowing.index(f"{each.opts[0]} ") :]
            assert f"[default: {each.default}]" in entry, each.name


@pytest.mark.parametrize("name", ALL)
def test_choices_are_named_unbroken(shown, name):
    words = set(re.findall(r"[\w-]+", shown[name]))
    assert {word for _, word in choices_of(ALL[name])} <= words


def test_some_choices_are_found():
    assert ("test", "randomised-tukey-hsd") in choices_of(ALL["compare"])
    assert ("ties", "file-order") in choices_of(ALL["compare"])


MEANINGS = {
    "--alpha": "Significance level",
    "--confidence": "Confidence level",
    "--alpha-table": "αβ-nDCG",
    "--beta-table": "αβ-nDCG",
    "--plugin": "of your own",
}


def test_an_option_means_the_same_everywhere():
    for name, command in ALL.items():
        for each in command.params:
            for option, words in MEANINGS.items():
                assert option not in each.opts or words in each.help, (name, option)
            assert "--beta" not in each.opts


def test_whoever_takes_measures_takes_measures_of_the_user():
    taking = {
        name
        for name, command in ALL.items()
        if {"measures", "measure"} & {each.name for each in command.params} and name != "recall optimal"
    }
    assert taking <= {name for name, command in ALL.items() if "plugin" in {each.name for each in command.params}}
    assert len(taking) > 15


@pytest.mark.parametrize(
    ("words", "most"),
    [(["--version"], 10), (["--help"], 10), (["evaluate", "qrels.txt", "a.run"], 190), (["measures"], 190)],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_imports_what_it_needs(tmp_path, words, most):
    (tmp_path / "qrels.txt").write_text("q 0 a 1\n")
    (tmp_path / "a.run").write_text("q Q0 a 1 1 t\n")
    code = (
        f"{BY_THEMSELVES} sys.modules['axiometer'] = front\n"
        "import atexit; atexit.register(lambda: print(sum(m.startswith('axiometer.') for m in sys.modules)))\n"
        "from axiometer.cli.main import main; main()"
    )
    package = sys.modules["axiometer"].__path__[0]
    done = subprocess.run([sys.executable, "-c", code, package, *words], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) <= most


def completed(*words, shell="bash"):
    code = "from axiometer.cli.main import main; main()"
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv[0] = 'axiometer'; {code}"],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "_AXIOMETER_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": " ".join(["axiometer", *words]),
            "COMP_CWORD": str(len(words)),
        },
    )
    return found.stdout.split("\n")


def test_shells_complete_commands_measures_and_profiles():
    assert {"evaluate", "explain"} <= set(completed("e"))
    assert "unanimity" in completed("meta", "un")
    assert "nDCG" in completed("compare", "q", "r", "-m", "nD")
    assert "lexirecall" in completed("prefer", "q", "r", "-p", "lexir")
    assert {"trec_eval", "trec_eval-9"} <= set(completed("evaluate", "q", "r", "--profile", "trec"))
    assert "randomised-tukey-hsd" in completed("compare", "q", "r", "--test", "random")
    assert "--profile" in completed("evaluate", "--prof")


def test_completion_can_be_installed():
    code = "import sys; sys.argv[0] = 'axiometer'; from axiometer.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    assert "--install-completion" in done.stdout
    assert "--show-completion" in done.stdout
