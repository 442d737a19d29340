"""Certificates of values: what checks a claimed value by the rules alone, and the file that holds one.

Nothing here imports a search. :mod:`solver.search.witness` finds the moves that a new certificate needs.

walk         the traversal of a proof, in C: reads the proving side's moves, or records them
claims       values that depend on the odds of a draw, in exact fractions, on top of the traversal
file         the file: header, digest, compression
"""
