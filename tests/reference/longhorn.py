"""Longhorn, the whole game in plain Python: the reference that tests compare the fast engine with.

Written from the rules of the game and the notation only. Every position is a fresh object, every legal move
is found by carrying it out, and a move is identified by its token alone. Nothing here is meant to be quick.

Positions and moves are written in the notation `longhorn/1`: one line of eight fields for each position, one
word for each decision. Wrong input raises `ValueError` naming the word at fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

EDITION = "longhorn/1"
CHANCE = -1
TERMINAL = -4

COLOURS = ("black", "white", "orange", "green")
CATTLE_OF_A_COLOUR = 9
INITIAL_CATTLE = {
    "nugget": 6,
    "blackstone": 5,
    "cherokee": 4,
    "dagger": 4,
    "maverick": 4,
    "redriver": 4,
    "kidcooper": 4,
    "solomon": 3,
    "tulsa": 2,
}
STARTS = tuple(name for name, cattle in INITIAL_CATTLE.items() if cattle == 4)
TOKENS = {
    "branding": 3,
    "snakeoil": 3,
    "ambush": 3,
    "rattlesnake": 2,
    "epidemic": 1,
    "sheriff": 1,
    "gold200": 1,
    "gold300": 2,
    "gold400": 2,
    "gold500": 1,
}
GOLD = (200, 300, 400, 500)
DANGEROUS = ("rattlesnake", "sheriff")

Herd = dict[str, int]
"""Cattle by colour word; a colour that is not there has no entry."""


def neighbours(square: int) -> list[int]:
    """The squares next to `square` (0..8, row by row) in a row or a column, ascending."""
    row, column = divmod(square, 3)
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [3 * r + c for r, c in near if 0 <= r < 3 and 0 <= c < 3]


def walk_ends(start: int, steps: int) -> list[int]:
    """Squares other than `start` where a walk of exactly `steps` steps, never straight back, can end."""
    # (the square before, the square now) is all that the next step depends on
    walks: set[tuple[int | None, int]] = {(None, start)}
    for _ in range(steps):
        walks = {(now, then) for before, now in walks for then in neighbours(now) if then != before}
    return sorted({now for _, now in walks} - {start})


def add(herd: Herd, colour: str, number: int) -> None:
    """Put `number` cattle of `colour` (take them away if negative) into `herd`, in place."""
    left = herd.get(colour, 0) + number
    if left < 0:
        raise AssertionError(f"{colour} cattle below none")
    herd.pop(colour, None)
    if left:
        herd[colour] = left


def take_all(herd: Herd, colour: str) -> int:
    """Remove every animal of `colour` from `herd`, in place; how many there were."""
    return herd.pop(colour, 0)


class Position:
    """One position of Longhorn. Treat it as unchangeable: `apply` returns a new one.

    Attributes:
        names: nine location words, row by row.
        cattle: nine herds, the cattle on each square.
        tokens: nine action token words, `None` where there is none.
        herds: the cattle that seat 0 and seat 1 have stolen.
        gold: the nuggets of seat 0 and seat 1, in dollars, ascending.
        outlaw: the square of the outlaw, `None` before the start is chosen.
        turn: the seat to act; after the end, the seat that acted last.
        last: the location word where each seat began its previous turn, `None` before its first.
        phase: `start`, `play`, `draw`, `move` or `over`.
        steps: in phases `draw` and `move`, the steps that the outlaw still has to go; else 0.
        ending: in phase `over`, `money`, `nine` or `sheriff`; else "".
    """

    def __init__(self) -> None:
        self.names: list[str] = list(INITIAL_CATTLE)
        self.cattle: list[Herd] = [{} for _ in range(9)]
        self.tokens: list[str | None] = [None] * 9
        self.herds: list[Herd] = [{}, {}]
        self.gold: list[list[int]] = [[], []]
        self.outlaw: int | None = None
        self.turn: int = 1
        self.last: list[str | None] = [None, None]
        self.phase: str = "start"
        self.steps: int = 0
        self.ending: str = ""

    def copy(self) -> Position:
        """An equal position that shares nothing with this one."""
        other = Position()
        other.names = list(self.names)
        other.cattle = [dict(herd) for herd in self.cattle]
        other.tokens = list(self.tokens)
        other.herds = [dict(herd) for herd in self.herds]
        other.gold = [list(nuggets) for nuggets in self.gold]
        other.outlaw = self.outlaw
        other.turn = self.turn
        other.last = list(self.last)
        other.phase = self.phase
        other.steps = self.steps
        other.ending = self.ending
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())

    def __repr__(self) -> str:
        return f"Position.parse({self.text()!r})"

    # Text

    @staticmethod
    def parse(text: str) -> Position:
        """The position that `text` describes; `ValueError` naming the faulty word if it describes none."""
        return _parse(text)

    def text(self) -> str:
        """The position in one line; `parse` takes it back."""
        squares = [
            f"{name}:{_herd_text(herd)}:{token or '-'}"
            for name, herd, token in zip(self.names, self.cattle, self.tokens, strict=True)
        ]
        rows = "/".join(",".join(squares[row : row + 3]) for row in (0, 3, 6))
        herds = "/".join(_herd_text(herd) for herd in self.herds)
        gold = "/".join("+".join(map(str, nuggets)) or "-" for nuggets in self.gold)
        outlaw = "-" if self.outlaw is None else self.names[self.outlaw]
        last = "/".join(name or "-" for name in self.last)
        phase = self.phase
        if self.steps:
            phase += f":{self.steps}"
        if self.ending:
            phase += f":{self.ending}"
        seats = f"herds={herds} gold={gold} outlaw={outlaw} turn={self.turn} last={last}"
        return f"{EDITION} {rows} {seats} phase={phase}"

    # Whose decision

    def actor(self) -> int:
        """The seat that decides now (0 or 1), `CHANCE` before a draw, `TERMINAL` after the end."""
        if self.phase == "over":
            return TERMINAL
        if self.phase == "draw":
            return CHANCE
        return self.turn

    def cattle_left(self) -> int:
        """The number of cattle on the board."""
        return sum(sum(herd.values()) for herd in self.cattle)

    # Moves

    def successors(self) -> dict[str, Position]:
        """Every token that can be played (or, in phase `draw`, drawn) here, with the position it leads to."""
        found: dict[str, Position] = {}
        for token, after in self._all_moves():
            if token in found:
                raise AssertionError(f"two moves share the token {token}")
            found[token] = after
        return found

    def legal_moves(self) -> list[str]:
        """The tokens of every move, sorted; in phase `draw` those of every draw; after the end none."""
        return sorted(self.successors())

    def apply(self, token: str) -> Position:
        """The position after `token`; `ValueError` if it cannot be played here."""
        moves = self.successors()
        if token not in moves:
            legal = " ".join(sorted(moves)) or "none, the game is over"
            raise ValueError(f"move {token!r} is not legal here, expected one of: {legal}")
        return moves[token]

    def chance(self) -> dict[str, Fraction]:
        """The odds of every draw, by token; empty unless chance is to act."""
        if self.phase != "draw":
            return {}
        nuggets = self.gold[1 - self.turn]
        values = sorted(set(nuggets))
        return {f"nugget{value}": Fraction(nuggets.count(value), len(nuggets)) for value in values}

    def _all_moves(self) -> Iterator[tuple[str, Position]]:
        if self.phase == "start":
            yield from self._choose_start()
        elif self.phase == "play":
            yield from self._steal()
        elif self.phase == "draw":
            yield from self._draw_nugget()
        elif self.phase == "move":
            yield from self._travel(self.steps, 1 - self.turn)

    def _choose_start(self) -> Iterator[tuple[str, Position]]:
        for square, name in enumerate(self.names):
            if name in STARTS:
                after = self.copy()
                after.outlaw = square
                after.turn = 0
                after.phase = "play"
                yield "start" + name, after

    def _steal(self) -> Iterator[tuple[str, Position]]:
        """A whole turn: a theft for every colour, then the token of an emptied location, then the way on."""
        here = self._here()
        for colour in COLOURS:
            if colour not in self.cattle[here]:
                continue
            after = self.copy()
            after.last[self.turn] = self.names[here]
            stolen = take_all(after.cattle[here], colour)
            add(after.herds[self.turn], colour, stolen)
            token = None
            if not after.cattle[here]:
                # The token leaves the board in every case, also where the game ends before it takes effect.
                token = after.tokens[here]
                after.tokens[here] = None
            if token == "sheriff":
                yield colour + "sheriff", after._over("sheriff")
            elif after._has_nine():
                yield colour + "nine", after._over("nine")
            else:
                for words, then in after._take_effect(token, stolen):
                    yield colour + words, then

    def _take_effect(self, token: str | None, stolen: int) -> Iterator[tuple[str, Position]]:
        """Continuations after a theft of `stolen` cattle: the mandatory effect of `token`, then the walk."""
        opponent = 1 - self.turn
        if token is None:
            yield from self._travel(stolen, opponent)
        elif token.startswith("gold"):
            after = self.copy()
            after.gold[self.turn] = sorted([*after.gold[self.turn], int(token.removeprefix("gold"))])
            yield from _prefixed(token, after._travel(stolen, opponent))
        elif token == "snakeoil":
            yield from _prefixed(token, self._travel(stolen, self.turn))
        else:
            choices = {
                "branding": self._branding,
                "epidemic": self._epidemic,
                "ambush": self._ambush,
                "rattlesnake": self._rattlesnake,
            }[token]()
            any_choice = False
            for words, after in choices:
                any_choice = True
                if after._has_nine():
                    yield token + words + "nine", after._over("nine")
                else:
                    yield from _prefixed(token + words, after._travel(stolen, opponent))
            if token == "ambush" and self.gold[opponent]:
                any_choice = True
                after = self.copy()
                after.phase = "draw"
                after.steps = stolen
                yield "ambushnugget", after
            if not any_choice:
                yield from _prefixed(token, self._travel(stolen, opponent))

    def _branding(self) -> Iterator[tuple[str, Position]]:
        """All cattle of one colour from one neighbour; a neighbour left empty loses its token unused."""
        for square in neighbours(self._here()):
            for colour in COLOURS:
                if colour in self.cattle[square]:
                    after = self.copy()
                    add(after.herds[self.turn], colour, take_all(after.cattle[square], colour))
                    after._clear_tokens_of_empty_squares()
                    yield colour + self.names[square], after

    def _epidemic(self) -> Iterator[tuple[str, Position]]:
        """One colour that is on the board leaves it; squares left empty lose their tokens unused."""
        for colour in COLOURS:
            if any(colour in herd for herd in self.cattle):
                after = self.copy()
                for herd in after.cattle:
                    take_all(herd, colour)
                after._clear_tokens_of_empty_squares()
                yield colour, after

    def _ambush(self) -> Iterator[tuple[str, Position]]:
        """Two cattle of one colour from the opponent's herd, or the one that he has."""
        opponent = 1 - self.turn
        for colour in COLOURS:
            if colour in self.herds[opponent]:
                after = self.copy()
                number = min(2, after.herds[opponent][colour])
                add(after.herds[opponent], colour, -number)
                add(after.herds[self.turn], colour, number)
                yield colour, after

    def _rattlesnake(self) -> Iterator[tuple[str, Position]]:
        """One animal of every colour in the actor's herd runs onto a neighbour, each onto any of them."""
        colours = [colour for colour in COLOURS if colour in self.herds[self.turn]]
        for squares in product(neighbours(self._here()), repeat=len(colours)):
            after = self.copy()
            words = ""
            for colour, square in zip(colours, squares, strict=True):
                add(after.herds[self.turn], colour, -1)
                add(after.cattle[square], colour, 1)
                words += colour + self.names[square]
            yield words, after

    def _draw_nugget(self) -> Iterator[tuple[str, Position]]:
        opponent = 1 - self.turn
        for value in sorted(set(self.gold[opponent])):
            after = self.copy()
            after.gold[opponent].remove(value)
            after.gold[self.turn] = sorted([*after.gold[self.turn], value])
            after.phase = "move"
            if not after._destinations(self.steps, opponent):
                after = after._over("money")
            yield f"nugget{value}", after

    def _travel(self, steps: int, next_seat: int) -> Iterator[tuple[str, Position]]:
        """The outlaw goes `steps` steps and `next_seat` acts there; without a destination the game ends."""
        destinations = self._destinations(steps, next_seat)
        if not destinations:
            yield "end", self._over("money")
        for square in destinations:
            after = self.copy()
            after.outlaw = square
            after.turn = next_seat
            after.phase = "play"
            after.steps = 0
            yield "to" + self.names[square], after

    def _destinations(self, steps: int, next_seat: int) -> list[int]:
        """The squares that the outlaw may go to in `steps` steps when `next_seat` is to act there."""
        reached = [square for square in walk_ends(self._here(), steps) if self.cattle[square]]
        allowed = [
            square
            for square in reached
            if not (self.tokens[square] in DANGEROUS and self.names[square] == self.last[next_seat])
        ]
        return allowed or reached

    def _over(self, ending: str) -> Position:
        after = self.copy()
        after.phase = "over"
        after.steps = 0
        after.ending = ending
        return after

    def _here(self) -> int:
        if self.outlaw is None:
            raise AssertionError("the outlaw is not on the board yet")
        return self.outlaw

    def _has_nine(self) -> bool:
        return CATTLE_OF_A_COLOUR in self.herds[self.turn].values()

    def _clear_tokens_of_empty_squares(self) -> None:
        for square, herd in enumerate(self.cattle):
            if not herd:
                self.tokens[square] = None

    # The end

    def money(self, seat: int) -> int:
        """The dollars of `seat` if the money were counted now: herd against the board, and nuggets."""
        on_board: Counter[str] = Counter()
        for herd in self.cattle:
            on_board.update(herd)
        herd_worth = sum(100 * held * on_board[colour] for colour, held in self.herds[seat].items())
        return herd_worth + sum(self.gold[seat])

    def result(self) -> tuple[list[int], list[int]]:
        """Ranks (1 is best, a tie shares it) and money in dollars of the two seats.

        Before the end there is no result: `ValueError`.
        After nine of a colour or the Sheriff the money is still the money held; only the ranks say who won.
        """
        if self.phase != "over":
            raise ValueError(f"no result in phase {self.phase}: the game is not over")
        money = [self.money(0), self.money(1)]
        if self.ending == "money":
            ranks = [1 + (money[1] > money[0]), 1 + (money[0] > money[1])]
        else:
            winner = self.turn if self.ending == "nine" else 1 - self.turn
            ranks = [1 + (winner != 0), 1 + (winner != 1)]
        return ranks, money

    def value(self) -> int:
        """The result for seat 0: 1 won, 0 drawn, -1 lost; `ValueError` before the end."""
        ranks, _ = self.result()
        return ranks[1] - ranks[0]

    # Counting

    def divide(self, plies: int) -> dict[str, int]:
        """For every token that can be played here, how many lines of `plies` tokens begin with it."""
        if plies < 1:
            raise ValueError(f"divide over {plies} plies: at least 1 is needed")
        return {token: after.perft(plies - 1) for token, after in sorted(self.successors().items())}

    def perft(self, plies: int) -> int:
        """The number of lines of exactly `plies` tokens from here, draws counted as tokens.

        A line that the end of the game cuts short is not counted.
        """
        if plies == 0:
            return 1
        return sum(self.divide(plies).values())


