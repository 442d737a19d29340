"""The Colt Express reference: figures, deals, and random games of every setting that conserve all pieces."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from random import Random

import pytest

from reference.colt import Game
from reference.colt_figures import (
    BASE_ROUNDS,
    BASE_STATIONS,
    CARS,
    CHARACTERS,
    EXPANSION_ROUNDS,
    EXPANSION_STATIONS,
    HOSTAGES,
    JEWELS,
    PLANNING_AHEAD,
    PURSES,
    RANSOM,
    STATIONS,
    TURNS,
)
from reference.colt_knowledge import knowledge
from reference.colt_position import GONE, Card, Position, Settings
from reference.colt_setup import deal, set_up
from scaling import scale

pytestmark = [pytest.mark.pure, pytest.mark.long]


def all_settings() -> list[Settings]:
    """Every combination of seats, expansion, teams and expert variant, with some characters."""
    found: list[Settings] = []
    for seats in range(2, 7):
        for mode in ("base", "intro", "expansion"):
            for teams in (False, True) if seats in (4, 6) else (False,):
                for expert in (False, True):
                    number = 4 if seats == 2 else seats
                    shift = len(found) % len(CHARACTERS)
                    characters = (*CHARACTERS[shift:], *CHARACTERS[:shift])[:number]
                    found.append(
                        Settings(characters, seats, mode == "expansion", mode == "intro", teams, expert)
                    )
    return found


def name(settings: Settings) -> str:
    """A short name for a test."""
    words = [str(settings.seats)]
    words += [word for word in ("expansion", "intro", "teams", "expert") if asdict(settings)[word]]
    return "-".join(words)


# Figures


def test_loot_adds_up() -> None:
    assert sum(PURSES.values()) == 18
    assert sum(purses for purses, _ in CARS.values()) + 6 == 18
    assert sum(jewels for _, jewels in CARS.values()) == JEWELS
    assert sum(value * number for value, number in PURSES.items()) == 6000


def test_round_cards() -> None:
    assert (len(BASE_ROUNDS), len(BASE_STATIONS)) == (7, 3)
    assert (len(EXPANSION_ROUNDS), len(EXPANSION_STATIONS)) == (5, 3)
    assert len(TURNS) == 18
    for turns in TURNS.values():
        assert len(turns) == 2
        assert {symbol for band in turns for symbol in band} <= set("STDRB")
    assert [card for card, turns in TURNS.items() if "B" in turns[0]] == ["rage", "turmoil", "exhausted"]
    assert set(PLANNING_AHEAD) < set(EXPANSION_ROUNDS)


def test_hostages() -> None:
    assert len(set(HOSTAGES)) == 8
    assert set(RANSOM) == set(HOSTAGES)


@pytest.mark.parametrize("settings", all_settings(), ids=name)
def test_decks(settings: Settings) -> None:
    position = set_up(settings, deal(settings, Random(4)))
    for piles in position.piles:
        kinds = Counter(card.kind for card in piles.draw)
        if settings.pairs:
            expected = dict.fromkeys(["move", "floor", "fire", "rob", "punch"], 2) | {"marshal": 1}
            assert kinds == expected | ({"ride": 2} if settings.horses else {})
        else:
            expected = dict.fromkeys(["move", "floor", "fire", "rob"], 2) | {"punch": 1, "marshal": 1}
            assert kinds == expected | ({"ride": 1} if settings.horses else {})


# Conservation


def tokens(position: Position) -> Counter[tuple[int, str, int]]:
    """Every token wherever it is; flasks as they were at the start."""
    everything = [token for lying in position.loot.values() for token in lying]
    everything += [token for bandit in position.bandits for token in bandit.loot]
    everything += position.out
    everything += [
        token for token in (position.spare_strongbox, position.guarded_strongbox) if token is not None
    ]
    return Counter((token.number, token.kind, token.value) for token in everything)


def action_cards(position: Position) -> Counter[Card]:
    """Every action card wherever it is."""
    cards = [card for piles in position.piles for card in piles.all() if card.kind != "bullet"]
    cards += [played.card for played in position.pile]
    if position.current is not None:
        cards.append(position.current.card)
    return Counter(cards)


class Ledger:
    """Components at the start of a game, which must all be found again after each step."""

    def __init__(self, position: Position) -> None:
        self.tokens = tokens(position)
        self.cards = action_cards(position)
        self.neutral = position.neutral
        self.hostages = sorted(position.hostages)

    def check(self, position: Position) -> None:
        """Loot, cards, bullets, figures and hostages are all there, each once."""
        settings = position.settings
        assert tokens(position) == self.tokens
        assert max(self.tokens.values()) == 1
        assert action_cards(position) == self.cards
        bullets = [card for piles in position.piles for card in piles.all() if card.kind == "bullet"]
        assert position.neutral + sum(card.bandit is None for card in bullets) == self.neutral
        assert position.neutral >= 0
        for bandit in position.bandits:
            fired = sum(card.bandit == bandit.number for card in bullets)
            assert bandit.bullets + fired == 6
            assert 0 <= bandit.shots <= fired
        received = sum(bandit.received for bandit in position.bandits)
        assert received == len(bullets)
        for seat, piles in enumerate(position.piles):
            own = sum(bandit.received for bandit in position.bandits if bandit.seat == seat)
            assert own == sum(card.deck == seat for card in bullets)
            foreign = {card.deck for card in piles.hand} - {seat}
            assert foreign <= ({seat ^ 1} if settings.teams else set())
            assert {card.deck for card in piles.draw + piles.aside + piles.kept} <= {seat}
        held = [bandit.hostage for bandit in position.bandits if bandit.hostage is not None]
        assert sorted(held + position.hostages) == self.hostages
        self.check_figures(position)

    def check_figures(self, position: Position) -> None:
        """Everybody stands where he may."""
        settings = position.settings
        assert 0 <= position.marshal <= position.last
        if position.phase == "attack":
            return
        for bandit in position.bandits:
            if bandit.place.vehicle == "train":
                assert 0 <= bandit.place.car <= position.last
            elif bandit.place == GONE:
                assert bandit.escaped or position.phase == "setup"
            else:
                assert settings.expansion
        if settings.horses:
            assert len(position.horses) <= settings.bandits
            assert all(0 <= car <= position.last for car in position.horses)
        if settings.expansion:
            assert position.coach is not None
            assert 0 <= position.coach <= position.last
            assert position.guarded() == (position.guarded_strongbox is not None)
            if not position.guarded():
                assert position.shotgun is not None
                assert position.shotgun.car == position.coach


@pytest.mark.parametrize("settings", all_settings(), ids=name)
def test_random_games_lose_nothing_and_end(settings: Settings) -> None:
    for seed in range(scale(40, least=3)):
        random = Random(seed)
        game = Game.random(settings, random)
        ledger = Ledger(game.position)
        steps = 0
        while not game.over:
            ledger.check(game.position)
            if game.chance:
                assert sum(game.outcomes().values()) == 1
                assert len(game.outcomes()) > 1
            else:
                assert game.options()
            with pytest.raises(ValueError, match="not over"):
                game.result()
            game.step_at_random(random)
            steps += 1
            assert steps < 2000
        ledger.check(game.position)
        assert game.position.round == 5
        assert game.position.pile == []
        check_result(game)


def check_result(game: Game) -> None:
    """Ranks follow the money, escaped before captured, and the Gunslinger is there."""
    settings, end = game.position.settings, game.result()
    assert min(end.ranks) == 1
    assert end.gunslingers
    if game.position.round_cards[-1] != "escape":
        assert all(end.escaped)
        best = max(end.scores)
        assert all((rank > 1) >= (score < best) for rank, score in zip(end.ranks, end.scores, strict=True))
    if settings.teams:
        for a in range(0, settings.seats, 2):
            assert end.scores[a] == end.scores[a + 1]
            assert end.ranks[a] == end.ranks[a + 1]
            assert (a in end.gunslingers) == (a + 1 in end.gunslingers)
    elif not settings.pairs and end.escaped == [True] * settings.seats:
        for seat in range(settings.seats):
            prize = 1000 if seat in end.gunslingers else 0
            assert end.scores[seat] == end.money[seat] + prize


# Knowledge


@pytest.mark.parametrize("settings", all_settings()[::5], ids=name)
def test_what_a_seat_cannot_see_makes_no_difference_to_it(settings: Settings) -> None:
    """Exchange what is hidden from a seat: it cannot tell."""
    random = Random(11)
    exchanged = 0
    for _ in range(3):
        game = Game.random(settings, random)
        while not game.over:
            if random.random() < 0.1:
                seat = random.randrange(settings.seats)
                before = knowledge(game.position, seat)
                other = game.position.copy()
                exchanged += exchange(other, seat, random)
                assert knowledge(other, seat) == before
            game.step_at_random(random)
    assert exchanged > 0


def exchange(position: Position, seat: int, random: Random) -> int:
    """Deal anew the values and the cards that `seat` cannot see, in place; how many changes there were."""
    changes = 0
    everything = [token for lying in position.loot.values() for token in lying]
    everything += [token for bandit in position.bandits for token in bandit.loot]
    purses = [token for token in everything if token.kind == "purse" and seat not in token.seen]
    values = [token.value for token in purses]
    random.shuffle(values)
    for token, value in zip(purses, values, strict=True):
        changes += token.value != value
        token.value = value
    flasks = [token for token in everything if token.name == "full"]
    olds = [token.old for token in flasks]
    random.shuffle(olds)
    for token, old in zip(flasks, olds, strict=True):
        token.old = old
    for deck in range(position.settings.seats):
        zones = []
        for holder, piles in enumerate(position.piles):
            zones += [piles.draw] if holder == seat else [piles.draw, piles.hand, piles.kept]
        slots = [(zone, index) for zone in zones for index, card in enumerate(zone) if card.deck == deck]
        down = [played for played in position.pile if played.card.deck == deck and seat not in played.known]
        cards = [zone[index] for zone, index in slots] + [played.card for played in down]
        random.shuffle(cards)
        for (zone, index), card in zip(slots, cards, strict=False):
            changes += zone[index] != card
            zone[index] = card
        for played, card in zip(down, cards[len(slots) :], strict=True):
            played.card = card
    return changes


# The driver


def test_a_copy_goes_its_own_way() -> None:
    random = Random(3)
    game = Game.random(Settings(CHARACTERS[:4], 4, expansion=True), random)
    for _ in range(60):
        game.step_at_random(random)
    copy = game.copy()
    assert asdict(copy.position) == asdict(game.position)
    assert copy.options() == game.options()
    before = asdict(game.position)
    copy.step_at_random(random)
    assert asdict(game.position) == before


def test_what_is_not_due_is_refused_and_changes_nothing() -> None:
    game = Game.random(Settings(CHARACTERS[:2] + CHARACTERS[3:5], 2), Random(3))
    before = asdict(game.position)
    with pytest.raises(ValueError, match=r"\('draw', 5\) is not due.*\('start', "):
        game.apply(("draw", 5))
    assert asdict(game.position) == before
    assert game.history == []


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(("doc",), 1), "seats 1"),
        (Settings(("doc", "belle"), 2), "expected 4"),
        (Settings(("doc", "belle", "doc"), 3), "different"),
        (Settings(("doc", "belle", "tuco"), 3, teams=True), "teams"),
        (Settings(("doc", "belle", "tuco"), 3, expansion=True, intro=True), "intro"),
    ],
)
def test_bad_settings_are_refused(settings: Settings, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        deal(settings, Random(1))


def test_the_last_card_of_a_deal_is_a_station() -> None:
    for seed in range(100):
        cards = deal(Settings(CHARACTERS[:5], 5, expansion=True), Random(seed)).round_cards
        assert len(set(cards)) == 5
        assert [card in STATIONS for card in cards] == [False] * 4 + [True]
