"""``axiometer leaderboard``."""

from __future__ import annotations

import typer

from axiometer.cli.arguments import AlphaOption, BaselinesOption, DrawsOption, SeedOption, ToleranceOption
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.findings import CorrectionOption, OfSystems, TestOption
from axiometer.meta.leaderboard import leaderboard as find_leaderboard
from axiometer.meta.significance import DRAWS

app = new_app()


@app.command(cls=sharing(OfSystems))
def leaderboard(
    context: typer.Context,
    baseline: BaselinesOption = None,
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: AlphaOption = 0.05,
    draws: DrawsOption = DRAWS,
    seed: SeedOption = 0,
    tie_tolerance: ToleranceOption = None,
) -> None:
    """Rank systems by their means, with confidence intervals and significance groups.

    Systems that share a letter do not differ significantly. With --baseline, their differences from it are shown
    instead of groups.

    [bold]Examples[/bold]

    axiometer leaderboard qrels.txt "runs/*.gz" -m nDCG@10

    axiometer leaderboard qrels.txt "runs/*.gz" -m "nDCG@10 AP" --output figure.pdf --columns 2
    """
    asked: OfSystems = context.obj
    outcomes = asked.outcomes()
    with asked.progress("testing") as progress:
        found = find_leaderboard(
            outcomes,
            baseline=baseline or None,
            test=test,
            correction=correction,
            alpha=alpha,
            draws=draws,
            tie_tolerance=tie_tolerance,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    asked.deliver(found)