def _prefixed(words: str, moves: Iterator[tuple[str, Position]]) -> Iterator[tuple[str, Position]]:
    for rest, after in moves:
        yield words + rest, after


def set_up(random: Random) -> Position:
    """A deal drawn with `random`: squares, tokens and cattle in place, seat 1 about to choose the start."""
    position = Position()
    random.shuffle(position.names)
    bag = [token for token, number in TOKENS.items() for _ in range(number)]
    drawn = random.sample(bag, 9)
    nugget = position.names.index("nugget")
    if "sheriff" in drawn:
        found = drawn.index("sheriff")
        drawn[found], drawn[nugget] = drawn[nugget], drawn[found]
    position.tokens = list(drawn)
    cattle = [colour for colour in COLOURS for _ in range(CATTLE_OF_A_COLOUR)]
    random.shuffle(cattle)
    for square, name in enumerate(position.names):
        for _ in range(INITIAL_CATTLE[name]):
            add(position.cattle[square], cattle.pop(), 1)
    return position


# Reading the position text


def _herd_text(herd: Herd) -> str:
    return "".join(f"{colour[0]}{herd[colour]}" for colour in COLOURS if colour in herd) or "-"


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _parse_herd(word: str) -> Herd:
    herd: Herd = {}
    by_letter = {colour[0]: colour for colour in COLOURS}
    right = "expected '-' or letter and count pairs in the order b w o g, such as b2g1"
    if word != "-":
        _need(len(word) % 2 == 0, f"cattle {word!r}: {right}")
        for letter, count in zip(word[::2], word[1::2], strict=True):
            _need(letter in by_letter and count in "123456789", f"cattle {word!r}: {right}")
            herd[by_letter[letter]] = int(count)
    _need(bool(word) and _herd_text(herd) == word, f"cattle {word!r}: {right}")
    return herd


