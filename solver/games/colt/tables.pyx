"""The replaceable figures in use: a small table that the C rules read, filled by `enter`."""

from solver.errors import SetupError

_entered = []


def enter(figures):
    """The index in FIGURES of these figures (a Figures of figures.py), which enters them if they are new.

    Raises SetupError when more than 64 different files are in use.
    """
    cdef ColtFigures* f
    if figures in _entered:
        return _entered.index(figures)
    if len(_entered) == 64:
        raise SetupError("figures: no more than 64 different files can be in use", "figures", "figures")
    f = &FIGURES[len(_entered)]
    for band in range(2):
        for card in range(18):
            turns = figures.turns[band][card]
            f.symbols[band][card] = len(turns)
            for i in range(6):
                f.symbol[band][card][i] = turns[i] if i < len(turns) else 0
        f.tired[band] = figures.tired[band]
    for card in range(18):
        f.ahead[card] = figures.ahead[card]
    for i in range(6):
        f.value[i] = figures.purse_values[i]
    for i in range(8):
        f.ransom[i] = figures.ransom[i]
    f.jewel = figures.jewel
    f.box = figures.strongbox
    f.gunslinger = figures.gunslinger
    f.conductor = figures.conductor
    f.mortal = figures.mortal
    f.hand = figures.hand
    f.draw = figures.draw
    _entered.append(figures)
    return len(_entered) - 1
