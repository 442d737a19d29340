"""The figures of usual.pxd."""

# The value of playing a card, as a share of its usual cost, by number of seats. Chosen by rounds between a
# seat with a trial value and others without. With few seats awkward cards can wait for a safe trick; with
# many no trick stays safe for long.
cdef double* AHEAD = [2.5, 2.5, 2.5, 2.0, 2.0, 1.0, 0.4, 0.25, 0.0, 0.0, 0.0]
cdef double MEAN_HEADS = 171.0 / 104.0

# Heads that a card costs its seat on average in random play, by number of seats and place of the card in the
# deck, lowest first. Measured over 2,000 to 9,000 rounds each.


def _fill(text):
    """Read USUAL, a line for each number of seats from 2 on."""
    for seats, line in enumerate(text.split("\n"), start=2):
        for part, cost in enumerate(line.split()):
            USUAL[seats][part] = float(cost)


_fill("""\
1.92 1.53 1.12 0.81 0.56 0.42 0.39 0.42 0.65 0.83 1.01 1.06 0.91
2.02 1.50 1.06 0.73 0.49 0.46 0.50 0.77 1.02 1.31 1.61 1.74 1.65
2.07 1.40 0.94 0.61 0.45 0.52 0.70 0.97 1.37 1.67 1.87 1.97 1.92
1.99 1.32 0.80 0.50 0.48 0.63 0.91 1.30 1.65 1.87 1.96 1.99 2.02
1.91 1.11 0.62 0.43 0.51 0.78 1.20 1.57 1.90 1.96 2.05 1.96 2.05
1.85 1.00 0.54 0.41 0.64 1.04 1.41 1.77 2.01 2.08 1.89 1.92 2.02
1.86 0.92 0.47 0.48 0.79 1.27 1.68 1.97 2.00 1.87 1.68 1.83 2.06
1.86 0.84 0.46 0.61 1.02 1.43 1.86 1.95 1.85 1.66 1.57 1.80 2.18
1.81 0.77 0.47 0.72 1.21 1.71 1.90 1.83 1.63 1.52 1.63 1.96 2.13""")
