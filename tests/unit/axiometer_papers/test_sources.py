"""Collections are known by the files in their folders; where there is none, one is simulated, and that is said."""

from pathlib import Path

import pytest

from axiometer.errors import InputError
from axiometer.io.simulated import write_search
from axiometer.simulate.search import SearchWorld, simulate_search
from axiometer_papers.sources import diversity_sources
from axiometer_papers.study import Setting

TINY = {"systems": 3, "queries": 2, "depth": 20, "pool_depth": 10}


@pytest.fixture
def folder(tmp_path):
    for name in ("b", "a"):
        write_search(simulate_search(SearchWorld(**TINY)), tmp_path / name)
    (tmp_path / "other").mkdir()
    (tmp_path / "b" / "runs" / ".hidden").write_text("")
    return tmp_path


def test_folders_are_found_by_name_with_all_their_runs(folder):
    a, b = diversity_sources(Setting(data=folder))
    assert (a.name, b.name) == ("a", "b")
    names = ["qrels.diversity.txt.gz", "s01.run.gz", "s02.run.gz", "s03.run.gz", "weights.tsv", "lengths.tsv"]
    assert [path.name for path in b.files] == names
    assert b.told == "b (simulated): 3 files of runs, qrels.diversity.txt.gz, weights.tsv, lengths.tsv"
    assert b.is_simulated
    assert b.has_lengths
    assert b.judgments().are_aspects_judged
    assert b.judgments().weights is not None
    assert b.judgments().lengths is not None
    assert len(b.runs().sources) == 3


def test_what_is_not_simulated_needs_no_weights_and_lengths(folder):
    for name in ("world.json", "weights.tsv", "lengths.tsv"):
        (folder / "b" / name).unlink()
    _, b = diversity_sources(Setting(data=folder))
    assert b.told == "b: 3 files of runs, qrels.diversity.txt.gz"
    assert not b.is_simulated
    assert not b.has_lengths
    assert b.judgments().lengths is None


def test_parquet_is_found_too(tmp_path):
    write_search(simulate_search(SearchWorld(**TINY)), tmp_path / "c", "parquet")
    (found,) = diversity_sources(Setting(data=tmp_path))
    assert found.told == "c (simulated): 3 files of runs, judgments.parquet, weights.parquet, lengths.parquet"
    assert found.judgments().weights is not None
    assert len(found.runs().sources) == 3


def test_the_folder_may_be_a_collection_itself(folder):
    (found,) = diversity_sources(Setting(data=folder / "a"))
    assert found.name == "a"


def test_where_nothing_fits_a_collection_is_simulated_and_the_reason_told(folder):
    empty = folder / "other"
    (found,) = diversity_sources(Setting(data=empty, seed=5), **TINY)
    assert found.is_simulated
    assert found.files == ()
    assert found.told == (
        f"simulated, since no folder in {empty} has qrels.diversity.txt and runs: 3 systems, 2 queries, lists of 20, "
        "pool of 10, seed 5"
    )
    judgments = found.judgments()
    assert judgments.weights is not None
    assert judgments.lengths is not None


def test_without_data_it_is_simply_simulated():
    (found,) = diversity_sources(Setting(), **TINY)
    assert found.told == "simulated: 3 systems, 2 queries, lists of 20, pool of 10, seed 0"
    assert len(found.runs().sources) > 0


def test_no_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        diversity_sources(Setting(data=Path("/nowhere/at/all")))
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="a file"):
        diversity_sources(Setting(data=tmp_path / "file"))
