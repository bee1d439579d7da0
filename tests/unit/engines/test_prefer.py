"""Comparing systems: what is compared, what is a tie, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines import prefer as preferring
from axiometer.engines.comparing import compare
from axiometer.measures.adhoc.average_precision import AP
from axiometer.measures.preferences.base import Preference
from axiometer.measures.preferences.paired import RPP
from axiometer.measures.recall.total_search_efficiency import TSE
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments

TWO = {"one": {"q": ["x", "a"]}, "two": {"q": ["x", "y", "a"]}}
JUDGED = {"q": {"a": 1}}
HUNDRED = ax.get_profile(corpus_size=100)


def runs_at(*positions: list[int]) -> dict[str, dict[str, list[str]]]:
    """Make systems that have relevant items at these positions."""
    return {
        f"s{number}": {
            "q": [f"a{places.index(rank)}" if rank in places else f"x{rank}" for rank in range(1, max(places) + 1)]
        }
        for number, places in enumerate(positions)
    }


def judged(m: int) -> dict[str, dict[str, int]]:
    return {"q": {f"a{i}": 1 for i in range(m)}}


def test_signs_are_small_and_other_numbers_are_not_wide():
    found = ax.prefer(JUDGED, TWO, ["lexirecall", "AP", "RPP", "rrlexiprecision"])
    assert [found.values(name).dtype for name in found.names] == [np.int8, np.int8, np.float32, np.float32]
    assert [found.values(name).shape for name in found.names] == [(1, 1)] * 4
    assert found.values("rrlexiprecision").item() == np.float32(1 / 2 - 1 / 3)
    assert all(found.signs(name).dtype == np.int8 for name in found.names)


def test_means_are_not_rounded_to_what_is_kept():
    found = ax.prefer(JUDGED, TWO, "rrlexiprecision").summary()
    assert found["mean"].item() == 1 / 2 - 1 / 3


def test_weights_that_cancel_are_a_tie():
    """Level 2 for the one, levels 3 and 6 for the other: 1/2 = 1/3 + 1/6."""
    runs = runs_at([1, 2, 10, 11, 12, 14], [1, 3, 9, 11, 12, 13])
    found = ax.prefer(judged(6), runs, ["RPP(weights=inverse)", "RPP", "RPP(weights=dcg)"])
    assert found.values("RPP(weights='inverse')").item() == 0
    assert found.summary()["ties"].to_list() == [1, 0, 0]
    assert found.summary()["mean"][0] == 0
    assert found.values("RPP").item() == np.float32(-1 / 6)


@dataclass(frozen=True, kw_only=True)
class Given(ax.Measure):
    """Numbers that somebody gave, by the length of the list."""

    name = "Given"

    def values(self, lists):
        return np.array([np.nan, 0.3, 0.1 + 0.2, 0.3 + 1.5e-12, 0.3 + 2.2e-12, 0.4, np.inf, -np.inf])[lists.depth]


def lists_of_lengths(*lengths: int) -> dict[str, dict[str, list[str]]]:
    return {f"s{length}": {"q": [f"x{i}" for i in range(length)]} for length in lengths}


def test_values_that_differ_by_rounding_are_tied():
    assert ax.prefer(JUDGED, lists_of_lengths(1, 2, 5), Given()).values("Given").ravel().tolist() == [0, -1, -1]
    exact = ax.prefer(JUDGED, lists_of_lengths(1, 2, 5), Given(), tie_tolerance=0)
    assert exact.values("Given").ravel().tolist() == [-1, -1, -1]
    rough = ax.prefer(JUDGED, lists_of_lengths(1, 2, 5), Given(), tie_tolerance=0.15)
    assert rough.values("Given").ravel().tolist() == [0, 0, 0]
    assert rough.tie_tolerance == 0.15


def test_ties_are_passed_on_from_one_value_to_the_next():
    assert ax.prefer(JUDGED, lists_of_lengths(1, 3), Given()).values("Given").ravel().tolist() == [-1]
    assert ax.prefer(JUDGED, lists_of_lengths(3, 4), Given()).values("Given").ravel().tolist() == [-1]
    chain = ax.prefer(JUDGED, lists_of_lengths(1, 3, 4), Given(), tie_tolerance=1.6e-12)
    assert chain.values("Given").ravel().tolist() == [0, 0, 0]


@dataclass(frozen=True, kw_only=True)
class Tiny(ax.Measure):
    """Numbers below all tolerances, by the length of the list."""

    name = "Tiny"

    def values(self, lists):
        return np.array([0, 1e-30, 1e-30 * (1 + 1e-14), 2e-30, -1e-30, 2e-30 * (1 + 1e-10)])[lists.depth]


def test_small_values_are_compared_by_their_size():
    found = ax.prefer(JUDGED, lists_of_lengths(1, 2, 3, 4), Tiny())
    assert found.values("Tiny").ravel().tolist() == [0, -1, 1, -1, 1, 1]
    assert found.noted == ()
    close = ax.prefer(JUDGED, lists_of_lengths(3, 5), Tiny())
    assert close.values("Tiny").item() == -1
    assert [*map(str, close.noted)] == ["Tiny: 1 value within 1e-09 of the next, and not equal"]
    rough = ax.prefer(JUDGED, lists_of_lengths(3, 5), Tiny(), tie_tolerance=0.5)
    assert [*map(str, rough.noted)] == ["values that differ by at most 0.5 are tied"]
    assert ax.prefer(JUDGED, lists_of_lengths(1, 3), Tiny(), tie_tolerance=1e-12).values("Tiny").item() == 0


def test_a_tolerance_holds_for_all_measures_alike():
    runs = {"one": {"q": ["x", "a"]}, "two": {"q": ["x", "y", "z", "a"]}}
    rough = ax.prefer({"q": {"a": 1}}, runs, ["TSE", "SL3"], profile=ax.get_profile(corpus_size=9), tie_tolerance=3)
    assert [rough.values(name).item() for name in rough.names] == [0, 0]


def test_systems_that_answer_different_queries_are_told():
    judged = {"q": {"a": 1}, "r": {"a": 1}}
    profile = ax.get_profile(queries="answered")
    found = ax.prefer(judged, {"one": {"q": ["a"]}, "two": {"r": ["a"]}}, profile=profile)
    assert [*map(str, found.noted)] == ["1 pair of systems without a query that counts for both"]
    assert "note: 1 pair of systems" in repr(found)


@dataclass(frozen=True, kw_only=True)
class Odd(ax.Preference):
    """What somebody's preference may give by mistake."""

    kind: str = ax.parameter("nan", "what it gives", choices=("nan", "five", "text"))

    def compare(self, lists, left, right):  # noqa: ARG002
        return np.full(left.size, {"nan": np.nan, "five": 5.0, "text": "x"}[self.kind])


