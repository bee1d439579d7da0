"""A copy of the repository in which tests run, so that nobody's files are changed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class TakesTooLongError(Exception):
    """The tests did not end in time."""


@dataclass(frozen=True)
class Copy:
    """A copy of all files that git knows or would know."""

    root: Path

    @classmethod
    def make(cls, folder: Path) -> Copy:
        """Copy the files as they are now, also those that are not committed."""
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        root = folder / "axiometer"
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        # Real collections lie beside the repository.
        if (ROOT.parent / "shared").is_dir():
            (folder / "shared").symlink_to(ROOT.parent / "shared")
        copy = cls(root)
        imported = copy.python("-c", "import axiometer; print(axiometer.__file__)").stdout.strip()
        assert Path(imported).is_relative_to(root), f"tests would import {imported}, not the copy"
        return copy

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.root, env=self._environment(), capture_output=True, text=True)

    def pytest(
        self, plugin: str, arguments: list[str], *, variables: dict[str, str], seconds: float
    ) -> tuple[int, str]:
        """Run the tests with one of our plugins, in one process, and give the exit code and what they print."""
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)  # no example found for another mutant
        options = ["-q", "-n", "0", "-p", plugin, "-p", "no:cacheprovider", "-p", "no:randomly", "--hypothesis-seed=0"]
        with subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *arguments],
            cwd=self.root,
            env=self._environment() | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                printed = process.communicate(timeout=seconds)[0]
            except subprocess.TimeoutExpired as error:
                os.killpg(process.pid, signal.SIGKILL)
                raise TakesTooLongError from error
        return process.returncode, printed

    def _environment(self) -> dict[str, str]:
        # No compiled files: two versions of a file can have the same size and be written in the same second.
        return os.environ | {"PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def read_json(file: Path) -> Any:
    """Read a file that a plugin has written, None if it has not."""
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
