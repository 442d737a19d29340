"""A run's handling of a cluster, tested without one: versions, amounts of work handed over, addresses."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from protocol import VERSION
from protocol.base.errors import Code, ProtocolError
from protocol.matches import cluster
from protocol.matches.workers import flag_of

pytestmark = pytest.mark.pure


class Client:
    """A Dask client that has these versions at its workers, and this many threads."""

    def __init__(
        self, scheduler: str, workers: dict[str, str], threads: dict[str, int] | None = None
    ) -> None:
        self._scheduler = scheduler
        self._workers = workers
        self.threads = threads or {}
        self.asked = 0

    def run_on_scheduler(self, what: Callable[[], str]) -> str:
        assert what is cluster.installed_version
        return self._scheduler

    def run(self, what: Callable[[], str]) -> dict[str, str]:
        assert what is cluster.installed_version
        return self._workers

    def nthreads(self) -> dict[str, int]:
        self.asked += 1
        return self.threads


@pytest.mark.parametrize(
    ("scheduler", "workers", "word"),
    [
        (VERSION, {"one": VERSION}, None),
        (VERSION, {}, "has no workers"),
        ("older", {"one": VERSION}, "scheduler of here has Herdmind older"),
        (VERSION, {"one": VERSION, "two": "newer"}, "two of here has Herdmind newer"),
    ],
)
def test_all_have_this_version_and_there_is_a_worker(
    scheduler: str, workers: dict[str, str], word: str | None
) -> None:
    client = Client(scheduler, workers)
    if word is None:
        cluster._check_versions(client, "here")
        return
    with pytest.raises(ProtocolError, match=word) as caught:
        cluster._check_versions(client, "here")
    assert caught.value.code is Code.VALUE


def test_a_worker_of_another_version_does_no_task() -> None:
    with pytest.raises(ProtocolError, match=re.escape(f"has Herdmind {VERSION}, this command another")):
        cluster.cluster_work("parts", "another", str, 5)
    assert cluster.cluster_work("parts", VERSION, str, 5) == "5"


def test_the_end_of_a_run_is_not_that_of_others() -> None:
    cluster.end_run("parts-ended")
    assert flag_of("parts-ended").is_set()
    assert not flag_of("parts-going-on").is_set()


def test_room_is_a_task_a_thread_and_one_more_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: now))
    client = Client(VERSION, {}, {"one": 2, "two": 4})
    room = cluster._room(client, None)
    assert room() == 8
    client.threads = {"one": 2}
    now += 0.9 * cluster.FRESH
    assert room() == 8  # still believed
    now += 0.2 * cluster.FRESH
    assert room() == 3
    client.threads = {}
    now += cluster.FRESH
    assert room() == 1  # for the worker that may come
    assert client.asked == 3
    assert cluster._room(client, 5)() == 5
    assert client.asked == 3


def test_knocking_tells_a_wrong_address_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []

    class Line:
        def close(self) -> None:
            called.append("closed")

    def connect(where: tuple[str, int], seconds: float) -> Line:
        called.append((where, seconds))
        return Line()

    monkeypatch.setattr(socket, "create_connection", connect)
    for address in ("tcp://host:99", "host:98", "tls://host"):
        cluster._knock(address)
    ports = [what[0] for what in called if what != "closed"]
    assert ports == [("host", 99), ("host", 98), ("host", cluster.PORT)]
    assert called.count("closed") == 3
    cluster._knock("ws://host:1")  # not ours to try
    assert len(called) == 6
    with pytest.raises(ValueError, match="http"):
        cluster._knock("http://host:1")


def test_what_is_done_quietly_holds_up_nothing() -> None:
    def fail() -> None:
        raise RuntimeError("the scheduler is gone")

    cluster._quietly(fail)
    done: list[int] = []
    cluster._quietly(lambda: done.append(1))
    assert done == [1]
