"""The 6 nimmt! reference against handcrafted cases and the invariants of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from reference import nimmt
from reference.nimmt import (
    CARDS,
    CHOOSE,
    DEAL,
    DRAFT,
    HAND,
    OVER,
    ROW,
    Position,
    Settings,
    heads,
    heads_of,
    home,
    random_match,
    shuffled,
)
from reference.nimmt_cases import CASES, RULINGS, WORKED_EXAMPLE, Case, Implementation, run_case
from scaling import scale, some

pytestmark = pytest.mark.pure


class Reference:
    """The reference as a case sees an implementation."""

    def make(self, settings: Settings, data: Mapping[str, Any]) -> Any:
        return Position.make(settings, **data)

    def apply(self, position: Any, seat: int, decision: int) -> Any:
        return position.apply(seat, decision)

    def owing(self, position: Any) -> list[int]:
        return list(position.owing())

    def legal(self, position: Any, seat: int) -> list[int]:
        return list(position.legal(seat))

    def rows(self, position: Any) -> list[list[int]]:
        return [list(row) for row in position.rows]

    def heads(self, position: Any) -> list[int]:
        return list(position.scores())

    def ranks(self, position: Any) -> list[int]:
        return list(position.ranks())

    def unknown(self, position: Any, seat: int) -> list[int]:
        """Cards never shown to the seat, even those that must be in the only other hand."""
        known = position.knows(seat)
        return sorted(set(position.settings.deck) - set(known.seen) - set(known.holds[seat]))

    def hand(self, position: Any, seat: int) -> list[int]:
        return list(position.hands[seat])


@pytest.fixture
def implementation() -> Implementation:
    return Reference()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_ruling(case: Case, implementation: Implementation) -> None:
    run_case(case, implementation)


def test_every_ruling_has_cases() -> None:
    assert {case.ruling for case in CASES} == set(RULINGS)
    assert len({case.id for case in CASES}) == len(CASES)
    for case in CASES:
        assert case.id.startswith(case.ruling + "_")
        assert case.checks
        assert all(0 <= check.after <= len(case.steps) for check in case.checks)


# Wrong rules, which the cases must catch


def lowest_end(ends: list[int], card: int) -> int | None:
    """The misreading of a public page: of the rows below the card the one with the lowest end."""
    below = [row for row in range(len(ends)) if ends[row] < card]
    return min(below, key=lambda row: ends[row]) if below else None


def cases_failing(implementation: Implementation) -> set[str]:
    failing = set()
    for case in CASES:
        try:
            run_case(case, implementation)
        except AssertionError:
            failing.add(case.id)
        except ValueError:
            failing.add(case.id)  # play went on so differently that a step is illegal
    return failing


def test_the_lowest_end_is_a_misreading(
    monkeypatch: pytest.MonkeyPatch, implementation: Implementation
) -> None:
    monkeypatch.setattr(nimmt, "home", lowest_end)
    failing = cases_failing(implementation)
    assert {"place_highest_end_below", "place_not_lowest_end", "order_worked_example"} <= failing


def test_a_row_of_six_is_noticed(monkeypatch: pytest.MonkeyPatch, implementation: Implementation) -> None:
    monkeypatch.setattr(nimmt, "FULL_ROW", 6)
    assert {"sixth_takes_five", "sixth_twice_in_a_trick", "order_worked_example"} <= cases_failing(
        implementation
    )


def test_placing_by_seat_is_noticed(monkeypatch: pytest.MonkeyPatch, implementation: Implementation) -> None:
    assert not cases_failing(implementation)
    place = nimmt._place

    def place_by_seat(position: Position) -> Position:
        by_seat = sorted(position.waiting, key=lambda waiting: waiting[1])
        return place(replace(position, waiting=tuple(by_seat)))

    monkeypatch.setattr(nimmt, "_place", place_by_seat)
    assert {"order_ascending_not_by_seat", "undercut_lowest_card_alone"} <= cases_failing(implementation)


def test_a_forgetful_count_is_noticed() -> None:
    class Forgetful(Reference):
        """Knows only what lies in the rows now."""

        def unknown(self, position: Any, seat: int) -> list[int]:
            lying = {card for row in position.rows for card in row}
            return sorted(set(position.settings.deck) - lying - set(position.knows(seat).holds[seat]))

    failing = cases_failing(Forgetful())
    assert {"public_swept_cards_stay_known", "public_revealed_before_the_row_choice"} <= failing


def test_a_match_that_ends_above_the_target_only_is_noticed() -> None:
    class Above(Reference):
        def make(self, settings: Settings, data: Mapping[str, Any]) -> Any:
            later = Settings(settings.seats, settings.target + 1, settings.small_deck, settings.open_draft)
            return super().make(later, data)

    assert "end_at_the_target_exactly" in cases_failing(Above())


# Figures


def test_heads_by_hand() -> None:
    assert heads(55) == 7
    assert [heads(card) for card in (11, 22, 33, 44, 66, 77, 88, 99)] == [5] * 8
    assert [heads(card) for card in range(10, 101, 10)] == [3] * 10
    assert [heads(card) for card in (5, 15, 25, 35, 45, 65, 75, 85, 95)] == [2] * 9
    assert [heads(card) for card in (1, 2, 9, 12, 56, 101, 102, 103, 104)] == [1] * 9
    assert heads_of(range(1, CARDS + 1)) == 171


def test_figures_add_up_by_kind() -> None:
    """One card of 7, eight of 5, ten of 3, nine of 2 and seventy-six of 1."""
    values = [heads(card) for card in range(1, CARDS + 1)]
    assert {value: values.count(value) for value in set(values)} == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}


def test_decks() -> None:
    assert list(Settings(2).deck) == list(range(1, 105))
    assert [Settings(seats, small_deck=True).deck[-1] for seats in (2, 3, 4, 10)] == [24, 34, 44, 104]


# Invariants over random play

VARIANTS = [
    Settings(seats, small_deck=small_deck, open_draft=open_draft)
    for seats in range(2, 11)
    for small_deck, open_draft in ((False, False), (True, False), (True, True))
]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_random_matches(settings: Settings) -> None:
    for seed in range(scale(20)):
        match = random_match(settings, Random(seed))
        assert match[-1].phase == OVER
        for before, after in pairwise(match):
            check_step(before, after)
        check_end(match)


def check_step(before: Position, after: Position) -> None:
    """Invariants of every step: the deck is complete, and the step did what the phase allows."""
    settings = after.settings
    assert after.cards() == list(settings.deck)
    remade = Position.make(
        settings,
        hands=after.hands,
        rows=after.rows,
        piles=after.piles,
        face_down=after.face_down,
        waiting=after.waiting,
        face_up=after.face_up,
        totals=after.totals,
        round=after.round,
    )
    assert remade == after
    for row in after.rows:
        assert list(row) == sorted(row)
        assert 1 <= len(row) <= 5
    if after.phase == ROW:
        # only the lowest card of a trick can undercut: nothing of this trick lies yet
        assert len(after.waiting) == settings.seats
        assert after.waiting == tuple(sorted(after.waiting))
        assert all(after.waiting[0][0] < row[-1] for row in after.rows)
        assert after.rows == before.rows
    kinds = [event[0] for event in after.events]
    assert "undercut" not in kinds[1:]
    assert ("undercut" in kinds) == (before.phase == ROW)
    placed = [event[2] for event in after.events if event[0] in ("place", "sixth", "undercut")]
    assert placed == sorted(placed, key=lambda card: int(str(card)))
    assert len(placed) in (0, settings.seats)
    event: list[Any]
    for kind, *event in after.events:
        if kind == "sixth":
            assert len(event[3]) == 5
            assert event[1] > event[3][-1]
        if kind == "undercut":
            assert 1 <= len(event[3]) <= 5
            assert event[1] < event[3][-1]
    check_knowledge(after)


def check_knowledge(position: Position) -> None:
    """A seat's knowledge is true, and every card is known, unknown or its own."""
    settings = position.settings
    for seat in range(settings.seats):
        known = position.knows(seat)
        assert known.hand == position.hands[seat]
        assert known.holds[seat] is not None
        located = [*known.seen, *(card for cards in known.holds for card in cards or ())]
        assert set(located) | set(known.unknown) == set(settings.deck)
        assert not set(located) & set(known.unknown)
        for other, cards in enumerate(known.holds):
            down = position.face_down[other]
            owned = sorted([*position.hands[other], *([] if down is None else [down])])
            assert cards is None or list(cards) == owned
        hidden = sum(
            known.counts[k] + known.in_already[k] for k, cards in enumerate(known.holds) if cards is None
        )
        assert len(known.unknown) in (0, hidden + known.out_of_play)
        assert known.deals() >= 1
        if settings.open_draft and position.phase != OVER:
            assert known.deals() == 1
            assert not known.unknown


