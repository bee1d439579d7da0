"""The experiments of the paper on the concordance test, on tiny inputs."""

import json
from dataclasses import replace

import polars as pl
import pytest

import axiometer as ax
from axiometer.data import Runs
from axiometer.errors import InputError
from axiometer.meta.concordance import concordance
from axiometer.meta.finding import Finding
from axiometer.meta.power import power
from axiometer_papers.concordance.cases import (
    TOP,
    Case,
    diminishing,
    in_all_orders,
    random_cases,
    regraded,
    values,
)
from axiometer_papers.concordance.figure_4 import power_checks
from axiometer_papers.concordance.figure_4 import told as compared
from axiometer_papers.concordance.lengths import with_lengths
from axiometer_papers.concordance.measured import GOLD_NAMES, MEASURES, PRINTED, Measured
from axiometer_papers.concordance.orders import layers, relation, violations, written
from axiometer_papers.concordance.properties import answers, one_intent
from axiometer_papers.concordance.published import MEASURES as SIX
from axiometer_papers.concordance.published import ORDERS, TABLE_2
from axiometer_papers.concordance.study import CONCORDANCE
from axiometer_papers.concordance.table_2 import long_form, told, wins_of
from axiometer_papers.keeping import fingerprint
from axiometer_papers.sources import Source
from axiometer_papers.study import Setting


def quiet(done, total):
    assert 0 <= done <= total


def test_published_cells_are_those_of_the_paper():
    assert str(TABLE_2["intent recall"]["U-IA", "ERR-IA"]) == "84%/80%† (1463)"
    assert str(TABLE_2["precision"]["D-U", "U-IA"]) == "74%/85% (54)"
    assert str(TABLE_2["both"]["ERR-IA", "α-nDCG"]) == "19%/76%‡ (292)"
    assert all(len(cells) == 15 for cells in TABLE_2.values())


@pytest.mark.parametrize("gold", [*ORDERS])
def test_published_marks_give_the_published_order(gold):
    wins = {pair if cell.first > cell.second else pair[::-1] for pair, cell in TABLE_2[gold].items() if cell.mark}
    assert wins == relation(ORDERS[gold])
    assert violations(wins, SIX) == []
    assert {frozenset(each) for each in layers(wins, SIX)} == {
        frozenset(group.split(", ")) for group in ORDERS[gold].split(" ≫ ")
    }


def test_orders_are_written_with_what_is_sure():
    wins = {("a", "c"), ("b", "c"), ("c", "d"), ("a", "d")}
    assert written(wins, "abcd") == "a, b ≫ c ≫ d"
    assert violations(wins, "abcd") == [("b", "c", "d")]
    assert written({("a", "b")}, "abc") == "a, c > b"
    assert layers({("a", "b"), ("b", "a")}, "ab") == [["a", "b"]]


def test_lengths_of_a_file_are_taken_and_missing_ones_told(tmp_path):
    judgments = ax.read_judgments({"q": {"a": {"1": 1}, "b": {"1": 0}, "c": {"1": 2}}})
    path = tmp_path / "lengths.txt"
    path.write_text("a 100\nb 300\nz 800\n")
    found, words = with_lengths(judgments, path, 0)
    assert dict(found.lengths.select("item", "length").rows()) == {"a": 100, "b": 300, "c": 300}
    assert "1 judged item of 3" in words
    path = tmp_path / "words.csv"
    path.write_text("item,words\na,100\n")
    with pytest.raises(InputError, match="words"):
        with_lengths(judgments, path, 0)


def test_lengths_that_are_there_stay():
    judgments = ax.read_judgments({"q": {"a": {"1": 1}}}, lengths={"a": 7})
    found, words = with_lengths(judgments, None, 0)
    assert found.lengths["length"].to_list() == [7]
    assert "those of the collection" in words


