"""Experiments are run part by part, go on where they were, and leave a page, tables, figures and how all was made."""

import json
import sys
from pathlib import Path

import polars as pl
import pytest

from axiometer.errors import InputError, UsageError
from axiometer.plots.drawing import Drawing
from axiometer_papers.running import run_study, summary
from axiometer_papers.study import Check, Figure, Part, Result, Setting, Study, Table, claim, few_systems, is_close

TABLE = pl.DataFrame({"measure": ["AP", "<script>alert(1)</script>"], "value": [0.25, 1 / 3]})
BARS = Drawing(title="Values", mark="bar", x="measure", y="value")


class Experiment:
    """Two parts, which count how often they are made; the second one may fail."""

    def __init__(self):
        self.made = []
        self.is_broken = False

    def study(self):
        return Study("tiny", "A tiny study", ["Nothing is missing."], self.plan, "amigo2018")

    def plan(self, setting):
        parameters = {"seed": setting.seed}
        return [
            Part("one", "Table 1", self.one, parameters, "simulated"),
            Part("two", "Figure 2", self.two, parameters, "simulated"),
        ]

    def one(self, progress):
        self.made.append("one")
        progress(1, 1)
        checks = [Check("Table 1", "AP", "0.25", "0.25", "yes"), Check("Table 1", "RR", "0.5", "0.4", "no", "a reason")]
        return Result([Table("table-1", "The table", TABLE)], checks=checks, notes=["one note"])

    def two(self, _):
        if self.is_broken:
            raise KeyboardInterrupt
        self.made.append("two")
        return Result(figures=[Figure.of("figure-2", BARS, TABLE)])


def test_everything_is_written(tmp_path):
    watched, steps = [], []

    def watch(part, number, of):
        watched.append((part.name, number, of))
        return lambda *step: steps.append(step)

    run_study(Experiment().study(), Setting(seed=3), tmp_path, command="axiometer reproduce tiny", watch=watch)
    assert watched == [("one", 1, 2), ("two", 2, 2)]
    assert steps == [(1, 1)]
    assert (tmp_path / "tables" / "table-1.tsv").read_text() == (
        "measure\tvalue\nAP\t0.25\n<script>alert(1)</script>\t0.3333333333333333\n"
    )
    assert (tmp_path / "figures" / "figure-2.svg").read_text().startswith("<svg")
    assert (tmp_path / "published.tsv").read_text() == (
        "where\twhat\tpublished\tours\tsame\twhy\nTable 1\tAP\t0.25\t0.25\tyes\t\nTable 1\tRR\t0.5\t0.4\tno\ta reason\n"
    )
    how = json.loads((tmp_path / "run.json").read_text())
    assert how["seed"] == 3
    assert [part["name"] for part in how["parts"]] == ["one", "two"]
    assert how["parts"][0]["parameters"] == {"seed": 3}


@pytest.mark.parametrize("name", ["page.md", "page.html"])
def test_the_page_has_tables_figures_checks_notes_and_how_it_was_made(tmp_path, name):
    run_study(Experiment().study(), Setting(), tmp_path, command="axiometer reproduce tiny")
    page = (tmp_path / name).read_text()
    for told in (
        "A tiny study",
        "Nothing is missing.",
        "axiometer reproduce tiny",
        "Published numbers and statements: 1 the same here, 1 not, 0 not comparable",
        "tables/table-1.tsv",
        "figures/figure-2.svg",
        "a reason",
        "one note",
        "data: simulated",
        "The data of this page:",
        "seed: 0",
        "What is not the same here",
        "@inproceedings{amigo2018",
    ):
        assert told in page
    assert "<script>" not in page
    assert "0.3333" in page


def test_an_interrupted_study_goes_on_where_it_was(tmp_path):
    experiment = Experiment()
    experiment.is_broken = True
    with pytest.raises(KeyboardInterrupt):
        run_study(experiment.study(), Setting(), tmp_path)
    assert not (tmp_path / "page.md").exists()
    experiment.is_broken = False
    ran = run_study(experiment.study(), Setting(), tmp_path)
    assert experiment.made == ["one", "two"]
    assert [its.is_old for _, its in ran] == [True, False]
    assert "0.3333" in (tmp_path / "page.md").read_text()


def test_other_parameters_or_a_wish_run_it_again(tmp_path):
    experiment = Experiment()
    run_study(experiment.study(), Setting(), tmp_path)
    run_study(experiment.study(), Setting(seed=1), tmp_path)
    run_study(experiment.study(), Setting(seed=1), tmp_path, is_fresh=True)
    run_study(experiment.study(), Setting(seed=1), tmp_path)
    assert experiment.made == ["one", "two"] * 3


def test_without_a_program_that_draws_the_chart_is_written_and_the_page_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    run_study(Experiment().study(), Setting(), tmp_path)
    assert json.loads((tmp_path / "figures" / "figure-2.vl.json").read_text())["data"]["values"][0]["value"] == 0.25
    page = (tmp_path / "page.md").read_text()
    assert "not drawn, since figures are drawn by vl-convert, which is not installed" in page
    assert "figure-2.svg" not in page
    monkeypatch.undo()
    run_study(Experiment().study(), Setting(), tmp_path)
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["figure-2.svg"]


