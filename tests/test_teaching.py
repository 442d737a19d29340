"""Solved positions explained: the counts, the refutations, the choice among equal moves, and their words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner
from driver import Engine

import scaling
from protocol.base.wire import Lesson, Result
from protocol.cli.main import main
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.review.judge import Effort, Judgement, judge
from protocol.frontend.review.review import Verdict
from protocol.frontend.review.walk import Site
from protocol.frontend.review.words import taught
from protocol.frontend.teaching import forced_words, given_away, lesson_words
from solver.analysis import Analyser, Answer, Limits, Settings
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng

GAME = GAMES["longhorn"]
NODES = 200_000
SETTINGS = Settings(hash_mb=4, teach=True)
#: Seat 0 to move: one of four moves wins.
NARROW = (
    "longhorn/1 nugget:w2o1g1:sheriff,blackstone:w2g1:snakeoil,maverick:o1g1:snakeoil/dagger:g1:branding,"
    "solomon:o1g2:-,cherokee:o1g2:gold300/kidcooper:b1:branding,tulsa:-:-,redriver:b1o2g1:gold400"
)
#: Its only move is lost.
FORCED = (
    "longhorn/1 tulsa:b1:-,dagger:-:-,nugget:-:-/cherokee:w1:gold300,redriver:-:-,solomon:-:-/"
    "kidcooper:-:-,blackstone:-:-,maverick:o1:gold200 herds=b4w4/o3g5 gold=-/- outlaw=tulsa turn=0 "
    "last=-/- phase=play"
)


def read(text: str) -> State:
    """The position of a text."""
    return type(GAME.initial(1)).read(text)


def late(count: int, least: int = 8, most: int = 16) -> Iterator[State]:
    """So many positions of random games with few cattle left and a choice to make."""
    seed = 0
    while count > 0:
        seed += 1
        rng, state = Rng(seed), GAME.initial(seed)
        cattle = least + rng.below(most - least + 1)
        while not state.is_terminal() and cattle_left(state) > cattle:
            chance = state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(state.draw_chance(rng) if chance else actions[rng.below(len(actions))])
        if not state.is_terminal() and not state.is_chance_node() and len(state.legal_actions()) > 1:
            count -= 1
            yield state


def cattle_left(state: State) -> int:
    """The cattle on the board."""
    cattle: tuple[tuple[int, ...], ...] = state.fields().cattle  # type: ignore[attr-defined]
    return sum(map(sum, cattle))


def after(state: State, token: str) -> State:
    """The position after a move."""
    child = state.clone()
    child.apply_action(child.string_to_action(token))
    return child


def analysed(state: State, multipv: int = 1, teach: bool = True) -> Answer:
    """The answer of the exact search."""
    settings = replace(SETTINGS, multipv=multipv, teach=teach)
    return Analyser(settings).analyse(state, Limits(nodes=NODES))


def values(state: State) -> dict[str, Fraction]:
    """The proven value of every move."""
    proven = dict(analysed(state, len(state.legal_actions()), teach=False).proven)
    assert len(proven) == len(state.legal_actions())
    return proven


def forced(state: State, seat: int, plies: int) -> bool:
    """Whether ``seat`` forces a win within ``plies`` decisions, whatever is drawn: the plain way."""
    if state.is_terminal():
        return state.returns()[seat] > 0
    if plies == 0:
        return False
    mover = state.current_player()
    children = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        children.append(child)
    left = plies if mover < 0 else plies - 1
    return (any if mover == seat else all)(forced(child, seat, left) for child in children)


def test_the_move_chosen_is_one_of_the_best_and_the_counts_are_right() -> None:
    lessons = 0
    for state in late(scaling.scale(400)):
        own = values(state)
        answer = analysed(state)
        best = max(own.values())
        assert answer.best is not None
        assert own[answer.best] == best == answer.report.lines[0].lower
        lesson = answer.lesson
        assert lesson is not None
        lessons += 1
        assert lesson.legal == len(own)
        assert lesson.value == best
        assert lesson.keeping <= sum(value == best for value in own.values())
        assert lesson.losing <= sum(value < best for value in own.values())
        whole = analysed(state, len(own)).lesson
        assert whole is not None
        assert whole.keeping == sum(value == best for value in own.values())
        assert whole.losing == len(own) - whole.keeping
        assert whole.only == (whole.keeping == 1 and len(own) > 1)
        assert whole.every == (whole.keeping == len(own))
    assert lessons >= 3


def test_a_refutation_is_a_forced_win_and_no_shorter_one_exists() -> None:
    proofs = 0
    for state in late(scaling.scale(400), most=12):
        answer = analysed(state, len(state.legal_actions()))
        assert answer.lesson is not None
        for told in answer.lesson.refuted:
            own = dict(answer.proven)[told.move]
            assert told.value == own < 1
            child = after(state, told.move)
            line = child
            for token in told.line:
                line = after(line, token)
            if told.plies:
                proofs += 1
                other = 1 - state.current_player()
                assert own == -1
                assert line.is_chance_node() or (line.is_terminal() and told.plies == len(told.line))
                if told.plies <= 5:
                    assert forced(child, other, told.plies)
                    assert not forced(child, other, told.plies - 1)
    assert proofs >= 3


def test_a_search_by_nodes_teaches_the_same_every_time_and_keeps_its_limit() -> None:
    for state in late(scaling.scale(200)):
        first, second = (analysed(state, 3) for _ in range(2))
        assert (first.best, first.lesson, first.report.nodes) == (
            second.best,
            second.lesson,
            second.report.nodes,
        )
        plain = analysed(state, 3, teach=False)
        assert plain.lesson is None
        # a tenth of the limit, and what the last proof and the lines take beyond it
        assert first.report.nodes <= plain.report.nodes + NODES / 10 + 30_000


def test_in_a_lost_position_the_trap_is_preferred() -> None:
    """Of two lost moves one allows a single reply, the other a choice in which most replies err."""
    traps = 0
    for state in late(scaling.scale(400), least=12, most=18):
        own = values(state)
        if max(own.values()) > -1:
            continue
        chosen = analysed(state).best
        assert chosen is not None
        errors = {token: _errors(after(state, token)) for token in own}
        if max(errors.values()) > 0:
            traps += 1
            assert errors[chosen] > 0  # a move after which something can go wrong for the winner
    assert traps >= 1


def _errors(state: State) -> int:
    """The replies of the winner, who is to move, that win no more."""
    if state.is_terminal() or state.is_chance_node():
        return 0
    return sum(value < 1 for value in values(state).values())


def test_the_wire_carries_the_lesson_only_when_asked() -> None:
    with Engine() as engine:
        engine.send(f"position fen {FORCED}")
        engine.send("go")
        plain = engine.until("bestmove")
        assert not [line for line in plain if line.startswith(("info string lesson", "info string refuted"))]
        engine.send("setoption name Teach value true")
        engine.send("go")
        lines = engine.until("bestmove")
    assert "info string lesson -1 keeping 1 losing 0 legal 1" in lines
    result = Result()
    for line in lines:
        result.take(line)
    assert result.lesson is not None
    assert result.lesson == Lesson(Fraction(-1), keeping=1, losing=0, legal=1)
    refuted = result.refuted["blacktocherokee"]
    assert refuted.value == -1
    assert refuted.plies == len(refuted.line) > 0
    state = after(read(FORCED), "blacktocherokee")
    for token in refuted.line:
        state = after(state, token)
    assert state.returns()[1] == 1


@pytest.mark.parametrize(
    ("value", "counts", "words"),
    [
        (1, (1, 6, 7), "only one of the 7 moves wins"),
        (1, (3, 4, 7), "3 of the 7 moves win"),
        (1, (7, 0, 7), "every one of the 7 moves wins"),
        (1, (1, 3, 7), "at least 1 of the 7 moves wins"),
        (1, (2, 3, 7), "at least 2 of the 7 moves win"),
        (0, (1, 6, 7), "only one of the 7 moves draws"),
        (Fraction(1, 3), (2, 5, 7), "2 of the 7 moves keep the value"),
        (-1, (7, 0, 7), "all 7 moves lose"),
        (-1, (1, 0, 1), "there is only one move"),
    ],
)
def test_counts_in_words(value: Fraction | int, counts: tuple[int, int, int], words: str) -> None:
    assert lesson_words(Fraction(value), *counts) == words


def test_what_is_given_away_in_words() -> None:
    assert given_away(Fraction(1), Fraction(-1)) == "gives away the win: it loses"
    assert given_away(Fraction(0), Fraction(-1)) == "gives away the draw: it loses"
    assert given_away(Fraction(1, 3), Fraction(0)) == "gives away part of the value: it only draws"
    assert given_away(Fraction(1), Fraction(1, 3)) == "gives away the win"
    assert [forced_words(plies) for plies in (0, 1, 3)] == [
        "",
        "the reply ends the game",
        "a forced line of 3 moves proves it",
    ]


def blunder() -> tuple[State, str]:
    """A position with a winning move, and a move in it that loses."""
    for state in late(400, most=12):
        own = values(state)
        losing = [token for token, value in own.items() if value == -1]
        if max(own.values()) == 1 and losing:
            return state, losing[0]
    raise AssertionError("no such position")


def test_a_review_says_what_a_move_gave_away() -> None:
    state, token = blunder()
    seat, legal = state.current_player(), len(state.legal_actions())
    site = Site(1, seat, token, legal, 0, state.to_text(), True)
    with Desk.start(options={"Hash": 16}) as desk:
        desk.set_up(Setup("longhorn", start=state.to_text()))
        found = judge(desk, site, Effort(nodes=NODES))
    assert found.loss == 1
    assert found.lesson
    assert Judgement.from_dict(found.as_dict()) == found
    said = " ".join(taught(Verdict(site, found, 0.0)))
    assert "gives away the win: it loses. What refutes it: " in said
    assert "move" in said
    assert found.played.then
    if found.forced:
        assert f"{forced_words(found.forced)}." in said


def test_analyse_says_it_on_the_screen_and_as_json() -> None:
    state, _ = blunder()
    many = str(len(state.legal_actions()))
    shown = CliRunner().invoke(main, ["analyse", *state.to_text().split(), "--multipv", many])
    assert shown.exit_code == 0, shown.output
    flat = " ".join(shown.output.split())
    assert "of the" in flat
    assert "gives away the win: it loses" in flat
    assert "What refutes it" in flat
    data = CliRunner().invoke(main, ["analyse", *state.to_text().split(), "--multipv", many, "--json"])
    assert '"lesson": {"value": "1"' in data.output
    assert '"refuted": [{"move"' in data.output
