"""The pages of the measures, and the tables that list them."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

import axiometer as ax
from axiometer.cli.measures import described
from axiometer.measures.base import SystemMeasure
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.parameters import Parametrised
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.report.citations import bibliography
from docs.builder import worked_example
from docs.builder.markdown import code, escaped, first_sentence, table

FAMILIES = {
    "adhoc": "One ranked list",
    "intent": "Aspects, by way of another measure",
    "diversity": "Aspects and novelty",
    "text": "Text read",
    "recall": "Recall and robustness",
    "recsys": "Recommendation",
}
EQUATIONS = Path(__file__).parents[1] / "reference" / "measures" / "equations.toml"

_TOLD = ("author", "title", "year")

Listed = type[ax.Measure | SystemMeasure]


@cache
def all_measures() -> dict[str, Listed]:
    """Give the measures of lists and those of systems by name."""
    return {**catalogue(), **system_catalogue()}


@cache
def equations() -> dict[str, str]:
    """Read the equations in LaTeX; a measure without one is shown with its docstring only."""
    return tomllib.loads(EQUATIONS.read_text(encoding="utf-8"))


def measure_page(name: str) -> str:
    """Say what a measure is, what it can be told, what it gives for an example, and whom to cite."""
    measure = all_measures()[name]
    shown = worked_example.shown_measures(measure)
    cited = str(shown[0]) if issubclass(measure, Wrapper) else name
    summary, _, rest = described(measure).partition("\n\n")
    equation = f"$$\n{equations()[name].strip()}\n$$" if name in equations() else ""
    parts = [
        escaped(summary),
        equation,
        escaped(rest),
        "## Parameters",
        _parameters(measure),
        "## Example",
        _example(shown),
        "## Citation",
        f'`axiometer cite -m "{cited}"` prints:',
        *(f"```bibtex\n{bibliography()[key]}\n```" for key in measure.cites),
        "[All measures](index.md)",
    ]
    return "\n\n".join(part for part in parts if part)


def _parameters(measure: Listed) -> str:
    rows = [
        ("`@k`" if name == "cutoff" else f"`{name}`", escaped(declared.metadata["meaning"]), code(declared.default))
        for name, declared in measure.parameters().items()
    ]
    return table(["parameter", "meaning", "default"], rows) if rows else "None."


def _example(measures: Sequence[ax.Measure | SystemMeasure]) -> str:
    said, rows = worked_example.told(measures)
    ranking = table(["rank", *range(1, len(rows[0]))], rows)
    values = table(["measure", "value"], [(f"`{each}`", worked_example.value(each)) for each in measures])
    return f"{said}\n\n{ranking}\n\nThe values, as `ax.evaluate` computes them:\n\n{values}"


def measure_table(_: str = "") -> str:
    """List all measures, family by family, with a link to their page."""
    parts = []
    order = [*FAMILIES]
    measures = sorted(all_measures().values(), key=lambda measure: order.index(_family(measure)))
    for family, members in groupby(measures, key=_family):
        package = importlib.import_module(f"axiometer.measures.{family}")
        rows = [(f"[{m.name}]({m.name}.md)", _summary(m), _signature(m)) for m in members]
        parts += [f"## {FAMILIES[family]}", inspect.getdoc(package) or ""]
        parts.append(table(["measure", "what it is", "parameters"], rows))
    return "\n\n".join(parts)


def preference_table(_: str = "") -> str:
    """List all preferences."""
    rows = [(f"`{each.name}`", _summary(each), _signature(each)) for each in preference_catalogue().values()]
    return table(["preference", "what it is", "parameters"], rows)


def reading_list(_: str = "") -> str:
    """List the works that measures and criteria are from, with the measures that cite them."""
    citing: dict[str, list[str]] = {}
    for measure in all_measures().values():
        for key in measure.cites:
            citing.setdefault(key, []).append(f"[{measure.name}](../reference/measures/{measure.name}.md)")
    for preference in preference_catalogue().values():
        for key in preference.cites:
            citing.setdefault(key, []).append(f"`{preference.name}`")
    works = bibliography().items()
    rows = [(f"`{key}`", escaped(_title(entry)), ", ".join(citing.get(key, ["–"]))) for key, entry in works]
    return table(["key", "work", "measures and preferences"], rows)


def _title(entry: str) -> str:
    fields = dict(line.strip().removesuffix(",").split(" = ", maxsplit=1) for line in entry.splitlines()[1:-1])
    told = [fields[name].replace(" and ", "; ") if name == "author" else fields.get(name, "") for name in _TOLD]
    return ". ".join(_plain(each) for each in told if each) + "."


def _plain(value: str) -> str:
    """Turn a value of BibTeX into text; Järvelin has the only accents that are written in TeX."""
    return value.replace('{\\"a}', "ä").replace("{", "").replace("}", "").removesuffix(".")


def _summary(thing: type[Parametrised]) -> str:
    return escaped(first_sentence(inspect.getdoc(thing) or ""))


def _family(measure: Listed) -> str:
    return measure.__module__.split(".")[-2]


def _signature(thing: type[Parametrised]) -> str:
    return ", ".join("`@k`" if name == "cutoff" else f"`{name}`" for name in thing.parameters()) or "–"
