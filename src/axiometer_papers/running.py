"""Running the parts of an experiment, and writing what they gave: a page, tables, figures, and how all was made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import polars as pl

import axiometer as ax
from axiometer_papers.keeping import Kept, fingerprint, keep, kept, write_whole
from axiometer_papers.pages import (
    MOST_ROWS,
    Block,
    Commands,
    Folded,
    Listing,
    Page,
    Picture,
    Section,
    Shown,
    write_page,
)
from axiometer_papers.sources import folders_of
from axiometer_papers.study import Check, Figure, Part, Progress, Same, Setting, Study

PARTS, TABLES, FIGURES = "parts", "tables", "figures"
PUBLISHED, HOW = "published.tsv", "run.json"
ORDER: Final[Sequence[Same]] = ("no", "yes", "not comparable")
CHECK_COLUMNS: Final = ("where", "what", "published", "ours", "same", "why")
Watcher = Callable[[Part, int, int], Progress]
"""Is told which part begins, its number and how many there are, and gives whom to tell how far it is."""
Ran = Sequence[tuple[Part, Kept]]


def run_study(
    study: Study,
    setting: Setting,
    folder: Path,
    *,
    command: str = "",
    is_fresh: bool = False,
    watch: Watcher | None = None,
) -> Ran:
    """Run what is not there yet of the experiments of a paper, and write all of it into a folder.

    Parameters
    ----------
    study, setting
        What is run, and how.
    folder
        Gets ``page.md``, ``page.html``, ``published.tsv``, ``run.json``, and the folders ``tables``, ``figures`` and
        ``parts``; in the last one, each part is kept as soon as it is done, to be taken from there the next time.
    command
        How to make all this again, for the page.
    is_fresh
        Whether all parts are run, also those that are there.
    watch
        Who is told what goes on.
    """
    parts = study.plan(setting)
    _refuse_equal_names(parts)
    _refuse_other_pages(study, folder)
    _make_folders(folder)
    ran: dict[str, tuple[Part, Kept]] = {}
    marks: dict[str, str] = {}
    for number, part in enumerate(parts, 1):
        path = folder / PARTS / f"{part.name}.json"
        mark = marks[part.name] = fingerprint(part, [marks[name] for name in part.made_of])
        its = None if is_fresh else kept(path, mark)
        if its is None:
            progress = watch(part, number, len(parts)) if watch is not None else _nobody
            start = perf_counter()
            result = part.make(progress, *(ran[name][1].result for name in part.made_of))
            its = Kept(result, perf_counter() - start, is_old=False)
            keep(path, mark, result, its.seconds)
        ran[part.name] = (part, its)
    found = [*ran.values()]
    _write(study, setting, folder, found, command)
    return found


def checks_of(ran: Ran) -> list[Check]:
    """Give what the paper prints beside what was found, of all parts."""
    return [check for _, its in ran for check in its.result.checks]


def summary(checks: Sequence[Check]) -> str:
    """Say how many published numbers and statements are the same here."""
    count = {same: sum(check.same == same for check in checks) for same in ("yes", "no", "not comparable")}
    return (
        f"published numbers and statements: {count['yes']} the same here, {count['no']} not, "
        f"{count['not comparable']} not comparable"
    )


def _nobody(done: int, total: int) -> None:
    """Is told, and does not care."""


def _refuse_equal_names(parts: Sequence[Part]) -> None:
    """Refuse parts that would overwrite each other, as those of folders of the same name do."""
    names = [part.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise ax.UsageError(f"two parts are called {name}: rename one of the folders of data")


def _make_folders(folder: Path) -> None:
    try:
        for name in (PARTS, TABLES, FIGURES):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ax.InputError(error.strerror or str(error), "a folder that can be made", source=str(folder)) from None


def _write(study: Study, setting: Setting, folder: Path, ran: Ran, command: str) -> None:
    tables = [table for _, its in ran for table in its.result.tables]
    figures = [figure for _, its in ran for figure in its.result.figures]
    outputs = [f"{TABLES}/{table.name}.tsv" for table in tables]
    outputs += [f"{FIGURES}/{figure.name}{ending}" for figure in figures for ending in (".svg", ".vl.json")]
    before = _last_run(folder).get("outputs", ())
    how = {**_how(study, setting, ran, command), "outputs": outputs}
    write_whole(json.dumps(how, indent=1).encode() + b"\n", folder / HOW)
    for table in tables:
        write_whole(_tsv(table.frame), folder / TABLES / f"{table.name}.tsv")
    pictures = {figure.name: _drawn(figure, folder) for figure in figures}
    published = _check_table(checks_of(ran)).with_columns(pl.col("why").replace("", None))
    write_whole(_tsv(published), folder / PUBLISHED)
    page = _page(study, setting, ran, pictures, command)
    write_whole(write_page(page, "markdown").encode(), folder / "page.md")
    write_whole(write_page(page, "html").encode(), folder / "page.html")
    _remove(folder, {str(each) for each in before} - set(outputs))


def _tsv(frame: pl.DataFrame) -> bytes:
    return frame.write_csv(separator="\t", quote_style="never").encode()


def _last_run(folder: Path) -> dict[str, Any]:
    """Read how the last run was made; nothing if there was none."""
    try:
        told = json.loads((folder / HOW).read_bytes())
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) and isinstance(told.get("outputs"), list) else {}


def _refuse_other_pages(study: Study, folder: Path) -> None:
    """Refuse to write over pages that this study has not written."""
    if (folder / "page.md").exists() and _last_run(folder).get("paper") != study.name:
        raise ax.InputError(
            "a page.md of something else", "a folder without, or one of an earlier run", source=str(folder)
        )


def _remove(folder: Path, names: Iterable[str]) -> None:
    """Remove tables and figures that the last run has written here and this one has not."""
    for name in names:
        path = folder / name
        if path.parent in {folder / TABLES, folder / FIGURES}:
            path.unlink(missing_ok=True)


def _drawn(figure: Figure, folder: Path) -> Block:
    """Draw a figure; without the program that draws, write the chart itself, and say so."""
    path, told = folder / FIGURES / f"{figure.name}.svg", folder / FIGURES / f"{figure.name}.vl.json"
    try:
        write_whole(ax.draw(figure.chart, "svg"), path)
    except ax.UsageError as error:
        write_whole(json.dumps(figure.chart).encode(), told)
        return f"{figure.caption}: not drawn, since {error}. The chart in Vega-Lite is in {FIGURES}/{told.name}."
    told.unlink(missing_ok=True)
    return Picture(f"{FIGURES}/{path.name}", figure.caption)


def _check_table(checks: Sequence[Check]) -> pl.DataFrame:
    rows = [asdict(check) for check in checks]
    return pl.DataFrame(rows, schema=dict.fromkeys(CHECK_COLUMNS, pl.String))


def _how(study: Study, setting: Setting, ran: Ran, command: str) -> dict[str, object]:
    """Tell parameters, seeds, data and times."""
    return {
        "paper": study.name,
        "command": command,
        "quick": setting.is_quick,
        "seed": setting.seed,
        "seconds": sum(its.seconds for _, its in ran),
        "parts": [
            {
                "name": part.name,
                "title": part.title,
                "data": part.data,
                "files": [path.name for path in part.files],
                "parameters": part.parameters,
                "seconds": its.seconds,
            }
            for part, its in ran
        ],
    }


def _page(study: Study, setting: Setting, ran: Ran, pictures: dict[str, Block], command: str) -> Page:
    checks = checks_of(ran)
    how = "with smaller grids and fewer samples (quick)" if setting.is_quick else "in full"
    seconds = sum(its.seconds for _, its in ran)
    first: list[Block] = [
        *study.about,
        "The data of this page:",
        Listing(data_of(setting, ran)),
        f"Run {how}, seed {setting.seed}. All parts took {seconds:.1f} seconds together.",
        *([Commands(command)] if command else []),
    ]
    if checks:
        first.append(Shown(f"{summary(checks).capitalize()}", _by_place(checks), PUBLISHED))
    sections = [Section(part.title, [*_blocks(part, its, pictures)]) for part, its in ran]
    sections += [_unlike(checks)] if any(check.same == "no" for check in checks) else []
    sections.append(Section("To cite", [Commands(ax.bibliography()[study.citation])]))
    return Page(study.title, first, sections)


def data_of(setting: Setting, ran: Ran) -> list[str]:
    """Say which data were used, and which of the folders of data were not."""
    told = [*dict.fromkeys(part.data for part, _ in ran if part.data and not part.data.startswith("none"))]
    if setting.data is not None:
        used = {folder for part, _ in ran for path in part.files for folder in path.resolve().parents}
        _, *inner = folders_of(setting)
        idle = [folder.name for folder in inner if folder not in used and folder.parent / "runs" != folder]
        told += [f"folders in {setting.data} that have no files for this: {', '.join(idle)}"] if idle else []
    return told


def _by_place(checks: Sequence[Check]) -> pl.DataFrame:
    """Count what is the same, is not, and cannot be compared, by table, figure or section."""
    place = pl.col("where").str.extract(r"^((?:Table|Figure|Section)s? [\d.]+)").fill_null(pl.col("where"))
    counts = [(pl.col("same") == same).sum().alias(same) for same in ("yes", "no", "not comparable")]
    return _check_table(checks).group_by(place, maintain_order=True).agg(counts)


def _blocks(part: Part, its: Kept, pictures: dict[str, Block]) -> Iterator[Block]:
    for figure in its.result.figures:
        yield pictures[figure.name]
    for table in its.result.tables:
        shown = table.frame if table.shown is None else table.shown
        yield Shown(table.title, shown, f"{TABLES}/{table.name}.tsv")
    yield from _beside(its.result.checks)
    if its.result.notes:
        yield Listing(its.result.notes)
    told = [f"data: {part.data}"] if part.data else []
    told += [f"{name}: {_plain(value)}" for name, value in part.parameters.items()]
    yield Folded("How it was made", [*told, f"time: {its.seconds:.1f} s"])


def _beside(checks: Sequence[Check]) -> Iterator[Block]:
    """Show published numbers beside ours; of many, those first that are not the same."""
    if checks:
        shown = sorted(checks, key=lambda check: ORDER.index(check.same)) if len(checks) > MOST_ROWS else checks
        yield Shown("Published beside ours", _check_table(shown), PUBLISHED if len(checks) > MOST_ROWS else "")


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _unlike(checks: Sequence[Check]) -> Section:
    unlike = _check_table([check for check in checks if check.same == "no"]).drop("same")
    title = "All published numbers and statements that are others here"
    return Section("What is not the same here", [Shown(title, unlike, PUBLISHED if unlike.height > MOST_ROWS else "")])
