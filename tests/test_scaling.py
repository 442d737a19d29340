"""The share of long tests that a run does."""

from __future__ import annotations

import pytest

import scaling


@pytest.mark.parametrize(
    ("share", "n", "least", "expected"),
    [
        (0.1, 1000, 1, 100),
        (0.1, 5, 1, 1),
        (0.1, 11, 1, 2),
        (0.1, 100, 40, 40),
        (0.1, 30, 40, 30),
        (1, 7, 1, 7),
    ],
)
def test_scale(monkeypatch: pytest.MonkeyPatch, share: float, n: int, least: int, expected: int) -> None:
    monkeypatch.setattr(scaling, "SHARE", share)
    assert scaling.scale(n, least) == expected


def test_some_is_an_ordered_sample_that_only_the_seed_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "SHARE", 0.2)
    items = list(range(100))
    first = scaling.some(items)
    assert len(first) == 20
    assert first == sorted(set(first))
    assert scaling.some(items) == first
    assert scaling.some(items, seed=2) != first
    monkeypatch.setattr(scaling, "SHARE", 1.0)
    assert scaling.some(items) == items
