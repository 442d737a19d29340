"""No test marked `long` is lost: each is due once in the period given by the share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from longtests import due

pytestmark = pytest.mark.pure

NAMES = [f"tests/test_some.py::test_case[{i}]" for i in range(500)]


@pytest.mark.parametrize(("share", "days"), [(1.0, 1), (0.5, 2), (0.1, 10), (0.02, 50)])
@pytest.mark.parametrize("first", [0, 739_000])
def test_each_is_due_once_in_the_days_of_the_share(share: float, days: int, first: int) -> None:
    for name in NAMES:
        assert sum(due(name, share, day) for day in range(first, first + days)) == 1
    shares = [sum(due(name, share, day) for name in NAMES) for day in range(first, first + days)]
    assert max(shares) <= 3 * len(NAMES) * share


@pytest.mark.long
def test_what_is_not_due_is_counted_and_runs_when_named(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "import longtests\n"
        "def pytest_configure(config):\n    config.addinivalue_line('markers', 'long: x')\n"
        "    config.addinivalue_line('markers', 'ci: x')\n"
        "def pytest_collection_modifyitems(config, items):\n    longtests.leave_out(config, items)\n"
    )
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.long\n"
        "@pytest.mark.parametrize('i', range(50))\n"
        "def test_it(i):\n    pass\n"
    )
    (tmp_path / "test_ci.py").write_text(
        (tmp_path / "test_it.py").read_text().replace("mark.long", "mark.ci").replace("test_it", "test_ci")
    )
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {Path(__file__).parent}\n")

    def run(*arguments: str, full: str = "0", ci: str = "") -> str:
        environment = {"HERDMIND_SHARE": "0.5", "HERDMIND_DAY": "739000", "HERDMIND_FULL": full, "CI": ci}
        command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
        return done.stdout

    today = run()
    assert "long: not due today" in today
    assert "skipped" in today.splitlines()[-1]
    assert "skipped" in run("test_ci.py").splitlines()[-1]
    assert run("test_ci.py", ci="true").splitlines()[-1].startswith("50 passed in")
    assert "skipped" in run("test_it.py", ci="true").splitlines()[-1]
    assert run("test_it.py::test_it").splitlines()[-1].startswith("50 passed in")
    assert run(full="1").splitlines()[-1].startswith("100 passed in")
