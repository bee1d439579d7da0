"""Names of systems, queries, items, aspects and measures that do harm where they are shown or written carelessly.

What people look at (text, Markdown, LaTeX, HTML, SVG, messages) has no raw control characters and no markup of
somebody else. What machines read back (TSV, CSV, JSON, Parquet) is what was written. Nothing is written elsewhere.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import numpy as np
import polars as pl

import axiometer as ax
from axiometer.engines import chunks as streaming
from axiometer.engines.chunks import evaluating
from axiometer.meta.outcomes import Outcomes
from tests.fuzzers.driver import Case, Fault, Fuzzer, attempt, command, command_apart, in_one_line

NAMES: Final = (
    *(
        "\x1b[31mred",
        "bell\x07",
        "\x1b]0;title\x07",
        "new\nline",
        "carriage\rreturn",
        "tab\tbed",
        "\x00",
        "\x7f",
        "\x85",
        "\x9b31m",
        "\u2028",
    ),
    *("\u202eexe.gpj", "\u2066x", "\u200b", "\u200f", "\ufeff", "\u00ad", "e\u0301", "é", "検索", "🦉", "\U000e0041"),
    *("<script>alert(1)</script>", "</script><script>x</script>", '"><img src=x onerror=alert(1)>', "<!--", "]]>"),
    *("&lt;b&gt;", "&amp;", "__proto__", "constructor", "toString", "{{7*7}}", "${7*7}", "javascript:alert(1)"),
    *("\\input{/etc/passwd}", "\\write18{id}", "50% & $x_1^2$ #{}~", "`", "$$", "--", "\\", "\\\\", "\\n", "%", "^^M"),
    *("=1+1", "+1", "-1", "@SUM(A1)", "'", '"', '""', 'a"b', "a,b", "a;b", "a|b", "|", "*a*", "_a_", "[a](b)", "# a"),
    *("../../evil", "/etc/passwd", "..", ".", "C:\\x", "CON", "a/b", "~", "-", "--help", "-m", "*", "?", "[x]"),
    *("nan", "NaN", "inf", "null", "None", "NA", "true", "1e5", "007", "1.0", "0", "all", "amean", "mean", "system"),
    *(" a", "a ", "a  b", "a", "b", "c", "n" * 300, "AP", "nDCG@10", "P@5,10", "(", "a(b", "@5", "ﬁ", "K"),
)
MEASURES: Final = "AP nDCG@2"
TEXT_FORMS: Final = ("table", "markdown", "latex")
_OF_HTML: Final = re.compile(r"<script>alert|<script>x|<img src=x|</script><script>x", re.IGNORECASE)
MARKUP: Final = {
    "html": _OF_HTML,
    "svg": _OF_HTML,
    "markdown": _OF_HTML,
    "latex": re.compile(r"\\input\{/|\\write18\{|[^\\]50%"),
}
"""What must not stand in a format as it is."""
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Named:
    """A small collection, and its files."""

    systems: list[str]
    queries: list[str]
    items: list[str]
    aspects: list[str]
    runs: pl.DataFrame
    judgments: pl.DataFrame


def faults(case: Case) -> Iterator[Fault]:
    """Make a collection with such names, and let one command write it, or read back what was written."""
    rng = case.rng
    named = _named(rng)
    folder = case.folder / "work"
    folder.mkdir()
    runs = _file_name(rng, "runs", folder)
    named.runs.write_parquet(folder / runs)
    named.judgments.write_parquet(folder / "judgments.parquet")
    match rng.choice(["shown", "shown", "shown", "read back", "read back", "split", "message"]):
        case "shown":
            yield from _shown(rng, named, runs, case.folder)
        case "read back":
            yield from _read_back(rng, named, folder)
        case "split":
            yield from _split(rng, named, folder)
        case _:
            yield from _message(rng, named, folder)


def _named(rng: Random) -> Named:
    systems, queries, items = (rng.sample(NAMES, n) for n in (rng.choice([2, 3]), 3, 4))
    aspects = rng.sample(NAMES, 2)
    rows = [(q, i, float(rng.randint(0, 9)), s) for s in systems for q in queries for i in items if rng.random() < 0.8]
    runs = pl.DataFrame(rows, schema=["query_id", "doc_id", "score", "run"], orient="row")
    graded = [(q, a, i, rng.randint(0, 3)) for q in queries for a in aspects for i in items if rng.random() < 0.8]
    judgments = pl.DataFrame(graded, schema=["topic", "subtopic", "docno", "rel"], orient="row")
    return Named(systems, queries, items, aspects, runs, judgments)


def _file_name(rng: Random, name: str, folder: Path) -> str:
    """Call a file after a hostile name, sometimes, as far as a file can be called so."""
    odd = rng.choice(NAMES)
    is_possible = not {"/", "\0", "*", "?", "["} & set(odd) and odd not in {".", "..", "-", "--help", "-m", "--"}
    if rng.random() < 0.3 and is_possible and len(odd) < 200 and odd[0] != "-":
        name = odd
    return f"{name}.parquet" if not (folder / f"{name}.parquet").exists() else "runs.parquet"


# What people look at


def _shown(rng: Random, named: Named, runs: str, folder: Path) -> Iterator[Fault]:
    words, form = _asked(rng, named, runs)
    is_file = form in {"html", "svg"} or rng.random() < 0.2
    output = f"result.{form if form in {'html', 'svg', 'csv'} else 'txt'}"
    if is_file:
        words += ["--output", output]
    before = _files(folder)
    # What draws may take the whole process with it.
    run = command_apart if form == "svg" else command
    said = attempt(lambda: run(words, folder / "work"), "command", cpu_seconds=60, seconds=120)
    told = in_one_line(f"axiometer {words}")
    if said.fault:
        yield Fault(said.fault.kind, f"{told}: {said.fault.told}")
        return
    if said.is_value and (said.value.code < 0 or "Traceback (most recent" in said.value.err):
        yield Fault(
            f"died-{form}-of:{' '.join(words[:2])}", f"{told}: {said.value.code}, {in_one_line(said.value.err)}"
        )
        return
    if said.refusal is not None or said.value.code not in {0, 1, 2}:
        yield Fault("command-code", f"{told}: {said}")
        return
    new = _files(folder) - before
    if new - {f"work/{output}"}:
        yield Fault("wrote-elsewhere", f"{told}: {sorted(new)}")
    is_written = is_file and (folder / "work" / output).exists()
    data = (folder / "work" / output).read_bytes() if is_written else said.value.out
    verb = words[0] if words[0] not in {"meta", "plot"} else " ".join(words[:2])
    yield from _raw(said.value.err, f"message-of:{verb}", told)
    if said.value.code:
        return
    text = data.decode("utf-8", "replace")
    if form in {*TEXT_FORMS, "html", "svg"}:
        yield from _raw(text, f"{form}-of:{verb}", told)
    elif form in {"json", "vega"}:
        yield from _json(text, f"{form}-of:{verb}", told)
    if is_file and not is_written:
        yield Fault(f"nothing-written:{verb}", told)


def _asked(rng: Random, named: Named, runs: str) -> tuple[list[str], str]:
    """Ask a command for something, in some format."""
    files = ["judgments.parquet", runs]
    form = rng.choice([*TEXT_FORMS, *TEXT_FORMS, "tsv", "csv", "json", "jsonl"])
    of = ["--format", form]
    many = ["-m", MEASURES]
    baseline = [f"--baseline={rng.choice(named.systems)}"] if rng.random() < 0.3 else []
    chance = rng.random()
    if chance < 0.02:
        title = [f"--title={rng.choice(NAMES)}"]
        return ["report", *files, *many, "--axioms", "none", "--draws", "100", *title, *baseline], "html"
    if chance < 0.08:
        plot = rng.choice([
            ["leaderboard", *files, *many, *baseline, "--draws", "100"],
            ["plot", "query", *files, "-m", "AP", f"--query={rng.choice(named.queries)}"],
            ["meta", "ties", *files, *many],
        ])
        form = "svg" if chance < 0.035 else "vega"
        return [*plot, "--format", form], form
    one = [f"--system={rng.choice(named.systems)}"] if rng.random() < 0.8 else []
    words = rng.choice([
        ["evaluate", *files, *many],
        ["evaluate", *files, *many, "-q"],
        ["evaluate", *files, "-m", f"AP {rng.choice(NAMES)}"],
        ["evaluate", *files, *many, "--details"],
        ["evaluate", *files, "-m", "AP_IA alpha_nDCG@2", "-q"],
        ["compare", *files, *many, *baseline, "--draws", "100"],
        ["compare", *files, *many, "--pairs", "--draws", "100"],
        ["explain", *files, "-m", "AP", f"--query={rng.choice(named.queries)}", *one],
        ["explain", *files, "-m", "alpha_nDCG@2", f"--query={rng.choice(named.queries)}", *one],
        ["prefer", *files],
        ["prefer", *files, "-q"],
        ["meta", "ties", *files, *many, "--resamples", "100"],
        ["meta", "agreement", *files, *many, "--resamples", "100"],
        ["meta", "correlation", *files, *many],
    ])
    return [*words, *of], form


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def _raw(text: str, kind: str, told: str) -> Iterator[Fault]:
    """Find what must not stand there as it is."""
    for name in ("new\nline", "tab\tbed"):  # elsewhere, line ends and tabs are ours
        if name in text:
            yield Fault(f"raw-{kind}", f"{told}: {name!r}")
    for letter in text:
        is_control = unicodedata.category(letter) in {"Cc", "Zl", "Zp", "Cs"} and letter not in "\n\t"
        if is_control or letter in TURNING:
            at = text.index(letter)
            near = text[max(0, at - 30) : at + 30]
            yield Fault(f"raw-{kind}", f"{told}: {letter!r} in {near!r}")
            break
    markup = MARKUP.get(kind.partition("-of:")[0])
    if markup is not None and (found := markup.search(text)):
        yield Fault(f"markup-{kind}", f"{told}: {found[0]!r}")


def _json(text: str, kind: str, told: str) -> Iterator[Fault]:
    try:
        json.loads(text)
    except ValueError as error:
        yield Fault(f"no-json-{kind}", f"{told}: {error}")


# What machines read back


def _read_back(rng: Random, named: Named, folder: Path) -> Iterator[Fault]:
    """Write values or preferences of queries, and read them again."""
    of = rng.choice(["evaluate", "evaluate", "prefer", "parts"])
    form = rng.choice(["tsv", "csv", "parquet", "jsonl", "json"])
    path = folder / f"values.{'jsonl' if of == 'parts' and form == 'json' else form}"
    kind = f"{of}-{path.suffix[1:]}"
    shown = f"{kind}, values of {in_one_line(named.systems)} × {in_one_line(named.queries)}"
    made = attempt(lambda: _written(named, of, path), "write")
    if made.fault:
        yield Fault(made.fault.kind, f"{shown}: {made.fault.told}")
    if not made.is_value:
        return
    if not path.exists():
        yield Fault(f"not-written:{kind}", shown)
    elif path.suffix in {".json", ".jsonl"}:
        yield from _same_records(made.value.to_polars(), path, kind, shown)
    else:
        again = attempt(lambda: Outcomes.of_saved(path), "read back")
        if again.fault:
            yield Fault(again.fault.kind, f"{shown}: {again.fault.told}")
        elif again.refusal is not None:
            yield Fault(f"not-read-back:{kind}", f"{shown}: {again.refusal}")
        else:
            yield from _same(Outcomes.of(made.value), again.value, kind, shown)


def _written(named: Named, of: str, path: Path) -> Any:
    """Let a command, or the evaluation in parts, write values to a file; give what was measured."""
    form = path.suffix[1:]
    if of == "parts":
        with patch.object(evaluating, "ahead", iter):
            stored = streaming.evaluate(named.judgments, named.runs, MEASURES, jobs=1)
        stored.write(path, form)
        return ax.evaluate(named.judgments, named.runs, MEASURES)
    if of == "prefer":
        found: Any = ax.prefer(named.judgments, named.runs, "lexirecall")
    else:
        found = ax.evaluate(named.judgments, named.runs, MEASURES)
    named.runs.write_parquet(path.with_name("given.parquet"))
    verb = ["prefer"] if of == "prefer" else ["evaluate", "-m", MEASURES]
    words = [*verb, "judgments.parquet", "given.parquet", "-q", "--format", form, "--output", path.name]
    command(words, path.parent)
    return found


def _same(before: Outcomes, after: Outcomes, kind: str, shown: str) -> Iterator[Fault]:
    """Compare what was measured with what was read back."""
    for what in ("systems", "queries", "names"):
        one, two = sorted(getattr(before, what)), sorted(getattr(after, what))
        if one != two:
            yield Fault(f"read-back-differs:{kind}", f"{shown}: the {what} {in_one_line(one)} are {in_one_line(two)}")
            return
    system = [after.systems.index(name) for name in before.systems]
    query = [after.queries.index(name) for name in before.queries]
    for outcome in before.outcomes:
        values = after[outcome.name].values[system][:, query]
        if not np.array_equal(outcome.values, values, equal_nan=True):
            yield Fault(f"read-back-differs:{kind}", f"{shown}: other values of {outcome.name}")
            return


def _same_records(table: pl.DataFrame, path: Path, kind: str, shown: str) -> Iterator[Fault]:
    data = path.read_bytes()
    try:
        records = (
            json.loads(data) if path.suffix == ".json" else [json.loads(line) for line in data.split(b"\n") if line]
        )
    except ValueError as error:
        yield Fault(f"not-read-back:{kind}", f"{shown}: {error}")
        return
    expected = [
        {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in row.items()}
        for row in table.to_dicts()
    ]
    if sorted(map(repr, records)) != sorted(map(repr, expected)):
        yield Fault(f"read-back-differs:{kind}", f"{shown}: other rows, such as {in_one_line(records[:2])}")


def _split(rng: Random, named: Named, folder: Path) -> Iterator[Fault]:
    """Split ratings, and put together what was written."""
    form = rng.choice(["csv", "csv", "parquet"])
    ratings = pl.DataFrame(
        [(q, i, float(n + 1)) for q in named.queries for n, i in enumerate(named.items)],
        schema=["user", "item", "rating"],
        orient="row",
    )
    ratings.write_parquet(folder / "ratings.parquet")
    words = ["split", "ratings.parquet", "--output", "parts", "--format", form, "--share", "0.5"]
    said = attempt(lambda: command(words, folder), "command")
    shown = f"split as {form} of {in_one_line(named.queries)} × {in_one_line(named.items)}"
    if said.fault:
        yield Fault(said.fault.kind, f"{shown}: {said.fault.told}")
    if not said.is_value or said.value.code:
        return
    yield from _raw(said.value.err + said.value.out.decode(), "message-of:split", shown)
    parts = [str(folder / "parts" / f"{part}.{form}") for part in ("train", "test")]
    again = attempt(lambda: ax.read_ratings(parts[0], parts[1]), "read back")
    if again.fault:
        yield Fault(again.fault.kind, f"{shown}: {again.fault.told}")
    elif again.refusal is not None:
        yield Fault(f"not-read-back:split-{form}", f"{shown}: {again.refusal}")
    else:
        read = again.value
        rows = pl.concat([read.frame.select("query", "item", "grade"), read.catalogue.train]).rows()
        if sorted(rows) != sorted(ratings.rows()):
            yield Fault(f"read-back-differs:split-{form}", shown)


# Messages


def _message(rng: Random, named: Named, folder: Path) -> Iterator[Fault]:
    """Let something be wrong that the message has to name."""
    odd = rng.choice(NAMES)
    name = _file_name(rng, "odd", folder)
    lines = f"{named.queries[0]}\t0\t{odd}\t{rng.choice([odd, 'x', '1'])}\n"
    (folder / name).write_bytes(rng.choice([lines, f"query_id,{odd}\n1,{odd}\n", f'"{odd}","{odd}"\n']).encode())
    words = rng.choice([
        ["evaluate", f"./{name}", "runs.parquet", "-m", "AP"],
        ["evaluate", "judgments.parquet", f"./{name}", "-m", "AP"],
        ["validate", f"./{name}"],
        ["validate", f"./{name}", "--kind", rng.choice(["ratings", "aspects", "weights", "lengths", "providers"])],
        ["compare", f"./{name}"],
        ["evaluate", "judgments.parquet", f"./none-{odd}", "-m", "AP"],
        ["evaluate", "judgments.parquet", "runs.parquet", f"-m={odd}"],
        ["evaluate", "judgments.parquet", "runs.parquet", f"--profile={odd}"],
        ["explain", "judgments.parquet", "runs.parquet", "-m", "AP", f"--query={odd}"],
        ["compare", "judgments.parquet", "runs.parquet", "-m", "AP", f"--baseline={odd}"],
        ["measures", f"x{odd}"],
        ["cite", f"-m={odd}"],
        ["prefer", "judgments.parquet", "runs.parquet", f"-p={odd}"],
        ["split", f"./{name}", "--output", f"none/{odd}"],
    ])
    if "\0" in "".join(words):
        return  # no operating system lets anybody say this
    said = attempt(lambda: command(words, folder), "command", cpu_seconds=60, seconds=120)
    told = in_one_line(f"axiometer {words}")
    if said.fault:
        yield Fault(said.fault.kind, f"{told}: {said.fault.told}")
    elif said.is_value:
        yield from _raw(said.value.err + said.value.out.decode(), f"message-of:{words[0]}", told)


FUZZER: Final = Fuzzer(name="hostile", faults=faults, cases=3_000)
