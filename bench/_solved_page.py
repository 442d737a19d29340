"""The page of the solved game: texts and tables that depend only on the data files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from textwrap import fill

from bench._solved_figures import (
    PHASES,
    Deal,
    Share,
    best_start,
    by_feature,
    by_lot,
    by_token_count,
    choices,
    deals_of,
    draws,
    endings,
    finished,
    margins,
    random_start,
    share,
)
from bench._solved_lines import JUDGE_MOVES, JUDGE_NODES, LOTS, BestLine
from bench._solved_pictures import endings_picture, starts_picture, thumbs_picture
from bench._solved_thumbs import MEANINGS, NAMES
from protocol.matches.solve import Record

PAGE = "longhorn-solved.md"
#: Characters of a line of prose.
WIDTH = 118
STARTS, ENDS, THUMBS = (f"longhorn-solved-{name}.svg" for name in ("starts", "ends", "thumbs"))
ENDS_HEAD = (
    "best moves of equal value",
    "money",
    "nine of a colour",
    "the Sheriff",
    "winner's lead, $",
    "decisions",
    "lines",
)
FEATURES = {
    "location": "location",
    "token": "token on it",
    "square": "place in the square",
    "colours": "its four cattle by colour",
    "around": "cattle on its neighbours",
    "near": "dangerous neighbours",
}


@dataclass(frozen=True)
class Data:
    """What the data files hold."""

    deals: Mapping[int, Deal]
    records: Mapping[tuple[int, str], Record]
    lines: Mapping[int, BestLine]


def data_of(records: Mapping[tuple[int, str], Record], lines: Mapping[int, BestLine]) -> Data:
    """The complete deals, their records and their lines."""
    deals = deals_of(records)
    return Data(
        deals,
        {key: record for key, record in records.items() if key[0] in deals},
        {deal: line for deal, line in lines.items() if deal in deals},
    )


# --- words ------------------------------------------------------------------------------------------------


def _percent(value: float) -> str:
    return f"{100 * value:.1f}" if 0 < value < 1 else f"{100 * value:.0f}"


def _between(found: Share) -> str:
    return f"{_percent(found.low)} to {_percent(found.high)}" if found.whole else "-"


def _cell(found: Share) -> str:
    """``61.2 % (45.0 to 75.1)``."""
    return f"{_percent(found.value)} % ({_between(found)})" if found.whole else "-"


def _amount(found: Share, digits: int = 0) -> str:
    if not found.whole:
        return "-"
    return f"{found.value:,.{digits}f} ({found.low:,.{digits}f} to {found.high:,.{digits}f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def _flowed(text: str) -> str:
    """A section with its paragraphs and items filled; tables, titles, pictures and commands stay."""
    blocks = []
    for block in text.split("\n\n"):
        if block.startswith(("|", "#", "!", "    ")):
            blocks.append(block)
            continue
        items = re.split(r"\n(?=- )", block)
        blocks.append("\n".join(_filled(item) for item in items))
    return "\n\n".join(blocks)


def _filled(text: str) -> str:
    later = "  " if text.startswith("- ") else ""
    words = " ".join(text.split())
    return fill(words, WIDTH, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _spans(numbers: Sequence[int]) -> str:
    """``1 to 12, 15``."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(f"{low} to {high}" if high > low else str(low) for low, high in parts)


# --- sections ---------------------------------------------------------------------------------------------


