"""The build: what is compiled again, and the flavour of the libraries in the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from driver import HERE

pytestmark = pytest.mark.pure
pytest.importorskip("Cython")
pytest.importorskip("setuptools")

MODULES = ("one", "two")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project of two small modules with this project's setup.py, built."""
    recipe = (HERE.parent / "setup.py").read_text(encoding="utf-8")
    for level in ("-O1", "-O2", "-O3"):
        recipe = recipe.replace(level, "-O0")  # what the code is like does not matter here, and this is quick
    (tmp_path / "setup.py").write_text(recipe, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "small"\nversion = "1"\n')
    (tmp_path / "solver").mkdir()
    (tmp_path / "solver" / "__init__.py").touch()
    for name in MODULES:
        (tmp_path / "solver" / f"{name}.pyx").write_text("cdef int number = 1\n")
    build(tmp_path)
    return tmp_path


def build(folder: Path, **switches: str) -> None:
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith("HERDMIND_")}
        | switches,
        capture_output=True,
        timeout=120,
        check=True,
    )


def library(folder: Path, name: str) -> Path:
    (path,) = (folder / "solver").glob(f"{name}.*.so")
    return path


def sanitized(folder: Path) -> list[bool]:
    return [b"__asan_init" in library(folder, name).read_bytes() for name in MODULES]


@pytest.mark.long
def test_going_back_to_a_plain_build_takes_the_sanitized_libraries_away(checkout: Path) -> None:
    assert sanitized(checkout) == [False, False]
    build(checkout, HERDMIND_CHECKED="1")
    assert sanitized(checkout) == [True, True]
    build(checkout)
    assert sanitized(checkout) == [False, False]


@pytest.mark.long
def test_a_changed_module_is_compiled_alone_and_changed_flags_compile_all(checkout: Path) -> None:
    def compiled() -> dict[str, int]:
        return {path.stem: path.stat().st_mtime_ns for path in checkout.glob("build/release/**/*.o")}

    before = compiled()
    assert sorted(before) == sorted(MODULES)
    build(checkout)
    assert compiled() == before
    (checkout / "solver" / "two.pyx").write_text("cdef int number = 2\n")
    build(checkout)
    after = compiled()
    assert {name for name in MODULES if after[name] != before[name]} == {"two"}
    script = checkout / "setup.py"
    script.write_text(script.read_text().replace('"embedsignature": True', '"embedsignature": False'))
    build(checkout)
    assert {name for name in MODULES if compiled()[name] != after[name]} == set(MODULES)
