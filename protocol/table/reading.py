"""Reader of typed text: beginnings of words, words of the phrases, other spellings and several events in one
line become tokens. Also the next question, in words.

The reader plays the tokens on a copy of the table and reads each against the legal tokens there. It fills in
events that nobody has to type: a choice that this seat does not see, and an outcome that is the only one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from protocol.base.errors import Code, ProtocolError, quote
from protocol.table.table import Table
from protocol.table.telling import words as told_words
from solver.errors import HerdmindError, IllegalMove
from solver.game import CHANCE_PLAYER, UNSEEN_TOKEN
from solver.games.entered import EnteredSetup

#: Greatest number of legal tokens that an error names.
NAMED_MAX = 24
#: Above this number of tokens an error names only one, as an example.
MANY = 120
#: Greatest number of events in one line.
EVENTS_MAX = 1000
#: Shortest word that is looked up in phrases, and shortest name of a seat that may stand before an event.
PHRASE_LEAST = 2
_LEAD = re.compile(r"[a-z]{2,}")
_LETTERS_DIGITS = re.compile(r"([a-z]+)([0-9]+)")
_WORD = re.compile(r"[a-z0-9]+")
#: Separators that count as blanks.
_BLANKS = re.compile(r"[,;]")
#: A seat, named before its action.
_SEAT = re.compile(r"seat ?([0-9]+)")


def asks(table: Table) -> str:
    """The next event or decision to enter, in words."""
    state = table.state
    if isinstance(state, EnteredSetup):
        return state.asks()
    if state.is_terminal():
        return "nothing: the game is over"
    if table.game.asks is not None:
        return table.game.asks(state)
    if state.current_player() == CHANCE_PLAYER:
        return "what chance brings"
    return f"the move of seat {state.players_to_move()[0]}"


def options(table: Table) -> list[str]:
    """The tokens that can be entered now."""
    if table.state.current_player() == CHANCE_PLAYER:
        return [table.state.action_to_string(action) for action in table.state.legal_actions()]
    return table.legal()


def read(table: Table, words: Sequence[str], titles: Sequence[str] | None = None) -> list[str]:
    """The tokens that ``words`` stand for, including those filled in before, between and after them.

    ``titles``: the name of each seat for people, who count seats from 1; without them seats count from 0.

    Raises:
        ProtocolError: a word fits no legal token, or more than one; the error names the word.
    """
    copy = table.clone()
    out: list[str] = []
    at = 0
    words = [part for word in words for part in _BLANKS.split(word) if part]
    words = _by_number(words, titles) if titles else words
    plain = [word.lower() for word in words]
    while True:
        _fill(copy, out, plain[at] if at < len(plain) else None)
        if at == len(plain):
            return out
        tokens = options(copy)
        if plain[at] == UNSEEN_TOKEN and UNSEEN_TOKEN not in tokens and out[-1:] == [UNSEEN_TOKEN]:
            at += 1  # filled in already
            continue
        if not tokens:
            raise ProtocolError(Code.ILLEGAL, f"{quote(words[at])}: the game is over", words[at])
        named = _seat_named(copy, tokens, plain[at:], words[at:])
        if titles and not named:
            named = _called(copy, tokens, plain[at:], titles)
            plain[at + named] = _counted(copy, tokens, plain[at + named])
        at += named
        token, used = _match(copy, tokens, plain[at:], words[at:])
        copy.push(token)
        out.append(token)
        at += used
        if len(out) > EVENTS_MAX:
            raise ProtocolError(Code.RANGE, f"{quote(words[at - 1])}: too much for one line", words[at - 1])


def _fill(table: Table, out: list[str], word: str | None) -> None:
    """Enter events that need no word. A single outcome is left to the next word if that begins it."""
    while len(out) <= EVENTS_MAX and not table.state.is_terminal():
        chance = table.state.current_player() == CHANCE_PLAYER
        if len(table.state.legal_actions()) != 1:
            return
        tokens = options(table)
        if not (chance or tokens[0] == UNSEEN_TOKEN):
            return
        if word and tokens[0] != UNSEEN_TOKEN and _at(tokens[0], word, 0):
            return
        table.push(tokens[0])
        out.append(tokens[0])


def _by_number(words: Sequence[str], titles: Sequence[str]) -> list[str]:
    """The words with seats numbered from 0; where seats have names (``titles``), people count them from 1."""
    out = list(words)
    for at, word in enumerate(words):
        after = words[at + 1] if word.lower() == "seat" and at + 1 < len(words) else ""
        match = _SEAT.fullmatch(f"{word} {after}".strip().lower())
        if match is not None and 1 <= int(match[1][:9]) <= len(titles):
            number = int(match[1]) - 1
            if after:
                out[at + 1] = str(number)
            else:
                out[at] = f"seat{number}"
    return out


def _seat_named(table: Table, tokens: Sequence[str], words: Sequence[str], typed: Sequence[str]) -> int:
    """The number of leading words that only name the acting seat: ``seat 1 50`` means ``50`` where seat 1 is
    to act, and is an error elsewhere.

    Raises:
        ProtocolError: another seat is to act, or nothing follows the seat.
    """
    used = 1 if words[0] != "seat" else 2
    match = _SEAT.fullmatch(" ".join(words[:used]))
    if match is None or words[0] in tokens:
        return 0
    said, asked = f"seat {match[1]}", match[1] in _SEAT.findall(asks(table))
    if not asked and any(match[1] in _SEAT.findall(text) for _, text in told_words(table, None)):
        return 0  # it distinguishes legal tokens
    lead = _lead(tokens)
    if not asked and used > 1 and lead and lead + match[1] in tokens and "seat" not in asks(table):
        return 1  # a seat is the answer, and its number the token
    if not asked:
        raise ProtocolError(Code.ILLEGAL, f"{quote(said)} is not asked for, but {asks(table)}", typed[0])
    if used == len(words):
        raise ProtocolError(Code.ILLEGAL, f"{quote(said)}: say what as well: {asks(table)}", typed[0])
    return used


def _called(table: Table, tokens: Sequence[str], words: Sequence[str], titles: Sequence[str]) -> int:
    """The number of leading words that only name the acting seat by its name: ``Anna 50`` means ``50`` where
    Anna is to act. A word that begins a token is not a name."""
    if any(token.startswith(words[0]) for token in tokens):
        return 0
    for seat in map(int, _SEAT.findall(asks(table))):
        title = titles[seat].lower() if seat < len(titles) else ""
        name = title.split()
        if len(title) < PHRASE_LEAST or title.isdigit() or _SEAT.fullmatch(title):
            continue
        if list(words[: len(name)]) == name and len(words) > len(name):
            return len(name)
    return 0


def _counted(table: Table, tokens: Sequence[str], word: str) -> str:
    """The word, or the token of the seat that it counts from 1 where each token is that of a seat.

    Raises:
        ProtocolError: there is no such seat.
    """
    if not word.isdecimal() or word in tokens:
        return word
    number = len(_lead(tokens))
    of_seats = {token[number:]: token for token in tokens}
    phrases = dict(told_words(table, None))
    if not all(seat in _SEAT.findall(phrases.get(token, "")) for seat, token in of_seats.items()):
        return word
    found = of_seats.get(str(int(word[:9]) - 1))
    if found is None:
        among = " ".join(str(int(seat) + 1) for seat in of_seats)
        raise ProtocolError(Code.ILLEGAL, f"{quote(word)} is none of the seats asked for: {among}", word)
    return found


def _match(
    table: Table, tokens: Sequence[str], words: Sequence[str], typed: Sequence[str]
) -> tuple[str, int]:
    """The token that the first words mean, and the number of those words."""
    first = words[0]
    if first in tokens:
        return first, 1
    if first == "?" and UNSEEN_TOKEN in tokens:
        return UNSEEN_TOKEN, 1
    if table.game.spell is not None:
        try:
            spelt = table.game.spell(table.state, words, tokens)
        except IllegalMove as error:
            raise ProtocolError(Code.ILLEGAL, f"{error}; asked is {asks(table)}", error.token) from error
        if spelt is not None:
            return spelt
    lead = _lead(tokens)
    if lead + first in tokens:
        return lead + first, 1
    phrases: dict[str, str] = {}

    def phrase(token: str) -> str:
        if not phrases:
            phrases.update({name: text.lower() for name, text in told_words(table, None)})
        return phrases.get(token, "")

    left, used = list(tokens), 0
    while used < len(words):
        found = _narrow(left, words[used], lead, phrase, first=used == 0)
        if not found:
            if used:
                break
            what = _why(table, first) or f"{quote(typed[0])} fits nothing here"
            raise ProtocolError(Code.ILLEGAL, f"{what}; asked is {asks(table)}: {_some(tokens)}", typed[0])
        left, used = found, used + 1
        if len(left) == 1:
            return left[0], used + _goes_on(left[0], lead, words[:used], words[used:])
        exact = [token for token in left if token in ("".join(words[:used]), lead + "".join(words[:used]))]
        if exact:
            return exact[0], used
    word = " ".join(typed[:used])
    raise ProtocolError(Code.ILLEGAL, f"{quote(word)} can be any of: {_some(left)}", typed[0])


def _why(table: Table, word: str) -> str:
    """The reason of the rules why a token cannot be played here; empty for a word that is not a token."""
    owing = table.state.players_to_move()
    try:
        table.state.string_to_action(word, owing[0] if owing else None)
    except IllegalMove as error:
        said = str(error)
        return said if word in said else f"{quote(word)}: {said}"
    except HerdmindError:
        pass
    return ""


def _narrow(
    tokens: Sequence[str], word: str, lead: str, phrase: Callable[[str], str], *, first: bool
) -> list[str]:
    """The tokens that a word fits, by the first rule that gives any: it begins the token, with or without the
    common prefix; it is part of the token; it begins a word of the phrase."""
    ways: list[Callable[[str], bool]] = []
    if first:
        ways.append(lambda token: _at(token, word, 0))
        ways.append(lambda token: token.startswith(lead) and _at(token, word, len(lead)))
    else:
        ways.append(lambda token: token.endswith(word) and _within(token, word))
    ways.append(lambda token: _within(token, word))
    parts = _LETTERS_DIGITS.fullmatch(word)
    if parts is not None:
        ways.append(lambda token: _short(token, parts[1], parts[2], whole=True))
        ways.append(lambda token: _short(token, parts[1], parts[2], whole=False))
    if len(word) >= PHRASE_LEAST and not word.isdigit():
        ways.append(lambda token: any(part.startswith(word) for part in _WORD.findall(phrase(token))))
    for fits in ways:
        found = [token for token in tokens if fits(token)]
        if found:
            return found
    return []


def _goes_on(token: str, lead: str, before: Sequence[str], after: Sequence[str]) -> int:
    """The number of following words that spell the rest of a token: ``6 roll`` is ``6roll``."""
    begun = "".join(before)
    for start in (begun, lead + begun):
        if token.startswith(start) and len(start) < len(token):
            rest, used = token[len(start) :], 0
            while used < len(after) and rest and rest.startswith(after[used]):
                rest, used = rest[len(after[used]) :], used + 1
            return used
    return 0


def _short(token: str, letters: str, digits: str, *, whole: bool) -> bool:
    """Whether a token is letters and a number that begin like this: ``g3`` is ``gold300``."""
    match = _LETTERS_DIGITS.fullmatch(token)
    if match is None or not match[1].startswith(letters):
        return False
    return match[2] == digits if whole else match[2].startswith(digits)


def _at(token: str, word: str, at: int) -> bool:
    """Whether the token has the word at index ``at``, without splitting a number."""
    end = at + len(word)
    if not word or token[at:end] != word:
        return False
    before = at and token[at - 1].isdigit() and word[0].isdigit()
    after = end < len(token) and token[end].isdigit() and word[-1].isdigit()
    return not before and not after


def _within(token: str, word: str) -> bool:
    return any(_at(token, word, at) for at in range(len(token) - len(word) + 1))


def _lead(tokens: Sequence[str]) -> str:
    """The common prefix of all tokens, in letters, which need not be typed."""
    if len(tokens) < 2:
        return ""
    match = _LEAD.match(min(tokens))
    lead = match[0] if match else ""
    while lead and not all(token.startswith(lead) and len(token) > len(lead) for token in tokens):
        lead = lead[:-1]
    return lead if len(lead) > 1 else ""


def _some(tokens: Sequence[str]) -> str:
    if len(tokens) > MANY:
        return f"for example {tokens[len(tokens) // 2]}"
    shown = NAMED_MAX
    more = f" and {len(tokens) - shown} more" if len(tokens) > shown else ""
    return " ".join(tokens[:shown]) + more
