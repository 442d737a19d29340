"""The fast Colt Express against the plain-Python reference: random games of every setting."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest

from colt_bridge import PHASE_OF, ROUND_CARDS, Bridge
from reference.colt_figures import TURNS
from scaling import scale
from solver.games.colt import names
from solver.games.colt.state import initial

pytestmark = pytest.mark.long

GAMES_IN_ALL = 20_000
WORDS = {"intro": names.HORSES, "expansion": names.HORSES | names.STAGE, "teams": names.TEAMS}
FLAGS = {**WORDS, "expert": names.EXPERT, "pairs": names.PAIRS}


def all_settings() -> list[str]:
    """Every setting in words: the seats, then what is played with."""
    found: list[str] = []
    for seats in range(2, 7):
        for mode in ("", " intro", " expansion"):
            for teams in ("", " teams") if seats in (4, 6) else ("",):
                for expert in ("", " expert"):
                    pairs = " pairs" if seats == 2 else ""
                    found.append(f"{seats}{pairs}{mode}{teams}{expert}")
    return found


SETTINGS = all_settings()


def expected(words: list[str]) -> set[str]:
    """The kinds of decisions that games of a setting must have asked for."""
    kinds = set(PHASE_OF) - {"drunk", "flee", "hostage", "pickpocket"}
    horses = "intro" in words or "expansion" in words
    if "expansion" not in words:
        kinds -= {"turmoil", "keep"}
    kinds -= {"start"} if horses else {"attack", "ride"}
    if "pairs" not in words:
        kinds -= {"reserve", "cover", "start"}
    kinds -= {"keep"} if "expert" in words else {"discard"}
    return kinds


@pytest.mark.parametrize("setting", SETTINGS)
def test_random_games_agree(setting: str) -> None:
    """Questions, options, odds of draws, positions, views and results agree in random games."""
    seats, *words = setting.split()
    flags = sum(FLAGS[word] for word in words)
    seen: Counter[str] = Counter()
    for seed in range(math.ceil(scale(GAMES_IN_ALL, least=840) / len(SETTINGS))):
        bridge = Bridge(initial(seed, int(seats), flags), Random(seed))
        bridge.play(check_every=0.3)
        seen += bridge.seen
    for kind in expected(words):
        assert seen[kind] > 0, f"{kind} was never asked: {seen}"


def test_every_round_card_is_known_to_the_bridge() -> None:
    assert sorted(ROUND_CARDS) == sorted(TURNS)
