"""``python -m axiometer``, and what the streams of the command are made to be."""

import io
import subprocess
import sys
from importlib.metadata import version
from types import SimpleNamespace

import pytest

from axiometer.cli import main as module


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "axiometer", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"axiometer {version('axiometer')}\n"


def test_bad_usage_of_the_module_is_told_by_its_exit_code():
    done = subprocess.run([sys.executable, "-m", "axiometer", "nothing"], capture_output=True, check=False)
    assert done.returncode == 2


def test_a_reader_that_has_seen_enough_is_no_error(monkeypatch, capsys):
    def refuse(**_):
        raise BrokenPipeError

    closed = []
    system = SimpleNamespace(
        open=lambda *_: 7, dup2=lambda *files: closed.append(files), devnull="null", O_WRONLY=1, environ={}
    )
    monkeypatch.setattr(module, "program", lambda: refuse)
    monkeypatch.setattr(module, "os", system)
    monkeypatch.setattr("sys.stdout.fileno", lambda: 1, raising=False)
    with pytest.raises(SystemExit) as stop:
        module.main()
    assert stop.value.code == 1
    assert closed == [(7, 1)]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("platform", "chosen", "printed"),
    [
        ("win32", None, "σ ●\n".encode()),
        ("win32", "cp1253", "σ ?\r\n".encode("cp1253")),
        ("linux", None, "σ ?\r\n".encode("cp1253")),
    ],
)
def test_files_and_pipes_get_the_same_bytes_on_windows(platform, chosen, printed, monkeypatch):
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    if chosen:
        monkeypatch.setenv("PYTHONIOENCODING", chosen)
    monkeypatch.setattr(module, "sys", SimpleNamespace(platform=platform))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1253", newline="\r\n")
    module._prepare(stream)
    print("σ ●", file=stream, flush=True)
    assert stream.buffer.getvalue() == printed
