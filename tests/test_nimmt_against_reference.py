"""The fast rules of 6 nimmt! beside the plain-Python reference: random matches of every setting, perft.

A full run plays 100,000 tricks, spread over all numbers of seats and settings; otherwise a seeded share.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nimmt_bridge
from reference.nimmt import CHOOSE, DEAL, OVER, Knowledge, Position, Settings
from scaling import FULL, scale
from solver.game import CHANCE_PLAYER, TERMINAL_PLAYER, State, divide, perft
from solver.games import GAMES, parse_position
from solver.games.nimmt import names
from solver.games.nimmt.state import NimmtState
from solver.rng import Rng

pytestmark = pytest.mark.long

PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "nimmt_perft.json").read_text(encoding="utf-8")
)
KINDS = [
    Settings(seats, small_deck=small, open_draft=draft)
    for seats in range(2, 11)
    for small, draft in ((False, False), (True, False), (True, True))
]
TRICKS = scale(100_000) // len(KINDS) + 1
#: The knowledge of all seats is compared at every so-many-th position: it takes most of the time.
EVERY = 7


def name_of(kind: Settings) -> str:
    return f"{kind.seats}-{'small' if kind.small_deck else 'full'}-{'draft' if kind.open_draft else 'dealt'}"


def deal(fast: NimmtState, slow: Position, rng: Rng) -> Position:
    """The next round, dealt by the fast game's chance, card by card; the same deal for the reference."""
    while fast.current_player() == CHANCE_PLAYER:
        fast.apply_action(fast.draw_chance(rng), CHANCE_PLAYER)
    return dealt(fast, slow)


def dealt(fast: NimmtState, slow: Position) -> Position:
    """The reference's position after the deal that lies before the fast rules."""
    fields = fast.fields()
    if slow.phase != DEAL:
        return slow
    hands = [hand for hand in fields.hands if not isinstance(hand, int)]
    return slow.deal(hands, fields.first)


def compare(fast: NimmtState, slow: Position) -> None:
    """Whether both say the same about a position in which somebody has to decide."""
    seats = range(slow.settings.seats)
    fields = fast.fields()
    owing = slow.owing()
    assert fast.players_to_move() == owing
    assert [fast.legal_actions(seat) for seat in seats] == [slow.legal(seat) for seat in seats]
    assert fast.scores() == slow.scores()
    assert fields.heads == tuple(slow.round_heads())
    assert fields.totals == slow.totals
    assert fields.round == slow.round + 1
    assert fields.rows == (slow.rows or ((),) * names.ROWS)
    assert fields.out == tuple(sorted(card for pile in slow.piles for card in pile))
    for seat in seats:
        down = slow.face_down[seat]
        held = slow.hands[seat] if down is None else tuple(sorted([*slow.hands[seat], down]))
        assert fields.hands[seat] == held
        shown = {k: card for card, k in slow.waiting}.get(seat, down or names.NONE)
        assert fields.table[seat] == shown


