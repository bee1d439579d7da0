from __future__ import annotations

import sys

import pytest

from axiometer.cli.main import main


@pytest.fixture
def command(monkeypatch, capfdbinary):
    """Run the command; gives exit code, output and messages."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["axiometer", *words])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
        out, err = capfdbinary.readouterr()
        return code, out.decode(errors="replace"), err.decode()

    return run


def commands_of(group, before=""):
    """Give all commands below a group, with their names."""
    for name, command in group.commands.items():
        full = f"{before} {name}".strip()
        yield from commands_of(command, full) if hasattr(command, "commands") else [(full, command)]
