"""A review on the terminal: every decision, the curve, the seats, the costliest mistakes explained."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from protocol.base.grids import left_out_line, new_grid, put
from protocol.frontend.layout import narrowed
from protocol.frontend.review.plot import ASCII, UNICODE, draw
from protocol.frontend.review.review import Review, Verdict
from protocol.frontend.review.words import (
    POINTS,
    Explanation,
    chance_words,
    cost,
    explain,
    moment,
    points_lost,
    viewpoint_words,
)

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red", "white", "bright_cyan", "bright_magenta")
GRADE_COLOURS = {"slip": "yellow", "mistake": "bold yellow", "blunder": "bold red"}
#: The column of moves in words, its least width, and the blanks between two columns.
WHAT = "what was played, and what was best"
WHAT_LEAST, COLUMN_GAP = 24, 3
_HEIGHT = 13
_WIDEST = 120


def show(review: Review, console: Console) -> None:
    """Print the whole review."""
    _head(review, console)
    if review.nothing:
        console.print(review.nothing, highlight=False, markup=False)
        return
    _decisions(review, console)
    _curve(review, console)
    _seats(review, console)
    mistakes = review.mistakes()
    console.print()
    if not mistakes:
        console.print(Text("No decision cost anything that can be told from noise.", style="bold"))
    for number, verdict in enumerate(mistakes, 1):
        _mistake(number, explain(review, verdict), console)
    _foot(review, console)


def _head(review: Review, console: Console) -> None:
    game = review.game
    rules = f" ({', '.join(game.rules)})" if game.rules else ""
    console.print(Text(f"{review.title}{rules}: review of game {game.number}", style="bold"))
    for seat in range(game.seats):
        line = Text("  ").append(game.name(seat), style=_colour(seat))
        if review.ranks:
            line.append(f", place {review.ranks[seat]}")
        if review.scores:
            line.append(f", score {review.scores[seat]:,}")
        console.print(line)
    console.print(Text(f"  {game.length()}, {game.end()}"))


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _decisions(review: Review, console: Console) -> None:
    table = Table(
        box=SIMPLE_HEAD, pad_edge=False, title="Decisions", title_justify="left", title_style="bold"
    )
    points = POINTS.get(review.game.game)
    heads = ["when", "seat", WHAT, "chance %", "cost", *([points.unit] if points is not None else [])]
    rows = [_row(review, verdict, points is not None) for verdict in review.verdicts]
    widths = [max([len(head), *(row[at].cell_len for row in rows)]) for at, head in enumerate(heads)]
    left_out = []
    for at in (5, 3):  # the words of the moves need room more than these
        fixed = sum(width + COLUMN_GAP for head, width in zip(heads, widths, strict=True) if head != WHAT)
        if at < len(heads) and console.width - fixed < WHAT_LEAST:
            left_out.append(heads.pop(at))
            widths.pop(at)
            for row in rows:
                row.pop(at)
    for head in heads:
        if head == WHAT:
            table.add_column(head, overflow="fold", ratio=1)
        else:
            table.add_column(head, justify="left" if head == "when" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    if left_out:
        console.print(left_out_line(left_out), soft_wrap=True, markup=False)


def _row(review: Review, verdict: Verdict, with_points: bool) -> list[Text]:
    judgement, site, grade = verdict.judgement, verdict.site, verdict.grade
    what = Text(judgement.played.phrase)
    if grade == "only":
        cells = [what.append(" (the only move)", style="dim"), Text(""), Text("")]
    else:
        chance = Text(f"{100 * judgement.best.chance:.0f}")
        loss = Text("")
        if grade != "best":
            loss = Text(cost(verdict), style=GRADE_COLOURS.get(grade, "dim"))
        if verdict.wrong:
            what.append(f"\n{grade}; best: {judgement.best.phrase}", style=GRADE_COLOURS[grade])
        if judgement.lesson and not verdict.wrong:
            what.append(f" ({judgement.lesson})", style="dim")
        if judgement.best.exact is not None:
            chance.append(" !", style="bold")
        cells = [what, chance, loss]
    if with_points:
        lost = points_lost(review.game.game, verdict)
        cells.append(Text("" if lost is None or grade == "best" else f"{lost:+,.1f}"))
    return [Text(moment(site)), Text(str(site.seat + 1), style=_colour(site.seat)), *cells]


def _curve(review: Review, console: Console) -> None:
    points = review.points()
    if len(points) < 2:
        return
    strokes = UNICODE if console.encoding.lower().startswith("utf") else ASCII
    width = min(console.width, _WIDEST) - 1
    game = review.game
    console.print(Text("Chances", style="bold").append(f" ({viewpoint_words(review)})", style="dim not bold"))
    moves = len(game.moves)
    middle = min(review.verdicts, key=lambda verdict: abs(verdict.site.before - moves // 2))
    for row in draw(points, game.seats, moves, width, _HEIGHT, strokes, middle.site.when):
        line = Text()
        for cell in row:
            line.append(cell.text, style="dim" if cell.seat is None else _colour(cell.seat))
        line.rstrip()
        console.print(line, no_wrap=True, crop=True, overflow="crop")


def _seats(review: Review, console: Console) -> None:
    table = new_grid("Seats", "seat", "decisions", "best", "slips", "mistakes", "blunders", "cost in all")
    for seat, title, own in review.players():
        if not own:
            continue
        count = {grade: sum(v.grade == grade for v in own) for grade in ("slip", "mistake", "blunder")}
        table.add_row(
            Text(title, style=_colour(seat)),
            str(len(own)),
            f"{sum(v.grade in ('best', 'good') for v in own) / len(own):.0%}",
            *(str(number) for number in count.values()),
            f"{100 * sum(v.loss for v in own if v.wrong):.0f}",
        )
    put(console, table, ("slips", "decisions", "best", "mistakes", "cost in all"))


def _mistake(number: int, told: Explanation, console: Console) -> None:
    console.print(Text(f"{number}. {told.headline}", style="bold"))
    console.print(
        Padding(Text("played  ", style="dim").append(told.played, style="red"), (0, 0, 0, 3), expand=False)
    )
    console.print(
        Padding(Text("best    ", style="dim").append(told.best, style="green"), (0, 0, 0, 3), expand=False)
    )
    console.print(Padding(told.sums, (0, 0, 1, 3), expand=False), markup=False)
    coloured = console.is_terminal and not console.no_color
    for line in narrowed(told.coloured if coloured else told.board, console.width):
        console.print(Text.from_ansi(line), no_wrap=True, crop=True, overflow="crop")
    console.print()
    if told.reasons:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for index, name in enumerate(("expected", "played", "best")):
            table.add_column(name, justify="left" if index == 0 else "right", no_wrap=index > 0)
        for reason in told.reasons:
            table.add_row(reason.label, reason.played, reason.best)
        console.print(Padding(table, (0, 0, 0, 3), expand=False))
    for title, lines in (
        ("Since its last move", told.before),
        ("After the played move the analysis expects", told.line),
        ("After the best move", told.best_line),
        ("What followed", told.after),
    ):
        if lines:
            console.print(Text(f"   {title}:", style="dim"))
            for line in lines:
                console.print(Padding(Text(line), (0, 0, 0, 5), expand=False))
    console.print()


def _foot(review: Review, console: Console) -> None:
    lines = notes(review)
    for line in lines:
        console.print(Text(line, style="dim"))


def notes(review: Review) -> list[str]:
    """Notes on how to read a review."""
    out = [
        f"{len(review.verdicts)} of {review.decisions} decisions judged, {review.effort.text()} each, by"
        f" {review.engine}.",
        f"Chance: {chance_words(review.game.seats)}. Cost: percentage points of it; behind ± how far"
        " searches differ in it; a smaller loss is not a mistake.",
    ]
    if any(v.judgement.best.exact is not None for v in review.verdicts):
        out.append("! marks proven values.")
    points = POINTS.get(review.game.game)
    if points is not None:
        out.append(f"{points.unit.capitalize()}: what the played move is expected to cost in them.")
    return out
