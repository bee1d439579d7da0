"""Equations as MathML, which browsers render by themselves: no script, no fonts, no network."""

from __future__ import annotations

import html
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert


def inline(writer: Any, node: nodes.math) -> None:
    """Write an equation that stands in a line."""
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def displayed(writer: Any, node: nodes.math_block) -> None:
    """Write an equation that stands alone; who copies it gets the LaTeX."""
    latex = node.astext().strip()
    writer.body.append(f'<div class="equation" title="{html.escape(latex)}">{convert(latex, display="block")}</div>')
    raise nodes.SkipNode
