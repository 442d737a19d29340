"""The line protocol of the engine and the command line: everything that turns text into calls and back.

Only :mod:`solver.analysis`, :mod:`solver.games` and :mod:`solver.errors` are used from the other package;
no module here knows a rule of any game.
"""

from importlib.metadata import PackageNotFoundError, version

#: Version of the dialect. The first number changes when a client that relied on the page would break.
DIALECT = "1.0"

try:
    VERSION = version("herdmind")
except PackageNotFoundError:  # run from a source tree that was never installed
    VERSION = "0+source"
