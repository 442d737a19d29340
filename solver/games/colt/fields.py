"""A Colt Express position as plain data, the common form for notation, deals and pictures.

Numbers (places, kinds of card, phases ...) are those of layout.pxd; names.py has the words for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.games.colt.names import KINDS, NOTHING

Kinds = tuple[int, ...]
NO_CARDS: Kinds = (0,) * KINDS


@dataclass(frozen=True)
class Bandit:
    """A bandit; all its fields are open.

    ``character``: number in ``names.CHARACTERS``. ``place``: 2 * car inside, 2 * car + 1 on its roof,
    ``names.COACH``, ``COACH_ROOF``, ``RIDING`` or ``AWAY``. ``bullets``: own bullets left. ``shots``: those
    that count for the Gunslinger. ``hits``, ``fresh_hits``: bullets received in the game and in this round.
    ``flasks``: full, half, half of old whiskey. ``hostage``: number in ``names.HOSTAGES`` or NOTHING.
    ``bonus``: dollars won or lost by events. His purses are in ``Fields.purses``.
    """

    character: int
    place: int
    bullets: int = 6
    shots: int = 0
    hits: int = 0
    fresh_hits: int = 0
    jewels: int = 0
    boxes: int = 0
    flasks: tuple[int, int, int] = (0, 0, 0)
    hostage: int = NOTHING
    bonus: int = 0


@dataclass(frozen=True)
class Seat:
    """The cards of a seat, 18 counts by kind each (``names.CARDS``, then those of the other side).

    ``hand``: zeros in the view of another seat. ``deck``: in a view all unseen cards of this deck, wherever
    they are. ``discard``: open. ``hand_size``, ``deck_size``: numbers of cards. ``guests``: partner's cards
    among the hand and this seat's face-down cards. ``keep``: the kinds kept for the next round, ascending,
    each HIDDEN in the view of another seat. ``commit``: the action of an unfinished simultaneous choice, or
    NOTHING or HIDDEN.
    """

    hand: Kinds
    deck: Kinds
    hand_size: int
    deck_size: int
    discard: Kinds = NO_CARDS
    guests: int = 0
    keep: tuple[int, ...] = ()
    commit: int = NOTHING


@dataclass(frozen=True)
class Purse:
    """A purse that was taken at least once. ``value``: class 0-5, or ``names.UNKNOWN`` in a view that has
    not seen it. ``seen``: bit mask of the seats that know it. ``bandit``: its holder, or NOTHING if
    it lies at ``place``.
    """

    value: int
    seen: int
    bandit: int
    place: int = NOTHING


@dataclass(frozen=True)
class Planned:
    """A card of the pile. ``kind``: 0-6 (with two seats also 9-15), ``names.UNKNOWN`` where a view does not
    see it; ``deck``: the seat of the card's deck (of an unknown card, the seat that laid it);
    ``by``: the seat that laid it; ``down``: whether it still lies face down.
    """

    kind: int
    deck: int
    by: int
    down: bool = False


@dataclass(frozen=True)
class Flask:
    """A flask that lies at ``place``, in state 0 full, 1 half, 2 half of old whiskey."""

    place: int
    state: int


@dataclass(frozen=True)
class Fields:
    """One position.

    Settings: ``flags`` (bits as in names.py), ``last`` (the last car's number), ``viewer`` (seat or None).
    ``fresh``, ``horses``: by car 0-6; ``jewels``, ``boxes``: loot lying at places 0-15.
    ``purses``: tokens 0, 1, ... in this order. ``pool``: purse values never drawn yet (in a view: not seen),
    by class. ``flasks``: those that lie about, places ascending, at one place the first laid first.
    ``flask_pool``: normal and old whiskeys not yet known.
    ``card``: the round card or NOTHING; ``played``: round cards shown so far, bit mask, ``card`` included.
    ``hostages``: bit mask of those still in the coach; ``new_hostage``: of the bandits that took theirs in
    this round (theirs did not yet restrict this round's planning).
    ``pile_next``: index of the next card of ``pile`` to be carried out.
    The rest, from ``stage`` on, gives the current question: see the fields of the same names in layout.pxd.
    """

    flags: int
    last: int
    bandits: tuple[Bandit, ...]
    seats: tuple[Seat, ...]
    viewer: int | None = None
    # loot
    fresh: tuple[int, ...] = (0,) * 7
    jewels: tuple[int, ...] = (0,) * 16
    boxes: tuple[int, ...] = (0,) * 16
    purses: tuple[Purse, ...] = ()
    pool: tuple[int, ...] = (0,) * 6
    flasks: tuple[Flask, ...] = ()
    flask_pool: tuple[int, int] = (0, 0)
    # the train
    marshal: int = 0
    coach: int = NOTHING
    shotgun: int = 0
    horses: tuple[int, ...] = (0,) * 7
    neutral: int = 0
    box_aside: bool = True
    hostages: int = 0
    new_hostage: int = 0
    # the round
    round: int = 0
    card: int = NOTHING
    played: int = 0
    first: int = NOTHING
    turn: int = 0
    step: int = 0
    more: int = 0
    must_play: bool = False
    sly: int = 0
    # the pile
    pile: tuple[Planned, ...] = field(default=())
    pile_next: int = 0
    # what is asked
    stage: int = 0
    phase: int = 0
    seat: int = 0
    bandit: int = NOTHING
    victim: int = NOTHING
    item: int = NOTHING
    why: int = 0
    left: int = 0
    owed: int = 0
    drawers: int = 0
    todo: int = 0
    flee: int = 0
    enter: int = 0