def _parse_gold(word: str) -> list[int]:
    values = [] if word == "-" else word.split("+")
    right = "expected '-' or nuggets of 200 to 500, ascending, joined by '+'"
    _need(all(value in map(str, GOLD) for value in values), f"gold {word!r}: {right}")
    _need(values == sorted(values), f"gold {word!r}: {right}")
    return [int(value) for value in values]


def _parse_location(word: str) -> str | None:
    if word == "-":
        return None
    _need(word in INITIAL_CATTLE, f"location {word!r}: expected '-' or one of {' '.join(INITIAL_CATTLE)}")
    return word


def _field(word: str, key: str) -> str:
    _need(word.startswith(key + "="), f"field {word!r}: expected {key}=")
    return word.removeprefix(key + "=")


def _pair(word: str, key: str) -> list[str]:
    halves = _field(word, key).split("/")
    _need(len(halves) == 2, f"field {word!r}: expected two seats parted by '/'")
    return halves


def _parse(text: str) -> Position:
    fields = text.split(" ")
    _need(len(fields) == 8, f"position {text!r}: expected 8 fields with single spaces, found {len(fields)}")
    _need(fields[0] == EDITION, f"edition {fields[0]!r}: expected {EDITION}")
    position = Position()
    _parse_squares(fields[1], position)
    position.herds = [_parse_herd(word) for word in _pair(fields[2], "herds")]
    position.gold = [_parse_gold(word) for word in _pair(fields[3], "gold")]
    outlaw = _parse_location(_field(fields[4], "outlaw"))
    position.outlaw = None if outlaw is None else position.names.index(outlaw)
    turn = _field(fields[5], "turn")
    _need(turn in ("0", "1"), f"turn {turn!r}: expected 0 or 1")
    position.turn = int(turn)
    position.last = [_parse_location(word) for word in _pair(fields[6], "last")]
    _parse_phase(_field(fields[7], "phase"), position)
    _check(position)
    if position.text() != text:
        raise AssertionError(f"{text!r} was read as {position.text()!r}")
    return position


