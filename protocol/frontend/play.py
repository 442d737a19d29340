"""Course of a game against the engine, or among people, at one terminal."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from protocol.client import EngineRefused, Info
from protocol.frontend import kept
from protocol.frontend import record as games
from protocol.frontend.desk import Setup
from protocol.frontend.kept import GameFile
from protocol.frontend.menu import Unclear, numbered, pick, quoted
from protocol.frontend.orders import COMMANDS, REDRAWING, Leave, carry_out, command_of
from protocol.frontend.sitting import Sitting
from protocol.frontend.terminal import Resized
from protocol.frontend.verdict import Choice

#: Name of the person who enters chance by hand.
CHANCE = "chance"
#: Most outcomes of chance that are listed with numbers; where there are more, only the result is asked for.
OUTCOMES_MAX = 12


class Play(Sitting):
    """One game at a terminal, from its current position to its end."""

    def run(self) -> int:
        """Play until the end or until the player leaves. Returns the exit code (130 after Ctrl-C)."""
        try:
            self.save()
            while True:
                turn = self.desk.turn()
                if turn == "none" or self.game.over:
                    self._finish()
                    if not self._again():
                        return 0
                    continue
                try:
                    if turn == "chance":
                        self._enter_chance()
                    elif self.seats[turn[0]].human:  # type: ignore[index]
                        self._ask(int(turn[0]))
                    else:
                        self._let_think(int(turn[0]))
                except KeyboardInterrupt:
                    if self._interrupted:
                        return self._leave(130)
                    self._interrupted = True
                    self.message = ["Ctrl-C: once more leaves the game (it is kept); anything else goes on"]
        except (EOFError, Leave):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)

    def _leave(self, code: int) -> int:
        self.terminal.quiet()
        if not self.file.made and not self.save_failed:
            self.terminal.say("Nothing was played, so nothing is kept.")
        elif not self.save_failed:
            self.terminal.say(f"The game is kept in {self.file.path}.")
            self.terminal.say(f"Go on with: herdmind play --resume {self.file.word}")
        return code

    def _finish(self) -> None:
        """Show the end: the open table, the winner, and how the scores came about."""
        if not self.game.over:
            ending = self.desk.ending()
            self.game = replace(
                self.game,
                ending=games.NORMAL,
                ranks=ending.ranks,
                scores=ending.scores,
                returns=ending.returns,
            )
            self.save()
        self.show_end()

    def _again(self) -> bool:
        """Ask for another game, which has the same seats, a new deal and its own file."""
        if not self.terminal.live or not any(seat.human for seat in self.seats):
            return False
        try:
            answer = self.terminal.ask("Another game with a new deal? Enter: yes, n: no ")
        except (EOFError, KeyboardInterrupt):
            return False
        if answer.lower() not in ("", "y", "yes"):
            return False
        deal, start, setup = self.game.deal, self.game.start, self.desk.setup
        seed = random.SystemRandom().randrange(1, 2**31)
        if start is not None:  # the new game has its own deal; later chance is entered by hand
            self.desk.set_up(Setup(setup.game, len(self.seats), setup.rules, seed, figures=setup.figures))
            start = self.desk.text()
        deal = None if deal is None else seed
        self.desk.set_up(replace(setup, start=start, seed=None if start is not None else deal))
        self.game = games.Game(
            edition=self.game.edition,
            deal=deal,
            rules=self.game.rules,
            names=(),
            players=(),
            start=start,
            figures=self.game.figures,
            extra={"begun": kept.now()},
        )
        self.file = GameFile()
        self.told = [0] * len(self.seats)
        self.sat = [0] * len(self.seats)
        self.viewer, self.undone, self.message = None, [], []
        self.shown = self.seen = self._interrupted = False
        self.save()
        return True

    def _let_think(self, seat: int) -> None:
        chair = self.seats[seat]
        assert chair.level is not None
        if all(other.human is False for other in self.seats):
            self.draw(None, [])
        elif self.terminal.live and not self.seen:
            # the player needs a page to look at while the engine thinks about its first move
            self.draw(self.only_human(), [])
            self.message = self.said
        choices = self.desk.choices(seat)
        begin = time.monotonic()
        if len(choices) == 1:
            self.enter(seat, choices[0].token, None)
            return

        title = self.title(seat)

        def progress(info: Info) -> None:
            self.terminal.status(
                f"{title}, {chair.name}, thinks: {time.monotonic() - begin:.1f} s, {info.nodes:,} nodes"
                "   (Ctrl-C: move now)"
            )

        self.terminal.status(f"{title}, {chair.name}, thinks")
        seed = None if self.engine_seed is None else (self.engine_seed + len(self.game.moves)) % 2**31
        thought = self.desk.think(
            seat, chair.limit, skill=chair.level.skill, seed=seed, progress=progress, hurry=True
        )
        self.terminal.quiet()
        best = thought.best or choices[0]
        self.enter(seat, best.token, (time.monotonic() - begin) * 1000)

    def _enter_chance(self) -> None:
        choices = self.desk.choices()
        if len(choices) == 1:
            self.enter(games.CHANCE, choices[0].token, None)
            return
        viewer = self.only_human()
        asked = self.desk.asks()
        if not any(asked in line for line in self.message):
            self.message = [*self.message, f"Enter what came: {asked}"]
        self.draw(viewer, choices if len(choices) <= OUTCOMES_MAX else (), "What may come")
        choice = self._prompt(CHANCE, choices, viewer)
        if choice is not None:
            self.enter(games.CHANCE, choice.token, None)

    def _change_hands(self, seat: int) -> None:
        """Hide the screen until the next person confirms, to keep each hand from the other players."""
        if self.only_human() is None and self.viewer != seat and self.hides(seat):
            self.viewer = None
            title = capital(self.title(seat))
            self.terminal.curtain(f"{title} is next: nobody else may look. {title}, press Enter ")
        self.viewer = seat

    def _ask(self, seat: int) -> None:
        self._change_hands(seat)
        choices = self.desk.choices(seat)
        begin = time.monotonic()
        title = self.title(seat)
        self.draw(seat, choices, f"{capital(title)}, your move")
        choice = self._prompt(title, choices, seat)
        if choice is not None:
            self.told[seat] = self.desk.events(seat)
            self.enter(seat, choice.token, (time.monotonic() - begin) * 1000)

    def _prompt(self, who: str, choices: Sequence[Choice], seat: int | None) -> Choice | None:
        """The move that the player names; None if the line was a command, which has been carried out."""
        words = [(choice.token, choice.phrase) for choice in choices] + list(COMMANDS.items())
        tokens = [choice.token for choice in choices]
        asked = self.desk.asks() if who == CHANCE else None
        typed, self.ahead = self.ahead, ""
        try:
            typed = typed or self.terminal.ask(
                f"{who}> ", words, lambda text: meaning(text, choices, asked, who), self._draft
            )
        except Resized as resized:
            self._draft, self.message = resized.typed, self.said
            return None
        self._draft = ""
        self._interrupted = False
        self.message = []
        command = command_of(typed, tokens)
        if not typed:
            return self._only(choices)
        if command is not None:
            self._carry_out(command, typed.split()[1:], choices, seat)
            return None
        try:
            if asked is not None and (len(choices) > OUTCOMES_MAX or not typed.isdecimal()):
                return self._read(choices, typed)  # an unlisted choice has no number
            return pick(choices, typed, who)
        except Unclear as problem:
            self.message = [self._reason(typed) or str(problem)]
            return None

    def _reason(self, typed: str) -> str:
        """The reason of the rules why a move cannot be played; empty for words that are not a move."""
        try:
            self.desk.read(typed)
        except EngineRefused as problem:
            if not any(word in problem.message for word in ("fits nothing here", "can be any of")):
                return problem.message
        return ""

    def _only(self, choices: Sequence[Choice]) -> Choice | None:
        """The move that Enter alone plays: the only legal move, when the table is the last thing shown."""
        only = ""
        if len(choices) == 1:
            if self.offered:
                return choices[0]
            only = f"Enter plays {choices[0].token} right below the table alone: "
        self.message = [f"{only}type a move, or help"]
        return None

    def _carry_out(self, command: str, rest: list[str], choices: Sequence[Choice], seat: int | None) -> None:
        """Carry out a command. An error becomes the message on the next page."""
        try:
            carry_out(self, command, rest, choices, seat)
            self.shown = self.shown and command not in REDRAWING
        except OSError as problem:
            # the error of a full disk names no file
            self.message = [f"{problem.filename or ' '.join(rest)}: {problem.strerror}"]
        except (Unclear, ValueError, EngineRefused) as problem:
            self.message = [getattr(problem, "message", str(problem))]

    def _read(self, choices: Sequence[Choice], typed: str) -> Choice | None:
        """The outcome of chance that typed text means: dice in any order, the beginning of a word."""
        try:
            tokens = self.desk.read(typed)
        except EngineRefused as problem:
            self.message = [problem.message]
            return None
        if len(tokens) > 1:
            self.message = [f"'{quoted(typed)}' is more than {self.desk.asks()}"]
            return None
        return next((choice for choice in choices if [choice.token] == tokens), None)


def capital(name: str) -> str:
    """A name with a capital letter for the beginning of a sentence."""
    return name[:1].upper() + name[1:]


def meaning(text: str, choices: Sequence[Choice], asked: str | None, who: str = "") -> str:
    """The effect of the text typed so far by ``who``. ``asked``: the question about chance, None where a move
    is due."""
    if not text.strip():
        if asked is not None:
            return f"{asked} | help undo quit"
        what = "number, token or words" if numbered(choices) else "a move"
        only = f"Enter plays {choices[0].token}" if len(choices) == 1 else f"{what}; Tab completes"
        return f"{only} | help rules hint story undo quit"
    command = command_of(text, [choice.token for choice in choices])
    if command is not None:
        return COMMANDS[command]
    try:
        return pick(choices, text, who).phrase
    except Unclear as problem:
        return asked or str(problem)
