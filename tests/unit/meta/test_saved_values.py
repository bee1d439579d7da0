import gzip
import json

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.io.results import encode, is_saved, refuse_unsaved, told_beside
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import lines_of

RUNS = {"one": {"p": ["a"], "q": ["x"], "r": ["x"]}, "two": {"p": ["x", "a"], "q": ["a"], "r": ["x"]}}
JUDGED = {"p": {"a": 1}, "q": {"a": 1}, "r": {"x": 0}}


@pytest.fixture(scope="module")
def measured():
    return ax.evaluate(JUDGED, RUNS, ["nDCG", "RE"], profile=ax.get_profile("trec_eval", corpus_size=9))


@pytest.fixture(scope="module")
def preferred():
    return ax.prefer(JUDGED, RUNS, "lexirecall")


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "parquet"])
def test_values_come_back_as_they_were_saved(tmp_path, measured, form):
    path = tmp_path / f"values.{form}"
    path.write_bytes(encode(measured.to_polars(), form))
    assert is_saved(str(path))
    found, expected = Outcomes.of_saved(path), Outcomes.of(measured)
    assert (found.systems, found.queries, found.names) == (expected.systems, expected.queries, expected.names)
    for ours, theirs in zip(found.outcomes, expected.outcomes, strict=True):
        np.testing.assert_array_equal(ours.values, theirs.values)
        assert ours.is_smaller_better == theirs.is_smaller_better


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with a byte order mark"])
def test_lines_of_json_may_begin_with_undefined_and_whole_values(tmp_path, mark):
    values = [*["null"] * 150, *range(2), 0.25]
    rows = (f'{{"system":"s","query":"q{i}","measure":"AP","value":{value}}}\n' for i, value in enumerate(values))
    path = tmp_path / "values.jsonl"
    path.write_text(mark + "".join(rows), encoding="utf-8")
    assert is_saved(str(path))
    (found,) = Outcomes.of_saved(path).outcomes
    assert np.isnan(found.values).sum() == 150
    assert sorted(found.values[~np.isnan(found.values)]) == [0, 0.25, 1]


def test_a_folder_of_parquet_is_one_table_and_keeps_what_is_noted(tmp_path, measured):
    """As Spark writes it."""
    frame, folder = measured.to_polars(), tmp_path / "values"
    folder.mkdir()
    (folder / "_SUCCESS").touch()
    for number in range(2):
        frame[number::2].write_parquet(folder / f"part-{number}.parquet")
    assert is_saved(str(folder))
    assert not Outcomes.of_saved(folder).notes
    assert [each.undefined for each in Outcomes.of_saved(folder).outcomes] == ["drop"] * 2
    beside = folder / "_axiometer.json"
    beside.write_text(json.dumps(told_beside(measured.profile, measured.notes)), encoding="utf-8")
    found, expected = Outcomes.of_saved(folder), Outcomes.of(measured)
    assert {*found.notes} == {*expected.notes}
    for name in expected.names:
        np.testing.assert_array_equal(found[name].values, expected[name].values)
        assert found.averaged().mean(found[name]).tolist() == expected.averaged().mean(expected[name]).tolist()
    for wrong in ("[1]", "{", '{"notes": 1}'):
        beside.write_text(wrong, encoding="utf-8")
        with pytest.raises(ax.InputError, match=r"_axiometer\.json: found something else; expected what was noted"):
            Outcomes.of_saved(folder)


@pytest.mark.parametrize("text", ['{"system": "a"', "{}{", '{"system": "a"}\n[1]\n'])
def test_json_that_is_none_is_refused(tmp_path, text):
    path = tmp_path / "values.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ax.InputError, match=r"values\.jsonl"):
        Outcomes.of_saved(path)
    assert not is_saved(str(path))


def test_parquet_keeps_what_means_make_of_undefined_values(tmp_path, measured):
    path = tmp_path / "values.parquet"
    for undefined in ("zero", "drop"):
        path.write_bytes(encode(measured.to_polars(), "parquet", told={"undefined": undefined}))
        assert [each.undefined for each in Outcomes.of_saved(path).outcomes] == [undefined] * 2


@pytest.mark.parametrize("order", [1, -1])
def test_undefined_values_are_averaged_alike_beside_preferences(tmp_path, measured, preferred, order):
    paths = [tmp_path / "values.parquet", tmp_path / "signs.parquet"]
    paths[0].write_bytes(encode(measured.to_polars(), "parquet", told={"undefined": "zero"}))
    paths[1].write_bytes(encode(preferred.to_polars(), "parquet"))
    alone, both = Outcomes.of_saved(paths[0]).averaged(), Outcomes.of_saved(paths[::order]).averaged()
    assert "r" not in preferred.to_polars()["query"]  # nothing is relevant there
    for name in alone.names:
        np.testing.assert_array_equal(both.mean(both[name]), alone.mean(alone[name]))


