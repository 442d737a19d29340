"""An interrupted full run resumes where it stopped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from driver import HERE

pytestmark = pytest.mark.pure

TESTS = """
import os
def test_passes(): pass
def test_may_fail(): assert os.environ.get("MENDED")
"""

#: As the suite's own: the hooks are the module's, the order in which tests are left out is the suite's.
CONFTEST = """
from resuming import leave_out, pytest_runtest_logreport, pytest_sessionfinish
def pytest_collection_modifyitems(config, items): leave_out(config, items)
"""


def run(folder: Path, **more: str) -> str:
    words = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, "test_some.py"]
    env = {**os.environ, "HERDMIND_RESUME": str(folder / "passed"), "PYTHONPATH": str(HERE), **more}
    env.pop("PYTEST_XDIST_WORKER", None)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.stdout.splitlines()[-1]


@pytest.mark.long
def test_what_has_passed_is_not_run_again_and_what_failed_is(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    assert "1 failed, 1 passed" in run(tmp_path)
    assert "1 failed, 1 deselected" in run(tmp_path)
    assert "1 passed, 1 deselected" in run(tmp_path, MENDED="1")
    assert "2 deselected" in run(tmp_path)
    (only,) = (tmp_path / "passed").iterdir()
    only.rename(only.with_name("of-other-sources"))
    assert "1 failed, 1 passed" in run(tmp_path)
