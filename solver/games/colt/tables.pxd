"""Colt Express: the replaceable figures in use, for the C rules. See tables.pyx."""

from solver.games.colt.layout cimport ColtFigures

cdef ColtFigures FIGURES[64]        # 0 are the standard ones