def _parse_squares(word: str, position: Position) -> None:
    rows = [row.split(",") for row in word.split("/")]
    _need([len(row) for row in rows] == [3, 3, 3], f"squares {word!r}: expected three rows of three")
    for square, part in enumerate(part for row in rows for part in row):
        pieces = part.split(":")
        _need(len(pieces) == 3, f"square {part!r}: expected name:cattle:token")
        name, herd, token = pieces
        _need(name in INITIAL_CATTLE, f"square {part!r}: {name!r} is not a location")
        _need(token == "-" or token in TOKENS, f"square {part!r}: {token!r} is not an action token")
        position.names[square] = name
        position.cattle[square] = _parse_herd(herd)
        position.tokens[square] = None if token == "-" else token
        _need(herd != "-" or token == "-", f"square {part!r}: an empty square holds no token")
        _need(token != "sheriff" or name == "nugget", f"square {part!r}: the Sheriff lies on nugget only")
    _need(len(set(position.names)) == 9, f"squares {word!r}: expected every location once")


def _parse_phase(word: str, position: Position) -> None:
    phase, _, rest = word.partition(":")
    if word in ("start", "play"):
        position.phase = word
    elif phase in ("draw", "move") and rest in list("12345678"):
        position.phase = phase
        position.steps = int(rest)
    elif phase == "over" and rest in ("money", "nine", "sheriff"):
        position.phase = phase
        position.ending = rest
    else:
        right = "start, play, draw:N, move:N or over:money, over:nine, over:sheriff"
        raise ValueError(f"phase {word!r}: expected {right}")


