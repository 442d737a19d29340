"""Pools of workers: processes of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace

from protocol.base.errors import Code, ProtocolError
from protocol.base.system import processors
from protocol.matches.workers import Pool, heed_signals, local_executor


@contextmanager
def open_pool(jobs: int | None = None, cluster: str | None = None, patient: bool = False) -> Iterator[Pool]:
    """Open a pool of processes on this machine, or on the Dask cluster whose scheduler is at ``cluster``.

    ``jobs``: tasks at once; None for as many as there are processors, or worker threads in the cluster.
    ``patient``: the first Ctrl-C lets running tasks finish. Leaving the context gives up running tasks.

    Raises:
        ProtocolError: the cluster cannot be used, or the workers were killed from outside.
    """
    with heed_signals(patient) as asked:
        if cluster is not None:
            from protocol.matches.cluster import cluster_pool

            with cluster_pool(cluster, jobs) as pool:
                yield replace(pool, asked=asked)
            return
        count = jobs or processors()
        executor, end = local_executor(count)
        try:
            yield Pool(executor, lambda: count, end, asked)
        except BrokenProcessPool as error:
            raise ProtocolError(Code.INTERNAL, f"a worker process was killed: {error}") from error
        finally:
            end()
            executor.shutdown(wait=True, cancel_futures=True)
