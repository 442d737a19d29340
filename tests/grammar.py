"""The EBNF of the protocol's page as a hypothesis strategy for lines."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import strategies as st

import protocol

PAGE = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The contents of the page's fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


KEYWORDS = [
    "moves",
    "seed",
    "seats",
    "rules",
    "value",
    "name",
    "perft",
    "searchmoves",
    "clocks",
    "incs",
    "seat",
    "movetime",
    "nodes",
    "depth",
    "mate",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "infinite",
    "ponder",
]
word = st.from_regex(r"[a-z0-9]{1,6}", fullmatch=True)
plain = word.filter(lambda w: w not in KEYWORDS)
letters = plain.filter(lambda w: not w.isdigit())
#: What the page describes in words.
LEAVES: dict[str, st.SearchStrategy[str]] = {
    "text": st.lists(word, max_size=4).map(" ".join),
    "TEXT": st.lists(plain, min_size=1, max_size=4).map(" ".join),
    "TOKEN": letters,
    "WORD": letters,
    "name": st.lists(letters, min_size=1, max_size=3).map(" ".join),
    "other": letters,
    "integer": st.integers(-(10**20), 10**20).map(str),
    "natural": st.integers(0, 2**64 - 1).map(str),
    "count": st.integers(1, 100).map(str),
    "plies": st.integers(0, 64).map(str),
    "steps": st.integers(1, 10**15).map(str),
    "first": st.integers(0, 10**15).map(str),
}


class Grammar:
    """Reads EBNF: quoted words, names, ``[ ]``, ``{ }``, ``( )``, ``|``. ``leaves`` give what has no rule."""

    def __init__(self, text: str, leaves: dict[str, st.SearchStrategy[str]]) -> None:
        self.leaves = leaves
        self.rules: dict[str, list[str]] = {}
        for name, body in re.findall(r"(\w+)\s*=((?:\"[^\"]*\"|[^;\"])*);", text):
            self.rules[name] = re.findall(r'"[^"]*"|\w+|[\[\]{}()|]', body)

    def strategy(self, name: str) -> st.SearchStrategy[str]:
        """Texts of a rule."""
        if name not in self.rules:
            return self.leaves[name]
        parsed, rest = self._choice(self.rules[name])
        assert rest == [], (name, rest)
        return parsed

    def _choice(self, words: list[str]) -> tuple[st.SearchStrategy[str], list[str]]:
        options = []
        sequence: list[st.SearchStrategy[str]] = []
        while words and words[0] not in ("]", "}", ")"):
            first, words = words[0], words[1:]
            if first == "|":
                options.append(sequence)
                sequence = []
            elif first in ("[", "{", "("):
                inner, words = self._choice(words)
                words = words[1:]
                if first == "[":
                    inner = st.one_of(st.just(""), inner)
                elif first == "{":
                    inner = st.lists(inner, max_size=3).map(" ".join)
                sequence.append(inner)
            elif first.startswith('"'):
                sequence.append(st.just(first.strip('"')))
            else:
                sequence.append(self.strategy(first))
        options.append(sequence)
        return st.one_of([st.tuples(*parts).map(" ".join) for parts in options]), words


GRAMMAR = Grammar(blocks("ebnf")[0], LEAVES)
#: Lines that are right.
valid_lines = GRAMMAR.strategy("line")


@st.composite
def nearly_valid_lines(draw: st.DrawFn) -> str:
    """Lines with a word dropped, doubled, swapped, cut or replaced."""
    words = draw(valid_lines).split() or ["go"]
    at = draw(st.integers(0, len(words) - 1))
    match draw(st.sampled_from(("drop", "double", "swap", "cut", "replace", "insert"))):
        case "drop":
            del words[at]
        case "double":
            words.insert(at, words[at])
        case "swap":
            other = draw(st.integers(0, len(words) - 1))
            words[at], words[other] = words[other], words[at]
        case "cut":
            words[at] = words[at][: draw(st.integers(0, len(words[at])))]
        case "replace":
            words[at] = draw(
                st.one_of(st.sampled_from(KEYWORDS), st.text(max_size=8), st.integers().map(str))
            )
        case "insert":
            words.insert(at, draw(st.sampled_from(KEYWORDS)))
    return " ".join(words).replace("\n", " ").replace("\r", " ")
