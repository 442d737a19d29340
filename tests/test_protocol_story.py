"""The story of a seat equals the entries on its view: `query story SEAT FROM` on that seat's own view."""

from __future__ import annotations

import random
import re

import pytest

from protocol.table import telling
from protocol.table.table import Table
from protocol.table.telling import moment
from scaling import scale
from solver.game import CHANCE_PLAYER
from solver.games import GAMES
from solver.games.heckmeck.names import LOWEST, plates
from solver.rng import Rng


def tokens(truth: Table, seat: int, known: int = 0) -> list[str]:
    """Events told to the seat from its event number ``known`` on, without those that follow by the rules."""
    return [event.token for event in telling.story(truth, seat, known) if event.who != telling.THEN]


@pytest.mark.parametrize("name", list(GAMES))
def test_a_story_holds_the_tokens_to_enter_on_the_seats_view(name: str) -> None:
    """From any event on whose view was kept, for every seat, with chance that the seed decides."""
    game, rng = GAMES[name], random.Random(16)
    for _ in range(scale(100)):
        seats = rng.randint(game.min_seats, min(game.max_seats, 5))
        truth = Table.fresh(game, rng.getrandbits(32), seats)
        for part in (rng.randint(0, 20), rng.randint(1, 40)):
            views = [truth.view_text(seat) for seat in range(seats)]
            known = [len(tokens(truth, seat)) for seat in range(seats)]
            for _ in range(part):
                if legal := truth.legal():
                    truth.play([rng.choice(legal)])
        for seat, view in enumerate(views):
            own = Table.read(game, view)
            own.play(tokens(truth, seat, known[seat]))
            assert own.state.to_text() == truth.view_text(seat)


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [
        ("longhorn", 0, "the beginning"),
        ("longhorn", 1, "turn 1"),
        ("longhorn", 2, "turn 2"),
        ("nimmt", 0, "round 1, trick 1"),
        ("nimmt", 8, "round 1, trick 3"),
        ("heckmeck", 0, "turn 1"),
        ("pickomino", 0, "turn 1"),
        ("colt", 0, "round 1, turn 1"),
        ("colt", 4, "round 1, turn 2"),
    ],
)
def test_when_it_is_is_told_as_players_count(game: str, moves: int, said: str) -> None:
    table = Table.fresh(GAMES[game], 3)
    for _ in range(moves):
        table.push(table.legal()[-1])
    assert moment(table) == said


def test_dice_turns_count_whole_turns_not_rolls() -> None:
    """Rolls within a turn are the same turn; the next seat's first roll begins another."""
    table = Table.fresh(GAMES["heckmeck"], 3)
    turn, number = table.turn(), 1
    for _ in range(30):
        table.push(table.legal()[-1])
        if table.turn() != turn:
            turn, number = table.turn(), number + 1
        assert moment(table) == f"turn {number}"
    assert number > 3


def test_of_the_pile_the_card_is_told() -> None:
    table = Table.fresh(GAMES["colt"], 3, seats=3)
    said = []
    while not table.state.is_terminal():
        said.append(moment(table))
        table.push(table.legal()[0])
    assert {text.partition(",")[0] for text in said} >= {f"round {number}" for number in range(1, 6)}
    cards = [match for text in said if (match := re.fullmatch(r"round 2, card (\d+) of (\d+)", text))]
    assert cards
    assert all(1 <= int(match[1]) <= int(match[2]) for match in cards)
    assert moment(table) == "the end"


def test_a_tie_says_what_broke_it() -> None:
    text = "pickomino/1 grill=- stacks=21+22+25/23+24+26 turn=0 aside=- roll=- phase=over"
    told = telling.tally(Table.read(GAMES["pickomino"], text), None)
    assert told[0].endswith("; tie broken by the highest tile: 25")
    assert told[1].endswith("; tie broken by the highest tile: 26")


def test_what_broke_a_tie_is_the_number_that_did() -> None:
    """In whole random games: the better place has the higher space of a plate, the fewer bullets."""
    rng = random.Random(6)
    for name, sign in (("heckmeck", 1), ("colt", -1)):
        seen = 0
        for seed in range(60):
            table = Table.fresh(GAMES[name], seed, GAMES[name].max_seats)
            while table.legal():
                table.push(rng.choice(table.legal()))
            ranks, scores = table.result()
            told = telling.tally(table)
            fields = table.state.fields()  # type: ignore[attr-defined]
            for seat, line in enumerate(told):
                number = re.search(r"tie broken by [^;]*: (\d+)", line)
                if number is None or "escape" in line:
                    continue
                if name == "colt":
                    assert int(number[1]) == fields.bandits[seat].hits
                else:
                    plated = [at for at, there in enumerate(fields.grill) if plates(there)[0] == seat]
                    assert int(number[1]) == LOWEST + max(plated)
                for other, rival in enumerate(told):
                    found = re.search(r"tie broken by [^;]*: (\d+)", rival)
                    if found and scores[other] == scores[seat] and ranks[seat] < ranks[other]:
                        assert sign * int(number[1]) > sign * int(found[1])
                        seen += 1
        assert seen


def test_a_tie_of_every_game_with_a_rule_for_it_is_told_by_that_rule() -> None:
    """Whole random games: equal scores of different ranks say by what, equal ranks that they share."""
    rng, broken, shared = random.Random(5), set(), set()
    for name, game in GAMES.items():
        for seed in range(60 if name != "longhorn" else 5):
            state = game.initial(seed, seats=game.max_seats if name != "nimmt" else 6)
            while not state.is_terminal():
                draws = Rng(rng.getrandbits(32))
                if state.current_player() == CHANCE_PLAYER:
                    state.apply_action(state.draw_chance(draws))
                else:
                    player = state.players_to_move()[0]
                    state.apply_action(rng.choice(state.legal_actions(player)), player)
            ranks, scores = state.result()
            told = telling.tally(Table(game, state))
            for seat, line in enumerate(told):
                equal = [other for other in range(len(scores)) if scores[other] == scores[seat]]
                ordered = len({ranks[other] for other in equal}) > 1
                alike = sum(ranks[other] == ranks[seat] for other in equal) > 1
                assert ("; tie broken by " in line) == ordered
                assert ("; the place is shared" in line) == alike
                assert "another rule" not in line
                broken |= {name} if ordered else set()
                shared |= {name} if alike else set()
    assert broken >= {"heckmeck", "pickomino", "colt"}
    assert "nimmt" in shared
