"""Links to a table, and their QR codes. The token stands behind a # and so is never part of a request."""

from __future__ import annotations

import io

import segno

from protocol.web.safety import is_loopback
from protocol.web.sights import Json


def invitation(host: str, reach: str, table: str, token: str) -> Json:
    """A link to a table for another device: by the address ``reach``, where the page itself was opened by one
    that only this computer knows. ``far``: whether other devices can use it."""
    if is_loopback(host.rpartition(":")[0] or host):
        host = reach or host
    link = f"http://{host}/t/{table}#{token}"
    far = not is_loopback(host.rpartition(":")[0])
    return {"say": "invite", "link": link, "far": far, "code": code(link)}


def code(text: str) -> str:
    """The QR code of a text as SVG, black on white in every theme so that cameras read it."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, dark="#000", light="#fff", omitsize=True
    )
    return out.getvalue().decode()
