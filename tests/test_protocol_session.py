"""A session over real pipes: the commands in their usual order, the answers in their fixed forms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import TOY_ENGINE, Engine, Engines
from positions import LATE

from solver.games import GAMES

LONGHORN = GAMES["longhorn"]


@pytest.fixture
def engine(engines: Engines) -> Iterator[Engine]:
    with engines.lend() as engine:
        yield engine


def test_the_handshake(engine: Engine) -> None:
    engine.send("uci")
    lines = engine.until("uciok")
    assert lines[0].startswith("id name Herdmind ")
    assert lines[1].startswith("id author ")
    assert any(line.startswith("info string protocol 1.") for line in lines)
    for game in GAMES.values():
        assert (
            f"info string game {game.name} edition {game.edition} seats {game.min_seats}-{game.max_seats}"
            in lines
        )
    names = [line.split(" type ")[0] for line in lines if line.startswith("option name ")]
    assert len(names) == len(set(names)) == 18
    assert "option name Hash type spin default 256 min 1 max " in " ".join(lines)
    games = "".join(f" var {name}" for name in GAMES)
    assert f"option name UCI_Variant type combo default longhorn{games}" in lines


def test_bare_commands_work_with_no_option_set(engine: Engine) -> None:
    engine.send("uci", "isready", "ucinewgame", "position startpos", "go movetime 50")
    best = engine.until("bestmove")[-1].split()
    assert len(best) == 2
    assert best[1] in engine.query("legal").split()
    engine.send("stop")


def test_the_players_options_hold_from_the_next_search_on(engine: Engine) -> None:
    """Each by itself, whatever its type: the random player looks at one node, the others at more."""
    engine.send("setoption name UCI_Variant value nimmt", "position startpos seats 3 seed 3")

    def nodes() -> int:
        engine.send("go nodes 2000")
        words = [line for line in engine.until("bestmove") if line.startswith("info depth")][-1].split()
        return int(words[words.index("nodes") + 1])

    assert nodes() == 2000
    engine.send("setoption name Search value random")
    assert nodes() == 1
    engine.send("setoption name Search value full")
    engine.send("setoption name Skill value 0")
    assert 1 < nodes() < 2000
    engine.send("setoption name Skill value 20")
    values = []
    for objective in ("win", "points"):
        engine.send(f"setoption name Objective value {objective}", "go nodes 2000")
        values.append([line for line in engine.until("bestmove") if line.startswith("info string values")])
    assert values[0] != values[1]


def test_a_player_without_its_model_says_so_once(engine: Engine) -> None:
    engine.send("setoption name UCI_Variant value longhorn", "setoption name Search value policy")
    engine.send("ucinewgame")
    told: list[str] = []
    for _ in range(2):
        engine.send("position startpos seed 3", "go nodes 5")
        told += engine.until("bestmove")
    assert sum("no learnt policy" in line for line in told) == 1


def test_a_fresh_game_comes_from_its_seed(engine: Engine) -> None:
    for seed in (0, 7, 2**64 - 1):
        engine.send(f"position startpos seed {seed}")
        assert engine.query("position") == LONGHORN.initial(seed).to_text()
    engine.send("position startpos")
    assert engine.query("position") == LONGHORN.initial(LONGHORN.default_seed).to_text()
    assert engine.query("turn") == "1"
    assert engine.query("gameover") == "false"
    assert engine.query("chance") == ""
    assert engine.query("history") == ""


def test_a_text_is_taken_back_as_it_was_given(engine: Engine) -> None:
    engine.send(f"position fen {LATE}")
    assert engine.query("position") == LATE
    assert engine.query("view 1") == LATE
    engine.send("position fen " + LATE.replace(" ", "   "))
    assert engine.query("position") == LATE


def test_moves_are_played_and_told(engine: Engine) -> None:
    state = LONGHORN.initial(5)
    tokens: list[str] = []
    while not state.is_terminal():
        if state.is_chance_node():
            break
        engine.send(f"position startpos seed 5 moves {' '.join(tokens)}")
        assert engine.query("position") == state.to_text()
        assert engine.query("legal").split() == [state.action_to_string(a) for a in state.legal_actions()]
        assert engine.query("history").split() == tokens
        assert engine.query("turn") == str(state.current_player())
        action = state.legal_actions()[len(tokens) % len(state.legal_actions())]
        tokens.append(state.action_to_string(action))
        state.apply_action(action)
    assert len(tokens) > 3


def test_a_whole_game_is_refereed_by_queries_alone(engine: Engine) -> None:
    for seed in range(1, 6):
        base = f"position startpos seed {seed}"
        tokens: list[str] = []
        engine.send(base)
        while engine.query("gameover") == "false":
            assert engine.query("turn") in ("0", "1")
            legal = engine.query("legal").split()
            assert legal == engine.query(f"legal {engine.query('turn')}").split()
            tokens.append(legal[(7 * seed + 3 * len(tokens)) % len(legal)])
            engine.send(f"{base} moves {' '.join(tokens)}")
        assert engine.query("turn") == "none"
        assert engine.query("legal") == ""
        words = engine.query("result").split()
        assert (words[0], words[3]) == ("ranks", "scores")
        assert sorted(words[1:3]) in (["1", "1"], ["1", "2"])
        assert engine.query("history").split() == tokens


def test_seeded_chance_is_the_arbiters_and_entered_chance_is_the_clients(engine: Engine) -> None:
    # Black empties the square of an Ambush; the victim holds two kinds of nugget.
    text = (
        "longhorn/1 tulsa:b1:ambush,dagger:w2:-,nugget:w1:-/cherokee:-:-,redriver:o1:-,solomon:-:-"
        "/kidcooper:-:-,blackstone:-:-,maverick:-:- herds=-/b3 gold=-/300+300+500"
        " outlaw=tulsa turn=0 last=-/- phase=play"
    )
    engine.send(f"position fen {text}")
    draws = [token for token in engine.query("legal").split() if token.endswith("ambushnugget")]
    assert draws == ["blackambushnugget"]
    engine.send(f"position fen {text} moves blackambushnugget")
    assert engine.query("turn") == "chance"
    assert engine.query("legal") == ""
    assert engine.query("chance") == "nugget300 2/3 nugget500 1/3"
    (refused,) = engine.settled("go searchmoves nugget300")
    assert refused.startswith("info string error illegal-move: searchmoves 'nugget300': no move is legal")
    lines = engine.settled("go movetime 5000")
    while not lines or not lines[-1].startswith("bestmove"):
        lines.append(engine.line())
    assert lines == [
        "info depth 0 score cp 0",
        "info string nothing to decide: a chance event is due",
        "bestmove (none)",
    ]
    engine.send(f"position fen {text} moves blackambushnugget nugget500")
    assert engine.query("turn") == "0"
    assert engine.query("history") == "blackambushnugget"
    assert "gold=500/300+300" in engine.query("position")


def test_perft_in_its_three_forms(engine: Engine) -> None:
    engine.send("position startpos seed 3")
    count = int(engine.query("perft 3"))
    for command in ("perft 3", "go perft 3"):
        engine.send(command)
        *parts, last = engine.until("info string perft")
        assert last.split()[:5] == ["info", "string", "perft", "3", "nodes"]
        assert int(last.split()[5]) == count
        assert [p.split()[2].rstrip(":") for p in parts] == engine.query("legal").split()
        assert sum(int(p.split()[3]) for p in parts) == count
    assert engine.query("perft 0") == "1"
    assert int(engine.query("perft 1")) == len(engine.query("legal").split())


def test_counts_do_not_overtake_what_follows_them(engine: Engine) -> None:
    engine.send(
        "position startpos seed 3", "query perft 4", "query turn", f"position fen {LATE}", "query position"
    )
    heads = [line.split()[1] for line in engine.until("response position")]
    assert heads == ["perft", "turn", "position"]


def test_a_long_count_is_stopped(engine: Engine) -> None:
    engine.send("position startpos seed 3", "query perft 30", "isready")
    assert engine.line() == "readyok"
    engine.send("stop")
    assert engine.line().startswith("info string error busy: ")


@pytest.mark.parametrize(
    ("command", "code", "token"),
    [
        ("position startpos seats 3", "bad-seat", "3"),
        ("position startpos rules wild", "bad-rules", "wild"),
        ("position startpos moves startmoon", "bad-token", "startmoon"),
        ("position startpos moves startnugget", "illegal-move", "startnugget"),
        ("position startpos moves starttulsa blacktotulsa", "illegal-move", "starttulsa"),
        ("position fen longhorn/9 x", "bad-position", "longhorn/9"),
        ("position fen draughts/1 x", "bad-position", "draughts/1"),
        ("position fen " + LATE.replace("herds=b4w4", "herds=b9w4"), "bad-position", ""),
        ("position fen " + LATE.replace("outlaw=tulsa", "outlaw=dagger"), "bad-position", "dagger"),
        ("position fen " + LATE.replace("phase=play", "phase=tea"), "bad-position", "tea"),
        ("position fen " + LATE + " extra", "bad-position", "extra"),
        ("query result", "not-over", "result"),
        ("query view 2", "bad-seat", "2"),
        ("query legal -1", "bad-seat", "-1"),
        ("go seat 5", "bad-seat", "5"),
        ("go searchmoves nonsense", "bad-token", "nonsense"),
        ("go clocks 1000", "bad-seat", "clocks"),
        ("setoption name Style value 3", "unknown-option", "Style"),
        ("setoption name Hash value 0", "out-of-range", "0"),
        ("setoption name Hash value 99999999999", "out-of-range", "99999999999"),
        ("setoption name Hash value lots", "bad-number", "lots"),
        ("setoption name Hash", "missing-argument", "Hash"),
        ("setoption name UCI_ShowWDL value maybe", "bad-value", "maybe"),
        ("setoption name UCI_Variant value chess", "bad-value", "chess"),
        ("setoption name Figures value /no/such/file", "bad-file", "/no/such/file"),
        ("setoption name Figures value /dev/zero", "bad-file", "/dev/zero"),
        ("setoption name Debug Log File value /no/such/folder/log", "bad-file", "/no/such/folder/log"),
        ("setoption name Debug Log File value /dev/full", "bad-file", "/dev/full"),
        ("help me", "unknown-command", "me"),
    ],
)
def test_a_refused_line_changes_nothing(engine: Engine, command: str, code: str, token: str) -> None:
    engine.send(f"position fen {LATE}")
    engine.settled()
    answer = engine.refused(command)
    assert answer.startswith(code + ": ")
    assert token in answer
    assert engine.query("position") == LATE
    lines = engine.settled("uci")
    assert any("combo default longhorn" in line for line in lines)


def test_help_eval_d_and_debug(engine: Engine) -> None:
    engine.send("help")
    for command in ("position", "go", "setoption", "query", "perft", "eval"):
        assert any(f"info string {command} " in line for line in engine.settled("help"))
        usage = [line for line in engine.settled(f"help {command}") if command in line]
        assert len(usage) >= 2
    lines = engine.settled("position startpos seed 2", "debug on", "d", "debug off")
    text = LONGHORN.initial(2).to_text()
    assert f"info string position {text}" in lines
    assert any("Nugget Hill" in line for line in lines)
    engine.send(f"position fen {LATE}", "eval")
    lines = engine.until("info string eval move")
    assert any(line.startswith("info string eval scores ") for line in lines)


def test_the_debug_log_holds_both_directions(engine: Engine, tmp_path: Path) -> None:
    log = tmp_path / "my log"
    log.write_text("kept\n")
    engine.settled(f"setoption name Debug Log File value {log}", "query turn", "nonsense")
    engine.settled("setoption name Debug Log File value <empty>", "query gameover")
    lines = log.read_text().splitlines()
    assert lines[0] == "kept"
    assert ">> query turn" in lines
    assert "<< response turn 1" in lines
    assert any(line.startswith("<< info string error unknown-command") for line in lines)
    assert not any("gameover" in line for line in lines)


def test_own_figures_are_used_and_bad_ones_are_not(engine: Engine, tmp_path: Path) -> None:
    import solver.games.longhorn

    source = Path(solver.games.longhorn.__file__).with_name("figures.toml").read_text()
    bad = tmp_path / "bad.toml"
    bad.write_text(source.replace("[", "[[", 1))
    before = engine.query("position")
    assert str(bad) in engine.refused(f"setoption name Figures value {bad}")
    assert engine.query("position") == before
    good = tmp_path / "with spaces.toml"
    good.write_text(source)
    assert engine.settled(f"setoption name Figures value {good}") == []
    assert engine.query("position") == before
    assert engine.settled("setoption name Figures value <empty>") == []


def test_a_text_of_another_game_names_both(engines: Engines) -> None:
    with engines.lend(TOY_ENGINE) as engine:
        answer = engine.refused("position fen roll/1 rounds=3 points=0+0 taken=0 roll=none")
        assert answer.startswith("wrong-game: ")
        assert "'roll'" in answer
        assert "'longhorn'" in answer
