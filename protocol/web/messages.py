"""The messages of browsers: JSON objects of a known form, and nothing else.

Each has ``do`` and the fields that the table here gives for it, of the type given. Answers of the server have
``say`` instead. What is refused is named by a code, for which the page has a sentence.
"""

from __future__ import annotations

import json
from typing import Any

#: Most characters of a message.
SIZE_MAX = 8192
#: Most characters of a text in a message, and most items of a list.
TEXT_MAX = 200
LIST_MAX = 32
#: Fields that may be as long as a message: positions and moves.
LONG = ("text", "moves", "typed")

#: What can be asked: the fields of each message and their types.
FORMS: dict[str, dict[str, type]] = {
    "enter": {"key": str},
    "make": {"game": str, "rules": list, "chairs": list},
    "sit": {"table": str, "token": str, "narrow": bool},
    "claim": {"name": str},
    "move": {"token": str, "at": int},
    "back": {},
    "answer": {"yes": bool},
    "hint": {"at": int},
    "primer": {},
    "name": {"name": str},
    "invite": {"seat": int},
    "fill": {"seat": int, "level": str},
    "open": {"seat": int},
    "layout": {"narrow": bool},
    "record": {},
    "board-new": {
        "game": str,
        "seats": int,
        "rules": list,
        "how": str,
        "seat": int,
        "names": str,
        "seed": int,
    },
    "board-keep": {"board": str, "narrow": bool},
    "board-text": {"text": str, "moves": str, "at": int, "narrow": bool},
    "board-check": {"text": str},
    "board-enter": {"tokens": list, "at": int},
    "board-type": {"typed": str, "at": int},
    "board-draw": {"at": int},
    "board-go": {"to": int},
    "board-eyes": {"seat": int},
    "board-lines": {"on": bool},
    "board-layout": {"narrow": bool},
    "replay-open": {"source": str, "name": str, "token": str, "game": int},
    "replay-list": {"from": int},
    "replay-see": {"step": int, "seat": int, "narrow": bool, "film": bool},
    "replay-story": {"seat": int},
    "replay-judge": {"ms": int},
    "replay-stop": {},
    "replay-save": {"what": str, "step": int, "seat": int, "narrow": bool, "theme": str},
}


class Refusal(Exception):
    """A message that is refused: ``code`` names the sentence, ``about`` the word at fault."""

    def __init__(self, code: str, about: str = "") -> None:
        super().__init__(code)
        self.code, self.about = code, about

    def as_json(self) -> dict[str, Any]:
        """The refusal as an answer."""
        return {"say": "refused", "code": self.code, "about": self.about}


def read_message(text: str | bytes) -> dict[str, Any]:
    """The message of a browser.

    Raises:
        Refusal: it is too long, no JSON, or has not exactly the fields of its form.
    """
    if isinstance(text, bytes) or len(text) > SIZE_MAX:
        raise Refusal("bad-message")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("bad-message") from None
    if not isinstance(message, dict):
        raise Refusal("bad-message")
    what = message.get("do")
    form = FORMS.get(what) if isinstance(what, str) else None
    if form is None or set(message) != {"do", *form}:
        raise Refusal("bad-message")
    for name, kind in form.items():
        if type(message[name]) is not kind or not (name in LONG or _fits(message[name])):
            raise Refusal("bad-message", name)
    return message


def _fits(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= TEXT_MAX
    if isinstance(value, list):
        return len(value) <= LIST_MAX
    return not isinstance(value, int) or abs(value) < 2**53