def test_lengths_of_a_file_come_before_those_that_are_there(tmp_path):
    judgments = ax.read_judgments({"q": {"a": {"1": 1}}}, lengths={"a": 7})
    path = tmp_path / "lengths.txt"
    path.write_text("a 100\n")
    found, words = with_lengths(judgments, path, 0)
    assert found.lengths["length"].to_list() == [100]
    assert words == "Lengths are from lengths.txt."


def test_lengths_of_other_items_are_refused(tmp_path):
    judgments = ax.read_judgments({"q": {"a": {"1": 1}}}, lengths={"a": 7})
    path = tmp_path / "lengths.txt"
    path.write_text("y 100\nz 300\n")
    with pytest.raises(InputError, match=r"found lengths of 2 items, none of them judged; expected .* such as a"):
        with_lengths(judgments, path, 0)
    # Of several collections, the file may be about another one.
    found, words = with_lengths(judgments, path, 0, is_only=False)
    assert found.lengths.rows() == [("a", 7)]
    assert "those of the collection" in words
    found, words = with_lengths(ax.read_judgments({"q": {"a": {"1": 1}}}), path, 0, is_only=False)
    assert words.startswith("Lengths are simulated, since lengths.txt has none of a judged item here")
    assert found.lengths["item"].to_list() == ["a"]


def test_parts_say_which_lengths_they_take_and_know_a_changed_file(tmp_path):
    told = [part.parameters["lengths"] for part in CONCORDANCE.plan(Setting(is_quick=True))]
    assert told == ["those of the collection", ["simulated: those of the collection"]]
    path = tmp_path / "lengths.txt"
    marks = []
    for text in ("a 100\n", "a 1000\n"):
        path.write_text(text)
        parts = CONCORDANCE.plan(Setting(is_quick=True, lengths=path))
        marks.append([fingerprint(part) for part in parts])
    assert [part.parameters["lengths"] for part in parts] == [
        "of lengths.txt, where it has some of the collection",
        ["simulated: of lengths.txt, where it has some of the collection"],
    ]
    assert all(before != after for before, after in zip(*marks, strict=True))
    with pytest.raises(InputError, match="none of them judged"):
        parts[0].make(quiet)


def source_of(judgments, runs, *, is_simulated=False):
    frame = pl.DataFrame(runs, schema=["system", "query", "item", "score", "rank"], orient="row")
    return Source("tiny", "tiny", (), lambda: Runs.of(frame), lambda: judgments, is_simulated=is_simulated)


def values_of(source, measure):
    outcomes, notes = Measured(source, Setting(jobs=1)).found
    (its,) = outcomes.only([measure]).outcomes
    return dict(zip(outcomes.systems, its.values[:, 0].tolist(), strict=True)), notes


RUNS = [("x", "q", "a", 1.0, 1), ("x", "q", "b", 2.0, 2), ("y", "q", "b", 1.0, 1), ("y", "q", "a", 2.0, 2)]


def test_intents_are_uniform_whatever_their_weights():
    judgments = ax.read_judgments({"q": {"a": {"1": 1}, "b": {"2": 1}}}, weights={"q": {"1": 0.9, "2": 0.1}})
    found, _ = values_of(source_of(judgments, RUNS), MEASURES[PRINTED])
    # Gains of one half: (1/2 + 1/2 · 1/2)/2, whichever comes first.
    assert found == pytest.approx({"x": 0.375, "y": 0.375})


def test_lists_are_ordered_by_rank_and_those_of_simulated_runs_by_score():
    judgments = ax.read_judgments({"q": {"a": {"1": 1}, "b": {"1": 0}}}, lengths={"a": 1, "b": 1})
    by_rank, notes = values_of(source_of(judgments, RUNS), MEASURES[PRINTED])
    assert by_rank == pytest.approx({"x": 0.5, "y": 0.25})
    assert "Lists are ordered by rank." in notes
    by_score, _ = values_of(source_of(judgments, RUNS, is_simulated=True), MEASURES[PRINTED])
    assert by_score == pytest.approx({"x": 0.25, "y": 0.5})


