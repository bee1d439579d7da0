"""Values that are in files, and their means."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from axiometer.data import schema
from axiometer.data.whole_files import whole_file
from axiometer.engines.batch_sums import VALUES
from axiometer.engines.summed import SummedMeasurements
from axiometer.errors import UsageError
from axiometer.io.results import FINITE, TSV, refuse_unreadable

RECORDS: Final = "*.parquet"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StoredMeasurements(SummedMeasurements):
    """The values of some measures for some systems, in the files of a folder, and their means.

    Attributes
    ----------
    folder
        Where the values are.
    n_parts
        In how many parts the queries were measured.
    """

    folder: Path
    n_parts: int

    def scan(self) -> pl.LazyFrame:
        """Give all values without reading them: what ``to_polars`` gives."""
        names = [str(measure) for measure in self.measures]
        return (
            self
            ._records()
            .filter(pl.col(VALUES).list.len() > 0)
            .select(schema.SYSTEM, schema.QUERY, pl.lit(pl.Series([names])).first().alias(schema.MEASURE), VALUES)
            .explode(schema.MEASURE, VALUES)
            .rename({VALUES: schema.VALUE, schema.QUERY: self.asker})
        )

    def _records(self) -> pl.LazyFrame:
        if not self.folder.is_dir():
            raise UsageError(f"the values are not in {self.folder} any more: the folder was deleted")
        return pl.scan_parquet(self.folder / RECORDS)

    def _rows(self, measures: Sequence[str], systems: Sequence[str]) -> pl.DataFrame:
        is_one = pl.col(schema.SYSTEM).is_in(list(systems)) & pl.col(schema.MEASURE).is_in(list(measures))
        return self.scan().filter(is_one).collect()

    def _write(self, path: str, form: str) -> None:
        """Write all values a few at a time."""
        refuse_unreadable(self._records().select(schema.SYSTEM, schema.QUERY), form)
        place, work = Path(path), self.folder.parent
        if place.resolve().parent != work.resolve().parent or (place.exists() and not place.is_file()):
            with whole_file(place) as beside:
                _WRITERS[form](self, beside)
            return
        # Whoever is killed now leaves nothing but the folder of the work.
        with whole_file(work / "result") as beside:
            _WRITERS[form](self, beside)
        (work / "result").replace(place)

    def delete(self) -> None:
        """Delete the folder in which the values are, once they are somewhere else."""
        shutil.rmtree(self.folder.parent, ignore_errors=True)


_WRITERS: Final[dict[str, Callable[[StoredMeasurements, Path], Any]]] = {
    "parquet": lambda stored, path: stored.scan().sink_parquet(path, metadata=stored.told),
    "tsv": lambda stored, path: stored.scan().sink_csv(path, **TSV, check_extension=False),
    "csv": lambda stored, path: stored.scan().sink_csv(path, check_extension=False),
    "jsonl": lambda stored, path: stored.scan().with_columns(FINITE).sink_ndjson(path, check_extension=False),
}
