"""A Dask cluster as a pool: the same work, on the workers of a scheduler that somebody else has started.

Workers are shared: several runs may use them, one after the other or at once, and they outlive each. So a
run has a name; ending it sets the flag of that name in every worker, and leaving it closes the players that
its games have left there. When a worker is lost, the scheduler gives its tasks to others.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from protocol import VERSION
from protocol.base.errors import Code, ProtocolError, quote
from protocol.matches.players import BENCHES
from protocol.matches.workers import Pool, flag_of, work_for

#: Seconds to wait for the scheduler, and for workers to be told that a run is over.
CONNECT = 5.0
PATIENCE = 10.0
#: Where a scheduler listens when nobody says otherwise.
PORT = 8786
#: Seconds for which the number of workers is believed.
FRESH = 2.0

# --- in a worker ------------------------------------------------------------------------------------------


def installed_version() -> str:
    """What Herdmind this process has."""
    return VERSION


def end_run(run: str) -> None:
    """Have the tasks of a run give up."""
    flag_of(run).set()


async def leave_run(run: str) -> None:
    """End a run and its players."""
    flag_of(run).set()
    # players have event loops of their own, which cannot run where the worker's does
    await asyncio.to_thread(BENCHES.close, run)


def cluster_work(run: str, version: str, work: Callable[[Any], Any], task: Any) -> Any:
    """Do a task of a run.

    Raises:
        ProtocolError: this worker has joined with another version.
    """
    if version != VERSION:
        raise ProtocolError(Code.VALUE, f"a worker has Herdmind {VERSION}, here it is {version}", VERSION)
    return work_for(run, work, task)


# --- where the run is directed from -----------------------------------------------------------------------


class ClusterExecutor(Executor):
    """The tasks of one run on a Dask client."""

    def __init__(self, client: Any, run: str) -> None:
        # never two tasks taken for one because they look alike: results are kept by whoever asked for them
        self._tasks = client.get_executor(pure=False)
        self._run = run

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        future: Future[Any] = self._tasks.submit(cluster_work, self._run, VERSION, work, task, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._tasks.shutdown(wait=wait and not cancel_futures)


def _knock(address: str) -> None:
    """Raise OSError or ValueError at once where a Dask client would go on trying."""
    scheme, _, rest = address.rpartition("://")
    if scheme not in ("", "tcp", "tls", "ws", "wss", "ucx", "ucxx"):
        raise ValueError(scheme)
    if scheme in ("", "tcp", "tls"):
        parts = urlsplit(f"//{rest}")
        socket.create_connection((parts.hostname or "", parts.port or PORT), CONNECT).close()


def _connect(address: str) -> Any:
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise ProtocolError(
            Code.MISSING,
            f"--cluster needs the extra 'cluster' ({error}): pip install 'herdmind[cluster]'",
            "cluster",
        ) from error
    # What Dask, or asyncio of Dask's forgotten tasks, would log about a lost connection is said once, as an
    # error of ours.
    families = ("distributed", "asyncio", "tornado")
    for name in (*families, *logging.root.manager.loggerDict):
        if name.split(".")[0] in families:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _knock(address)
        return distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ProtocolError(
            Code.VALUE,
            f"no Dask scheduler answers at {quote(address)}: an address is HOST:8786, as the command "
            "dask scheduler prints it",
            address,
        ) from error


def _quietly(work: Callable[[], object]) -> None:
    """Do it for at most PATIENCE seconds: a scheduler that is gone must not hold up the end."""

    def attempt() -> None:
        try:
            work()
        except Exception:  # the run is over whether or not the cluster hears of it
            return

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(PATIENCE)


def _check_versions(client: Any, address: str) -> None:
    """The scheduler (which unpacks tasks too) and all workers have this very version, and there is a
    worker."""
    try:
        versions = {"scheduler": client.run_on_scheduler(installed_version), **client.run(installed_version)}
    except ImportError as error:
        raise ProtocolError(
            Code.VALUE,
            f"the scheduler or a worker of {address} has no Herdmind {VERSION}: {error}",
            address,
        ) from error
    if len(versions) < 2:
        raise ProtocolError(
            Code.VALUE, f"{address} has no workers: start some with dask worker {address}", address
        )
    for where, version in versions.items():
        if version != VERSION:
            raise ProtocolError(
                Code.VALUE, f"{where} of {address} has Herdmind {version}, here it is {VERSION}", where
            )


def _room(client: Any, jobs: int | None) -> Callable[[], int]:
    """How many tasks to hand over: one for every thread of a worker, and one more for each worker, to go on
    with."""
    known, when = 1, -FRESH

    def room() -> int:
        nonlocal known, when
        if jobs is not None:
            return jobs
        if time.monotonic() - when >= FRESH:
            threads = client.nthreads()
            known, when = max(1, sum(threads.values()) + len(threads)), time.monotonic()
        return known

    return room


@contextmanager
def cluster_pool(address: str, jobs: int | None = None) -> Iterator[Pool]:
    """The cluster whose scheduler is at ``address``; see :func:`protocol.matches.pool.open_pool`.

    Raises:
        ProtocolError: it cannot be reached or used, or was lost on the way.
    """
    client = _connect(address)
    killed: Any = import_module("distributed").KilledWorker
    closed: Any = import_module("distributed.comm").CommClosedError
    run = f"herdmind-{uuid.uuid4().hex}"
    lost = f"the scheduler at {address} was lost; what is done is kept, the same command goes on from there"
    try:
        _check_versions(client, address)
        executor = ClusterExecutor(client, run)
        yield Pool(executor, _room(client, jobs), lambda: _quietly(lambda: client.run(end_run, run)))
    except killed as error:
        raise ProtocolError(
            Code.INTERNAL, f"a task has taken one worker after another with it: {error}"
        ) from error
    except (CancelledError, closed) as error:
        raise ProtocolError(Code.INTERNAL, lost, address) from error
    finally:
        if client.status == "running":
            _quietly(lambda: client.run(leave_run, run))
        _quietly(client.close)
