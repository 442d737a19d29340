"""The public package's documentation: every public thing has a docstring, and every example runs."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import herdmind

#: Modules of other layers whose classes the package offers.
BEHIND = [
    "protocol.base.gameline",
    "protocol.base.wire",
    "protocol.client.aio",
    "protocol.client.limit",
    "protocol.client.search",
    "protocol.client.sync",
    "protocol.client.waiting",
    "solver.analysis",
    "solver.errors",
    "solver.reports",
]


def modules() -> list[str]:
    """The modules of the package, adapters left out: they need other people's frameworks."""
    found = [info.name for info in pkgutil.iter_modules(herdmind.__path__) if not info.ispkg]
    return ["herdmind", *(f"herdmind.{name}" for name in found), *BEHIND]


@pytest.mark.parametrize("name", modules())
def test_examples_run(name: str) -> None:
    tried = doctest.testmod(import_module(name))
    assert not tried.failed


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [test for name in modules() for test in finder.find(import_module(name)) if test.examples]
    assert len(found) > 10


#: Modules below the package that programs use too.
BELOW = ["protocol.client", "solver.analysis", "solver.errors", "solver.reports"]


def offered(module: str) -> list[str]:
    """The public names of a module: its ``__all__``, or the classes and functions that it defines."""
    loaded = import_module(module)
    own = [
        name
        for name, thing in vars(loaded).items()
        if name[0] != "_" and callable(thing) and getattr(thing, "__module__", "") == module
    ]
    return list(getattr(loaded, "__all__", own))


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in BELOW for name in offered(module)])
def test_every_name_below_is_documented(module: str, name: str) -> None:
    thing = getattr(import_module(module), name)
    assert thing.__doc__
    assert not thing.__doc__.startswith(f"{name}(")  # the generated docstring of a dataclass
    if not inspect.isclass(thing) or (not issubclass(thing, Exception) and name != "StopFlag"):
        assert ">>> " in thing.__doc__, f"{name} has no example"
    for word, member in inspect.getmembers(thing):
        if not word.startswith("_") and (inspect.isroutine(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"{name}.{word} has no docstring"


@pytest.mark.parametrize("name", [name for name in herdmind.__all__ if name != "__version__"])
def test_every_public_name_is_documented(name: str) -> None:
    thing = getattr(herdmind, name)
    assert re.search(rf"\b{name}\b", herdmind.__doc__ or ""), "the package's docstring does not lead there"
    if not inspect.isclass(thing):
        assert inspect.getdoc(thing)
        return
    assert thing.__doc__
    if not issubclass(thing, Exception) and name != "Rng":  # errors are shown where they are raised
        assert ">>> " in thing.__doc__, f"{name} has no example"
    for word, member in inspect.getmembers(thing):
        if not word.startswith("_") and (inspect.isroutine(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"{name}.{word} has no docstring"
