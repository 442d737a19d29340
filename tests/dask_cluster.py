"""Dask scheduler and workers on loopback, started by the commands that a user would type, and removed without
a trace."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from driver import HERE, PATIENCE

#: Seconds for a scheduler or a worker to come up on a busy machine.
START = 2 * PATIENCE


class DaskCluster:
    """Use as a context manager; ``folder`` takes logs and what the processes write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--scheduler-file",
            str(self._file),
            "--no-dashboard",
        )
        end = time.monotonic() + START
        while not self._read_address():
            assert time.monotonic() < end, self.logs()
            time.sleep(0.02)
        self.address = self._read_address()

    def _read_address(self) -> str:
        try:
            return str(json.loads(self._file.read_text())["address"])
        except (OSError, ValueError):
            return ""

    def worker(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread, under a nanny unless ``--no-nanny`` is among the options."""
        scratch = ("--local-directory", str(self.folder))
        return self._start(
            "worker", self.address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard", *scratch, *options
        )

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        # what the tests import, the workers can import too
        path = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [str(Path(sys.executable).parent / "dask"), *words],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def logs(self) -> str:
        """All that the processes have said."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def close(self) -> None:
        """End them all at once, and whatever they have started."""
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
