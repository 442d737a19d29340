"""6 nimmt!'s rulings on the fast rules, by the cases that also bind the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import nimmt_bridge
from reference.nimmt import Settings
from reference.nimmt_cases import CASES, Case, run_case
from solver.errors import NotationError, SetupError
from solver.games import GAMES, parse_position
from solver.games.nimmt.rules import heads_of
from solver.games.nimmt.state import NimmtState


class Fast:
    """The fast rules as a case sees an implementation."""

    def make(self, settings: Settings, data: Mapping[str, Any]) -> NimmtState:
        return nimmt_bridge.make(settings, data)

    def apply(self, position: NimmtState, seat: int, decision: int) -> NimmtState:
        after = parse_position(position.to_text())
        assert isinstance(after, NimmtState)
        after.apply_action(decision, seat)
        nimmt_bridge.lay_out(after)
        return after

    def owing(self, position: NimmtState) -> list[int]:
        return list(position.players_to_move())

    def legal(self, position: NimmtState, seat: int) -> list[int]:
        return list(position.legal_actions(seat))

    def rows(self, position: NimmtState) -> list[list[int]]:
        return [list(row) for row in position.fields().rows]

    def heads(self, position: NimmtState) -> list[int]:
        return list(position.scores())

    def ranks(self, position: NimmtState) -> list[int]:
        return list(position.result()[0])

    def unknown(self, position: NimmtState, seat: int) -> list[int]:
        return nimmt_bridge.unknown(position, seat)

    def hand(self, position: NimmtState, seat: int) -> list[int]:
        hand = position.fields().hands[seat]
        assert not isinstance(hand, int)
        return list(hand)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_ruling(case: Case) -> None:
    run_case(case, Fast())


def test_the_heads_of_all_cards() -> None:
    heads = [heads_of(card) for card in range(1, 105)]
    assert sum(heads) == 171
    assert {value: heads.count(value) for value in set(heads)} == {1: 76, 2: 9, 3: 10, 5: 8, 7: 1}
    assert [heads_of(card) for card in (55, 11, 99, 100, 10, 5, 95, 104, 101)] == [7, 5, 5, 3, 3, 2, 2, 1, 1]
    for wrong in (0, 105, -1):
        with pytest.raises(ValueError, match="cards are 1 to 104"):
            heads_of(wrong)


def test_a_single_round_is_over_after_ten_tricks() -> None:
    state = GAMES["nimmt"].initial(1, 3, ("round",))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    ranks, heads = state.result()
    assert ranks == [1 + sum(other < mine for other in heads) for mine in heads]
    assert state.returns() == [sum((o > h) - (o < h) for o in heads) / 2 for h in heads]


def test_the_sets_of_rules_words() -> None:
    game = GAMES["nimmt"]
    text = game.initial(1, 3, ("tactical",)).to_text()
    assert "target=66 deck=small draft=open" in text
    assert text == game.initial(2, 3, ("small", "draft")).to_text()
    assert "target=- deck=full draft=dealt" in game.initial(1, 3, ("round",)).to_text()
    assert "target=100 deck=small draft=dealt" in game.initial(1, 3, ("target100", "small")).to_text()
    for words, wrong in ((("draft",), "draft"), (("round", "target33"), "target33")):
        with pytest.raises(SetupError) as caught:
            game.initial(1, 3, words)
        assert (caught.value.code, caught.value.token) == ("rules", wrong)
    with pytest.raises(SetupError) as caught:
        game.initial(1, 3, (), figures="some.toml")
    assert (caught.value.code, caught.value.token) == ("figures", "some.toml")


def test_tactical_draft_with_the_full_deck_is_refused() -> None:
    text = GAMES["nimmt"].initial(1, 3, ("tactical",)).to_text().replace("deck=small", "deck=full")
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert caught.value.token == "draft=open"


def test_the_tactical_variant_is_for_any_number_of_seats() -> None:
    for seats in range(2, 11):
        fields = GAMES["nimmt"].initial(1, seats, ["tactical"]).fields()  # type: ignore[attr-defined]
        assert (fields.small, fields.draft, fields.seats) == (True, True, seats)


def test_the_professional_variant_is_told_from_the_tactical_one() -> None:
    with pytest.raises(SetupError, match=r"no rules word professional.*later box.*tactical is") as caught:
        GAMES["nimmt"].initial(1, 4, ["professional"])
    assert (caught.value.code, caught.value.token) == ("rules", "professional")