def test_values_of_a_case_by_hand():
    # One item of grade 3 for both aspects at rank 1: gain 7/8; read 200 + 0.2 · 1000 of 132000 characters.
    case = Case(((3, 3), (0, 0)), (0, 1), (50, 50), (1000, 500))
    found = {name: float(value[0]) for name, value in values([case]).items()}
    worth = 7 / 8 * (1 - 400 / 132000)
    assert found["D-U"] == pytest.approx(worth)
    assert found["U-IA"] == pytest.approx(worth)
    assert found[PRINTED] == pytest.approx(7 / 8)
    assert found["D♯-nDCG"] == found["α-nDCG"] == pytest.approx(1)


def test_cases_are_written_and_turned():
    case = Case(((3, 0), (0, 0), (1, 2)), (2, 1), (50, 50), (1, 1, 1))
    assert str(case) == "[a1+b2 –], not retrieved a3"
    assert len({each.shown for each in in_all_orders(case)}) == 6
    assert random_cases(5, 0) == random_cases(5, 0) != random_cases(5, 1)


def test_cases_of_diminishing_return_differ_only_in_the_aspect():
    for each in diminishing(20, 0):
        same, other = each.after_same, each.after_other
        assert same.grades == other.grades
        assert same.shown[-1] == other.shown[-1]
        first, second = same.shown[-2], other.shown[-2]
        assert same.grades[first] == same.grades[second][::-1]
        assert same.lengths[first] == same.lengths[second]


@pytest.fixture(scope="module")
def found():
    return answers(40, 5, 0)


def test_properties_are_those_of_the_definitions(found):
    answer = {(each.property, each.measure): each.answer for each in found}
    having = {letter: {name for name in MEASURES if answer[letter, name] == "yes"} for letter in "abcdfg"}
    assert having["a"] == {*MEASURES} - {"α-nDCG", "ERR-IA"}
    assert having["b"] == {*MEASURES} - {"α-nDCG", "ERR-IA"}
    assert having["c"] == {"D♯-nDCG", "D-nDCG", "α-nDCG"}
    assert having["d"] == {*MEASURES} - having["c"]
    assert having["f"] == {"U-IA", "ERR-IA", "α-nDCG", PRINTED}
    assert having["g"] == {"D-U", "U-IA"}
    assert answer["f", "D♯-nDCG"] == "in part"


def test_lists_of_one_intent_have_the_same_d_u_and_u_ia():
    assert one_intent(40, 0) == (40, 40)


def outcomes_of(table):
    """Measure systems x and y for queries by a table of values, one row per measure."""
    rows = []
    for measure, by_query in table.items():
        for number, (x, y) in enumerate(by_query):
            rows += [("x", f"q{number}", measure, float(x)), ("y", f"q{number}", measure, float(y))]
    return pl.DataFrame(rows, schema=["system", "query", "measure", "value"], orient="row")


@pytest.fixture(scope="module")
def eight_wins():
    """D♯-nDCG prefers x in eight queries as intent recall does, D-nDCG y; the others tie; precision ties in all."""
    tied = [(1, 1)] * 8
    table = dict.fromkeys(MEASURES.values(), tied)
    table |= {MEASURES["D♯-nDCG"]: [(1, 0)] * 8, MEASURES["D-nDCG"]: [(0, 1)] * 8}
    table |= {"S_Recall@10": [(1, 0)] * 8, "P@10": tied}
    return outcomes_of(table)


