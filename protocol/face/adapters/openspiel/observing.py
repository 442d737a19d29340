"""Observers: the tensors and texts of a state for a seat, in OpenSpiel's form."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pyspiel

from herdmind.adapters.openspiel.layouts import LAYOUTS, Array, Shapes
from herdmind.adapters.openspiel.position import Position
from herdmind.adapters.openspiel.setting import Setting
from solver.games.entered import EnteredSetup

#: The digits of a recall as bits, which only an information state has.
RECALL = 64


class Observer:
    """An observer of one game.

    ``tensor``: all pieces in one array of float32; ``dict``: the pieces by name, as views of it. An observer
    of public information alone, or of private alone, has neither, since Herdmind's views are not split.
    """

    def __init__(self, setting: Setting, kind: pyspiel.IIGObservationType) -> None:
        self._setting = setting
        self._layout = LAYOUTS[setting.name]
        self._recalls = bool(kind.perfect_recall)
        self._whole = bool(kind.public_info) and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self._whole or not setting.hides:
            self._whole = True
            self._lay_out({"player": (setting.seats,), **self._layout.shapes(setting.seats)})

    def _lay_out(self, shapes: Shapes) -> None:
        if self._recalls:
            shapes["recall"] = (RECALL,)
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        begin = 0
        for name, shape in shapes.items():
            size = prod(shape)
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: Any, player: int) -> None:
        """Write what ``player`` sees of ``state``. While a deal is under way only ``player`` is set."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        position: Position = state.at
        seats = self._setting.seats
        self.dict["player"][player] = 1
        if isinstance(position.state, EnteredSetup):
            return
        order = [(player + k) % seats for k in range(seats)]
        view: Any = position.state.view(player)
        self._layout.fill(self.dict, view.fields(), order)
        if "turn" in self.dict and self._setting.name == "nimmt":
            acting = position.state.current_player()
            if acting >= 0:
                self.dict["turn"][order.index(acting)] = 1
        if self._recalls:
            digest = position.recall(player)
            if len(digest) > 1:
                word = int(digest, 16)
                self.dict["recall"][:] = [word >> bit & 1 for bit in range(RECALL)]

    def string_from(self, state: Any, player: int) -> str | None:
        """What ``player`` sees of ``state``, as text; None of public or private information alone."""
        if not self._whole:
            return None
        position: Position = state.at
        return position.information(player) if self._recalls else position.observation(player)
