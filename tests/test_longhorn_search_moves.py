"""The packed rules of the proof search against the rules, move by move, over whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from longhorn_late import composed
from longhorn_search import after, prover, value_for
from reference.longhorn import Position
from reference.longhorn_solver import Solver
from scaling import scale
from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES, parse_position
from solver.rng import Rng
from solver.search.prover import CERTAIN
from solver.stop import StopFlag

WORDS = ("branding", "snakeoil", "ambush", "rattlesnake", "epidemic", "gold", "nugget")
ENDINGS = ("nine", "end")


def played(seed: int) -> Iterator[State]:
    """The decisions of random games, which token effects are preferred in half of the time."""
    choose = random.Random(seed)
    for deal in range(seed, 1 << 62):
        state = GAMES["longhorn"].initial(deal)
        while not state.is_terminal():
            if state.current_player() != CHANCE_PLAYER:
                yield state
            actions = state.legal_actions()
            special = [
                action
                for action in actions
                if len(actions) < 200 and any(word in state.action_to_string(action) for word in WORDS)
            ]
            if special and choose.random() < 0.5:
                actions = special
            state = after(state, choose.choice(actions))


def put_together(seed: int) -> Iterator[State]:
    """Composed late positions."""
    choose = random.Random(seed)
    while True:
        position = composed(choose)
        if position is not None and position.phase != "draw":
            yield parse_position(position.text())


def wins_at_once(state: State, seat: int) -> bool:
    """Whether a single decision of ``seat``, who is to move, ends the game to his favour."""
    return any(
        child.is_terminal() and child.returns()[seat] > 0
        for child in (after(state, action) for action in state.legal_actions())
    )


def spoils_at_once(state: State, seat: int) -> bool:
    """Whether a single decision of ``seat``, who is to move, ends the game without defeat."""
    return any(
        child.is_terminal() and child.returns()[seat] >= 0
        for child in (after(state, action) for action in state.legal_actions())
    )


def loses_at_once(state: State, seat: int) -> bool:
    """Whether each decision of ``seat``, who is to move, ends the game with his defeat."""
    return all(
        child.is_terminal() and child.returns()[seat] < 0
        for child in (after(state, action) for action in state.legal_actions())
    )


def in_the_middle_of_a_turn(state: State) -> bool:
    """Whether a nugget was drawn and only the destination is open."""
    return " phase=move:" in state.to_text()


def no_win(child: State, seat: int) -> bool:
    """Whether one more decision at the most shows that ``seat`` cannot win here."""
    if child.is_terminal():
        return child.returns()[seat] <= 0
    if child.current_player() == CHANCE_PLAYER:
        # draws go against the asker: one bad outcome is enough
        return any(no_win(after(child, draw), seat) for draw, _ in child.chance_outcomes())
    if child.current_player() == seat and in_the_middle_of_a_turn(child):
        return all(no_win(after(child, action), seat) for action in child.legal_actions())
    if child.current_player() == seat:
        return all(
            last.is_terminal() and last.returns()[seat] <= 0
            for last in (after(child, action) for action in child.legal_actions())
        )
    return spoils_at_once(child, 1 - seat)


def sure_win(child: State, seat: int) -> bool:
    """Whether one more decision at the most shows that ``seat`` wins here."""
    if child.is_terminal():
        return child.returns()[seat] > 0
    if child.current_player() == CHANCE_PLAYER:
        return all(sure_win(after(child, draw), seat) for draw, _ in child.chance_outcomes())
    if child.current_player() == seat and in_the_middle_of_a_turn(child):
        return any(sure_win(after(child, action), seat) for action in child.legal_actions())
    if child.current_player() == seat:
        return wins_at_once(child, seat)
    return loses_at_once(child, 1 - seat)


PLAYOUTS = 300


def certain(child: State, seat: int, won: bool) -> bool:
    """Whether the game can only end one way: the search's bounds on money claim what no play can change.

    Every one of many random games has to end so, and where few cattle are left the independent reference
    solver has to say so too.
    """
    rng = Rng(child.key())
    if not all((child.playout(rng)[seat] > 0) == won for _ in range(PLAYOUTS)):
        return False
    if cattle_left(child) > 5:
        return True
    value = Solver().value(Position.parse(child.to_text())) * (1 if seat == 0 else -1)
    return value == 1 if won else value <= 0


def check(state: State, seen: Counter[str]) -> None:
    """The moves that the packed rules know, and the ones that they leave out or call won."""
    engine = ENGINE
    values, _ = engine.estimate(state, 1, 1e9, 1 << 60, StopFlag())
    assert values is not None
    known = dict(values)
    seat = state.current_player()
    legal = state.legal_actions()
    tokens = {action: state.action_to_string(action) for action in legal}
    assert set(known) <= set(legal), state.to_text()
    won = len(known) == 1 and min(known.values()) == 2 * CERTAIN  # less: seen by the look at replies
    if won:
        (action,) = known
        child = after(state, action)
        if not sure_win(child, seat):
            assert certain(child, seat, True), (state.to_text(), tokens[action])
            seen["won by the bounds"] += 1
        seen["won"] += 1
        return
    for action in legal:
        if action not in known:
            # "loses" is meant for the question whether the seat wins
            child = after(state, action)
            if not no_win(child, seat):
                assert certain(child, seat, False), (state.to_text(), tokens[action])
                seen["left out by the bounds"] += 1
            seen["left out"] += 1
        else:
            assert not after(state, action).is_terminal(), (state.to_text(), tokens[action])
            for word in WORDS + ENDINGS:
                seen[word] += tokens[action].endswith(word) if word in ENDINGS else word in tokens[action]


ENGINE = prover(1)


def test_moves_of_played_games() -> None:
    """Positions of all ages."""
    seen: Counter[str] = Counter()
    source = played(11)
    for _ in range(scale(10_000)):
        check(next(source), seen)
    for word in (*WORDS, "won", "left out"):
        assert seen[word] > 0, seen
    assert seen["nine"] == seen["end"] == 0  # those end the game: won, or left out


def test_moves_of_composed_positions() -> None:
    """Few cattle: refilled squares, dangers, endings."""
    seen: Counter[str] = Counter()
    source = put_together(12)
    for _ in range(scale(10_000)):
        check(next(source), seen)
    for word in (*WORDS, "won", "left out", "won by the bounds", "left out by the bounds"):
        assert seen[word] > 0, seen


def test_a_position_is_worth_its_best_move() -> None:
    """Whole positions against all of their children, as the rules make them, in tables of their own."""
    parents, children = prover(32), prover(32)
    choose = random.Random(13)
    source = played(13)
    done = 0
    while done < scale(200):
        state = next(source)
        if not 8 <= cattle_left(state) <= 16 or len(state.legal_actions()) > 60 or choose.random() < 0.5:
            continue
        seat = state.current_player()
        values = [value_for(children, after(state, action), seat) for action in state.legal_actions()]
        assert value_for(parents, state, seat) == max(values), state.to_text()
        done += 1


def cattle_left(state: State) -> int:
    """Cattle on the board, from the position's text."""
    words = state.to_text().split(" ")[1].replace("/", ",").split(",")
    return sum(sum(map(int, word.split(":")[1][1::2])) for word in words if ":-:" not in word)