@pytest.mark.parametrize(("kind", "said"), [("nan", "gives nan"), ("five", "gives 5 for a pair"), ("text", "of type")])
def test_a_preference_of_ones_own_is_checked(kind, said):
    with pytest.raises(ax.UsageError, match=said):
        ax.prefer(JUDGED, lists_of_lengths(1, 2), Odd(kind=kind))


@dataclass(frozen=True, kw_only=True)
class Cost(ax.Measure):
    """A cost in small unsigned numbers, or in truth values."""

    is_smaller_better = True
    kind: str = ax.parameter("uint8", "the type of its values", choices=("uint8", "bool"))

    def values(self, lists):
        return (lists.depth - 1).astype(self.kind)


@pytest.mark.parametrize("kind", ["uint8", "bool"])
def test_costs_of_any_type_are_turned_round(kind):
    found = ax.prefer(JUDGED, lists_of_lengths(1, 2), Cost(kind=kind))
    assert found.values(found.names[0]).item() == 1


def test_values_are_computed_once(monkeypatch):
    calls = []
    real = AP.values
    monkeypatch.setattr(AP, "values", lambda self, lists: calls.append(1) or real(self, lists))
    ax.prefer(JUDGED, lists_of_lengths(1, 2), "AP")
    assert len(calls) == 1


