"""Comparisons of systems for people."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.compare import compare
from axiometer.report.finding_sheets import write_finding
from axiometer.report.system_sheets import baselines_of, named_test, ranges, smaller_better, system_sheets
from axiometer.sheets.sheet import Cell


def measured(values: dict[str, dict[str, list[float]]]) -> pl.DataFrame:
    """Put values by measure and system into a frame."""
    rows = [
        (system, f"q{query}", measure, value)
        for measure, by_system in values.items()
        for system, its_values in by_system.items()
        for query, value in enumerate(its_values)
    ]
    return pl.DataFrame(rows, schema=["system", "query", "measure", "value"], orient="row")


def drawn(n_systems: int, n_measures: int, seed: int, n_queries: int = 12, spread: float = 0.15) -> pl.DataFrame:
    """Draw values of systems that differ more and less."""
    rng = np.random.default_rng(seed)
    measures = ["nDCG@10", "SL3", "mine"][:n_measures]
    quality = rng.normal(0, spread, (n_measures, n_systems, 1))
    values = quality + rng.normal(0, 0.1, (n_measures, n_systems, n_queries))
    systems = [f"s{number}" for number in rng.permutation(n_systems)]
    return measured({
        measure: {system: its.tolist() for system, its in zip(systems, part, strict=True)}
        for measure, part in zip(measures, values, strict=True)
    })


TINY = measured({
    "AP": {
        "good_one": [0.9, 0.8, 0.9, 0.7, 0.8, 0.9],
        "bad": [0.1, 0.2, 0.1, 0.2, 0.3, 0.2],
        "fair": [0.8, 0.9, 0.7, 0.8, 0.9, 0.8],
    }
})
# The numbers are those of scipy.stats.ttest_rel.
PAIRS = """
AP: pairs
left      right  difference        95% interval    effect        p  corrected p  wins/ties/losses
good_one  bad        0.6500    [0.5053, 0.7947]    4.7156  <0.0001       0.0002             6/0/0
good_one  fair       0.0167   [−0.1228, 0.1562]    0.1254   0.7711       0.7711             3/0/3
bad       fair      −0.6333  [−0.6875, −0.5791]  −12.2644  <0.0001      <0.0001             0/0/6
"""


def test_text():
    text = write_finding(compare(TINY), "table")
    assert text.split("\n")[:6] == [
        "Systems by AP, means over 6 queries",
        "#  system    AP",
        "1  good_one  0.8333 >3",
        "2  fair      0.8167 >3",
        "3  bad       0.1833",
        ">3: significantly better than system 3 (paired t test, Holm, α = 0.05)",
    ]
    assert text.split("\n")[6:] == PAIRS.split("\n")


def narrow(markdown):
    """Leave out the space that lines up the columns."""
    return re.sub("-{3,}", "---", re.sub(" +", " ", markdown))


def test_markdown():
    assert narrow(write_finding(compare(TINY, baseline="bad"), "markdown")).split("\n") == [
        "**Systems by AP, means over 6 queries**",
        "",
        "| system | AP |",
        "| --- | --- |",
        r"| good\_one | 0.8333 ▲ |",
        "| fair | 0.8167 ▲ |",
        "| bad (baseline) | 0.1833 |",
        "",
        "▲/▼: significantly better/worse than bad (paired t test, Holm, α = 0.05)",
        "",
        "**AP: pairs**",
        "",
        "| left | right | difference | 95% interval | effect | p | corrected p | wins/ties/losses |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        r"| good\_one | bad | 0.6500 | [0.5053, 0.7947] | 4.7156 | &lt;0.0001 | &lt;0.0001 | 6/0/0 |",
        "| fair | bad | 0.6333 | [0.5791, 0.6875] | 12.2644 | &lt;0.0001 | &lt;0.0001 | 6/0/0 |",
        "",
    ]


def test_latex():
    assert write_finding(compare(TINY, baseline="good_one"), "latex").split("\n") == [
        "% needs booktabs, amssymb",
        "% Systems by AP, means over 6 queries",
        r"\begin{tabular}{ll}",
        r"\toprule",
        r"system & AP \\",
        r"\midrule",
        r"good\_one (baseline) & \textbf{0.8333} \\",
        r"fair & 0.8167 \\",
        r"bad & 0.1833$^{\blacktriangledown}$ \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip{\footnotesize $^{\blacktriangle/\blacktriangledown}$: significantly better/worse than"
        r" good\_one (paired t test, Holm, $\alpha$ = 0.05)\par}",
        "",
        "% AP: pairs",
        r"\begin{tabular}{llrrrrrr}",
        r"\toprule",
        r"left & right & difference & 95\% interval & effect & p & corrected p & wins/ties/losses \\",
        r"\midrule",
        r"bad & good\_one & $-$0.6500 & [$-$0.7947, $-$0.5053] & $-$4.7156 & $<$0.0001 & 0.0002 & 0/0/6 \\",
        r"fair & good\_one & $-$0.0167 & [$-$0.1562, 0.1228] & $-$0.1254 & 0.7711 & 0.7711 & 3/0/3 \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]


def test_ranges_in_each_form():
    values = {f"s{number}": [number, number + 0.1, number + 0.02 * number] for number in range(6)}
    found = compare(measured({"AP": values}), test="tukey-hsd")
    assert "1  s5      5.0667 >2-6" in write_finding(found, "table").split("\n")
    assert "| 1 | s5 | 5.0667 <sup>2–6</sup> |" in narrow(write_finding(found, "markdown")).split("\n")
    latex = write_finding(found, "latex")
    assert r"1 & s5 & \textbf{5.0667}$^{2\text{--}6}$ \\" in latex.split("\n")
    assert latex.startswith("% needs booktabs, amsmath\n")
    assert r"$^{2\text{--}6}$: significantly better than systems 2 to 6 (Tukey HSD, $\alpha$ = 0.05)" in latex
    assert "corrected p" not in latex


def expanded(mark: str) -> set[int]:
    """Read the numbers of a mark."""
    found: set[int] = set()
    for piece in filter(None, mark.removeprefix(">").split(",")):
        low, _, high = piece.partition("-")
        found |= set(range(int(low), int(high or low) + 1))
    return found


def better_pairs(found, measure: str) -> set[tuple[str, str]]:
    """Take the significant pairs from the table, the better system first."""
    rows = found.table.filter((pl.col("measure") == measure) & (pl.col("p_corrected") < found.parameters["alpha"]))
    sign = -1 if measure == "SL3" else 1
    return {
        (left, right) if sign * difference > 0 else (right, left)
        for left, right, difference in rows.select("left", "right", "difference").rows()
    }


@pytest.mark.parametrize("n_systems", [3, 12, 120])
def test_numbers_are_those_of_the_pairs(n_systems):
    found = compare(drawn(n_systems, 3, seed=n_systems))
    assert {measure: bool(better_pairs(found, measure)) for measure in ("nDCG@10", "SL3", "mine")}
    n_told = 0
    for sheet in system_sheets(found):
        places, systems, *columns = sheet.columns
        assert list(places.cells) == [str(place + 1) for place in range(n_systems)]
        for column in columns:
            told = {
                (system, systems.cells[number - 1])
                for system, cell in zip(systems.cells, column.cells, strict=True)
                for number in expanded(cell.mark)
            }
            assert told == better_pairs(found, column.head)
            n_told += len(told)
    assert n_told > 0


@pytest.mark.parametrize("baselines", [["s1"], ["s1", "s0"], ["s2", "s3", "s0", "s5"]])
@pytest.mark.parametrize("n_systems", [6, 120])
def test_signs_are_those_of_the_pairs(baselines, n_systems):
    found = compare(drawn(n_systems, 3, seed=5), baseline=baselines)
    (sheet,) = system_sheets(found)
    labels, *columns = sheet.columns
    letters = dict(zip("abcd", baselines, strict=False)) if len(baselines) > 1 else {"": baselines[0]}
    systems = [re.sub(r" \(.*", "", label) for label in labels.cells]
    named = {label.split(" ")[0]: label.split(" ")[1] for label in labels.cells if " " in label}
    assert named == {name: f"({letter or 'baseline'})" for letter, name in letters.items()}
    for column in columns:
        told = set()
        for system, cell in zip(systems, column.cells, strict=True):
            for sign, letter in re.findall("([▲▼])([a-d]?)", cell.mark):
                other = letters[letter]
                told.add((system, other) if sign == "▲" else (other, system))
        assert told == better_pairs(found, column.head)
    assert any(cell.mark for column in columns for cell in column.cells)


def test_several_baselines_have_letters():
    found = compare(TINY, baseline=["bad", "fair"])
    assert write_finding(found, "table").split("\n")[1:6] == [
        "system    AP",
        "good_one  0.8333 ▲a",
        "fair (b)  0.8167 ▲a",
        "bad (a)   0.1833 ▼b",
        "▲a/▼a: significantly better/worse than bad; b: fair (paired t test, Holm, α = 0.05)",
    ]
    assert r"bad (a) & 0.1833$^{\blacktriangledown b}$ \\" in write_finding(found, "latex")
    assert r"$^{\blacktriangle a/\blacktriangledown a}$" in write_finding(found, "latex")
    assert baselines_of(compare(TINY, baseline=["bad", "bad"])) == ["bad"]


def test_the_smaller_is_better():
    found = compare(measured({"SL3": dict(zip("abc", ([9, 8, 9, 7], [1, 2, 1, 1.5], [2, 2, 1, 1.5]), strict=True))}))
    assert smaller_better(found) == {"SL3"}
    lines = write_finding(found, "table").split("\n")
    assert lines[2:5] == ["1  b       1.3750 >3", "2  c       1.6250 >3", "3  a       8.2500"]
    assert r"1 & b & \textbf{1.3750}$^{3}$ \\" in write_finding(found, "latex")
    assert smaller_better(compare(TINY)) == set()


def test_the_means_may_say_that_the_smaller_is_better():
    found = compare(TINY)
    means = found.more["means"].with_columns(pl.lit(value=True).alias("is_smaller_better"))
    told = write_finding(replace(found, more={**found.more, "means": means}), "table").split("\n")
    assert told[2:5] == ["1  bad       0.1833 >2,3", "2  fair      0.8167", "3  good_one  0.8333"]


def test_what_a_measure_prefers_is_better_however_it_is_read():
    queries = [f"q{number}" for number in range(12)]
    runs = {
        "good": {query: ["a", "x", "y"] for query in queries},
        "bad": {query: ["x", "y", "a"] for query in queries},
    }
    judged, measure = {query: {"a": 1} for query in queries}, "SL3(imputation='optimistic')"
    for found, values in ((ax.evaluate, ("0.0000", "2.0000")), (ax.prefer, ("1.0000", "0.0000"))):
        compared = compare(found(judged, runs, measure), test="sign")
        told = write_finding(compared, "table").split("\n")
        assert told[2:4] == [f"1  good    {values[0]} >2", f"2  bad     {values[1]}"]


def test_each_system_is_compared_in_the_direction_of_the_test():
    # b wins nearly always, by little, and loses once by much.
    a, b = [0.5] * 14, [0.51] * 13 + [0.0]
    found = compare(measured({"AP": {"a": a, "b": b}}), test="sign")
    assert found.table["difference"][0] > 0
    assert found.table["p_corrected"][0] < 0.05
    assert write_finding(found, "table").split("\n")[2:4] == ["1  a       0.5000", "2  b       0.4736 >1"]


def test_undefined_values():
    nan = float("nan")
    found = compare(measured({"AP": {"a": [nan] * 3, "b": [0.5, 0.25, 0.5], "c": [0.5, 0.25, 0.5]}}))
    text = write_finding(found, "table")
    assert text.split("\n")[1:6] == [
        "#  system  AP",
        "1  b       0.4167",
        "2  c       0.4167",
        "3  a            –",
        "Nothing could be tested (paired t test, Holm, α = 0.05).",
    ]
    assert "nan" not in text
    assert re.search(r"^a +b +– +– +– +– +– +0/0/0$", text, flags=re.M)
    latex = write_finding(found, "latex")
    assert r"3 & a & -- \\" in latex
    assert latex.count(r"\textbf{0.4167}") == 2


def test_many_pairs_are_not_shown_but_in_detail():
    found = compare(drawn(13, 2, seed=1))
    text = write_finding(found, "table")
    assert text.endswith("\n78 pairs for each measure are not shown; --pairs lists them\n")
    assert "pairs\n" not in text
    detailed = write_finding(found, "table", is_detailed=True)
    assert "nDCG@10: pairs\n" in detailed
    assert "SL3: pairs\n" in detailed
    assert "not shown" not in detailed
    # Who reads a paper has no command to run.
    hint = "78 pairs for each measure are not shown; "
    assert write_finding(found, "latex").endswith(f"\n% {hint}--pairs lists them\n")
    assert write_finding(found, "markdown").endswith(f"\n<!-- {hint}- -pairs lists them -->\n")
    assert "nDCG@10: pairs\n" in write_finding(compare(drawn(12, 1, seed=1)), "table")


@pytest.mark.parametrize(("n_systems", "name"), [(10, "tabular"), (11, "longtable"), (52, "longtable")])
def test_long_tables_go_on_from_page_to_page_in_latex(n_systems, name):
    latex = write_finding(compare(drawn(n_systems, 1, seed=1)), "latex", is_detailed=True)
    tables = re.findall(r"\\begin\{(\w+)\}", latex)
    assert tables == ["longtable" if n_systems > 50 else "tabular", name]
    assert latex.count(r"\endhead") == tables.count("longtable")
    assert ("longtable" in latex.split("\n")[0]) == ("longtable" in tables)


def test_pairs_are_not_cut_into_blocks():
    names = [letter * 60 for letter in "abc"]
    found = compare(measured({"AP": dict(zip(names, ([9, 8, 9], [1, 2, 1], [2, 2, 1]), strict=True))}))
    told = write_finding(found, "table").split("\n")
    start = told.index("AP: pairs")
    assert told[start + 1].split()[:2] + told[start + 1].split()[-1:] == ["left", "right", "wins/ties/losses"]
    assert [line.split()[:2] for line in told[start + 2 : -1]] == [names[:2], names[::2], names[1:]]
    assert all(re.search(r"\d/\d/\d$", line) for line in told[start + 2 : -1])


def test_means_may_be_over_more_and_less_queries():
    values = {"a": [0.5, 0.25, 0.75], "b": [0.25, float("nan"), 0.5]}
    told = write_finding(compare(measured({"AP": values})), "table")
    assert told.startswith("Systems by AP, means over 2 to 3 queries\n")


def test_nothing_is_significant():
    values = {"a": [0.5, 0.25, 0.75], "b": [0.25, 0.5, 0.7]}
    told = write_finding(compare(measured({"AP": values})), "table")
    assert "No difference is significant (paired t test, Holm, α = 0.05)." in told.split("\n")


@pytest.mark.parametrize(("n_systems", "title"), [(20, "Differences between systems"), (21, "Means of systems")])
def test_of_many_pairs_the_means_are_drawn(n_systems, title):
    assert compare(drawn(n_systems, 1, seed=1)).to_vega_lite()["title"] == {"text": [title]}


def test_long_marks_give_each_measure_a_table():
    few, many = (system_sheets(compare(drawn(n, 3, seed=3))) for n in (8, 120))
    assert [sheet.title for sheet in few] == ["Systems by nDCG@10, means over 12 queries"]
    assert [[column.head for column in sheet.columns] for sheet in many] == [
        ["#", "system", "nDCG@10"],
        ["#", "system", "SL3"],
        ["#", "system", "mine"],
    ]
    for sheet, sign in zip(many, (-1, 1, -1), strict=True):
        values = [float(cell.text.replace("−", "-")) for cell in sheet.columns[2].cells if isinstance(cell, Cell)]
        assert values == sorted(values, key=lambda value, sign=sign: sign * value)


@pytest.mark.parametrize("n_systems", [9, 40, 120])
@pytest.mark.parametrize("baseline", [None, "s3"])
def test_text_fits_a_screen(n_systems, baseline):
    text = write_finding(compare(drawn(n_systems, 3, seed=2, spread=0.05), baseline=baseline), "table")
    assert max(map(len, text.split("\n"))) <= 120


def test_names_are_escaped():
    names = ["a|b", "<script>alert(1)</script>", "$x^2$", r"\input{x}", "R&D_50%", "[x](javascript:y)", "ünï {: #id}"]
    values = {name: [place + wobble for wobble in (0, 0.1, 0.3)] for place, name in enumerate(names)}
    values["\x1b[31mred"] = [9.0, 9.2, 9.1]
    found = compare(measured({"AP": values}))
    text, markdown, latex = (write_finding(found, form) for form in ("table", "markdown", "latex"))
    markdown = narrow(markdown)
    assert r"\x1b[31mred" in text
    assert all("\x1b" not in each for each in (text, markdown, latex))
    for name in (r"a\|b", "&lt;script&gt;alert(1)&lt;/script&gt;", "&#36;x^2&#36;", r"\\input\{x\}", r"R&amp;D\_50%"):
        assert f"| {name} | " in markdown
    assert r"| [x\](javascript:y) | " in markdown
    assert r"| ünï \{: #id\} | " in markdown
    assert "<" not in re.sub("</?sup>", "", markdown)
    for name in (
        r"a\textbar{}b",
        r"$<$script$>$alert(1)$<$/script$>$",
        r"\$x\textasciicircum{}2\$",
        r"\textbackslash{}input\{x\}",
        r"R\&D\_50\%",
    ):
        assert f" & {name} & " in latex
    starts = [line for line in latex.split("\n") if "javascript" in line]
    assert starts
    assert not any(line.startswith("[") for line in starts)


def test_tests_in_words():
    told = named_test({"test": "t, sign", "correction": "fdr", "alpha": 0.01})
    assert told == "paired t test or sign test, Benjamini–Hochberg, α = 0.01"
    assert named_test({"test": "sign", "correction": "none", "alpha": 0.05}) == "sign test, uncorrected, α = 0.05"
    told = named_test({"test": "randomised-tukey-hsd", "correction": "none", "alpha": 0.05})
    assert told == "randomised Tukey HSD, α = 0.05"


def test_ranges():
    assert ranges([]) == ""
    assert ranges([9, 3, 5, 4]) == "3-5,9"
    assert ranges([1, 2, 4]) == "1,2,4"
    rng = np.random.default_rng(0)
    for _ in range(50):
        numbers = set(rng.integers(1, 60, size=rng.integers(1, 50)).tolist())
        assert expanded(">" + ranges(numbers)) == numbers


@pytest.mark.parametrize(("alpha", "level"), [(0.05, "95%"), (0.1, "90%"), (0.001, "99.9%")])
def test_intervals_are_called_by_their_level(alpha, level):
    head, row = write_finding(compare(TINY, alpha=alpha), "table").split("\n\n")[1].split("\n")[1:3]
    assert f"difference  {level} interval  effect" in re.sub("   +", "  ", head)
    low, high = compare(TINY, alpha=alpha).table.select("low", "high").row(0)
    assert f"[{low:.4f}, {high:.4f}]".replace("-", "−") in row
