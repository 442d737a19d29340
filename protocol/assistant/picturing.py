"""Pictures of positions as content of an answer."""

from __future__ import annotations

import base64
from typing import Any

from mcp_types import ContentBlock, EmbeddedResource, ImageContent, TextResourceContents

from protocol.assistant.mcp_tables import OpenTable, Wrong
from protocol.drawing.draw import NoPicture, draw
from protocol.drawing.png import NoPng, png

#: Width of a picture in pixels.
WIDTH = 900


def picture_of(view: dict[str, Any], seat: int | None, table: OpenTable, form: str) -> ContentBlock:
    """The picture of a view: PNG as an image, SVG as a file, because hosts show no SVG as an image."""
    if view.get("position") is None:
        raise Wrong("form: there is no picture before the set-up is complete")
    try:
        svg = draw(view, seat=seat, names=table.people, theme="light", width=WIDTH, flat=form == "png")
        if form == "svg":
            address = f"herdmind://tables/{table.id}.svg"
            return EmbeddedResource(
                type="resource",
                resource=TextResourceContents(uri=address, mime_type="image/svg+xml", text=svg),
            )
        return ImageContent(type="image", data=base64.b64encode(png(svg)).decode(), mime_type="image/png")
    except (NoPicture, NoPng) as error:
        raise Wrong(f"form: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        if seat is not None or not table.hidden:
            raise
        raise Wrong(f"seat: only a seat has a picture of {table.title}; name one") from error