def check_end(match: list[Position]) -> None:
    """The match ended with the first round in which a total reached the target, and all heads are counted."""
    last = match[-1]
    rounds = [event[1] for position in match for event in position.events if event[0] == "round"]
    assert last.round == len(rounds)
    totals = [0] * last.settings.seats
    for number, counted in enumerate(rounds):
        assert max(totals) < last.settings.target, f"round {number} was played after the end"
        assert isinstance(counted, tuple)
        totals = [total + now for total, now in zip(totals, counted, strict=True)]
    assert totals == list(last.totals) == last.scores()
    assert max(totals) >= last.settings.target
    ranks = last.ranks()
    best = min(totals)
    assert [rank == 1 for rank in ranks] == [total == best for total in totals]
    assert sum(last.returns()) == 0
    assert all(-1 <= value <= 1 for value in last.returns())


@pytest.mark.parametrize("seats", some(range(2, 11), least=3))
def test_what_is_placed_lies_in_the_nearest_row(seats: int) -> None:
    """Every placement of random rounds by the rule stated otherwise: no end lies between row and card."""
    for seed in range(scale(30)):
        match = random_match(Settings(seats), Random(seed), most_steps=10 * seats + 15)
        ends: list[Any] = [0, 0, 0, 0]
        for position in match:
            event: list[Any]
            for kind, *event in position.events:
                if kind == "rows":
                    ends = list(event[0])
                elif kind in ("place", "sixth"):
                    _, card, row = event[:3]
                    assert ends[row] < card
                    assert not [end for end in ends if ends[row] < end < card]
                    ends[row] = card
                elif kind == "undercut":
                    _, card, row = event[:3]
                    assert min(ends) > card
                    ends[row] = card
            if position.phase in (CHOOSE, ROW):
                assert ends == [row[-1] for row in position.rows]


