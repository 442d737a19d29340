"""Heckmeck through the protocol: whole games by queries alone, dice from a seed and from the arbiter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from driver import Engine, Engines
from heckmeck_bridge import (
    KINDS,
    LETTERS,
    composed,
    counts,
    decisions,
    position_text,
    read_text,
    roll_token,
)

from reference.heckmeck import Position, all_rolls, random_roll
from scaling import scale

FRESH = position_text(Position(2))
CHOICE = (
    "heckmeck/1 ladder=1,1,2,2,2,2,3,3,3,3,4,4,4,4 box=s12p10 grill=1,-,00,0,1,-,-,0,-,-,-,s,s,s plates=6/8"
    " worms=9/6 snails=1/0 supply=8 turn=1 aside=ww66 roll=1123 phase=choose"
)
OVER = CHOICE.replace("snails=1/0 supply=8", "snails=5/4 supply=0")
OVER = OVER.replace("aside=ww66 roll=1123 phase=choose", "aside=- roll=- phase=over:supply")


@pytest.fixture(scope="module")
def shared() -> Iterator[Engine]:
    """One engine for all the questions of this file that start no search."""
    with Engine() as engine:
        engine.send("setoption name UCI_Variant value heckmeck")
        yield engine
        engine.quit()


@pytest.fixture
def engine(shared: Engine) -> Engine:
    """The shared engine, set back to the standard fresh position."""
    assert shared.settled("ucinewgame") == []
    return shared


def put(engine: Engine, command: str) -> None:
    """Send a `position` line that must be accepted."""
    assert engine.settled(command) == []


def set_line(seats: int, moves: list[str], seed: int | None = None) -> str:
    words = ["position", "startpos", "seats", str(seats)]
    if seed is not None:
        words += ["seed", str(seed)]
    return " ".join([*words, "moves", *moves])


# Whole games


@pytest.mark.ci
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_with_dice_of_the_arbiter(engine: Engine, seats: int) -> None:
    """A client that rolls the dice and asks for all else; the reference goes along and says the same."""
    for number in range(scale(5, least=1)):
        random = Random(100 * seats + number)
        reference = Position(seats)
        moves: list[str] = []
        decided: list[str] = []
        while True:
            put(engine, set_line(seats, moves))
            assert engine.query("position") == position_text(reference)
            assert engine.query("gameover") == ("true" if reference.phase == "over" else "false")
            turn = engine.query("turn")
            if turn == "none":
                break
            if turn == "chance":
                assert reference.phase == "roll"
                assert engine.query("legal") == ""
                token = drawn(engine, reference, random)
                reference = reference.throw(counts(token))
            else:
                assert turn == str(reference.turn)
                following = decisions(reference)
                legal = engine.query("legal").split()
                assert sorted(legal) == sorted(following)
                assert engine.query(f"legal {turn}").split() == legal
                assert engine.query(f"legal {(reference.turn + 1) % seats}") == ""
                token = preferred(legal, random)
                reference = following[token]
                decided.append(token)
            moves.append(token)
        assert engine.query("history").split() == decided
        assert engine.query("legal") == engine.query("chance") == ""
        assert engine.query("result") == result_words(reference)


def drawn(engine: Engine, reference: Position, random: Random) -> str:
    """A roll by the odds that the engine tells, which must be those of the dice."""
    words = engine.query("chance").split()
    tokens, odds = words[::2], [Fraction(word) for word in words[1::2]]
    known = {roll_token(roll): part for roll, part in all_rolls(reference.dice_left())}
    assert dict(zip(tokens, odds, strict=True)) == known
    assert sum(odds) == 1
    return random.choices(tokens, [float(part) for part in odds])[0]


def preferred(legal: list[str], random: Random) -> str:
    """Stop when one may, half of the time; else a worm, or anything."""
    stops = [token for token in legal if token.endswith("stop")]
    worms = [token for token in legal if token[0] == "w"]
    for tokens in (stops, worms):
        if tokens and random.random() < 0.5:
            return random.choice(tokens)
    return random.choice(legal)


def result_words(over: Position) -> str:
    ranks = " ".join(map(str, over.ranks()))
    scores = " ".join(map(str, over.scores()))
    return f"ranks {ranks} scores {scores}"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_with_a_seed(engine: Engine, seats: int) -> None:
    """With a seed only decisions are entered and chance is never due."""
    for seed in range(scale(10, least=1)):
        random = Random(seed)
        moves: list[str] = []
        seen: list[str] = []
        while True:
            put(engine, set_line(seats, moves, seed))
            text = engine.query("position")
            seen.append(text)
            reference = read_text(text)
            assert position_text(reference) == text
            assert engine.query("chance") == ""
            turn = engine.query("turn")
            if turn == "none":
                break
            assert turn == str(reference.turn)
            legal = engine.query("legal").split()
            assert sorted(legal) == sorted(decisions(reference))
            moves.append(preferred(legal, random))
        assert engine.query("history").split() == moves
        assert engine.query("result") == result_words(reference)
        # the same line is the same game, and nothing that was rolled depends on what was asked between
        half = len(moves) // 2
        put(engine, set_line(seats, moves[:half], seed))
        assert engine.query("position") == seen[half]
        for move, before, after in zip(moves, seen, seen[1:], strict=False):
            check_seeded_step(move, before, after)


def check_seeded_step(move: str, before: str, after: str) -> None:
    """One position of a seeded game follows from the one before by a roll, or by a failed one and another.

    A roll that shows nothing new ends the turn, which nobody is asked about; the first roll of a turn cannot.
    """
    position, goal = decisions(read_text(before))[move], read_text(after)
    if position.phase == "roll" and (position.turn, position.aside) != (goal.turn, goal.aside):
        used = next(face for face, count in enumerate(position.aside) if count)
        position = position.throw(tuple(position.dice_left() * (face == used) for face in range(6)))
    if position.phase == "roll":
        assert goal.roll is not None
        position = position.throw(goal.roll)
    assert position_text(position) == after


# Seeds


def test_seeds_roll_differently_and_the_set_up_is_the_same(engine: Engine) -> None:
    first_rolls = set()
    for seed in range(40):
        put(engine, f"position startpos seed {seed}")
        text = engine.query("position")
        assert re.sub(r"roll=\S+ phase=choose$", "roll=- phase=roll", text) == FRESH
        first_rolls.add(text)
    assert len(first_rolls) > 30
    put(engine, "position startpos")
    assert engine.query("position") == FRESH


def test_the_dice_of_seeds_follow_the_odds(engine: Engine) -> None:
    """The mean of the first rolls' pips is 28 (the worm shows as five), its standard error below 0.4."""
    pips = []
    for seed in range(200):
        put(engine, f"position startpos seed {seed}")
        roll = read_text(engine.query("position")).roll
        assert roll is not None
        pips.append(sum(count * value for count, value in zip(roll, range(1, 7), strict=True)))
    assert 26 < sum(pips) / len(pips) < 30
    assert len(set(pips)) > 10


