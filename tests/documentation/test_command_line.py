"""docs/command-line.md has a section for every command, with its arguments and a table of its options.

The tables are written from the commands: ``python tests/documentation/test_command_line.py``.
"""

import re
from pathlib import Path

from axiometer.cli.findings import Criterion
from axiometer.cli.help import meaning
from axiometer.cli.main import program

ROOT = Path(__file__).parents[2]
PATH = ROOT / "docs" / "command-line.md"
PAGE = PATH.read_text(encoding="utf-8")
HEAD = "| option | meaning |\n|---|---|\n"
HELP = "| `-h`, `--help` | Show this message and exit. |\n"
LEFT_TO_COMPARE = "What is read and written, and by which conventions, is said as for [`axiometer compare`]"
"""A section with this sentence tells only of what else a command has."""


def commands_of(name, command):
    yield name, command
    for word, each in getattr(command, "commands", {}).items():
        yield from commands_of(f"{name} {word}", each)


COMMANDS = dict(commands_of("axiometer", program()))


def section(command, page=PAGE):
    found = re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL)
    assert found, f"docs/command-line.md has no section {command!r}"
    return found[1]


def options_of(command):
    declared = (p for p in COMMANDS[command].params if p.param_type_name == "option")
    return {option for each in declared for option in each.opts} | {"--help", "-h"}


def shared_with_compare(command):
    """Name what all commands that find something out have in common with ``compare``."""
    shared = getattr(COMMANDS[command], "shared", None)
    if shared is None or not issubclass(shared, Criterion):
        return set()
    return set(shared.__dataclass_fields__) & set(COMMANDS["axiometer compare"].shared.__dataclass_fields__)


def row(option):
    names = ", ".join(f"`{name}`" for name in sorted(option.opts, key=lambda name: name.startswith("--")))
    takes = "" if option.is_flag else f" {option.metavar}"
    told = meaning(option).replace("|", "\\|")
    told = re.sub(r" ?\[default: (.*)\]$", r" Default: \1.", told).replace("[required]", "Required.")
    return f"| {names}{takes} | {told} |\n"


def table(command, text):
    left_out = shared_with_compare(command) if LEFT_TO_COMPARE in text else set()
    declared = [each for each in COMMANDS[command].params if each.param_type_name == "option"]
    is_own_form = {"form"} if command == "axiometer advise" else set()
    rows = [row(each) for each in declared if each.name not in left_out - is_own_form]
    return HEAD + "".join([*rows, HELP])


def written(page):
    """Write all tables of options anew."""

    def of_section(found):
        text = re.sub(rf"{re.escape(HEAD)}(\|.*\n)*", lambda _: table(found[1], found[2]), found[2], count=1)
        return f"## {found[1]}\n{text}"

    return re.sub(r"^## (.+)\n((?:(?!## ).*\n)*)", of_section, page, flags=re.MULTILINE)


def test_tables_of_options_are_those_of_the_commands():
    assert written(PAGE) == PAGE, "run tests/documentation/test_command_line.py"


def test_every_section_has_a_table():
    assert [command for command in COMMANDS if HEAD not in section(command)] == []


def test_a_table_leaves_out_only_what_the_one_of_compare_has():
    rows = section("axiometer compare")
    for command in COMMANDS:
        if LEFT_TO_COMPARE in section(command):
            told = set(re.findall(r"`(--?[a-z-]+)`", section(command).split(HEAD)[1] + rows))
            assert options_of(command) <= told, command


def test_sections_name_all_arguments():
    missing = [
        (command, each.metavar)
        for command, declared in COMMANDS.items()
        for each in declared.params
        if each.param_type_name == "argument" and each.metavar.strip("[].") not in section(command)
    ]
    assert missing == []


def test_commands_are_those_of_the_program():
    assert set(re.findall(r"^## (.+)$", PAGE, flags=re.MULTILINE)) == set(COMMANDS)


def test_every_page_uses_options_that_exist():
    known = {option for command in COMMANDS for option in options_of(command)}
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        lines = re.findall(r"axiometer [^\n`]*", page.read_text(encoding="utf-8"))
        used = {option for line in lines for option in re.findall(r"(?<= )--?[a-z][a-z-]*", line)}
        assert used <= known, page.name


if __name__ == "__main__":
    PATH.write_text(written(PAGE), encoding="utf-8")
