"""The session: options, the table, the one running search, and the loop that reads commands.

Threads: the main thread reads commands and answers them, one worker runs whatever takes time (search, perft,
bench, eval), and the writer prints. The main thread never waits for the worker: a command that must not
overtake a running count or a stopping search is deferred, in order, until that work has ended.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping

from protocol import DIALECT, VERSION
from protocol.base.errors import Code, ProtocolError, ascii_text, coloured_text, error_line, quote
from protocol.base.files import check_file
from protocol.session import bench, tasks
from protocol.session import commands as cmd
from protocol.session.budget import budget
from protocol.session.jobs import Item, Job, Waiting, Worker
from protocol.session.options import Option, Options, settings_of, standard_table
from protocol.session.parsing import parse
from protocol.session.queries import answer, drawing
from protocol.session.streams import DebugLog, Input, LineSplitter, Writer, reader_gone
from protocol.table.searcher import SearcherType
from protocol.table.table import Table, named_game, refusal
from solver.analysis import Analyser, Limits, Settings, StopFlag
from solver.errors import HerdmindError
from solver.games import GAMES, Game, game_named, outline
from solver.games.figures_file import MAX_BYTES

#: Seconds that ``quit`` gives to running work, and seconds that the process may then take to end.
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
        self._input = Input(in_fd)
        self._writer = Writer(out_fd, self._log, self._input.ring)
        self._log.on_failure = self._log_failed
        self._worker = Worker(self._writer.send, self._input.ring)
        self._waiting = Waiting()
        self._quit = False
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
            cmd.Push: self._on_push,
            cmd.Pop: self._on_pop,
            cmd.Go: self._on_go,
            cmd.Perft: self._on_perft,
            cmd.Query: self._on_query,
        }

    # --- the loop ---------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The position and its history. Dealt on first use, since most clients send their own."""
        if self._table is None:
            self._table = Table.fresh(self._game())
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table

    def run(self) -> int:
        """Read commands until ``quit``, the end of the input, or the loss of the client.

        Returns the exit code.
        """
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

    @property
    def failure(self) -> str:
        """The reason why output was lost, as on a full disk; empty if it was not, or the client has gone."""
        return self._writer.failure

    def close(self) -> bool:
        """Stop running work and write pending output; False when a thread is still busy after that."""
        end = time.monotonic() + EXIT_TIMEOUT
        self._halt()
        while self._worker.job is not None and time.monotonic() < end:
            time.sleep(0.005)
        self._writer.close(max(0.05, end - time.monotonic()))
        return self._worker.job is None

    def _read(self) -> bytes | None:
        """Wait for input or the alarm. Returns the bytes read (b"" at the end) or None when woken."""
        job = self._worker.job
        wait: float | None = None
        if job is not None and job.deadline is not None and not job.stopping:
            wait = job.deadline - time.monotonic()
            if wait <= 0:  # searches look at the clock too, but only now and then
                job.stop()
                return None
        return self._input.read(wait)

    def _finish(self, eof: bool) -> None:
        """Let running work end: counts complete at the end of the input, all else has ``QUIT_GRACE``."""
        moment = time.monotonic() + QUIT_GRACE
        while not self._writer.broken:
            self._drain()
            job = self._worker.job
            if job is None and not self._waiting:
                return
            counting = job is not None and job.finite
            if job is not None and not counting:
                job.stop()
            if counting and eof:
                moment = time.monotonic() + QUIT_GRACE
            if time.monotonic() > moment or reader_gone(self._out_fd):
                return
            self._input.wait(0.05)

    def _halt(self) -> None:
        self._waiting.clear()
        job = self._worker.job
        if job is not None:
            job.stop()

    def _log_failed(self, path: str, reason: str) -> None:
        """Report a debug log that ended early; called from any thread."""
        self._say([f"debug log {path} has ended: {reason}"])

    # --- one line ---------------------------------------------------------------------------------------

    def _take(self, line: str | ProtocolError) -> None:
        """Execute one line, or defer it behind work that it must not overtake."""
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
                self._waiting.append(item)  # it also stops the work that waits
                self._drain()
        elif self._waiting or self._must_wait(item):
            if self._waiting.full:
                self._refuse(ProtocolError(Code.BUSY, "too many commands wait for the running one to end"))
            else:
                self._waiting.append(item)
        else:
            self._execute(item)

    def _must_wait(self, item: Item | None = None) -> bool:
        """Whether running work must end before ``item`` (None: any waiting command) is executed."""
        job = self._worker.job
        if job is None:
            return False
        return job.sets or ((job.finite or job.stopping) and not isinstance(item, cmd.IsReady))

    def _drain(self) -> None:
        """Execute deferred commands until one must still wait."""
        while self._waiting:
            job = self._worker.job
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
        except Exception as error:  # a bug of the engine must not end the session
            self._refuse(ProtocolError(Code.INTERNAL, f"{type(error).__name__}: {error}"))

    def _refuse(self, error: ProtocolError) -> None:
        self._writer.send([error_line(error)])

    def _say(self, lines: Iterable[str]) -> None:
        self._writer.send([f"info string {ascii_text(line)}".rstrip() for line in lines])

    def _check_idle(self, what: str) -> None:
        if self._worker.job is not None:
            raise ProtocolError(
                Code.BUSY, f"{quote(what)} must wait: a search is running, send stop first", what
            )

    # --- plain commands ---------------------------------------------------------------------------------

    def _on_uci(self, _: cmd.Uci) -> None:
        lines = [
            f"id name Herdmind {VERSION}",
            "id author The Herdmind developers",
            f"info string protocol {DIALECT}",
        ]
        for name in self.games:
            game = outline(name, self.games)  # only the outline: a client plays one game, or none
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
        job = self._worker.job
        if job is not None:
            job.stop()

    def _on_ponderhit(self, _: cmd.PonderHit) -> None:
        job = self._worker.job
        if job is not None and job.pondering:
            job.hit()

    def _on_newgame(self, _: cmd.NewGame) -> None:
        self._check_idle("ucinewgame")
        table = self._fresh_table()
        owing = table.state.players_to_move()
        if owing:
            # The search loads its code and reserves its memory here: the client waits now, for readyok,
            # rather than in its first search.
            view, seat = table.state.view(owing[0]), owing[0]
            answer = self._analyser.analyse(view, Limits(nodes=1), None, StopFlag(), seat)
            if answer.remark:
                self._say([answer.remark])
        self._analyser.clear()
        self.table = table

    def _on_display(self, display: cmd.Display) -> None:
        lines = drawing(display, self.table, self.options.text("Names"))
        text = coloured_text if display.color else ascii_text
        self._writer.send([f"info string {text(line)}".rstrip() for line in lines])

    # --- options ----------------------------------------------------------------------------------------

    def _game(self) -> Game:
        return self.games[self.options.text("UCI_Variant")]

    def _figures(self) -> str | None:
        return self.options.text("Figures") or None

    def _fresh_table(self) -> Table:
        return Table.fresh(self._game(), figures=self._figures())

    def _settings(self) -> Settings:
        return settings_of(self.options, self.games)

    def _on_setoption(self, command: cmd.SetOption) -> None:
        self._check_idle("setoption")
        option = self.options.find(command.name)
        text = command.value
        if option.name == "UCI_Variant" and (game := game_named(text or "", self.games)) is not None:
            text = game.name  # people type its other names
        value = option.read(text)
        if option.name == "Clear Hash":
            self._analyser.clear()
        elif option.name == "Debug Log File":
            self._log.open(str(value))
            self.options.put(option, value)
        elif option.name == "Figures":
            if value != self.options.value("Figures"):
                self._worker.start(Job(lambda job: self._use_figures(option, str(value)), sets=True))
        else:
            previous, before = self.options.value(option.name), self._settings()
            self.options.put(option, value)
            try:
                changed = option.name == "UCI_Variant" and value != previous
                table = self._fresh_table() if changed else self.table
                if self._settings() != before:  # a rating is a different Skill in each game
                    self._analyser.configure(self._settings())
                self.table = table
            except BaseException:
                self.options.put(option, previous)
                raise

    def _use_figures(self, option: Option, path: str) -> list[str]:
        """Play with the figures of a file. Runs in the worker, since a file may be slow to read; commands
        that need the table or the options wait for it."""
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
            named = named_game(self.games, command.text)
            if named is not game:
                raise ProtocolError(
                    Code.GAME,
                    f"the position is of {quote(named.name)} but UCI_Variant is {quote(game.name)}",
                    named.name,
                )
            table = Table.read(game, command.text, self._figures())
        table.play(command.moves)
        self.table = table

    def _on_push(self, command: cmd.Push) -> None:
        self._check_idle("push")
        self.table.play(command.moves)

    def _on_pop(self, command: cmd.Pop) -> None:
        self._check_idle("pop")
        self.table.pop(command.count)

    def _on_query(self, query: cmd.Query) -> None:
        if query.what != "perft":
            words = answer(query, self.table, self.options.text("Names"))
            self._writer.send([" ".join(("response", query.what, *words))])
            return
        copy, depth = self.table.clone(), query.number
        assert depth is not None
        self._check_idle("query perft")
        self._worker.start(Job(lambda job: tasks.total(job, copy, depth)))

    # --- work that takes time ---------------------------------------------------------------------------

    def _on_perft(self, command: cmd.Perft) -> None:
        self._check_idle("perft")
        copy = self.table.clone()
        self._worker.start(Job(lambda job: tasks.divide(job, copy, command.depth, self._say)))

    def _on_bench(self, command: cmd.Bench) -> None:
        self._check_idle("bench")
        nodes = command.nodes or bench.NODES
        self._worker.start(
            Job(lambda job: tasks.fixed_work(job, self.games, nodes, self._analyser_type, self._say))
        )

    def _on_eval(self, _: cmd.Eval) -> None:
        self._check_idle("eval")
        seat, reason = tasks.decider(self.table, None)
        scores = " ".join(map(str, self.table.state.scores()))
        if reason is not None:
            self._say([f"eval scores {scores}", f"eval nothing to decide: {reason}"])
            return
        state, settings = self.table.state.view(seat), self._settings()
        self._worker.start(
            Job(lambda job: tasks.evaluate(job, self._analyser, settings, state, seat, scores))
        )

    def _on_go(self, go: cmd.Go) -> None:
        self._check_idle("go")
        seat, reason = tasks.decider(self.table, go.seat)
        state = self.table.state
        time_ms = budget(go, seat, state.num_players(), self.options.number("Move Overhead"))
        if reason is not None:
            final = tasks.nothing_to_decide(go, reason)
            self._worker.start(Job(lambda job: tasks.hold(job, final), go, time_ms))
            return
        search = tasks.Search(
            analyser=self._analyser,
            view=state.view(seat),
            seat=seat,
            limits=tasks.limits_of(go, state, seat, time_ms),
            show_wdl=self.options.flag("UCI_ShowWDL"),
            show_ponder=self.options.flag("Ponder"),
            send=lambda lines: self._writer.send(lines, passing=True),
        )
        self._worker.start(Job(search.run, go, time_ms))


#: Exit code where the output cannot be written: that of a file that fails.
LOST = 2


def run_stdio(games: Mapping[str, Game] = GAMES, analyser_type: SearcherType = Analyser) -> int:
    """Run the engine on standard input and output; returns the exit code.

    Standard output moves to a descriptor that only the writer knows. A stray print or a library's warning
    then goes to standard error and never between the lines of the protocol.
    """
    sys.stdout.flush()
    out_fd = os.dup(1)
    os.dup2(2, 1)
    session = Session(0, out_fd, games, analyser_type)
    code = session.run()
    over = session.close()
    if session.failure:
        sys.stderr.write(f"Error: cannot write to standard output: {session.failure}\n")
        sys.stderr.flush()
        code = LOST
    if not over:
        os._exit(code)  # a search that does not come back must not keep the process alive
    return code
