from axiometer.plots.style import SMALL, field_name, harmless, text_width, wrapped


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
