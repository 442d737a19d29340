"""Work on a real Dask cluster: the same games as locally, none lost or repeated when a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from dask_cluster import START, DaskCluster
from driver import ENGINE, PATIENCE

from protocol.base.gameline import GameRecord
from protocol.matches import solve as batch
from protocol.matches.pool import open_pool
from protocol.records.gamelog import verify
from solver.games import GAMES

pytestmark = pytest.mark.pure


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Two workers, the second under a nanny (which makes it a daemon that may have no children by
    multiprocessing)."""
    with DaskCluster(tmp_path_factory.mktemp("dask")) as dask:
        dask.worker("--no-nanny", "--name", "first")
        dask.worker("--nanny", "--name", "second")
        with Watcher(dask.address) as watcher:
            until(lambda: len(watcher.client.nthreads()) == 2, dask, START)
        yield dask


class Watcher:
    """Looks into a cluster from outside."""

    def __init__(self, address: str) -> None:
        import distributed

        self.client: Any = distributed.Client(address, timeout=START, set_as_default=False)  # type: ignore[no-untyped-call]

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def busy(self) -> int:
        """Number of tasks of the workers."""
        return sum(map(len, self.client.processing().values()))


def until(ready: Callable[[], bool], dask: DaskCluster, seconds: float = PATIENCE) -> None:
    """Wait for it."""
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, dask.logs()
        time.sleep(0.02)


