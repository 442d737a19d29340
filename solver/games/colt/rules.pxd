"""Colt Express's C table. The struct and the layout of actions are in layout.pxd."""

from solver.game cimport Rules

cdef Rules COLT
