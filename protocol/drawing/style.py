"""Colours and lettering of the pictures: ``drawing.css``, and a file of each game after it.

The files hold the light colours as custom properties in ``.hm``, the dark ones in a block of the same names,
and rules that use them by ``var(--hm-...)``. A page includes it once (:func:`stylesheet`). A picture that is
to stand in any program gets the colours written out (:func:`resolved`), since many programs that draw SVG
know no custom properties.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

Theme = Literal["auto", "light", "dark"]
HERE = Path(__file__).parent
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")

_BLOCK = re.compile(r"^\.hm(?P<dark>\[data-theme=\"dark\"\])?\s*\{(?P<body>[^}]*)\}\n?", re.MULTILINE)
_PROPERTY = re.compile(r"(--hm-[a-z0-9-]+):\s*([^;]+);")
_USE = re.compile(r"var\((--hm-[a-z0-9-]+)\)")


@cache
def _source() -> str:
    files = sorted(HERE.glob("*.css"), key=lambda file: (file.name != "drawing.css", file.name))
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r"/\*.*?\*/\n?", "", text, flags=re.DOTALL)


@cache
def _colours() -> tuple[dict[str, str], dict[str, str]]:
    """The custom properties of the light and of the dark theme."""
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for block in _BLOCK.finditer(_source()):
        (dark if block["dark"] else light).update(_PROPERTY.findall(block["body"]))
    return light, {**light, **dark}


@cache
def stylesheet() -> str:
    """The style sheet for a page: the theme of each picture is its ``data-theme`` (light, dark, or auto for
    the reader's own)."""
    _, dark = _colours()
    own = "".join(f"{name}:{value};" for name, value in dark.items())
    auto = f'@media (prefers-color-scheme: dark) {{ .hm[data-theme="auto"] {{ {own} }} }}\n'
    return _source() + auto


@cache
def resolved(theme: Theme) -> str:
    """The style sheet of one theme with its colours written out; ``auto`` counts as light."""
    colours = _colours()[theme == "dark"]
    rules = _BLOCK.sub("", _source())
    return _USE.sub(lambda use: colours[use[1]], rules)
