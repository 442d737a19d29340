"""Random Colt Express games for tests: settings, steps, and invariants checked after every step."""

from __future__ import annotations

from collections.abc import Iterator

from solver.game import CHANCE_PLAYER, UNSEEN_ACTION, State
from solver.games.colt import names
from solver.games.colt.deal import deck_of
from solver.games.colt.fields import Fields
from solver.games.colt.figures import standard
from solver.games.colt.state import ColtState, initial
from solver.rng import Rng

STAGE = names.HORSES | names.STAGE
#: Every setting: seats and flags.
SETTINGS: list[tuple[int, int]] = [
    (seats, flags | expert)
    for flags in (0, names.HORSES, STAGE)
    for expert in (0, names.EXPERT)
    for seats in (3, 4, 5, 6)
]
SETTINGS += [
    (seats, flags | names.TEAMS | expert)
    for flags in (0, names.HORSES, STAGE)
    for expert in (0, names.EXPERT)
    for seats in (4, 6)
]
SETTINGS += [
    (2, flags | names.PAIRS | expert) for flags in (0, names.HORSES, STAGE) for expert in (0, names.EXPERT)
]


def setting_name(setting: tuple[int, int]) -> str:
    seats, flags = setting
    words = [word for bit, word in enumerate(names.FLAGS) if flags >> bit & 1]
    return "-".join([str(seats), *words]) if words else f"{seats}-base"


def step(state: State, rng: Rng) -> tuple[int, int]:
    """One random ply; returns who acted and the action."""
    player = state.players_to_move()[0] if state.players_to_move() else CHANCE_PLAYER
    if player == CHANCE_PLAYER:
        action = state.draw_chance(rng)
    else:
        actions = state.legal_actions(player)
        action = actions[rng.below(len(actions))]
    state.apply_action(action, player)
    return player, action


def game(seats: int, flags: int, seed: int) -> Iterator[ColtState]:
    """The positions of a random game (one object, changing), the last one included."""
    state = initial(seed, seats, flags)
    rng = Rng(seed ^ 0xC017)
    yield state
    while not state.is_terminal():
        step(state, rng)
        yield state


def check_conservation(fields: Fields) -> None:
    """Loot, cards, bullets and figures are all there, none twice."""
    figures = standard()
    flags = fields.flags
    bandits, seats = fields.bandits, fields.seats
    n = len(bandits)
    # purses: by value, and as many as were dealt
    values = list(fields.pool)
    for purse in fields.purses:
        if purse.value != names.UNKNOWN:
            values[purse.value] += 1
        assert (purse.bandit == names.NOTHING) != (purse.place == names.NOTHING)
    unknown = sum(purse.value == names.UNKNOWN for purse in fields.purses)
    hidden_value = fields.phase == names.PHASES.index("drawvalue")
    assert tuple(values) == figures.purse_counts
    assert unknown <= hidden_value
    assert min(fields.pool) >= 0
    assert min(fields.fresh) >= 0
    assert sum(fields.fresh) + len(fields.purses) <= names.PURSES
    # strongboxes, jewels, flasks
    boxes = sum(fields.boxes) + sum(b.boxes for b in bandits) + fields.box_aside
    assert boxes == (3 if flags & names.STAGE else 2)
    if flags & names.HORSES:
        assert sum(fields.flask_pool) >= len([f for f in fields.flasks if f.state == 0])
        drinkable = len(fields.flasks) + sum(sum(b.flasks) for b in bandits)
        assert drinkable <= n
        assert sum(fields.horses) <= n
    # bullets
    neutral = figures.neutral[1 if flags & names.STAGE else 0]
    shot = sum(figures.bullets - b.bullets for b in bandits)
    assert all(0 <= b.bullets <= figures.bullets for b in bandits)
    assert sum(b.hits for b in bandits) == shot + neutral - fields.neutral
    # cards
    cards = deck_of(flags, figures)
    total = [0] * names.KINDS
    for seat in seats:
        for kind in range(names.KINDS):
            total[kind] += seat.deck[kind] + seat.discard[kind]
            place = kind % names.SIDE if flags & names.TEAMS else kind
            total[place] += seat.hand[kind]
        assert seat.hand_size == sum(seat.hand)
        assert seat.deck_size == sum(seat.deck)
    for card in fields.pile[fields.pile_next :]:
        total[card.kind] += 1
    for kind in range(names.KINDS):
        if kind not in (7, 8):
            assert total[kind] == len(seats) * cards.count(kind), kind
    assert total[7] + total[8] == sum(b.hits for b in bandits)
    # figures
    for bandit in bandits:
        assert 0 <= bandit.place <= names.AWAY
        assert bandit.place // 2 <= fields.last or bandit.place >= names.COACH
        if flags & names.STAGE == 0:
            assert bandit.place < names.COACH or bandit.place == names.RIDING
        settled = not fields.flee and not fields.enter
        if settled and bandit.place < names.COACH and bandit.place % 2 == 0:
            assert bandit.place // 2 != fields.marshal
        if settled and fields.shotgun == 2 and bandit.place < names.COACH and bandit.place % 2:
            assert bandit.place // 2 != fields.coach
    taken = [b.hostage for b in bandits if b.hostage != names.NOTHING]
    assert len(set(taken)) == len(taken)
    if flags & names.STAGE:
        assert len(taken) + fields.hostages.bit_count() == n - 1
        assert not any(fields.hostages >> hostage & 1 for hostage in taken)


def follow(views: list[State], player: int, action: int) -> None:
    """Make on every seat's view the move that the truth has made, or UNSEEN."""
    for view in views:
        legal = view.legal_actions(player)
        view.apply_action(action if action in legal else UNSEEN_ACTION, player)
