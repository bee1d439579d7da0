"""axiometer measures rankings, and measures the measures."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any


def _homes() -> dict[str, tuple[str, str]]:
    """Find where each public name lives: the stub beside this file says it, to type checkers as well."""
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {each.asname or each.name: (str(node.module), each.name) for node in imports for each in node.names}


_HOMES = _homes()
__all__ = sorted(_HOMES.keys() - {"spark"})  # all of them can be imported where there is no Spark


def __getattr__(name: str) -> Any:
    """Import what is asked for, so that importing the package costs next to nothing."""
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)  # ``pyproject.toml`` alone has it
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, its_name = _HOMES[name]
    is_room = home == __name__
    globals()[name] = found = import_module(f"{home}.{name}") if is_room else getattr(import_module(home), its_name)
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
