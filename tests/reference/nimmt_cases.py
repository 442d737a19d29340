"""The handcrafted cases of 6 nimmt!, and how any implementation is put through them.

Each case is about one ruling of the game: a position in plain data (see `Position.make` of the reference),
steps played from it, and what is right after some of them. An implementation takes part through
`Implementation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from reference.nimmt import Settings

RULINGS = ("order", "place", "sixth", "undercut", "public", "pool", "end", "tactical")

Step = tuple[int, int]
"""A seat and its decision: a card, or in a row choice the row (0..3)."""


class Implementation(Protocol):
    """6 nimmt! as plain data in, plain data out. A position is whatever the implementation likes."""

    def make(self, settings: Settings, data: Mapping[str, Any]) -> Any:
        """The position that `data`, the arguments of the reference's `Position.make`, describes."""

    def apply(self, position: Any, seat: int, decision: int) -> Any:
        """The position after a decision."""

    def owing(self, position: Any) -> list[int]:
        """The seats that owe a decision, ascending; none if a round has to be dealt or all is over."""

    def legal(self, position: Any, seat: int) -> list[int]:
        """The decisions of a seat, ascending."""

    def rows(self, position: Any) -> list[list[int]]:
        """The rows, each from its first card on."""

    def heads(self, position: Any) -> list[int]:
        """The heads of each seat in the whole match so far."""

    def ranks(self, position: Any) -> list[int]:
        """The ranks, which there are only after the end."""

    def unknown(self, position: Any, seat: int) -> list[int]:
        """The cards that may lie in another seat's hand, face down, or out of play for all `seat` knows."""

    def hand(self, position: Any, seat: int) -> list[int]:
        """The hand of a seat, ascending."""