def test_table_is_written_as_in_the_paper(eight_wins):
    made = told("tiny", concordance(eight_wins, ["S_Recall@10", "P@10"]), [])
    shown = made.tables[0].shown
    # Eight wins of eight: p = 2/256.
    assert shown["D-nDCG"].to_list()[0] == "100%/0%‡ (8)"
    assert shown["U-IA"].to_list()[0] == "– (0)"
    assert made.tables[1].shown["D-nDCG"].to_list()[0] == "100%/100% (8)"
    assert wins_of(made.tables[0].frame, SIX) == {("D♯-nDCG", "D-nDCG")}
    orders = made.tables[3].frame
    assert orders["order here"][0] == "D♯-nDCG, D-U, U-IA, ERR-IA, α-nDCG > D-nDCG"
    check = {each.what: each for each in made.checks}
    assert check["order by intent recall"].same == "no"
    assert "not significant here: " in check["order by intent recall"].why
    assert check["D-U and U-IA disagree rarely (on fewer than 10% of the pairs of lists)"].same == "yes"
    assert check["D♯-nDCG and D-nDCG, intent recall"].same == "not comparable"


def test_disagreement_is_not_rare_when_it_is_frequent(eight_wins):
    apart = eight_wins.with_columns(
        pl
        .when((pl.col("measure") == MEASURES["D-U"]) & (pl.col("system") == "x"))
        .then(2.0)
        .otherwise("value")
        .alias("value")
    ).with_columns(
        pl
        .when((pl.col("measure") == MEASURES["U-IA"]) & (pl.col("system") == "y"))
        .then(2.0)
        .otherwise("value")
        .alias("value")
    )
    made = told("tiny", concordance(apart, ["S_Recall@10", "P@10"]), [])
    check = next(each for each in made.checks if each.what.startswith("D-U and U-IA disagree rarely"))
    assert (check.same, check.ours.startswith("8 of 8 (100.0%)")) == ("no", True)


def test_comparison_says_where_a_property_is_not_that_of_the_paper(found, eight_wins):
    changed = [each for each in found if (each.property, each.measure) != ("g", "D-U")]
    wrong = next(each for each in found if (each.property, each.measure) == ("g", "D-nDCG"))
    changed.append(type(wrong)("g", "D-U", "no", 40, 0, "an example"))
    powers = {"tiny": power(eight_wins.filter(~pl.col("measure").is_in(["S_Recall@10", "P@10"])), tests="t")}
    made = compared(changed, powers, {"tiny": told("tiny", concordance(eight_wins, ["S_Recall@10", "P@10"]), [])})
    unlike = [each for each in made.checks if each.same == "no" and "(e)" not in each.where]
    assert [each.what for each in unlike] == ["D-U: snippet and document length"]
    assert unlike[0].why.endswith("an example")
    assert made.tables[0].shown.filter(pl.col("").str.starts_with("(h)"))["D♯-nDCG"].to_list() == ["1", "1", "1"]


P_VALUES = {"‡": 0.001, "†": 0.03, "": 0.5}


def as_published(changed=()):
    """Give the finding that the paper prints, some cells with other numbers: ``(gold, first, second): {column: …}``."""
    rows = []
    names = [*MEASURES]
    for gold, full in GOLD_NAMES.items():
        for i, first in enumerate(names):
            for second in names[i + 1 :]:
                its = TABLE_2[gold].get((first, second))
                row = {"gold": full, "first": MEASURES[first], "second": MEASURES[second], "disagreements": 0}
                row |= {"wins_first": 0, "wins_second": 0, "p_value": float("nan")}
                row |= {"first_concordant": float("nan"), "second_concordant": float("nan")}
                if its is not None:
                    row |= {"disagreements": its.disagreements, "p_value": P_VALUES[its.mark]}
                    row |= {"first_concordant": its.first / 100, "second_concordant": its.second / 100}
                    row |= {"wins_first": its.first, "wins_second": its.second}
                rows.append(row | dict(changed).get((gold, first, second), {}))
    return Finding("concordance", pl.DataFrame(rows), {"systems": 17, "queries": 50, "pairs": 6800})


def failing(changed=()):
    return {each.what.partition(" (")[0] for each in told("x", as_published(changed), []).checks if each.same == "no"}


