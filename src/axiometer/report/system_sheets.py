"""Comparisons of systems for people: the means with marks of significance, and the pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from string import ascii_lowercase
from typing import Any, Final

import polars as pl

from axiometer.errors import counted, plural
from axiometer.meta.finding import Finding
from axiometer.sheets.cells import interval, number, p_value
from axiometer.sheets.sheet import Cell, Column, Footnote, Sheet, names

MOST_PAIRS: Final = 66
"""More pairs than this, those of 12 systems, are not shown, unless details are asked for."""
LONGEST_MARK: Final = 24
"""Where a list of worse systems is longer than this, each measure has a table of its own."""
TESTS: Final = {
    "t": "paired t test",
    "wilcoxon": "Wilcoxon signed-rank test",
    "sign": "sign test",
    "randomisation": "paired randomisation test",
    "bootstrap": "paired bootstrap test",
    "tukey-hsd": "Tukey HSD",
    "randomised-tukey-hsd": "randomised Tukey HSD",
}
CORRECTIONS: Final = {"holm": "Holm", "bonferroni": "Bonferroni", "fdr": "Benjamini–Hochberg", "none": "uncorrected"}

Beaten = Mapping[str, Set[str]]
"""The systems that each system is significantly better than."""


def comparison_sheets(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give the table of systems, and for each measure that of pairs, unless they are too many."""
    n_pairs = finding.table.height // max(1, finding.table["measure"].n_unique())
    is_shown = is_detailed or n_pairs <= MOST_PAIRS
    told = f"{n_pairs} pairs for each measure are not shown; --pairs lists them"
    hints = [] if is_shown else [Footnote(told, is_hint=True)]
    *systems, last = system_sheets(finding)
    yield from [*systems, replace(last, footnotes=[*last.footnotes, *hints])]
    if is_shown:
        for (measure,), pairs in finding.table.group_by("measure", maintain_order=True):
            yield _pair_sheet(str(measure), pairs, finding.parameters)


def system_sheets(finding: Finding) -> list[Sheet]:
    """Give the means of the systems with what differs significantly, the best by the first measure first.

    Where the lists of systems that are worse would be long, there is one table for each measure, in its own order.
    """
    means = {
        str(measure): dict(zip(part["system"], part["value"], strict=True))
        for (measure,), part in finding.more["means"].group_by("measure", maintain_order=True)
    }
    sheet = _system_sheet(finding, means)
    marks = [cell.mark for column in sheet.columns for cell in column.cells if isinstance(cell, Cell)]
    if len(means) == 1 or baselines_of(finding) or max(map(len, marks)) <= LONGEST_MARK:
        return [sheet]
    return [_system_sheet(finding, {measure: its_means}) for measure, its_means in means.items()]


def _system_sheet(finding: Finding, means: Mapping[str, Mapping[str, float]]) -> Sheet:
    baselines, smaller, first = baselines_of(finding), smaller_better(finding), next(iter(means))
    systems = sorted(means[first], key=_badness(means[first], is_smaller_better=first in smaller))
    columns = [names("system", _labelled(systems, baselines))]
    if not baselines:
        columns.insert(0, Column("#", [str(place + 1) for place in range(len(systems))], is_kept=True))
    marks: list[str] = []
    for measure, its_means in means.items():
        beaten = beaten_by(finding, measure)
        its_marks = [*(_against(baselines, systems, beaten) if baselines else _numbered(systems, beaten))]
        best = its_means[min(systems, key=_badness(its_means, is_smaller_better=measure in smaller))]
        cells = [
            Cell(number(its_means[system]), mark, is_best=its_means[system] == best)
            for system, mark in zip(systems, its_marks, strict=True)
        ]
        columns.append(Column(measure, cells, "left"))
        marks += its_marks
    of_these = finding.table.filter(pl.col("measure").is_in([*means]))
    is_tested = bool(of_these["p_value"].is_not_nan().any())
    legend = _legend(marks, baselines, finding.parameters, is_tested=is_tested)
    askers = plural(finding.asker)
    n_queries = finding.more["means"].filter(pl.col("measure").is_in([*means]))[askers]
    fewest, most = min(n_queries), max(n_queries)
    over = f"means over {counted(most, finding.asker) if fewest == most else f'{fewest} to {most} {askers}'}"
    return Sheet(f"Systems by {first}, {over}", columns, [legend])


def baselines_of(finding: Finding) -> list[str]:
    """Give the systems that all others are compared with, if there are such."""
    given = finding.parameters.get("baseline")
    return [] if given is None else [given] if isinstance(given, str) else [*dict.fromkeys(given)]


def beaten_by(finding: Finding, measure: str) -> Beaten:
    """Find for each system those that it is significantly better than, by one measure."""
    beaten: dict[str, set[str]] = {}
    turned = -1 if measure in smaller_better(finding) else 1
    is_significant = (pl.col("measure") == measure) & (pl.col("p_corrected") < finding.parameters["alpha"])
    # The effect has the direction of the test: the sign test and that of Wilcoxon can contradict the means.
    columns = finding.table.filter(is_significant).select("left", "right", "difference", "effect")
    for left, right, difference, effect in columns.rows():
        gain = turned * (difference if math.isnan(effect) or effect == 0 else effect)
        if gain != 0:
            better, worse = (left, right) if gain > 0 else (right, left)
            beaten.setdefault(better, set()).add(worse)
    return beaten


