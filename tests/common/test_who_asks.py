"""Whoever looks at results reads of users where ratings were the input, and of queries otherwise, on all ways out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.chunks import Streaming
from axiometer.engines.list_views import show_lists
from axiometer.engines.measurements import Measurements
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import lines_of
from axiometer.report.figures import query_figure
from axiometer.report.finding_sheets import write_finding
from axiometer.report.page.document import make_report
from axiometer.report.page.gathering import Choices

TRAIN = {f"u{n}": {"t": 4, "s": 2} for n in range(4)}
GRADES = {f"u{n}": {"a": 4, "b": 2 + n % 2, "c": 1} for n in range(4)}
"""Of four; ``u3`` has no list, and ``x`` has one and no grades."""
RUNS = {
    "one": {"u0": ["a", "b", "t"], "u1": ["d", "a"], "u2": ["c", "b"], "x": ["a"]},
    "two": {"u0": ["b", "a"], "u1": ["a", "d"], "u2": ["d", "e"]},
}
MEASURES = ["nDCG@3", "RR", "AP", "CatalogueCoverage@3"]
WORDS = {"ratings": ("user", "users"), "judgments": ("query", "queries")}


@pytest.fixture(params=WORDS)
def kind(request) -> str:
    return str(request.param)


@pytest.fixture
def judged(kind) -> ax.Judgments:
    return ax.read_ratings(TRAIN, GRADES) if kind == "ratings" else ax.read_judgments(GRADES)


@pytest.fixture
def measures(kind) -> list[str]:
    return MEASURES if kind == "ratings" else MEASURES[:3]


@pytest.fixture
def places(judged, measures, tmp_path) -> dict[str, Measurements]:
    measured = ax.evaluate(judged, RUNS, measures)
    stored = Streaming(jobs=1, folder=tmp_path / "work").evaluate(judged, RUNS, measures)
    return {"memory": measured, "files": stored, "brought": stored.in_memory(), "some": stored.in_memory(["RR"])}


def assert_says(kind: str, text: str) -> None:
    """Refuse a text without the word of this kind, and one with that of the other."""
    found = {word.lower() for word in re.findall(r"(?i)(?<![\w-])(?:quer(?:y|ies)|users?)(?![\w-])", text)}
    assert found, f"no word of {kind} in: {text[:2000]}"
    assert found <= set(WORDS[kind]), text[:2000]


def test_measurements(places, kind):
    one, many = WORDS[kind]
    for place, measured in places.items():
        assert measured.asker == one, place
        assert measured.to_polars().columns == ["system", one, "measure", "value"], place
        assert [*measured.to_pandas().columns] == ["system", one, "measure", "value"], place
        assert measured.mean().columns[:4] == ["system", "measure", "value", many], place
        assert {*measured.to_dict(per_query=True)["one"]} >= {"u0", "u1", "u2"}, place
        for text in (repr(measured), measured._repr_html_(), "\n".join(lines_of(measured.notes))):
            assert_says(kind, text)


@pytest.mark.parametrize("form", ["parquet", "tsv", "csv", "jsonl"])
def test_files_are_written_and_read_with_the_word(places, kind, form, tmp_path):
    for place in ("memory", "files"):
        path = tmp_path / f"{place}.{form}"
        places[place].write(path)
        found = Outcomes.of(path)
        assert found.asker == WORDS[kind][0]
        assert_says(kind, write_finding(ax.compare(path), "table", is_detailed=True))


FINDINGS: dict[str, Callable[[Any], ax.Finding]] = {
    "compare": ax.compare,
    "leaderboard": ax.meta.leaderboard,
    "unanimity": ax.meta.unanimity,
    "concordance": lambda found: ax.meta.concordance(found, gold=[Outcomes.of(found).names[-1]]),
    "power": ax.meta.power,
    "ties": ax.meta.ties,
    "agreement": ax.meta.agreement,
    "correlation": ax.meta.correlation,
    "differences": lambda found: ax.meta.differences(Outcomes.of(found).only(["nDCG@3"]), "one", "two"),
}


@pytest.mark.parametrize("name", FINDINGS)
def test_findings(places, kind, name):
    for found in (places["memory"], places["files"], places["memory"].to_polars()):
        finding = FINDINGS[name](found)
        assert finding.asker == WORDS[kind][0]
        written = write_finding(finding, "table", is_detailed=True)
        assert_says(kind, f"{finding!r}{finding.more}{finding.drawing}{written}")


def test_studies_of_collections(judged, kind):
    names = ["nDCG@3", "RR"]
    for finding in (
        ax.meta.degradation(judged, RUNS, names, shares=[0.5], samples=2),
        ax.meta.scenarios(judged, RUNS, names, samples=1),
    ):
        assert finding.asker == WORDS[kind][0]
        assert_says(kind, repr(finding))


def test_advice(judged, kind):
    advice = ax.advise(judged, RUNS, ["nDCG@3", "RR"], cases=20, samples=1)
    assert advice.asker == WORDS[kind][0]
    assert WORDS[kind][1] in advice.more["traits"]["trait"]
    for table in (advice.more["traits"],):
        assert_says(kind, "\n".join(" ".join(row) for row in table.filter(pl.col("trait") != "ratings").rows()))


def test_preferences(judged, kind, tmp_path):
    one, _ = WORDS[kind]
    found = ax.prefer(judged, RUNS, ["lexirecall", "nDCG@3"])
    assert found.to_polars().columns == ["preference", one, "left", "right", "value"]
    for text in (repr(found), found._repr_html_()):
        assert_says(kind, text)
    found.to_polars().write_parquet(tmp_path / "preferred.parquet")
    for saved in (found, found.to_polars(), tmp_path / "preferred.parquet"):
        assert Outcomes.of(saved).asker == one


def test_explanations(judged, kind):
    why = ax.explain(judged, RUNS, "nDCG@3", "one", "u0")
    assert f"nDCG@3 of one, {WORDS[kind][0]} u0" in repr(why)
    assert WORDS[kind][0] in why.to_polars().columns
    for text in (repr(why), why._repr_html_()):
        assert_says(kind, text)
    figure = query_figure(show_lists(judged, RUNS, "nDCG@3", queries="u0"))
    assert f"{WORDS[kind][0].capitalize()} u0, and what each rank gives" in str(figure)


def test_judgments_and_evaluators(judged, kind):
    assert WORDS[kind][0] in judged.to_polars().columns
    assert_says(kind, repr(judged))
    assert_says(kind, repr(ax.Evaluator(judged, "RR")))


def test_reports(places, judged, kind, tmp_path):
    pytest.importorskip("vl_convert")
    choices = Choices(axioms="none", is_meta=True)
    saved = tmp_path / "values.tsv"
    places["memory"].write(saved)
    for page in (make_report(places["memory"], judged, RUNS, choices=choices), make_report(saved, choices=choices)):
        shown = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL)
        shown = re.sub(r"<dl>.*?</dl>|<summary>Conventions.*?</summary>", "", shown, flags=re.DOTALL)
        told = [*re.findall(r">([^<]+)<", shown), *re.findall(r'(?:aria-label|title)="([^"]*)"', shown)]
        assert_says(kind, "\n".join(each for each in told if "rated before" not in each))


def test_errors(judged, kind):
    one, many = WORDS[kind]
    evaluator = ax.Evaluator(judged, "RR")
    for wrong, told in (
        (lambda: ax.evaluate(judged, {"q": ["a"]}, "RR"), f"none of the 4 judged {many} of"),
        (lambda: ax.explain(judged, {"u0": ["a"]}, "RR", query="z"), f"no judgments for {one} 'z'"),
        (lambda: ax.explain(judged, {"u0": ["a"]}, "RR"), f"there are 4 judged {many}; choose one"),
        (lambda: show_lists(judged, {"u0": ["a"]}, "RR", queries="z"), f"no judgments for {one} 'z'"),
        (lambda: evaluator.evaluate_lists([["a"]]), f"one for each of 4 judged {many}"),
        (lambda: evaluator.evaluate_lists([["a"]], queries=["z"]), f"expected judged {many} (such as 'u0')"),
        (lambda: ax.compare(ax.evaluate(judged, RUNS, "RR").to_polars().filter(**{one: "u0"})), f"at least 2 {many}"),
    ):
        with pytest.raises(ax.AxiometerError, match=re.escape(told)):
            wrong()


@pytest.fixture
def files(tmp_path, monkeypatch, kind) -> list[str]:
    """Write the collection into files, and give the words of a command that name them."""
    monkeypatch.chdir(tmp_path)
    for name, table in (("train", TRAIN), ("test", GRADES)):
        rows = [f"{who},{item},{grade}\n" for who, its in table.items() for item, grade in its.items()]
        Path(f"{name}.csv").write_text("".join(["user,item,rating\n", *rows]), encoding="utf-8")
    rows = [f"{who} 0 {item} {grade}\n" for who, its in GRADES.items() for item, grade in its.items()]
    Path("qrels.txt").write_text("".join(rows), encoding="utf-8")
    for system, lists in RUNS.items():
        rows = [f"{q} Q0 {i} {n} {9 - n} x\n" for q, items in lists.items() for n, i in enumerate(items, 1)]
        Path(f"{system}.run").write_text("".join(rows), encoding="utf-8")
    judged = ["--ratings", "train.csv", "test.csv"] if kind == "ratings" else ["qrels.txt"]
    return [*judged, "one.run", "two.run"]


COMMANDS = {
    "values": ("evaluate", "-m", "nDCG@3 RR", "-q"),
    "means": ("evaluate", "-m", "nDCG@3 RR"),
    "preferences": ("prefer", "-m", "lexirecall", "-q"),
    "explanation": ("explain", "-m", "nDCG@3", "--system", "one", "--query", "u0"),
    "systems": ("compare", "-m", "nDCG@3", "--means"),
    "pairs": ("compare", "-m", "nDCG@3"),
}
FORMS = ("table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "parquet")
ASKED = [("values", form) for form in FORMS] + [(name, form) for name in COMMANDS for form in ("table", "json")]


@pytest.mark.parametrize(("name", "form"), dict.fromkeys(ASKED))
def test_commands(command, files, kind, name, form):
    words = COMMANDS[name]
    code, out, err = command(words[0], *files, *words[1:], "--format", form, "--output", "found")
    assert (code, out) == (0, "")
    if form == "parquet":
        text = " ".join(pl.read_parquet("found").columns)
    else:
        text = Path("found").read_text(encoding="utf-8")
    if (name == "means" and form in {"table", "markdown", "latex"}) or name == "pairs":
        assert not re.search("quer(y|ies)" if kind == "ratings" else "user", text)
    else:
        assert_says(kind, text)
    if name != "explanation":
        assert_says(kind, err)


@pytest.mark.usefixtures("files")
def test_validate_counts_users_of_ratings(command, kind):
    path, *how = ("test.csv", "--kind", "ratings") if kind == "ratings" else ("qrels.txt",)
    assert_says(kind, command("validate", path, *how)[1])


@pytest.mark.parametrize("name", ["user", "user_id", "userId", "query", "qid", "topic", "request"])
def test_the_column_of_a_saved_file_says_who_asked(name):
    frame = pl.DataFrame({"system": ["a", "b"], name: ["1", "1"], "measure": ["RR"] * 2, "value": [0.5, 1.0]})
    assert Outcomes.of(frame).asker == ("user" if name.startswith("user") else "query")


def test_where_both_meet_there_are_queries():
    of_users = ax.evaluate(ax.read_ratings(TRAIN, GRADES), RUNS, "RR")
    of_queries = ax.evaluate(GRADES, RUNS, "AP")
    found = ax.compare([of_users, of_queries.to_polars()])
    assert found.asker == "query"
    assert found.parameters["queries"] == 4
    assert Outcomes.of([of_users, ax.prefer(ax.read_ratings(TRAIN, GRADES), RUNS)]).asker == "user"