def test_home_by_hand() -> None:
    assert home([10, 20, 30, 40], 41) == 3
    assert home([40, 30, 20, 10], 41) == 0
    assert home([10, 20, 30, 40], 39) == 2
    assert home([10, 20, 30, 40], 11) == 0
    assert home([10, 20, 30, 40], 9) is None
    assert home([1, 104, 103, 102], 2) == 0


# Wrong input

GOOD: dict[str, Any] = {
    "hands": [[42, 90], [41, 91]],
    "rows": [[11, 12, 13, 40], [20], [30], [39]],
    "piles": [range(60, 68), [68, 69, 70, 71, 72]],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": [[11, 12, 13, 40], [20], [30]]}, "rows: should be 4"),
        ({"rows": [[12, 11, 13, 40], [20], [30], [39]]}, "ascending"),
        ({"rows": [[11, 12, 13, 40], [20], [30], []]}, "row"),
        ({"hands": [[42, 90], [41]]}, "hands of"),
        ({"hands": [[42, 90], [41, 42]]}, "card 42"),
        ({"hands": [[42, 90], [41, 105]]}, "card 105"),
        ({"hands": [[42, 90], [41, 91], [43, 92]]}, "hands of 3 seats"),
        ({"piles": [range(60, 68), [68, 69, 70, 71]]}, "cards in rows and piles"),
        ({"totals": [66, 0]}, "no card should lie"),
        ({"totals": [-1, 0]}, "negative"),
        ({"waiting": [(50, 0), (51, 1)], "hands": [[42], [41]]}, "below all rows"),
        ({"waiting": [(5, 0)], "hands": [[42], [41, 91]]}, "hands of"),
        ({"face_down": [43, None]}, "hands of"),
        ({"face_up": [1]}, "face up"),
    ],
)
def test_impossible_data_is_refused(change: dict[str, Any], message: str) -> None:
    assert Position.make(Settings(2), **GOOD).phase == CHOOSE
    with pytest.raises(ValueError, match=message):
        Position.make(Settings(2), **{**GOOD, **change})


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="seats 11"):
        Settings(11)
    with pytest.raises(ValueError, match="seats 1:"):
        Settings(1)
    with pytest.raises(ValueError, match="target 0"):
        Settings(2, target=0)
    with pytest.raises(ValueError, match="small_deck"):
        Settings(2, open_draft=True)


