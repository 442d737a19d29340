"""The fast Colt Express against the plain-Python reference: random games of every setting, question by question."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from colt_bridge import PHASE_OF, Bridge

from reference.colt_figures import TURNS
from scaling import scale
from solver.games import GAMES

GAMES_IN_ALL = 20_000
MODES = ("base", "intro", "expansion")


def all_settings() -> list[tuple[int, tuple[str, ...]]]:
    """Seats and rules words of every setting."""
    found = []
    for seats in range(2, 7):
        for mode in ((), ("intro",), ("expansion",)):
            for teams in ((), ("teams",)) if seats in (4, 6) else ((),):
                for expert in ((), ("expert",)):
                    found.append((seats, (*mode, *teams, *expert)))
    return found


SETTINGS = all_settings()


@pytest.mark.parametrize(("seats", "rules"), SETTINGS, ids=lambda part: "-".join(part) if isinstance(part, tuple) else str(part))
def test_random_games_agree(seats: int, rules: tuple[str, ...]) -> None:
    """Who is asked what, every option, the odds of every draw, every position, what seats know, the result."""
    games = scale(GAMES_IN_ALL, least=840) // len(SETTINGS)
    seen: Counter[str] = Counter()
    for seed in range(games):
        random = Random(seed)
        bridge = Bridge(GAMES["colt"].initial(seed, seats, rules), random)
        bridge.play(check_every=0.3)
        seen += bridge.seen
    for kind in expected(seats, rules):
        assert seen[kind] > 0, f"{kind} was never asked: {seen}"


def expected(seats: int, rules: tuple[str, ...]) -> set[str]:
    """The kinds of decisions that a setting must have asked for in some game."""
    kinds = set(PHASE_OF) - {"drunk"}
    horses = "intro" in rules or "expansion" in rules
    if "expansion" not in rules:
        kinds -= {"turmoil", "keep", "hostage", "flee"}
    if not horses:
        kinds -= {"attack", "ride"}
    if seats != 2:
        kinds -= {"reserve", "cover", "start"}
    if horses:
        kinds -= {"start"}
    if "expert" in rules:
        kinds -= {"keep"}
    else:
        kinds -= {"discard"}
    return kinds


def test_every_round_card_is_known_to_the_bridge() -> None:
    from colt_bridge import ROUND_CARDS

    assert sorted(ROUND_CARDS) == sorted(TURNS)
