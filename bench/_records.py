"""Results in a file, one JSON object per line, so that an interrupted measurement can be resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

Record = dict[str, Any]


class Records:
    """The records of one measurement, in memory and, with a path, on disk after each.

    The file's first line holds the ``settings``. A last line that an interruption cut off is dropped.

    Raises:
        click.ClickException: the file was made with other settings, or cannot be read.
    """

    def __init__(self, path: Path | None, settings: Record) -> None:
        self.path = path
        self.done: dict[str, Record] = {}
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._load(path, settings)
        else:
            path.write_text(json.dumps({"settings": settings}) + "\n", encoding="ascii")

    def _load(self, path: Path, settings: Record) -> None:
        text = path.read_text(encoding="ascii")
        whole, _, cut = text.rpartition("\n")
        if cut:
            path.write_text(whole + "\n" if whole else "", encoding="ascii")
        try:
            head, *rows = [json.loads(line) for line in whole.split("\n")]
            known = head["settings"]
            self.done = {row["key"]: row for row in rows}
        except (ValueError, KeyError, TypeError) as error:
            raise click.ClickException(f"{path} is not a file of results: {error!r}") from error
        for name in sorted(settings.keys() | known.keys()):
            old, new = known.get(name), settings.get(name)
            if old != new:
                raise click.ClickException(f"{path} was made with {name} {old}, not {new}: use another file")

    def __contains__(self, key: str) -> bool:
        return key in self.done

    def add(self, key: str, record: Record) -> None:
        """Add a record; it is on disk before this returns."""
        self.done[key] = {"key": key, **record}
        if self.path is not None:
            with self.path.open("a", encoding="ascii") as file:
                file.write(json.dumps(self.done[key]) + "\n")
