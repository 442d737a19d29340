"""Strength by a rating: the settings behind `UCI_LimitStrength` and `UCI_Elo`, and their games."""

from __future__ import annotations

import math
import re
from itertools import accumulate
from pathlib import Path

import pytest
from driver import Engines
from positions import OPEN
from toys import TOYS

import protocol
from protocol.session.strength import LEAST, MOST, SKILLS, skill_of
from solver.games import GAMES
from solver.reports import MAX_SKILL

PLAY = Path(protocol.__file__).parent.parent / "docs" / "play.md"
PAGE = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
LIMIT = "setoption name UCI_LimitStrength value true"


@pytest.mark.skipif(not PLAY.exists(), reason="the page of the measured shares is in the checkout only")
def test_the_ratings_are_those_of_the_games_that_the_page_lists() -> None:
    columns = {"6 nimmt!": "nimmt", "Heckmeck": "heckmeck", "Longhorn": "longhorn", "Colt Express": "colt"}
    columns["Pickomino"] = "pickomino"
    text = PLAY.read_text(encoding="utf-8")
    head = re.search(r"^\| Skill \| (6 nimmt!.*) \|$", text, re.MULTILINE)
    assert head is not None
    games = [columns[name.split(",")[0]] for name in head.group(1).split(" | ")]
    rows = re.findall(r"^\| \d+ against \d+ \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) == len(SKILLS) - 1
    assert set(games) == set(GAMES)
    for number, game in enumerate(games):
        shares = [float(row.split(" | ")[number].split(" ")[0]) for row in rows]
        steps = [400 * math.log10(share / (1 - share)) for share in shares]
        assert GAMES[game].skill_elo == tuple(round(rating) for rating in accumulate([LEAST, *steps]))


def test_the_protocols_page_tells_them() -> None:
    for name, game in GAMES.items():
        if game.skill_elo:
            assert f"| {name} | {' | '.join(map(str, game.skill_elo))} |" in PAGE


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_a_rating_is_a_skill(name: str) -> None:
    game = {**GAMES, **TOYS}[name]
    if game.skill_elo:
        assert [skill_of(game, rating) for rating in game.skill_elo] == list(SKILLS)
        assert game.skill_elo[0] == LEAST
        assert game.skill_elo[-1] <= MOST
    skills = [skill_of(game, rating) for rating in range(LEAST, MOST + 1)]
    assert skills == sorted(skills)
    assert (skills[0], skills[-1]) == (0, MAX_SKILL)
    assert set(skills) == set(range(MAX_SKILL + 1)) or name == "nimmt"  # whose last step is small


def test_the_engine_plays_at_the_skill_that_the_rating_is_in_the_game_it_plays(engines: Engines) -> None:
    with engines.lend() as engine:
        for game in ("longhorn", "nimmt", "heckmeck"):
            elo = 1100
            skill = skill_of(GAMES[game], elo)
            heard = []
            for settings in (
                (f"setoption name Skill value {skill}",),
                ("setoption name Skill value 20", f"setoption name UCI_Elo value {elo}", LIMIT),
            ):
                engine.settled(*settings, *OPEN[game], "ucinewgame", OPEN[game][1])
                while engine.query("turn") == "chance":
                    engine.settled(f"position startpos moves {engine.query('chance').split()[0]}")
                engine.send("go nodes 3000")
                heard.append([re.sub(r" (nps|time) \d+", "", line) for line in engine.until("bestmove")])
            assert heard[0] == heard[1]
            engine.settled("setoption name UCI_LimitStrength value false")


def test_a_change_of_game_changes_position_and_skill_together(engines: Engines) -> None:
    """The Skill of a rating is another one in another game: that must not keep the old game's position."""
    assert skill_of(GAMES["heckmeck"], 1244) != skill_of(GAMES["nimmt"], 1244)
    with engines.lend() as engine:
        engine.settled(LIMIT, "setoption name UCI_Elo value 1244", "setoption name UCI_Variant value nimmt")
        assert engine.query("position").startswith("nimmt/")
        engine.settled("setoption name UCI_Variant value heckmeck")
        assert engine.query("position").startswith("heckmeck/")
        assert "out-of-range" in engine.refused("setoption name UCI_Elo value 1601")
