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
from pathlib import Path
from typing import Any, ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext

JOBS = 2
STAMP = Path("build/flavour")


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
else:
    COMPILE_ARGS = ["-O3", "-g0", "-Wno-unused-function", "-fno-semantic-interposition"]
    LINK_ARGS = []
# packed positions are read both as their fields and as the plain words that a search copies and compares
COMPILE_ARGS += ["-fno-strict-aliasing"]
if NATIVE:
    COMPILE_ARGS += ["-march=native", "-mtune=native"]


def extensions() -> list[Extension]:
    """One extension a .pyx file, named after its path."""
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [path.as_posix()],
            extra_compile_args=COMPILE_ARGS,
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
    """build_ext that translates with Cython first and rebuilds when the switches have changed."""

    def build_extensions(self) -> None:
        known = STAMP.read_text(encoding="ascii") if STAMP.exists() else ""
        if self.inplace and known != FLAVOUR:
            self.force = True  # compiled files of another flavour look up to date to a comparison of dates
        done = {
            module.name: module
            for module in translate(
                self.extensions, f"build/{FLAVOUR}/c", jobs=JOBS, force=bool(self.force) or ANNOTATE
            )
        }
        for module in self.extensions:
            module.sources = done[module.name].sources
            module.depends = done[module.name].depends
        super().build_extensions()
        if self.inplace:
            STAMP.parent.mkdir(exist_ok=True)
            STAMP.write_text(FLAVOUR, encoding="ascii")


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


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "hints": Hints},
    options={"build": {"build_base": f"build/{FLAVOUR}"}, "build_ext": {"parallel": JOBS}},
)