def compare_knowledge(fast: NimmtState, seat: int, known: Knowledge, slow: Position) -> None:
    """Whether a seat's view holds what the reference lets it know, and nothing else."""
    view = fast.view(seat)
    assert isinstance(view, NimmtState)
    fields = view.fields()
    whole = set(slow.settings.deck)
    shown = fields.shown() | {card for card in fields.table if card > 0 and fields.phase == names.ROW}
    own = set(known.hand) | ({known.face_down} - {None})
    if not slow.settings.open_draft:
        assert shown == set(known.seen)
        assert set(nimmt_bridge.unknown(fast, seat)) == whole - set(known.seen) - own
    for other, count in enumerate(known.counts):
        hand = fields.hands[other]
        assert fields.held(other) == count + known.in_already[other]
        if other == seat or slow.settings.open_draft:
            assert hand == known.holds[other]
        else:
            assert isinstance(hand, int) or not hand
        if fields.phase == names.PLAY:
            hidden = names.HIDDEN if other != seat else known.face_down
            assert fields.table[other] == (hidden if known.in_already[other] else names.NONE)


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_random_matches_agree(kind: Settings) -> None:
    tricks = plies = 0
    seed = 0
    while tricks < TRICKS:
        seed += 1
        random, rng = Random(seed), Rng(seed)
        fast = GAMES["nimmt"].initial(seed, kind.seats, nimmt_bridge.rules_words(kind))
        assert isinstance(fast, NimmtState)
        slow = dealt(fast, Position.start(kind))
        while slow.phase != OVER:
            compare(fast, slow)
            if plies % EVERY == 0:
                for seat in range(kind.seats):
                    compare_knowledge(fast, seat, slow.knows(seat), slow)
                assert parse_position(fast.to_text()) == fast
            seat = random.choice(slow.owing())
            choice = random.choice(slow.legal(seat))
            before = slow
            slow = slow.apply(seat, choice)
            fast.apply_action(choice, seat)
            plies += 1
            tricks += slow.phase in (CHOOSE, DEAL, OVER) and before.rows != slow.rows
            if slow.phase != OVER and fast.current_player() == CHANCE_PLAYER:
                assert slow.phase == DEAL or kind.open_draft
                slow = deal(fast, slow, rng)
        assert fast.current_player() == TERMINAL_PLAYER
        ranks, scores = fast.result()
        assert (ranks, scores) == (slow.ranks(), slow.scores())
        assert fast.returns() == pytest.approx([float(value) for value in slow.returns()])


# --- perft --------------------------------------------------------------------------------------------------


def slow_perft(position: Position, depth: int, number: int) -> int:
    """The same count as `perft` in round `number`, by the reference; the seats commit in their order."""
    if depth == 0:
        return 1
    owing = position.owing()
    if not owing or position.round != number:
        return 0
    legal = position.legal(owing[0])
    if depth == 1:
        return len(legal)
    return sum(slow_perft(position.apply(owing[0], choice), depth - 1, number) for choice in legal)


def slow_position(state: State) -> Position:
    """The reference's position of a whole truth in the middle of a round."""
    assert isinstance(state, NimmtState)
    fields = state.fields()
    kind = Settings(
        fields.seats,
        target=fields.target or 1000,
        small_deck=fields.small,
        open_draft=fields.draft,
    )
    held = [hand for hand in fields.hands if not isinstance(hand, int)]
    hands = [[c for c in hand if c != fields.table[k]] for k, hand in enumerate(held)]
    row = fields.phase == names.ROW
    piles: list[list[int]] = [list(fields.out), *([] for _ in range(fields.seats - 1))]
    begun = bool(fields.rows[0])
    return Position.make(
        kind,
        hands=hands,
        rows=fields.rows if begun else (),
        piles=piles,
        face_down=[None if row or not card else card for card in fields.table],
        waiting=[(card, seat) for seat, card in enumerate(fields.table)] if row else (),
        face_up=() if begun else [c for c in kind.deck if all(c not in hand for hand in hands)],
        round=fields.round - 1,
    )


@pytest.mark.parametrize("entry", PERFT, ids=[entry["id"] for entry in PERFT])
def test_perft_table(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert state.to_text() == entry["position"]
    for depth, count in enumerate(entry["perft"], start=1):
        assert perft(state, depth) == count, f"depth {depth}"
    depth = entry["divide_depth"]
    assert dict(divide(state, depth)) == entry["divide"]
    assert sum(entry["divide"].values()) == entry["perft"][depth - 1]


@pytest.mark.parametrize("entry", PERFT, ids=[entry["id"] for entry in PERFT])
def test_the_reference_confirms_the_perft_table(entry: dict[str, Any]) -> None:
    most = 20_000 if FULL else 2_000
    position = slow_position(parse_position(entry["position"]))
    checked = 0
    for depth, count in enumerate(entry["perft"], start=1):
        if count <= most:
            assert slow_perft(position, depth, position.round) == count, f"depth {depth}"
            checked += 1
    assert checked
