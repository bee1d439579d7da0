from axiometer.plots.layout import Wanted, legend_columns, shown_title
from axiometer.plots.style import TALLEST, WIDTHS, text_width


def wanted(**other):
    given = {"mark": "point", "panels": 1, "y": ["a", "b"], "x": None, "y_title": "system", "x_title": "value"}
    return Wanted(**{**given, "columns": 1, **other}).layout()


def test_panels_and_names_fit_into_the_width():
    for columns in (1, 2):
        for panels in range(1, 9):
            found = wanted(panels=panels, columns=columns, y=["a name that is quite long"] * 3)
            assert found.across * found.width < WIDTHS[columns]
            assert found.across <= panels


def test_figures_are_no_taller_than_a_page():
    for n in (1, 10, 78, 79, 500, 5000):
        assert wanted(y=[str(at) for at in range(n)]).height <= TALLEST


def test_names_are_shown_as_long_as_there_is_room():
    assert wanted(y=[str(at) for at in range(60)]).rows.are_shown
    many = wanted(y=[str(at) for at in range(500)])
    assert many.rows.note == "system (500, names left out)"


def test_names_below_are_turned_where_they_are_long():
    short, long = (wanted(mark="rect", x=[name, "b"]).steps for name in ("a", "x" * 40))
    assert short.axis(is_below=True, is_titled=False)["labelAngle"] == 0
    assert long.axis(is_below=True, is_titled=False)["labelAngle"] == -90


def test_legends_have_as_many_columns_as_fit():
    assert legend_columns(["a"], 300) > 5
    assert legend_columns(["x" * 100], 300) == 1


def test_headings_are_no_wider_than_their_panels():
    assert shown_title("short", 200) == "short"
    heading = shown_title("x" * 100, 80)
    assert heading.endswith("…")
    assert text_width(heading) <= 80
