"""The sample that comes with NTCIREVAL: a run, and judgments with weights and types of intents.

Program: NTCIREVAL 190111 (Sakai). What it prints for the sample, with four decimals, is in TRECRUN.test.nev (ad hoc,
``NTCIR-eval`` with -g 1:2 and cut-offs 10 and 1000), README (ad hoc) and README.diversity (D-, DIN- and intent-aware
measures).

Its AP@k is divided by min(k, R), which is our Q with β = 0. Its ERR has g / (top + 1) for the chance to stop, and its
RBP has g / top; top is that of the levels declared, or for D-measures the largest gain of the query. We do not have
its O- and P-measure, NCU, EBR, first nDCG (Järvelin and Kekäläinen's), nERR of one list, and ERR of global gains.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest

import axiometer as ax

CUT = {
    "AP": "Q(beta=0)",
    "Q": "Q",
    "MSnDCG": "nDCG",
    "P": "P",
    "RBP": "RBP(p=0.95)",
    "ERR": "ERR(gain={chances})",
    "Hit": "Success",
}
ADHOC = {
    "RR": "RR",
    "P-plus": "P_plus",
    "AP": "AP",
    "Q-measure": "Q",
    "RBP": "RBP(p=0.95)",
    "ERR": "ERR(gain={chances})",
    **{f"{theirs}@{k}": f"{ours}@{k}" for theirs, ours in CUT.items() for k in (10, 1000)},
}
GRADED = {
    "P-plus": "P_plus",
    "AP": "Q(beta=0)",
    "Q-measure": "Q",
    "RBP": "RBP(p=0.95)",
    **{f"{theirs}@10": f"{CUT[theirs]}@10" for theirs in ("AP", "Q", "MSnDCG", "RBP")},
}
UNGRADED = {"RR": "RR", "AP": "AP", "P@10": "P@10", "Hit@10": "Success@10"}
MET = {"I-rec@n": "S_Recall@3", "I-rec@10": "S_Recall@10", "I-rec@1000": "S_Recall@1000"}
FORMS = {
    "D": {theirs: f"D_{ours}" for theirs, ours in (GRADED | UNGRADED).items()}
    | {"D#-Q@10": "Dsharp_Q@10", "D#-nDCG@10": "Dsharp_nDCG@10"},
    "DIN": {theirs: f"DIN_{ours}" for theirs, ours in GRADED.items()},
}


@dataclass(frozen=True)
class Block:
    """What README.diversity prints somewhere, and how many of its values we have too."""

    name: str
    form: str
    depth: int | None
    start: str
    end: str
    n_values: int


BLOCKS = [
    Block("D-NTCIR-eval", "D", 10, "A Dnev file may look like this", "0002 #", 15),
    Block("DIN-NTCIR-eval", "DIN", 10, "A DINnev file may look like this", "0002 #", 12),
    Block("irec", "D", None, "% ntcir_eval irec", "Here, I-rec@n", 3),
    Block("gcompute", "D", None, "# syslen=993", "As was mentioned", 11),
    Block("gcompute -truncate 10", "D", 10, "-truncate 10", "Note that the AP values", 11),
]


@pytest.fixture(scope="module")
def sample(shared_data) -> Path:
    return shared_data / "ntcireval-sample"


@pytest.fixture(scope="module")
def lists(sample) -> dict[str, list[str]]:
    run = ax.read_runs(sample / "TRECRUN", order="file").to_polars()
    return {name: each["item"].to_list() for (name,), each in run.group_by("query", maintain_order=True)}


@pytest.fixture(scope="module", params=["Dtest", "test"], ids=["blanks", "semicolons"])
def judgments(request, sample) -> ax.Judgments:
    return ax.read_judgments(sample / f"{request.param}.Dqrels", weights=sample / f"{request.param}.DINprob")


def printed(text: str, start: str, end: str) -> dict[str, float]:
    """Find ``name= value`` at the ends of the lines between two places; cut-offs are written as @0010."""
    part = text[text.index(start) :].partition(end)[0]
    found = re.findall(r" (\S+)= +(\d\.\d{4})$", part, flags=re.MULTILINE)
    return {re.sub("@0+", "@", name): float(value) for name, value in found}


def measured(
    ranking: list[str], judgments: ax.Judgments | dict, names: dict[str, str], **conventions: float | None
) -> dict[str, float]:
    """Measure one list; the values have the names on the left."""
    query = "1" if isinstance(judgments, dict) else judgments.queries[0]
    profile = ax.get_profile("ntcireval", **conventions)
    values = ax.evaluate(judgments, {query: ranking}, list(names.values()), profile=profile).values
    return dict(zip(names, values.ravel().tolist(), strict=True))


def measured_adhoc(ranking: list[str], grades: dict[str, int], top: int) -> dict[str, float]:
    chances = "{" + ",".join(f"{grade}:{grade / (top + 1)!r}" for grade in range(1, top + 1)) + "}"
    names = {theirs: ours.replace("{chances}", chances) for theirs, ours in ADHOC.items()}
    return measured(ranking, {"1": grades}, names, max_grade=top)


def of_query(judgments: ax.Judgments, query: str) -> ax.Judgments:
    return ax.Judgments(judgments.frame.filter(query=query), weights=judgments.weights.filter(query=query))


def assert_printed(ours: dict[str, float], theirs: dict[str, float], *, n_values: int) -> None:
    both = ours.keys() & theirs.keys()
    assert len(both) == n_values, sorted(both)
    # D♯ is the mean of two printed numbers, printed once more.
    wrong = {each for each in both if abs(ours[each] - theirs[each]) > (1e-4 if "#" in each else 0.5e-4) + 1e-12}
    assert not wrong, {each: (ours[each], theirs[each]) for each in wrong}


def levels_of(path: Path) -> dict[str, dict[str, int]]:
    """Read ad hoc judgments: perhaps the query, the item, and the level as L1."""
    levels: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        *query, item, level = line.split()
        levels.setdefault(" ".join(query), {})[item] = int(level[1:])
    return levels


@pytest.mark.parametrize(("query_id", "following"), [("0001", "0002 #"), ("0002", "0003 #"), ("0003", "the end")])
def test_adhoc(sample, lists, query_id, following):
    theirs = printed((sample / "TRECRUN.test.nev").read_text(), f"{query_id} #", following)
    ours = measured_adhoc(lists[query_id], levels_of(sample / "test.qrels")[query_id], top=2)
    assert_printed(ours, theirs, n_values=len(ADHOC))


def test_adhoc_with_three_levels(sample):
    theirs = printed((sample / "README").read_text(), "# syslen=4", "In the output above")
    ours = measured_adhoc((sample / "sample.res").read_text().split(), levels_of(sample / "sample.rel")[""], top=3)
    assert_printed(ours, theirs, n_values=13)


def test_two_ways_to_write_judgments_and_weights(sample):
    """With blanks and with semicolons; with types of intents and without."""
    typed, untyped, other = (
        ax.read_judgments(sample / f"{name}.Dqrels", weights=sample / f"{name}.{weights}")
        for name, weights in (("Dtest", "DINprob"), ("Dtest", "Iprob"), ("test", "DINprob"))
    )
    assert typed.frame.equals(other.frame)
    assert typed.weights.equals(other.weights)
    assert untyped.weights.equals(typed.weights.drop("type"))


def measured_forms(ranking: list[str], judgments: ax.Judgments, form: str, depth: int | None) -> dict[str, float]:
    """Measure a list by global gains; ``form`` is D or DIN."""
    values = measured(ranking, judgments, FORMS[form] | MET, depth=depth)
    relevant = judgments.frame.filter(pl.col("grade") > 0).join(judgments.weights, on=["query", "aspect"])
    top = relevant.group_by("item").agg((pl.col("weight") * pl.col("grade")).sum())["weight"].max()
    for name in ("RBP", "RBP@10"):
        values[name] /= top
    for name, d in (("Q@10", "Q@10"), ("nDCG@10", "MSnDCG@10")):
        values.setdefault(f"DIN#-{name}", (values["I-rec@10"] + values[d]) / 2)
    return values


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_global_gains(sample, lists, judgments, block):
    theirs = printed((sample / "README.diversity").read_text(), block.start, block.end)
    ours = measured_forms(lists["0001"], of_query(judgments, "0001"), block.form, block.depth)
    assert_printed(ours, theirs, n_values=block.n_values)


def test_intents_one_by_one_and_together(sample, lists, judgments):
    """``D-NTCIR-IAeval`` at cut-off 10. Two of the intents have no relevant item, and the others keep their weights."""
    text = (sample / "README.diversity").read_text()
    one = of_query(judgments, "0002")
    theirs = {"3": printed(text, "0002 3 0.1333 #", "0002 4"), "4": printed(text, "0002 4 0.0667 #", "0002 SUMp")}
    for aspect in theirs:
        grades = dict(one.frame.filter(aspect=aspect).select("item", "grade").iter_rows())
        ours = measured_adhoc(lists["0002"][:10], grades, top=1)
        assert_printed(ours, theirs[aspect], n_values=13)
    together = printed(text, "0002 SUMp", "The second field")
    names = {"IA-ERR@10": "ERR_IA@10", "IA-MSnDCG@10": "nDCG_IA@10"}
    assert_printed(measured(lists["0002"], one, names), together, n_values=2)
    # Both intents are navigational, so P+Q adds up their P-plus, which are printed.
    weight = dict(one.weights.select("aspect", "weight").iter_rows())
    ours = measured(lists["0002"], one, {"P+Q": "P_plus_Q@10"})["P+Q"]
    assert ours == pytest.approx(sum(weight[aspect] * theirs[aspect]["P-plus"] for aspect in theirs), abs=0.5e-4)
