"""Settings and fixtures of the whole suite."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from driver import Engines

import longtests
import resuming
import scaling
from resuming import pytest_runtest_logreport, pytest_sessionfinish  # noqa: F401  hooks of pytest

# The same examples on every machine and every day: a failure that a change did not cause must not stop it.
hypothesis.settings.register_profile(
    "herdmind", deadline=None, derandomize=True, database=None, max_examples=scaling.scale(500, least=20)
)
hypothesis.settings.load_profile("herdmind")


# A suite started in the background inherits "ignore interrupts", and so would every process that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """The settings that repeat this run."""
    return "everything" if scaling.FULL else f"a share of {scaling.SHARE}: HERDMIND_DAY={scaling.DAY}"


def files_here() -> set[Path]:
    """The files of the checkout where a test could leave one by mistake; caches are hidden or not files."""
    here = Path(__file__).parent
    folders = (here.parent, here, here / "data")
    return {path for folder in folders for path in folder.iterdir() if path.is_file() and path.name[0] != "."}


@pytest.fixture(scope="session", autouse=True)
def nothing_left() -> Iterator[None]:
    """Fail the last test if any test left a file in the checkout; files belong in tmp_path."""
    before = files_here()
    yield
    left = sorted(map(str, files_here() - before))
    assert not left, f"written by tests into the checkout: {', '.join(left)}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out long tests that are not due and, in a resumed run, tests that have passed."""
    longtests.leave_out(config, items)
    resuming.leave_out(config, items)


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether everything runs (HERDMIND_FULL=1)."""
    return scaling.FULL


@pytest.fixture(scope="session")
def scale() -> Callable[..., int]:
    """scale(n, least=1): the number of n cases to run."""
    return scaling.scale


@pytest.fixture(scope="session")
def engines() -> Iterator[Engines]:
    """Engine processes that many tests share: `with engines.lend() as engine`."""
    running = Engines()
    yield running
    running.quit()


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The project's own folder."""
    return Path(__file__).resolve().parent.parent
