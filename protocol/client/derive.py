"""Generator of :mod:`protocol.client.waiting`: a blocking method for each method of the asyncio client.

    python -m protocol.client.derive

The asyncio client is the only description of the commands; signatures and docstrings are copied from its
source.
"""

from __future__ import annotations

import ast
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE / "waiting.py"

HEAD = '''"""The methods of the client that wait for an answer. Written by
protocol/client/derive.py: change that or the asyncio client, and run it again."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from fractions import Fraction
from types import TracebackType
from typing import Any, Self

from protocol.base.wire import About, Info, OptionValue, Result, Told
from protocol.client.aio import AsyncEngine
from protocol.client.limit import Limit
from protocol.client.loop import Loop
from protocol.client.process import EngineError
from protocol.client.search import AsyncAnalysis


async def _next(stream: AsyncIterator[Info]) -> Info:
    return await anext(stream)


'''

CLASS = '''class {name}:
    """{doc}"""

    def __init__(self, loop: Loop, inner: {inner}) -> None:
        self._loop = loop
        self._inner = inner

'''

RUNNING = '''    def __repr__(self) -> str:
        return repr(self._inner)

    def __iter__(self) -> Iterator[Info]:
        stream = self._inner.__aiter__()
        while True:
            try:
                yield self._loop.call(_next(stream))
            except StopAsyncIteration:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(EngineError):
            self.stop()
            self.result(0)

    @property
    def so_far(self) -> Result:
        """Knowledge so far."""
        return self._inner.so_far

'''

#: Methods that do more than wait for their asyncio twin; they are written by hand.
BY_HAND = {"start", "quit", "kill"}


def methods(path: Path, name: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public methods and properties of a class in a file, in their order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return [
        node
        for node in found.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
        and node.name not in BY_HAND
        and (isinstance(node, ast.AsyncFunctionDef) or node.decorator_list)
    ]


def passed_on(arguments: ast.arguments) -> str:
    """The arguments of a call that passes on all parameters."""
    parts = [argument.arg for argument in arguments.args[1:]]
    parts += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    parts += [f"{argument.arg}={argument.arg}" for argument in arguments.kwonlyargs]
    return ", ".join(parts)


def docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The docstring as lines of source, quotes included."""
    text = ast.get_docstring(node, clean=True)
    if text is None:
        raise ValueError(f"{node.name} has no docstring")
    first, *rest = text.split("\n")
    lines = [f'"""{first}', *rest]
    if rest:
        return [*lines, '"""'] if rest[-1] else [*lines[:-1], '"""']
    return [lines[0] + '"""']


def waiting(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The twin of a method."""
    answer = ast.unparse(node.returns) if node.returns else "None"
    started = answer == "AsyncAnalysis"
    call = f"self._inner.{node.name}"
    if isinstance(node, ast.AsyncFunctionDef):
        call = f"self._loop.call({call}({passed_on(node.args)}))"
        if started:
            call = f"Analysis(self._loop, {call})"
    lines = ["@property"] if node.decorator_list else []
    lines.append(f"def {node.name}({ast.unparse(node.args)}) -> {'Analysis' if started else answer}:")
    lines += ["    " + line if line else "" for line in docstring(node)]
    lines.append(f"    {call}" if answer == "None" else f"    return {call}")
    return "\n".join("    " + line if line else "" for line in lines) + "\n"


#: Of the class Analysis.
RUNNING_DOC = """A running search: iterate over it for its reports.

    >>> import sys
    >>> from herdmind import Engine, Limit
    >>> with Engine.start([sys.executable, "-m", "protocol"]) as engine:
    ...     engine.position(seed=7)
    ...     with engine.analyse(Limit(depth=2)) as analysis:
    ...         depths = [info.depth for info in analysis]
    ...         move = analysis.result().move
    >>> max(depths), move is not None
    (2, True)
    """


def source() -> str:
    """The text of the module, before ``ruff format`` lays it out."""
    analysis = methods(HERE / "search.py", "AsyncAnalysis")
    engine = [*methods(HERE / "link.py", "EngineLink"), *methods(HERE / "aio.py", "AsyncEngine")]
    return (
        HEAD
        + CLASS.format(
            name="Analysis",
            inner="AsyncAnalysis",
            doc=RUNNING_DOC,
        )
        + RUNNING
        + "\n".join(waiting(node) for node in analysis)
        + "\n\n"
        + CLASS.format(
            name="EngineMethods", inner="AsyncEngine", doc="The commands and questions of an engine."
        )
        + "\n".join(waiting(node) for node in engine)
    )


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
