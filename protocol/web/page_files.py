"""The page's files: a fixed list, read once, so no path leads anywhere else."""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from protocol.drawing.style import stylesheet

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class PageFile:
    """A file, plain and packed, with its mark."""

    def __init__(self, name: str, data: bytes) -> None:
        self.kind = TYPES[Path(name).suffix]
        self.plain, self.packed = data, gzip.compress(data, 9)
        self.mark = f'"{hashlib.sha256(data).hexdigest()[:20]}"'

    def answer(self, request: Request) -> Response:
        """The file, or that it has not changed."""
        headers = {"etag": self.mark, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.mark:
            return Response(status_code=304, headers=headers)
        body = self.plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"], body = "gzip", self.packed
        return Response(body, headers=headers, media_type=self.kind)


class PageFiles:
    """All files of the page, and the style of the drawings."""

    def __init__(self, folder: Path | None = None) -> None:
        self.files: dict[str, PageFile] = {"drawing.css": PageFile("drawing.css", stylesheet().encode())}
        page = folder if folder is not None else files("protocol.web") / "page"
        for item in page.iterdir():
            suffix = Path(item.name).suffix
            if (
                item.is_file()
                and suffix in TYPES
                and not (suffix == ".json" and item.name == "jsconfig.json")
            ):
                self.files[item.name] = PageFile(item.name, item.read_bytes())

    async def index(self, request: Request) -> Response:
        """The page itself, at every address that people see."""
        return self.files["index.html"].answer(request)

    async def file(self, request: Request) -> Response:
        """A file of the list."""
        file = self.files.get(request.path_params["name"])
        return Response(status_code=404) if file is None else file.answer(request)

    async def icon(self, request: Request) -> Response:
        """The icon, for browsers that ask by its old name."""
        return self.files["icon.svg"].answer(request)
