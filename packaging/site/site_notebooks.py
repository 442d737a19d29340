"""Notebooks as pages: scripts in the percent format, executed, with what their cells print and draw."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jupytext
from nbclient import NotebookClient
from traitlets.config import Config

#: The longest that a cell may take, in seconds.
PATIENCE = 120
#: A page in a frame, such as a viewer: it becomes a file of its own.
FRAME = re.compile(r'<iframe((?: [\w-]+="[^"]*")*) srcdoc="([^"]*)"></iframe>')
LABEL = re.compile(r'aria-label="([^"\[\]]*)')
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Page:
    """The Markdown of an executed notebook, and the files beside it by name."""

    def __init__(self, name: str, notebook: Any) -> None:
        self.files: dict[str, str] = {}
        self.name = name
        parts = []
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                parts.append(cell.source)
            elif cell.source.strip():
                parts.append(f"```python\n{cell.source}\n```")
                parts += [shown for output in cell.outputs if (shown := self.show(output))]
        self.text = "\n\n".join(parts) + "\n"

    def show(self, output: Any) -> str:
        """What a cell printed or returned: a picture, a table or text."""
        if output.output_type == "stream":
            return self.plain(output.text)
        data = output.get("data", {})
        if "image/svg+xml" in data:
            name = f"{self.name}-{len(self.files) + 1}.svg"
            self.files[name] = "".join(data["image/svg+xml"])
            label = LABEL.search(self.files[name])
            return f"![{label[1] if label else 'A picture'}]({name}){{ .picture }}"
        if "text/markdown" in data:
            return "".join(data["text/markdown"])
        if "text/html" in data:
            frame = FRAME.fullmatch("".join(data["text/html"]))
            if frame:
                name = f"{self.name}-{len(self.files) + 1}.html"
                self.files[name] = html.unescape(frame[2])
                return f'<iframe loading="lazy" src="{name}"{frame[1]}></iframe>'
            return f'<div class="output">\n{"".join(data["text/html"])}\n</div>'
        return self.plain("".join(data.get("text/plain", "")))

    @staticmethod
    def plain(text: str) -> str:
        """Text as it came, without the colours of a terminal."""
        text = COLOURS.sub("", text).rstrip()
        return f'<pre class="output">{html.escape(text)}</pre>' if text else ""


def read(path: Path) -> Any:
    """A notebook that has not run."""
    return jupytext.read(path)


def execute(paths: list[Path]) -> list[Page]:
    """The pages of notebooks, which run side by side. An exception in a cell ends the build."""
    notebooks = [read(path) for path in paths]

    async def run(folder: str) -> None:
        clients = [
            NotebookClient(notebook, timeout=PATIENCE, config=sockets(f"{folder}/{number}"))
            for number, notebook in enumerate(notebooks)
        ]
        await asyncio.gather(*(client.async_execute() for client in clients))

    with TemporaryDirectory() as folder:
        asyncio.run(run(folder))
    return [Page(path.stem, notebook) for path, notebook in zip(paths, notebooks, strict=True)]


def sockets(stem: str) -> Config:
    """The kernel behind sockets in a folder of the user's, not behind ports that everybody can connect to."""
    return Config({"ConnectionFileMixin": {"transport": "ipc", "ip": stem}})
