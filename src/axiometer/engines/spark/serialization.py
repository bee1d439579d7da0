"""How work gets to where the rows are: packed once, and unpacked once by each worker."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pickle import loads
from typing import TYPE_CHECKING, Any, Final, Literal

from pyspark import cloudpickle

from axiometer.engines.spark.worker import Work
from axiometer.errors import AxiometerError

if TYPE_CHECKING:
    import pyarrow as pa

Task = Literal["records", "preferences"]
Batches = Callable[[Iterable[Any]], Iterator["pa.RecordBatch"]]

_KEPT: Final[dict[str, Work]] = {}
_MOST_KEPT: Final = 4


def shipped(work: Work, task: Task) -> Batches:
    """Give the function that Spark sends to its workers.

    It holds nothing but bytes and text: a worker imports the package only when the function runs, after it said that
    Polars is not to start a thread for each core, since there is a worker for each of them.
    """
    packed = zlib.compress(cloudpickle.dumps(work), level=1)  # type: ignore[no-untyped-call]
    digest = sha256(packed).hexdigest()

    def in_worker(portions: Iterable[Any]) -> Iterator[pa.RecordBatch]:
        import os

        os.environ.setdefault("POLARS_MAX_THREADS", "1")
        from axiometer.engines.spark.serialization import done

        yield from done(digest, packed, task, portions)

    return in_worker


def done(digest: str, packed: bytes, task: Task, portions: Iterable[Any]) -> Iterator[pa.RecordBatch]:
    """Unpack the work and do it."""
    try:
        yield from getattr(_unpacked(digest, packed), task)(portions)
    except AxiometerError as error:
        # Where in the package this was raised tells a user nothing, and Spark cuts long messages.
        raise error.with_traceback(None) from None


def _unpacked(digest: str, packed: bytes) -> Work:
    """Unpack work unless this worker did so before; the last few are kept."""
    if digest not in _KEPT:
        while len(_KEPT) >= _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[digest] = loads(zlib.decompress(packed))
    return _KEPT[digest]
