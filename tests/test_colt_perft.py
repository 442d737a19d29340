"""Colt Express's perft table: counted again, and confirmed by the reference where planning comes first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from colt_games import SETTINGS, setting_name

from colt_bridge import KINDS, ROUND_CARDS, Bridge
from colt_reference_scenes import scene, token
from reference import colt_planning
from reference.colt import Game
from reference.colt_figures import HOSTAGES, TURNS
from reference.colt_flow import Chance, Flow
from reference.colt_position import Card, Position
from scaling import FULL
from solver.game import divide, perft
from solver.games import parse_position
from solver.games.colt import names
from solver.games.colt.fields import Fields
from solver.games.colt.state import ColtState

PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "colt_perft.json").read_text(encoding="utf-8")
)
#: Deals that begin with planning: the reference counts plies of planning and draws as the fast rules do.
DEALS = [entry for entry in PERFT if entry["id"].startswith("deal-") and " ask=plan " in entry["position"]]
#: Positions of later rounds at the beginning of a turn, which the reference takes up there.
PLANS = [entry for entry in PERFT if entry["id"].startswith("plan-")]


@pytest.mark.parametrize("entry", PERFT, ids=[entry["id"] for entry in PERFT])
def test_perft_table(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert state.to_text() == entry["position"]
    for depth, count in enumerate(entry["perft"], start=1):
        assert perft(state, depth) == count, f"depth {depth}"
    depth = entry["divide_depth"]
    assert dict(divide(state, depth)) == entry["divide"]
    assert sum(entry["divide"].values()) == entry["perft"][depth - 1]


def test_every_setting_is_in_the_table() -> None:
    wanted = {f"{kind}-{setting_name(one)}" for one in SETTINGS for kind in ("deal", "plan", "pile")}
    assert {entry["id"] for entry in PERFT} == wanted
    assert len(DEALS) == 12


def slow_perft(bridge: Bridge, game: Game, depth: int) -> int:
    """The same count by the reference's own options and draws; cards of one kind are one outcome.

    The reference draws by itself where all cards left are of one kind; each such draw is a ply of the count.
    """
    if depth <= 0:
        return 1
    bridge.game = game
    answers: dict[object, object] = {}
    if game.chance is not None:
        assert game.chance.kind == "draw"
        seat = game.chance.seat
        assert seat is not None
        for card in game.chance.outcomes:
            answers[bridge.kind(seat, card)] = card
    else:
        assert game.decision is not None
        assert game.decision.kind == "plan"
        answers = {bridge.actions(option): option for option in game.decision.options}
    if depth == 1:
        return len(answers)
    count = 0
    for answer in answers.values():
        after = game.copy()
        after.apply(answer)
        drawn = sum(len(piles.draw) for piles in game.position.piles)
        drawn -= sum(len(piles.draw) for piles in after.position.piles)
        forced = max(0, drawn - (game.chance is not None))
        count += slow_perft(bridge, after, depth - 1 - forced)
    return count


@pytest.mark.parametrize("entry", DEALS, ids=[entry["id"] for entry in DEALS])
def test_the_reference_confirms_the_table(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert isinstance(state, ColtState)
    bridge = Bridge(state, Random(1))
    while bridge.game.decision is None or bridge.game.decision.kind != "plan":
        bridge.step()
    assert state.to_text() == entry["position"], "the fast side waits while the reference deals"
    start = bridge.game
    most = 10_000 if FULL else 1_000
    checked = 0
    for depth, count in enumerate(entry["perft"], start=1):
        if count <= most:
            assert slow_perft(bridge, start, depth) == count, f"depth {depth}"
            checked += 1
    assert checked >= 3


def cards(fields: Fields, seat: int, counts: tuple[int, ...]) -> list[Card]:
    """Cards that `seat` sees, in the reference's words."""
    found = []
    pairs = bool(fields.flags & names.PAIRS)
    for code, number in enumerate(counts):
        kind, side = code % names.SIDE, code // names.SIDE
        deck = seat if pairs else seat ^ side
        bandit: int | None = 2 * seat + side if pairs else deck
        if kind >= len(KINDS):  # a bullet of a rival, else a neutral one or a partner's, which count alike
            rival = 2 * (1 - seat) if pairs else (seat + 2) % len(fields.seats)
            found += [Card(deck, "bullet", rival if kind == 7 else None)] * number
        else:
            common = pairs and KINDS[kind] == "marshal"
            found += [Card(deck, KINDS[kind], None if common else bandit)] * number
    return found


