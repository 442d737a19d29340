"""The view of a spectator: the common part of the views of all seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.client import Told


def common(views: Sequence[Any]) -> Any:
    """The common part of all views, with None where they differ.

    >>> common([{"hand": [1, 2], "left": 3}, {"hand": None, "left": 3}])
    {'hand': None, 'left': 3}
    """
    first = views[0]
    if all(view == first and type(view) is type(first) for view in views):
        return first
    if all(isinstance(view, dict) for view in views):
        keys = [key for key in first if all(key in view for view in views)]
        return {key: common([view[key] for view in views]) for key in keys}
    if all(isinstance(view, list) and len(view) == len(first) for view in views):
        return [common(list(items)) for items in zip(*views, strict=True)]
    return None


def public(stories: Sequence[Sequence[Told]]) -> list[Told]:
    """The events that all seats saw alike, in the order of the first seat's story."""
    rest = [[(event.seat, event.token, event.phrase) for event in story] for story in stories[1:]]
    out = []
    for event in stories[0]:
        key = (event.seat, event.token, event.phrase)
        if all(key in story for story in rest):
            out.append(event)
            for story in rest:
                del story[: story.index(key) + 1]
    return out
