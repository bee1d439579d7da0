"""Providers of items, as people have them."""

from __future__ import annotations

import gzip

import numpy as np
import pandas as pd
import polars as pl
import pytest

import axiometer as ax
from axiometer.io.validation import validate_file

JUDGMENTS = {"q1": {"x": 1, "y": 0}}
PAIRS = [("x", "acme"), ("y", "acme"), ("y", "zenith")]
TEXT = "x acme\ny acme\ny zenith\n"
TABLE = pl.DataFrame(PAIRS, schema=["item_id", "Publisher"], orient="row").with_columns(price=1.5)

FILES = {
    "text": TEXT,
    "text with tabs": TEXT.replace(" ", "\t"),
    "text with comments": "# providers\n\n  " + TEXT.replace(" ", "  "),
    "Windows": TEXT.replace("\n", "\r\n"),
    "CSV": TABLE.write_csv(),
    "CSV with quotes": TABLE.write_csv(quote_style="always"),
    "TSV": TABLE.write_csv(separator="\t"),
}


def read(providers) -> list[tuple[str, str]]:
    table = ax.read_judgments(JUDGMENTS, providers=providers).providers
    assert table.columns == ["item", "provider"]
    return table.rows()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("is_packed", [False, True])
def test_files_are_read_alike(tmp_path, name, is_packed):
    path = tmp_path / "providers"
    content = FILES[name].encode()
    path.write_bytes(gzip.compress(content) if is_packed else content)
    assert read(path) == PAIRS
    assert validate_file(str(path), "providers").summary == "providers: 3 rows"


def test_parquet_frames_and_dictionaries(tmp_path):
    TABLE.write_parquet(tmp_path / "providers")
    pandas = pd.DataFrame({name: TABLE[name].to_list() for name in TABLE.columns})
    by_item = {"x": "acme", "y": ["acme", "zenith"]}
    for providers in (
        tmp_path / "providers",
        TABLE,
        TABLE.lazy(),
        pandas,
        by_item,
        {"x": ("acme",), "y": by_item["y"]},
    ):
        assert read(providers) == PAIRS


def test_where_they_come_from(tmp_path):
    path = tmp_path / "providers"
    path.write_text(TEXT)
    assert ax.read_judgments(JUDGMENTS, providers=path).providers_source == str(path)
    assert ax.read_judgments(JUDGMENTS, providers={"x": "acme"}).providers_source == "providers"
    assert ax.read_judgments(JUDGMENTS).providers is None


def test_judgments_keep_their_providers():
    judgments = ax.read_judgments(JUDGMENTS, providers={"x": "acme"})
    again = ax.read_judgments(judgments, lengths={"x": 3})
    assert again.providers.rows() == [("x", "acme")]


def test_ids_are_text():
    expected = [("1", "10"), ("2", "20")]
    assert read({1: 10, 2: [np.int64(20)]}) == expected
    assert read(pl.DataFrame({"item": [1, 2], "seller": [10, 20]})) == expected


def test_ids_stay_as_they_are(tmp_path):
    """They may look like the grades of NTCIR, or hold what stands between the fields of its files."""
    path = tmp_path / "providers"
    for pairs in ([("x", "L2"), ("y", "L3")], [("x", "007"), ("y", "1e3")], [("x;1", "NA"), ("y;2", "null")]):
        path.write_text("".join(f"{item} {provider}\n" for item, provider in pairs))
        assert read(path) == pairs
    path.write_text('item,provider\nx,"Acme, Books"\ny,Zenith Press\n')
    assert read(path) == [("x", "Acme, Books"), ("y", "Zenith Press")]


def test_the_id_of_a_provider_goes_before_its_name():
    assert read(pl.DataFrame({"item": ["x"], "artist": ["The The"], "artist_id": ["t17"]})) == [("x", "t17")]