def test_values_and_preferences_are_put_together(tmp_path, measured, preferred):
    (tmp_path / "values.tsv").write_bytes(encode(measured.to_polars(), "tsv"))
    (tmp_path / "signs.csv").write_bytes(encode(preferred.to_polars(), "csv"))
    found = Outcomes.of_saved([tmp_path / "values.tsv", tmp_path / "signs.csv"])
    assert found.names == (*map(str, measured.measures), "lexirecall")
    assert found["lexirecall"].is_preference


def test_packed(tmp_path, measured):
    path = tmp_path / "values.tsv.gz"
    path.write_bytes(gzip.compress(encode(measured.to_polars(), "tsv")))
    assert is_saved(str(path))
    assert Outcomes.of_saved(path).systems == ("one", "two")


def test_less_may_be_better_for_a_measure_of_others(tmp_path):
    table = pl.DataFrame({"run": ["a", "b"], "topic": ["1", "1"], "metric": ["latency"] * 2, "value": [0.5, 0.2]})
    path = tmp_path / "values.csv"
    path.write_bytes(encode(table, "csv"))
    plain, turned = Outcomes.of_saved(path), Outcomes.of_saved(path, smaller_better=["latency"])
    assert plain.signs(plain.outcomes[0]).item() == 1
    assert turned.signs(turned.outcomes[0]).item() == -1
    assert lines_of(plain.notes) == ["latency: not known here; larger values are taken to be better"]
    assert not turned.notes
    with pytest.raises(ax.UsageError, match="there are no values of cost; there are those of latency"):
        Outcomes.of_saved(path, smaller_better=["cost"])


@pytest.mark.parametrize("text", ["q1 0 a 1\n", "query,item,grade\nq1,a,1\n", "q1 Q0 a 1 0.5 run\n"])
def test_judgments_and_runs_are_not_saved_values(tmp_path, text):
    path = tmp_path / "file.csv"
    path.write_text(text)
    if "," in text:
        assert not is_saved(str(path))
    path = path.rename(tmp_path / "file.txt")
    assert not is_saved(str(path))


def test_damaged_parquet_is_told(tmp_path):
    path = tmp_path / "values.parquet"
    path.write_bytes(b"PAR1 and nothing more")
    for look in (is_saved, Outcomes.of_saved):
        with pytest.raises(ax.InputError, match="found a damaged Parquet file; expected a whole one"):
            look(str(path))


def test_there_is_no_other_format(measured):
    with pytest.raises(ax.UsageError, match="there is no format 'xlsx'"):
        encode(measured.to_polars(), "xlsx")


OF_LISTS = "system,query,measure,value\na,q,AP,0.5\n"
OF_PAIRS = "preference,query,left,right,value\nRPP,q,a,b,1\n"


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        (f"{OF_LISTS}b,q,AP,high\n", "'high' in the column 'value'", "a finite number, or NaN"),
        (f"{OF_LISTS}b,q,AP,inf\n", "'inf' in the column 'value'", "a finite number, or NaN"),
        (f"{OF_LISTS}a,q,AP,0.6\n", "AP, q, a again", "one value for each measure, query, system"),
        (f"{OF_LISTS}b,q,,0.6\n", "nothing in the column 'measure'", "a name"),
        (f'{OF_LISTS}"",q,AP,0.6\n', "nothing in the column 'system'", "a name"),
        (f"{OF_PAIRS}RPP,q,c,c,0\n", "'c' compared with itself", "two systems"),
        (f"{OF_PAIRS}RPP,q,b,a,-1\n", "RPP, q, a, b again", "one value for each preference, query, left, right"),
        (f"{OF_PAIRS}RPP,r,b,a,-1.5\n", "a preference of -1.5", "a number from −1 to 1"),
        (f"{OF_PAIRS}RPP,r,b,a,2\n", "a preference of 2", "a number from −1 to 1"),
        (f"{OF_PAIRS}RPP,,b,a,1\n", "nothing in the column 'query'", "a name"),
        (f"{OF_PAIRS}RPP,r,,a,1\n", "nothing in the column 'left'", "a name"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, text, found, expected):
    path = tmp_path / "saved.csv"
    path.write_text(text)
    with pytest.raises(ax.InputError) as caught:
        Outcomes.of_saved(path)
    assert str(caught.value) == f"{path}, line 3: found {found}; expected {expected}"
    path.write_text(f"# rows are no lines now\n{text}")
    with pytest.raises(ax.InputError) as caught:
        Outcomes.of_saved(path)
    assert str(caught.value) == f"{path}: found {found}, row 2; expected {expected}"


