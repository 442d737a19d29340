"""Choice of the game to resume: a named one, or one of the kept games."""

from __future__ import annotations

from pathlib import Path

from protocol.frontend.kept import GameFile, Kept, Shelf, command_of, shelf
from protocol.frontend.record import Game, read_games
from protocol.frontend.terminal import Terminal

#: Word which means that the game is to be chosen from a list.
LISTED = "-"


def resumed(
    terminal: Terminal, command: str, word: str, game: str | None, save: Path | None
) -> tuple[Game, GameFile]:
    """The game that ``command`` resumes, and the file in which it is kept from now on.

    ``word``: as in :func:`opened`; with :data:`LISTED` the user chooses from a list of the resumable games,
    or of those of ``game`` if one is given. ``save``: a new file for the game.

    Raises:
        ValueError: there is no such game, none was chosen, or it belongs to another game or command.
    """
    if word == LISTED:
        of = f" of {game}" if game is not None else ""
        listed = shelf().only(command=command, game=game, unfinished=True)
        word = str(
            choose(terminal, listed, f"no game{of} is kept that {command} could go on with; name a file").path
        )
    kept, file = opened(word, command)
    if game is not None and kept.game != game:
        raise ValueError(f"the game in {word} is {kept.game}, not {game}")
    if save is not None and save != file.path:
        file = GameFile(unused(save))
    return kept, file


def opened(word: str, command: str) -> tuple[Game, GameFile]:
    """The last game of a file, or a named game of the folder, and its file: a new one if the file holds other
    games as well, as logs of matches do.

    Raises:
        ValueError: there is no such game, or another command resumes it.
    """
    path = file_of(word)
    games = read_games(path)
    if command_of(games[-1]) != command:
        other = command_of(games[-1])
        raise ValueError(f"the game in {word} goes on by: herdmind {other} --resume {word}")
    return games[-1], GameFile(path, exists=True) if len(games) == 1 else GameFile()


def file_of(word: str) -> Path:
    """The file of that name, or the file of the kept game of that name."""
    path = Path(word).expanduser()
    found = shelf().find(word) if path.name == word and not path.exists() else None
    return path if found is None else found.path


def choose(terminal: Terminal, listed: Shelf, none: str) -> Kept:
    """One of the listed games, chosen by the user; a single game is taken without asking.

    Raises:
        ValueError: the list is empty (the message is ``none``), or no game was chosen.
    """
    if not listed.games:
        raise ValueError("; ".join([none, *listed.faults]))
    if len(listed.games) == 1:
        return listed.games[0]
    terminal.say("\n".join([*listed.lines(), *listed.faults]))
    try:
        typed = terminal.ask("Which one? Its number, or Enter for the first: ")
    except EOFError:
        raise ValueError("no game was chosen") from None
    found = listed.find(typed or "1")
    if found is None:
        raise ValueError(f"'{typed}' is none of these: type a number from 1 to {len(listed.games)}")
    return found


def unused(save: Path | None) -> Path | None:
    """The file for a new game.

    Raises:
        ValueError: the file exists already.
    """
    if save is not None and (save.exists() or save.is_symlink()):
        go_on = "" if save.is_dir() else f", or go on with the game in it: --resume {save}"
        raise ValueError(
            f"--save {save}: it is there already, and nothing is written over: name a new file{go_on}"
        )
    return save
