"""Print the oldest dependencies that the package declares, as ``pip install -r`` takes them.

``python .github/oldest.py test`` gives those of the package and of the extra ``test``.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN_EXTRAS = re.compile(rf"{PROJECT['name']}\[(?P<extras>[\w,-]+)\]")
LOWER_BOUND = re.compile(r"(?P<package>[\w.-]+(?:\[[\w,-]+\])?)>=(?P<version>[\w.]+)(?P<condition>\s*;.*)?")


def oldest(extras: Iterable[str]) -> Iterator[str]:
    """Turn each lower bound into that very version."""
    declared = PROJECT["dependencies"] + [each for extra in extras for each in PROJECT["optional-dependencies"][extra]]
    for requirement in declared:
        if own := OWN_EXTRAS.fullmatch(requirement):
            yield from oldest(own["extras"].split(","))
        elif bound := LOWER_BOUND.fullmatch(requirement):
            yield f"{bound['package']}=={bound['version']}{bound['condition'] or ''}"
        else:
            raise SystemExit(f"pyproject.toml: found {requirement!r}, expected a package, one >= and a version")


if __name__ == "__main__":
    print(*dict.fromkeys(oldest(sys.argv[1:])), sep="\n")
