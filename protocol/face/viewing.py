"""A game as a small viewer, for notebooks and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from os import PathLike
from pathlib import Path

from herdmind.gamefiles import replay
from herdmind.state import State
from protocol.base.files import write_whole
from protocol.base.gameline import GameRecord
from protocol.drawing.album import album
from protocol.drawing.draw import Layout, draw

#: Height of the viewer in a notebook, in CSS pixels.
_HEIGHT = 760


class Viewer:
    """The positions of a game, to be leafed through.

    A notebook shows it; :meth:`save` writes it as a page that needs nothing else.

    Args:
        game: a recorded game, or states one after the other.
        seat: draw what this seat sees, itself in front; everything when left out.
        names: the names of the seats; those of a recorded game by default.
        layout: ``narrow`` for phones or ``wide``.

    Raises:
        ValueError: the game has no picture or no position, or there is no such seat or layout.
        ProtocolError: the record is false.

    >>> import herdmind
    >>> match = herdmind.play_match("longhorn", ["random", "random"], deals=1)
    >>> viewer = herdmind.Viewer(match.games[0])
    >>> len(viewer) == len(list(herdmind.replay(match.games[0])))
    True
    """

    def __init__(
        self,
        game: GameRecord | Iterable[State],
        *,
        seat: int | None = None,
        names: Sequence[str] | None = None,
        layout: Layout = "wide",
    ) -> None:
        if isinstance(game, GameRecord):
            names = names if names is not None else game.names
            game = replay(game)
        pictures, title = [], "A game"
        for state in game:
            seen = state if seat is None else state.view(seat)
            view = seen.json()
            svg = draw(view, seat=seat, names=names, layout=layout, standalone=False)
            said = state.move_stack[-1].token if state.move_stack else "the start"
            # a token may name what the seat did not see
            pictures.append((svg, said if seat is None else str(view["round"] or "")))
            title = str(view["title"])
        self._page = album(title, pictures)
        self._count, self._title = len(pictures), title

    def __repr__(self) -> str:
        return f"<Viewer of {self._title}: {self._count} position{'s' * (self._count != 1)}>"

    def __len__(self) -> int:
        """The number of positions."""
        return self._count

    def html(self) -> str:
        """The page."""
        return self._page

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file.

        Raises:
            ProtocolError: the file cannot be written.
        """
        write_whole(Path(path), self._page.encode())

    def _repr_html_(self) -> str:
        """The viewer in a notebook."""
        title, page = escape(repr(self)), escape(self._page)
        return f'<iframe title="{title}" width="100%" height="{_HEIGHT}" srcdoc="{page}"></iframe>'
