"""The engine's side of the protocol.

session     the loop: options, the table, the one running search
commands    the commands, and the texts of help
parsing     lines to commands
options     the one table of options
strength    ratings of UCI_Elo as Skill
jobs        work of the worker thread, and the commands that wait for it
budget      from the words of go to milliseconds
reporting   what a search says, as lines
streams     bytes to lines, the one writer to standard output, the debug log
bench       the fixed work whose node total is the signature of a build
"""
