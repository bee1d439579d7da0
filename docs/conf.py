"""How Sphinx builds the documentation: ``just docs``."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # for docs.builder, also where its pages are made in another process

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "axiometer"
author = "The axiometer developers"
copyright = f"{author}. Apache License 2.0"
version = release = PROJECT["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "docs.builder.site",
]
exclude_patterns = ["builder"]
source_url = PROJECT["urls"]["Source"]

NAVIGATION = {
    "index": ["start/index", "guides/index", "gallery/index", "reference/index", "theory/index", "development/index"],
    "start/index": ["start/install", "start/tour", "start/demo", "start/coming-from/index"],
    "start/coming-from/index": [
        f"start/coming-from/{name}" for name in ("trec_eval", "ir_measures", "ranx", "pyterrier", "lenskit", "rectools")
    ],
    "guides/index": [
        f"guides/{name}"
        for name in (
            *("search", "conventions", "diversity", "recall", "recommenders", "preferences", "comparing", "reports"),
            *("figures", "training", "scale", "simulation", "own-measures"),
        )
    ],
    "reference/index": [
        *("reference/measures/index", "reference/profiles", "reference/commands/index", "reference/api/index"),
        *("reference/file-formats", "reference/glossary"),
    ],
    "reference/measures/index": ["reference/measures/*"],
    "reference/commands/index": ["reference/commands/*"],
    "reference/api/index": ["reference/api/names/*"],
    "theory/index": ["theory/axioms", "theory/meta-evaluation", "theory/papers", "theory/works"],
    "development/index": [
        *("development/contributing", "development/how-it-works", "development/versions", "development/changelog"),
        "development/decisions/index",
    ],
    "development/decisions/index": ["development/decisions/*"],
}
"""Which pages stand below which; a star is all that are there."""

COPIED = {"development/contributing": "CONTRIBUTING.md", "development/changelog": "CHANGELOG.md"}
"""Pages that are files at the top of the repository."""

myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "config.cache"]
highlight_language = "none"
smartquotes = False

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "pydata_sphinx_theme"
html_title = "axiometer"
html_logo = "images/logo.svg"
html_favicon = "images/logo.svg"
html_static_path = ["static"]
html_css_files = ["style.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_sidebars = {"index": [], "gallery/index": []}
html_theme_options = {
    "logo": {"text": "axiometer", "alt_text": "axiometer"},
    "github_url": source_url,
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "navigation_depth": 3,
    "show_toc_level": 2,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "gallery/index": ["page-toc"]},
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "back_to_top_button": True,
}
