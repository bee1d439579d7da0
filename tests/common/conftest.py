"""What the common tests share: the command."""

from tests.unit.cli.conftest import command

__all__ = ["command"]
