"""Several pieces of work at the same time."""

from __future__ import annotations

import threading
import time

import pytest

from axiometer.checks import check_jobs
from axiometer.errors import UsageError
from axiometer.jobs import of_each


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_results_stand_in_the_order_of_the_pieces(jobs):
    def slow_first(number: int) -> int:
        time.sleep(0.02 if number == 0 else 0)
        return number * number

    told = []
    assert of_each(range(9), slow_first, jobs, lambda *how_far: told.append(how_far)) == [n * n for n in range(9)]
    assert told == [(n, 9) for n in range(1, 10)]
    assert of_each([], slow_first, jobs) == []


def test_one_piece_and_one_job_need_no_other_thread():
    here = threading.get_ident()
    assert of_each([1], lambda _: threading.get_ident(), 5) == [here]
    assert of_each([1, 2], lambda _: threading.get_ident(), 1) == [here, here]
    assert here not in of_each([1, 2], lambda _: threading.get_ident(), 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_one_piece_is_raised(jobs):
    def refuse(number: int) -> int:
        if number == 3:
            raise UsageError(f"not {number}")
        return number

    with pytest.raises(UsageError, match="not 3"):
        of_each(range(5), refuse, jobs)


@pytest.mark.parametrize("jobs", [0, -1, 1.5, "2", None, True])
def test_what_is_no_number_of_jobs_is_refused(jobs):
    with pytest.raises(UsageError, match=f"jobs must be a whole number from 1, not {jobs!r}"):
        check_jobs(jobs)


def test_numbers_of_jobs():
    for jobs in (1, 64):
        check_jobs(jobs)
