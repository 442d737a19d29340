"""The installed package has the project's declared contents; the tests examine it, not the checkout."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import herdmind
import protocol
import scaling
import solver

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION: str = PYPROJECT["project"]["version"]

#: Set by the make targets: the tests are then about the package in this environment's site-packages.
expects_installed = pytest.mark.skipif(
    os.environ.get("HERDMIND_EXPECT_INSTALLED") != "1", reason="the package is not expected to be installed"
)


def folder(package: object) -> Path:
    """Folder of an imported package."""
    file = getattr(package, "__file__", None)
    assert file is not None, f"{package} has no file: an empty folder was imported in its place"
    return Path(file).resolve().parent


def compiled() -> list[str]:
    """Every module that a .pyx makes, as a path from the top without its ending."""
    sources = (ROOT / "solver").rglob("*.pyx")
    return sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in sources)


def texts() -> Iterator[Path]:
    """Every text file of the checkout that is the project's own."""
    left_out = {".git", "build", "dist", "__pycache__", ".hypothesis"}
    for folder_name, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name not in left_out and not re.fullmatch(r"\.venv.*|.*_cache|.*\.egg-info", name)
        ]
        for name in files:
            # in a further working tree of a repository .git is a file
            if name != ".git" and not name.endswith((".so", ".pyc", ".png", ".html")):
                yield Path(folder_name, name)


@expects_installed
@pytest.mark.parametrize("package", [solver, protocol, herdmind])
def test_the_tests_run_on_the_installed_package(package: object) -> None:
    where = folder(package)
    assert where.is_relative_to(Path(sys.prefix).resolve())
    assert "site-packages" in where.parts
    assert where != ROOT / where.name


@expects_installed
def test_a_child_process_sees_the_installed_package_too() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import solver; print(solver.__file__)"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(run.stdout.strip()).resolve().parent == folder(solver)


@expects_installed
def test_the_wheel_installs_three_packages_and_nothing_else() -> None:
    files = importlib.metadata.files("herdmind")
    assert files
    tops = {file.parts[0] for file in files if ".." not in file.parts}
    assert tops == {"solver", "protocol", "herdmind", f"herdmind-{VERSION}.dist-info"}
    assert {file.name for file in files if ".." in file.parts} == {"herdmind"}, "one command"


@pytest.mark.parametrize("module", compiled())
def test_every_compiled_module_is_there_with_its_declarations(module: str) -> None:
    home, name = folder(solver).parent / Path(module).parent, Path(module).name
    assert list(home.glob(f"{name}.*.so")), f"{module}: not compiled"
    # which modules have a stub is held by tests/test_stubs.py
    for ending in ("pyi", "pxd"):
        if (ROOT / f"{module}.{ending}").is_file():
            assert (home / f"{name}.{ending}").is_file(), f"{module}.{ending} did not travel"


@expects_installed
@pytest.mark.parametrize("module", compiled())
def test_sanitizers_are_in_the_checked_build_and_in_no_other(module: str) -> None:
    (library,) = (folder(solver).parent / Path(module).parent).glob(f"{Path(module).name}.*.so")
    assert (b"__asan_" in library.read_bytes()) == scaling.CHECKED


def test_there_are_compiled_modules() -> None:
    assert "solver/game" in compiled()


@pytest.mark.parametrize("package", [solver, protocol, herdmind])
def test_the_packages_are_marked_as_typed(package: object) -> None:
    assert (folder(package) / "py.typed").is_file()


def test_data_files_travel() -> None:
    for name in ("solver", "protocol"):
        home = folder(sys.modules[name])
        for path in (ROOT / name).rglob("*"):
            if path.suffix in (".toml", ".md"):
                assert (home / path.relative_to(ROOT / name)).is_file(), f"{path} is not installed"


def test_one_version_everywhere() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[([^\]]+)\]", changelog, re.MULTILINE)
    assert protocol.VERSION == VERSION
    assert VERSION in headings, "the changelog has no entry for this version"
    assert next(heading for heading in headings if heading != "Unreleased") == VERSION


@expects_installed
def test_the_command_tells_the_version() -> None:
    assert importlib.metadata.version("herdmind") == VERSION
    command = Path(sys.prefix) / "bin" / "herdmind"
    run = subprocess.run([command, "--version"], check=True, capture_output=True, text=True, timeout=60)
    assert re.match(rf"herdmind {re.escape(VERSION)}\b", run.stdout)


def test_the_licence_is_the_one_named() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert licence.startswith("MIT License")
    assert PYPROJECT["project"]["license"] == "MIT"


def test_cython_is_pinned_to_one_version_for_build_and_lint() -> None:
    build = [one for one in PYPROJECT["build-system"]["requires"] if one.startswith("Cython")]
    lint = [one for one in PYPROJECT["project"]["optional-dependencies"]["lint"] if one.startswith("Cython")]
    assert build == lint
    assert "==" in build[0]


def test_no_text_names_a_folder_of_somebodys_machine() -> None:
    # /usr, /tmp and /dev mean the same everywhere; a home or a work folder is somebody's own.
    own = re.compile(r"(?<![\w.:/-])/(?:home|root|work|Users|mnt|srv)/[\w.-]+|\bsand" r"box\b", re.IGNORECASE)
    found = []
    for path in texts():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # not a text
        found += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in own.finditer(text)]
    assert not found


def test_links_between_the_pages_lead_somewhere() -> None:
    pages = [path for path in texts() if path.suffix == ".md"]
    assert pages
    for page in pages:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} points at {target}"


def test_solver_shows_its_modules() -> None:
    assert {"analysis", "game", "games", "reports"} <= set(dir(solver))
    for name in solver.__all__:
        assert getattr(solver, name).__name__ == f"solver.{name}"
        assert name in (solver.__doc__ or "")
    with pytest.raises(AttributeError, match="nothing"):
        _ = solver.nothing
