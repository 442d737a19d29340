"""The lowest layer, which imports nothing else of the project.

errors     error codes, the refusal of a line and its text, helpers for other texts
argcheck   checks of arguments of the library's functions
wire       reader of an engine's lines
files      access to every file that a user names
filekinds  kind of a file that turns out to hold no games
linefile   files of records, one per line, locked while they are written
gameline   a played game as one line of JSON
grids      tables in a terminal
system     what differs between operating systems
early      Ctrl-C before a command can handle it
"""
