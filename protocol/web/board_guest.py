"""Requests of a browser about boards, for the owner of the server alone: a board shows all it is told."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from protocol.drawing.draw import Layout
from protocol.frontend.desk import Setup
from protocol.frontend.names import read_names
from protocol.web.board import Board, Looker
from protocol.web.boards import Boards
from protocol.web.messages import Refusal
from protocol.web.seating import LONGEST
from protocol.web.sights import Json

#: Messages to boards begin so.
PREFIX = "board-"
DEAL, OPEN, BESIDE = "deal", "open", "beside"


class BoardGuest:
    """A browser's part at boards."""

    def __init__(self, boards: Boards, send: Callable[[Json], None]) -> None:
        self.boards, self.send = boards, send
        self.layout: Layout = "wide"
        self.board: Board | None = None
        self.looker: Looker | None = None

    async def do(self, message: dict[str, Any]) -> None:
        """Carry out a message.

        Raises:
            Refusal: it cannot be.
        """
        match message:
            case {"do": "board-new", "game": game, "seats": seats, "rules": rules}:
                await self._new(message, game, seats, rules)
            case {"do": "board-keep", "board": name, "narrow": narrow}:
                self.layout = "narrow" if narrow else "wide"
                await self._take(self.boards.kept(name))
            case {"do": "board-text", "text": text, "moves": moves, "at": at, "narrow": narrow}:
                self.layout = "narrow" if narrow else "wide"
                await self._take(await self.boards.loose(" ".join(text.split()), moves.split(), at))
            case {"do": "board-check", "text": text}:
                self.send(await self.boards.check(" ".join(text.split()), self.layout))
            case _:
                await self._at(message)

    async def _at(self, message: dict[str, Any]) -> None:
        board, looker = self.board, self.looker
        if board is None or looker is None:
            raise Refusal("no-board")
        match message:
            case {"do": "board-enter", "tokens": tokens, "at": at}:
                if not tokens or not all(isinstance(token, str) and token.isalnum() for token in tokens):
                    raise Refusal("bad-message")
                await board.enter(tokens, at)
            case {"do": "board-type", "typed": typed, "at": at}:
                await board.type(" ".join(typed.split()), at)
            case {"do": "board-draw", "at": at}:
                await board.draw(at)
            case {"do": "board-go", "to": to}:
                await board.go(to)
            case {"do": "board-eyes", "seat": seat}:
                await board.see(looker, seat)
            case {"do": "board-lines", "on": on}:
                await board.look(looker, on)
            case {"do": "board-layout", "narrow": narrow}:
                self.layout = looker.layout = "narrow" if narrow else "wide"
                board.show(looker)
            case _:
                raise Refusal("bad-message")

    async def _new(self, message: dict[str, Any], game: str, seats: int, rules: list[Any]) -> None:
        if game not in self.boards.games:
            raise Refusal("no-game", game)
        if not all(isinstance(word, str) and word.isalnum() for word in rules):
            raise Refusal("bad-rules")
        try:
            names = read_names(message["names"], LONGEST) if message["names"].strip(", ") else []
        except ValueError as error:
            raise Refusal("bad-name", str(error)) from None
        words, how = tuple(rules), message["how"]
        if how == BESIDE:
            setup = Setup(game, seats, words, view=message["seat"])
            self.send({"say": "beside", "board": await self.boards.beside(setup, names)})
        elif how in (DEAL, OPEN):
            seed = message["seed"] if message["seed"] > 0 else secrets.randbelow(2**31 - 1) + 1
            fresh = Setup(game, seats, words, seed=seed) if how == DEAL else Setup(game, seats, words, view=0)
            self.send({"say": "dealt", "text": await self.boards.dealt(fresh), "seed": seed})
        else:
            raise Refusal("bad-message")

    async def _take(self, board: Board) -> None:
        await self.leave()
        self.board, self.looker = board, Looker(self.send, layout=self.layout)
        try:
            await board.join(self.looker)
        except Refusal:
            await self.leave()
            raise

    async def leave(self) -> None:
        """Look at no board any more."""
        board, looker = self.board, self.looker
        self.board = self.looker = None
        if board is not None and looker is not None:
            board.leave(looker)
            await self.boards.drop(board)
