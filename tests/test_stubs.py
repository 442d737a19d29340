"""Stubs match each compiled module that Python imports at run time; `mypy` alone only believes them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from driver import HERE

pytest.importorskip("mypy.stubtest")

ROOT = HERE.parent
#: What is there at run time and is not for use from Python.
INSIDE = r"""
.*\.__(reduce_cython|setstate_cython|test|pyx_capi|pyx_vtable)__
# Cython's __cinit__ reads as __new__(*args); what it takes is in __init__ of the stub
.*\.__init__
# imported
.*\.(FEATURES|OBJECTIVES|inf)
solver\.search\.ismcts\.tree\.(BANDITS|NODES)
# classes without a face
solver\.game\.Outcomes
solver\.net\.layers\.Layers
solver\.search\.equilibrium\.Solver
"""


def modules() -> list[str]:
    """Every module that a .pyx makes."""
    paths = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / "solver").rglob("*.pyx"))
    return sorted(".".join(path.parts) for path in paths)


def stubbed() -> list[str]:
    """Those with a stub beside the source."""
    return [name for name in modules() if ROOT.joinpath(*name.split(".")).with_suffix(".pyi").is_file()]


def test_what_python_can_import_from_has_a_stub_and_nothing_else() -> None:
    faces = {name: any(not word.startswith("_") for word in dir(import_module(name))) for name in modules()}
    assert True in faces.values()
    assert False in faces.values()
    assert stubbed() == [name for name, face in faces.items() if face]


def test_the_stubs_are_true(tmp_path: Path) -> None:
    (tmp_path / "allowed").write_text(INSIDE)
    words = ["--concise", "--ignore-disjoint-bases", "--ignore-unused-allowlist", "--allowlist", "allowed"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *words, *stubbed()],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stdout == ""
    assert done.returncode == 0, done.stderr
