"""``python -m axiometer``."""

import subprocess
import sys
from importlib.metadata import version


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "axiometer", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"axiometer {version('axiometer')}\n"


def test_bad_usage_of_the_module_is_told_by_its_exit_code():
    done = subprocess.run([sys.executable, "-m", "axiometer", "nothing"], capture_output=True, check=False)
    assert done.returncode == 2
