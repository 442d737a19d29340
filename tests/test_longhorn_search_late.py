"""The exhaustive search against the reference's full-width solver on late positions of every kind."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from longhorn_late import TAGS, read, solve, tags_of
from longhorn_search import ALL, analyser, best, values_of_moves
from reference.longhorn import Position
from scaling import some
from solver.analysis import Analyser

ENTRIES = list(read())
ENOUGH = 500
LEAST = 12  # positions of every tag


@pytest.fixture(scope="module")
def searcher() -> Analyser:
    """One table for all of the positions: what it learnt of one must not harm the next."""
    return analyser(multipv=ALL)


def test_the_file_covers_everything() -> None:
    assert len({entry["position"] for entry in ENTRIES}) == len(ENTRIES) >= ENOUGH
    count = Counter(tag for entry in ENTRIES for tag in entry["tags"])
    assert set(count) == set(TAGS)
    assert min(count.values()) >= LEAST, count


@pytest.mark.parametrize("part", range(10))
def test_every_root_move(searcher: Analyser, part: int) -> None:
    """All of the file, whatever the share: late positions are quick."""
    for entry in ENTRIES[part::10]:
        assert values_of_moves(searcher, entry["position"]) == entry["moves"], entry["position"]


def test_the_best_move_alone() -> None:
    single = analyser()
    for entry in ENTRIES:
        answer = best(single, entry["position"])
        assert answer.report.lines[0].lower == answer.report.lines[0].upper == max(entry["moves"].values())
        assert entry["moves"][str(answer.best)] == max(entry["moves"].values()), entry["position"]


@pytest.mark.parametrize("entry", some(ENTRIES), ids=lambda entry: str(ENTRIES.index(entry)))
def test_the_reference_confirms_the_file(entry: dict[str, Any]) -> None:
    position = Position.parse(entry["position"])
    moves, work = solve(position, 1 << 30)
    assert (moves, work) == (entry["moves"], entry["work"])
    assert sorted(tags_of(position, moves) | {"played", "composed"} & set(entry["tags"])) == entry["tags"]
