"""Settings and fixtures of the whole suite."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

import scaling
from resuming import (  # noqa: F401  hooks of pytest
    pytest_collection_modifyitems,
    pytest_runtest_logreport,
    pytest_sessionfinish,
)

# The same examples on every machine and every day: a failure that a change did not cause must not stop it.
hypothesis.settings.register_profile(
    "herdmind", deadline=None, derandomize=True, database=None, max_examples=scaling.scale(500, least=20)
)
hypothesis.settings.load_profile("herdmind")


# A suite started in the background inherits "ignore interrupts", and so would every process that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """How to run the same again."""
    return "everything" if scaling.FULL else f"a share of {scaling.SHARE}: HERDMIND_DAY={scaling.DAY}"


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether everything runs (HERDMIND_FULL=1)."""
    return scaling.FULL


@pytest.fixture(scope="session")
def scale() -> Callable[..., int]:
    """scale(n, least=1): how many of n cases to do."""
    return scaling.scale


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The project's own folder."""
    return Path(__file__).resolve().parent.parent
