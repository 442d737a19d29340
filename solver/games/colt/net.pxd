"""Colt Express: the learnt model of its players. See net.pyx."""

from solver.model cimport ModelPlug
from solver.net.layers cimport Perceptron, Scorer, perceptron_t, scorer_t

cdef enum:
    MOST_LEFT = 6                   # rounds to come, from 0


cdef struct ColtWeights:
    scorer_t policy
    perceptron_t value
    float scale[MOST_LEFT]          # by rounds to come: the expected lead in $1000 that is half a win


cdef class ColtModel(ModelPlug):
    cdef ColtWeights weights
    cdef Scorer scorer
    cdef Perceptron perceptron