def _abstract(data: Data) -> str:
    deals = list(data.deals.values())
    won, drawn_by_lot = best_start(deals)["won"], random_start(deals)
    least, most = sum(deal.lower == 1 for deal in deals), sum(deal.upper == 1 for deal in deals)
    decided = [deal for deal in deals if deal.lower == deal.upper]
    proved = sum(start.proved for deal in deals for start in deal.starts)
    starts = sum(len(deal.starts) for deal in deals)
    return f"""# Longhorn solved: what best play looks like

**Abstract.** Longhorn is a game of two players with perfect information, but for one event of chance.
Its fresh deals can be solved: for {len(deals)} random deals ({_spans(list(data.deals))} of the
generator) every start was searched, and {proved} of {starts} starts and {len(decided)} deals are
proved. The seat that plays first wins {_cell(won)} of the decided deals if the other seat chooses the
start as well as can be, and so between {least} and {most} of all {len(deals)} deals, whatever the open
ones turn out to be. If the start is drawn by lot, its chance is {_cell(drawn_by_lot)} over the proved
starts, a draw counting half. This page says which starts win, how the games end, how often a draw of
chance decides, and how much of the optimal result simple rules of thumb keep.

This command makes the page and its pictures

    python -m bench solved

from two files in `bench/data/`: `longhorn_solved.jsonl`, the values of the starts, and
`longhorn_solved_lines.jsonl`, lines of best play. The same command extends them, on all cores or on a
[Dask cluster](cluster.md), and resumes after an interruption:

    python -m bench solved --deals 1-660 --movetime 120s
    python -m bench solved --deals 1-660 --cluster tcp://HOST:8786

Figures in parentheses are 95 % intervals. Starts of one deal share its luck, so deals are the cases:
the intervals are percentiles of a bootstrap over deals, or Wilson's for proportions with one case a
deal. The sample is small as long as the deals are few, and the intervals say how small."""


def _method(data: Data) -> str:
    limits = sorted({record.limit for record in data.records.values()})
    hours = sum(record.time_ms for record in data.records.values()) / 3_600_000
    proved = [record for record in data.records.values() if record.proved]
    nodes = [record.nodes for record in proved]
    given_up = [record.nodes for record in data.records.values() if not record.proved]
    unproved = sum(line.end is None for line in data.lines.values())
    cut = f"; {_many(unproved, 'line')} met an open position and count up to there" if unproved else ""
    count = Counter(record.limit for record in data.records.values())
    said = ", ".join(f"{limit:g} s ({count[limit]} starts)" for limit in limits)
    return f"""## Method

*Rules.* Edition `longhorn/1` ([rules and rulings](games/longhorn.md)). The first player is seat 0; the
other seat, the chooser, picks one of the five locations with four cattle as the start. The value of a
position is the expected result (win 1, draw 0, loss -1) for seat 0 under best play of both, with the
nugget that an Ambush draws counted by its odds.

*Values of starts.* The [proof search](proof-search.md) had {said}, one thread, by the
clock of a machine that much other work shared. A proved start took {median(nodes or [0]):,.0f} nodes in
the median and {max(nodes, default=0):,} at most; an open one was given up after
{median(given_up or [0]):,.0f} in the median: many open starts lack time, not a
proof within reach. All searches together took {hours:.1f} hours by the clock.
`herdmind solve longhorn --out FILE` writes the same file and sums it up; a test holds its figures to
this page's.

*Deals.* A deal is decided when its value under the best start is known; one start that wins for the
chooser is enough for that, whatever the others are worth.

*Lines of best play.* From each decided deal one line was played: from a start that is best for the
chooser (drawn by lot among those), both sides by the exact search, nuggets drawn by their odds. Of
moves of equal value the search takes the one that it expects to bring more money, and in a lost
position the one whose refutation took most work. {_many(len(data.lines) - unproved, "line")} could be
proved from the start to the end{cut}.

*Judged decisions.* A decision on a line is judged when the value of every legal move was proved
({JUDGE_NODES:,} nodes together, at most {JUDGE_MOVES} moves)."""