def test_infinite_values_are_compared():
    found = ax.prefer(JUDGED, lists_of_lengths(5, 6, 7), Given())
    assert found.values("Given").ravel().tolist() == [-1, 1, 1]


def test_a_system_whose_value_is_undefined_takes_no_part():
    runs = {**lists_of_lengths(1, 5), "empty": {"other": ["x"]}}
    found = ax.prefer({**JUDGED, "other": {"x": 1}}, runs, Given())
    rows = found.summary().select("left", "right", "wins", "losses", "ties").rows()
    assert rows == [("s1", "s5", 0, 1, 0), ("s1", "empty", 0, 0, 0), ("s5", "empty", 0, 0, 0)]
    assert [*map(str, found.noted)] == ["Given: undefined for 2 queries, left out"]
    assert np.isnan(found.summary()["mean"].to_list()).tolist() == [False, True, True]


def test_pessimists_and_optimists_differ():
    """One list found one item early; the other, longer one found both, late."""
    runs = {"short": {"q": ["a"]}, "long": {"q": ["x", "y", "a", "b"]}}
    found = ax.prefer({"q": {"a": 1, "b": 1}}, runs, ["lexirecall", "lexirecall(imputation=optimistic)"])
    assert [found.values(name).item() for name in found.names] == [-1, 1]


def test_levels_make_items_relevant():
    runs = {"one": {"q": ["a", "x", "b"]}, "two": {"q": ["x", "b", "y", "a"]}}
    found = ax.prefer({"q": {"a": 1, "b": 2}}, runs, ["lexirecall", "lexirecall(rel=2)", "lexirecall(rel=3)"])
    assert [found.values(name).item() for name in found.names] == [1, -1, 0]
    assert [*map(str, found.notes)] == ["lexirecall(rel=3): undefined for 1 query, left out"]


@pytest.mark.parametrize(
    ("queries", "outcome"), [("judged", (2, 1, 0)), ("answered", (0, 1, 0)), ("relevant", (2, 1, 0))]
)
def test_queries_that_one_system_did_not_answer(queries, outcome):
    runs = {"one": {"p": ["x", "a"], "q": ["a"], "r": ["a"]}, "two": {"p": ["a"], "none": ["a"]}}
    grades = {query: {"a": 1} for query in "pqr"} | {"none": {"a": 0}}
    found = ax.prefer(grades, runs, profile=ax.get_profile(queries=queries))
    assert found.summary().select("wins", "losses", "ties").row(0) == outcome
    told = ["lexirecall: undefined for 1 query, left out"]
    assert [*map(str, found.noted)] == ([] if queries == "relevant" else told)


def test_orders_of_lists_and_depth_are_those_of_the_profile():
    runs = {"one": {"q": {"a": 1.0, "b": 1.0}}, "two": {"q": {"x": 2.0, "a": 1.0}}}
    assert ax.prefer(JUDGED, runs).values("lexirecall").item() == 0
    ascending = ax.get_profile(ties="item-ascending")
    assert ax.prefer(JUDGED, runs, profile=ascending).values("lexirecall").item() == 1
    shallow = ax.get_profile(ties="item-ascending", depth=1)
    assert ax.prefer(JUDGED, runs, "RPP", profile=shallow).values("RPP").item() == 1


