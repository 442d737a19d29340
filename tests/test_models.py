"""Learnt models of the players: the plug, by two games whose models were written by hand."""

from __future__ import annotations

import pytest

from solver.games.tiny import KuhnModel, KuhnState, MatrixModel, MatrixState

#: Odds of a bet and of a call, jack first.
KUHN = KuhnModel([(0.25, 0.125), (0.5, 0.375), (0.75, 0.875)])


def test_a_policy_gives_the_odds_of_each_legal_action() -> None:
    model = MatrixModel([0.25, 0.75], [0.5, 0.125, 0.375])
    state = MatrixState([[1, 0, 0], [0, 1, -1]])
    assert model.policy(state, 0) == [(0, 0.25), (1, 0.75)]
    assert model.policy(state, 1) == [(0, 0.5), (1, 0.125), (2, 0.375)]


@pytest.mark.parametrize(("moves", "bet"), [("", 0.75), ("p", 0.75), ("b", 0.875), ("pb", 0.875)])
def test_a_policy_is_the_same_for_a_truth_and_the_view(moves: str, bet: float) -> None:
    seat = len(moves) % 2
    for other in (0, 1):
        state = KuhnState([2, other] if seat == 0 else [other, 2], moves)
        assert KUHN.policy(state, seat) == [(0, 1 - bet), (1, bet)]
        assert KUHN.policy(state.view(seat), seat) == [(0, 1 - bet), (1, bet)]


def test_an_estimate_is_the_expected_evaluation_of_each_seat() -> None:
    state = MatrixState([[1, 0, 0], [0, 1, -1]])
    model = MatrixModel([0.25, 0.75], [0.5, 0.125, 0.375])
    assert model.estimates
    assert model.estimate(state) == [0.25 * 0.5 + 0.75 * (0.125 - 0.375), 0.25 * -0.5 + 0.75 * 0.25]
    # king against jack after a bet: a fold costs the ante, a call two
    assert KUHN.estimate(KuhnState([2, 0], "b")) == [0.125 * 1.0 + 0.875 * 0.5, -0.125 * 1.0 - 0.875 * 0.5]


def test_what_a_model_cannot_answer_is_refused() -> None:
    state = KuhnState([2, 0])
    with pytest.raises(ValueError, match="not of this game"):
        KUHN.policy(MatrixState([[1]]), 0)
    with pytest.raises(ValueError, match="not of this game"):
        KUHN.estimate(MatrixState([[1]]))
    with pytest.raises(ValueError, match="nothing to decide"):
        KUHN.policy(state, 1)
    with pytest.raises(ValueError, match="view"):
        KUHN.estimate(state.view(0))
    with pytest.raises(Exception, match="view of seat 1"):
        KUHN.policy(state.view(1), 0)
