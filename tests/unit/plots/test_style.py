import numpy as np
import pytest

from axiometer.plots.style import PALETTE, SMALL, field_name, harmless, text_width, wrapped


def test_the_smallest_letters_have_seven_points():
    assert SMALL * 72 / 96 >= 7


def test_text_is_broken_between_words():
    lines = wrapped("one two three four", 60, 10)
    assert " ".join(lines) == "one two three four"
    assert all(text_width(line, 10) <= 60 for line in lines)
    assert wrapped("unbreakable" * 9, 20, 10) == ["unbreakable" * 9]


def test_letters_that_mean_something_in_names_of_columns_are_escaped():
    assert field_name("a.b[0]") == "a\\.b\\[0\\]"


def test_names_that_objects_have_already_are_set_apart():
    told = {"data": {"values": [{"system": "constructor", "value": 1}]}, "sort": ("a", "__proto__")}
    assert harmless(told) == {
        "data": {"values": [{"system": "constructor\u200b", "value": 1}]},
        "sort": ["a", "__proto__\u200b"],
    }


SEEN = {
    "all colours": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}
"""What eyes make of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""
TO_XYZ = np.array([
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
])


def lab(colours, seen):
    """Give places in the space of CIE L*a*b*, in which a distance of 2 can just be seen."""
    rgb = np.array([[int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] for colour in colours])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = np.clip(linear @ np.array(seen).T, 0, 1) @ (TO_XYZ / TO_XYZ.sum(axis=1, keepdims=True)).T
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


@pytest.mark.parametrize("eyes", SEEN)
def test_everybody_can_tell_the_colours_apart(eyes):
    place = lab(PALETTE, SEEN[eyes])
    distance = np.linalg.norm(place[:, None] - place[None], axis=2)
    assert distance[np.triu_indices(len(PALETTE), k=1)].min() > 15