def _winners(data: Data) -> str:
    deals = list(data.deals.values())
    results = best_start(deals)
    decided = sum(deal.lower == deal.upper for deal in deals)
    total = len(deals)
    low = sum(deal.lower == 1 for deal in deals)
    high = sum(deal.upper == 1 for deal in deals)
    rows = [
        [
            "best start, decided deals",
            _cell(results["won"]),
            _cell(results["drawn"]),
            _cell(results["lost"]),
            f"{decided} deals",
        ],
    ]
    lot, pessimist, optimist = (random_start(deals, word) for word in ("left out", "lost", "won"))
    between = results["by the draw"]
    extra = (
        f" In {between.part:.0f} of the decided ones the value lies between two results: the nugget decides."
        if between.part
        else ""
    )
    counts = dict.fromkeys(range(6), 0)
    whole = [deal for deal in deals if all(start.proved for start in deal.starts)]
    for deal in whole:
        counts[sum(start.lower == -1 for start in deal.starts)] += 1
    chosen = f"{len(whole) - counts[0]} ({_percent((len(whole) - counts[0]) / max(1, len(whole)))} %)"
    spread = ", ".join(f"{counts[n]} with {n}" for n in counts)
    return f"""## Who wins

{_table(["the start", "first player wins", "draws", "first player loses", "from"], rows)}

{total - decided} deals are open.{extra} Whatever they turn out to be, the first player wins between
{low} and {high} of all {total} deals ({_percent(low / total)} to {_percent(high / total)} %) against
the best choice.

With the start by lot the first player's chance is {_cell(lot)} over the proved starts. If every open
start were lost for the first player it would be {_cell(pessimist)}, if all were won {_cell(optimist)}.
Open starts are the harder ones (two Rattlesnakes, many tokens in play), so they are not a random
sample of all, and neither end can be ruled out.

One proved start can decide a deal for the chooser, and only all five against him, so decided deals
overstate how often he wins. Of the {len(whole)} deals with all five starts proved {chosen} have a start that
wins for him; by the number of such starts: {spread}.

![First player's chance by start, with intervals]({STARTS})"""


def _starts(data: Data) -> str:
    parts = [
        "## Which starts win\n\nThe first player's chance over proved starts, by one feature at a time; "
        "*open* starts are not in it."
    ]
    for feature, title in FEATURES.items():
        rows = [
            [kind, _cell(found), int(found.whole), unknown]
            for kind, (found, unknown) in by_feature(data.deals.values(), feature).items()
        ]
        parts.append(_table([title, "first player's chance", "starts", "open"], rows))
    rows = []
    for token in ("rattlesnake", "sheriff", "ambush", "snakeoil", "branding", "epidemic"):
        for count, (found, number, unknown) in by_token_count(data.deals.values(), token).items():
            rows.append([f"{token} x {count}", _cell(found), number, int(found.whole), unknown])
    parts.append(
        "By the tokens in the deal:\n\n"
        + _table(["tokens in the deal", "first player's chance", "deals", "starts", "open"], rows)
    )
    parts.append(
        "Many rows are compared here, and of intervals at 95 % one in twenty misses by chance; a row whose "
        "interval leaves out the overall figure is a lead to follow in more deals, not a finding by itself."
    )
    return "\n\n".join(parts)


def _ends(data: Data) -> str:
    ends = finished(data.lines)
    own = {deal: (end,) for deal, end in ends.items()}
    lots = by_lot(data.lines)
    rows = []
    for name, group in (("the search's choice", own), ("by lot among best moves", lots)):
        found = endings(group)
        rows.append(
            [
                name,
                *(_cell(found[why]) for why in ("money", "nine", "sheriff")),
                _amount(share(margins(group), proportion=False)),
                _amount(
                    share(
                        {
                            d: (float(sum(e.plies for e in some)), float(len(some)))
                            for d, some in group.items()
                        },
                        proportion=False,
                    ),
                    1,
                ),
                sum(map(len, group.values())),
            ]
        )
    drawn = sum(end.result == 0 for end in ends.values())
    lead = sorted(abs(e.scores[0] - e.scores[1]) for e in ends.values() if e.why == "money")
    close = sum(one <= 500 for one in lead)
    return f"""## How games end

{_table(ENDS_HEAD, rows)}

Best play fixes the result, not the road to it: the loser may choose among moves that all lose. So the
table has two rows, the search's own choice, and from the first judged decision on {LOTS} lines a deal
in which both sides draw by lot among the best moves. {drawn} of {len(ends)} lines ended in a draw.
Where money decided, the winner led by $500 or less in {close} of {len(lead)} lines.

![The winner's lead, and the length of the lines]({ENDS})"""


