"""An analysis for people: a table of the moves, a legend of its columns, the line in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from protocol.base.grids import new_grid

if TYPE_CHECKING:
    from protocol.table.table import Table
    from solver.analysis import Answer
    from solver.reports import Line

#: The name by which searches report the chance of the first place.
FIRST = "first"
#: Characters between two columns of a table, and at its edges.
GAP, EDGES = 3, 2
#: The greatest width of a paragraph in characters.
WIDEST = 120


def in_words(table: Table, tokens: Sequence[str]) -> list[tuple[str, str]]:
    """(token, phrase) for each token of a line, up to the first one that cannot be played."""
    from solver.errors import HerdmindError

    state, out = table.state.clone(), []
    for token in tokens:
        owing = state.players_to_move()
        player = owing[0] if owing else None
        try:
            action = state.string_to_action(token, player)
            phrase = state.describe(action, player)
            state.apply_action(action, player)
        except HerdmindError:
            break
        who = "chance" if player is None else f"seat {player}"
        # some phrases already begin with their seat
        out.append((token, phrase if phrase.startswith(f"{who} ") else f"{who}: {phrase}"))
    return out


def because(table: Table, line: Line) -> list[str]:
    """The expected consequences of the line's move, in the game's words."""
    from protocol.frontend.verdict import in_words as expected

    return list(expected(dict(line.notes), table.game.expects))


def result_word(value: Fraction) -> str:
    """A proven value in words."""
    known = {1: "win", 0: "draw", -1: "loss"}
    return known.get(int(value), str(value)) if value.denominator == 1 else f"{value}"


def telling(lines: Sequence[Line]) -> list[str]:
    """The names of the expectations that differ between the moves; all of them if there is only one move."""
    names = list(dict.fromkeys(name for line in lines for name, _ in line.notes))
    shown = [[_number(dict(line.notes).get(name, 0.0)) for line in lines] for name in names]
    return [name for name, row in zip(names, shown, strict=True) if len(row) == 1 or len(set(row)) > 1]


def _number(value: float) -> str:
    return f"{value:z.2f}" if abs(value) < 10 else f"{value:.0f}"


def _columns(table: Table, lines: Sequence[Line]) -> list[tuple[str, str, list[str]]]:
    """(name, meaning, a cell for each line) of each column, most important first."""
    seats = table.state.num_players()
    columns = [
        (
            "value",
            ""
            if all(line.proven for line in lines)
            else "the expected result, from -1 (the worst) to 1 (the best)",
            [result_word(line.lower) if line.proven else f"{line.value:+z.3f}" for line in lines],
        ),
        ("", "", ["proven" if line.proven else "estimate" for line in lines]),
    ]
    if seats == 2:
        chances = [" / ".join(f"{part / 10:.0f}" for part in line.wdl) for line in lines]
        columns.append(("win/draw/loss %", "", chances))
    else:
        beaten = [f"{50 * (1 + line.value):.0f}" for line in lines]
        columns.append(("beaten %", "the share of the opponents that are beaten; a tie counts half", beaten))
    if any(not line.proven and (line.lower > -1 or line.upper < 1) for line in lines):
        bounds = ["" if line.proven else f"{line.lower} .. {line.upper}" for line in lines]
        columns.append(("bounds", "the proven bounds of the value", bounds))
    meanings = table.game.expects
    # order: the chance of the first place, amounts, other chances
    for name in sorted(telling(lines), key=lambda name: (name != FIRST, "{%}" in meanings.get(name, ""))):
        meaning = meanings.get(name, name)
        percent = "{%}" in meaning
        scale = 100 if percent else 1
        cells = [dict(line.notes).get(name) for line in lines]
        columns.append(
            (
                f"{name} %" if percent else name,
                re.sub(r"\{[%+]?\}", "", meaning).strip().removeprefix("of the time "),
                [
                    "" if cell is None else f"{scale * cell:.0f}" if percent else _number(cell)
                    for cell in cells
                ],
            )
        )
    return columns


def show(table: Table, seat: int, answer: Answer, console: Console) -> None:
    """Print an answer for ``seat``. Words are never broken: a table that is too wide loses whole columns, the
    least important first, and the output names them."""
    report = answer.report
    columns = _columns(table, report.lines)
    unlisted = [entry for entry in answer.proven if entry[0] not in {line.pv[0] for line in report.lines}]
    unit = f" {answer.unit}" if answer.unit else ""
    tokens = [line.pv[0] for line in report.lines] + [token for token, _ in unlisted]
    extra = [f"{value}{unit}" if unit else result_word(value) for _, value in unlisted]
    room = console.width - EDGES - max(map(len, ["move", *tokens]))
    fitting = []
    for name, meaning, cells in columns:
        mine = [*cells, *(extra if name == "value" else [])]
        room -= GAP + max(map(len, [name, *mine]))
        if room < 0:
            break
        fitting.append((name, meaning, cells))
    grid = new_grid(f"Seat {seat} to decide", "move", *(name for name, _, _ in fitting))
    grid.columns[0].no_wrap = True
    for at, line in enumerate(report.lines):
        grid.add_row(line.pv[0], *(cells[at] for _, _, cells in fitting))
    for (token, _), value in zip(unlisted, extra, strict=True):
        grid.add_row(token, value, "proven")
    console.print(grid)
    _legend(fitting, [name.removesuffix(" %") for name, _, _ in columns[len(fitting) :]], console)
    for token, odds in answer.mixture:
        console.print(f"play {token} with probability {float(odds):.3f}")
    _reasons(table, seat, report.lines, console)
    others = len(table.state.legal_actions(seat)) - grid.row_count
    if others > 0:
        more = "1 more move" if others == 1 else f"{others} more moves"
        every = len(table.state.legal_actions(seat))
        console.print(f"{more}: --multipv {every} values all of them")
    console.print(f"depth {report.depth}, {report.nodes:,} nodes, {report.time_ms / 1000:.2f} s")
    if answer.best is None:
        console.print(answer.reason or "nothing to decide")
        return
    best = report.lines[0]
    verdict = f"a proven {result_word(best.lower)}" if best.proven else f"worth about {best.value:+.3f}"
    console.print(f"\n[bold]Best: {best.pv[0]}[/bold], {verdict} for seat {seat}. The line:", markup=True)
    for number, (token, phrase) in enumerate(in_words(table, best.pv), 1):
        _hanging(Text.assemble(f"{number:3}. {phrase}  ", (token, "dim")), 5, console)


def _legend(columns: Sequence[tuple[str, str, list[str]]], left_out: Sequence[str], console: Console) -> None:
    """Print the meanings of the columns, and the names of those that did not fit."""
    for name, meaning, _ in columns:
        if meaning:
            _hanging(Text(f"{name}: {meaning}", style="dim"), 4, console)
    if left_out:
        _hanging(Text(f"no room for: {', '.join(left_out)} (--json has them)", style="dim"), 4, console)
    console.print()


def _reasons(table: Table, seat: int, lines: Sequence[Line], console: Console) -> None:
    """Print each move with its expectations, except those that all moves share."""
    told = [because(table, line) for line in lines]
    common = set(told[0]).intersection(*told[1:]) if len(told) > 1 else set()
    for line, reasons in zip(lines, told, strict=True):
        apart = [reason for reason in reasons if reason not in common]
        if apart:
            _hanging(Text(f"{table.state.describe(line.move, seat)}: {'; '.join(apart)}"), 4, console)


def _hanging(text: Text, indent: int, console: Console) -> None:
    """Print a paragraph wrapped between words, with its later lines indented."""
    width = min(console.width, WIDEST)
    first = text.wrap(console, width, overflow="fold")[0]
    console.print(first)
    rest = text[len(first.plain) :]
    rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
    if rest.plain:
        for line in rest.wrap(console, max(1, width - indent), overflow="fold"):
            console.print(Text(" " * indent).append_text(line))
