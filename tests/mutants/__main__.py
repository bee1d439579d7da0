"""``python -m tests.mutants``: put faults into the code, and see which test notices each."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.copying import ROOT, Copy
from tests.mutants.mutant import Mutant, Mutants, StaleMutantError
from tests.mutants.trying import CallMap, Outcome, tried


def main() -> int:
    """Run the command: 0 if all mutants are killed, 1 if any survives or is broken, 2 if the list is stale."""
    asked = _arguments()
    mutants = Mutants.read()
    try:
        mutants.refuse_stale(ROOT)
    except StaleMutantError as error:
        print(f"stale mutants:\n{error}", file=sys.stderr)
        return 2
    chosen = mutants.chosen(asked.only)
    if not chosen:
        print(f"no mutant is called so: {', '.join(asked.only)}", file=sys.stderr)
        return 2
    if asked.list:
        for each in chosen:
            print(f"{each.room:12} {each.name}: {each.means}")
        return 0
    outcomes = _all_tried(chosen, asked)
    print(_summary(outcomes))
    return int(any(each.survives or each.run == "broken" for each in outcomes))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="those with this in their name or file")
    parser.add_argument("--list", action="store_true", help="show the mutants, and run nothing")
    far = parser.add_mutually_exclusive_group()
    far.add_argument(
        "--near", dest="far", action="store_const", const="near", help="ask only the tests nearest to the function"
    )
    far.add_argument(
        "--rest", dest="far", action="store_const", const="thorough", help="also ask the thorough run, if need be"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many mutants at the same time")
    parser.add_argument("--anew", action="store_true", help="record again what each test calls")
    parser.set_defaults(far="fast")
    return parser.parse_args()


def _all_tried(chosen: Sequence[Mutant], asked: argparse.Namespace) -> list[Outcome]:
    """Try all, each in a copy that no other uses, and print the outcomes as they come."""
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for job in range(asked.jobs):
            copies.put(Copy.make(Path(folder) / str(job)))
        copy = copies.get()
        known = CallMap.of(copy, lambda told: print(told, flush=True), anew=asked.anew)
        copies.put(copy)
        for test in known.failing():
            print(f"fails without a mutant, and is not asked: {test}")

        def work(mutant: Mutant) -> Outcome:
            its = copies.get()
            try:
                return tried(mutant, its, known, asked.far)
            finally:
                copies.put(its)

        width = max(len(each.name) for each in chosen)
        outcomes = []
        with ThreadPoolExecutor(asked.jobs) as pool:
            for outcome in pool.map(work, chosen):
                outcomes.append(outcome)
                run = outcome.run or "SURVIVES"
                name, room = outcome.mutant.name, outcome.mutant.room
                line = f"{name:{width}}  {room:11}  {run:8}  {outcome.seconds:4.0f} s  {outcome.killer}"
                print(line.rstrip(), flush=True)
        return outcomes


def _summary(outcomes: Sequence[Outcome]) -> str:
    count = {run: sum(each.run == run for each in outcomes) for run in ("fast", "thorough", "broken", "")}
    return (
        f"{len(outcomes)} mutants: {count['fast']} killed by the fast run, {count['thorough']} by the thorough one, "
        f"{count['broken']} broken, {count['']} survive"
    )


if __name__ == "__main__":
    sys.exit(main())