def smaller_better(finding: Finding) -> frozenset[str]:
    """Find the measures of which smaller values are better ones."""
    means = finding.more["means"]
    return frozenset(means.filter("is_smaller_better")["measure"])


def ranges(numbers: Iterable[int]) -> str:
    """Write whole numbers shortly: 3-5,9."""
    runs: list[list[int]] = []
    for each in sorted(numbers):
        if runs and each == runs[-1][-1] + 1:
            runs[-1].append(each)
        else:
            runs.append([each])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)


def named_test(parameters: Mapping[str, Any]) -> str:
    """Name the tests, the correction and the level."""
    tests = str(parameters["test"]).split(", ")
    corrections = [each for each in str(parameters["correction"]).split(", ") if each != "none"]
    if not corrections and not all("tukey" in each for each in tests):
        corrections = ["none"]
    told = [" or ".join(TESTS.get(each, each) for each in tests)] + [
        CORRECTIONS.get(each, each) for each in corrections
    ]
    return ", ".join([*told, f"α = {parameters['alpha']:g}"])


def _badness(means: Mapping[str, float], *, is_smaller_better: bool) -> Callable[[str], float]:
    """Give a key that sorts the best systems first, and those without a mean last."""
    turned = 1 if is_smaller_better else -1
    return lambda system: math.inf if math.isnan(means[system]) else turned * means[system]


def _labelled(systems: Sequence[str], baselines: Sequence[str]) -> list[str]:
    letters = ["baseline"] if len(baselines) == 1 else [_letter(place) for place in range(len(baselines))]
    of = dict(zip(baselines, letters, strict=True))
    return [f"{system} ({of[system]})" if system in of else system for system in systems]


def _letter(place: int) -> str:
    """Name a place: a, b, …, z, aa, ab and so on."""
    return (_letter(place // 26 - 1) if place >= 26 else "") + ascii_lowercase[place % 26]


def _numbered(systems: Sequence[str], beaten: Beaten) -> Iterator[str]:
    """Mark each system with the numbers of those that it is better than."""
    place = {system: at + 1 for at, system in enumerate(systems)}
    for system in systems:
        worse = beaten.get(system, ())
        yield f">{ranges(place[each] for each in worse)}" if worse else ""


def _against(baselines: Sequence[str], systems: Sequence[str], beaten: Beaten) -> Iterator[str]:
    """Mark each system that is better or worse than a baseline."""
    letters = [""] if len(baselines) == 1 else [_letter(place) for place in range(len(baselines))]
    for system in systems:
        mark = ""
        for baseline, letter in zip(baselines, letters, strict=True):
            mark += f"▲{letter}" if baseline in beaten.get(system, ()) else ""
            mark += f"▼{letter}" if system in beaten.get(baseline, ()) else ""
        yield mark


def _legend(
    marks: Iterable[str], baselines: Sequence[str], parameters: Mapping[str, Any], *, is_tested: bool
) -> Footnote:
    """Say how to read the marks."""
    test = named_test(parameters)
    if not any(marks):
        found = "No difference is significant" if is_tested else "Nothing could be tested"
        return Footnote(f"{found} ({test}).")
    if len(baselines) == 1:
        return Footnote(f"significantly better/worse than {baselines[0]} ({test})", "▲/▼")
    if baselines:
        others = "".join(f"; {_letter(place)}: {name}" for place, name in enumerate(baselines) if place)
        return Footnote(f"significantly better/worse than {baselines[0]}{others} ({test})", "▲a/▼a")
    pieces = [piece for mark in marks for piece in mark[1:].split(",") if piece]
    example = next((piece for piece in pieces if "-" in piece), pieces[0])
    which = f"systems {example.replace('-', ' to ')}" if "-" in example else f"system {example}"
    return Footnote(f"significantly better than {which} ({test})", f">{example}")


def _pair_sheet(measure: str, pairs: pl.DataFrame, parameters: Mapping[str, Any]) -> Sheet:
    """Give all that is known of the pairs of systems, by one measure."""
    is_corrected = str(parameters["correction"]) != "none"
    columns = [
        names("left", pairs["left"]),
        names("right", pairs["right"]),
        Column("difference", [*map(number, pairs["difference"])]),
        Column(f"{100 * (1 - parameters['alpha']):g}% interval", [*map(interval, pairs["low"], pairs["high"])]),
        Column("effect", [*map(number, pairs["effect"])]),
        Column("p", [*map(p_value, pairs["p_value"])]),
        *([Column("corrected p", [*map(p_value, pairs["p_corrected"])])] if is_corrected else []),
        Column("wins/ties/losses", [f"{w}/{t}/{x}" for w, t, x in pairs.select("wins", "ties", "losses").rows()]),
    ]
    return Sheet(f"{measure}: pairs", columns, is_whole=True)