def composed(fields: Fields) -> Position:
    """The part of a position on which planning depends, for the reference."""
    flags = fields.flags
    position = scene(
        *["in1"] * len(fields.bandits),
        characters=[names.CHARACTERS[bandit.character] for bandit in fields.bandits],
        seats=len(fields.seats),
        expansion=bool(flags & names.STAGE),
        intro=bool(flags & names.HORSES) and not flags & names.STAGE,
        teams=bool(flags & names.TEAMS),
        expert=bool(flags & names.EXPERT),
    )
    for seat, held in enumerate(fields.seats):
        piles = position.piles[seat]
        piles.hand, piles.draw = cards(fields, seat, held.hand), cards(fields, seat, held.deck)
        piles.aside = cards(fields, seat, held.discard)
    for bandit, one in zip(position.bandits, fields.bandits, strict=True):
        if one.hostage != names.NOTHING:
            bandit.hostage = HOSTAGES[one.hostage]
        for look, number in enumerate(one.flasks):
            bandit.loot += [token("flask", old=look == 2, half=look > 0) for _ in range(number)]
    position.first, position.phase = fields.first, "plan"
    position.acted = {seat for seat in range(len(fields.seats)) if not fields.sly >> seat & 1}
    return position


def drawn_in_any_case(kind: str, seat: int | None, things: Iterable[Card]) -> Flow[Card]:
    """A card drawn as the fast rules draw: a sure one is an outcome, too."""
    all_things = list(things)
    drawn: Card = yield Chance(kind, seat, {thing: Fraction(1, len(all_things)) for thing in all_things})
    return drawn


class Plies:
    """Counts planning by the reference in the fast side's plies, from the beginning of a turn."""

    def __init__(self, fields: Fields) -> None:
        self.pool = fields.flask_pool
        self.symbols = TURNS[ROUND_CARDS[fields.card]][len(fields.seats) > 4][fields.turn :]
        self.words = Bridge.__new__(Bridge)  # for its words alone
        self.start = composed(fields)
        self.words.game = self.game(())

    def game(self, history: tuple[Any, ...]) -> Game:
        """The reference after these answers; a drink from a full flask tells what was in it."""
        position = self.start.copy()
        opened = [answer[4] for answer in history if answer[0] == "drink" and len(answer) > 4]
        assert len(opened) < 2
        for bandit in position.bandits:
            for loot in bandit.loot:
                loot.old = loot.old if loot.half else bool(opened and opened[0])

        def flow(now: Position) -> Flow[None]:
            for symbol in self.symbols:
                self.symbol = symbol
                yield from colt_planning.plan_turn(now, symbol)

        game = Game(position, flow)
        for answer in history:
            game.apply(answer[:4] if answer[0] == "drink" else answer)
        return game

    def count(self, depth: int, history: tuple[Any, ...] = ()) -> int:
        """Lines of so many plies."""
        if depth <= 0:
            return 1
        game = self.game(history)
        answers: list[Any] = list(game.options())
        if game.chance is not None:
            assert game.chance.kind == "draw"
            assert game.chance.seat is not None
            kinds = {self.words.kind(game.chance.seat, card): card for card in game.chance.outcomes}
            answers = list(kinds.values())
        assert answers, "planning is over"
        if depth == 1:
            return len(answers)
        lines = 0
        for answer in answers:
            if answer[0] == "drink" and answer[3] == "full":  # what is in it is an outcome of its own
                contents = [(*answer, old) for old in (False, True) if self.pool[old]]
                lines += sum(self.count(depth - 2, (*history, answer)) for answer in contents)
            else:
                lines += self.count(depth - 1 - self.asked_in_vain(history, answer), (*history, answer))
        return lines

    def asked_in_vain(self, history: tuple[Any, ...], answer: Any) -> bool:
        """Whether the fast side asks what covers a Fire though the other bandit has no card in the hand; the
        only answer is `none`, and the reference does not ask."""
        if not self.start.settings.pairs or answer[0] != "play" or answer[2].kind != "fire" or answer[3]:
            return False
        self.game(history)
        if self.symbol != "S":
            return False
        after = self.game((*history, answer))
        if after.chance is None and any(option[0] == "cover" for option in after.options()):
            return False
        return bool(after.position.piles[answer[1]].hand)


@pytest.mark.parametrize("entry", PLANS, ids=[entry["id"] for entry in PLANS])
def test_the_reference_confirms_later_planning(
    entry: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = parse_position(entry["position"])
    assert isinstance(state, ColtState)
    monkeypatch.setattr(colt_planning, "draw_one", drawn_in_any_case)
    plies = Plies(state.fields())
    most = 10_000 if FULL else 1_000
    if FULL and entry["id"].endswith("-pairs"):
        most = 300_000  # so deep that both Fires of old whiskey are covered
    checked = 0
    for depth, count in enumerate(entry["perft"], start=1):
        if count <= most:
            assert plies.count(depth) == count, f"depth {depth}"
            checked += 1
    assert checked >= 2
