"""Games turned from lost positions of Longhorn: the choice among moves that all lose, today's and the old
one.

Each position is proved lost for the seat to move. The exact search plays it on against a fallible player,
once
with ``teach`` and once without; both games use the same seeds. A game is turned when its result is better
than
lost. With ``--won`` the roles are reversed: after one move of the exact search in a position won with more
than one move, a fallible player takes over the winning side against the exact search, and a game is kept when
it is still won.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from bench._progress import progress, show
from protocol.ratings.statistics import interval
from solver.analysis import Analyser, Limits, Settings
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng, mix

#: Nodes of a decision of the exact search, and of plain Monte Carlo (moves of random games).
NODES = 1_000_000
RIVALS = {"flat": Limits(nodes=20_000), "greedy": Limits()}
HASH_MB = 16
LEAST, MOST = 12, 26


def positions(first: int, count: int, value: int) -> Iterator[State]:
    """Positions of random games with LEAST to MOST cattle left, proved to have the value for the seat to
    move,
    with a choice between moves; one a deal, from the deal ``first`` on."""
    deal, found = first, 0
    while found < count:
        rng, state = Rng(mix(deal, 7)), GAMES["longhorn"].initial(deal)
        cattle = LEAST + rng.below(MOST - LEAST + 1)
        while not state.is_terminal() and _cattle(state) > cattle:
            chance = state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(state.draw_chance(rng) if chance else actions[rng.below(len(actions))])
        deal += 1
        if state.is_terminal() or state.is_chance_node() or len(state.legal_actions()) < 2:
            continue
        report = Analyser(Settings(hash_mb=HASH_MB)).analyse(state, Limits(nodes=NODES)).report
        if report.lower == report.upper == value:
            found += 1
            yield state


def _cattle(state: State) -> int:
    cattle: tuple[tuple[int, ...], ...] = state.fields().cattle  # type: ignore[attr-defined]
    return sum(map(sum, cattle))


def play(start: State, rival: str, teach: bool, won: bool, seed: int) -> float:
    """The result, for the seat to move at the start, of one game."""
    state, seat, rng = start.clone(), start.current_player(), Rng(mix(seed, 3))
    exact = Analyser(Settings(hash_mb=HASH_MB, teach=teach))
    weak = Analyser(Settings(hash_mb=1, search=rival, seed=seed))
    first = True
    rest = (
        Analyser(Settings(hash_mb=HASH_MB)) if won else exact
    )  # the other side sets no traps in either game
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw_chance(rng))
            continue
        ours = (state.current_player() == seat) != (won and not first)
        strong = exact if first else rest
        first = False
        answer = strong.analyse(state, Limits(nodes=NODES)) if ours else weak.analyse(state, RIVALS[rival])
        assert answer.best is not None
        state.apply_action(state.string_to_action(answer.best))
    return state.returns()[seat]


@click.command()
@click.option("--positions", "count", type=click.IntRange(2), default=100, show_default=True)
@click.option("--first", type=int, default=10_001, show_default=True, help="Seed of the first deal.")
@click.option("--won", is_flag=True, help="Keep won positions instead of turning lost ones.")
def main(count: int, first: int, won: bool) -> None:
    """Longhorn: games turned from lost positions against fallible players, with and without teach."""
    found: dict[tuple[str, bool], list[float]] = {(r, t): [] for r in RIVALS for t in (False, True)}
    with progress() as bar:
        shown = bar.add_task("positions", total=count, note="")
        for number, start in enumerate(positions(first, count, 1 if won else -1)):
            for (rival, teach), results in found.items():
                # a draw is half a win kept, or half a loss turned
                results.append((1 + play(start, rival, teach, won, number)) / 2)
            bar.update(shown, advance=1)
    rows = []
    for rival in RIVALS:
        old, new = found[rival, False], found[rival, True]
        gain = interval([two - one for one, two in zip(old, new, strict=True)])
        rows.append(
            [
                rival,
                f"{100 * sum(old) / count:.1f} %",
                f"{100 * sum(new) / count:.1f} %",
                f"{100 * gain.mean:+.1f} ({100 * gain.low:+.1f} to {100 * gain.high:+.1f})",
            ]
        )
    what = "kept" if won else "turned"
    show(
        f"{count} positions {'won' if won else 'lost'}",
        ["rival", f"{what} without", "with teach", "gain, 95 %"],
        rows,
    )


if __name__ == "__main__":
    main()
