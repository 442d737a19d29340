"""The learnt model of Colt Express, loaded when it is first asked for."""

from __future__ import annotations

from functools import cache

from solver.model import ModelPlug


@cache
def load_model(path: str | None) -> ModelPlug | None:
    """The model of a file of weights, or the packaged one; None when none is packaged.

    The compiled part and numpy are imported here, so that a start without a model does not wait for them.
    """
    from solver.games.colt.net import load

    return load(path)
