"""A review as one self-contained HTML file, and as JSON."""

from __future__ import annotations

import dataclasses
from html import escape
from typing import Any

from protocol.drawing.style import stylesheet
from protocol.frontend.review.picture import svg
from protocol.frontend.review.review import Review, Verdict
from protocol.frontend.review.text import notes
from protocol.frontend.review.words import (
    POINTS,
    Explanation,
    cost,
    explain,
    moment,
    points_lost,
    viewpoint_words,
)

_STYLE = """
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
h3 { font-size: 1.05rem; margin: 0 0 .6rem; } p { margin: .4rem 0; } .dim { color: #666; }
svg { width: 100%; height: auto; } ol, ul { margin: .2rem 0; padding-left: 1.4rem; }
pre { font: 13px/1.25 ui-monospace, "DejaVu Sans Mono", monospace; background: #f6f5f1; padding: .8rem;
      overflow-x: auto; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; border-bottom: 2px solid #ccc; font-weight: 600; }
td { border-bottom: 1px solid #e8e8e8; vertical-align: top; } th, td { padding: .25rem .6rem .25rem 0; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; } table.small { width: auto; }
article { border-left: 4px solid #b00020; padding: .2rem 0 .2rem 1rem; margin: 1.4rem 0; }
.played { color: #b00020; } .best { color: #00694b; }
.bar { display: inline-block; height: .6rem; background: #b00020; border-radius: 2px;
       margin-left: .5rem; }
.cols { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; }
tr.slip td { background: #fffbe8; } tr.mistake td { background: #fff1d6; }
tr.blunder td { background: #ffe2e2; }
.picture { max-width: 46rem; margin: .8rem 0; }
"""


def page(review: Review) -> str:
    """The whole review as HTML.

    Raises:
        NoPictures: matplotlib is missing.
    """
    game = review.game
    title = f"{review.title}: review of game {game.number}"
    mistakes = [explain(review, verdict) for verdict in review.mistakes()]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="dim">{escape(game.end())}, {len(game.moves)} moves'
        + (f"; rules: {escape(', '.join(game.rules))}" if game.rules else "")
        + "</p>",
        _seats(review),
        "<h2>Chances</h2>",
        f'<p class="dim">{escape(viewpoint_words(review).capitalize())}.</p>',
        f"<p>{escape(review.nothing)}</p>" if review.nothing else svg(review),
        "<h2>The dearest mistakes</h2>",
        *(_mistake(number, told) for number, told in enumerate(mistakes, 1)),
        "" if mistakes else "<p>No decision cost anything that can be told from noise.</p>",
        "<h2>Every decision</h2>",
        _decisions(review),
        *(f'<p class="dim">{escape(line)}</p>' for line in notes(review)),
    ]
    style = _STYLE + (stylesheet() if any(told.picture for told in mistakes) else "")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def _table(head: list[str], rows: list[str], numbers: set[int], small: bool = False) -> str:
    cells = "".join(
        f"<th{' class=n' if index in numbers else ''}>{escape(name)}</th>" for index, name in enumerate(head)
    )
    kind = ' class="small"' if small else ""
    return f'<div class="wide"><table{kind}><tr>{cells}</tr>\n' + "\n".join(rows) + "</table></div>"


def _seats(review: Review) -> str:
    rows = []
    for seat, title, own in review.players():
        bad = [sum(v.grade == grade for v in own) for grade in ("slip", "mistake", "blunder")]
        numbers = [
            str(review.ranks[seat]) if review.ranks else "",
            f"{review.scores[seat]:,}" if review.scores else "",
            str(len(own)),
            *map(str, bad),
            f"{100 * sum(v.loss for v in own if v.wrong):.0f}",
        ]
        cells = "".join(f'<td class="n">{escape(number)}</td>' for number in numbers)
        rows.append(f"<tr><td>{escape(title)}</td>{cells}</tr>")
    head = ["player", "place", "score", "decisions", "slips", "mistakes", "blunders", "cost in all"]
    return _table(head, rows, set(range(1, 8)))


