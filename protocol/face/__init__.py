"""Herdmind for programs: games, positions, analysis, engines, matches and game files.

A position is solved in three lines: deal it, analyse it, wait for the answer. This takes a second:

    >>> import herdmind
    >>> state = herdmind.deal("longhorn", seed=60)
    >>> answer = herdmind.analyse(state).result()
    >>> answer.best, answer.value
    ('startmaverick', 1.0)
    >>> state.describe(answer.best)
    'the game starts at Maverick Junction'

The seat to move wins (1.0, proven) with this move, which ``state.push(answer.best)`` makes.
``print(state.board())`` shows the position, and ``herdmind.State(text)`` is the position of a text. Searches
of other games end at a limit, and where dice or cards come first, chance is drawn before anybody decides:

    >>> state = herdmind.deal("heckmeck", seed=1)
    >>> state.play_chance(herdmind.Rng(5))
    ['r112244w6']
    >>> answer = herdmind.analyse(state, herdmind.Limit(movetime=100)).result()

Names:

    GAMES, Game, deal, enter            the games; a fresh game; a game on a real table
    State, Move, Rng                    a position and its moves; the random generator of chance
    CHANCE, SIMULTANEOUS, TERMINAL      what State.current_player() returns beside seats
    analyse, Analysis                   a search in this process
    Limit, Settings                     when it ends; the player, its memory, threads, seed and strength
    Report, Line, Answer                what it says: while it runs, of one move, at its end
    Engine, AsyncEngine                 any engine process: of this protocol, or plain UCI
    Info, Result                        what an engine says
    play_match, Match                   a match: searches, engines and functions in Python
    GameRecord, read_games, write_games, replay
                                        recorded games, their files, their states
    Viewer                              a game as pictures, to be leafed through

Errors, each a ``HerdmindError`` (a ``ValueError`` with ``code`` and ``token``) or an ``EngineError``:

    NotationError, IllegalMove          a text that cannot be read; a move that may not be made
    SetupError                          a game that cannot be dealt like this
    EngineDied, EngineTimeout           an engine's process ended; it does not answer
    EngineRefused                       an engine refused a command and says why
    ProtocolError                       a file, a player or a match cannot be used

Modules:

    games       the games and their rules words, and the ways to begin one
    state       a position with its move stack
    analysing   analysis in this process
    matches     matches between players of any kind
    bots        functions in Python as players
    gamefiles   game files
    viewing     a game as a small viewer
    adapters    the games in other people's frameworks; each needs its framework
"""

from herdmind.analysing import Analysis, analyse
from herdmind.gamefiles import read_games, replay, write_games
from herdmind.games import GAMES, Game, deal, enter
from herdmind.matches import Match, play_match
from herdmind.state import Move, State
from herdmind.viewing import Viewer
from protocol import VERSION as __version__
from protocol.base.errors import ProtocolError
from protocol.base.gameline import GameRecord
from protocol.client import (
    AsyncEngine,
    Engine,
    EngineDied,
    EngineError,
    EngineRefused,
    EngineTimeout,
    Info,
    Limit,
    Result,
)
from solver.errors import HerdmindError, IllegalMove, NotationError, SetupError
from solver.game import CHANCE_PLAYER as CHANCE
from solver.game import SIMULTANEOUS_PLAYER as SIMULTANEOUS
from solver.game import TERMINAL_PLAYER as TERMINAL
from solver.reports import Answer, Line, Report, Settings
from solver.rng import Rng

__all__ = [
    "CHANCE",
    "GAMES",
    "SIMULTANEOUS",
    "TERMINAL",
    "Analysis",
    "Answer",
    "AsyncEngine",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineRefused",
    "EngineTimeout",
    "Game",
    "GameRecord",
    "HerdmindError",
    "IllegalMove",
    "Info",
    "Limit",
    "Line",
    "Match",
    "Move",
    "NotationError",
    "ProtocolError",
    "Report",
    "Result",
    "Rng",
    "Settings",
    "SetupError",
    "State",
    "Viewer",
    "__version__",
    "analyse",
    "deal",
    "enter",
    "play_match",
    "read_games",
    "replay",
    "write_games",
]


def __dir__() -> list[str]:
    return sorted(__all__)
