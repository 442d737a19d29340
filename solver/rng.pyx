"""Random generator of the project: SplitMix64, with the same numbers from C and from Python."""

from libc.stdint cimport uint32_t, uint64_t


cdef class Rng:
    """A SplitMix64 generator.

    ``seed`` is an integer of 0 .. 2**64-1; equal seeds give equal numbers on every machine.
    Raises ValueError for any other seed.
    """

    def __init__(self, seed):
        if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed is an integer of 0 .. 2^64-1, not {seed!r}")
        rng_seed(&self.state, <uint64_t>seed)

    def random64(self):
        """64 random bits as an integer of 0 .. 2**64-1."""
        return rng_next(&self.state)

    def below(self, n):
        """An integer of 0 .. n-1, every one equally likely; n is 1 .. 2**32-1."""
        if not 1 <= n < 1 << 32:
            raise ValueError(f"below needs a bound of 1 .. 2^32-1, not {n!r}")
        return rng_below(&self.state, <uint32_t>n)

    def random(self):
        """A float in [0, 1)."""
        return rng_real(&self.state)

    def shuffle(self, items):
        """Shuffle the list in place: for i from the last down to 1, swap item i with item below(i+1)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self):
        """A generator that goes on with the same numbers."""
        return Rng(self.state.word)

    def __repr__(self):
        return f"Rng({self.state.word})"

    def __reduce__(self):
        return (Rng, (self.state.word,))


def mix(seed, index):
    """The seed of stream `index` of `seed`, both 0 .. 2**64-1; gives each chance event its own generator."""
    if not 0 <= seed < 1 << 64 or not 0 <= index < 1 << 64:
        raise ValueError(f"mix needs two integers of 0 .. 2^64-1, not {seed!r} and {index!r}")
    return rng_mix(<uint64_t>seed, <uint64_t>index)
