"""All LaTeX that is written compiles with pdflatex and the packages that it names, whatever systems are called."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
import sys
from contextlib import suppress

import polars as pl
import pytest

import axiometer as ax
from axiometer.axioms.checking import check_axioms
from axiometer.cli.main import main
from axiometer.meta.finding import Finding
from axiometer.report import axiom_sheets
from axiometer.report.finding_sheets import write_finding
from axiometer.sheets.escaping import TEX, latex
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import write_sheets

LETTERS = "".join(map(chr, range(0xA1, 0x100))).translate(dict.fromkeys(map(ord, "\u00ad«»ÐÞðþ")))
"""What pdflatex knows of Latin-1 by itself."""
NAMES = [
    r"anna\input{/etc/passwd}",
    "berta^^M^^5cbye$x_{1}$",
    "cora%#&~|<>",
    "[dora]--''\"`?`!`,,",
    "*emma\x1b[31m",
    "greta ατ≥−–é…●◐○′ş",
]
WORDS = ["anna", "berta", "cora", "dora", "emma", "greta"]


@pytest.fixture(scope="module")
def pdflatex():
    found = shutil.which("pdflatex")
    if found is None:
        pytest.skip("pdflatex is not installed")
    return found


@pytest.fixture(scope="module")
def collection():
    judgments = {f"q_{number}": {"a": 2, "b": 1, "c": 0, "d": number % 2} for number in range(12)}
    lists = ["abcd", "bacd", "cdab", "dabc", "xabd", "ac"]
    turned = {name: items[at:] + items[:at] for at, (name, items) in enumerate(zip(NAMES, lists, strict=True))}
    runs = {
        name: {query: [*(items if at % 3 else items[::-1])] for at, query in enumerate(judgments)}
        for name, items in turned.items()
    }
    return judgments, runs


@pytest.fixture(scope="module")
def measured(collection):
    return ax.evaluate(*collection, ["AP", "nDCG@10", "P@2", "ERR@10"])


def written_by_commands(folder, monkeypatch) -> list[str]:
    """Run the commands that write LaTeX on files."""
    grades = "\n".join(f"q{n} 0 {item} {grade}" for n in range(6) for item, grade in (("a_1", 2), ("b^", 1), ("c", 0)))
    (folder / "qrels").write_text(grades + "\n")
    orders = {"sys_1&": ["a_1", "b^", "c"], "sys#2": ["b^", "c", "a_1"], "sys%3": ["c", "x", "a_1"]}
    for number, (name, items) in enumerate(orders.items()):
        rows = [f"q{n} Q0 {item} {at + 1} {9 - at} {name}" for n in range(6) for at, item in enumerate(items)]
        (folder / f"run{number}").write_text("\n".join(rows) + "\n")
    files = [str(folder / name) for name in ("qrels", "run0", "run1", "run2")]
    lines = [
        ["evaluate", *files, "-m", "AP nDCG@10"],
        ["evaluate", *files, "-m", "AP", "--per-query"],
        ["prefer", *files, "-m", "lexirecall RPP"],
        ["compare", *files, "-m", "AP"],
        ["explain", *files[:2], "-m", "nDCG@10", "--query", "q1"],
    ]
    written = []
    for number, line in enumerate(lines):
        out = folder / f"out{number}"
        monkeypatch.setattr(sys, "argv", ["axiometer", *line, "-f", "latex", "-o", str(out)])
        with suppress(SystemExit):
            main()
        written.append(out.read_text(encoding="utf-8"))
    return written


def written_of(measured, collection) -> list[str]:
    """Write all findings and tables of systems with hostile names."""
    findings = [
        ax.compare(measured),
        ax.compare(measured, test="tukey-hsd"),
        ax.compare(measured, baseline=NAMES[0]),
        ax.meta.unanimity(measured, resamples=0),
        ax.meta.ties(measured, resamples=0),
        ax.meta.agreement(measured),
        ax.meta.concordance(measured, "P@2"),
        ax.meta.correlation(measured, resamples=0),
        ax.meta.power(measured),
        ax.meta.leaderboard(measured),
        ax.meta.leaderboard(measured, baseline=NAMES[0]),
        ax.meta.differences(measured, NAMES[1], NAMES[2], measure="AP"),
        ax.meta.scenarios(*collection, ["AP", "nDCG@10", "P@2"], which=["official", "grades"], samples=2),
        ax.meta.degradation(*collection, ["AP"], shares=[0.5], samples=2),
        Finding("other", pl.DataFrame({name: [name, string.punctuation] for name in NAMES})),
    ]
    long = pl.DataFrame({"system": [f"s_{n}" for n in range(60)], "AP": [n / 60 for n in range(60)]})
    verdicts = check_axioms(["nDCG@20", "alpha_nDCG@20"], ["Pri", "Red"], cases=50)
    return [
        *(write_finding(each, "latex", is_detailed=True) for each in findings),
        write_sheets([sheet_of(measured.table(), lowest=[])], "latex"),
        write_sheets([sheet_of(long)], "latex"),
        axiom_sheets.write_verdicts(verdicts, "latex", against_paper=True),
    ]


@pytest.mark.thorough
def test_all_that_is_written_compiles(pdflatex, collection, measured, tmp_path, monkeypatch):
    written = [*written_by_commands(tmp_path, monkeypatch), *written_of(measured, collection)]
    told = [re.search(r"^% needs (.*)$", each, flags=re.M) for each in written]
    assert all(told)
    assert not any("pdflatex does not know" in each for each in written)
    packages = sorted({name for each in told for name in each[1].split(", ")})
    assert packages == ["amsmath", "amssymb", "booktabs", "longtable"]
    letters = [latex(text) for text in ("".join(TEX), LETTERS, string.punctuation)]
    document = "\n".join([
        r"\documentclass{article}",
        *(rf"\usepackage{{{name}}}" for name in packages),
        # The letters of the pages can then be read in the file.
        r"\pdfcompresslevel=0 \pdfobjcompresslevel=0",
        r"\begin{document}",
        "\n\n\\bigskip\n\n".join([*letters, *written]),
        r"\end{document}",
    ])
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    line = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    ran = subprocess.run(line, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    log = (tmp_path / "all.log").read_text(encoding="utf-8", errors="replace")
    assert not [each for each in log.split("\n") if each.startswith("!")]
    assert ran.returncode == 0
    assert "Missing character" not in log
    shown = words_of((tmp_path / "all.pdf").read_bytes())
    assert [word for word in [*WORDS, "sys", "input", "passwd", "bye"] if word not in shown] == []


def words_of(pdf: bytes) -> str:
    """Give the letters that a file shows, as far as its fonts have them where ASCII has them."""
    shown = re.findall(rb"\[((?:\((?:\\.|[^\\()])*\)|[-\d.]+)*)\]\s*TJ", pdf)
    return " ".join(b"".join(re.findall(rb"\(((?:\\.|[^\\()])*)\)", each)).decode("latin-1") for each in shown)
