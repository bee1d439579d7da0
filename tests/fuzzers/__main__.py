"""``python -m tests.fuzzers NAME``: run one of the fuzzers; with ``--help`` after the name, show its options."""

from __future__ import annotations

import argparse
import importlib
import sys

from tests.fuzzers.driver import leave, run_alone
from tests.fuzzers.test_fuzzers import SHARE

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzers", description="Run one fuzzer.", add_help=False)
    parser.add_argument("name", choices=SHARE)
    asked = parser.parse_args(sys.argv[1:2])
    leave(run_alone(importlib.import_module(f"tests.fuzzers.{asked.name}").FUZZER, sys.argv[2:]))