def _list(title: str, lines: tuple[str, ...]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<div><p class="dim">{escape(title)}</p><ol>{items}</ol></div>'


def _mistake(number: int, told: Explanation) -> str:
    reasons = [
        f'<tr><td>{escape(reason.label)}</td><td class="n">{escape(reason.played)}</td>'
        f'<td class="n">{escape(reason.best)}</td></tr>'
        for reason in told.reasons
    ]
    parts = [
        f"<article><h3>{number}. {escape(told.headline)}</h3>",
        f'<p>Played: <span class="played">{escape(told.played)}</span></p>',
        f'<p>Best: <span class="best">{escape(told.best)}</span></p>',
        f"<p>{escape(told.sums)}</p>",
        _board(told),
        _table(["expected", "played", "best"], reasons, {1, 2}, small=True) if reasons else "",
        '<div class="cols">',
        _list("Since its last move", told.before),
        _list("After the played move the analysis expects", told.line),
        _list("After the best move", told.best_line),
        _list("What followed", told.after),
        "</div></article>",
    ]
    return "\n".join(part for part in parts if part)


def _board(told: Explanation) -> str:
    """The position of a mistake: drawn, or with characters where there is no picture."""
    if told.picture:
        return f'<div class="picture">{told.picture}</div>'
    return "<pre>" + escape("\n".join(told.board)) + "</pre>" if told.board else ""


def _decisions(review: Review) -> str:
    points = POINTS.get(review.game.game)
    rows = []
    for verdict in review.verdicts:
        judgement, grade = verdict.judgement, verdict.grade
        what = escape(judgement.played.phrase)
        chance = loss = bar = amount = ""
        if grade == "only":
            what += ' <span class="dim">(the only move)</span>'
        else:
            proven = " !" if judgement.best.exact is not None else ""
            chance = f"{100 * judgement.best.chance:.0f} %{proven}"
        if verdict.wrong:
            what += f'<br><span class="best">{grade}; best: {escape(judgement.best.phrase)}</span>'
            bar = f'<span class="bar" style="width:{max(2, round(60 * verdict.loss))}px"></span>'
        if grade not in ("only", "best"):
            loss = escape(cost(verdict))
            lost = points_lost(review.game.game, verdict)
            amount = "" if lost is None else f"{lost:+,.1f}"
        cells = [f'<td class="n">{chance}</td>', f'<td class="n">{loss}{bar}</td>']
        if points is not None:
            cells.append(f'<td class="n">{amount}</td>')
        rows.append(
            f'<tr class="{grade}"><td>{escape(moment(verdict.site))}</td>'
            f'<td class="n">{verdict.site.seat + 1}</td><td>{what}</td>{"".join(cells)}</tr>'
        )
    head = ["when", "seat", "what was played, and what was best", "chance", "cost"]
    if points is not None:
        head.append(points.unit)
    return _table(head, rows, {1, 3, 4, 5})


def as_dict(review: Review) -> dict[str, Any]:
    """The whole review for JSON: chances and losses from 0 to 1, values in [-1, 1]."""
    game = review.game
    return {
        "game": game.edition,
        "number": game.number,
        "rules": list(game.rules),
        "players": list(game.names),
        "ending": game.ending,
        "ranks": list(review.ranks),
        "scores": list(review.scores),
        "engine": review.engine,
        "effort": {"ms": review.effort.ms, "nodes": review.effort.nodes},
        "seat": review.seat,
        "decisions": review.decisions,
        "whole": review.whole,
        "judged": [_verdict(review, verdict) for verdict in review.verdicts],
        "curve": [{"moves": point.moves, "chances": list(point.chances)} for point in review.points()],
        "mistakes": [
            {
                "move": verdict.site.number,
                "when": verdict.site.when,
                **_told(explain(review, verdict)),
            }
            for verdict in review.mistakes()
        ],
    }


def _told(mistake: Explanation) -> dict[str, Any]:
    told = dataclasses.asdict(mistake)
    del told["picture"]  # a position is drawn from its text, and a page has the picture
    return told


def _verdict(review: Review, verdict: Verdict) -> dict[str, Any]:
    judgement, site = verdict.judgement, verdict.site
    return {
        "move": site.number,
        "when": site.when,
        "seat": site.seat,
        "player": review.game.sitter(site.seat, site.number),
        "view": site.view,
        "legal": judgement.legal,
        "basis": judgement.basis.value,
        "grade": verdict.grade,
        "loss": verdict.loss,
        "doubt": verdict.doubt,
        "points_lost": points_lost(review.game.game, verdict),
        "played": dataclasses.asdict(judgement.played),
        "best": dataclasses.asdict(judgement.best),
        "others": [dataclasses.asdict(opinion) for opinion in judgement.shown],
    }
