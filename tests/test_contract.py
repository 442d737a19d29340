"""The contract of every game, checked on random games of each registered game and of the toy games."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import lcm

import pytest
from positions import ALL
from toys import TOYS

from scaling import DAY, SHARE, scale, some
from solver.errors import HerdmindError, IllegalMove, NotationError, SetupError
from solver.game import (
    CHANCE_PLAYER,
    SIMULTANEOUS_PLAYER,
    TERMINAL_PLAYER,
    UNSEEN_ACTION,
    State,
    divide,
    perft,
)
from solver.games import GAMES, Game, parse_position
from solver.rng import Rng

GAMES_PLAYED = scale(200, least=10)
EVERY = 8 if SHARE < 0.1 else 1

pytestmark = pytest.mark.parametrize("game", ALL.values(), ids=ALL.keys())


@pytest.fixture(autouse=True)
def _toys_are_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, toy in TOYS.items():
        monkeypatch.setitem(GAMES, name, toy)


def seats(game: Game) -> range:
    """Every number of seats that the game can be played with."""
    return range(game.min_seats, game.max_seats + 1)


def step(state: State, rng: Rng) -> None:
    """One random ply: a chance outcome, or a decision of the first seat that owes one."""
    actions = state.legal_actions()
    state.apply_action(actions[rng.below(len(actions))])


def positions(game: Game, games: int, every: int = EVERY) -> Iterator[State]:
    """Positions of random games, one in `every`, others each day, and the last ones; do not change them."""
    for seed in range(games):
        rng = Rng(1_000 + seed)
        state = game.initial(seed, seats(game)[seed % len(seats(game))])
        plies = 0
        while True:
            if (plies + DAY) % every == 0 or state.is_terminal():
                yield state
            if state.is_terminal():
                break
            state = state.clone()
            step(state, rng)
            plies += 1


def test_the_registry_and_the_texts_name_the_same_game(game: Game) -> None:
    assert GAMES[game.name] is game
    assert re.fullmatch(r"[a-z]+/[0-9]+", game.edition)
    assert game.edition.startswith(f"{game.name}/")
    state = game.initial(game.default_seed)
    assert state.num_players() == game.default_seats
    assert state.to_text().startswith(f"{game.edition} ")


def test_somebody_can_move_exactly_when_somebody_has_to(game: Game) -> None:
    for state in positions(game, GAMES_PLAYED):
        actor = state.current_player()
        owing = state.players_to_move()
        assert state.is_terminal() == (actor == TERMINAL_PLAYER)
        assert state.is_chance_node() == (actor == CHANCE_PLAYER)
        if actor >= 0:
            assert owing == [actor]
        else:
            assert bool(owing) == (actor == SIMULTANEOUS_PLAYER)
        for seat in range(state.num_players()):
            legal = state.legal_actions(seat)
            assert bool(legal) == (seat in owing)
            assert legal == sorted(set(legal))
            assert UNSEEN_ACTION not in legal
        outcomes = state.chance_outcomes()
        assert bool(outcomes) == (actor == CHANCE_PLAYER)
        if not owing:
            assert state.legal_actions() == [action for action, _ in outcomes]


def test_tokens_round_trip_and_are_one_plain_word_each(game: Game) -> None:
    for state in positions(game, GAMES_PLAYED):
        for seat in state.players_to_move() or [CHANCE_PLAYER]:
            actions = [] if state.is_terminal() else state.legal_actions(seat)
            tokens = [state.action_to_string(action, seat) for action in actions]
            assert len(set(tokens)) == len(actions)
            pairs = list(zip(actions, tokens, strict=True))
            for action, token in some(pairs, least=100):  # a roll of many dice has a thousand outcomes
                assert re.fullmatch(r"[a-z0-9]+", token)
                assert token != "x"
                assert state.string_to_action(token, seat) == action
            for action in actions[:20]:
                phrase = state.describe(action, seat)
                assert phrase
                assert phrase.isascii()
                assert "\n" not in phrase


@pytest.mark.ci
def test_text_round_trips_at_every_position(game: Game) -> None:
    for state in positions(game, GAMES_PLAYED):
        text = state.to_text()
        assert text.isascii()
        assert not {"moves", "seed", "seats", "rules"} & set(text.split(" "))
        for again in (parse_position(text), game.parse(text), pickle.loads(pickle.dumps(state))):
            assert again.to_text() == text
            assert again == state
            assert hash(again) == hash(state)
            assert again.legal_actions() == state.legal_actions()
            assert again.current_player() == state.current_player()


def test_the_board_is_ascii_and_fits_a_terminal(game: Game) -> None:
    for state in positions(game, scale(20, least=5)):
        for line in state.board().split("\n"):
            assert line.isascii()
            assert len(line) <= 80
        colourless = re.sub(r"\x1b\[[0-9;]*m", "", state.board(color=True))
        assert colourless == state.board()


def test_clones_are_independent(game: Game) -> None:
    rng = Rng(7)
    for state in positions(game, scale(60, least=5)):
        text = state.to_text()
        for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
            assert other is not state
            assert other == state
            for _ in range(8):  # the positions are of whole games: what comes later is cloned later
                if not other.is_terminal():
                    step(other, rng)
        assert state.to_text() == text


def test_refused_moves_change_nothing(game: Game) -> None:
    for state in positions(game, scale(40, least=5), every=3):
        text = state.to_text()
        legal = {seat: state.legal_actions(seat) for seat in range(state.num_players())}
        for seat, actions in legal.items():
            for action in (-7, 1 << 40, (max(actions) if actions else 0) + 1):
                with pytest.raises(IllegalMove) as caught:
                    state.apply_action(action, seat)
                assert caught.value.code == "illegal"
            for token in ("", "x", "X", "no move", "zzz", "\u00e9", "a" * 1000):
                with pytest.raises((NotationError, IllegalMove)) as refused:
                    state.string_to_action(token, seat)
                assert refused.value.token == token
                assert "\n" not in str(refused.value)
        for seat in (-3, state.num_players(), 99):
            with pytest.raises(HerdmindError):
                state.apply_action(0, seat)
            with pytest.raises(HerdmindError):
                state.view(seat)
        if not state.is_chance_node():
            with pytest.raises(IllegalMove):
                state.apply_action(0, CHANCE_PLAYER)
        assert state.to_text() == text


def test_results_agree_with_each_other(game: Game) -> None:
    for state in positions(game, GAMES_PLAYED):
        n = state.num_players()
        returns = state.returns()
        assert len(returns) == n
        assert len(state.scores()) == n
        if not state.is_terminal():
            assert returns == [0.0] * n
            with pytest.raises(IllegalMove) as caught:
                state.result()
            assert caught.value.code == "not-over"
            continue
        ranks, scores = state.result()
        assert scores == state.scores()
        assert len(ranks) == n
        # A rank is one more than the number of seats that did better.
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        assert all(-1.0 <= value <= 1.0 for value in returns)
        for a in range(n):
            for b in range(n):
                assert (ranks[a] < ranks[b]) <= (returns[a] > returns[b])
                assert (ranks[a] == ranks[b]) <= (returns[a] == returns[b])


def test_chance_sums_to_one(game: Game) -> None:
    patience = 100_000  # draws in all
    for state in positions(game, GAMES_PLAYED):
        outcomes = state.chance_outcomes()
        if outcomes:
            assert sum((odds for _, odds in outcomes), Fraction(0)) == 1
            assert all(odds > 0 for _, odds in outcomes)
            assert [action for action, _ in outcomes] == sorted({action for action, _ in outcomes})
            rng = Rng(3)
            draws = 50 * len(outcomes)
            # The rarest roll of eight dice comes once in a million: to wait for it is not asked.
            common = draws * min(odds for _, odds in outcomes) >= 20 and draws <= patience
            patience -= draws if common else 0
            drawn = {state.draw_chance(rng) for _ in range(draws if common else 3)}
            assert drawn <= {action for action, _ in outcomes}
            assert len(drawn) == len(outcomes) or not common
        else:
            with pytest.raises(IllegalMove):
                state.draw_chance(Rng(3))


def test_a_draw_is_the_first_outcome_that_the_ticket_reaches(game: Game) -> None:
    """As documented, whatever form the odds have inside; and no action but an outcome can come of chance."""
    for number, state in enumerate(positions(game, 1)):
        outcomes = state.chance_outcomes()
        if not outcomes:
            continue
        common = lcm(*[odds.denominator for _, odds in outcomes])
        ticket = Fraction(Rng(number).below(common), common)
        sums = accumulate(odds for _, odds in outcomes)
        expected = next(
            action for (action, _), reached in zip(outcomes, sums, strict=True) if reached > ticket
        )
        assert state.draw_chance(Rng(number)) == expected
        before = state.to_text()
        with pytest.raises(IllegalMove):
            state.apply_action(max(action for action, _ in outcomes) + 1, CHANCE_PLAYER)
        assert state.to_text() == before


def test_seeds_reproduce_deals_and_different_seeds_differ(game: Game) -> None:
    if game.name in TOYS:
        pytest.skip("too few set-ups for fifty seeds to differ")
    texts = [game.initial(seed).to_text() for seed in range(50)]
    assert texts == [game.initial(seed).to_text() for seed in range(50)]
    if game.initial(1).is_chance_node():  # nothing is dealt: the game begins with its first roll
        assert len(set(texts)) == 1
        return
    assert len(set(texts)) == len(texts)
    assert game.initial((1 << 64) - 1).to_text() not in texts


def test_random_games_reproduce(game: Game) -> None:
    first = [state.to_text() for state in positions(game, 5)]
    assert first == [state.to_text() for state in positions(game, 5)]


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, True, None, "1"])
def test_bad_seeds_are_refused(game: Game, seed: object) -> None:
    with pytest.raises(SetupError) as caught:
        game.initial(seed)  # type: ignore[arg-type]
    assert caught.value.code == "seed"


def test_bad_seats_and_rules_words_are_refused(game: Game) -> None:
    for number in (game.min_seats - 1, game.max_seats + 1, 0, -1):
        with pytest.raises(SetupError) as caught:
            game.initial(1, number)
        assert caught.value.code == "seats"
        assert caught.value.token == str(number)
    with pytest.raises(SetupError) as caught:
        game.initial(1, rules=("nonsense",))
    assert (caught.value.code, caught.value.token) == ("rules", "nonsense")


@pytest.mark.ci
def test_views_and_worlds_hold_what_the_seat_knows(game: Game) -> None:
    rng = Rng(11)
    for state in positions(game, scale(60, least=5)):
        text = state.to_text()
        assert state.viewer is None
        for seat in range(state.num_players()):
            view = state.view(seat)
            assert view.viewer in (None, seat)
            known = state.information_state_string(seat)
            assert view.to_text() == known
            assert view.view(seat) == view
            assert parse_position(known) == view
            assert view.key(seat) == state.key(seat)
            world = state.resample_from_infostate(seat, rng)
            assert world.viewer is None
            assert world.information_state_string(seat) == known
            assert world.key(seat) == state.key(seat)
            if seat in state.players_to_move():
                assert view.legal_actions(seat) == state.legal_actions(seat) == world.legal_actions(seat)
        assert state.to_text() == text


def test_keys_tell_positions_apart(game: Game) -> None:
    texts: dict[int, str] = {}
    for state in positions(game, GAMES_PLAYED):
        assert texts.setdefault(state.key(), state.to_text()) == state.to_text()


def test_playouts_end_the_game_and_leave_the_state_alone(game: Game) -> None:
    for state in positions(game, scale(40, least=5)):
        text = state.to_text()
        returns = state.playout(Rng(5))
        assert returns == state.playout(Rng(5))
        assert len(returns) == state.num_players()
        assert all(-1.0 <= value <= 1.0 for value in returns)
        if state.is_terminal():
            assert returns == state.returns()
        assert state.to_text() == text


def test_perft_counts_what_stepping_through_python_counts(game: Game) -> None:
    def slow(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        count = 0
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            count += slow(child, depth - 1)
        return count

    for index, state in enumerate(positions(game, 3, every=5)):
        # One ply is enough where a thousand rolls are possible: the second takes Python minutes.
        crowded = len(state.legal_actions()) > 300
        for depth in (0, 1) if crowded else (0, 1, 2):
            assert perft(state, depth) == slow(state, depth), f"position {index}, depth {depth}"
        if not state.is_terminal() and not crowded:
            parts = divide(state, 2)
            assert [token for token, _ in parts] == [state.action_to_string(a) for a in state.legal_actions()]
            assert sum(count for _, count in parts) == perft(state, 2)
    for depth in (-1, 65):
        with pytest.raises(ValueError, match="plies deep"):
            perft(game.initial(1), depth)


def test_unknown_positions_are_refused_by_name(game: Game) -> None:
    for text in ("", "chess/1 x", game.name, f"{game.name}/999 x", f" {game.initial(1).to_text()}"):
        with pytest.raises(NotationError) as caught:
            parse_position(text)
        assert caught.value.code == "position"
        assert caught.value.token == text.split(" ")[0]


def test_no_truncated_or_extended_text_is_a_position(game: Game) -> None:
    text = game.initial(1).to_text()
    for cut in range(len(text)):
        with pytest.raises(NotationError):
            parse_position(text[:cut])
    for more in (" ", "\n", " x", "\x00"):
        with pytest.raises(NotationError):
            parse_position(text + more)
