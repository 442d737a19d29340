"""A Dask cluster as a pool: the same work on the workers of a running scheduler.

Workers outlive a run and may serve several runs, in turn or at once. Each run therefore has a name: ending
the run sets the flag of that name in every worker, and leaving it closes the players that its games left
there. When a worker is lost, the scheduler gives its tasks to others.
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

#: Seconds to wait for the scheduler, and for telling the workers that a run is over.
CONNECT = 5.0
PATIENCE = 10.0
#: The default port of a scheduler.
PORT = 8786
#: Seconds for which a known number of workers is reused.
FRESH = 2.0

# --- in a worker ------------------------------------------------------------------------------------------


def installed_version() -> str:
    """The version of Herdmind in this process."""
    return VERSION


def end_run(run: str) -> None:
    """Tell the tasks of a run to give up."""
    flag_of(run).set()


async def leave_run(run: str) -> None:
    """End a run and close its players."""
    flag_of(run).set()
    # players have event loops of their own, which cannot run where the worker's does
    await asyncio.to_thread(BENCHES.close, run)


def cluster_work(run: str, version: str, work: Callable[[Any], Any], task: Any) -> Any:
    """Do one task of a run.

    Raises:
        ProtocolError: this worker has another version of Herdmind.
    """
    if version != VERSION:
        raise ProtocolError(Code.VALUE, f"a worker has Herdmind {VERSION}, this command {version}", VERSION)
    return work_for(run, work, task)


# --- in the process of the command ------------------------------------------------------------------------


class ClusterExecutor(Executor):
    """The tasks of one run on a Dask client."""

    def __init__(self, client: Any, run: str) -> None:
        # pure=False: Dask must not merge tasks that look alike
        self._tasks = client.get_executor(pure=False)
        self._run = run

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (task,) = args
        future: Future[Any] = self._tasks.submit(cluster_work, self._run, VERSION, work, task, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._tasks.shutdown(wait=wait and not cancel_futures)


def _knock(address: str) -> None:
    """Raise OSError or ValueError at once if nothing listens at ``address``; a Dask client would keep
    trying."""
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
    # A lost connection is reported once, as an error of this command; Dask and asyncio would log it many
    # times.
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
            f"no Dask scheduler answers at {quote(address)}: the address should be HOST:8786, as the command "
            "dask scheduler prints it",
            address,
        ) from error


def _quietly(work: Callable[[], object]) -> None:
    """Do ``work``, but wait at most PATIENCE seconds: a lost scheduler must not delay the end."""

    def attempt() -> None:
        try:
            work()
        except Exception:  # the run is over whether or not the cluster is told
            return

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(PATIENCE)


def _check_versions(client: Any, address: str) -> None:
    """Raise a ProtocolError unless there is a worker, and the scheduler (which unpacks tasks too) and all
    workers have this version."""
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
                Code.VALUE, f"{where} of {address} has Herdmind {version}, this command {VERSION}", where
            )


def _room(client: Any, jobs: int | None) -> Callable[[], int]:
    """A function that returns the number of tasks to submit at once: one for each worker thread, and one more
    for each worker so that none runs idle."""
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
    """Open the cluster whose scheduler is at ``address``; see :func:`protocol.matches.pool.open_pool`.

    Raises:
        ProtocolError: the cluster cannot be reached or used, or was lost during the run.
    """
    client = _connect(address)
    killed: Any = import_module("distributed").KilledWorker
    closed: Any = import_module("distributed.comm").CommClosedError
    run = f"herdmind-{uuid.uuid4().hex}"
    lost = f"the scheduler at {address} was lost; finished work is kept, and the same command resumes"
    try:
        _check_versions(client, address)
        executor = ClusterExecutor(client, run)
        yield Pool(executor, _room(client, jobs), lambda: _quietly(lambda: client.run(end_run, run)))
    except killed as error:
        raise ProtocolError(
            Code.INTERNAL, f"a task killed several workers one after another: {error}"
        ) from error
    except (CancelledError, closed) as error:
        raise ProtocolError(Code.INTERNAL, lost, address) from error
    finally:
        if client.status == "running":
            _quietly(lambda: client.run(leave_run, run))
        _quietly(client.close)