def test_a_search_does_not_read_the_dice_to_come(engines: Engines) -> None:
    """Two seeds that have shown the same so far give the same bytes, times apart; so does the bare text."""
    with engines.lend() as engine:
        engine.send("setoption name UCI_Variant value heckmeck")
        by_text: dict[str, int] = {}
        for seed in range(1000):
            put(engine, f"position startpos seed {seed}")
            text = engine.query("position")
            if text in by_text:
                break
            by_text[text] = seed
        else:
            raise AssertionError("no two seeds roll alike")
        said = []
        for line in (f"startpos seed {by_text[text]}", f"startpos seed {seed}", f"fen {text}"):
            engine.settled("ucinewgame", f"position {line}")
            engine.send("go nodes 300")
            words = "\n".join(engine.until("bestmove"))
            said.append(re.sub(r" (nps|time) \d+", "", words))
        assert said[0] == said[1] == said[2]


# What is refused


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("position startpos seats 1", "bad-seat", "1"),
        ("position startpos seats 6", "bad-seat", "6"),
        ("position startpos rules tactical", "bad-rules", "tactical"),
        ("position startpos moves wroll", "illegal-move", "wroll"),
        ("position startpos moves r1122ww6", "illegal-move", "r1122ww6"),
        ("position startpos moves r1122ww666", "illegal-move", "r1122ww666"),
        ("position startpos moves r11227w66", "bad-token", "r11227w66"),
        ("position startpos moves rww221166", "bad-token", "rww221166"),
        ("position startpos moves r", "bad-token", "r"),
        ("position startpos moves x", "illegal-move", "x"),
        ("position startpos moves r1122ww66 r1122ww66", "illegal-move", "move 2: r1122ww66"),
        ("position startpos moves r1122ww66 3roll", "illegal-move", "3roll"),
        ("position startpos moves r1122ww66 wstop", "illegal-move", "wstop"),
        ("position startpos moves r1122ww66 wfail", "illegal-move", "wfail"),
        ("position startpos moves r1122ww66 5roll", "bad-token", "5roll"),
        ("position startpos moves r1122ww66 w", "bad-token", "'w'"),
        ("position startpos moves r1122ww66 wroll r1122w", "illegal-move", "move 3: r1122w"),
        ("position startpos moves r1122ww66 wroll r1122w6 wroll", "illegal-move", "move 4: wroll"),
        ("position startpos moves rwwwwwwww wroll", "illegal-move", "wroll"),
        ("position startpos moves rwwwwwwww wfail", "illegal-move", "wfail"),
        ("position startpos moves r11111111 1stop", "illegal-move", "1stop"),
        ("position startpos seed 3 moves r1122ww66", "illegal-move", "r1122ww66"),
        (f"position fen {OVER} moves r1122ww66", "illegal-move", "r1122ww66"),
        (f"position fen {CHOICE.replace('turn=1', 'turn=2')}", "bad-position", "turn=2"),
        (f"position fen {CHOICE.replace('supply=8', 'supply=7')}", "bad-position", "supply=7"),
        (f"position fen {CHOICE.replace('plates=6/8', 'plates=6/9')}", "bad-position", "plates=6/9"),
        (f"position fen {CHOICE.replace('worms=9/6', 'worms=8/6')}", "bad-position", "worms=8/6"),
        (f"position fen {CHOICE.replace('roll=1123', 'roll=112')}", "bad-position", "roll=112"),
        (f"position fen {CHOICE.replace('roll=1123', 'roll=ww66')}", "bad-position", "roll=ww66"),
        (f"position fen {CHOICE.replace('aside=ww66', 'aside=66ww')}", "bad-position", "aside=66ww"),
        (f"position fen {CHOICE.replace(',00,', ',01,')}", "bad-position", "01"),
        (f"position fen {CHOICE.replace(',00,', ',22,')}", "bad-position", "22"),
        (f"position fen {CHOICE.replace('heckmeck/1', 'heckmeck/2')}", "bad-position", "heckmeck/2"),
        (f"position fen {OVER.replace('over:supply', 'over:snails')}", "bad-position", "over:snails"),
        (f"position fen {OVER.replace('over:supply', 'over:grill')}", "bad-position", "over:grill"),
        ("query view 2", "bad-seat", "2"),
        ("query legal 2", "bad-seat", "2"),
        ("query result", "not-over", "result"),
        ("go seat 2", "bad-seat", "2"),
    ],
)
def test_a_refused_line_is_named_and_changes_nothing(engine: Engine, line: str, code: str, word: str) -> None:
    put(engine, f"position fen {CHOICE}")
    answer = engine.refused(line)
    assert answer.startswith(f"{code}: ")
    assert word in answer
    assert engine.query("position") == CHOICE
    assert engine.query("turn") == "1"


