"""Colt Express: features of a seat's decision and of its legal answers. See answers.pyx."""

from solver.game cimport action_t
from solver.games.colt.features cimport Scene
from solver.games.colt.layout cimport ColtStruct

cdef void describe_seat(const ColtStruct* s, const Scene* scene, int seat, float* out) noexcept nogil
cdef void describe_actions(
    const ColtStruct* s, const Scene* scene, int seat, const action_t* legal, int count,
    float* out) noexcept nogil
