"""Share of the long tests in a run: all of them with HERDMIND_FULL=1, else a seeded part.

    HERDMIND_FULL=1        everything
    HERDMIND_SHARE=0.01    another share than 0.02, above 0 and at most 1
    HERDMIND_DAY=739000    the share of another day: it changes daily, so all items run in the course of days

Importable (`from scaling import scale`) because parametrized tests need it before there are fixtures;
conftest.py has fixtures of the same names.
"""

from __future__ import annotations

import datetime
import math
import os
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

FULL: bool = os.environ.get("HERDMIND_FULL") == "1"
SHARE: float = 1.0 if FULL else float(os.environ.get("HERDMIND_SHARE", "0.02"))
if not 0 < SHARE <= 1:
    raise ValueError(f"HERDMIND_SHARE={SHARE}: should be above 0 and at most 1")

#: Printed at the top of a run. In the environment, so that all workers of a run have the same.
DAY: int = int(os.environ.setdefault("HERDMIND_DAY", str(datetime.date.today().toordinal())))

#: The instrumented build runs some ten times slower: limits of time and memory mean nothing on it.
CHECKED: bool = os.environ.get("HERDMIND_CHECKED") == "1"


def scale(n: int, least: int = 1) -> int:
    """The number of cases to run out of the n of a full run: its share, between `least` and n."""
    return min(n, max(least, math.ceil(n * SHARE)))


def some(items: Sequence[T], least: int = 1, seed: int = 1) -> list[T]:
    """The share of the items, in their order: a sample that depends on the share, the seed and the day."""
    keep = random.Random(f"{seed} {DAY}").sample(range(len(items)), scale(len(items), least))
    return [items[i] for i in sorted(keep)]
