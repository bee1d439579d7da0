"""``axiometer compare`` and ``axiometer meta``, as their users see them."""

import inspect
import io
import json
from pkgutil import resolve_name

import numpy as np
import polars as pl
import pytest

import axiometer as ax

JUDGMENTS = "".join(f"q{q} 0 {item} {grade}\n" for q in range(8) for item, grade in (("a", 2), ("b", 1), ("c", 0)))
LISTS = {
    "good": ["abxc", "abcx", "baxc", "abxy", "xabc", "abxc", "axbc", "abxc"],
    "fair": ["axbc", "xabc", "bxac", "axby", "xbac", "baxc", "xxab", "cabx"],
    "poor": ["xyab", "xycb", "cxba", "xyza", "xycb", "xbyc", "xyzb", "xcab"],
}
FILES = ("qrels.txt", "good.run", "fair.run", "poor.run")
COLUMNS = "measure left right difference low high effect p_value p_corrected wins ties losses"


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files; gives exit code, output and messages."""
    (tmp_path / "qrels.txt").write_text(JUDGMENTS)
    for name, lists in LISTS.items():
        rows = [(q, f"{i}{at}" if i == "x" else i, at) for q, items in enumerate(lists) for at, i in enumerate(items)]
        (tmp_path / f"{name}.run").write_text("".join(f"q{q} Q0 {i} {at + 1} {9 - at} t\n" for q, i, at in rows))
    monkeypatch.chdir(tmp_path)
    return command


def frame(text):
    return pl.read_csv(io.StringIO(text), separator="\t")


def test_tsv_has_the_columns_that_are_promised(axiometer):
    code, out, _ = axiometer("compare", *FILES, "-m", "nDCG@3 AP", "--format", "tsv")
    assert code == 0
    assert out.splitlines()[0].split("\t") == COLUMNS.split()
    assert frame(out).select("measure", "left", "right").rows() == [
        (m, a, b) for m in ("nDCG@3", "AP") for a, b in (("good", "fair"), ("good", "poor"), ("fair", "poor"))
    ]


def test_the_table_marks_what_is_significant(axiometer):
    code, out, err = axiometer("compare", *FILES, "-m", "AP", "--baseline", "fair")
    assert code == 0
    assert "fair (baseline)" in out
    assert "▲" in out
    assert "paired t test, Holm, α = 0.05" in out
    assert "only 8 queries" in err


@pytest.mark.parametrize("form", ["markdown", "latex", "json", "jsonl", "csv", "vega"])
def test_every_format(axiometer, form):
    code, out, _ = axiometer("compare", *FILES, "-m", "AP", "--format", form, "--quiet")
    assert code == 0
    if form in {"json", "vega"}:
        json.loads(out)
    assert {"latex": r"\toprule", "markdown": "| ---", "csv": "measure,left"}.get(form, "good") in out


@pytest.mark.parametrize(
    "test", ["t", "wilcoxon", "sign", "randomisation", "bootstrap", "tukey-hsd", "randomised-tukey-hsd"]
)
def test_every_test(axiometer, test):
    code, out, _ = axiometer("compare", *FILES, "-m", "AP", "--test", test, "--draws", "500", "-f", "tsv")
    assert code == 0
    p = dict(zip(("good fair", "good poor", "fair poor"), frame(out)["p_value"], strict=True))
    assert p["good poor"] < 0.05
    assert p["good poor"] <= p["good fair"]


def test_saved_values_do_as_well_as_runs(axiometer):
    axiometer("evaluate", *FILES, "-m", "nDCG@3 AP", "-q", "-f", "parquet", "-o", "values.parquet")
    for options in (["compare"], ["meta", "unanimity"], ["meta", "ties"], ["meta", "power"], ["meta", "correlation"]):
        measured = axiometer(*options, *FILES, "-m", "nDCG@3 AP", "-f", "tsv")[1]
        assert axiometer(*options, "values.parquet", "-f", "tsv")[1] == measured
    code, out, _ = axiometer("compare", "values.parquet", "-m", "map", "-f", "tsv")
    assert code == 0
    assert frame(out)["measure"].unique().to_list() == ["AP"]


def test_means_are_those_of_evaluate_the_best_first(axiometer):
    files = ("qrels.txt", "poor.run", "good.run", "fair.run", "-m", "AP RE", "--corpus-size", "99")
    _, out, _ = axiometer("compare", *files, "--means", "-f", "tsv")
    _, expected, _ = axiometer("evaluate", *files, "-f", "tsv")
    columns = ["system", "measure", "value", "queries"]
    assert frame(out).columns == columns
    assert set(frame(out).rows()) == set(frame(expected).select(columns).rows())
    assert frame(out)["system"].to_list() == ["good", "fair", "poor"] * 2


def test_means_are_drawn(axiometer):
    _, out, _ = axiometer("compare", *FILES, "-m", "AP", "--means", "-f", "vega")
    chart = json.loads(out)
    assert chart["title"]["text"] == ["Means of systems"]
    assert {row["system"] for row in chart["data"]["values"]} == set(LISTS)
    _, out, _ = axiometer("compare", *FILES, "-m", "AP", "-f", "vega")
    assert json.loads(out)["title"]["text"] == ["Differences between systems"]


def test_preferences_too(axiometer):
    arguments = (*FILES, "-m", "AP", "-p", "lexirecall", "--corpus-size", "100", "-f", "tsv")
    for name, column in (("compare", "measure"), ("meta ties", "measure"), ("meta agreement", "measure")):
        code, out, _ = axiometer(*name.split(), *arguments)
        assert code == 0
        assert frame(out)[column].unique(maintain_order=True).to_list() == ["AP", "lexirecall"]
    code, out, _ = axiometer("meta", "unanimity", *arguments)
    assert frame(out)["measure"].to_list() == ["AP", "lexirecall"]


def test_concordance(axiometer):
    code, out, _ = axiometer(
        "meta", "concordance", *FILES, "-m", "nDCG@3 AP RR", "--gold", "P@1", "-g", "R@3", "-f", "tsv"
    )
    assert code == 0
    shares = "first_concordant second_concordant wins_first wins_second"
    assert out.splitlines()[0].replace("	", " ") == f"gold first second disagreements {shares} p_value"
    assert frame(out)["gold"].unique(maintain_order=True).to_list() == ["P@1", "R@3", "P@1 and R@3"]


def test_power(axiometer):
    code, out, _ = axiometer(*(
        "meta",
        "power",
        *FILES,
        "-m",
        "AP",
        "--test",
        "t",
        "--test",
        "sign",
        "--correction",
        "none",
        "-f",
        "tsv",
    ))
    assert code == 0
    assert frame(out).select("test", "correction").rows() == [("t", "none"), ("sign", "none")]
    _, out, _ = axiometer("meta", "power", *FILES, "-m", "AP", "--curve", "-f", "tsv")
    assert frame(out).columns == ["measure", "test", "place", "p_value"]


def test_degradation(axiometer):
    arguments = ("meta", "degradation", *FILES, "-m", "AP P@1", "--shares", "0.5", "--samples", "3", "-f", "tsv")
    code, out, _ = axiometer(*arguments)
    assert code == 0
    assert frame(out).select("measure", "share").rows() == [("AP", 1.0), ("AP", 0.5), ("P@1", 1.0), ("P@1", 0.5)]
    _, out, _ = axiometer(*arguments, "--each-sample")
    assert frame(out).height == 6


def test_scenarios(axiometer):
    code, out, _ = axiometer("meta", "scenarios", *FILES, "-m", "AP P@1 RR", "--samples", "2", "-f", "tsv")
    assert code == 0
    assert frame(out)["scenario"].unique(maintain_order=True).to_list() == ["official", "grades", "truncation"]


@pytest.mark.parametrize("form", ["table", "markdown"])
@pytest.mark.parametrize(
    "command_line",
    [
        "unanimity",
        "concordance --gold P@1",
        "power",
        "ties",
        "agreement",
        "correlation",
        "degradation --shares 0.5 --samples 2",
        "scenarios --samples 2",
    ],
)
def test_tables_for_people(axiometer, command_line, form):
    name, *options = command_line.split()
    code, out, _ = axiometer("meta", name, *FILES, "-m", "AP RR nDCG@3", *options, "-f", form)
    assert code == 0
    assert "nDCG@3" in out


def test_the_same_seed_gives_the_same_result(axiometer):
    line = ("compare", *FILES, "-m", "AP", "--test", "bootstrap", "--draws", "300", "-f", "tsv")
    assert axiometer(*line)[1] == axiometer(*line)[1]
    assert axiometer(*line)[1] != axiometer(*line, "--seed", "1")[1]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("compare qrels.txt good.run", 2, "a comparison needs at least 2 systems; there is only 'good'"),
        ("compare qrels.txt", 2, "qrels.txt is alone"),
        ("compare qrels.txt good.run fair.run --baseline best", 2, "there is no system 'best' to compare with"),
        ("compare qrels.txt good.run fair.run --alpha 2", 2, "alpha must be a number between 0 and 1, not 2.0"),
        (
            "compare qrels.txt good.run fair.run --test tukey-hsd --correction holm",
            2,
            "corrected for all pairs by itself",
        ),
        ("compare values.tsv --profile trec_eval", 2, "--profile says how runs are measured; values.tsv has values"),
        ("compare values.tsv -m RR", 2, "there are no values of RR; there are those of AP"),
        ("compare values.tsv --undefined nan", 2, "--undefined nan leaves nothing to compare"),
        ("compare qrels.txt good.run fair.run --smaller-better AP", 2, "--smaller-better is for saved values"),
        ("meta degradation values.tsv", 2, "values.tsv has values and no labels: name judgments and runs"),
        ("meta unanimity values.tsv", 2, "unanimity needs at least 2 measures; there is only 'AP'"),
        ("meta degradation qrels.txt good.run fair.run --shares half", 2, "'half' are no shares of labels"),
        ("meta power qrels.txt good.run fair.run --test anova", 2, "there is no test 'anova'"),
        ("meta scenarios qrels.txt good.run fair.run --scenario weights", 2, "aspects"),
        (
            "compare good.run",
            2,
            "good.run is alone: expected judgments (qrels), or --ratings TRAIN TEST, and at least one run",
        ),
        ("compare go*.run", 2, "go*.run is alone: expected judgments (qrels)"),
        ("compare values.tsv good.run", 2, "values.tsv has values, and good.run has none"),
        ("compare qrels.txt values.tsv", 1, "values.tsv, line 1: found 4 fields"),
        ("meta unanimity none.parquet", 1, "none.parquet: found no such file"),
        ("compare qrels.txt good.run fair.run -o qrels.txt", 2, "qrels.txt is one of the files that are read"),
    ],
)
def test_mistakes_are_explained(axiometer, line, code, message):
    axiometer("evaluate", *FILES, "-m", "AP", "-q", "-f", "tsv", "-o", "values.tsv")
    found, _, err = axiometer(*line.split())
    assert found == code
    assert message in err.replace("\n", " ")


def test_advise(axiometer):
    code, out, _ = axiometer("advise", *FILES, "-m", "AP nDCG@3 RR", "--cases", "50", "--samples", "2")
    assert code == 0
    assert "What you get, and what you pay" in out
    code, out, _ = axiometer("advise", *FILES, "-m", "AP RR", "--cases", "50", "--samples", "2", "-f", "html")
    assert out.lstrip().lower().startswith("<!doctype html>")
    _, out, _ = axiometer("advise", *FILES, "-m", "AP RR", "--cases", "50", "--samples", "2", "-f", "tsv")
    assert {"measure", "front", "unanimity", "power"} <= set(frame(out).columns)


RESAMPLED = "--resamples 7 --confidence 0.8 --seed 4"
TOLERANT = "--tie-tolerance 0.3"
HOW_RESAMPLED = {"resamples": 7, "confidence": 0.8, "seed": 4}
HOW_TOLERANT = HOW_RESAMPLED | {"tie_tolerance": 0.3}
TESTED = "--correction fdr --alpha 0.1 --seed 4 --jobs 3"
HOW_TESTED = {"alpha": 0.1, "seed": 4, "jobs": 3}
REACHED = {
    "compare": (
        "compare:compare_systems",
        f"--baseline fair --baseline poor --test sign --draws 30 {TOLERANT} {TESTED}",
        HOW_TESTED
        | {"baseline": ["fair", "poor"], "test": "sign", "correction": "fdr", "draws": 30, "tie_tolerance": 0.3},
    ),
    "meta power": (
        "meta:find_power",
        f"--test sign --test t --correction none --draws 30 {TOLERANT} {TESTED}",
        HOW_TESTED | {"tests": ["sign", "t"], "corrections": ["none", "fdr"], "draws": 30, "tie_tolerance": 0.3},
    ),
    "meta correlation": (
        "meta:find_correlation",
        f"{RESAMPLED} --persistence 0.7",
        HOW_RESAMPLED | {"persistence": 0.7},
    ),
    "meta unanimity": ("meta:find_unanimity", f"{RESAMPLED} {TOLERANT}", HOW_TOLERANT),
    "meta ties": ("meta:find_ties", f"{RESAMPLED} {TOLERANT}", HOW_TOLERANT),
    "meta agreement": ("meta:find_agreement", f"{RESAMPLED} {TOLERANT}", HOW_TOLERANT),
    "meta concordance": ("meta:find_concordance", f"--gold P@1 -g R@3 {TOLERANT}", {"tie_tolerance": 0.3}),
    "meta degradation": (
        "meta:find_degradation",
        f"--shares 0.5,0.25 --samples 3 --by popularity --test sign --draws 300 {TESTED}",
        HOW_TESTED
        | {"shares": [0.5, 0.25], "samples": 3, "by": "popularity", "test": "sign", "correction": "fdr", "draws": 300},
    ),
    "meta scenarios": (
        "meta:find_scenarios",
        "--scenario grades --scenario all --samples 3 --longest 20 --seed 4 --jobs 3",
        {"which": ["grades", "all"], "samples": 3, "longest": 20, "seed": 4, "jobs": 3},
    ),
    "advise": (
        "advise:advise_on",
        "--gold P@1 -g R@3 --alpha 0.1 --labels 0.25 --samples 3 --cases 40 --seed 4 --jobs 3",
        HOW_TESTED | {"gold": ["P@1", "R@3"], "labels": 0.25, "samples": 3, "cases": 40},
    ),
}
"""Each command with its function, an unusual value of each of its options, and how that reaches the function."""


@pytest.fixture
def reached(axiometer, monkeypatch):
    """Run a command up to a function; gives what this function gets."""

    def run(function, *line):
        got = []

        def record(*given, **said):
            got.append((given, said))
            raise ax.UsageError("as far as this")

        monkeypatch.setattr(f"axiometer.cli.{function.replace(':', '.')}", record)
        assert "as far as this" in axiometer(*line)[2]
        return got[0]

    return run


@pytest.mark.parametrize("name", REACHED)
def test_every_option_reaches_its_function(reached, name):
    function, options, expected = REACHED[name]
    parameters = inspect.signature(resolve_name(f"axiometer.cli.{function}")).parameters.values()
    usual = {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}
    assert expected.keys() == usual.keys() - {"progress", "profile"}
    assert not any(value == usual[keyword] for keyword, value in expected.items())
    given, said = reached(function, *name.split(), *FILES, "-m", "AP nDCG@3", *options.split())
    assert {keyword: said[keyword] for keyword in expected} == expected
    if name == "meta concordance":
        assert given[1] == ["P@1", "R@3"]


@pytest.mark.parametrize(
    ("name", "function", "preferences"),
    [
        ("compare", "findings:evaluate", []),
        ("meta ties", "findings:Collection.read", ["-p", "lexirecall"]),
        ("meta degradation", "meta:find_degradation", ["-p", "lexirecall"]),
        ("meta scenarios", "meta:find_scenarios", ["-p", "lexirecall"]),
        ("advise", "advise:advise_on", ["-p", "lexirecall"]),
    ],
)
def test_conventions_and_names_reach_the_measuring(reached, name, function, preferences):
    line = f"{name} {' '.join(FILES)} --profile ndeval --depth 2 --undefined drop --rel 2 --jobs 3 -m AP"
    given, said = reached(function, *line.split(), *preferences)
    assert [*map(str, given[2])] == ["AP(rel=2)", *(f"{each}(rel=2)" for each in preferences[1:])]
    assert said["profile"] == ax.get_profile("ndeval", depth=2, undefined="drop")
    assert said["jobs"] == 3


@pytest.mark.parametrize(
    "line",
    [
        "compare --pairs",
        "meta concordance --gold m0 --details",
        "meta power --details",
        "meta agreement --details",
        "meta correlation --details",
    ],
)
def test_details(axiometer, tmp_path, line):
    rng = np.random.default_rng(0)
    rows = [(f"s{s}", f"q{q}", f"m{m}", rng.random()) for s in range(13) for q in range(3) for m in range(14)]
    table = pl.DataFrame(rows, schema=["system", "query", "measure", "value"], orient="row")
    table.write_csv(tmp_path / "values.csv")
    *words, flag = line.split()
    overview, all_numbers = (axiometer(*words, "values.csv", "--quiet", *more)[1] for more in ([], [flag]))
    assert len(all_numbers) > 2 * len(overview)
    if "not shown" in overview:
        assert f"not shown; {flag} lists them" in overview
    assert "not shown" not in all_numbers


def test_undefined_values_of_saved_files_are_averaged_as_asked(axiometer, tmp_path):
    (tmp_path / "qrels.txt").write_text(JUDGMENTS + "q8 0 a 0\n", encoding="utf-8")
    for name in ("good", "fair"):
        with (tmp_path / f"{name}.run").open("a", encoding="utf-8") as file:
            file.write("q8 Q0 a 1 9 t\n")
    axiometer("evaluate", *FILES[:3], "-m", "AP", "-q", "-f", "tsv", "-o", "values.tsv")
    of_all, of_defined = (
        frame(axiometer("compare", "values.tsv", "--means", "--undefined", undefined, "-f", "tsv")[1])
        for undefined in ("zero", "drop")
    )
    assert of_defined["value"].to_list() == pytest.approx((of_all["value"] * 9 / 8).to_list())


def test_less_may_be_better_in_saved_values(axiometer, tmp_path):
    rows = [(s, f"q{q}", "latency", value + q) for s, value in (("slow", 9), ("fast", 2)) for q in range(3)]
    pl.DataFrame(rows, schema=["system", "query", "measure", "value"], orient="row").write_csv(tmp_path / "v.csv")
    for more, first in ([], "slow"), (["--smaller-better", "latency"], "fast"):
        assert frame(axiometer("compare", "v.csv", "--means", "-f", "tsv", *more)[1])["system"][0] == first


def test_a_lone_table_without_values_of_queries_is_refused(axiometer):
    for form in ("tsv", "csv", "parquet"):
        axiometer("evaluate", *FILES, "-m", "AP", "-f", form, "-o", f"means.{form}")
    axiometer("compare", *FILES, "-m", "AP", "-f", "tsv", "-o", "compared.tsv")
    of_means = "system, measure, value, queries, undefined, standard_error"
    for name, columns in (
        *((f"means.{form}", of_means) for form in ("tsv", "csv", "parquet")),
        ("compared.tsv", ", ".join(COLUMNS.split())),
    ):
        code, out, err = axiometer("compare", name)
        assert (code, out) == (1, "")
        assert err.startswith(f"axiometer: {name}")
        expected = "the columns system, query, measure, value, as axiometer evaluate -q writes them"
        assert err.endswith(f"found the columns {columns}; expected {expected}\n")


def test_saved_means_are_the_same_beside_preferences(axiometer, tmp_path):
    (tmp_path / "qrels.txt").write_text(JUDGMENTS + "q8 0 a 0\n")  # AP of q8 is undefined, and counts as 0
    axiometer("evaluate", *FILES, "-m", "AP", "-q", "-f", "parquet", "-o", "values.parquet")
    axiometer("prefer", *FILES, "-p", "lexirecall", "-q", "-f", "parquet", "-o", "signs.parquet")
    alone = frame(axiometer("compare", "values.parquet", "--means", "-f", "tsv")[1])
    assert alone["queries"].to_list() == [9, 9, 9]
    for files in (["values.parquet", "signs.parquet"], ["signs.parquet", "values.parquet"]):
        both = frame(axiometer("compare", *files, "--means", "-f", "tsv")[1])
        assert both.filter(measure="AP").rows() == alone.rows()
        assert both["measure"].n_unique() == 2