def _choice(data: Data) -> str:
    rows = []
    for least, most in PHASES:
        found = choices(data.lines, least, most)
        rows.append(
            [
                f"{most} to {least}",
                found.decisions,
                _amount(found.moves, 1),
                _cell(found.only),
                _cell(found.free),
            ]
        )
    chance = draws(data.lines)
    said = (
        f"At the judged decisions an Ambush could draw after {_many(chance.moves, 'move')}; the result "
        f"depends on the nugget drawn after {_cell(chance.decisive)} of them (where the rival holds nuggets "
        "of one value it cannot)."
        if chance.moves
        else "No judged decision had a move that let an Ambush draw."
    )
    return f"""## How narrow the path is

Judged decisions of seats that have something to lose, and more than one move:

{_table(["cattle left", "decisions", "legal moves", "one move keeps the value", "every move keeps it"], rows)}

## What an Ambush draws

The draw of a nugget is the only chance after the deal. {said} The value of {_cell(chance.positions)} of
the judged positions lies between two results, which only such a draw can bring about."""


def _thumbs(data: Data) -> str:
    phases = [choices(data.lines, least, most) for least, most in PHASES]
    whole, hard = choices(data.lines, 0, 36), choices(data.lines, 0, 36, hard=True)
    rows = [[f"`{name}`", MEANINGS[name], _cell(whole.kept[name]), _cell(hard.kept[name])] for name in NAMES]
    detail = [
        [
            f"`{name}`",
            *(f"{_percent(found.kept[name].value)} %" if found.decisions else "-" for found in phases),
        ]
        for name in NAMES
    ]
    return f"""## What rules of thumb are worth

A rule of thumb chooses among the legal moves of a judged decision, and each of its moves is held
against the exact values. It *keeps* the share (1 + r) / (1 + v) of the optimal result, where v is the
value of the position and r that of the rule's move; ties within a rule count with their mean. There are
{whole.decisions:,} decisions with something to lose, {hard.decisions:,} of them with a move that loses
some of it. After one error against best play the game is usually lost, so a rule that keeps 80 % a
decision keeps little of a game.

{_table(["rule", "it chooses", "keeps, of all decisions", "keeps, where a move can err"], rows)}

By cattle left, all decisions:

{_table(["rule", *(f"{most} to {least}" for least, most in PHASES)], detail)}

![Share kept by each rule, through the game]({THUMBS})

The printed rules of the game, in all languages at hand, give no advice; they name aims. `cattle`,
`money`, `gold`, `colour` and `safe` take one such aim each, `tether` follows the idea of the outlaw's
walk that few answers are good."""


def _limits(data: Data) -> str:
    unknown = sum(not start.proved for deal in data.deals.values() for start in deal.starts)
    return f"""## Limits

- **The sample.** {len(data.deals)} deals; the figures say nothing about rarer things than an interval's
  width. `--deals` extends the sample, and the page with it.
- **Open starts.** {unknown} starts were not proved in their time. They are counted in every table
  above, with both ends where they could move a figure. Lines exist only for decided deals, and so
  favour deals that are easy to prove. Some starts had more time than others, among them the last open
  starts of six deals.
- **Positions of lines.** Judged decisions come from best play, where one side is mostly lost. Between
  people other positions arise.
- **Early decisions** with many moves are judged less often, because every move must be proved.
- **Rulings and figures.** One ruling ([epidemic-back](games/longhorn.md#rulings)) and the split of
  three nuggets are not certain from the sources; the values hold for the game as implemented.
- **Proofs.** The chance of a wrong value by a wrong key is bounded in [How Longhorn is
  proved](proof-search.md#what-a-wrong-key-could-do)."""


def written(data: Data, folder: Path) -> dict[Path, str]:
    """What the page and its pictures in ``folder`` should hold."""
    sections = [
        _flowed(part(data))
        for part in (_abstract, _method, _winners, _starts, _ends, _choice, _thumbs, _limits)
    ]
    deals = list(data.deals.values())
    groups = [
        ("all", [("best start", best_start(deals)["won"]), ("start by lot", random_start(deals))]),
        *(
            (title, [(kind, found) for kind, (found, _) in by_feature(deals, feature).items()])
            for feature, title in FEATURES.items()
        ),
    ]
    return {
        folder / PAGE: "\n\n".join(sections) + "\n",
        folder / STARTS: starts_picture(groups),
        folder / ENDS: endings_picture(finished(data.lines)),
        folder / THUMBS: thumbs_picture([choices(data.lines, least, most) for least, most in PHASES]),
    }
