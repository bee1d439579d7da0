"""Measures that need more than grades say so, and say what is missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.conventions.profiles import Profile
from axiometer.measures.names import parse_measures
from axiometer.notes import lines_of
from axiometer.projection.join import Batch, Projection, project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.needs import Needs

PLAIN = {"q": {"a": 1, "b": 2}}
ASPECTS = {"q": {"a": {"s": 1}, "b": {"s": 2, "t": 1}, "c": {"t": 0}}}
RUN = {"q": {"x": 4.0, "a": 3.0, "b": 2.0, "c": 1.0}}
PROFILE = ax.get_profile()
LENGTHS = {"a": 100, "b": 200, "x": 300}


def projected(judgments: ax.Judgments, needs: Needs, profile: Profile = PROFILE) -> Projection:
    """Project the run."""
    return project(Batch.of(ax.Runs.of(RUN).to_polars(), JudgedItems.of(judgments, needs), ("run",)), profile)


def test_aspects():
    with pytest.raises(ax.InputError, match=r"judgments without aspects .* which alpha_nDCG@5 needs"):
        ax.evaluate(PLAIN, RUN, "nDCG alpha_nDCG@5")


def test_types_of_aspects():
    with pytest.raises(ax.InputError, match=r"no types of aspects; .* which DIN_nDCG needs"):
        ax.evaluate(ax.read_judgments(ASPECTS, weights={"q": {"s": 0.5, "t": 0.5}}), RUN, "DIN_nDCG")


def test_lengths():
    with pytest.raises(ax.InputError, match=r"no lengths of items; .* which U_IA@5 needs"):
        ax.evaluate(ASPECTS, RUN, "U_IA@5")


def test_missing_lengths_are_named_and_counted():
    judgments = ax.read_judgments(ASPECTS, lengths={"x": 300})
    with pytest.raises(ax.InputError, match=r"no length for 2 items: '[ab]', '[ab]'; .* every relevant item"):
        ax.evaluate(judgments, RUN, "U")
    with pytest.raises(ax.InputError, match=r"no length for 1 item: 'a'; .* down to rank 2"):
        ax.evaluate(judgments, RUN, "D_U@2")
    with pytest.raises(ax.InputError, match=r"no length for 3 items: 'a', 'b', 'c'; .* every item of a list"):
        ax.evaluate(judgments, RUN, "TBG")


def test_the_deepest_cut_off_says_which_lengths_are_needed():
    judgments = ax.read_judgments(ASPECTS, lengths={"a": 100, "x": 300})
    assert ax.evaluate(judgments, RUN, "U@1 U@2").values[0, 0, 1] > 0
    with pytest.raises(ax.InputError, match=r"no length for 1 item: 'b'; .* down to rank 3"):
        ax.evaluate(judgments, RUN, "U@1 U@3 U@2")


def test_lengths_below_the_cut_off_may_be_missing():
    judgments = ax.read_judgments(ASPECTS, lengths=LENGTHS)
    assert ax.evaluate(judgments, RUN, "TBG@3 CT(time='reading')@3").values.all()


def test_characters_and_words_are_told_apart():
    with pytest.raises(ax.InputError, match=r"one length for each item, for measures in characters .* and in words"):
        ax.evaluate(ax.read_judgments(ASPECTS, lengths=LENGTHS), RUN, "TBG@3 U@3")
    both = pl.DataFrame({"item": list(LENGTHS), "chars": [600, 1200, 1800], "words": list(LENGTHS.values())})
    measured = ax.evaluate(ax.read_judgments(ASPECTS, lengths=both), RUN, "TBG@3 U@3").values[0, 0]
    for name, lengths, value in (("TBG@3", LENGTHS, measured[0]), ("U@3", {"a": 600, "b": 1200}, measured[1])):
        assert ax.evaluate(ax.read_judgments(ASPECTS, lengths=lengths), RUN, name).values.item() == value
    with pytest.raises(ax.InputError, match="only words of items; expected the characters of items, which U needs"):
        ax.evaluate(ax.read_judgments(ASPECTS, lengths=both.drop("chars")), RUN, "U")
    with pytest.raises(ax.InputError, match="a column for the length, called length, characters or words"):
        ax.read_judgments(ASPECTS, lengths=pl.DataFrame({"item": ["a"], "size": [3]}))


def test_weights_that_do_not_count_are_told():
    judgments = ax.read_judgments(ASPECTS, weights={"q": {"s": 0.5, "t": 0.5}})
    names = "RBU S_Recall alpha_nDCG ERR_IA@5 ERR_IA(alpha=0.5)@5 EU AP"
    measured = ax.evaluate(judgments, RUN, names)
    assert lines_of(measured.notes) == [
        "S_Recall, alpha_nDCG, ERR_IA(alpha=0.5)@5: the weights of aspects do not count"
    ]
    assert lines_of(measured.in_memory(["AP", "alpha_nDCG"]).notes) == [
        "alpha_nDCG: the weights of aspects do not count"
    ]


def test_own_decay():
    judgments = ax.read_judgments(ASPECTS, lengths=LENGTHS)
    half = replace(ax.parse_measure("U"), decay=lambda position: 0.5 if position > 0 else 1)
    assert ax.evaluate(judgments, RUN, half).values.item() == 0.5 * (1 / 4 + 3 / 4)
    for wrong in (lambda position: 1 + position, lambda _: float("nan"), lambda position: -position):
        with pytest.raises(ax.UsageError, match="it must give numbers from 0 to 1"):
            ax.evaluate(judgments, RUN, replace(half, decay=wrong))


def test_top_grade_of_all_and_of_each_aspect_exclude_each_other():
    with pytest.raises(ax.UsageError, match="each aspect has its own"):
        ax.get_profile("rbu-java", max_grade=3)


def test_aspects_left_out_are_told():
    judgments = {"q": {"a": {"s": 1, "never": 0}}}
    told = ax.evaluate(judgments, RUN, "S_Recall").notes
    assert [*map(str, told)] == ["1 aspect without a relevant item left out"]
    weights = {"q": {"s": 0.5, "never": 0.5}}
    (told,) = ax.evaluate(ax.read_judgments(judgments, weights=weights), RUN, "ERR_IA").notes
    assert str(told) == "1 aspect without a relevant item left out, the weights of the others scaled to sum to 1"
    everything = ax.evaluate(judgments, RUN, "S_Recall", profile=ax.get_profile(counted_aspects="all"))
    assert everything.notes == ()
    assert everything.values.item() == 0.5
    assert ax.evaluate(judgments, RUN, "AP").notes == ()


def test_plain_measures_see_the_largest_grade():
    measured = ax.evaluate(ASPECTS, RUN, "nDCG P@3")
    plain = ax.evaluate({"q": {"a": 1, "b": 2, "c": 0}}, RUN, "nDCG P@3")
    assert (measured.values == plain.values).all()


def test_a_profile_gives_the_parameters_that_a_name_leaves_open():
    names = ["RBU@5", "RBU(p=0.5)@5", "RBU(scale='printed')@5", ax.parse_measure("RBU@5")]
    measured = ax.evaluate(ASPECTS, RUN, names, profile="rbu-java")
    assert [str(measure) for measure in measured.measures] == [
        "RBU(p=0.8,e=0.03,scale='normalised')@5",
        "RBU(p=0.5,e=0.03,scale='normalised')@5",
        "RBU(p=0.8,e=0.03)@5",
        "RBU(p=0.99,e=0.05)@5",
    ]


def test_top_grade_of_each_aspect():
    profile = ax.get_profile(grade_scale="aspect")
    run = {"q": {"a": 1.0}}
    judgments = {"q": {"a": {"s": 1}, "b": {"s": 1, "t": 3}}}
    gain = ax.evaluate(judgments, run, "RBU(p=1,e=0)", profile=profile).values.item()
    assert gain == 0.5 * (2**1 - 1) / 2**1
    assert ax.evaluate(judgments, run, "RBU(p=1,e=0)").values.item() == 0.5 * (2**1 - 1) / 2**3


def test_levels_do_not_mix():
    judgments = {"q": {"a": {"s": 1}, "b": {"s": 2, "t": 1}, "c": {"t": 0, "u": 2}}}
    names = ["Bpref_IA", "Bpref_IA(rel=2)", "AP_IA", "AP_IA(rel=2)", "S_Recall@3", "S_Recall(rel=2)@3"]
    together = ax.evaluate(judgments, RUN, names).values[0, 0]
    alone = [ax.evaluate(judgments, RUN, name).values.item() for name in names]
    assert together.tolist() == alone
    assert alone[0] != alone[1]
    assert alone[2] != alone[3]


def test_shares_that_sum_to_1_but_for_rounding_are_gains():
    weights = {"q": {"s": 0.4, "t": 0.3, "u": 0.2, "v": 0.1}}
    judgments = ax.read_judgments({"q": {"a": dict.fromkeys("stuv", 1)}}, weights=weights)
    assert ax.evaluate(judgments, RUN, "D_RBP(p=0)@2 D_ERR(gain='linear')").values[0, 0] == pytest.approx([0, 0.5])


def test_queries_of_many_shapes_share_no_table():
    few = {f"wide{q}": {f"d{i}": {f"a{j}": 1 for j in range(i, i + 5)} for i in range(40)} for q in range(3)}
    many = {f"long{q}": {f"d{i}": {f"a{i % 3}": 1} for i in range(900)} for q in range(3)}
    run = {query: {"d1": 2.0, "d2": 1.0} for query in (*few, *many)}
    together = ax.evaluate(few | many, run, "alpha_nDCG nNRBP").values[0]
    for at, query in enumerate((*few, *many)):
        alone = ax.evaluate({query: (few | many)[query]}, {query: run[query]}, "alpha_nDCG nNRBP")
        assert alone.values[0, 0].tolist() == together[at].tolist()


def test_aspects_for_which_the_measure_inside_is_undefined():
    weights = {"q": {"s": 0.75, "t": 0.25}}
    judgments = ax.read_judgments({"q": {"a": {"s": 1}, "b": {"t": 2}}}, weights=weights)
    name = "nDCG_IA(gain={1:0,2:1})"  # nothing of s has a gain, so that nDCG is undefined for it
    alone = ax.evaluate({"q": {"a": 0, "b": 2}}, RUN, "nDCG(gain={1:0,2:1})").values.item()
    assert ax.evaluate(judgments, RUN, name).values.item() == alone
    unscaled = ax.get_profile(counted_aspects="relevant-unscaled")
    assert ax.evaluate(judgments, RUN, name, profile=unscaled).values.item() == 0.25 * alone


REMEMBERED = parse_measures(
    "alpha_nDCG@5 alpha_nDCG alpha_nDCG(rel=2)@5 alpha_nDCG(gain='exp')@5 alpha_nDCG(alpha=0.3)@5 nNRBP "
    "nNRBP(beta=0.8) nERR_IA@5 nERR_IA nERR_IA(alpha=0.5)@5 nERR_IA(alpha=0.5,gain='binary')@5 nDCG(gain='identity') "
    "D_nDCG D_nDCG(gain='exp') D_nDCG(rel=1) D_nDCG(rel=2) Q Q(rel=1) Q(rel=2) D_Q D_Q(rel=2) Q_IA Q_IA(rel=2) "
    "AP_IA AP_IA(rel=2)"
)


def test_what_is_remembered_of_a_pool_serves_the_same_question_only():
    rng = np.random.default_rng(5)
    grades = [0, 0, 0, 0, 1, 1, 2]
    judged = {f"d{i}": {a: int(rng.choice(grades)) for a in rng.choice(list("stuv"), 2)} for i in range(90)}
    run = {"q": {f"d{i}": float(rng.random()) for i in range(0, 90, 2)}}
    together = ax.evaluate({"q": judged}, run, REMEMBERED).values[0, 0]
    alone = [ax.evaluate({"q": judged}, run, measure).values.item() for measure in REMEMBERED]
    assert together.tolist() == alone
    backwards = ax.evaluate({"q": judged}, run, REMEMBERED[::-1]).values[0, 0]
    assert backwards[::-1].tolist() == alone


def test_who_needs_the_corpus_size_and_imputes_nothing_is_told_of_no_other_way():
    class Share(ax.Measure):
        """The share of the corpus in a list."""

        needs = frozenset({"corpus_size"})

        def values(self, lists):
            return lists.depth / lists.corpus_size

    with pytest.raises(ax.UsageError, match=r"Share needs to know .*\(--corpus-size N, or .*corpus_size=N\)\)$"):
        ax.evaluate(PLAIN, RUN, Share())
    assert ax.evaluate(PLAIN, RUN, Share(), profile=ax.get_profile(corpus_size=8)).values.item() == 0.5


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("TBG", "reads lengths must declare needs"),
        ("TSE", "items that were not retrieved have no rank as long as the corpus size is not known"),
        ("LexiRecallScore(imputation=optimistic)", "the corpus size is not known: give corpus_size"),
        ("alphabeta_nDCG(alpha=given)", "reads items that were not judged must declare that it needs them"),
        ("ILD", "reads items that were not judged must declare that it needs them"),
    ],
)
def test_lists_that_lack_what_a_measure_needs_are_refused(measure, said):
    lists = projected(ax.Judgments.of(PLAIN), Needs(text=9)).lists
    with pytest.raises(ValueError, match=said):
        ax.parse_measure(measure).values(lists)


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("alphabeta_nDCG(alpha=given)", r"needs read_ratings\(…, alpha=…\)"),
        ("alphabeta_nDCG(beta=given)", r"needs read_ratings\(…, beta=…\)"),
        ("CT(time=reading)", "reads lengths must declare needs"),
    ],
)
def test_ratings_that_lack_what_a_measure_needs_are_refused(measure, said):
    ratings = ax.read_ratings(
        None, {"q": {"a": 1, "b": 2}}, aspects={"a": ["s"], "b": ["s", "t"], "c": ["t"], "x": ["t"]}
    )
    lists = projected(ratings, Needs(shown=9, aspects=True), ax.get_profile("ratings")).lists
    with pytest.raises(ValueError, match=said):
        ax.parse_measure(measure).values(lists)


def test_judgments_that_lack_what_somebody_asks_for_are_refused():
    plain = ax.Judgments.of(PLAIN)
    for needs, said in (
        (Needs(shown=9), "the catalogue of items is not known"),
        (Needs(providers=True), "the providers of items are not known"),
    ):
        with pytest.raises(ValueError, match=said):
            projected(plain, needs)
    known = ax.read_ratings(None, PLAIN).catalogue
    short = replace(plain, catalogue=replace(known, items=known.items.head(1)))
    with pytest.raises(ValueError, match="the catalogue does not have all rated items"):
        projected(short, Needs(shown=9))
