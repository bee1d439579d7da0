"""A plugin of pytest that records which functions of the package each test calls, and how long it takes.

``pytest -p tests.mutants.recording`` writes to the file named by the variable ``MUTANTS_RECORD``.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import axiometer

SOURCE = Path(axiometer.__file__).parents[1]
called: dict[int, CodeType] = {}
record: dict[str, dict[str, Any]] = {}


def _note(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001
    called[id(frame.f_code)] = frame.f_code


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    called.clear()
    record[item.nodeid] = {"seconds": 0.0, "passed": True, "functions": []}
    threading.settrace(_note)
    sys.settrace(_note)
    yield
    sys.settrace(None)
    threading.settrace(None)  # type: ignore[arg-type]
    record[item.nodeid]["functions"] = sorted({name for code in [*called.values()] if (name := _name(code))})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    record[report.nodeid]["seconds"] += report.duration
    if report.failed:
        record[report.nodeid]["passed"] = False


def pytest_sessionfinish() -> None:
    Path(os.environ["MUTANTS_RECORD"]).write_text(json.dumps(record), encoding="utf-8")


def _name(code: CodeType) -> str:
    """Give the file and the outermost function or method of some code, nothing for code of others."""
    file = Path(code.co_filename)
    if not file.is_relative_to(SOURCE) or code.co_name == "<module>":
        return ""
    return f"{file.relative_to(SOURCE).as_posix()}:{code.co_qualname.partition('.<locals>')[0]}"