def test_old_tables_and_figures_go_but_nothing_else(tmp_path):
    experiment = Experiment()
    run_study(experiment.study(), Setting(), tmp_path)
    (tmp_path / "tables" / "mine.tsv").write_text("")
    first, _ = experiment.plan(Setting())
    other = Study("tiny", "T", [], lambda _: [first], "amigo2018")
    run_study(other, Setting(), tmp_path)
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == ["mine.tsv", "table-1.tsv"]
    assert [*(tmp_path / "figures").iterdir()] == []


@pytest.mark.parametrize("told", ["", "[]", '{"paper": "tiny", "outputs": 5}', '{"paper": "other", "outputs": []}'])
def test_pages_of_others_are_not_written_over(tmp_path, told):
    (tmp_path / "page.md").write_text("mine")
    (tmp_path / "run.json").write_text(told)
    with pytest.raises(InputError, match=r"a page\.md of something else"):
        run_study(Experiment().study(), Setting(), tmp_path)
    assert (tmp_path / "page.md").read_text() == "mine"


def test_parts_are_made_of_earlier_ones_also_of_kept_ones(tmp_path):
    calls = []

    def second(_, one, again):
        calls.append((one.notes, again.tables[0].frame.rows()))
        return Result(notes=["two"])

    def plan(setting):
        first = Experiment().plan(Setting())[0]
        return [first, Part("second", "S", second, {"seed": setting.seed}, made_of=["one", "one"])]

    study = Study("tiny", "T", [], plan, "amigo2018")
    run_study(study, Setting(), tmp_path)
    run_study(study, Setting(seed=1), tmp_path)
    run_study(study, Setting(seed=1), tmp_path)
    assert calls == [(["one note"], TABLE.rows())] * 2


def test_a_part_is_made_again_if_what_it_is_made_of_is_another(tmp_path):
    calls = []

    def plan(setting):
        first = Experiment().plan(setting)[0]
        return [first, Part("second", "S", lambda *_: calls.append(1) or Result(notes=["two"]), made_of=["one"])]

    study = Study("tiny", "T", [], plan, "amigo2018")
    for seed in (0, 1, 1):
        run_study(study, Setting(seed=seed), tmp_path)
    assert len(calls) == 2


def test_parts_of_the_same_name_are_refused(tmp_path):
    first, _ = Experiment().plan(Setting())
    with pytest.raises(UsageError, match="two parts are called one"):
        run_study(Study("tiny", "T", [], lambda _: [first, first], ""), Setting(), tmp_path)


def test_the_page_says_which_folders_of_data_were_used_and_which_not(tmp_path):
    for name in ("used", "idle", "runs"):
        (tmp_path / "data" / name).mkdir(parents=True)
    (tmp_path / "data" / "used" / "file").write_text("")
    part = Part("p", "P", lambda _: Result(notes=["n"]), {}, "used: a file", [tmp_path / "data" / "used" / "file"])
    setting = Setting(data=tmp_path / "data")
    run_study(Study("tiny", "T", [], lambda _: [part], "amigo2018"), setting, tmp_path / "out")
    page = (tmp_path / "out" / "page.md").read_text()
    assert "- used: a file\n" in page
    assert "that have no files for this: idle\n" in page


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="a folder that can be made"):
        run_study(Experiment().study(), Setting(), tmp_path / "file" / "below")
    assert Path(tmp_path / "file").read_text(encoding="utf-8") == ""


def test_the_summary_counts():
    checks = [Check("", "", "", "", same) for same in ("yes", "not comparable", "yes", "no")]
    assert summary(checks) == "published numbers and statements: 2 the same here, 1 not, 1 not comparable"


@pytest.mark.parametrize(
    ("published", "ours", "within", "is_same"),
    [
        ("0.825", 0.8254, 0, True),
        ("0.825", 0.8256, 0, False),
        ("0.825", 0.8256, 0.001, True),
        ("1", 0.51, 0, True),
        ("1", 0.49, 0, False),
    ],
)
def test_numbers_are_the_same_if_they_are_when_rounded(published, ours, within, is_same):
    assert is_close(published, ours, within) is is_same


def test_a_statement_has_a_reason_only_where_it_does_not_hold():
    assert claim("S", "w", "p", "o", "reason", holds=True) == Check("S", "w", "p", "o", "yes", "")
    assert claim("S", "w", "p", "o", "reason", holds=False) == Check("S", "w", "p", "o", "no", "reason")
    assert claim("S", "w", "p", "o", "reason", holds=None) == Check("S", "w", "p", "o", "not comparable", "reason")


def test_few_systems_are_warned_of():
    assert few_systems("web", 5) == []
    assert few_systems("web", 3) == ["web has only 3 systems, which make 3 pairs: what follows from it says little."]