def test_conventions_of_single_measures_are_kept():
    """trec_eval's conventions hold for all but what the profile excepts."""
    profile = ax.Profile(name="own", summary="", exceptions=(("RPP", {"depth": 1}),))
    runs = {"one": {"q": ["x", "a"]}, "two": {"q": ["x", "y", "a"]}}
    found = ax.prefer(JUDGED, runs, ["RPP", "lexirecall", "RPP(weights=dcg)"], profile=profile)
    assert [found.values(name).item() for name in found.names] == [0, 1, 1]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_and_progress(jobs, tmp_path):
    for number, line in enumerate(("q Q0 a 1 1 t\n", "q Q0 x 1 2 t\nq Q0 a 2 1 t\n", "q Q0 x 1 1 t\n")):
        (tmp_path / f"run{number}.run").write_text(line)
    told = []
    found = ax.prefer(
        JUDGED, ax.scan_runs(str(tmp_path / "*.run")), jobs=jobs, progress=lambda *done: told.append(done)
    )
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert found.values("lexirecall").ravel().tolist() == [1, 1, 1]
    assert found.systems == ("run0", "run1", "run2")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tie_tolerance": -1e-9}, "tie_tolerance must be a number from 0, not -1e-09"),
        ({"tie_tolerance": float("nan")}, "tie_tolerance must be a number from 0, not nan"),
        ({"tie_tolerance": float("inf")}, "tie_tolerance must be a number from 0, not inf"),
        ({"tie_tolerance": "small"}, "tie_tolerance must be a number from 0, not 'small'"),
        ({"jobs": 0}, "jobs must be a whole number from 1, not 0"),
        ({"jobs": 1.5}, "jobs must be a whole number from 1, not 1.5"),
        ({"profile": "pref_evil"}, "there is no profile 'pref_evil'; did you mean pref_eval"),
        ({"preferences": "lexirecal"}, "there is no preference or measure 'lexirecal'; did you mean lexirecall"),
        ({"preferences": []}, "no preference is named"),
    ],
)
def test_bad_usage(options, message):
    with pytest.raises(ax.UsageError, match=message):
        ax.prefer(JUDGED, TWO, **options)


def test_a_single_system_has_nobody_to_be_compared_with():
    with pytest.raises(ax.UsageError, match="needs two systems to choose from; there is only 'run'"):
        ax.prefer(JUDGED, TWO["one"])
    with pytest.raises(ax.UsageError, match="there is only 'one'"):
        ax.prefer(JUDGED, {"one": TWO["one"]})


def test_two_systems_of_one_name(tmp_path):
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.run").write_text("q Q0 a 1 1 t\n")
    with pytest.raises(ax.InputError, match="the system 'same' in both"):
        ax.prefer(JUDGED, ax.read_runs(str(tmp_path / "*" / "same.run")))


def test_two_measures_of_one_name():
    same = [TSE(exposure=lambda i: 1 / i), TSE(exposure=lambda i: 1 / i**2)]
    with pytest.raises(ax.UsageError, match="two different measures are called TSE"):
        ax.prefer(JUDGED, TWO, same, profile=HUNDRED)


def test_an_item_twice_in_a_list():
    with pytest.raises(ax.InputError, match="one: found item 'a' again for query 'q'"):
        ax.prefer(JUDGED, {**TWO, "one": {"q": ["a", "x", "a"]}})


@pytest.mark.parametrize("preferences", ["lexirecall", "SL3", "RPP"])
def test_a_corpus_too_small_for_the_items_not_retrieved(preferences):
    grades = {"p": {"a": 1}, "q": {"a": 1, "b": 1, "c": 2, "d": 0}}
    message = (
        r"two: found a list of 3 items for query 'q', to which 2 relevant items not retrieved must be added; "
        r"expected at most as many as the corpus size, 4"
    )
    with pytest.raises(ax.InputError, match=message):
        ax.prefer(grades, TWO, preferences, profile=ax.get_profile(corpus_size=4))
    assert ax.prefer(grades, TWO, preferences, profile=ax.get_profile(corpus_size=5)).signs(preferences).tolist() == [
        [0, 1 if preferences != "SL3" else 0]
    ]
    with pytest.raises(
        ax.InputError, match=r"a list of 3 items for query 'q'; expected at most as many as the corpus size, 2"
    ):
        ax.prefer(JUDGED, TWO, preferences, profile=ax.get_profile(corpus_size=2))


