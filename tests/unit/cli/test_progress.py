"""The progress bar."""

from __future__ import annotations

import io
import sys
import time

from axiometer.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown_after(patience: float, monkeypatch) -> str:
    """Give what a terminal shows of work that takes a third of a second."""
    terminal = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        patch.setenv("TERM", "xterm-256color")
        patch.setattr(progress, "PATIENCE", patience)
        with progress.progress_bar("measuring") as tell:
            tell(1, 4)
            time.sleep(0.3)
    return terminal.getvalue()


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    shown = shown_after(0.01, monkeypatch)
    assert "measuring" in shown
    assert "25%" in shown


def test_short_work_shows_none(monkeypatch):
    assert "measuring" not in shown_after(5, monkeypatch)


def test_none_in_a_pipe_and_none_when_unwanted(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.progress_bar("measuring", is_wanted=False) as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.progress_bar("measuring") as tell:
        assert tell is None
    assert progress.PATIENCE == 1
