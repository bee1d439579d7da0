"""Pages and tables that MkDocs makes from the code: the measures, the profiles, the public names."""

from __future__ import annotations

import html
import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, fields
from functools import cached_property
from itertools import groupby
from typing import Any

import worked_example
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import axiometer as ax
from axiometer.conventions.profiles import PROFILES
from axiometer.data import schema
from axiometer.measures.base import SystemMeasure
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.parameters import Parametrised
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.pool import Pool
from axiometer.projection.segments import Segments
from axiometer.report.citations import bibliography

FAMILIES = {
    "adhoc": "One ranked list",
    "intent": "Aspects, by way of another measure",
    "diversity": "Aspects and novelty",
    "text": "Text read",
    "recall": "Finding everything, and the worst-off",
    "recsys": "Recommendation",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add one page for each measure."""
    for measure in _all_measures():
        files.append(File.generated(config, f"measures/{measure.name}.md", content=measure_page(measure)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put tables where a page has a mark such as ``<!-- generated: profiles -->``."""
    return re.sub(r"<!-- generated: (.+?) -->", lambda mark: GENERATED[mark[1]](), markdown)


def _all_measures() -> list[type[ax.Measure | SystemMeasure]]:
    return [*catalogue().values(), *system_catalogue().values()]


def measure_page(measure: type[ax.Measure | SystemMeasure]) -> str:
    """Say what a measure is, what it can be told, what it gives for an example, and whom to cite."""
    parameters = measure.parameters()
    measures = worked_example.shown_measures(measure)
    cited = str(measures[0]) if issubclass(measure, Wrapper) else measure.name
    rows = [
        ("`@k`" if each == "cutoff" else f"`{each}`", declared.metadata["meaning"], _default(declared.default))
        for each, declared in parameters.items()
    ]
    parts = [
        f"# {measure.name}",
        _escaped(inspect.getdoc(measure) or ""),
        "## Parameters",
        _table(["parameter", "meaning", "default"], rows) if rows else "None.",
        "## Example",
        _example(measures),
        "## Citation",
        f'`axiometer cite -m "{cited}"` prints:',
        *(f"```bibtex\n{bibliography()[key]}\n```" for key in measure.cites),
        "[All measures](index.md)",
    ]
    return "\n\n".join(parts) + "\n"


def _example(measures: Sequence[ax.Measure | SystemMeasure]) -> str:
    said, rows = worked_example.told(measures)
    ranking = _table(["rank", *range(1, len(rows[0]))], rows)
    values = _table(["measure", "value"], [(f"`{each}`", worked_example.value(each)) for each in measures])
    return f"{said}\n\n{ranking}\n\nThe values, as `evaluate` computes them:\n\n{values}"


def measure_table() -> str:
    """List all measures, family by family, with a link to their page."""
    parts = []
    order = [*FAMILIES]
    by_family = sorted(_all_measures(), key=lambda measure: order.index(_family(measure)))
    for family, measures in groupby(by_family, key=_family):
        package = importlib.import_module(f"axiometer.measures.{family}")
        rows = [(f"[{m.name}]({m.name}.md)", _first_line(m), _signature(m)) for m in measures]
        parts += [f"## {FAMILIES[family]}", inspect.getdoc(package) or ""]
        parts.append(_table(["measure", "what it is", "parameters"], rows))
    return "\n\n".join(parts)


def preference_table() -> str:
    """List all preferences."""
    rows = [(f"`{each.name}`", _first_line(each), _signature(each)) for each in preference_catalogue().values()]
    return _table(["preference", "what it is", "parameters"], rows)


def _first_line(thing: type[Parametrised]) -> str:
    return _escaped((inspect.getdoc(thing) or "").split("\n")[0])


def _family(measure: type[ax.Measure | SystemMeasure]) -> str:
    return measure.__module__.split(".")[-2]


def profile_summaries() -> str:
    """Say which program each profile follows."""
    return "\n".join(f"- `{profile.name}`: {profile.summary}" for profile in PROFILES.values())


def profile_table() -> str:
    """Show what the profiles fix, one row per profile, without what all of them leave open."""
    conventions = [
        f.name for f in fields(ax.Profile) if f.name not in {"name", "summary", "follows", "exceptions", "fixed"}
    ]
    set_by_some = [c for c in conventions if any(getattr(p, c) is not None for p in PROFILES.values())]
    rows = [(f"`{p.name}`", *(_default(getattr(p, c)) for c in set_by_some)) for p in PROFILES.values()]
    return _table(["profile", *(f"`{c}`" for c in set_by_some)], rows)


def profile_exceptions() -> str:
    """List the measures for which a profile has other conventions."""
    rows = [
        (f"`{p.name}`", _escaped(which), ", ".join(f"`{k}` {v}" for k, v in changes.items()))
        for p in PROFILES.values()
        for which, changes in p.conventions(_declared())["exceptions"].items()
    ]
    return _table(["profile", "measure", "has"], rows)


def _declared() -> list[type[Parametrised]]:
    return [*_all_measures(), *preference_catalogue().values()]


def profile_parameters() -> str:
    """List the parameters that profiles give to measures whose name leaves them open."""
    profiles: dict[tuple[str, str], list[str]] = {}
    for profile in PROFILES.values():
        for measure, values in profile.conventions(_declared())["parameters"].items():
            told = ", ".join(f"`{k}={v!r}`" for k, v in values.items())
            profiles.setdefault((measure, told), []).append(f"`{profile.name}`")
    rows = [(f"`{measure}`", told, ", ".join(names)) for (measure, told), names in profiles.items()]
    return _table(["measure", "has", "under"], rows)


def column_table() -> str:
    """List the names by which columns are known."""
    return _table(
        ["column", "names it is known by"],
        [(f"`{ours}`", ", ".join(f"`{alias}`" for alias in aliases)) for ours, aliases in schema.ALIASES.items()],
    )


def reference() -> str:
    """Describe the public names: functions, classes, errors."""
    public = {name: getattr(ax, name) for name in ax.__all__ if not inspect.ismodule(getattr(ax, name))}
    rooms = {name: getattr(ax, name) for name in ax.__all__ if name not in public}
    public |= {f"{room}.{name}": getattr(its, name) for room, its in rooms.items() for name in its.__all__}
    functions = [name for name, thing in public.items() if inspect.isfunction(thing)]
    errors = [n for n, thing in public.items() if isinstance(thing, type) and issubclass(thing, Exception)]
    classes = [name for name in public if name not in {*functions, *errors}]
    parts = []
    for title, names in {"Functions": functions, "Classes": classes, "Errors": errors}.items():
        parts.append(f"## {title}")
        for name in names:
            parts += [f"### {name}", *_described(public[name], name)]
    return "\n\n".join(parts)


def ranked_lists() -> str:
    """Describe what a measure sees."""
    return "\n\n".join(
        "\n\n".join([f"### {each.__name__}", *_described(each, each.__name__)])
        for each in (RankedLists, AspectLists, Pool, Segments, Additive, Terms)
    )


def _described(thing: Any, called: str) -> Iterable[str]:
    if inspect.isfunction(thing):
        yield f"```python\n{_call(called, thing)}\n```"
    yield _rendered(inspect.getdoc(thing) or "")
    if not inspect.isclass(thing) or issubclass(thing, Exception):
        return
    for name, member in vars(thing).items():
        if name.startswith("_") or not (inspect.isroutine(member) or _is_property(member)):
            continue
        doc = _rendered(inspect.getdoc(member) or "")
        call = name if _is_property(member) else _call(name, getattr(thing, name))
        yield f"#### `{thing.__name__}.{call}`\n\n{doc}"


def _is_property(member: object) -> bool:
    return isinstance(member, property | cached_property)


def _call(name: str, function: Callable[..., Any]) -> str:
    """Write a function's signature without its types."""
    signature = inspect.signature(function)
    plain = [p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "self"]
    return name + str(signature.replace(parameters=plain, return_annotation=signature.empty))


def _rendered(doc: str) -> str:
    """Turn a docstring in the numpydoc style into Markdown."""
    prose, *sections = re.split(r"^(\w+)\n-{3,}\n", doc, flags=re.MULTILINE)
    parts = [prose.replace("``", "`")]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        if title == "Examples":
            parts.append(f"```pycon\n{body.strip()}\n```")
            continue
        entries = re.findall(r"^(\S.*)\n((?:[ \t]+.*\n?|\n)+)", body, flags=re.MULTILINE)
        lines = [f"- `{name}`: {' '.join(text.split())}".replace("``", "`") for name, text in entries]
        parts.append(f"**{title}**\n\n" + "\n".join(lines))
    return "\n\n".join(part.strip() for part in parts)


def _signature(thing: type[Parametrised]) -> str:
    return ", ".join("`@k`" if name == "cutoff" else f"`{name}`" for name in thing.parameters()) or "–"


def _default(value: Any) -> str:
    return "–" if value is None or value is MISSING else f"`{value}`"


def _escaped(text: str) -> str:
    """Keep Markdown from reading an equation as markup."""
    return re.sub(r"([\\`*_{}\[\]#])", r"\\\1", html.escape(text, quote=False)).replace("|", "&#124;")


def _table(head: Iterable[Any], rows: Iterable[Iterable[Any]]) -> str:
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


GENERATED: dict[str, Callable[[], str]] = {
    "measures": measure_table,
    "preferences": preference_table,
    "profile summaries": profile_summaries,
    "profiles": profile_table,
    "profile parameters": profile_parameters,
    "profile exceptions": profile_exceptions,
    "columns": column_table,
    "public names": reference,
    "ranked lists": ranked_lists,
}
