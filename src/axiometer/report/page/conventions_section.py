"""The conventions of an evaluation in words, what a reader must know, and the counts of all that is unusual."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.data.schema import Asker
from axiometer.engines.measurements import Measurements
from axiometer.engines.notes import OF_COUNTS, OF_MEANS
from axiometer.errors import counted
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import lines_of
from axiometer.sheets.escaping import html_text
from axiometer.sheets.html_tables import as_html
from axiometer.sheets.sheet import sheet_of

MOST_SYSTEMS: Final = 12
"""The table of more systems is folded."""
ASKERS: Final[Mapping[Asker, Mapping[str, str]]] = {
    "query": {
        "asker": "query",
        "askers": "queries",
        "judged": "judged queries",
        "answered": "judged queries answered",
        "missing": "judged queries without a list",
        "unjudged": "queries not judged",
    },
    "user": {
        "asker": "user",
        "askers": "users",
        "judged": "users with test ratings",
        "answered": "users with test ratings and a list",
        "missing": "users with test ratings but no list",
        "unjudged": "users without test ratings",
    },
}
"""What the sentences below call those who ask for lists."""
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "order": {
        "score": "Lists are ordered by score, the highest first.",
        "rank": "Lists are ordered by their rank column.",
        "file": "Lists are ordered as they were given.",
    },
    "ties": {
        "item-descending": "Of items with the same score, the one whose id is the last, byte by byte, comes first.",
        "item-ascending": "Of items with the same score, the one whose id is the first, byte by byte, comes first.",
        "file-order": "Of items with the same score, the one given first comes first.",
        "error": "Two items of a list with the same score are refused.",
    },
    "precision": {
        "float64": "Scores are compared as double precision numbers.",
        "float32": "Scores are compared as single precision numbers, in which more of them are the same.",
    },
    "queries": {
        "judged": "Means are taken over all {judged}; one that a run does not answer counts as an empty list.",
        "answered": "Means are taken over the {judged} that the run answers.",
        "relevant": "Means are taken over the {askers} that have a relevant item.",
        "run": "Means are taken over all {askers} of the run; those that are not judged have undefined values.",
        "either": "Means are taken over all {askers} that are judged or in the run.",
    },
    "undefined": {
        "zero": "Undefined values count as 0 in the means.",
        "drop": "Undefined values are left out of the means.",
        "nan": "An undefined value makes the mean undefined.",
    },
    "grade_scale": {
        "judgments": "The top of the grading scale is the same for all {askers}.",
        "aspect": "The top of the grading scale is the largest grade of each {asker} and aspect.",
    },
    "counted_aspects": {
        "relevant": "Aspects count if they have a relevant item, and their weights are scaled to sum to 1.",
        "relevant-unscaled": "Aspects count if they have a relevant item, with their weights as they are.",
        "all": "All aspects count that have a weight or a judgment.",
    },
    "unknown_items": {
        "count": "Items that a catalogue does not have are counted.",
        "error": "Items that a catalogue does not have are refused.",
    },
}
"""What the choices of a profile mean."""
NUMBERS: Final[Mapping[str, tuple[str, str]]] = {
    "max_grade": ("The top of the grading scale is {:g}.", "The top of the grading scale is the largest grade judged."),
    "depth": ("Only the first {} items of a list count.", "Lists count as deep as they are."),
    "corpus_size": ("{} items could have been retrieved.", "How many items could have been retrieved is not known."),
}
"""What the numbers of a profile mean, and what it means that there is none."""
HEADS: Final[Mapping[str, str]] = {
    "answered": "{answered}",
    "missing": "{missing}",
    "run_only": "{unjudged}",
    "items": "items in lists",
    "tied_items": "items that share their score",
    "unknown_items": "items that the catalogue does not have",
    "profile_items": "items that the user had rated before",
    "judged_at_10": "share of the first ten that is judged",
    "ordered_by": "ordered by",
}
"""What the counts of a system are called."""
ORDERED: Final[Mapping[str, str]] = {"score": "by score", "rank": "by rank", "file": "as given"}
UNUSUAL: Final = ("missing", "run_only", "tied_items", "unknown_items", "profile_items")


def conventions_section(measured: Measurements | None, outcomes: Outcomes) -> str:
    """Write by which conventions values were made, what a reader must know, and what is unusual, with its counts.

    Parameters
    ----------
    measured
        What was measured; None where values were saved before, of which conventions are not known.
    outcomes
        All measures and preferences.
    """
    told = () if measured is None else measured.notes
    # What means make of something is told of what was measured, and comparisons make something else of it.
    is_said = OF_MEANS if measured is not None else ()
    others = [note for note in outcomes.all_notes() if note not in told and note.kind not in is_said]
    is_counted = [note for note in told if note.kind in OF_COUNTS]
    lines = lines_of(is_counted, "see the counts of all systems")
    lines += lines_of(note for note in (*told, *others) if note not in is_counted)
    return "\n".join([
        '<section class="conventions">\n<h2>How the values were made, and what to know</h2>',
        *_listed(_unusual(measured, outcomes)),
        *_titled("Notes", _listed(lines)),
        *([_SAVED] if measured is None else [_profile(measured), _counts(measured)]),
        "</section>",
    ])


_SAVED: Final = (
    "<p>These values were saved before: by which conventions they were made is not known here, nor what the lists "
    "were like.</p>"
)


def sentences(conventions: Mapping[str, Any], asker: Asker) -> Iterator[str]:
    """Say in words what conventions mean, given by their names, for what queries or users ask for."""
    for name, value in conventions.items():
        if name in WORDS:
            yield WORDS[name][value].format(**ASKERS[asker])
        elif name in NUMBERS and not (name == "max_grade" and conventions.get("grade_scale") == "aspect"):
            given, not_given = NUMBERS[name]
            yield not_given if value is None else given.format(value)


def heads(asker: Asker) -> dict[str, str]:
    """Give what the counts of a system are called."""
    return {name: head.format(**ASKERS[asker]) for name, head in HEADS.items()}


def _unusual(measured: Measurements | None, outcomes: Outcomes) -> Iterator[str]:
    """Say how much there is in all, what of it is unusual, and what is not."""
    n_systems, n_queries, n_measures = len(outcomes.systems), len(outcomes.queries), len(outcomes.outcomes)
    sizes = ((n_systems, "system"), (n_queries, outcomes.asker), (n_measures, "measure"))
    yield ", ".join(counted(n, thing) for n, thing in sizes) + "."
    totals = {} if measured is None else _totals(measured)
    undefined = {each.name: _n_undefined(each.values, each.is_included) for each in outcomes.outcomes}
    totals["undefined values"] = ", ".join(f"{n} of {name}" for name, n in undefined.items() if n)
    yield from (f"{what[:1].upper()}{what[1:]}: {told}." for what, told in totals.items() if told)
    if measured is not None:
        yield from _ordered_otherwise(measured.counts, measured.profile)
        if n_unjudged := int(measured.n_unjudged.sum()):
            whose = f"{counted(n_unjudged, 'list')} for {ASKERS[measured.asker]['unjudged']}"
            yield f"{whose} left out of this page, though the profile counts them: there is nothing to compare."
    if absent := [what for what, told in totals.items() if not told]:
        yield f"There are none of these: {', '.join(absent)}."


def _totals(measured: Measurements) -> dict[str, str]:
    """Give what is unusual, and how much of it there is; nothing where there is none."""
    found, counts, called = {}, measured.counts, heads(measured.asker)
    for column in UNUSUAL:
        if column in counts.columns:
            affected = counts.filter(pl.col(column) > 0)
            told = f"{affected[column].sum()}, in {counted(affected.height, schema.SYSTEM)}"
            found[called[column]] = told if affected.height else ""
    return found


def _ordered_otherwise(counts: pl.DataFrame, profile: Profile) -> Iterator[str]:
    others = counts.filter(pl.col("ordered_by") != profile.order)
    for way, n in others.group_by("ordered_by", maintain_order=True).len().rows():
        yield f"Lists of {counted(n, schema.SYSTEM)} are ordered {ORDERED[way]}: they have no {profile.order}."


def _n_undefined(values: np.ndarray[Any, Any], is_included: np.ndarray[Any, Any] | None) -> int:
    is_undefined = np.isnan(values)
    return int((is_undefined if is_included is None else is_undefined & is_included).sum())


def _profile(measured: Measurements) -> str:
    profile, asker = measured.profile, measured.asker
    conventions = profile.conventions(measured.measures)
    parts = [*_listed(sentences(conventions, asker))]
    for title, changes in (
        ("Parameters that measures have unless their name says otherwise", conventions["parameters"]),
        ("Measures that are treated in another way", conventions["exceptions"]),
    ):
        rows = "".join(
            f"<dt><code>{html_text(name)}</code></dt><dd>{html_text(_changes(its, asker))}</dd>"
            for name, its in changes.items()
        )
        parts += [f"<p>{title}:</p>\n<dl>{rows}</dl>"] if rows else []
    head = f"Conventions: the profile {html_text(profile.name)} ({html_text(profile.summary)})"
    return "\n".join([f"<details><summary>{head}</summary>", *parts, "</details>"])


def _changes(changes: Mapping[str, Any], asker: Asker) -> str:
    told = " ".join(sentences(changes, asker))
    return told or ", ".join(f"{name} {value}" for name, value in changes.items())


def _counts(measured: Measurements) -> str:
    """Write the counts of systems without the columns that are 0 everywhere; those of many systems are folded."""
    counts, called = measured.counts, heads(measured.asker)
    idle = [name for name in UNUSUAL if name in counts.columns and not counts[name].sum()]
    table = counts.drop(idle)
    if "ordered_by" in table.columns and table["ordered_by"].n_unique() == 1:
        table = table.drop("ordered_by")
    shown = as_html(sheet_of(table.rename({name: called.get(name, name) for name in table.columns})), is_sortable=True)
    is_open = " open" if counts.height <= MOST_SYSTEMS else ""
    told = [] if "ordered_by" in table.columns else [f"All lists are ordered {ORDERED[counts['ordered_by'][0]]}."]
    told += [f"Left out, because they are 0 everywhere: {'; '.join(called[name] for name in idle)}."] if idle else []
    return (
        f"<details{is_open}><summary>Counts of {counted(counts.height, schema.SYSTEM)}</summary>\n{shown}\n"
        f'<p class="soft">{html_text(" ".join(told))}</p></details>'
    )


def _titled(title: str, parts: Iterable[str]) -> Iterator[str]:
    parts = [*parts]
    if parts:
        yield f"<h3>{title}</h3>"
        yield from parts


def _listed(sentences: Iterable[str]) -> Iterator[str]:
    if items := "\n".join(f"<li>{html_text(each)}</li>" for each in sentences):
        yield f"<ul>\n{items}\n</ul>"