def test_a_text_of_another_game_is_refused_by_both_names(engine: Engine) -> None:
    answer = engine.refused("position fen longhorn/1 x")
    assert answer.startswith("wrong-game: ")
    assert "longhorn" in answer
    assert "heckmeck" in answer


# Texts, views, counts, pictures


def test_every_view_is_the_whole_truth(engine: Engine) -> None:
    for text in (FRESH, CHOICE, OVER):
        put(engine, f"position fen {text}")
        assert [engine.query(f"view {seat}") for seat in (0, 1)] == [text, text]


@pytest.mark.parametrize("text", [FRESH, CHOICE, OVER])
def test_a_text_needs_nothing_else(engine: Engine, text: str) -> None:
    put(engine, f"position fen {text}")
    assert engine.query("position") == text
    assert engine.query("history") == ""
    shown = engine.settled("d")
    assert f"info string position {text}" in shown
    assert all(line.startswith("info string ") for line in shown)


def test_the_examples_of_the_page_are_positions(engine: Engine, checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "heckmeck.md").read_text(encoding="utf-8")
    examples = re.findall(r"^    (heckmeck/1 .*[0-9].*)$", page, re.MULTILINE)
    assert CHOICE in examples
    for text in examples:
        put(engine, f"position fen {text}")
        assert engine.query("position") == text


def test_from_a_text_on_dice_are_entered(engine: Engine) -> None:
    put(engine, f"position fen {CHOICE} moves 1roll r66")
    # nothing new: the turn of seat 1 has failed and the snail lies on 33, then it is seat 0's
    after = read_text(CHOICE).set_aside(0).decide("roll").throw(counts("66"))
    assert engine.query("position") == position_text(after)
    assert engine.query("turn") == "chance"
    assert (after.turn, max(after.grill_snails - {34, 35, 36})) == (0, 33)
    put(engine, f"position fen {CHOICE} moves 1roll r3w 3stop")
    assert engine.query("turn") == "chance"
    assert read_text(engine.query("position")).plates[27] == [1, 1]


def test_counts_of_lines(engine: Engine) -> None:
    """A token is a ply, rolls too; with a seed only decisions are tokens."""
    put(engine, "position startpos")
    assert [engine.query(f"perft {plies}") for plies in (0, 1, 2)] == ["1", "1287", "4807"]
    put(engine, f"position fen {CHOICE}")
    legal = engine.query("legal").split()
    assert engine.query("perft 1") == str(len(legal))
    following = decisions(read_text(CHOICE))
    # a stop ends the turn, and eight dice are rolled
    rolls = {token: len(list(all_rolls(after.dice_left()))) for token, after in following.items()}
    engine.send("perft 2")
    *divided, total = engine.until("info string perft")
    assert divided == [f"info string {token}: {rolls[token]}" for token in legal]
    assert total.startswith(f"info string perft 2 nodes {sum(rolls.values())} ")


