"""The writer of skeletons: it writes a whole game and overwrites nothing."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from scaling import scale
from solver.games import GAMES, new

BUILD = """
import sys
from Cython.Build import cythonize
from setuptools import setup
paths = [f"solver/games/{sys.argv[1]}/*.pyx"]
modules = cythonize(paths, compiler_directives={"wraparound": False}, quiet=True)
setup(name="new", packages=[], ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"])
"""


def test_the_files_are_those_of_a_game_with_its_tests_and_page() -> None:
    files = new.skeleton("tricksy", "Tricksy Hands")
    folder = "solver/games/tricksy"
    own = {path.removeprefix(f"{folder}/") for path in files if path.startswith(folder)}
    assert {
        "__init__.py",
        "rules.pxd",
        "rules.pyx",
        "state.pyx",
        "state.pyi",
        "fields.py",
        "notation.py",
    } <= own
    assert set(files) - {f"{folder}/{name}" for name in own} == {
        "tests/test_tricksy.py",
        "docs/games/tricksy.md",
    }
    for path, text in files.items():
        assert not re.search(r"@\w+@", text), path
        assert all(len(line) <= 110 for line in text.split("\n")) or path.endswith(".md"), path
        if path.endswith((".py", ".pyi")):
            ast.parse(text)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Tricksy", "lower-case letters"),
        ("t", "lower-case letters"),
        ("../up", "lower-case letters"),
        ("class", "no word of Python"),
        *((name, "taken") for name in (*GAMES, "common", "moves")),
    ],
)
def test_names_that_no_game_can_have_are_refused(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=said):
        new.check_name(name)
    folder = Path(new.__file__).parents[2]
    assert new.main([name, "--checkout", str(folder)]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_what_is_there_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new.main(["tricksy", "--checkout", str(tmp_path)]) == 2
    assert "no checkout" in capsys.readouterr().err
    (tmp_path / "solver/games").mkdir(parents=True)
    assert new.main(["tricksy", "--checkout", str(tmp_path), "--title", 'a "title"']) == 2
    assert "quotes" in capsys.readouterr().err
    assert new.main(["tricksy", "--checkout", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "wrote solver/games/tricksy/rules.pyx" in said
    assert '"tricksy": Outline("tricksy/1"' in said
    rules = tmp_path / "solver/games/tricksy/rules.pyx"
    rules.write_text("mine", encoding="utf-8")
    (tmp_path / "docs/games/tricksy.md").unlink()
    assert new.main(["tricksy", "--checkout", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert rules.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "docs/games/tricksy.md").exists()


def test_what_is_written_is_a_whole_game(tmp_path: Path, checkout: Path) -> None:
    """Built and put through the tests of the contract in a copy: long, so only in a full run."""
    if scale(100) < 100:
        pytest.skip("HERDMIND_FULL=1 builds it")
    pytest.importorskip("Cython")
    shutil.copytree(checkout / "solver", tmp_path / "solver")
    shutil.copytree(Path(solver.__file__).parent, tmp_path / "solver", dirs_exist_ok=True)
    shutil.copytree(checkout / "tests", tmp_path / "tests")
    shutil.copy(checkout / "pyproject.toml", tmp_path)
    assert new.main(["tricksy", "--checkout", str(tmp_path)]) == 0
    registry = tmp_path / "solver/games/__init__.py"
    text = registry.read_text(encoding="utf-8")
    line = next(line for line in new.next_steps("tricksy").splitlines() if "Outline(" in line)
    registry.write_text(text.replace("OUTLINES = {\n", f"OUTLINES = {{\n{line}\n", 1), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "HERDMIND_FULL": "", "HERDMIND_SHARE": "0.05"}
    build = [sys.executable, "-c", BUILD, "tricksy"]
    done = subprocess.run(
        build, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    words = ["-q", "-p", "no:cacheprovider", "test_tricksy.py", "test_contract.py", "-k", "tricksy"]
    tests = [sys.executable, "-m", "pytest", *words]
    done = subprocess.run(
        tests, cwd=tmp_path / "tests", env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 30
