"""Build of the compiled part: every .pyx below solver/, with one set of compiler directives.

Everything that does not compile is in pyproject.toml. Switches, read from the environment (1 = on):

HERDMIND_CHECKED   bounds, None and division checks in Cython, address and undefined-behaviour sanitizers in C
HERDMIND_NATIVE    code for this very processor (faster, not portable: never for a wheel that travels)
HERDMIND_ANNOTATE  Cython's annotated HTML beside the generated C, in build/

`python setup.py build_ext --inplace` builds for work in the checkout; `python setup.py hints` lists what
Cython thinks slow and fails when there is anything.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from setuptools import Command, Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

JOBS = 2
#: Says which flavour the libraries inside the checkout are of.
INPLACE = Path("build/inplace")
#: The folder that is installed as the package ``herdmind``, and a link of that name in the checkout.
FACE, FACE_LINK = Path("protocol/face"), Path("build/face/herdmind")


def switch(name: str) -> bool:
    """Whether an environment switch is on; anything but 0, 1 or nothing is a mistake worth stopping for."""
    value = os.environ.get(name, "")
    if value not in ("", "0", "1"):
        raise SystemExit(f"setup.py: {name}={value!r}: should be 0 or 1")
    return value == "1"


CHECKED = switch("HERDMIND_CHECKED")
NATIVE = switch("HERDMIND_NATIVE")
ANNOTATE = switch("HERDMIND_ANNOTATE")
FLAVOUR = "-".join(["checked" if CHECKED else "release"] + ["native"] * NATIVE)

# gcc's level for modules that want another than -O3, or another option. Those that are mostly a Python face
# over others' C code take -O1: gcc spends most of a build on such glue, and working on it gains nothing that
# Python would notice.
LEVELS = {
    "solver/game.pyx": "-O1",
    "solver/games/*/state.pyx": "-O1",
    "solver/games/common/dice_state.pyx": "-O1",
    "solver/encoding.pyx": "-O1",
    "solver/games/tiny.pyx": "-O1",
    "solver/games/colt/tables.pyx": "-O1",
    "solver/games/longhorn/packing.pyx": "-O1",
    # no wide loads of fields that were just written one by one
    "solver/games/longhorn/proof.pyx": "-fno-tree-slp-vectorize",
    "solver/model.pyx": "-O1",
    "solver/rng.pyx": "-O1",
    "solver/search/equilibrium.pyx": "-O1",
    "solver/search/expectimax.pyx": "-O1",
    "solver/search/flat.pyx": "-O1",
    "solver/search/ismcts/tree.pyx": "-O1",
    "solver/search/proof.pyx": "-O1",
    "solver/search/prover.pyx": "-O1",
    "solver/search/turngame.pyx": "-O1",
    "solver/search/passes.pyx": "-O2",  # 4 % faster so
    "solver/search/turns.pyx": "-O1",
    "solver/stop.pyx": "-O1",
}

# wraparound stays off in the checked build too: a negative index is then out of bounds, not counted back.
# overflowcheck stays off because hashing wraps on purpose; the sanitizer watches the signed arithmetic,
# for which -fno-wrapv undoes the flag that Python itself compiles with.
DIRECTIVES: dict[str, Any] = {
    "language_level": 3,
    "binding": True,
    "wraparound": False,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
    "cdivision": not CHECKED,
    "embedsignature": True,
    "show_performance_hints": not CHECKED,
}

if CHECKED:
    SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    COMPILE_ARGS = ["-O1", "-g", "-fno-omit-frame-pointer", "-UNDEBUG", "-fno-wrapv", *SANITIZE]
    LINK_ARGS = SANITIZE
elif sys.platform == "win32":  # Microsoft's compiler; it assumes nothing about aliases
    COMPILE_ARGS = ["/O2"]
    LINK_ARGS = []
else:
    COMPILE_ARGS = ["-O3", "-g0", "-Wno-unused-function", "-fno-semantic-interposition"]
    LINK_ARGS = []
if sys.platform != "win32":
    # packed positions are read both as their fields and as the plain words that a search copies and compares
    COMPILE_ARGS += ["-fno-strict-aliasing"]
    # a pointer to another type is a mistake that gcc below 14 only warns of
    COMPILE_ARGS += ["-Werror=incompatible-pointer-types"]
if NATIVE:
    COMPILE_ARGS += ["-march=native", "-mtune=native"]
CYTHON = version("Cython") if find_spec("Cython") else "none"
#: What a built library depends on beside its sources.
RECIPE = f"Cython {CYTHON} {DIRECTIVES} {LEVELS} {COMPILE_ARGS} {LINK_ARGS}"


def link_face() -> None:
    """Give protocol/face its name in the checkout: with build/face on the path ``import herdmind`` works."""
    FACE_LINK.parent.mkdir(parents=True, exist_ok=True)
    if not FACE_LINK.is_symlink():
        FACE_LINK.symlink_to(os.path.relpath(FACE, FACE_LINK.parent), target_is_directory=True)


def compile_args(path: Path) -> list[str]:
    """Options of gcc for the C code of a .pyx file."""
    level = (
        []
        if CHECKED or sys.platform == "win32"
        else [level for pattern, level in LEVELS.items() if path.match(pattern)]
    )
    return [*COMPILE_ARGS, *level]


def extensions() -> list[Extension]:
    """One extension a .pyx file, named after its path."""
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [path.as_posix()],
            include_dirs=["solver"],
            depends=[path.as_posix() for path in Path("solver").rglob("*.h")],
            extra_compile_args=compile_args(path),
            extra_link_args=LINK_ARGS,
        )
        for path in sorted(Path("solver").rglob("*.pyx"))
    ]


def translate(
    modules: list[Extension], build_dir: str, *, jobs: int, force: bool, quiet: bool = False
) -> list[Extension]:
    """Cython to C; the C goes below build_dir and never into the source tree."""
    from Cython.Build import cythonize  # only a build needs it: metadata and source archives do not

    result: list[Extension] = cythonize(
        modules,
        build_dir=build_dir,
        compiler_directives=DIRECTIVES,
        annotate=ANNOTATE,
        nthreads=jobs if multiprocessing.get_start_method() == "fork" else 0,
        force=force,
        quiet=quiet,
    )
    return result


class BuildExtensions(build_ext):
    """build_ext that translates with Cython first and rebuilds when the recipe has changed."""

    def build_extensions(self) -> None:
        """Translate what changed, then compile it."""
        recipe = Path(f"build/{FLAVOUR}/recipe")
        known = recipe.read_text(encoding="utf-8") if recipe.exists() else RECIPE
        force = bool(self.force) or ANNOTATE or known != RECIPE
        done = {
            module.name: module
            for module in translate(self.extensions, f"build/{FLAVOUR}/c", jobs=JOBS, force=force)
        }
        for module in self.extensions:
            module.sources = done[module.name].sources
            module.depends = done[module.name].depends
        # the longest first: at the end all processors should still have something to do
        self.extensions.sort(key=lambda module: -Path(module.sources[0]).stat().st_size)
        self.force = force
        super().build_extensions()
        recipe.write_text(RECIPE, encoding="utf-8")

    def copy_extensions_to_source(self) -> None:
        """Put the libraries into the checkout; those of another flavour give way, however young they are."""
        known = INPLACE.read_text(encoding="ascii") if INPLACE.exists() else ""
        self.force = bool(self.force) or known != FLAVOUR
        super().copy_extensions_to_source()
        INPLACE.write_text(FLAVOUR, encoding="ascii")
        link_face()


class Hints(Command):
    """Translate everything and fail on any performance hint, so that no hot loop quietly takes the GIL."""

    description = "fail on any of Cython's performance hints"
    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        heard = io.StringIO()
        with contextlib.redirect_stderr(heard):
            translate(extensions(), "build/hints", jobs=0, force=True, quiet=True)
        hints = [line for line in heard.getvalue().splitlines() if line.startswith("performance hint")]
        if hints:
            sys.exit("\n".join(hints) + f"\nsetup.py hints: {len(hints)} found, none allowed")
        print("setup.py hints: none")


def packages() -> list[str]:
    """All packages; protocol/face is installed as ``herdmind``."""
    found = find_packages(include=["solver", "solver.*", "protocol", "protocol.*"])
    return [name.replace("protocol.face", "herdmind") for name in found]


setup(
    packages=packages(),
    package_dir={"herdmind": "protocol/face"},
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "hints": Hints},
    options={"build": {"build_base": f"build/{FLAVOUR}"}, "build_ext": {"parallel": JOBS}},
)