def test_figures_of_ones_own_stand_in_the_position(engine: Engine, checkout: Path, tmp_path: Path) -> None:
    text = (checkout / "solver" / "games" / "heckmeck" / "figures.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(re.sub(r"(\[space\.23\]\nworms = )1", r"\g<1>9", text), encoding="utf-8")
    try:
        put(engine, f"setoption name Figures value {own}")
        put(engine, "position startpos seats 4")
        reference = read_text(engine.query("position"))
        assert reference.figures.worms == (9, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)
        assert reference.seats == 4
        # a text has its own figures, whatever the option says
        put(engine, f"position fen {FRESH}")
        assert engine.query("position") == FRESH
        wrong = tmp_path / "wrong.toml"
        wrong.write_text(text.replace("count = 8", "count = 7"), encoding="utf-8")
        assert "dice.count" in engine.refused(f"setoption name Figures value {wrong}")
    finally:
        put(engine, "setoption name Figures value")
    put(engine, "position startpos")
    assert engine.query("position") == FRESH


# Searching


@pytest.mark.ci
@pytest.mark.parametrize(
    ("search", "seats"), [("full", 2), ("full", 5), ("flat", 2), ("greedy", 3), ("random", 2)]
)
def test_the_engine_plays_a_whole_game_of_its_own(engines: Engines, search: str, seats: int) -> None:
    """With a seed, every seat asked in turn; each answer is legal, and the game comes to its end."""
    with engines.lend() as engine:
        engine.send("setoption name UCI_Variant value heckmeck", f"setoption name Search value {search}")
        moves: list[str] = []
        while True:
            put(engine, set_line(seats, moves, seed=8))
            turn = engine.query("turn")
            if turn == "none":
                break
            legal = engine.query("legal").split()
            engine.send(f"go seat {turn} nodes 20")
            answers = engine.until("bestmove")
            best = answers[-1].split()
            assert best[1] in legal
            assert any(" score cp " in answer for answer in answers)
            moves.append(best[1])
        assert engine.query("gameover") == "true"


@pytest.mark.parametrize("kind", KINDS)
def test_a_legal_move_in_rare_positions(engines: Engines, kind: str) -> None:
    """Grills nearly full, plates out, no snails, figures of one's own: the answer is a legal move."""
    random = Random(f"go {kind}")
    with engines.lend() as engine:
        engine.send("setoption name UCI_Variant value heckmeck")
        for _ in range(scale(30, least=3)):
            position = composed(random, kind)
            seat = position.turn
            while position.phase == "roll" and position.turn == seat:
                position = position.throw(random_roll(position.dice_left(), random))
                if position.phase != "aside":
                    break
                put(engine, f"position fen {position_text(position)}")
                engine.send("go nodes 5")
                assert engine.until("bestmove")[-1].split()[1] in decisions(position)
                following = decisions(position)
                position = following[random.choice(sorted(following))]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("startpos", "chance"),
        (f"fen {OVER}", "over"),
        (f"fen {CHOICE}", "seat"),
    ],
)
def test_where_nothing_is_to_be_decided(engines: Engines, line: str, reason: str) -> None:
    """A roll is due, the game is over, or the other seat decides."""
    with engines.lend() as engine:
        engine.send("setoption name UCI_Variant value heckmeck")
        put(engine, f"position {line}")
        engine.send("go seat 0 movetime 50")
        answers = engine.until("bestmove")
        assert answers[0] == "info depth 0 score cp 0"
        assert answers[1].startswith("info string nothing to decide: ")
        assert reason in answers[1]
        assert answers[2:] == ["bestmove (none)"]
        engine.send("go infinite seat 0")
        assert engine.silent(0.2)
        engine.send("stop")
        assert engine.until("bestmove") == answers


@pytest.mark.ci
@pytest.mark.parametrize("text", [FRESH, CHOICE, OVER])
def test_eval_of_every_phase(engine: Engine, text: str) -> None:
    put(engine, f"position fen {text}")
    engine.send("eval", "query gameover")
    *lines, _ = engine.until("response gameover")
    assert all(line.startswith("info string eval ") for line in lines)
    scores = read_text(text).scores()
    assert f"info string eval scores {' '.join(map(str, scores))}" in lines


@pytest.mark.ci
def test_all_letters_of_dice_are_known() -> None:
    assert counts(LETTERS) == (1, 1, 1, 1, 1, 1)
