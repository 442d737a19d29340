"""The session: options, the table, the one running search, and the loop that reads commands.

Threads: the main thread reads and answers, one worker runs whatever takes time (search, perft, bench,
eval), and
the writer puts lines out. The main thread never waits for the worker: what must not overtake a running
count or a stopping search is deferred, in order, until that has ended.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from protocol import DIALECT, VERSION
from protocol.base.errors import Code, ProtocolError, ascii_text, coloured_text, error_line, quote
from protocol.base.files import check_file
from protocol.session import bench, reporting
from protocol.session import commands as cmd
from protocol.session.budget import budget
from protocol.session.jobs import Item, Job, Waiting
from protocol.session.options import Option, Options, standard_table
from protocol.session.parsing import parse
from protocol.session.streams import DebugLog, LineSplitter, Writer
from protocol.session.strength import skill_of
from protocol.table import naming, reading, telling
from protocol.table.searcher import SearcherType
from protocol.table.table import Table, game_of, refusal
from solver.analysis import Analyser, Answer, Limits, Report, Settings, StopFlag
from solver.errors import HerdmindError
from solver.game import State
from solver.games import GAMES, Game, outline
from solver.games.figures_file import MAX_BYTES

#: Nodes that ``eval`` searches.
EVAL_NODES = 20_000
#: Seconds that ``quit`` leaves to work in hand, and that the end of the process may take after that.
QUIT_GRACE = 0.4
EXIT_TIMEOUT = 0.4


class Session:
    """One engine session over a pair of file descriptors."""

    def __init__(
        self,
        in_fd: int = 0,
        out_fd: int = 1,
        games: Mapping[str, Game] = GAMES,
        analyser_type: SearcherType = Analyser,
    ) -> None:
        self.games = games
        self.options = Options(standard_table(games))
        self._analyser_type = analyser_type
        self._analyser = analyser_type(self._settings())
        self._table: Table | None = None
        self._debug = False
        self._in_fd = in_fd
        self._out_fd = out_fd
        self._splitter = LineSplitter()
        self._log = DebugLog()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._writer = Writer(out_fd, self._log, self._wake)
        self._log.on_failure = self._log_failed
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._todo: deque[Job] = deque()
        self._work = threading.Semaphore(0)
        self._worker = threading.Thread(target=self._run_worker, name="search", daemon=True)
        self._worker.start()
        self._waiting = Waiting()
        self._quit = False
        self._tellers: dict[str, Callable[[cmd.Query], list[str]]] = {
            "words": self._tell_words,
            "story": self._tell_story,
            "line": self._tell_line,
            "tally": self._tell_tally,
            "game": self._tell_game,
            "rules": self._tell_rules,
            "expects": self._tell_expects,
            "names": self._tell_names,
        }
        self._handlers: dict[type, Callable[..., None]] = {
            cmd.Uci: self._on_uci,
            cmd.IsReady: self._on_isready,
            cmd.NewGame: self._on_newgame,
            cmd.Stop: self._on_stop,
            cmd.PonderHit: self._on_ponderhit,
            cmd.Quit: self._on_quit,
            cmd.Display: self._on_display,
            cmd.Eval: self._on_eval,
            cmd.Bench: self._on_bench,
            cmd.Help: self._on_help,
            cmd.Debug: self._on_debug,
            cmd.SetOption: self._on_setoption,
            cmd.Position: self._on_position,
            cmd.Go: self._on_go,
            cmd.Perft: self._on_perft,
            cmd.Query: self._on_query,
        }

    # --- the loop ---------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The position and what led to it: dealt when first looked at, since clients send their own."""
        if self._table is None:
            self._table = Table.fresh(self._game())
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table

    def run(self) -> int:
        """Read commands until ``quit``, the end of the input or a client that is gone; returns the exit
        code."""
        eof = False
        if os.isatty(self._in_fd):
            self._say([f"Herdmind {VERSION}: type help for the commands"])
        try:
            while not (self._quit or eof or self._writer.broken):
                self._drain()
                data = self._read()
                if data is not None:
                    items = self._splitter.feed(data) if data else self._splitter.end()
                    eof = not data
                    for item in items:
                        self._take(item)
            self._finish(eof)
        except KeyboardInterrupt:
            self._halt()
        return 0

    def close(self) -> bool:
        """Stop the work in hand and write out what waits; False when a thread is still busy after that."""
        end = time.monotonic() + EXIT_TIMEOUT
        self._halt()
        while self._job is not None and time.monotonic() < end:
            time.sleep(0.005)
        self._writer.close(max(0.05, end - time.monotonic()))
        return self._job is None

    def _read(self) -> bytes | None:
        """Wait for input or a wake-up; the bytes read, b"" at the end of the input, None when only woken."""
        job = self._job
        wait: float | None = None
        if job is not None and job.deadline is not None and not job.stopping:
            wait = job.deadline - time.monotonic()
            if wait <= 0:  # searches look at the clock too, but now and then only
                job.stop()
                return None
        ready, _, _ = select.select([self._in_fd, self._wake_read], [], [], wait)
        self._clear_wake(ready)
        if self._in_fd not in ready:
            return None
        try:
            return os.read(self._in_fd, 65536)
        except BlockingIOError:
            return None
        except OSError:  # a terminal that is gone reads as the end
            return b""

    def _clear_wake(self, ready: list[int]) -> None:
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # a full pipe holds a wake-up already
            os.write(self._wake_write, b"!")

    def _finish(self, eof: bool) -> None:
        """Let work in hand end: counts get their time when the input has ended, everything else a moment."""
        moment = time.monotonic() + QUIT_GRACE
        while not self._writer.broken:
            self._drain()
            job = self._job
            if job is None and not self._waiting:
                return
            counting = job is not None and job.finite
            if job is not None and not counting:
                job.stop()
            if counting and eof:
                moment = time.monotonic() + QUIT_GRACE
            if time.monotonic() > moment or self._reader_gone():
                return
            ready, _, _ = select.select([self._wake_read], [], [], 0.05)
            self._clear_wake(ready)

    def _reader_gone(self) -> bool:
        """Whether nobody can read our output any more."""
        poll = select.poll()
        poll.register(self._out_fd, 0)
        return any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))

    def _halt(self) -> None:
        self._waiting.clear()
        job = self._job
        if job is not None:
            job.stop()

    def _log_failed(self, path: str, reason: str) -> None:
        """Tell of a debug log that has ended before its time; called from any thread."""
        self._say([f"debug log {path} has ended: {reason}"])

    # --- one line ---------------------------------------------------------------------------------------

    def _take(self, line: str | ProtocolError) -> None:
        """Carry out one line, or put it off behind work that it must not overtake."""
        if self._quit:
            return
        item: Item | None
        if isinstance(line, ProtocolError):
            item = line
        else:
            self._log.write(">>", [line])
            self._log.check()
            try:
                item = parse(line)
            except ProtocolError as error:
                item = error
        if item is None:
            return
        self._drain()
        if isinstance(item, cmd.Quit):
            self._execute(item)
        elif isinstance(item, cmd.Stop):
            self._execute(item)
            if self._waiting:
                self._waiting.append(item)  # it is meant for what waits, too
                self._drain()
        elif self._waiting or self._must_wait(item):
            if self._waiting.full:
                self._refuse(ProtocolError(Code.BUSY, "too many commands wait for the running one to end"))
            else:
                self._waiting.append(item)
        else:
            self._execute(item)

    def _must_wait(self, item: Item | None = None) -> bool:
        """Whether work in hand must end before ``item``, or anything that waits, is carried out."""
        job = self._job
        if job is None:
            return False
        return job.sets or ((job.finite or job.stopping) and not isinstance(item, cmd.IsReady))

    def _drain(self) -> None:
        """Carry out what was put off, as far as nothing stands in its way any more."""
        while self._waiting:
            job = self._job
            if job is not None and job.finite and self._waiting.stop_follows:
                job.stop()
            if self._must_wait():
                return
            self._execute(self._waiting.pop())

    def _execute(self, item: Item) -> None:
        try:
            if isinstance(item, ProtocolError):
                raise item
            self._handlers[type(item)](item)
        except ProtocolError as error:
            self._refuse(error)
        except HerdmindError as error:
            self._refuse(refusal(error, Code.INTERNAL))
        except MemoryError:
            self._refuse(ProtocolError(Code.MEMORY, "there is not enough memory for this"))
        except Exception as error:  # a fault of ours must not end the client's session
            self._refuse(ProtocolError(Code.INTERNAL, f"{type(error).__name__}: {error}"))

    def _refuse(self, error: ProtocolError) -> None:
        self._writer.send([error_line(error)])

    def _respond(self, what: str, *words: object) -> None:
        self._writer.send([" ".join(("response", what, *map(str, words)))])

    def _say(self, lines: Iterable[str]) -> None:
        self._writer.send([f"info string {ascii_text(line)}".rstrip() for line in lines])

    def _check_idle(self, what: str) -> None:
        if self._job is not None:
            raise ProtocolError(
                Code.BUSY, f"{quote(what)} must wait: a search is running, send stop first", what
            )

    # --- the worker -------------------------------------------------------------------------------------

    def _start(self, job: Job) -> None:
        self._job = job
        self._todo.append(job)
        self._work.release()

    def _run_worker(self) -> None:
        while True:
            self._work.acquire()
            job = self._todo.popleft()
            try:
                final = list(job.run(job))
            except ProtocolError as error:
                final = [error_line(error)]
            except MemoryError:
                final = [error_line(ProtocolError(Code.MEMORY, "there is not enough memory for this"))]
            except Exception as error:
                final = [error_line(ProtocolError(Code.INTERNAL, f"{type(error).__name__}: {error}"))]
            # A client that sees the answer may send the next command at once: it must find the engine idle.
            with self._lock:
                self._job = None
                self._writer.send(final)
            self._wake()

    # --- plain commands ---------------------------------------------------------------------------------

    def _on_uci(self, _: cmd.Uci) -> None:
        lines = [
            f"id name Herdmind {VERSION}",
            "id author The Herdmind developers",
            f"info string protocol {DIALECT}",
        ]
        for name in self.games:
            game = outline(name, self.games)  # a client may play one of them, or none
            lines.append(
                f"info string game {name} edition {game.edition} seats {game.min_seats}-{game.max_seats}"
            )
        lines += [option.line() for option in self.options.table]
        self._writer.send([*lines, "uciok"])

    def _on_isready(self, _: cmd.IsReady) -> None:
        self._writer.send(["readyok"])

    def _on_debug(self, command: cmd.Debug) -> None:
        self._debug = command.on

    def _on_help(self, command: cmd.Help) -> None:
        self._say(cmd.help_lines(command.topic, self.games))

    def _on_quit(self, _: cmd.Quit) -> None:
        self._quit = True

    def _on_stop(self, _: cmd.Stop) -> None:
        job = self._job
        if job is not None:
            job.stop()

    def _on_ponderhit(self, _: cmd.PonderHit) -> None:
        job = self._job
        if job is not None and job.pondering:
            job.hit()

    def _on_newgame(self, _: cmd.NewGame) -> None:
        self._check_idle("ucinewgame")
        table = self._fresh_table()
        owing = table.state.players_to_move()
        if owing:
            # Makes the search take its memory, all of which clearing then touches. A client waits for readyok
            # now; in its first search it should not have to wait for the system to find that memory.
            self._analyser.analyse(table.state.view(owing[0]), Limits(nodes=1), None, StopFlag(), owing[0])
        self._analyser.clear()
        self.table = table

    def _on_display(self, display: cmd.Display) -> None:
        table = self.table
        if display.seat is not None:
            table = Table(table.game, table.state.view(table.check_own(display.seat)))
        legal = table.legal(display.seat)
        names = naming.marked(self._titles(), table.state.viewer if display.seat is None else display.seat)
        lines = [
            *table.state.board(color=display.color, names=names).splitlines(),
            f"position {table.state.to_text()}",
            f"turn {table.turn()}" + (f", {len(legal)} legal moves" if legal else ""),
        ]
        if display.color:
            self._writer.send([f"info string {coloured_text(line)}".rstrip() for line in lines])
        else:
            self._say(lines)

    # --- options ----------------------------------------------------------------------------------------

    def _game(self) -> Game:
        return self.games[self.options.text("UCI_Variant")]

    def _figures(self) -> str | None:
        return self.options.text("Figures") or None

    def _fresh_table(self) -> Table:
        return Table.fresh(self._game(), figures=self._figures())

    def _skill(self) -> int:
        if self.options.flag("UCI_LimitStrength"):
            return skill_of(self._game(), self.options.number("UCI_Elo"))
        return self.options.number("Skill")

    def _settings(self) -> Settings:
        number, text = self.options.number, self.options.text
        return Settings(
            hash_mb=number("Hash"),
            threads=number("Threads"),
            multipv=number("MultiPV"),
            seed=number("Seed"),
            search=text("Search"),
            skill=self._skill(),
            objective=text("Objective"),
        )

    def _on_setoption(self, command: cmd.SetOption) -> None:
        self._check_idle("setoption")
        option = self.options.find(command.name)
        value = option.read(command.value)
        if option.name == "Clear Hash":
            self._analyser.clear()
        elif option.name == "Debug Log File":
            self._log.open(str(value))
            self.options.put(option, value)
        elif option.name == "Figures":
            if value != self.options.value("Figures"):
                self._start(Job(lambda job: self._use_figures(option, str(value)), sets=True))
        else:
            previous, before = self.options.value(option.name), self._settings()
            self.options.put(option, value)
            try:
                changed = option.name == "UCI_Variant" and value != previous
                table = self._fresh_table() if changed else self.table
                if self._settings() != before:  # a game has a Skill of its own for a rating
                    self._analyser.configure(self._settings())
                self.table = table
            except BaseException:
                self.options.put(option, previous)
                raise

    def _use_figures(self, option: Option, path: str) -> list[str]:
        """Play with the figures of a file. Runs in the worker, for a file may be slow to read; whatever asks
        for the table or the options waits for it."""
        check_file(path, MAX_BYTES)
        self.table = Table.fresh(self._game(), figures=path or None)
        self.options.put(option, path)
        return []

    # --- the position -----------------------------------------------------------------------------------

    def _on_position(self, command: cmd.Position) -> None:
        self._check_idle("position")
        game = self._game()
        if command.text is None and command.view is not None:
            table = Table.entered(game, command.view, command.seats, command.rules, self._figures())
        elif command.text is None:
            table = Table.fresh(game, command.seed, command.seats, command.rules, self._figures())
        else:
            named = game_of(self.games, command.text)
            if named is not game:
                raise ProtocolError(
                    Code.GAME,
                    f"the position is of {quote(named.name)} but UCI_Variant is {quote(game.name)}",
                    named.name,
                )
            table = Table.read(game, command.text, self._figures())
        table.play(command.moves)
        self.table = table

    def _on_query(self, query: cmd.Query) -> None:
        table = self.table
        if query.what == "legal":
            self._respond("legal", *table.legal(query.number))
        elif query.what == "turn":
            self._respond("turn", table.turn())
        elif query.what == "chance":
            self._respond(
                "chance", *(f"{token} {p.numerator}/{p.denominator}" for token, p in table.chance())
            )
        elif query.what == "gameover":
            self._respond("gameover", "true" if table.state.is_terminal() else "false")
        elif query.what == "result":
            ranks, scores = table.result()
            self._respond("result", "ranks", *ranks, "scores", *scores)
        elif query.what == "returns":
            self._respond("returns", *(f"{value + 0.0:.9g}" for value in table.returns()))
        elif query.what == "position":
            self._respond("position", table.state.to_text())
        elif query.what == "view":
            assert query.number is not None
            self._respond("view", table.view_text(query.number))
        elif query.what == "history":
            self._respond("history", *table.history)
        elif query.what == "asks":
            self._respond("asks", ascii_text(naming.named(reading.asks(table), self._titles())))
        elif query.what == "read":
            try:
                self._respond("read", *reading.read(table, query.tokens, self._titles()))
            except ProtocolError as error:
                raise ProtocolError(
                    error.code, naming.named(str(error), self._titles()), error.token
                ) from error
        elif query.what in self._tellers:
            parts = self._tellers[query.what](query)
            told = telling.joined(parts)
            if query.what != "names":
                told = naming.named(told, self._titles())
            self._respond(query.what, *([ascii_text(told)] if parts else []))
        else:
            assert query.number is not None
            self._check_idle("query perft")
            depth, copy = query.number, table.clone()

            def count(job: Job) -> list[str]:
                total = copy.perft(depth, job.flag.is_set)
                if job.stopping:
                    return [
                        error_line(ProtocolError(Code.BUSY, "'perft' was stopped before its end", "perft"))
                    ]
                return [f"response perft {total}"]

            self._start(Job(count))

    # --- for people -------------------------------------------------------------------------------------

    def _tell_words(self, query: cmd.Query) -> list[str]:
        return [f"{token} {phrase}" for token, phrase in telling.words(self.table, query.number)]

    def _tell_story(self, query: cmd.Query) -> list[str]:
        return [told.text() for told in telling.story(self.table, query.number, query.first)]

    def _tell_line(self, query: cmd.Query) -> list[str]:
        return [told.text() for told in telling.line(self.table, query.tokens)]

    def _tell_tally(self, query: cmd.Query) -> list[str]:
        return [f"{seat} {text}" for seat, text in enumerate(telling.tally(self.table, query.number))]

    def _tell_game(self, _: cmd.Query) -> list[str]:
        game = self.table.game
        seats = f"seats {game.min_seats}-{game.max_seats} usual {game.default_seats}"
        return [f"{game.name} {seats} title {game.title}"]

    def _tell_rules(self, _: cmd.Query) -> list[str]:
        return [f"{word} {meaning}" for word, meaning in self.table.game.rules_words.items()]

    def _titles(self) -> list[str] | None:
        """What the seats are called, where they have names."""
        return naming.titles(self.table, self.options.text("Names"))

    def _tell_names(self, _: cmd.Query) -> list[str]:
        names = self._titles() or [f"seat {seat}" for seat in range(self.table.state.num_players())]
        return [f"{seat} {name}" for seat, name in enumerate(names)]

    def _tell_expects(self, _: cmd.Query) -> list[str]:
        return [f"{name} {meaning}" for name, meaning in self.table.game.expects.items()]

    # --- work that takes time ---------------------------------------------------------------------------

    def _on_perft(self, command: cmd.Perft) -> None:
        self._check_idle("perft")
        copy = self.table.clone()

        def count(job: Job) -> list[str]:
            begin = time.perf_counter()
            total = 1 if command.depth == 0 else 0
            if command.depth > 0:
                for token, part in copy.divide(command.depth, job.flag.is_set):
                    if job.stopping:
                        break
                    total += part
                    self._say([f"{token}: {part}"])
            if job.stopping:
                return ["info string perft stopped"]
            elapsed = max(1, round((time.perf_counter() - begin) * 1000))
            speed = total * 1000 // elapsed
            return [f"info string perft {command.depth} nodes {total} time {elapsed} nps {speed}"]

        self._start(Job(count))

    def _on_bench(self, command: cmd.Bench) -> None:
        self._check_idle("bench")

        def work(job: Job) -> list[str]:
            samples = []
            for sample in bench.run(self.games, command.nodes or bench.NODES, job.flag, self._analyser_type):
                samples.append(sample)
                self._say([f"bench {sample.text()}"])
            return ["info string bench " + ("stopped" if job.stopping else bench.summary(samples))]

        self._start(Job(work))

    def _on_eval(self, _: cmd.Eval) -> None:
        self._check_idle("eval")
        seat, reason = self._decider(None)
        scores = " ".join(map(str, self.table.state.scores()))
        if reason is not None:
            self._say([f"eval scores {scores}", f"eval nothing to decide: {reason}"])
            return
        state = self.table.state.view(seat)
        settings = self._settings()
        wide = replace(settings, threads=1, multipv=len(state.legal_actions(seat)))

        def work(job: Job) -> list[str]:
            self._analyser.configure(wide)
            try:
                answer = self._analyser.analyse(state, Limits(nodes=EVAL_NODES), None, job.flag, seat)
            finally:
                self._analyser.configure(settings)
            lines = [f"info string eval scores {scores}"]
            for rank, line in enumerate(answer.report.lines):
                if rank == 0:
                    values = reporting.seat_values(line, seat, state.num_players())
                    lines.append(f"info string eval value seat {seat} {line.value + 0.0:+.3f}")
                    if values is not None:
                        lines.append("info string eval values " + " ".join(f"{v + 0.0:+.3f}" for v in values))
                mark = "proven" if line.proven else "estimate"
                lines.append(f"info string eval move {line.pv[0]} {line.value + 0.0:+.3f} {mark}")
            lines += [f"info string eval belief {text}" for text in state.beliefs()]
            return lines

        self._start(Job(work))

    def _decider(self, wanted: int | None) -> tuple[int, str | None]:
        """The seat that a search is for, and why there is nothing to decide for it, if so.

        Raises:
            ProtocolError: ``wanted`` is no seat, or not the seat whose view this is.
        """
        state, table = self.table.state, self.table
        if wanted is not None:
            table.check_own(wanted)
        owing = state.players_to_move()
        viewer = state.viewer
        seat = wanted if wanted is not None else viewer if viewer is not None else owing[0] if owing else 0
        if state.is_terminal():
            return seat, "the game is over"
        if not owing:
            return seat, "a chance event is due"
        if seat not in owing:
            return seat, f"seat {seat} owes no decision now, turn {table.turn()}"
        return seat, None

    def _on_go(self, go: cmd.Go) -> None:
        self._check_idle("go")
        seat, reason = self._decider(go.seat)
        state = self.table.state
        time_ms = budget(go, seat, state.num_players(), self.options.number("Move Overhead"))
        held = go.infinite or go.ponder
        if reason is not None:
            for token in go.searchmoves:
                raise ProtocolError(
                    Code.ILLEGAL, f"searchmoves {quote(token)}: no move is legal here, {reason}", token
                )
            final = [
                reporting.NO_SCORE,
                f"info string nothing to decide: {reason}",
                reporting.bestmove_line(None, None),
            ]

            def idle(job: Job) -> list[str]:
                job.released.wait()
                return final

            self._start(Job(idle, go, time_ms))
            return
        moves = tuple(self._root_move(state, token, seat) for token in go.searchmoves)
        # Limits of nodes and depth hold while it ponders, too: the answer then waits for the hit. Time begins
        # with the hit, and is watched by the main thread.
        limits = Limits(
            movetime_ms=None if held else time_ms,
            nodes=None if go.infinite else go.nodes,
            depth=None if go.infinite else go.depth,
            infinite=go.infinite,
            searchmoves=moves,
        )
        view = state.view(seat)
        self._start(Job(lambda job: self._search(job, view, seat, limits), go, time_ms))

    @staticmethod
    def _root_move(state: State, token: str, seat: int) -> int:
        try:
            action = state.string_to_action(token, seat)
        except HerdmindError as error:
            raise refusal(error, Code.ILLEGAL, f"searchmoves {quote(token)}: ") from error
        if action not in state.legal_actions(seat):
            raise ProtocolError(
                Code.ILLEGAL, f"searchmoves {quote(token)}: the move is not legal here", token
            )
        return action

    def _search(self, job: Job, state: State, seat: int, limits: Limits) -> list[str]:
        """Analyse for ``seat`` from its own view; returns the lines that end with ``bestmove``."""
        show_wdl = self.options.flag("UCI_ShowWDL")
        bounds = reporting.BoundsLog()
        told: list[str] = []
        last: Report | None = None

        def tell(progress: Report) -> None:
            nonlocal told, last
            if progress is last:  # the last report comes twice, once with the answer
                return
            last = progress
            lines = reporting.info_lines(progress, show_wdl)
            if lines and lines != told:
                told = lines
                self._writer.send([*lines, *bounds.lines(progress)], passing=True)

        try:
            answer = self._analyser.analyse(state, limits, tell, job.flag, seat)
        except Exception as error:
            # The client waits for a move: it gets a legal one and is told what went wrong.
            job.released.wait()
            code = Code.MEMORY if isinstance(error, MemoryError) else Code.INTERNAL
            problem = ProtocolError(code, f"the search failed: {type(error).__name__}: {error}")
            fallback = state.action_to_string(state.legal_actions(seat)[0], seat)
            return [error_line(problem), reporting.NO_SCORE, reporting.bestmove_line(fallback, None)]
        tell(answer.report)
        final = [] if told else [reporting.NO_SCORE]
        final += self._closing(answer, seat, state.num_players())
        job.released.wait()
        return final

    def _closing(self, answer: Answer, seat: int, seats: int) -> list[str]:
        lines = reporting.value_lines(answer.report, seat, seats) + reporting.note_lines(answer.report)
        lines += reporting.sample_lines(answer.report)
        lines += reporting.proven_lines(answer)
        if answer.reason is not None:
            lines.append(f"info string {ascii_text(answer.reason)}")
        ponder = answer.ponder if self.options.flag("Ponder") else None
        return [*lines, reporting.bestmove_line(answer.best, ponder)]


def run_stdio(games: Mapping[str, Game] = GAMES, analyser_type: SearcherType = Analyser) -> int:
    """The engine on standard input and output; returns the exit code.

    Standard output is moved away to a descriptor that only the writer knows, so that a stray print or a
    library's
    warning ends in standard error and never between the protocol's lines.
    """
    sys.stdout.flush()
    out_fd = os.dup(1)
    os.dup2(2, 1)
    session = Session(0, out_fd, games, analyser_type)
    code = session.run()
    if not session.close():
        os._exit(code)  # a search that does not come back must not keep the process alive
    return code
