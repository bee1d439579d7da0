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

# Build the documentation into site/, where a warning is an error; site/index.html opens without a server
docs: set-up
    rm -rf site
    {{ python }} -m sphinx -b html -E -W --keep-going -q docs site

# Write what is made from the code into the pages: measures, profiles, commands, public names
tables: set-up
    {{ python }} -m docs.tables

# Draw docs/images/report.webp again, the report of the demo, with chromium
picture: set-up
    rm -rf site/picture && mkdir -p site/picture
    cd site/picture && ../../{{ python }} -m axiometer demo > demo.txt
    chromium --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1.5 --window-size=1240,820 \
        --virtual-time-budget=6000 --screenshot="$PWD/docs/images/report.webp" "file://$PWD/site/picture/axiometer-demo/report.html"

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