@pytest.mark.parametrize(
    ("measure", "way_out"),
    [
        ("TSE", r"or write TSE\(imputation='optimistic',exposure='ap'\)"),
        ("SL3", r"or write SL3\(imputation='optimistic'\)"),
        ("RE(rel=2)", r"or write RE\(imputation='optimistic',rel=2\)"),
        ("LexiRecallScore", r"corpus_size=N\)\)$"),
        ("TSE(exposure=linear)", r"corpus_size=N\)\)$"),
        ("WC_TSE", r"or write WC_TSE\(imputation='optimistic',exposure='ap'\)"),
    ],
)
def test_measures_that_need_the_corpus_size_say_what_to_do(measure, way_out):
    how = r"how many items there are to retrieve: give the corpus size \(--corpus-size N, or get_profile\(…, "
    for engine in (ax.prefer, ax.evaluate):
        with pytest.raises(ax.UsageError, match=how + ".*" + way_out):
            engine(JUDGED, TWO, measure)


def test_optimists_do_without_the_corpus_size():
    names = ["TSE(imputation=optimistic)", "SL3(imputation=optimistic)", "lexirecall", "RPP"]
    assert ax.prefer(JUDGED, TWO, names).summary()["wins"].to_list() == [1] * 4


def test_providers_missing_for_some_relevant_items():
    grades = {"q": {"a": 1, "b": 2, "c": 0}, "p": {"e": 1}}
    with pytest.raises(ax.InputError, match=r"no providers of items; .* which WorstProvider\(exposure='ap'\) needs"):
        ax.prefer(grades, TWO, "WorstProvider", profile=HUNDRED)
    some = ax.read_judgments(grades, providers={"a": "acme", "x": "other"})
    with pytest.raises(ax.InputError, match=r"no provider for 2 relevant items: '[be]', '[be]'; expected who provides"):
        ax.prefer(some, TWO, ["AP", "ProviderExposure"], profile=HUNDRED)
    strict = ax.read_judgments(grades, providers={"b": "acme"})
    assert ax.prefer(strict, TWO, "WorstProvider(rel=2)", profile=HUNDRED).values(
        "WorstProvider(exposure='ap',rel=2)"
    ).tolist() == [[0, 0]]


def test_an_unknown_provider_is_told_the_nearest_one():
    known = ax.read_judgments(JUDGED, providers={"a": "acme"})
    with pytest.raises(ax.UsageError, match=r"no provider 'acne'; did you mean acme\?"):
        ax.prefer(known, TWO, "ProviderExposure(provider=acne)", profile=HUNDRED)
    with pytest.raises(ax.UsageError, match=r"no provider 'zzz'; there are 1, such as acme"):
        ax.prefer(known, TWO, "ProviderExposure(provider=zzz)", profile=HUNDRED)


@pytest.mark.parametrize(
    "flat", [TSE(exposure="rbp", p=0), TSE(exposure=lambda position: np.where(position < 10, 1.0, 0.5))], ids=str
)
def test_equal_exposures_are_tied(flat):
    assert np.ptp(ax.evaluate(JUDGED, TWO, flat, profile=HUNDRED).values) == 0
    assert ax.prefer(JUDGED, TWO, flat, profile=HUNDRED).values(str(flat)).item() == 0


def test_exposures_too_small_for_doubles_are_told_apart():
    runs = runs_at([1500], [1501])
    found = ax.prefer(judged(1), runs, "TSE(exposure=rbp,p=0.5)", profile=ax.get_profile(corpus_size=10_000))
    assert ax.evaluate(judged(1), runs, "TSE(exposure=rbp,p=0.5)", profile=found.profile).values.tolist() == [[[0]]] * 2
    assert found.values("TSE(exposure='rbp',p=0.5)").item() == 1


