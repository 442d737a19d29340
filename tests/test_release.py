"""Refusals of the release script, and the configurations of wheels and of the conda recipe."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.pure

A_DAY = "a day is wanted, as in 2026-11-28"
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "packaging" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository in which nothing stands in the way of version 1.2.3."""
    (tmp_path / "protocol").mkdir()
    (tmp_path / "protocol" / "__init__.py").write_text('VERSION = "1.2.3"\n')
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    changes = "# Changelog\n\n## [1.2.3] - 2026-01-31\n\n- Better.\n\n## [1.2.2] - 2026-01-01\n\n- Good.\n"
    (tmp_path / "CHANGELOG.md").write_text(changes)
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "all"]):
        git(tmp_path, *command)
    return tmp_path


def git(where: Path, *command: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run(["git", *names, *command], cwd=where, check=True, capture_output=True)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    git(file.parent if file.name != "__init__.py" else file.parent.parent, "commit", "-qam", "changed")


def test_a_clean_checkout_can_be_released(release: ModuleType, checkout: Path) -> None:
    assert release.problems(checkout) == []


def test_uncommitted_changes(release: ModuleType, checkout: Path) -> None:
    (checkout / "left.txt").write_text("forgotten")
    assert release.problems(checkout) == ["the tree has uncommitted changes: left.txt"]
    git(checkout, "mv", "CHANGELOG.md", "old.md")
    (checkout / "CHANGELOG.md").write_text((checkout / "old.md").read_text())
    said = release.problems(checkout)
    assert said == ["the tree has uncommitted changes: CHANGELOG.md -> old.md, CHANGELOG.md, left.txt"]


def test_another_branch_and_an_old_tag(release: ModuleType, checkout: Path) -> None:
    git(checkout, "checkout", "-qb", "work")
    git(checkout, "tag", "v1.2.3")
    said = release.problems(checkout)
    assert [line.split(":")[0] for line in said] == [
        "this is the branch work, releases are made from main",
        "the tag v1.2.3 exists",
    ]


def test_versions_that_differ(release: ModuleType, checkout: Path) -> None:
    change(checkout / "protocol" / "__init__.py", "1.2.3", "1.2.4")
    assert release.problems(checkout) == ["protocol/__init__.py has version 1.2.4, pyproject.toml 1.2.3"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[1.2.3]", "[Unreleased]", "CHANGELOG.md has no entry for 1.2.3"),
        ("2026-01-31", "unreleased", "CHANGELOG.md dates 1.2.3 unreleased: " + A_DAY),
        (" - 2026-01-31", "", "CHANGELOG.md dates 1.2.3 not at all: " + A_DAY),
        ("2026-01-31", "2026-02-31", "CHANGELOG.md dates 1.2.3 2026-02-31: " + A_DAY),
        ("- Better.\n", "", "CHANGELOG.md says nothing of 1.2.3"),
    ],
)  # fmt: skip
def test_the_changelog(release: ModuleType, checkout: Path, old: str, new: str, said: str) -> None:
    change(checkout / "CHANGELOG.md", old, new)
    assert release.problems(checkout) == [said]


def test_the_entry_of_this_version_awaits_its_day(release: ModuleType) -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    problem = release.entry_problem(text, release.version_of())
    assert problem is None or "unreleased" in problem


def test_the_configuration_of_wheels() -> None:
    pytest.importorskip("cibuildwheel")
    for platform, wanted in (
        ("linux", "cp311-manylinux_x86_64"),
        ("macos", "cp314-macosx_arm64"),
        ("windows", "cp313-win_amd64"),
    ):
        command = [sys.executable, "-m", "cibuildwheel", "--platform", platform, "--print-build-identifiers"]
        run = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=True)
        assert wanted in run.stdout.split()
        assert not [line for line in run.stdout.split() if "win32" in line or "i686" in line]


def test_the_conda_recipe_names_what_the_package_needs(release: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    recipe = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    needs = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for need in needs:
        name, limits = re.fullmatch(r"([A-Za-z_]+)(.*)", need).groups()  # type: ignore[union-attr]
        assert f"- {name.lower()} {limits}" in recipe, need
    assert f"version: {release.version_of()}" in recipe
    command = project["project"]["scripts"]["herdmind"]
    assert f"herdmind = {command}" in recipe
