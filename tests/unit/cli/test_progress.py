"""The progress bar."""

from __future__ import annotations

import io
import sys

from axiometer.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown_after(seconds: float, monkeypatch) -> str:
    """Give what a terminal shows when the first of four steps took so long."""
    terminal = Terminal()
    clock = iter([0.0, seconds])
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        patch.setenv("TERM", "xterm-256color")
        patch.setattr(progress.time, "monotonic", lambda: next(clock, seconds))
        with progress.progress_bar("measuring") as tell:
            tell(1, 4)
    return terminal.getvalue()


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    shown = shown_after(1.5, monkeypatch)
    assert "measuring" in shown
    assert "25%" in shown


def test_short_work_shows_none(monkeypatch):
    assert "measuring" not in shown_after(0.5, monkeypatch)


def test_none_in_a_pipe_and_none_when_unwanted(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.progress_bar("measuring", is_wanted=False) as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.progress_bar("measuring") as tell:
        assert tell is None
