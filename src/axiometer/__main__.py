"""``python -m axiometer``."""

from axiometer.cli.main import main

main()
