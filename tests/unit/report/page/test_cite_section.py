"""How a report is cited and made again."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.metadata import version

import pytest

from axiometer.axioms.checking import find_axioms
from axiometer.report.citations import CRITERIA, SOFTWARE, bibliography
from axiometer.report.page.cite_section import cite_section, quoted_command, versions

EVIL = "<script>alert(1)</script>"


def test_what_was_used_is_cited_once():
    html = cite_section(["nDCG@10", "DCG", "lexirecall"], ["unanimity", "compare"], "axiometer report", "T")
    cited = re.findall(r"@\w+\{(\w+),", html)
    assert cited[0] == SOFTWARE
    assert cited[-1] == "amigo2018"
    assert set(cited[1:-1]) == {"jarvelin2002", "burges2005", "diaz2026"}
    assert len(cited) == len(set(cited))
    assert "No entry is known" not in html


def test_axioms_and_tests_are_cited():
    html = cite_section([], ["tukey-hsd"], "x", "T", axioms=find_axioms("recommendation"))
    assert "@article{carterette2012" in html
    assert "parapar2021" in html


def test_what_is_not_known_has_no_entry_and_it_is_said():
    html = cite_section(["AP", EVIL, "my measure"], [EVIL], "x", EVIL)
    assert "<script" not in html
    assert "No entry is known for <code>&lt;script&gt;alert(1)&lt;/script&gt;</code>, <code>my measure</code>" in html


def test_all_keys_are_in_the_bibliography_and_the_program_has_its_version():
    assert {key for its in CRITERIA.values() for key in its} <= set(bibliography())
    assert f"note = {{Version {version('axiometer')}}}" in bibliography()[SOFTWARE]
    assert f"axiometer {version('axiometer')}, numpy {version('numpy')}" in versions()


def test_texts_can_be_copied_and_tables_downloaded():
    html = cite_section(["AP"], [], ["axiometer", "report", "a b"], "T")
    for name in ("cite-bibtex", "cite-command"):
        assert f'class="copy" data-copies="#{name}"' in html
        assert f'<pre id="{name}">' in html
    assert "axiometer report &#x27;a b&#x27;</pre>" in html
    for name in ("values", "leaderboard", "pairs"):
        assert f'data-download="{name}"' in html


@pytest.mark.parametrize("word", ["plain.run", "a b", "x; rm -rf /", "$(id) `id` \\ \"'", "-dash", "", "中*?"])
def test_a_shell_reads_the_same_words(word):
    assert shlex.split(quoted_command(["axiometer", word])) == ["axiometer", word]


@pytest.mark.skipif(sys.platform == "win32", reason="file names that are no text, and bash, are POSIX")
@pytest.mark.parametrize("word", ["line\nend'\\", "turned\u202egnp", "\x1b[31m", "\udcff.run"])
def test_letters_that_do_not_show_are_escaped(word):
    written = quoted_command([word])
    assert written.isprintable()
    read = subprocess.run(["bash", "-c", f"printf %s {written}"], capture_output=True, check=True).stdout
    assert read.decode(errors="surrogateescape") == word