def start(*words: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [*ENGINE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def run(*words: str, code: int = 0) -> tuple[str, str]:
    """Output of the command and its errors."""
    process = start(*words)
    return ended(process, code)


def ended(process: subprocess.Popen[str], code: int) -> tuple[str, str]:
    try:
        out, errors = process.communicate(timeout=2 * PATIENCE)
    finally:
        process.kill()
    assert process.returncode == code, errors
    assert "Traceback" not in errors
    return out, errors


def games_of(path: Path) -> list[str]:
    """The games of a log in an order of their own, without their times."""
    games = []
    for line in path.read_text().splitlines():
        fields = json.loads(line)
        del fields["seconds"], fields["ms"]
        games.append(json.dumps(fields, sort_keys=True))
    return sorted(games)


def one_error(errors: str, *tokens: str) -> None:
    """There is one line of error, and it names what is wrong."""
    lines = [line for line in errors.splitlines() if line.startswith("Error: ")]
    assert len(lines) == 1, errors
    assert all(token in lines[0] for token in tokens), lines[0]


MATCH = ("match", "longhorn", "flat:nodes=500", "greedy", "--deals", "15")


@pytest.mark.long
def test_a_killed_worker_loses_no_game_and_counts_none_twice(cluster: DaskCluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    victim = cluster.worker("--no-nanny", "--name", "victim")
    with Watcher(cluster.address) as watcher:
        workers = {}

        def joined() -> bool:
            info = watcher.client.scheduler_info()["workers"]
            workers.update({about["name"]: address for address, about in info.items()})
            return "victim" in workers

        until(joined, cluster, START)
        process = start(*MATCH, "--cluster", cluster.address, "--log", str(there))

        def in_the_middle() -> bool:
            done = there.read_bytes().count(b"\n") if there.exists() else 0
            return done >= 4 and bool(watcher.client.processing()[workers["victim"]])

        until(in_the_middle, cluster)
        victim.kill()
        out, _ = ended(process, 0)
        assert workers["victim"] not in watcher.client.nthreads()
    assert "15 deals with 2 games each" in out
    records = [GameRecord.read(line) for line in there.read_text().splitlines()]
    assert set(Counter(record.key for record in records).values()) == {1}
    assert len(records) == 30
    for record in records:
        verify(record, GAMES)
    run(*MATCH, "--log", str(here))
    assert games_of(here) == games_of(there)


@pytest.mark.long
def test_engine_processes_play_on_workers_and_are_gone_afterwards(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    engine = f"cmd:nodes=30:{' '.join(ENGINE)}"
    words = ("match", "longhorn", engine, "random", "--deals", "2", "--cluster", cluster.address)
    process = start(*words, "--log", str(log))
    until(lambda: bool(engines(cluster)), cluster)
    ended(process, 0)
    assert {GameRecord.read(line).ending.value for line in log.read_text().splitlines()} == {"normal"}
    until(lambda: not engines(cluster), cluster)


def engines(cluster: DaskCluster) -> list[psutil.Process]:
    """The engine processes below the workers."""
    found = []
    for process in cluster.processes:
        if process.poll() is None:
            for child in psutil.Process(process.pid).children(recursive=True):
                try:
                    words = child.cmdline()
                except psutil.NoSuchProcess:
                    continue
                if words[-len(ENGINE) :][-1:] == ENGINE[-1:]:
                    found.append(child)
    return found


@pytest.mark.long
def test_an_interruption_reaches_the_workers(cluster: DaskCluster, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ("match", "longhorn", "flat:movetime=20000", "random", "--cluster", cluster.address)
    process = start(*words, "--log", str(log))
    with Watcher(cluster.address) as watcher:
        until(lambda: watcher.busy() >= 2, cluster)
        begin = time.monotonic()
        os.killpg(process.pid, signal.SIGTERM)  # Ctrl-C once would let the running games end
        _, errors = ended(process, 130)
        until(lambda: watcher.busy() == 0, cluster)
        # less than a single decision may take
        assert time.monotonic() - begin < 15
    assert "go on with: herdmind match" in errors
    assert log.read_text() == ""


@pytest.mark.long
def test_a_tournament_is_the_same_on_a_cluster(cluster: DaskCluster) -> None:
    words = ("tournament", "longhorn", "flat:nodes=50", "greedy", "random", "--deals", "4", "--json")
    here, there = (json.loads(run(*words, *more)[0]) for more in ((), ("--cluster", cluster.address)))
    assert without_times(here) == without_times(there)
    assert here["games"][0]["games"] == 24


@pytest.mark.long
def test_a_tuning_is_the_same_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    words = ["tune", "nimmt", "--seats", "2", "--rules", "round", "--player", "full:nodes=15", "--json"]
    words += ["--param", "tree.explore=0.2:3", "--trials", "3", "--deals", "6", "--final", "4"]
    log = tmp_path / "log.jsonl"
    here = run(*words)[0]
    assert run(*words, "--cluster", cluster.address, "--log", str(log))[0] == here
    trials = json.loads(here)["trials"]
    assert len({trial["player"] for trial in trials}) == 3
    keys = Counter(GameRecord.read(line).key for line in log.read_text().splitlines())
    assert set(keys.values()) == {1}
    # every trial and every finalist, from both seats
    assert len(keys) == 2 * 3 * (6 + 4)


def without_times(result: Any) -> Any:
    """Results of games, without milliseconds and seconds."""
    if isinstance(result, dict):
        return {key: without_times(value) for key, value in result.items() if key not in ("ms", "seconds")}
    return [without_times(value) for value in result] if isinstance(result, list) else result


@pytest.mark.long
def test_solve_gives_the_same_record_on_a_cluster(cluster: DaskCluster) -> None:
    task = batch.Task("longhorn", 60, "startredriver", 120.0, 16)
    found: list[batch.Record] = []
    with open_pool(cluster=cluster.address) as pool:
        assert batch.run(iter([task]), pool.executor, pool.room, found.append, pool.end)
    here = batch.solve_start(task)
    assert here.proved
    # how many nodes a search within a limit of time needs depends on the clock
    assert replace(found[0], time_ms=0, nodes=0) == replace(here, time_ms=0, nodes=0)


@pytest.mark.long
def test_the_command_solve_runs_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    words = ("solve", "longhorn", "--deals", "1-3", "--limit", "0.02", "--hash", "16", "--out", str(out))
    summary = json.loads(run(*words, "--json", "--cluster", cluster.address)[0])
    assert (summary["deals"], summary["starts"]) == (3, 15)
    keys = Counter(
        (record.deal, record.start) for record in map(batch.Record.read, out.read_text().splitlines())
    )
    assert keys == {(deal, start): 1 for deal in (1, 2, 3) for start in batch.starts_of("longhorn", deal)}


@pytest.mark.long
def test_a_scheduler_without_workers_and_one_that_is_lost(tmp_path: Path) -> None:
    with DaskCluster(tmp_path) as dask:
        words = ("match", "longhorn", "flat:nodes=2000", "greedy", "--cluster", dask.address)
        _, errors = run(*words, code=2)
        one_error(errors, "no workers", dask.address)
        dask.worker("--no-nanny")
        log = tmp_path / "log.jsonl"
        with Watcher(dask.address) as watcher:
            until(lambda: len(watcher.client.nthreads()) == 1, dask, START)
        process = start(*words, "--log", str(log))
        until(lambda: log.exists() and log.read_bytes().count(b"\n") >= 2, dask)
        dask.scheduler.kill()
        _, errors = ended(process, 3)
        one_error(errors, "was lost", dask.address, "resumes")
        assert all(GameRecord.read(line) for line in log.read_text().splitlines())


@pytest.mark.parametrize(
    "address", ["127.0.0.1:9", *(pytest.param(bad, marks=pytest.mark.long) for bad in ("nowhere", "fax://x"))]
)
def test_an_address_at_which_nothing_answers(address: str) -> None:
    _, errors = run("match", "longhorn", "greedy", "random", "--cluster", address, code=2)
    one_error(errors, address, "dask scheduler")


@pytest.mark.long
def test_without_the_extra_the_error_says_what_to_install() -> None:
    program = "import sys; sys.modules['distributed'] = None; from protocol.cli.main import main; main()"
    words = ("match", "longhorn", "greedy", "random", "--cluster", "127.0.0.1:8786")
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 2
    one_error(done.stderr, "herdmind[cluster]")
