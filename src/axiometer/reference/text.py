"""Measures of one ranked list that know how long its items are: ``known.lengths``."""

from __future__ import annotations

from collections.abc import Callable

from axiometer.reference.numbers import Gain, Grades, Known, Make, Number, exp2


def U(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    snippet: Number,
    read: Number,
    text: Number,
    decay: str | Callable[[Number], Number],
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    gains, number = known.gains(ranking, gain, rel), known.number
    total = number(0)
    for rank, each in enumerate(gains[:cutoff], 1):
        if each > 0:
            pages = sum((number(known.lengths[at]) for at in range(rank) if gains[at] > 0), number(0))
            position = number(snippet) * number(rank) + number(read) * pages
            total += each * _worth(position, decay, number(text), number)
    return total


def TBG(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    half_life: Number,
    click: Number,
    click_other: Number,
    save: Number,
    summary: Number,
    per_word: Number,
    per_item: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    gains, number = known.gains(ranking, gain, rel), known.number
    total = number(0)
    for at, each in enumerate(gains[:cutoff]):
        time = number(0)
        for above in range(at):
            clicked = number(click if gains[above] > 0 else click_other)
            reading = number(per_word) * number(known.lengths[above]) + number(per_item)
            time += number(summary) + reading * clicked
        if each > 0:
            total += each * number(click) * number(save) * exp2(-time / number(half_life), number)
    return total


def _worth(position: Number, decay: str | Callable[[Number], Number], text: Number, number: Make) -> Number:
    if callable(decay):
        return decay(position)
    return {
        "linear": lambda: max(number(0), 1 - position / text),
        "exponential": lambda: exp2(-position / text, number),
    }[decay]()
