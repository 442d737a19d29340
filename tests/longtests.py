"""Tests marked `long` or `ci`: a run does the share that is due on its day, and counts the others.

Those marked `ci` take a second or more and always run where the variable CI is set.

With a share of 1/n each case is due every n-th day, by a hash of its name, so n days run them all. A test
requested by name (`test_file.py::test_name`, `-k word`) runs on any day.
"""

from __future__ import annotations

import os
import zlib

import pytest

import scaling


def due(name: str, share: float, day: int) -> bool:
    """Whether the long test of this name (a node id) runs on this day (an ordinal) at this share (0 to 1)."""
    period = max(1, round(1 / share))
    return zlib.crc32(name.encode()) % period == day % period


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give the long tests that are not due a skip with its reason."""
    if config.option.keyword or any("::" in argument for argument in config.args):
        return
    skip = pytest.mark.skip(reason="long: not due today at this share (make test-full runs all)")
    for item in items:
        seldom = ["long"] if os.environ.get("CI") else ["long", "ci"]
        if any(map(item.get_closest_marker, seldom)) and not due(item.nodeid, scaling.SHARE, scaling.DAY):
            item.add_marker(skip)
