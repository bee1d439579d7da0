"""Every code block of the README and of docs/ runs, and shows what it really prints.

Run as a program, this file writes the real output into the pages:
``python tests/documentation/test_examples.py``, followed by names of pages if it is not to be all.
"""

import contextlib
import importlib.metadata
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import polars as pl
import pytest

from axiometer.cli.main import main

ROOT = Path(__file__).parents[2]
MEASURES = ROOT / "docs" / "reference" / "measures"
"""All its pages but the index are made from the code, which test_tables.py looks at."""
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent != MEASURES or page.stem == "index"),
]
BLOCK = re.compile(r"^```(?P<language>[^\n]*)\n(?P<body>.*?)^```$", flags=re.MULTILINE | re.DOTALL)
PROMPT = "$ "
NEEDS_A_SHELL = re.compile(r"[|<>*;&$]")
WIDTH = 100

DEMO = 'python3 -m venv .venv && .venv/bin/pip install ".[plots]" && .venv/bin/axiometer demo\n'
SET_UP_COMMANDS = {
    "README.md": [
        DEMO,
        'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest -n auto\n',
    ],
    "docs/index.md": ["pip install axiometer\n"],
    "docs/start/install.md": ["pip install axiometer\n", DEMO],
    "docs/guides/scale.md": [
        "axiometer evaluate --ratings train.parquet test.parquet --aspects items.parquet recommended.parquet \\\n"
        '  -m "nDCG@10 alphabeta_nDCG@10 RBU@10" --memory 2GB -q --format parquet --output values.parquet\n',
        "axiometer evaluate --engine spark --master spark://host:7077 s3a://logs/test.parquet s3a://logs/runs \\\n"
        '  -m "nDCG@10 AP" -q --format parquet --output s3a://logs/values\n',
    ],
}
"""Blocks that do not run here: they build an environment, need a cluster, or files of gigabytes."""
NEEDS_SPARK = "# runs where there is a Spark\n"
"""How a block begins that is run by the tests of Spark."""
NEEDS = re.compile(r"# needs (\w+)\n")
"""How a block begins that runs where another library is installed, and is otherwise left as it is, with its output."""
LONG = (
    "README.md",
    "docs/guides/figures.md",
    "docs/guides/simulation.md",
    "docs/reference/commands/axioms.md",
    "docs/reference/file-formats.md",
    "docs/start/demo.md",
    "docs/theory/axioms.md",
    "docs/theory/meta-evaluation.md",
)
"""Pages whose code runs for a second and more."""
GALLERY = "docs/gallery/index.md"
"""The page whose commands run when the site is built, which fails if one of them does."""
STARTS_CLUSTER = "org.apache.spark.deploy.master.Master"
"""What a block holds that they run, too, with the marker ``cluster``."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


class Page:
    """A page whose blocks run in order, in one namespace and one folder."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.namespace: dict[str, object] = {"__name__": "page"}
        self.unshown = ""
        self.is_left_out = False

    def with_real_output(self) -> str:
        text = BLOCK.sub(self._run, self.text)
        self._expect_all_shown("at its end")
        return text

    def _run(self, block: re.Match[str]) -> str:
        language, body = block["language"], block["body"]
        line = self.text.count("\n", 0, block.start()) + 1
        if language == "output" and self.is_left_out:
            return block[0]
        self.is_left_out = language == "python" and self._lacks(body)
        if language == "output":
            body, self.unshown = self.unshown, ""
            assert body, f"{self.name}, line {line}: the block above prints nothing"
            return f"```output\n{body}```"
        self._expect_all_shown(f"before line {line}")
        if self.is_left_out:
            return block[0]
        if language == "python":
            self.unshown = self._run_python(body, line)
        elif language == "console":
            body = run_console(body)
        elif language == "bash" and STARTS_CLUSTER in body:
            return block[0]
        else:
            is_exempt = language == "bash" and body in SET_UP_COMMANDS.get(self.name, [])
            assert is_exempt, f"{self.name}, line {line}: nothing runs a block of {language or 'no language'}"
        return f"```{language}\n{body}```"

    @staticmethod
    def _lacks(body: str) -> bool:
        """Say whether a block needs what is not here."""
        needed = NEEDS.match(body)
        return body.startswith(NEEDS_SPARK) or (needed is not None and find_spec(needed[1]) is None)

    def _run_python(self, body: str, line: int) -> str:
        code = compile("\n" * line + body, self.name, "exec")
        screen = io.StringIO()
        with contextlib.redirect_stdout(screen), pl.Config(tbl_width_chars=WIDTH):
            exec(code, self.namespace)
        return screen.getvalue()

    def _expect_all_shown(self, where: str) -> None:
        assert not self.unshown, f"{self.name}: printed {where} but not shown in an output block: {self.unshown}"