@pytest.mark.parametrize("column", ["system", "value"])
def test_columns_of_lists_are_refused(tmp_path, column):
    path = tmp_path / "values.parquet"
    row = {"system": "a", "query": "q", "measure": "AP", "value": 0.5}
    pl.DataFrame({name: [[value]] if name == column else [value] for name, value in row.items()}).write_parquet(path)
    with pytest.raises(
        ax.InputError, match=rf"values.parquet: found List\(\w+\) in the column '{column}'; expected one "
    ):
        Outcomes.of_saved(path)


def test_preferences_may_be_undefined_and_inexact(tmp_path):
    path = tmp_path / "signs.csv"
    path.write_text(f"{OF_PAIRS}RPP,r,a,b,-1.0000000000000002\nRPP,s,b,a,NaN\nRPP,t,b,a,1\n")
    found = Outcomes.of_saved(path)
    assert found.queries == ("q", "r", "s", "t")
    np.testing.assert_array_equal(found.differences(found["RPP"]).round(9), [[1, -1, np.nan, -1]])


@pytest.mark.parametrize("text", [OF_LISTS, OF_PAIRS])
@pytest.mark.parametrize("separator", [",", "\t"])
@pytest.mark.parametrize(
    "written",
    ["{}", "\ufeff{}", "# by me, today\n# again\n{}", "\ufeff# by me\n{}"],
    ids=["", "bom", "comments", "both"],
)
def test_headers(tmp_path, text, separator, written):
    path = tmp_path / "saved.txt"
    path.write_text(written.format(text.replace(",", separator)), encoding="utf-8")
    assert is_saved(str(path))
    assert Outcomes.of_saved(path).systems[0] == "a"


def test_headers_in_quotes(tmp_path):
    path = tmp_path / "saved.csv"
    names, rows = OF_LISTS.split("\n", 1)
    path.write_text(
        "\ufeff" + ",".join(f'"{name.upper()}"' for name in names.split(",")) + "\n" + rows, encoding="utf-8"
    )
    assert is_saved(str(path))
    assert Outcomes.of_saved(path).names == ("AP",)


def is_refused(path):
    assert not is_saved(str(path))
    try:
        refuse_unsaved(str(path))
    except ax.InputError:
        return True
    return False


@pytest.mark.parametrize(
    "text",
    ["q1 0 a 1\n", "q1 Q0 a 1 0.5 run\n", "q1\t0\ta\t1\n", "q1\tQ0\ta\t1\t0.5\trun\n", "", "# nothing\n", "a b\n"],
)
def test_what_is_no_table_is_left_to_others(tmp_path, text):
    path = tmp_path / "file.txt"
    path.write_text(text)
    assert is_refused(path) is False


@pytest.mark.parametrize("form", ["tsv", "csv", "parquet"])
def test_other_tables_are_told_by_their_columns(tmp_path, measured, form):
    path = tmp_path / f"means.{form}"
    path.write_bytes(encode(measured.to_polars().drop("query"), form))
    assert not is_saved(str(path))
    told = "found the columns system, measure, value; expected the columns system, query, measure, value, as axiometer"
    with pytest.raises(ax.InputError, match=told):
        refuse_unsaved(str(path))


def test_a_name_of_two_measures_is_not_taken_for_the_first(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text("system,query,measure,value\n" + "".join(f"{s},q,{m},1\n" for s in "ab" for m in ("SL3", "SL3 AP")))
    found = Outcomes.of_saved(path)
    assert {each.name: each.is_smaller_better for each in found.outcomes} == {"SL3": True, "SL3 AP": False}


def test_a_query_that_may_be_a_mean_is_told_of(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text(OF_LISTS)
    assert not Outcomes.of_saved(path).notes
    path.write_text(f"{OF_LISTS}a,all,AP,0.5\n")
    (note,) = Outcomes.of_saved(path).notes
    assert str(note) == "there is a query called all: if it is a mean over queries, take it out"


def test_numbers_of_rows_without_a_name(tmp_path):
    """As pandas writes them first."""
    path = tmp_path / "values.csv"
    path.write_text(",system,query,measure,value\n0,a,p,AP,0.5\n1,b,p,AP,0.25\n", encoding="utf-8")
    assert is_saved(str(path))
    assert Outcomes.of_saved(path).systems == ("a", "b")


def test_a_table_of_items_is_left_to_others(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("query,item,grade\np,a,1\n", encoding="utf-8")
    assert is_refused(path) is False
    path.write_text("query,grade\np,1\n", encoding="utf-8")
    assert is_refused(path) is True