def test_wrong_decisions_are_refused() -> None:
    position = Position.make(Settings(2), **GOOD)
    with pytest.raises(ValueError, match="41 is not legal for seat 0, expected one of: \\[42, 90\\]"):
        position.apply(0, 41)
    after = position.apply(0, 42)
    with pytest.raises(ValueError, match="seat 0 owes nothing, expected one of: \\[1\\]"):
        after.apply(0, 90)
    with pytest.raises(ValueError, match="phase is 'cards': should be 'over'"):
        position.ranks()
    with pytest.raises(ValueError, match="phase is 'cards': should be 'deal'"):
        position.deal([], [])


def test_wrong_deals_are_refused() -> None:
    start = Position.start(Settings(2))
    assert start.phase == DEAL
    assert start.owing() == []
    dealt = start.deal([range(1, 11), range(11, 21)], [24, 21, 23, 22])
    assert dealt.rows == ((24,), (21,), (23,), (22,))
    with pytest.raises(ValueError, match="hands of"):
        start.deal([range(1, 11), range(11, 20)], [24, 21, 23, 22])
    with pytest.raises(ValueError, match="card 1:"):
        start.deal([range(1, 11), range(11, 21)], [1, 21, 23, 22])


def test_the_draft_needs_no_deal() -> None:
    start = Position.start(Settings(4, small_deck=True, open_draft=True))
    assert start.phase == DRAFT
    with pytest.raises(ValueError, match="phase is 'draft'"):
        shuffled(start, Random(1))


def test_the_worked_example_has_all_its_figures() -> None:
    """Figures 1 to 6 of the rules stand in the case, the last one with every row changed since the first."""
    shown = [check.rows for check in WORKED_EXAMPLE.checks if check.after in (0, 4, 8, 13, 17, 22)]
    assert len(shown) == 6
    assert len(WORKED_EXAMPLE.steps) == 5 * 4 + 2
    assert all(len(hand) == HAND for hand in WORKED_EXAMPLE.position["hands"])


def test_knowledge_counts_deals_by_hand() -> None:
    """Two seats with two cards each before the last two tricks and the full deck: 2 of the 82 left."""
    position = Position.make(Settings(2), **GOOD)
    assert len(position.undealt) == 104 - 4 - 20
    assert position.knows(0).deals() == 82 * 81 // 2
    assert position.apply(1, 91).knows(0).deals() == 82 * 81 // 2
    small = Position.start(Settings(3, small_deck=True)).deal(
        [range(1, 11), range(11, 21), range(21, 31)], [31, 32, 33, 34]
    )
    assert small.knows(1).deals() == 184756  # 20 over 10
    two = Position.start(Settings(2, small_deck=True)).deal([range(1, 11), range(11, 21)], [21, 22, 23, 24])
    assert two.knows(0).holds[1] == tuple(range(11, 21))
    assert two.knows(0).deals() == 1
