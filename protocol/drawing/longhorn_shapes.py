"""The things of Longhorn: cattle, tokens, nuggets, the outlaw. Each is drawn in a box of 24 by 24."""

from __future__ import annotations

from protocol.drawing.markup import Markup, circle, group, join, line, path, rect
from protocol.drawing.shapes import label

COLOURS = ("black", "white", "orange", "green")
#: The left horn of each colour: wide, upright, hanging, lyre. With the letter they tell the colours apart.
_HORNS = {
    "black": "M7 8C4 8 2 7 .8 3.8 3 5.4 5 5.8 8 6Z",
    "white": "M7.4 8C5.6 6.4 5 3.6 5.8 1 7 3 7.8 4.4 9.4 6Z",
    "orange": "M7.6 6C4 5 1.6 6.6 1.4 10.4 3 8.8 4.6 8.6 7 9Z",
    "green": "M7.2 8C3.6 7.6 2 4.4 4.6 1.2 4.6 3.8 5.6 5 8.4 5.8Z",
}
_MIRRORED = "translate(24 0) scale(-1 1)"
_HEAD = "M6.6 7.6Q12 3.8 17.4 7.6L16.4 15.6Q15.6 22.6 12 22.6 8.4 22.6 7.6 15.6Z"
_EARS = "M7 9.4L3.6 11.4 7.2 12.4ZM17 9.4L20.4 11.4 16.8 12.4Z"


def animal(colour: str) -> Markup:
    """The head of an animal, with the letter of its colour."""
    tone = "on-dark" if colour in ("black", "green") else "on-light"
    return join(
        path(_EARS, class_=f"hm-head hm-{colour}"),
        path(_HORNS[colour], class_="hm-horn"),
        path(_HORNS[colour], class_="hm-horn", transform=_MIRRORED),
        path(_HEAD, class_=f"hm-head hm-{colour}"),
        label(colour[0].upper(), 12, 16.4, 9.5, bold=True, align="middle", tone=tone),
        path("M10.4 19.6h.01M13.6 19.6h.01", class_=f"hm-nose hm-nose-{tone[3:]}"),
    )


def row(colour: str, number: int, room: float, size: float = 24) -> Markup:
    """``number`` animals side by side, overlapping where the room is short, and their number."""
    figure = size * 0.62
    step = min(size * 0.92, (room - figure - size) / (number - 1)) if number > 1 else 0
    heads = [
        group(
            group(animal(colour), scale=size / 24),
            x=each * step,
            data_kind=f"cattle.{colour}",
        )
        for each in range(number)
    ]
    x = (number - 1) * step + size + 2 if number else 0
    count = label(str(number), x, size * 0.72, size * 0.58, bold=True) if number > 1 else None
    return join(*heads, count)


def nugget(dollars: int | None = None) -> Markup:
    """A nugget, its worth on it."""
    return join(
        path("M3 15L5 7 11 3.4 18 5 22 12 19 19 10 21Z", class_="hm-gold"),
        path("M7.5 8.5L11 6.4M16.5 17l1.6-2", class_="hm-stroke hm-thin"),
        None
        if dollars is None
        else label(str(dollars), 12.2, 15.6, 9, bold=True, align="middle", tone="gold-ink"),
    )


def token(kind: str, dollars: int | None, dangerous: bool) -> Markup:
    """A token: a nugget, or a disc with its sign."""
    if kind == "gold":
        return nugget(dollars)
    disc = circle(12, 12, 11, class_="hm-token-danger" if dangerous else "hm-token")
    return join(disc, _SIGNS[kind]())


def _branding() -> Markup:
    return join(
        path("M6 18.5L12.6 11.9", class_="hm-stroke"),
        circle(15.2, 9.2, 3.7, class_="hm-stroke"),
        path("M13.4 11L17 7.4", class_="hm-stroke"),
    )


def _snakeoil() -> Markup:
    return join(
        path("M10 4.6h4v4l2.6 3v7.2q0 1-1 1H8.4q-1 0-1-1v-7.2l2.6-3Z", class_="hm-stroke"),
        rect(8.8, 12.8, 6.4, 4.4, 0.6, class_="hm-accent"),
        line(9.6, 4.6, 14.4, 4.6, class_="hm-stroke"),
    )


def _ambush() -> Markup:
    return path(
        "M4.6 8.2H18.4V11H13.6Q13.2 13.6 10.8 13.6L9.6 17.8H6L7.4 12.4 4.6 11ZM10.6 11v2.2",
        class_="hm-stroke",
    )


def _rattlesnake() -> Markup:
    return join(
        path(
            "M17.6 7.2Q13.6 4 10.4 6.4 7.4 9 11.4 11.4 16.6 13.8 13.8 16.8 10.6 19.4 6.2 16.6",
            class_="hm-danger-line",
        ),
        circle(17.8, 7.2, 1.7, class_="hm-danger"),
        path("M6.2 16.6L4.8 14.2M6.8 17.4L5 18.2", class_="hm-danger-line"),
    )


def _epidemic() -> Markup:
    return join(
        path("M7 10.6Q7 4.8 12 4.8T17 10.6Q17 13.4 15 14.4V18.4H9V14.4Q7 13.4 7 10.6Z", class_="hm-stroke"),
        circle(10, 10.8, 1.5, class_="hm-ink"),
        circle(14, 10.8, 1.5, class_="hm-ink"),
        path("M11 18.4V16M13 18.4V16", class_="hm-stroke"),
    )


def _sheriff() -> Markup:
    return path(
        "M12 3.8L14.1 9.2 19.9 9.5 15.4 13.1 16.9 18.7 12 15.5 7.1 18.7 8.6 13.1 4.1 9.5 9.9 9.2Z",
        class_="hm-danger",
    )


_SIGNS = {
    "branding": _branding,
    "snakeoil": _snakeoil,
    "ambush": _ambush,
    "rattlesnake": _rattlesnake,
    "epidemic": _epidemic,
    "sheriff": _sheriff,
}


def outlaw() -> Markup:
    """The outlaw: a face behind a scarf under a hat."""
    return join(
        path("M6.6 9.6H17.4V14Q17.4 19.4 12 19.4T6.6 14Z", class_="hm-face"),
        path("M6.4 13.2Q12 15 17.6 13.2L16.6 18 12 23 7.4 18Z", class_="hm-scarf"),
        path(
            "M.8 9.4Q4.6 8 6.8 8L8 2.8Q12 4.4 16 2.8L17.2 8Q19.4 8 23.2 9.4 18 11.4 12 11.4T.8 9.4Z",
            class_="hm-hat",
        ),
        path("M9.4 12h.01M14.6 12h.01", class_="hm-stroke hm-eye"),
    )
