"""A report of what was measured, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometer.report.interactive.gathering import Choices, Stage, gather
from axiometer.report.interactive.page import write_report

__all__ = ["Choices", "make_report"]


def make_report(
    found: Any,
    judgments: Any = None,
    runs: Any = None,
    *,
    choices: Choices | None = None,
    command: Sequence[str] = (),
    stage: Stage | None = None,
) -> str:
    """Make a report of what was measured: one page of HTML that opens offline, with all its data inside.

    Parameters
    ----------
    found
        Measurements, or a frame of saved ones.
    judgments, runs
        What was measured, as for ``evaluate``; without them, or for saved values, the page has no ranked lists. They
        are read again.
    choices
        What the report should tell, and how.
    command
        The words of the command that makes the report again, as the page tells it.
    stage
        Called with the name of each part of the work; gives a context, in which it is done, with whom to tell how far
        it is.

    Returns
    -------
    str
        The page, to be written to a file.
    """
    choices = choices or Choices()
    return write_report(gather(found, judgments, runs, choices, stage), choices, command)
