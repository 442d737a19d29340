"""Files of printed figures: what the readers of all games share."""

from __future__ import annotations

from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from solver.errors import SetupError

#: How sure a figure is, as its table in the file says.
CONFIDENCES = ("rule", "sourced", "single", "assumed")
#: Largest file, and longest line in characters: what reading keys of very many parts takes grows with their
#: square and more.
MAX_BYTES = 32_768
MAX_LINE = 250
#: What tomllib raises: its own ValueError, Python's for a number of too many digits, tables nested too deep.
TOML_ERRORS = (ValueError, RecursionError)


def bad_figures(message: str, token: str) -> SetupError:
    """The error of figures that cannot be used; ``token`` is the offending word."""
    return SetupError(f"figures: {message}", token, "figures")


def refuse_figures(title: str, figures: str | PathLike[str] | None) -> None:
    """Raise SetupError when figures are named for a game whose figures are its rules."""
    if figures is not None:
        message = f"the figures of {title} stand in its rules: no file can change them"
        raise SetupError(message, fspath(figures), "figures")


def check_game(table: dict[str, Any], edition: str) -> None:
    """Raise SetupError when the file is not of this game: to be said first of another game's figures."""
    game = table.get("game")
    if game != edition:
        raise bad_figures(f'game must be "{edition}", not {game!r}', str(game))


def check_words(table: dict[str, Any], where: str, words: tuple[str, ...]) -> None:
    """Raise SetupError when a table holds any word but these."""
    for word in table:
        if word not in words:
            raise bad_figures(f"unknown word {word} in [{where}]; known are {', '.join(words)}", word)


def check_confidence(table: dict[str, Any], where: str) -> None:
    """Raise SetupError unless a table says how sure its figures are."""
    if table.get("confidence") not in CONFIDENCES:
        raise bad_figures(
            f"{where}.confidence must be one of {', '.join(CONFIDENCES)}", f"{where}.confidence"
        )


def shipped_text(game: str) -> str:
    """The text of the figures file that comes with a game."""
    from importlib import resources  # like tomllib below not needed by an engine that only starts

    return resources.files(f"solver.games.{game}").joinpath("figures.toml").read_text("utf-8")


@lru_cache(8)
def parsed(text: str) -> dict[str, Any]:
    """The data of a text in TOML, kept: each position that is set reads its figures."""
    import tomllib

    return tomllib.loads(text)


def read_file(source: str | PathLike[str]) -> dict[str, Any]:
    """The data of a user's own file, whose content is yet to be checked.

    The data belongs to everybody who reads the file: nobody may change it.

    Raises SetupError (code ``figures``) when the file cannot be read, is not a regular file, larger than
    MAX_BYTES, has a line over MAX_LINE or is not TOML.
    """
    name = fspath(source)
    if "\0" not in name and Path(name).exists() and not Path(name).is_file():
        raise bad_figures(f"{name} is not a regular file", name)  # a pipe would be waited for without end
    try:
        with Path(name).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise bad_figures(f"cannot read {name}: {error.strerror or error}", name) from None
    except ValueError:
        raise bad_figures(f"{name!r} is not a file name", name) from None
    if len(raw) > MAX_BYTES:
        raise bad_figures(f"the file {name} is larger than {MAX_BYTES} bytes", name)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise bad_figures(f"{name} is not UTF-8 text", name) from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise bad_figures(f"{name}: line {number} is over {MAX_LINE} characters", name)
    try:
        return parsed(text)
    except TOML_ERRORS as error:
        raise bad_figures(f"{name} is not TOML: {error}", name) from None