@dataclass(frozen=True)
class Check:
    """The right answers after the first `after` steps; `None` fields are not checked.

    Attributes:
        owing, rows, heads, ranks: as `Implementation` gives them.
        legal, unknown, hands: by seat.
        finds: cards that are not among the unknown of a seat although they are nowhere to be seen; by seat.
    """

    after: int
    owing: list[int] | None = None
    rows: list[list[int]] | None = None
    heads: list[int] | None = None
    ranks: list[int] | None = None
    legal: dict[int, list[int]] = field(default_factory=dict)
    unknown: dict[int, list[int]] = field(default_factory=dict)
    finds: dict[int, list[int]] = field(default_factory=dict)
    hands: dict[int, list[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A position and the right answers from there."""

    id: str
    ruling: str
    says: str
    settings: Settings
    position: Mapping[str, Any]
    steps: Sequence[Step]
    checks: Sequence[Check]


def run_case(case: Case, implementation: Implementation) -> None:
    """Put `implementation` through all checks of `case`; `AssertionError` at the first that fails."""
    positions = [implementation.make(case.settings, case.position)]
    for seat, decision in case.steps:
        positions.append(implementation.apply(positions[-1], seat, decision))
    for check in case.checks:
        position = positions[check.after]
        where = f"{case.id} after {check.after} steps"
        for name in ("owing", "rows", "heads", "ranks"):
            expected = getattr(check, name)
            if expected is not None:
                found = getattr(implementation, name)(position)
                assert found == expected, f"{where}: {name} {found}, not {expected}"
        for seat, expected in check.legal.items():
            found = implementation.legal(position, seat)
            assert found == expected, f"{where}: legal of seat {seat} {found}, not {expected}"
        for seat, expected in check.unknown.items():
            found = implementation.unknown(position, seat)
            assert found == expected, f"{where}: unknown to seat {seat} {found}, not {expected}"
        for seat, cards in check.finds.items():
            stale = sorted(set(cards) & set(implementation.unknown(position, seat)))
            assert not stale, f"{where}: seat {seat} has forgotten {stale}"
        for seat, expected in check.hands.items():
            found = implementation.hand(position, seat)
            assert found == expected, f"{where}: hand of seat {seat} {found}, not {expected}"


def trick(*cards: int) -> list[Step]:
    """The steps of a trick: the cards of seats 0, 1, ... in order."""
    return list(enumerate(cards))


TWO = Settings(2)
THREE = Settings(3)
FOUR = Settings(4)
ALL = range(1, 105)

# The worked game of the rules, given there as cards of a trick; here seat k plays the k-th of them.
_EXAMPLE_TRICKS = [(14, 15, 34, 40), (21, 24, 25, 29), (3, 36, 42, 43), (37, 41, 45, 46), (1, 11, 32, 50)]
_EXAMPLE_REST = [(51, 52, 53, 54, 55), (61, 62, 63, 64, 65), (71, 72, 73, 74, 75), (81, 82, 83, 84, 85)]

WORKED_EXAMPLE = Case(
    id="order_worked_example",
    ruling="order",
    says="The five tricks of the worked game, figure by figure: sixth cards, two undercuts, a spoilt plan.",
    settings=FOUR,
    position={
        "hands": [[*(cards[seat] for cards in _EXAMPLE_TRICKS), *_EXAMPLE_REST[seat]] for seat in range(4)],
        "rows": [[12], [30], [33], [38]],
    },
    steps=[
        *trick(*_EXAMPLE_TRICKS[0]),
        *trick(*_EXAMPLE_TRICKS[1]),
        *trick(*_EXAMPLE_TRICKS[2]),
        (0, 1),
        *trick(*_EXAMPLE_TRICKS[3]),
        *trick(*_EXAMPLE_TRICKS[4]),
        (0, 3),
    ],
    checks=[
        Check(0, rows=[[12], [30], [33], [38]], heads=[0, 0, 0, 0], owing=[0, 1, 2, 3]),
        Check(4, rows=[[12, 14, 15], [30], [33, 34], [38, 40]], heads=[0, 0, 0, 0]),
        # 25 takes 12 14 15 21 24
        Check(8, rows=[[25, 29], [30], [33, 34], [38, 40]], heads=[0, 0, 6, 0], owing=[0, 1, 2, 3]),
        # 3 is below all rows: its owner chooses, and nothing moves before
        Check(
            12,
            rows=[[25, 29], [30], [33, 34], [38, 40]],
            owing=[0],
            legal={0: [0, 1, 2, 3], 1: [], 2: [], 3: []},
        ),
        Check(13, rows=[[25, 29], [3], [33, 34, 36], [38, 40, 42, 43]], heads=[3, 0, 6, 0]),
        # 46 takes 38 40 42 43 45
        Check(17, rows=[[25, 29], [3], [33, 34, 36, 37, 41], [46]], heads=[3, 0, 6, 8]),
        Check(21, rows=[[25, 29], [3], [33, 34, 36, 37, 41], [46]], owing=[0]),
        # 1 takes 46; 50 takes 33 34 36 37 41
        Check(
            22,
            rows=[[25, 29, 32], [3, 11], [50], [1]],
            heads=[4, 0, 6, 17],
            owing=[0, 1, 2, 3],
            legal={0: [51, 52, 53, 54, 55]},
        ),
    ],
)

CASES = [
    WORKED_EXAMPLE,
    Case(
        id="order_ascending_not_by_seat",
        ruling="order",
        says="The lower card goes first, whoever put it down first: seat 1's 41 makes seat 0's 42 sixth.",
        settings=TWO,
        position={
            "hands": [[42, 90], [41, 91]],
            "rows": [[11, 12, 13, 40], [20], [30], [39]],
            "piles": [range(60, 68), [68, 69, 70, 71, 72]],
        },
        steps=trick(42, 41),
        checks=[
            Check(1, owing=[1], rows=[[11, 12, 13, 40], [20], [30], [39]]),
            Check(2, rows=[[42], [20], [30], [39]], heads=[15 + 11, 1 + 1 + 3 + 1 + 1]),
        ],
    ),
    Case(
        id="order_hidden_until_all_are_in",
        ruling="order",
        says="Cards may be put down in any order of seats; they lie face down until the last is in.",
        settings=THREE,
        position={
            "hands": [[7, 8], [50, 51], [100, 101]],
            "rows": [[1], [2], [3], [4]],
            "piles": [range(10, 34), [], []],
        },
        steps=[(2, 101), (0, 8), (1, 50)],
        checks=[
            Check(1, owing=[0, 1], rows=[[1], [2], [3], [4]], legal={0: [7, 8], 1: [50, 51], 2: []}),
            Check(2, owing=[1], rows=[[1], [2], [3], [4]], legal={0: [], 1: [50, 51]}),
            Check(3, owing=[0, 1, 2], rows=[[1], [2], [3], [4, 8, 50, 101]]),
        ],
    ),
    Case(
        id="order_sees_rows_taken_in_the_same_trick",
        ruling="order",
        says="A row that a sixth card took is short for the next card: 47 joins 46, which has just taken it.",
        settings=TWO,
        position={
            "hands": [[47, 90], [46, 91]],
            "rows": [[10], [20], [30], [41, 42, 43, 44, 45]],
            "piles": [range(60, 68), [68, 69, 70, 71]],
        },
        steps=trick(47, 46),
        checks=[Check(2, rows=[[10], [20], [30], [46, 47]], heads=[15, 6 + 10])],
    ),
    Case(
        id="place_highest_end_below",
        ruling="place",
        says="Of the rows that end below the card, the one with the highest end gets it: the smallest gap.",
        settings=TWO,
        position={
            "hands": [[35, 90], [77, 91]],
            "rows": [[10], [34], [36], [76]],
            "piles": [range(50, 58), range(92, 100)],
        },
        steps=trick(35, 77),
        checks=[Check(2, rows=[[10], [34, 35], [36], [76, 77]])],
    ),
    Case(
        id="place_not_lowest_end",
        ruling="place",
        says="Not the row with the lowest end: 60 is the fifth card, after 59, 100 then the sixth.",
        settings=TWO,
        position={
            "hands": [[60, 90], [100, 101]],
            "rows": [[2], [56, 57, 58, 59], [3], [51, 52, 53, 54, 55]],
            "piles": [range(61, 68), [68, 69]],
        },
        steps=trick(60, 100),
        checks=[
            Check(
                2,
                rows=[[2], [100], [3], [51, 52, 53, 54, 55]],
                heads=[1 + 1 + 1 + 1 + 2 + 5 + 1, 1 + 1 + 1 + 1 + 1 + 1 + 3],
            )
        ],
    ),
    Case(
        id="sixth_takes_five",
        ruling="sixth",
        says="The sixth card takes the five before it and starts the row in its place; it is not counted.",
        settings=TWO,
        position={
            "hands": [[56, 90], [20, 91]],
            "rows": [[10], [51, 52, 53, 54, 55], [70], [80]],
            "piles": [range(1, 9), [9, 11, 12, 13]],
        },
        steps=trick(56, 20),
        checks=[Check(2, rows=[[10, 20], [56], [70], [80]], heads=[9 + 11, 8])],
    ),
    Case(
        id="sixth_fifth_is_safe",
        ruling="sixth",
        says="The fifth card of a row takes nothing.",
        settings=TWO,
        position={
            "hands": [[55, 90], [20, 91]],
            "rows": [[10], [51, 52, 53, 54], [70], [80]],
            "piles": [range(1, 9), [9, 11, 12, 13, 14]],
        },
        steps=trick(55, 20),
        checks=[Check(2, rows=[[10, 20], [51, 52, 53, 54, 55], [70], [80]], heads=[9, 9])],
    ),
    Case(
        id="sixth_twice_in_a_trick",
        ruling="sixth",
        says="Two rows can be taken in one trick, each by the card that came sixth there.",
        settings=THREE,
        position={
            "hands": [[29], [95], [50]],
            "rows": [[24, 25, 26, 27, 28], [90, 91, 92, 93, 94], [3], [4]],
            "piles": [[*range(60, 70), 71, 72, 73, 74, 75], [], [5, 6, 7, 8]],
            "totals": [10, 20, 30],
        },
        steps=trick(29, 95, 50),
        # the last trick: the round is counted
        checks=[
            Check(
                3,
                heads=[10 + 3 + 1 * 4 + 2 + 5 + 1 * 2 + 1 + 1 * 4 + 2 + 6, 20 + 7, 30 + 5],
                owing=[],
            )
        ],
    ),
    Case(
        id="undercut_player_chooses_any_row",
        ruling="undercut",
        says="A card below all rows takes a row of its owner's choice, also the dearest, and starts it.",
        settings=TWO,
        position={
            "hands": [[5, 90], [6, 91]],
            "rows": [[10], [51, 52, 53, 54, 55], [70, 71], [80]],
            "piles": [range(20, 27), [27, 28, 29, 31]],
        },
        steps=[*trick(5, 6), (0, 1)],
        checks=[
            Check(2, owing=[0], legal={0: [0, 1, 2, 3], 1: []}, heads=[14, 4]),
            Check(3, rows=[[10], [5, 6], [70, 71], [80]], heads=[14 + 11, 4], owing=[0, 1]),
        ],
    ),
    Case(
        id="undercut_lowest_card_alone",
        ruling="undercut",
        says="A second low card never undercuts: it follows the lowest, which now starts a row below it.",
        settings=THREE,
        position={
            "hands": [[3, 90], [2, 91], [1, 92]],
            "rows": [[10], [20], [30], [40]],
            "piles": [range(50, 74), [], []],
        },
        steps=[*trick(3, 2, 1), (2, 3)],
        checks=[
            Check(3, owing=[2], rows=[[10], [20], [30], [40]]),
            Check(4, owing=[0, 1, 2], rows=[[10], [20], [30], [1, 2, 3]], legal={0: [90], 1: [91], 2: [92]}),
        ],
    ),
    Case(
        id="undercut_row_changes_the_places_of_the_others",
        ruling="undercut",
        says="The choice comes before the other cards lie: 41 goes where the chooser leaves it to go.",
        settings=TWO,
        position={
            "hands": [[5, 90], [41, 91]],
            "rows": [[10], [20, 21, 22, 23, 24], [30], [40]],
            "piles": [range(60, 67), range(67, 72)],
        },
        steps=[*trick(5, 41), (0, 3)],
        checks=[
            Check(
                3,
                rows=[[10], [20, 21, 22, 23, 24], [30, 41], [5]],
                heads=[14 + 3, 7],
            )
        ],
    ),
    Case(
        id="undercut_in_the_last_trick",
        ruling="undercut",
        says="The choice of a row is owed in the last trick too, when no hand holds a card any more.",
        settings=TWO,
        position={
            "hands": [[5], [60]],
            "rows": [[10], [11], [30], [40]],
            "piles": [range(70, 79), range(79, 88)],
            "totals": [7, 2],
        },
        steps=[*trick(5, 60), (0, 0)],
        checks=[
            Check(2, owing=[0], legal={0: [0, 1, 2, 3]}, hands={0: [], 1: []}),
            Check(3, owing=[], heads=[7 + 3 + 1 * 4 + 2 + 1 + 5 + 1 + 3, 2 + 1 + 3 + 1 * 4 + 2 + 1 + 1]),
        ],
    ),
    Case(
        id="public_swept_cards_stay_known",
        ruling="public",
        says="All that was revealed is known for good, also 45, which lay on the table for a moment only.",
        settings=TWO,
        position={
            "hands": [[46, 90], [45, 91]],
            "rows": [[10], [20], [30], [41, 42, 43, 44]],
            "piles": [range(60, 68), range(68, 73)],
        },
        steps=trick(46, 45),
        checks=[
            Check(
                0,
                unknown={
                    0: [c for c in ALL if c not in {10, 20, 30, *range(41, 45), *range(60, 73), 46, 90}]
                },
            ),
            Check(
                1,
                # seat 0 still knows the card that it has put down, seat 1 does not
                finds={0: [46, 90]},
                unknown={
                    1: [c for c in ALL if c not in {10, 20, 30, *range(41, 45), *range(60, 73), 45, 91}]
                },
            ),
            Check(
                2,
                rows=[[10], [20], [30], [46]],
                unknown={
                    0: [c for c in ALL if c not in {10, 20, 30, *range(41, 47), *range(60, 73), 90}],
                    1: [c for c in ALL if c not in {10, 20, 30, *range(41, 47), *range(60, 73), 91}],
                },
            ),
        ],
    ),
    Case(
        id="public_revealed_before_the_row_choice",
        ruling="public",
        says="While a seat ponders which row to take, all cards of the trick are known already.",
        settings=THREE,
        position={
            "hands": [[5, 90], [50, 91], [60, 92]],
            "rows": [[10], [20], [30], [40]],
            "piles": [range(70, 80), range(80, 90), [100, 101, 102, 103]],
        },
        steps=trick(5, 50, 60),
        checks=[Check(3, owing=[0], finds={0: [50, 60], 1: [5, 60], 2: [5, 50]})],
    ),
    Case(
        id="pool_two_seats_leave_eighty",
        ruling="pool",
        says="What nobody was dealt is as unknown as the rival's hand.",
        settings=TWO,
        position={"hands": [range(1, 11), range(11, 21)], "rows": [[21], [22], [23], [24]]},
        steps=[],
        checks=[
            Check(
                0,
                unknown={0: [*range(11, 21), *range(25, 105)], 1: [*range(1, 11), *range(25, 105)]},
                owing=[0, 1],
            )
        ],
    ),
    Case(
        id="pool_ten_seats_deal_all",
        ruling="pool",
        says="With ten seats all 104 cards are dealt: what a seat does not see is in another hand.",
        settings=Settings(10),
        position={
            "hands": [range(1 + 10 * seat, 11 + 10 * seat) for seat in range(10)],
            "rows": [[101], [102], [103], [104]],
        },
        steps=[],
        checks=[Check(0, unknown={0: list(range(11, 101)), 9: list(range(1, 91))})],
    ),
    Case(
        id="pool_small_deck_of_two_leaves_one_hand",
        ruling="pool",
        says="With two seats and the small deck nothing is out of play: the rival has all that was not seen.",
        settings=Settings(2, small_deck=True),
        position={"hands": [range(1, 11), range(11, 21)], "rows": [[21], [22], [23], [24]]},
        steps=[],
        checks=[
            Check(
                0,
                hands={0: list(range(1, 11))},
                legal={0: list(range(1, 11))},
                unknown={0: list(range(11, 21))},
            )
        ],
    ),
    Case(
        id="end_not_within_a_round",
        ruling="end",
        says="Passing the target in the middle of a round ends nothing.",
        settings=TWO,
        position={
            "hands": [[56, 90], [20, 91]],
            "rows": [[10], [51, 52, 53, 54, 55], [70], [80]],
            "piles": [range(1, 9), [9, 11, 12, 13]],
            "totals": [60, 0],
        },
        steps=trick(56, 20),
        checks=[Check(2, heads=[80, 8], owing=[0, 1], legal={0: [90], 1: [91]})],
    ),
    Case(
        id="end_at_the_target_exactly",
        ruling="end",
        says="A total equal to the target ends the match; the seat with fewest heads is first.",
        settings=TWO,
        position={
            "hands": [[90], [91]],
            "rows": [[10], [51], [70], [80]],
            "piles": [range(1, 10), [*range(12, 20), 21]],
            "totals": [56, 50],
        },
        steps=trick(90, 91),
        checks=[Check(2, heads=[66, 60], ranks=[2, 1], owing=[])],
    ),
    Case(
        id="end_not_one_below",
        ruling="end",
        says="One head below the target, another round is dealt.",
        settings=TWO,
        position={
            "hands": [[90], [91]],
            "rows": [[10], [51], [70], [80]],
            "piles": [range(1, 10), [*range(12, 20), 21]],
            "totals": [55, 50],
        },
        steps=trick(90, 91),
        checks=[Check(2, heads=[65, 60], owing=[])],
    ),
    Case(
        id="end_several_past_the_target",
        ruling="end",
        says="Several may pass the target in one round; totals alone count, equal ones share the rank.",
        settings=THREE,
        position={
            "hands": [[90], [91], [92]],
            "rows": [[10], [51], [70], [80]],
            "piles": [range(1, 10), [*range(12, 20), 21], [23, 24, 26, 27, 28, 29, 31, 32, 34]],
            "totals": [60, 60, 61],
        },
        steps=trick(90, 91, 92),
        checks=[Check(3, heads=[70, 70, 70], ranks=[1, 1, 1], owing=[])],
    ),
    Case(
        id="end_shared_rank_leaves_a_gap",
        ruling="end",
        says="Two seats with equal totals share the better rank and the next rank is left out.",
        settings=THREE,
        position={
            "hands": [[90], [91], [92]],
            "rows": [[10], [51], [70], [80]],
            "piles": [range(1, 10), [*range(12, 20), 21], [23, 24, 26, 27, 28, 29, 31, 32, 34]],
            "totals": [70 - 10, 10, 11],
        },
        steps=trick(90, 91, 92),
        checks=[Check(3, heads=[70, 20, 20], ranks=[3, 1, 1], owing=[])],
    ),
    Case(
        id="end_target_is_a_setting",
        ruling="end",
        says="The target can be another one, here 10.",
        settings=Settings(2, target=10),
        position={
            "hands": [[90], [91]],
            "rows": [[10], [51], [70], [80]],
            "piles": [range(1, 10), [*range(12, 20), 21]],
        },
        steps=trick(90, 91),
        checks=[Check(2, heads=[10, 10], ranks=[1, 1], owing=[])],
    ),
    Case(
        id="tactical_first_round_seat_0_drafts",
        ruling="tactical",
        says="The deck is 10 cards a seat and 4, all face up; seats take one each in turn, 0 first.",
        settings=Settings(3, small_deck=True, open_draft=True),
        position={"face_up": range(1, 35)},
        steps=[(0, 34), (1, 1), (2, 17), (0, 33)],
        checks=[
            Check(0, owing=[0], legal={0: list(range(1, 35)), 1: []}),
            Check(1, owing=[1], legal={1: list(range(1, 34))}, hands={0: [34]}),
            Check(3, owing=[0]),
            Check(4, owing=[1], hands={0: [33, 34], 1: [1], 2: [17]}),
        ],
    ),
    Case(
        id="tactical_later_rounds_rotate",
        ruling="tactical",
        says="Each round the next seat begins the draft.",
        settings=Settings(3, small_deck=True, open_draft=True),
        position={"face_up": range(1, 35), "round": 5, "totals": [20, 25, 30]},
        steps=[(2, 34), (0, 1), (1, 17)],
        checks=[Check(0, owing=[2]), Check(1, owing=[0]), Check(2, owing=[1]), Check(3, owing=[2])],
    ),
    Case(
        id="tactical_last_four_are_the_rows",
        ruling="tactical",
        says="The four cards that are left start the rows, in ascending order, and play begins.",
        settings=Settings(2, small_deck=True, open_draft=True),
        position={
            "hands": [range(1, 11), range(11, 20)],
            "face_up": [24, 20, 22, 21, 23],
        },
        steps=[(1, 22)],
        checks=[
            Check(0, owing=[1], legal={1: [20, 21, 22, 23, 24]}),
            Check(1, owing=[0, 1], rows=[[20], [21], [23], [24]], hands={1: [*range(11, 20), 22]}),
        ],
    ),
    Case(
        id="tactical_hands_are_public_after_the_draft",
        ruling="tactical",
        says="Everybody saw who took what: no card is unknown, though what is put down is hidden.",
        settings=Settings(2, small_deck=True, open_draft=True),
        position={"hands": [range(1, 11), range(11, 21)], "rows": [[21], [22], [23], [24]]},
        steps=[(0, 5)],
        checks=[
            Check(0, unknown={0: [], 1: []}),
            Check(1, unknown={0: [], 1: []}, owing=[1]),
        ],
    ),
    Case(
        id="tactical_small_deck_can_be_dealt",
        ruling="tactical",
        says="The small deck without the draft: hands are hidden, cards above 10 a seat and 4 do not exist.",
        settings=Settings(3, small_deck=True),
        position={
            "hands": [range(1, 11), range(11, 21), range(21, 31)],
            "rows": [[31], [32], [33], [34]],
        },
        steps=[],
        checks=[Check(0, unknown={0: list(range(11, 31)), 2: list(range(1, 21))}, owing=[0, 1, 2])],
    ),
    Case(
        id="tactical_draft_follows_a_round",
        ruling="tactical",
        says="After a round of the open draft the whole deck lies open, and the next seat begins.",
        settings=Settings(2, small_deck=True, open_draft=True),
        position={
            "hands": [[23], [24]],
            "rows": [[1], [2], [3], [4]],
            "piles": [range(5, 14), range(14, 23)],
        },
        steps=trick(23, 24),
        checks=[
            Check(
                2,
                heads=[2 + 4 + 3 + 5 + 1 + 1, 1 + 2 + 4 + 3 + 1 + 5],
                owing=[1],
                legal={1: list(range(1, 25)), 0: []},
            )
        ],
    ),
]
