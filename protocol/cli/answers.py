"""An analysis for people: a table of the moves, a legend of its columns, the line in words.

Seats count from 1 and characters have their names here, as on all screens; JSON counts from 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from protocol.base.grids import new_grid
from protocol.table.naming import named, seat_title, titles

if TYPE_CHECKING:
    from protocol.table.table import Table
    from solver.analysis import Answer
    from solver.reports import Line

#: The name by which searches report the chance of the first place.
FIRST = "first"
#: Most members of a family of chances (``total23``, ``total24`` ...) in a cell of their common column.
LIKELIEST = 3
#: Moves shown of a game in which a move is refuted, the move itself among them.
SHOWN_PLIES = 8
#: Refuted moves of which that is shown.
SHOWN_REFUTED = 3
#: Characters between two columns of a table, and at its edges.
GAP, EDGES = 3, 2
#: The greatest width of a paragraph in characters.
WIDEST = 120


def people(table: Table) -> list[str]:
    """The name of each seat on the screen: a character's, or its number from 1."""
    return titles(table, ",") or []


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def picture(board: str, console: Console) -> None:
    """Print a board: rows are broken between words; a picture that is too wide is cut, which is said."""
    from protocol.frontend.layout import narrowed, widest

    lines = narrowed(board.splitlines(), console.width)
    for line in lines:
        console.print(Text.from_ansi(line), no_wrap=True, overflow="crop", crop=True)
    if console.width < (needed := widest(lines)):
        console.print(f"the table needs {needed} columns; this terminal has {console.width}")


def in_words(
    table: Table, tokens: Sequence[str], names: Sequence[str] | None = None
) -> list[tuple[str, str]]:
    """(token, phrase) for each token of a line, up to the first one that cannot be played. ``names`` are
    those of the seats, which without them count from 0."""
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
        phrase = phrase if phrase.startswith(f"{who} ") else f"{who}: {phrase}"
        out.append((token, named(phrase, names)))
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


Column = tuple[str, str, list[str]]


def _columns(table: Table, lines: Sequence[Line], more_proven: bool = False) -> list[Column]:
    """(name, meaning, a cell for each line) of each column, most important first. ``more_proven``: whether
    proven moves without a line follow."""
    proved = all(line.proven for line in lines)
    estimated = not more_proven and not any(line.proven for line in lines)
    known = "an estimate of the" if estimated else "the"
    columns = [
        (
            "value",
            "" if proved else f"{known} expected result, from -1 (the worst) to 1 (the best)",
            [result_word(line.lower) if line.proven else f"{line.value:+z.3f}" for line in lines],
        ),
    ]
    if not estimated:
        columns.append(("", "", ["proven" if line.proven else "estimate" for line in lines]))
    at = len(columns)
    if table.state.num_players() > 2:
        beaten = [f"{50 * (1 + line.value):.0f}" for line in lines]
        columns.append(("beaten %", "the share of the opponents that are beaten; a tie counts half", beaten))
    elif any(line.wdl[1] for line in lines):
        chances = [" / ".join(f"{part / 10:.0f}" for part in line.wdl) for line in lines]
        columns.append(("win/draw/loss %", "", chances))
    else:
        columns.append(
            ("win %", "chance to win; a draw counts half", [f"{line.wdl[0] / 10:.0f}" for line in lines])
        )
    if any(not line.proven and (line.lower > -1 or line.upper < 1) for line in lines):
        bounds = ["" if line.proven else f"{line.lower} .. {line.upper}" for line in lines]
        columns.append(("bounds", "the proven bounds of the value", bounds))
    win = columns[at][2]
    # the chance of the first place is left out where it equals the chance to win
    return columns + [one for one in _expectations(table, lines) if one[0] != f"{FIRST} %" or one[2] != win]


def _family(name: str) -> str:
    """``total`` for ``total23``; empty for a name without a number."""
    return name.rstrip("0123456789") if name[-1:].isdigit() else ""


