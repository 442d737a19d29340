"""Herdmind's solver package: game rules, searches over them, and one entry point for analysis.

Dependencies go one way: :mod:`solver.analysis` -> ``solver.search`` -> :mod:`solver.game` <-
:mod:`solver.games`. A game knows no search, a search no particular game, and neither reads or writes protocol
text.
"""