def test_statements_hold_for_what_the_paper_prints():
    checks = [each for each in told("x", as_published(), []).checks if each.same != "not comparable"]
    assert [each.same for each in checks] == ["yes"] * 6


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({("precision", "D-nDCG", "D-U"): {"p_value": 0.05}}, {"order by precision"}),
        ({("intent recall", "D-U", "U-IA"): {"p_value": 0.5}}, {"order by intent recall"}),
        ({("precision", "D-U", "U-IA"): {"p_value": 0.001}}, {"order by precision"}),
        (
            {("both", "D♯-nDCG", "α-nDCG"): {"wins_first": 1, "wins_second": 9}},
            {"order by both", "D♯-nDCG is significantly better than all others by both gold standards"},
        ),
        ({("intent recall", "D-U", "U-IA"): {"disagreements": 680}}, {"D-U and U-IA disagree rarely"}),
        ({("intent recall", "ERR-IA", "α-nDCG"): {"disagreements": 680}}, {"ERR-IA and α-nDCG disagree rarely"}),
    ],
)
def test_statements_fail_where_a_cell_is_another(changed, wrong):
    assert failing(changed) == wrong


@pytest.mark.parametrize(
    ("p_value", "mark"), [(0.0099, "‡"), (0.01, "†"), (0.0499, "†"), (0.05, ""), (float("nan"), "")]
)
def test_marks_of_the_sign_test(p_value, mark):
    found = as_published({("both", "D-U", "U-IA"): {"p_value": p_value}})
    assert long_form(found).filter(gold="both", first="D-U", second="U-IA")["mark"].item() == mark


def powers_of(**changed):
    share = {"D♯-nDCG": 0.5, "D-nDCG": 0.6, "α-nDCG": 0.4, "ERR-IA": 0.3, "D-U": 0.35, "U-IA": 0.45, PRINTED: 0.9}
    share |= {name.replace("_", "-"): value for name, value in changed.items()}
    table = pl.DataFrame({"measure": [MEASURES[name] for name in share], "power": [*share.values()]})
    return {"x": Finding("power", table)}


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, ["yes", "yes"]),
        ({"ERR_IA": 0.45}, ["no", "yes"]),
        ({"α_nDCG": 0.3}, ["no", "yes"]),
        ({"U_IA": 0.55}, ["yes", "no"]),
        ({"D_nDCG": 0.2}, ["no", "no"]),
    ],
)
def test_power_of_measures_is_that_of_the_paper_or_not(changed, same):
    checks = [*power_checks(powers_of(**changed))]
    assert [each.same for each in checks] == same
    assert all(each.why for each in checks if each.same == "no")


def test_plan_is_unique_and_can_be_told():
    parts = CONCORDANCE.plan(Setting(is_quick=True))
    assert [each.name for each in parts] == ["table-2-simulated", "figure-4"]
    for part in parts:
        json.dumps(part.parameters)


def test_quick_form_on_simulated_data():
    parts = CONCORDANCE.plan(Setting(is_quick=True))
    first = parts[0].make(quiet)
    assert parts[1].made_of == [parts[0].name]
    made = [first, parts[1].make(quiet, first)]
    names = [each.name for result in made for each in (*result.tables, *result.figures)]
    assert len({each.name for result in made for each in result.tables}) == 6
    assert len(names) == 6 + 2
    said = [each for each in made[1].checks if each.where.startswith("Figure 4 (") and "(e)" not in each.where]
    assert {each.same for each in said} == {"yes"}
    assert any("those of the collection" in note for note in made[0].notes)
    curves = made[1].figures[0].chart["data"]["values"]
    for name, n in made[1].tables[1].frame.select("measure", "significant").rows():
        assert n == sum(point["p_value"] < 0.05 for point in curves if point["measure"] == name)


def test_only_a_relevant_item_gets_another_grade():
    case = Case(grades=((0, 2), (0, 0)), shown=(1, 0), weights=(50, 50), lengths=(1, 1))
    assert regraded(case).grades == ((0, 2 % TOP + 1), (0, 0))
    with pytest.raises(ValueError, match="a case without a relevant item"):
        regraded(replace(case, grades=((0, 0), (0, 0))))
