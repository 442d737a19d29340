"""The line protocol of the engine and the command line: everything that turns text into calls and back.

Programs are better served by the package ``herdmind``, whose names are stable; ``help(herdmind)`` shows them.
Only :mod:`solver.analysis`, :mod:`solver.games` and :mod:`solver.errors` are used from the other package;
no module here knows a rule of any game.
"""

#: Version of the dialect. The first number changes when a client that relied on the page would break.
DIALECT = "1.1"

#: As in pyproject.toml, which a test compares: to ask the installed package's metadata takes longer than all
#: else that an engine does to start.
VERSION = "0.1.0"
