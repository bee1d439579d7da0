"""Python files with measures of the user."""

from __future__ import annotations

import pytest

from axiometer import InputError, Measure, Preference, UsageError
from axiometer.io.plugins import blamed_on, load_plugins

GOOD = '''
from __future__ import annotations

from dataclasses import dataclass

import axiometer as ax
from axiometer.measures.adhoc.average_precision import AP
from axiometer.measures.parameters import cutoff_parameter


class Base(ax.Measure):
    """An abstract one."""


@dataclass(frozen=True, kw_only=True)
class Linear(Base):
    step: float = ax.parameter(0.1, "what a rank costs", above=0, most=1)
    cutoff: int | None = cutoff_parameter()

    def values(self, lists):
        return lists.sum((1 - self.step * (lists.rank - 1)).clip(0) * lists.grade)


class sooner(ax.Preference):
    def compare(self, lists, left, right):
        return lists.count[left] - lists.count[right] + 0.0


steep = Linear(step=0.5)
_hidden = Linear(step=0.9)
'''


@pytest.fixture
def file(tmp_path):
    def write(text: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_classes_and_what_is_made_can_be_named(file, tmp_path):
    own = load_plugins([file(GOOD)])
    assert own.names == ["Linear", "sooner", "steep"]
    assert [str(each) for each in own.all()] == ["Linear", "sooner", "Linear(step=0.5)"]
    assert [str(each) for each in own.found("Linear(step=0.2)@5,10")] == ["Linear(step=0.2)@5", "Linear(step=0.2)@10"]
    assert own.found("steep") == [own.made["steep"]]
    assert [str(each) for each in own.found("steep@3")] == ["Linear(step=0.5)@3"]
    assert own.found("nDCG@10") == ["nDCG@10"]
    assert isinstance(own.found("Linear")[0], Measure)
    assert isinstance(own.found("sooner")[0], Preference)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("Linear(stp=0.2)", "did you mean step"),
        ("Linear(step=2)", "step must be at most 1"),
        ("Linear(0.2)", "parameters need their names"),
        ("Linear(", "is not a measure"),
        ("steep(step=1)", "write steep alone"),
        ("sooner@3", "sooner takes no cut-off"),
    ],
)
def test_wrong_parameters_are_explained(file, word, said):
    with pytest.raises(UsageError, match=said):
        load_plugins([file(GOOD)]).found(word)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import axiometer\nx = 1 / 0\n", "mine.py, line 2: found ZeroDivisionError: division by zero"),
        ("x = 1\ndef f(:\n", "mine.py, line 2: found SyntaxError"),
        ("import sys\nsys.exit(3)\n", "mine.py, line 2: found SystemExit: 3"),
        ("import nowhere_at_all\n", "line 1: found ModuleNotFoundError"),
        ("x = '\0'\n", "mine.py(, line 1)?: found .*null bytes"),
        ("x = 1\n", "found no measure"),
        (GOOD.replace("Linear", "NDCG"), "found the name NDCG; expected another name"),
        (GOOD.replace("sooner", "lexirecall"), "found the name lexirecall; expected another name"),
        (GOOD.replace("steep", "map"), "found the name map; expected another name"),
    ],
)
def test_bad_files_are_explained(file, text, said):
    with pytest.raises(InputError, match=said):
        load_plugins([file(text)])


def test_what_is_made_takes_a_cutoff_only_if_it_has_one(file):
    text = GOOD.replace("    cutoff: int | None = cutoff_parameter()\n", "")
    with pytest.raises(UsageError, match=r"Linear\(step=0\.5\) takes no cut-off"):
        load_plugins([file(text)]).found("steep@3")


def test_parameters_without_a_default_have_to_be_given(file):
    own = load_plugins([
        file(
            GOOD.replace("ax.parameter(0.1, ", "ax.parameter(MISSING, ").replace(
                "import dataclass", "import MISSING, dataclass"
            )
        )
    ])
    assert [str(each) for each in own.found("Linear(step=0.2)")] == ["Linear(step=0.2)"]
    with pytest.raises(UsageError, match=r"Linear needs parameters: write Linear\(step=…\)"):
        own.found("Linear")


def test_two_files(file):
    first, other = file(GOOD), file(GOOD, "other.py")
    assert load_plugins([first, first]).paths == (first,)
    with pytest.raises(InputError, match=r"found the name Linear; expected another name: .*mine\.py has it, too"):
        load_plugins([first, other])
    with pytest.raises(InputError, match="No such file"):
        load_plugins([first + "x"])


def test_what_goes_wrong_later_is_blamed_on_the_line(file):
    own = load_plugins([file(GOOD)])
    with pytest.raises(InputError, match=r"mine\.py, line 21: found AttributeError"), blamed_on(own.paths):
        own.all()[0].values(None)
    with pytest.raises(KeyError), blamed_on(own.paths):
        raise KeyError("ours")