BAD_FILES = {
    "x acme\ny\n": r"line 2: found 1 field, 'y'; expected 2 fields \(item provider\)",
    "x acme\ny\ny zenith press\n": "line 2: found 1 field, 'y'",
    "x acme\ny zenith press\n": r"line 2: found 3 fields, 'y zenith press'; expected 2 fields \(item provider\)",
    "x;acme\n": "line 1: found 1 field",
    TEXT + "y acme\n": "line 4: found provider 'acme' of item 'y' again; expected each provider of an item once",
    TABLE.write_csv() + "y,acme,2\n": "line 5: found provider 'acme' of item 'y' again",
    "# note\n" + TEXT + "y acme\n": "found provider 'acme' of item 'y' again, row 4",
    "item,price\nx,3\n": "found the columns item, price; expected a column for the provider, called one of provider, ",
    "provider,shop\nx,3\n": "line 1: found 1 field",
    "item,provider\nx,acme\ny,\n": "line 3: found None in the column 'provider'; expected text",
    'item,provider\nx,acme\ny,""\n': "line 3: found an empty provider; expected the id of the provider",
    'item,provider\nx,acme\n"",acme\n': "line 3: found an empty item",
    "item,provider\nx,acme\ny\n": r"line 3: found 1 column; expected 2 \(item, provider\)",
    "item,provider\n": "found no rows",
    "item provider\nx acme\n": r"line 1: found names of columns \(item provider\) among the ids",
    "# only a comment\n": "found only comments and empty lines",
    "": "found an empty file",
}


@pytest.mark.parametrize(("content", "message"), BAD_FILES.items(), ids=BAD_FILES.values())
def test_bad_files(tmp_path, content, message):
    path = tmp_path / "providers"
    path.write_text(content)
    with pytest.raises(ax.InputError, match=message) as raised:
        read(path)
    assert raised.value.source == str(path)
    assert str(raised.value) in {str(problem) for problem in validate_file(str(path), "providers").problems}


def test_csv_without_names_of_columns(tmp_path):
    path = tmp_path / "providers.csv"
    path.write_text("x,acme\ny,zenith\n")
    with pytest.raises(ax.InputError, match="line 1: found 'x,acme'; expected a first line with the names of the col"):
        read(path)


@pytest.mark.parametrize(
    ("providers", "message"),
    [
        (pl.DataFrame({"item": ["x", "y"], "provider": ["acme", None]}), "None in the column 'provider', row 2"),
        (pl.DataFrame({"item": ["x", None], "provider": ["acme", "acme"]}), "None in the column 'item', row 2"),
        (pl.DataFrame({"item": ["x"], "provider": [12.0]}), "floats in the column 'provider'; expected provider ids"),
        (pl.DataFrame({"item": ["x"], "provider": [["a", "b"]]}), r"values of type List\(String\)"),
        (pl.DataFrame({"item": ["x", "y"], "provider": ["acme", " "]}), "an empty provider, row 2"),
        (pl.DataFrame({"item": ["x"]}), "found the columns item; expected a column for the provider"),
        (pl.DataFrame({"item": ["x", "x"], "provider": ["a", "a"]}), "provider 'a' of item 'x' again, row 2"),
        ({"x": None}, "found None for item 'x'; expected the id of a provider"),
        ({"x": "acme", "y": 12.0}, r"found 12\.0 for item 'y'"),
        ({"x": ["acme", None]}, r"found \['acme', None\] for item 'x'"),
        ({"x": []}, r"found \[\] for item 'x'"),
        ({"x": {"acme": 1}}, "found {'acme': 1} for item 'x'"),
        ({"x": [1, "1"]}, "provider '1' of item 'x' again"),
        ({"x": ""}, "an empty provider"),
        ({1: "a", "1": "b"}, "two ids that are '1' as text"),
        ({}, "found no rows"),
        ([("x", "acme")], "list for the providers; expected a file, a frame or a dictionary {item: provider}"),
    ],
)
def test_bad_frames_and_dictionaries(providers, message):
    with pytest.raises(ax.InputError, match=message) as raised:
        read(providers)
    assert raised.value.source == "providers"


def test_validation_shows_all_problems(tmp_path):
    path = tmp_path / "providers"
    path.write_text("x\ny acme zenith\nz acme\n")
    assert [problem.line for problem in validate_file(str(path), "providers").problems] == [1, 2]
    path.write_text('item,provider\nx,acme\nx,acme\ny,""\nx,acme\n')
    assert [problem.line for problem in validate_file(str(path), "providers").problems] == [3, 4, 5]
