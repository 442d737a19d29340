"""Pictures as PNG, by resvg (the extra ``draw``)."""

from __future__ import annotations


class NoPng(Exception):
    """resvg-py is not installed."""


def need_png() -> None:
    """Raise NoPng when resvg-py is missing."""
    try:
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise NoPng(
            "a PNG needs resvg-py, which is missing: pip install 'herdmind[draw]', or write an .svg file"
        ) from error


def png(svg: str) -> bytes:
    """A picture drawn ``flat`` and with a width as a PNG file of that width.

    Raises:
        NoPng: resvg-py is missing.
    """
    need_png()
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
