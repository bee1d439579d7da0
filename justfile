# What contributors run. `just --list` shows it; `pip install rust-just` brings just.

python := ".venv/bin/python"

# Set up, and run the tests that protect every change
check:
    python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest -n auto

# Run the tests that `check` leaves out: other programs, papers, browser, Spark, TeX, fuzzers, more drawn examples
check-rest *options: set-up
    {{ python }} -m pytest -n auto --rest {{ options }}

# Everything that must hold before a change lands: all tests, the lines that none reaches, the linters
check-all:
    rm -f .coverage
    PYTEST_ADDOPTS="--cov --cov-append --cov-report= --cov-fail-under=0 ${PYTEST_ADDOPTS:-}" {{ just_executable() }} check check-rest
    {{ python }} -m coverage report
    {{ just_executable() }} lint

# Formatting, style, types, the direction of imports, workflows: what `git commit` runs after `pre-commit install`
lint: set-up
    PATH="$PWD/.venv/bin:$PATH" {{ python }} -m pre_commit run --all-files --show-diff-on-failure

# Build the documentation into site/
docs: set-up
    {{ python }} -m mkdocs build --strict

# Run a benchmark of the folder benchmarks: `just bench evaluate`
bench name *options: set-up
    {{ python }} -m pip install -q -e ".[bench]"
    {{ python }} benchmarks/{{ name }}.py {{ options }}

# Run a fuzzer at length: files, frames, hostile, names, small_collections, unfinished, writes
fuzz name *options: set-up
    {{ python }} -m tests.fuzzers {{ name }} {{ options }}

# Break the code in many small ways, and show which test sees it
mutants *options: set-up
    {{ python }} -m tests.mutants {{ options }}

[private]
set-up:
    python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]"
