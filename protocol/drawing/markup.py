"""SVG elements as text. Plain strings among an element's children are text and are escaped."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape

Number = int | float


#: Length of the children up to which an element is remembered.
REMEMBERED_LENGTH = 2000


class Markup(str):
    """Finished SVG; every other string is text."""

    __slots__ = ()


@lru_cache(maxsize=8192)
def number(value: Number) -> str:
    """A coordinate with at most two decimals."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *children: str | None, **attributes: str | Number | None) -> Markup:
    """An element. In names of attributes ``_`` stands for ``-`` and a last ``_`` is dropped (``class_``);
    attributes and children that are None are left out."""
    if sum(len(child) for child in children if child is not None) > REMEMBERED_LENGTH:
        return _made(name, *children, **attributes)
    return _remembered(name, *children, **attributes)


def _made(name: str, *children: str | None, **attributes: str | Number | None) -> Markup:
    said = "".join(
        f' {_spelt(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None
    )
    inner = join(*children)
    return Markup(f"<{name}{said}>{inner}</{name}>" if inner else f"<{name}{said}/>")


#: Elements that are remembered: one picture resembles the next, and most of its shapes are the same. Longer
#: ones are made anew. The types count, for text that looks like an element is none.
_remembered = lru_cache(maxsize=4096, typed=True)(_made)


def join(*children: str | None) -> Markup:
    """Elements and texts one after the other."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(_printable(child), quote=False)
            for child in children
            if child is not None
        )
    )


@cache
def _spelt(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | Number) -> str:
    return escape(_printable(value)) if isinstance(value, str) else number(value)


def _printable(text: str) -> str:
    """The text without characters that XML cannot hold."""
    if text.isprintable():
        return text
    return "".join(letter if letter >= " " and letter not in "\ufffe\uffff" else " " for letter in text)


def group(
    *children: str | None,
    x: Number = 0,
    y: Number = 0,
    scale: Number = 1,
    **attributes: str | None,
) -> Markup:
    """Elements drawn ``scale`` times as large and moved to (x, y)."""
    moved = [f"translate({number(x)} {number(y)})"] if x or y else []
    if scale != 1:
        moved.append(f"scale({number(scale)})")
    return tag("g", *children, transform=" ".join(moved) or None, **attributes)


def anchor(
    at: str | None,
    words: str,
    *children: str | None,
    x: Number = 0,
    y: Number = 0,
    key: str | None = None,
    role: str = "img",
    kind: str | None = None,
) -> Markup:
    """A thing on the table: ``at`` names what is touched (None: nothing), ``words`` say what it is, ``key``
    names the thing wherever it lies (``at`` by default), ``kind`` the pieces that do not differ. Children
    are drawn relative to (x, y). The role is ``group`` for a thing that holds others."""
    return group(
        *children, x=x, y=y, data_at=at, data_key=key or at, role=role, aria_label=words, data_kind=kind
    )


def rect(
    x: Number, y: Number, width: Number, height: Number, r: Number = 0, **attributes: str | Number | None
) -> Markup:
    """A rectangle with corners of radius ``r``."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=r or None, **attributes)


def circle(x: Number, y: Number, r: Number, **attributes: str | Number | None) -> Markup:
    """A circle around (x, y)."""
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def path(d: str, **attributes: str | Number | None) -> Markup:
    """A path."""
    return tag("path", d=d, **attributes)


def line(x1: Number, y1: Number, x2: Number, y2: Number, **attributes: str | Number | None) -> Markup:
    """A line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)
