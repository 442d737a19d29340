"""Observers: the tensors and texts of a state for a seat, in OpenSpiel's form."""

from __future__ import annotations

from hashlib import blake2b
from math import prod
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from herdmind.adapters.openspiel.position import Position
from herdmind.adapters.openspiel.setting import Setting
from solver.games.entered import EnteredSetup

Array = NDArray[np.float32]
#: The bits of the digest that only an information state has.
DIGEST = 64


class Observer:
    """An observer of one game.

    ``tensor``: all pieces in one array of float32; ``dict``: the pieces by name, as views of it: ``player``,
    the blocks of the game's encoding, and with perfect recall ``digest``, 64 bits that tell information
    states apart. An observer of public information alone, or of private alone, has neither, since Herdmind's
    views are not split.
    """

    def __init__(self, setting: Setting, kind: pyspiel.IIGObservationType) -> None:
        self._setting = setting
        self._recalls = bool(kind.perfect_recall)
        self._whole = bool(kind.public_info) and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self._whole or not setting.hides:
            self._whole = True
            self.tensor = self._laid_out()

    def _laid_out(self) -> Array:
        seats, plug, example = self._setting.seats, self._setting.plug, self._setting.example
        shapes = {"player": (seats,), **{block.name: block.shape for block in plug.blocks(example)}}
        if self._recalls:
            shapes["digest"] = (DIGEST,)
        tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        begin = 0
        for name, shape in shapes.items():
            size = prod(shape)
            self.dict[name] = tensor[begin : begin + size].reshape(shape)
            begin += size
        self._encoded = tensor[seats : seats + plug.features(example)]
        return tensor

    def set_from(self, state: Any, player: int) -> None:
        """Write what ``player`` sees of ``state``. The encoding is 0 while a deal is under way."""
        if self.tensor is None:
            return
        position: Position = state.at
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        if isinstance(position.state, EnteredSetup):
            self._encoded[:] = 0
        else:
            self._setting.plug.observe(position.state, player, self._encoded)
        if self._recalls:
            digest = blake2b(position.information(player).encode(), digest_size=DIGEST // 8).digest()
            self.dict["digest"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: Any, player: int) -> str | None:
        """Text of ``player``'s observation of ``state``; None of public or private information alone."""
        if not self._whole:
            return None
        position: Position = state.at
        return position.information(player) if self._recalls else position.observation(player)
