"""What every layer stands on; it imports nothing of the project.

errors     every way to refuse a line, how a refusal becomes text, words that other texts are made of
wire       what an engine's lines mean
files      the door to every file that a user names
filekinds  what a file is that holds no games
linefile   files of records, one a line, locked while they are written
gameline   a played game as one line of JSON
grids      tables in a terminal
early      Ctrl-C before a command is there to hear it
"""