def _check(position: Position) -> None:
    """Refuse positions that contradict themselves."""
    for colour in COLOURS:
        total = sum(herd.get(colour, 0) for herd in position.cattle + position.herds)
        _need(total <= CATTLE_OF_A_COLOUR, f"{total} {colour} cattle: there are only {CATTLE_OF_A_COLOUR}")
    in_play = Counter(token for token in position.tokens if token)
    in_play.update(f"gold{value}" for nuggets in position.gold for value in nuggets)
    for token, number in in_play.items():
        _need(number <= TOKENS[token], f"{number} tokens {token}: there are only {TOKENS[token]}")
    for seat in (0, 1):
        if CATTLE_OF_A_COLOUR in position.herds[seat].values():
            taken = position.turn == seat and position.ending in ("nine", "sheriff")
            _need(taken, f"herds: seat {seat} holds nine of a colour, which ends the game")
    phase = position.phase
    if phase == "start":
        _need(position.outlaw is None, "outlaw: expected '-' in phase start")
        _need(position.turn == 1, "turn: expected 1 in phase start")
        _need(not any(position.herds) and not any(position.gold), "herds, gold: expected none")
        _need(position.last == [None, None], "last: expected -/- in phase start")
        for name, herd in zip(position.names, position.cattle, strict=True):
            number, dealt = sum(herd.values()), INITIAL_CATTLE[name]
            _need(number == dealt, f"square {name}: {number} cattle, a deal has {dealt}")
        return
    if position.outlaw is None:
        raise ValueError(f"outlaw '-': expected a location in phase {phase}")
    here = position.cattle[position.outlaw]
    name = position.names[position.outlaw]
    if phase == "play":
        _need(bool(here), f"outlaw {name!r}: there are no cattle to steal")
    if phase in ("draw", "move"):
        _need(not here, f"outlaw {name!r}: an Ambush leaves the location empty")
    if phase == "draw":
        _need(bool(position.gold[1 - position.turn]), "gold: the seat ambushed holds no nugget to draw")
    if phase == "move":
        destinations = position._destinations(position.steps, 1 - position.turn)
        _need(bool(destinations), f"phase move:{position.steps}: no location can be reached")
    if position.ending == "nine":
        _need(position._has_nine(), f"phase over:nine: seat {position.turn} holds no nine of a colour")