def test_own_preferences():
    @dataclass(frozen=True, kw_only=True)
    class Longer(Preference):
        """The longer list."""

        by: float = ax.parameter(1, "at least so many items", above=0)

        def compare(self, lists, left, right):
            longer = lists.depth[left] - lists.depth[right]
            return np.where(np.abs(longer) >= self.by, np.sign(longer), 0).astype(float)

    found = ax.prefer(JUDGED, TWO, [Longer(), Longer(by=2)])
    assert found.names == ("Longer", "Longer(by=2)")
    assert [found.values(name).item() for name in found.names] == [-1, 0]


@pytest.mark.parametrize("weights", ["uniform", "inverse", "dcg"])
def test_a_value_is_the_same_to_the_last_bit_alone_and_among_others(weights):
    rng = np.random.default_rng(0)
    n_relevant, n_systems, n = [37, 400, 91, 5], 4, 5000
    ranks = [np.sort(rng.choice(n, m, replace=False)) + 1 for m in n_relevant for _ in range(n_systems)]
    left, right = np.triu_indices(n_systems, k=1)

    def lists(numbers: range, query: np.ndarray, m: list[int]):
        chosen = [ranks[at] for at in numbers]
        segments = Segments.of_lengths(np.array(list(map(len, chosen))))
        return lists_at(np.concatenate(chosen), segments, query, np.array(m), depth=n, corpus_size=n)

    everything = lists(range(len(ranks)), np.repeat(np.arange(4), n_systems), n_relevant)
    for query, m in enumerate(n_relevant):
        start = query * n_systems
        alone = lists(range(start, start + n_systems), np.zeros(n_systems, np.int64), [m])
        together = compare(RPP(weights=weights), everything, start + left, start + right)
        np.testing.assert_array_equal(compare(RPP(weights=weights), alone, left, right), together)
        assert (np.abs(together) <= 1).all()


def test_parts_of_the_pairs_give_the_same(monkeypatch):
    from axiometer.measures.preferences import paired

    rng = np.random.default_rng(2)
    runs = runs_at(*(sorted(rng.choice(30, 4, replace=False) + 1) for _ in range(7)))
    names = ["RPP", "rrlexiprecision"]
    whole = ax.prefer(judged(4), runs, names)
    monkeypatch.setattr(paired, "MOST_AT_ONCE", 12)
    parts = ax.prefer(judged(4), runs, names)
    for name in names:
        np.testing.assert_array_equal(parts.values(name), whole.values(name))


def test_deep_positions():
    deep = [np.array([7]), np.array([1 << 31]), np.array([(1 << 33) + 1])]
    lists = lists_at(
        np.concatenate(deep), Segments.of_lengths(np.ones(3, np.int64)), np.zeros(3, np.int64), np.array([1]),
        depth=1 << 40, corpus_size=1 << 40,
    )  # fmt: skip
    left, right = np.triu_indices(3, k=1)
    for preference in preferring.parse_compared("lexirecall lexiprecision RPP LexiRecallScore SL3 TSE"):
        assert compare(preference, lists, left, right).tolist() == [1, 1, 1], str(preference)


def test_aspects_of_which_a_reader_should_know_are_told():
    grades = {"q": {"a": {"s": 1, "never": 0}}}
    expected = ax.evaluate(grades, TWO, "S_Recall").noted
    assert [*map(str, expected)] == ["1 aspect without a relevant item left out"]
    assert ax.prefer(grades, TWO, "S_Recall").noted == expected
    frame = pl.DataFrame({"query": ["q"], "aspect": ["s"], "weight": [1.0]})
    weighted = ax.read_judgments({"q": {"a": {"s": 1}}}, weights=frame)
    told = ["S_Recall: the weights of aspects do not count"]
    assert [*map(str, ax.prefer(weighted, TWO, "S_Recall").noted)] == told