def run_console(body: str) -> str:
    """Run the commands of a block and give it with what they print."""
    assert body.startswith(PROMPT), f"a console block starts with a command: {body}"
    real = ""
    while body:
        command, _, body = body.partition("\n")
        printed = run_command(command.removeprefix(PROMPT))
        real += f"{command}\n{printed}"
        if body.startswith(printed):
            body = body.removeprefix(printed)
        while body and not body.startswith(PROMPT):
            body = body.partition("\n")[2]
    return real


def run_command(command: str) -> str:
    if not command.startswith("axiometer ") or NEEDS_A_SHELL.search(command):
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        environment = {**os.environ, "PATH": path, "COLUMNS": str(WIDTH)}
        shell = ["bash", "-c", command]
        done = subprocess.run(shell, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode()
    screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with (
        contextlib.redirect_stdout(screen),
        contextlib.redirect_stderr(screen),
        mock.patch.object(sys, "argv", shlex.split(command)),
        contextlib.suppress(SystemExit),
    ):
        main()
    return screen.buffer.getvalue().decode()


def same_on_every_machine(text: str) -> str:
    """Round numbers in full precision: their last digit depends on the processor's logarithm."""
    return re.sub(r"\d+\.\d{10,}", lambda number: f"{float(number[0]):.9f}", text)


def run_page(page: Path, folder: Path) -> str:
    with contextlib.chdir(folder):
        run_command("axiometer demo --write .")
        return Page(name_of(page), page.read_text(encoding="utf-8")).with_real_output()


def parameter_of(page: Path) -> object:
    name = name_of(page)
    return pytest.param(page, id=name, marks=[pytest.mark.thorough] if name in LONG else [])


@pytest.mark.parametrize("page", [parameter_of(page) for page in PAGES if name_of(page) != GALLERY])
def test_page_shows_what_its_code_prints(page, tmp_path):
    shown, real = page.read_text(encoding="utf-8"), run_page(page, tmp_path)
    assert same_on_every_machine(real).splitlines() == same_on_every_machine(shown).splitlines()


def test_every_fence_belongs_to_a_block():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert text.count("```") == 2 * len(BLOCK.findall(text)), page


@pytest.mark.parametrize("name", SET_UP_COMMANDS)
def test_exempt_commands_are_in_the_page(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    for command in SET_UP_COMMANDS[name]:
        assert text.count(f"```bash\n{command}```") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("```python\n1 / 0\n```", "division by zero"),
        ("```python\nprint(1)\n```", "not shown"),
        ("```output\n1\n```", "prints nothing"),
        ("```bash\nls\n```", "nothing runs"),
        ("```\nls\n```", "nothing runs"),
        ("```console\naxiometer --version\n```", "starts with a command"),
    ],
)
def test_blocks_that_cannot_be_checked_are_refused(text, complaint):
    with pytest.raises((AssertionError, ZeroDivisionError), match=complaint):
        Page("page", text).with_real_output()


def test_wrong_output_is_replaced():
    python = Page("page", "```python\nprint(2)\n```\n\n```output\n1\n```")
    assert python.with_real_output() == "```python\nprint(2)\n```\n\n```output\n2\n```"
    console = Page("page", "```console\n$ axiometer --version\nwrong\n$ echo $((1 + 1))\n```")
    version = importlib.metadata.version("axiometer")
    real = f"```console\n$ axiometer --version\naxiometer {version}\n$ echo $((1 + 1))\n2\n```"
    assert console.with_real_output() == real


if __name__ == "__main__":
    for page in [ROOT / name for name in sys.argv[1:]] or PAGES:
        with tempfile.TemporaryDirectory() as folder:
            real = run_page(page, Path(folder))
        if same_on_every_machine(real) != same_on_every_machine(page.read_text(encoding="utf-8")):
            page.write_text(real, encoding="utf-8")
            print(f"changed {name_of(page)}")
