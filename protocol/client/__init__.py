"""Client of any engine process that speaks the protocol or plain UCI: :class:`AsyncEngine`, and
:class:`Engine` for programs without an event loop.

An engine may die, fall silent, flood its output or ignore commands: every wait has a limit, every error is an
:class:`EngineError`, and closing an engine ends its process, whatever its state.

    with Engine.start(["herdmind"]) as engine:
        engine.set_option("MultiPV", 3)
        engine.position(seed=7)
        print(engine.play(Limit(movetime=1000)).move)

Modules:

    process   errors, timeouts, and the process groups that must not outlive the client
    limit     limits of a search
    search    a running search
    link      lines to an engine process and back
    held      the position that the engine holds
    aio       the commands and questions of the protocol, for asyncio
    loop      an event loop in a thread
    waiting   each command as a blocking call; written by derive
    derive    writes waiting
    sync      the engine for programs without an event loop
"""

from __future__ import annotations

from protocol.base.wire import About, EngineOption, Info, Result, Told
from protocol.client.aio import AsyncEngine
from protocol.client.limit import Limit
from protocol.client.link import together
from protocol.client.process import EngineDied, EngineError, EngineRefused, EngineTimeout
from protocol.client.search import AsyncAnalysis
from protocol.client.sync import Engine
from protocol.client.waiting import Analysis

__all__ = [
    "About",
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineOption",
    "EngineRefused",
    "EngineTimeout",
    "Info",
    "Limit",
    "Result",
    "Told",
    "together",
]
