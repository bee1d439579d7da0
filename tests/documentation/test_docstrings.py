"""Every public name has a docstring with an example, and every example of a docstring runs."""

import contextlib
import doctest
import importlib
from inspect import ismodule
from types import SimpleNamespace

import pytest

ROOMS = ("axiometer", *(f"axiometer.{room}" for room in ("measures", "meta", "simulate", "testing")))
FINDER = doctest.DocTestFinder(recurse=False)


def public(room):
    home = importlib.import_module(room)
    return [pytest.param(getattr(home, name), id=f"{room}.{name}") for name in home.__all__ if name != "spark"]


def broken(thing, name):
    """Run the examples of a docstring, of which there must be some, and give what went wrong."""
    found = [test for test in FINDER.find(thing, name) if test.examples]
    if not found:
        return f"{name} has no example"
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in found:
        runner.run(test, out=told.append)
    return "".join(told)


@pytest.mark.parametrize("thing", [each for room in ROOMS for each in public(room) if not ismodule(each.values[0])])
def test_public_names_have_examples_that_run(thing, tmp_path):
    with contextlib.chdir(tmp_path):
        assert broken(thing, thing.__name__) == ""


@pytest.mark.parametrize("room", ROOMS)
def test_namespaces_say_what_they_are_for(room):
    home = importlib.import_module(room)
    assert home.__doc__
    if ">>>" in home.__doc__:
        assert broken(home, room) == ""


def test_an_example_that_is_wrong_or_missing_is_seen():
    assert "has no example" in broken(SimpleNamespace(__doc__="Nothing."), "nothing")
    wrong = SimpleNamespace(__doc__=">>> 1 + 1\n3\n")
    assert "Got:\n    2" in broken(wrong, "wrong")