def _expectations(table: Table, lines: Sequence[Line]) -> list[Column]:
    """The columns of the expectations that differ between the moves: the chance of the first place, amounts,
    other chances, and one column for each family of chances, with the likeliest members."""
    meanings, told = table.game.expects, telling(lines)

    def meaning(name: str) -> str:
        text = re.sub(r"\{[%+]?\}", "", meanings.get(name, name)).strip().removeprefix("of the time ")
        return f"{text}; a shared first place counts by its share" if name == FIRST else text

    columns: list[Column] = []
    single = [name for name in told if not _family(name)]
    for name in sorted(single, key=lambda name: (name != FIRST, "{%}" in meanings.get(name, ""))):
        percent = "{%}" in meanings.get(name, "")
        cells = [dict(line.notes).get(name) for line in lines]
        columns.append(
            (
                f"{name} %" if percent else name,
                meaning(name),
                ["" if cell is None else f"{100 * cell:.0f}" if percent else _number(cell) for cell in cells],
            )
        )
    for family in dict.fromkeys(filter(None, map(_family, told))):
        members = [name for name in told if _family(name) == family]
        shown = []
        for line in lines:
            notes = dict(line.notes)
            chances = sorted(
                ((notes[name], name) for name in members if round(100 * notes.get(name, 0.0))), reverse=True
            )[:LIKELIEST]
            best = sorted((name.removeprefix(family), chance) for chance, name in chances)
            shown.append(", ".join(f"{number}: {100 * chance:.0f}" for number, chance in best))
        text = meaning(members[0]).removesuffix(members[0].removeprefix(family)).strip()
        columns.append((f"{family} %", f"{text} each number, the likeliest ones", shown))
    return columns


def show(table: Table, seat: int, answer: Answer, console: Console) -> None:
    """Print an answer for ``seat``. Words are never broken: a table that is too wide loses whole columns, the
    least important first, and the output names them."""
    report, names = answer.report, people(table)
    who = seat_title(names, seat)
    unlisted = [entry for entry in answer.proven if entry[0] not in {line.pv[0] for line in report.lines}]
    columns = _columns(table, report.lines, bool(unlisted))
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
    grid = new_grid(f"{_capital(who)} to decide", "move", *(name for name, _, _ in fitting))
    grid.columns[0].no_wrap = True
    for at, line in enumerate(report.lines):
        grid.add_row(line.pv[0], *(cells[at] for _, _, cells in fitting))
    for (token, _), value in zip(unlisted, extra, strict=True):
        grid.add_row(token, value, "proven")
    console.print(grid)
    _legend(fitting, [name.removesuffix(" %") for name, _, _ in columns[len(fitting) :]], console)
    for token, odds in answer.mixture:
        console.print(f"play {token} with probability {float(odds):.3f}")
    _reasons(table, seat, report.lines, names, console)
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
    console.print(f"\n[bold]Best: {best.pv[0]}[/bold], {verdict} for {who}. The line:", markup=True)
    for number, (token, phrase) in enumerate(in_words(table, best.pv, names), 1):
        _hanging(Text.assemble(f"{number:3}. {phrase}  ", (token, "dim")), 5, console)
    _lesson(table, answer, names, console)


def _lesson(table: Table, answer: Answer, names: Sequence[str], console: Console) -> None:
    """Print what a solved position teaches: the moves that keep its value, and what refutes the others."""
    from protocol.frontend.teaching import forced_words, given_away, lesson_words

    lesson = answer.lesson
    if lesson is None or not lesson.whole:
        return
    console.print()
    words = lesson_words(lesson.value, lesson.keeping, lesson.losing, lesson.legal)
    hardest = lesson.value == -1 and lesson.legal > 1
    more = f"; {answer.best} is the one that is hardest to refute" if hardest else ""
    _hanging(Text(f"{_capital(words)}{more}."), 4, console)
    for told in lesson.refuted[:SHOWN_REFUTED]:
        line = in_words(table, (told.move, *told.line), names)[1:SHOWN_PLIES]
        loses = "loses" if hardest else given_away(lesson.value, told.value)
        if not line:
            _hanging(Text(f"{told.move} {loses} at once."), 4, console)
            continue
        forced = forced_words(told.plies)
        _hanging(Text(f"{told.move} {loses}. What refutes it{f', {forced}' if forced else ''}:"), 4, console)
        for number, (token, phrase) in enumerate(line, 1):
            _hanging(Text.assemble(f"{number:3}. {phrase}  ", (token, "dim")), 5, console)


def _legend(columns: Sequence[tuple[str, str, list[str]]], left_out: Sequence[str], console: Console) -> None:
    """Print the meanings of the columns, and the names of those that did not fit."""
    for name, meaning, _ in columns:
        if meaning:
            _hanging(Text(f"{name}: {meaning}", style="dim"), 4, console)
    if left_out:
        _hanging(Text(f"no room for: {', '.join(left_out)} (--json has them)", style="dim"), 4, console)
    console.print()


def _reasons(table: Table, seat: int, lines: Sequence[Line], names: Sequence[str], console: Console) -> None:
    """Print each move with its expectations, except those that all moves share."""
    told = [because(table, line) for line in lines]
    common = set(told[0]).intersection(*told[1:]) if len(told) > 1 else set()
    for line, reasons in zip(lines, told, strict=True):
        apart = [reason for reason in reasons if reason not in common]
        if apart:
            phrase = named(table.state.describe(line.move, seat), names)
            _hanging(Text(f"{phrase}: {'; '.join(apart)}"), 4, console)


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
