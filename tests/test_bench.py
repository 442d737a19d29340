"""The benchmark command: its choices, and the build that it measures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import solver

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with these arguments, as somebody would start it who stands in the checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )


def names() -> list[str]:
    """The benchmarks that there are."""
    stems = (path.stem for path in (ROOT / "bench").glob("*.py"))
    return sorted(stem.replace("_", "-") for stem in stems if stem[0] != "_")


def test_help_lists_every_benchmark() -> None:
    shown = run("-m", "bench", "--help")
    assert shown.returncode == 0, shown.stderr
    for name in names():
        assert f"\n  {name} " in shown.stdout


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_every_benchmark_explains_itself(name: str) -> None:
    shown = run("-m", "bench", name, "--help")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith(f"Usage: python -m bench {name}")


def test_an_unknown_benchmark_is_one_clear_error() -> None:
    shown = run("-m", "bench", "ludo")
    assert shown.returncode == 2
    assert "No such command 'ludo'" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.skipif(
    os.environ.get("HERDMIND_EXPECT_INSTALLED") != "1", reason="the package is not expected to be installed"
)
def test_the_checkout_does_not_hide_the_installed_solver() -> None:
    if any((ROOT / "solver").rglob("*.so")):
        pytest.skip("the checkout is built in place, so it is what is measured")
    shown = run("-c", "import bench, solver; print(solver.__file__)")
    assert shown.returncode == 0, shown.stderr
    assert Path(shown.stdout.strip()) == Path(str(solver.__file__))
