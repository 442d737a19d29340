"""The command ``herdmind sprt``: a sequential test of counts given on the command line."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.ratings.sprt import SprtResult

#: The largest count.
MOST = 10**12


@click.command()
@click.argument("counts", nargs=-1, required=True, metavar="COUNT...")
@click.option(
    "--test",
    default="elo0=0,elo1=20",
    show_default=True,
    metavar="elo0=A,elo1=B,...",
    help="More keys: alpha, beta, model=normalised.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sprt(counts: tuple[str, ...], test: str, as_json: bool) -> None:
    """A sequential test from counts alone, wherever the games were played.

    Three COUNTs are games won, drawn and lost. Five are pairs of games on one deal with the seats changed,
    by the points made in them: 0, 1/2, 1, 1 1/2, 2. Blanks, commas, slashes or dashes may part them, as in
    30-50-20. The games of a pair share their luck, so five counts say more than three.
    """
    from protocol.ratings.pairs import elo_of
    from protocol.ratings.sprt import read_test, sprt_of_counts
    from protocol.reports.show import ends, number

    hypothesis = read_test(test)
    by_score, games = read_counts(counts)
    found = sprt_of_counts(by_score, hypothesis, "the player", games)
    score, low, high = mean_of_counts(by_score)
    if as_json:
        elo = {"score": score, "elo": finite(elo_of(score)), "elo_low": finite(elo_of(low))}
        click.echo(json.dumps({**as_dict(found), **elo, "elo_high": finite(elo_of(high))}))
        return
    click.echo(found.sentence if games > 1 else found.sentence.replace("group", "game"))
    span = ends(elo_of(low), elo_of(high), 1, True)
    click.echo(f"score {100 * score:.2f} %, Elo {number(elo_of(score), 1, True)} {span} (95 % interval)")


def as_dict(found: SprtResult) -> dict[str, object]:
    """The result for JSON, without a name and a path."""
    return {key: value for key, value in found.as_dict().items() if key not in ("name", "path")}


def finite(value: float) -> float | None:
    """The value for JSON, None where it has no end."""
    return value if abs(value) < float("inf") else None


def read_counts(words: Sequence[str]) -> tuple[dict[float, int], float]:
    """(how often each score in [0, 1] came about, games that a score is the mean of).

    Raises:
        ProtocolError: they are not three or five counts.
    """
    from protocol.base.errors import Code, ProtocolError, quote

    text = " ".join(words)
    numbers = []
    for word in re.split(r"[\s,;/-]+", text.strip()):
        if not re.fullmatch(r"[0-9]{1,13}", word, re.ASCII) or int(word) > MOST:
            raise ProtocolError(Code.NUMBER, f"{quote(word)} should be a count from 0 to {MOST}", word)
        numbers.append(int(word))
    if len(numbers) not in (3, 5):
        raise ProtocolError(
            Code.VALUE,
            f"{quote(text)} has {len(numbers)} counts: three are games won, drawn, lost; five are pairs "
            "of games with 0, 1/2, 1, 1 1/2, 2 points",
            text,
        )
    if not any(numbers):
        raise ProtocolError(Code.VALUE, f"{quote(text)}: no game was played", text)
    if len(numbers) == 3:
        return dict(zip((1.0, 0.5, 0.0), numbers, strict=True)), 1.0
    return dict(zip((0.0, 0.25, 0.5, 0.75, 1.0), numbers, strict=True)), 2.0


def mean_of_counts(by_score: dict[float, int]) -> tuple[float, float, float]:
    """The mean score and the normal 95 % interval for it, within [0, 1]."""
    total = sum(by_score.values())
    mean = sum(score * count for score, count in by_score.items()) / total
    spread = sum(count * (score - mean) ** 2 for score, count in by_score.items()) / total
    half = 1.96 * (spread / total) ** 0.5
    return mean, max(0.0, mean - half), min(1.0, mean + half)
