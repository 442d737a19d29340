"""Docstrings as Markdown: examples become code blocks, roles become links."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|meth|attr|func|data|mod|exc):`~?([\w.]+)`")
EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)


def markdown(text: str) -> str:
    """A docstring with fences around its examples and with plain code for its roles."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", ROLE.sub(r"`\1`", text))


class Docstrings(griffe.Extension):
    """The extension that mkdocstrings loads."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = markdown(obj.docstring.value)
