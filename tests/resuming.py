"""Pytest plugin: a long run resumes where it stopped.

HERDMIND_RESUME=FOLDER records passed tests, one a line, in a file named after a hash of all sources; the next
run on the same sources skips these tests. Any change of a source starts a new file.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (".py", ".pyx", ".pxd", ".pxi", ".toml", ".md", ".json", ".jsonl", ".txt", ".in")


@cache
def record() -> Path | None:
    """The file of tests that have passed on these sources; None if runs are not resumed."""
    folder = os.environ.get("HERDMIND_RESUME")
    if not folder:
        return None
    digest = hashlib.sha256(os.environ.get("HERDMIND_SHARE", "").encode())
    for top in ("solver", "protocol", "tests", "bench", "docs"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in SOURCES:
                digest.update(f"{path.relative_to(ROOT)} ".encode() + path.read_bytes())
    place = Path(folder).resolve()
    place.mkdir(parents=True, exist_ok=True)
    return place / digest.hexdigest()[:16]


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that have passed on these sources."""
    path = record()
    if path is None or not path.exists():
        return
    passed = set(path.read_text(encoding="utf-8").splitlines())
    done = [item for item in items if item.nodeid in passed]
    items[:] = [item for item in items if item.nodeid not in passed]
    config.hook.pytest_deselected(items=done)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    path = record()
    # under xdist both the worker and the controller get the report: the controller writes it
    if path is None or report.when != "call" or not report.passed or "PYTEST_XDIST_WORKER" in os.environ:
        return
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{report.nodeid}\n")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and record() is not None and session.items == []:
        session.exitstatus = pytest.ExitCode.OK  # all had passed before
