"""``axiometer cite``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometer.cli.arguments import MeasuresOption, PluginOption
from axiometer.cli.commands import Command, new_app
from axiometer.cli.inputs import parse_with
from axiometer.engines.prefer import parse_compared
from axiometer.errors import UsageError
from axiometer.io.plugins import load_plugins
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import parse_wanted
from axiometer.measures.preferences.base import Preference
from axiometer.report.citations import citations

app = new_app()


@app.command(cls=Command)
def cite(measures: MeasuresOption, plugin: PluginOption = None) -> None:
    """Print the BibTeX entries of measures and preferences."""
    own = load_plugins(plugin or [])
    named = parse_with(own, measures, lambda things: [each for thing in things for each in _named(thing)])
    print("\n\n".join(citations(named)))


def _named(thing: Any) -> Sequence[Measure | SystemMeasure | Preference]:
    """Find a measure of lists or of systems, or else a preference."""
    try:
        return parse_wanted(thing)
    except UsageError:
        return parse_compared(thing)
