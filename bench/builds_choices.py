"""The moves that this build of Longhorn and that of another checkout choose in positions with known values.

    python -m bench builds-choices ../old --cputime 2

The positions are those of bench/data/longhorn_solved_lines.jsonl where moves differ in value, all of them
known. Both builds choose in every position, with nothing learnt before, so far fewer positions than
games tell them apart. What a build tells of its choice is compared with the move's value where it is not
proved. Intervals are over deals.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from pathlib import Path

import click

from bench._progress import progress, show
from bench._solved_lines import read_best_lines
from bench.builds import HERE, Build, Decision
from bench.rounds import spell
from solver.games import GAMES, parse_position

LINES = Path(__file__).parent / "data" / "longhorn_solved_lines.jsonl"
Position = tuple[int, str, dict[str, float]]  # deal, text, value of each move


def positions(least: int) -> Iterator[Position]:
    """Judged positions with at least so many cattle and moves of different values."""
    for line in read_best_lines(LINES).values():
        state = GAMES["longhorn"].initial(line.deal)
        state.apply_action(state.string_to_action(line.start))
        judged = {one.ply: one for one in line.judged if one.cattle >= least and one.keeping < one.moves}
        for ply, token in enumerate(line.moves):
            if state.is_chance_node():
                break  # plies are counted without draws
            if ply in judged:
                values = [float(value) for value, count in judged[ply].values for _ in range(count)]
                tokens = map(state.action_to_string, state.legal_actions())
                yield line.deal, state.to_text(), dict(zip(tokens, values, strict=True))
            state.apply_action(state.string_to_action(token))


def told(row: Decision, value: float) -> tuple[float, float]:
    """Log loss and Brier score of the told odds of win, draw and loss, none taken for less than 1 / 1002."""
    odds = [max(part, 1) / 1002 for part in row["wdl"]]
    result = {1.0: 0, 0.0: 1, -1.0: 2}[value]
    return -math.log(odds[result]), sum((odd - (at == result)) ** 2 for at, odd in enumerate(odds))


def by_deal(found: list[Position], numbers: list[float]) -> list[float]:
    """Means over the positions of each deal."""
    deals: dict[int, list[float]] = {}
    for (deal, _, _), number in zip(found, numbers, strict=True):
        deals.setdefault(deal, []).append(number)
    return [statistics.fmean(one) for one in deals.values()]


@click.command()
@click.argument("other", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--cputime", type=click.IntRange(1), default=2, show_default=True, help="ms a decision.")
@click.option("--least", type=click.IntRange(1, 36), default=26, show_default=True, help="Cattle left.")
@click.option("--most", type=click.IntRange(1), default=10**6, help="Most positions.")
def main(other: Path, cputime: int, least: int, most: int) -> None:
    """Longhorn's choices by this build and that of OTHER, in positions with known values."""
    found, rows = list(positions(least))[:most], []
    values: list[list[float]] = []
    for path in (HERE, other):
        with Build(path) as build, progress() as bar:
            task = bar.add_task(path.name, total=len(found), note="")
            chosen, losses = [], []
            for deal, text, moves in found:
                build.begin(deal)
                row = build.choose(parse_position(text), cputime)
                chosen.append(moves[row["best"]])
                if not row["proved"] and chosen[-1] in (-1, 0, 1):
                    losses.append(told(row, chosen[-1]))
                bar.update(task, advance=1)
        values.append(chosen)
        best = statistics.fmean(x == max(m.values()) for x, (_, _, m) in zip(chosen, found, strict=True))
        loss, brier = (f"{statistics.fmean(part):.3f}" for part in zip(*losses, strict=True))
        rows.append(["this build" if path == HERE else "the other", f"{best:.1%}", loss, brier])
    show(f"{len(found)} positions, {cputime} ms", ["", "a best move", "log loss", "Brier"], rows)
    gains = [one - two for one, two in zip(*values, strict=True)]
    click.echo(f"value of the choice, difference: {spell(by_deal(found, gains), 3)}")


if __name__ == "__main__":
    main()
