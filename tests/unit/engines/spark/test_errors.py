"""What workers complain of is told as it was said."""

from __future__ import annotations

import pytest

from axiometer.errors import InputError, UsageError

pytest.importorskip("pyspark")

from axiometer.engines.spark.errors import complaint_in, readable

WRAPPED = """An exception was thrown from the Python worker:
Traceback (most recent call last):
  File "somewhere.py", line 3, in in_worker
axiometer.errors.{}

JVM stacktrace: …"""


def test_an_input_error_is_found():
    said = InputError("item 'a: b' again", "each item once; no other", source="the runs")
    found = complaint_in(WRAPPED.format(f"InputError: {said}"))
    assert isinstance(found, InputError)
    assert str(found) == str(said)
    assert (found.source, found.found) == ("the runs", "item 'a: b' again")


def test_a_usage_error_is_found():
    found = complaint_in(WRAPPED.format("UsageError: no such measure"))
    assert isinstance(found, UsageError)
    assert str(found) == "no such measure"


def test_other_errors_stay_what_they_are():
    assert complaint_in("an executor was lost") is None
    with pytest.raises(ZeroDivisionError), readable():
        raise ZeroDivisionError
    with pytest.raises(InputError, match="mine"), readable():
        raise InputError("mine", "yours")
