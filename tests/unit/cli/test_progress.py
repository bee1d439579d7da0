"""The progress bar."""

from __future__ import annotations

import io
import sys

import pytest

from axiometer.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm-256color")
    return screen


def shown_after(seconds: float, monkeypatch) -> None:
    clock = iter([0.0, seconds])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock, seconds))
    with progress.progress_bar("measuring") as tell:
        tell(1, 4)


def test_long_work_shows_a_bar_on_a_terminal(terminal, monkeypatch):
    shown_after(1.5, monkeypatch)
    assert "measuring" in terminal.getvalue()
    assert "25%" in terminal.getvalue()


def test_short_work_shows_none(terminal, monkeypatch):
    shown_after(0.5, monkeypatch)
    assert "measuring" not in terminal.getvalue()


def test_none_in_a_pipe_and_none_when_unwanted(terminal, monkeypatch):
    with progress.progress_bar("measuring", is_wanted=False) as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.progress_bar("measuring") as tell:
        assert tell is None
    assert terminal.getvalue() == ""
