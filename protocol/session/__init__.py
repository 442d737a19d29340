"""The engine's side of the protocol.

session     the loop over commands, and what each command does
commands    the commands, and the texts of help
parsing     lines to commands
options     the table of options, and the search settings that they ask for
strength    UCI_Elo to Skill
queries     answers to query, and the lines of d
tasks       work that takes time: searches, eval, perft, bench
jobs        the worker thread, its job, and the commands that wait for it
budget      from the words of go to milliseconds
reporting   search reports as lines
streams     bytes to lines, the only writer to standard output, the debug log
bench       fixed work whose node total is the signature of a build
"""
