"""``axiometer evaluate --engine spark``: files that Spark reads, and values that it writes."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from axiometer.cli.inputs import NO_TRAIN, Inputs
from axiometer.cli.output import check_output
from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.data.runs import refuse_two_homes
from axiometer.engines.chunk import refuse_other_columns
from axiometer.errors import InputError, UsageError
from axiometer.io.aspects import load_item_aspects
from axiometer.io.chunks import is_parquet
from axiometer.io.content import STANDARD_INPUT, ending, expand, stem
from axiometer.io.judgments import read_beside
from axiometer.io.movielens import ratings_file
from axiometer.io.ratings import read_probabilities
from axiometer.io.results import FORMS
from axiometer.io.text import JUDGMENT_LAYOUT, RUN_LAYOUT, TAG, Layout
from axiometer.measures.names import Wanted
from axiometer.projection.order import refuse_without_ranks, what_orders

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from axiometer.engines.spark import SparkMeasurements
    from axiometer.engines.spark.engine import Keep
    from axiometer.engines.spark.tables import Table

SEPARATORS: Final = {".csv": ",", ".tsv": "\t"}
TEXT_ENDINGS: Final = (".run", ".txt", ".trec", ".res", ".results", ".qrels", ".qrel")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/+")
_NOT_UNPACKED: Final = (".xz", ".zst", ".zstd")
_SMALL: Final = {
    "aspects": "aspects",
    "alpha": "alpha_table",
    "beta": "beta_table",
    "weights": "weights",
    "lengths": "lengths",
    "providers": "providers",
}
"""The tables that every worker gets, and the options that name them."""


def evaluate_on_spark(
    inputs: Inputs, wanted: Sequence[Wanted], profile: Profile, *, master: str | None = None, keep: Keep = "nothing"
) -> SparkMeasurements:
    """Measure files that Spark reads.

    Parameters
    ----------
    inputs
        The files: Parquet files, folders and patterns, CSV and TSV with names of columns, TREC text; on this machine or
        wherever Spark reads, such as ``s3a://…``.
    wanted, profile
        What is measured, and how.
    master
        The cluster, such as ``spark://host:7077``, ``yarn``, ``sc://host`` or ``local[2]``; without it, the one that
        the environment names.
    keep
        Whether Spark keeps the values for those who ask for them later.
    """
    inputs.check_files()
    judged = [inputs.files[0]] if inputs.ratings is None else [part for part in inputs.ratings if part != NO_TRAIN]
    places = {path: _place(path) for path in (*judged, *inputs.runs_files)}
    session = open_session(master)
    from axiometer.engines.spark import Spark

    profiles = [*profile.for_measures(wanted).values()]
    runs, systems = _runs(session, [one for path in inputs.runs_files for one in places[path]], profiles)
    if inputs.ratings is None:
        judgments, train = _table(session, places[judged[0]], JUDGMENT_LAYOUT), None
    else:
        *before, test = (_table(session, places[path], JUDGMENT_LAYOUT) for path in judged)
        judgments, train = test, before[0] if before else None
    return Spark(session, keep).evaluate(
        judgments,
        runs,
        wanted,
        profile=profile,
        systems=systems,
        train=train,
        max_grade=inputs.max_grade if inputs.ratings is not None else None,
        **_small_tables(session, inputs),
    )


def write_values(evaluated: SparkMeasurements, output: str | Path | None, form: str) -> None:
    """Write the values of queries: as a Parquet folder, which Spark writes, or as one file of text, in any order.

    A folder that is there already is refused. One that is whole has a file ``_SUCCESS``; a file of text is written
    whole or not at all. Without an output, text goes to standard output.
    """
    from axiometer.engines.spark.engine import write_rows

    _check_form(output, form)
    if output is not None:
        evaluated.write(_for_spark(_address(str(output))) if form == "parquet" else output, form)
        return
    write_rows(evaluated.values, form, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def check_place(inputs: Inputs, output: Path | None, form: str | None) -> None:
    """Refuse, before any work, a place to which the result cannot go: values of queries in a form, or means."""
    if form is not None:
        _check_form(output, form)
    if form != "parquet" and output is not None:
        small = (getattr(inputs, option) for option in _SMALL.values())
        named = [path for path in (*inputs.files, *(inputs.ratings or ()), *small) if path is not None]
        check_output(
            output, form or "table", [one for path in named if not _ADDRESS.match(path) for one in expand(path)]
        )


def _check_form(output: str | Path | None, form: str) -> None:
    if form not in FORMS:
        raise UsageError(f"values in Spark are not written as {form}; choose one of {', '.join(FORMS)} with --format")
    if form != "parquet":
        return
    if output is None:
        raise UsageError("Spark writes a folder of Parquet files: name it with --output")
    place = _address(str(output))
    if "://" not in place and Path(place).exists():
        raise InputError("an output folder that already exists", "the name of a new folder", source=place)


def open_session(master: str | None) -> SparkSession:
    """Start Spark, or connect to it."""
    try:
        from pyspark.sql import SparkSession

        import axiometer.engines.spark  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f'--engine spark needs packages that are not installed ({error.name}): pip install "axiometer[spark]"'
        ) from None
    if master is not None and master.startswith("sc://"):
        return SparkSession.builder.remote(master).getOrCreate()
    _refuse_without_java()
    if master is not None and master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("axiometer")
    settings = {
        "spark.log.level": "OFF",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        # Spark 3.5 bounds what it sends to workers by the number of queries only, however long their lists are.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return (builder if master is None else builder.master(master)).getOrCreate()


def _refuse_without_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if "SPARK_REMOTE" in os.environ or shutil.which("java") or (home and Path(home, "bin", "java").exists()):
        return
    raise UsageError("Spark needs Java 17 or later, and there is no java here: install it, or set JAVA_HOME")


def _place(path: str) -> list[str]:
    """Give the places that a path stands for; on this machine there must be something."""
    if path == STANDARD_INPUT:
        raise UsageError("Spark does not read standard input: name files")
    if _ADDRESS.match(path):
        return [path]
    found = [ratings_file(one) if _is_folder_of_others(one) else one for one in expand(path)]
    for one in found:
        if not Path(one).exists():
            raise InputError("no such file", "a file that exists", source=one)
    return found


def _is_folder_of_others(path: str) -> bool:
    return Path(path).is_dir() and not any(Path(path).rglob("*.parquet"))


def _runs(
    session: SparkSession, places: Sequence[str], profiles: Sequence[Profile]
) -> tuple[DataFrame, tuple[str, ...]]:
    """Read ranked lists, all with what orders them; the one system of a file is called as its file."""
    from pyspark.sql import functions as f

    from axiometer.engines.spark.aggregates import collected
    from axiometer.engines.spark.tables import Table

    tables = [Table.of_runs(_table(session, [place], RUN_LAYOUT)) for place in places]
    _refuse_orders(places, tables, profiles)
    tagged = [at for at, table in enumerate(tables) if schema.SYSTEM in table]
    tags: dict[int, list[str]] = {at: [] for at in tagged}
    named = [
        tables[at].frame.select(f.lit(at).alias("at"), tables[at].text(schema.SYSTEM).alias(schema.SYSTEM)).distinct()
        for at in tagged
    ]
    for at, tag in collected(_union(named)).drop_nulls().sort("at", schema.SYSTEM).iter_rows() if named else ():
        tags[at].append(tag)
    parts, homes = [], []
    for at, (place, table) in enumerate(zip(places, tables, strict=True)):
        keeps_tags = len(tags.get(at, ())) > 1
        system = table.text(schema.SYSTEM) if keeps_tags else f.lit(stem(place.rstrip("/")))
        columns = [table.text(ours).alias(ours) for ours in schema.RUN_REQUIRED]
        order = [ours for ours in (schema.SCORE, schema.RANK) if ours in table]
        kinds = {schema.SCORE: table.number, schema.RANK: table.whole_number}
        parts.append(
            table.frame.select(
                system.alias(schema.SYSTEM), *columns, *(kinds[ours](ours).alias(ours) for ours in order)
            )
        )
        homes.append((place, tags[at] if keeps_tags else [stem(place.rstrip("/"))]))
    return _union(parts), refuse_two_homes(homes)


def _refuse_orders(places: Sequence[str], tables: Sequence[Table], profiles: Sequence[Profile]) -> None:
    """Refuse a file without what orders its lists, and one whose lists are ordered by another column than others."""
    known = [[name for name in (schema.SCORE, schema.RANK) if name in table] for table in tables]
    for place, columns, table in zip(places, known, tables, strict=True):
        refuse_without_ranks(columns, profiles, place, lambda table=table: table.frame.columns)  # type: ignore[misc]
        if any(what_orders(columns, each) != what_orders(known[0], each) for each in profiles):
            refuse_other_columns(table.frame.columns, tables[0].frame.columns, place)


def _union(frames: Sequence[DataFrame]) -> DataFrame:
    first, *others = frames
    for each in others:
        first = first.unionByName(each, allowMissingColumns=True)
    return first


def _table(session: SparkSession, places: Sequence[str], layout: Layout) -> DataFrame:
    """Read Parquet, a table of text whose first line names the columns, or lines of a layout."""
    from axiometer.engines.spark.errors import readable

    for place in places:
        if place.rstrip("/").lower().endswith(_NOT_UNPACKED):
            packing = Path(place).suffix
            raise InputError(f"a file packed as {packing}", "gz or bz2, which Spark unpacks, or Parquet", source=place)
    with readable():
        paths = [_for_spark(place) for place in places]
        kind = ending(places[0].rstrip("/"))
        if kind in SEPARATORS:
            return session.read.csv(paths, header=True, sep=SEPARATORS[kind], escape='"')
        if kind in TEXT_ENDINGS or _is_text(places[0]):
            return _lines(session.read.text(paths), layout)
        return session.read.parquet(*paths)


def _is_text(place: str) -> bool:
    """Tell whether a file without a telling ending is something else than Parquet."""
    return not (_ADDRESS.match(place) or Path(place).is_dir() or is_parquet(place))


def _lines(lines: DataFrame, layout: Layout) -> DataFrame:
    """Take lines apart; the fields of one that has more or fewer are null, and are refused later."""
    from pyspark.sql import functions as f

    fields = f.split(f.trim(f.regexp_replace("value", r"\s+", " ")), " ")
    is_right = f.size("fields") == len(layout.fields)
    wanted = [
        f.when(is_right, f.get("fields", f.lit(at))).alias(schema.SYSTEM if name == TAG else name)
        for at, name in enumerate(layout.fields)
        if name != "Q0"
    ]
    return lines.where(f.trim("value") != "").select(fields.alias("fields")).select(*wanted)


def _small_tables(session: SparkSession, inputs: Inputs) -> dict[str, Any]:
    """Read the tables that every worker gets."""
    given = {name: getattr(inputs, option) for name, option in _SMALL.items()}
    return {name: _small_table(session, name, path) for name, path in given.items() if path is not None}


def _small_table(session: SparkSession, name: str, path: str) -> Any:
    if _ADDRESS.match(path):
        kind = ending(path.rstrip("/"))
        if kind in SEPARATORS:
            return session.read.csv(path, header=True, sep=SEPARATORS[kind], escape='"')
        return session.read.parquet(path)
    if name == "aspects":
        return load_item_aspects(path)[0]
    if name in {schema.ALPHA, schema.BETA}:
        return read_probabilities(path, name)
    return read_beside(path, name)  # type: ignore[arg-type]


def _for_spark(place: str) -> str:
    """Say that a file is on this machine: a path alone may mean one of the cluster's."""
    return place if _ADDRESS.match(place) else f"file://{Path(place).resolve()}"


def _address(path: str) -> str:
    """Give an address both slashes again, which paths lose."""
    return re.sub(r"^([A-Za-z][A-Za-z0-9+.-]+):/+", r"\1://", path)
