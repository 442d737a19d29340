"""Write the skeleton of a new game: a small whole game with hidden hands, to be turned into another.

    python -m solver.games.new NAME [--title TITLE] [--checkout FOLDER]

writes solver/games/NAME/, tests/test_NAME.py and docs/games/NAME.md into a checkout; nothing that is there is
overwritten. What to do next is said on standard output, and told at length in docs/add-a-game.md.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path

from solver.games import GAMES

TEMPLATE = Path(__file__).with_name("template")
#: The places of files outside the game's folder.
ELSEWHERE = {"test_game.py": "tests/test_{name}.py", "game.md": "docs/games/{name}.md"}
#: Words that no game can be called by: folders and modules beside the games, and words of the protocol.
TAKEN = ("common", "template", "new", "entered", "tiny", "startpos", "moves", "seed", "seats", "rules")


def check_name(name: str) -> None:
    """Raise ValueError when no game can be called so."""
    if not re.fullmatch(r"[a-z]{2,20}", name) or keyword.iskeyword(name):
        raise ValueError(f"{name!r}: a game's name is 2 to 20 lower-case letters and no word of Python")
    if name in GAMES or name in TAKEN:
        raise ValueError(f"{name!r}: this name is taken")


def skeleton(name: str, title: str) -> dict[str, str]:
    """The files of a new game: paths in a checkout, and texts. Raises ValueError for a name or title that
    cannot be."""
    check_name(name)
    if not re.fullmatch(r"[ -!#-;=-\[\]-~]{1,60}", title):
        raise ValueError(f"{title!r}: a title is 1 to 60 printable ASCII characters, no quotes among them")
    words = {"@name@": name, "@Name@": name.capitalize(), "@NAME@": name.upper(), "@Title@": title}
    files = {}
    for source in sorted(TEMPLATE.glob("*.in")):
        text = source.read_text(encoding="utf-8")
        for mark, word in words.items():
            text = text.replace(mark, word)
        place = ELSEWHERE.get(source.stem, f"solver/games/{{name}}/{source.stem}")
        files[place.format(name=name)] = text
    return files


def write(checkout: Path, files: dict[str, str]) -> None:
    """Write the files below a checkout, or none: FileExistsError names one that is there."""
    for place in files:
        if (checkout / place).exists():
            raise FileExistsError(f"{checkout / place} is there already; nothing was written")
    for place, text in files.items():
        (checkout / place).parent.mkdir(parents=True, exist_ok=True)
        (checkout / place).write_text(text, encoding="utf-8")


def next_steps(name: str) -> str:
    """The steps that are left to do."""
    return f"""\
Next:
1. add to OUTLINES in solver/games/__init__.py
       "{name}": Outline("{name}/1", 2, 4),
2. python setup.py build_ext --inplace
3. python -m pytest tests/test_{name}.py tests/test_contract.py -k {name}
4. turn it into your game: docs/add-a-game.md names every hook"""


def main(words: list[str]) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m solver.games.new", description=__doc__.split("\n", 1)[0])
    parser.add_argument("name", help="the word that names the game everywhere: lower-case letters")
    parser.add_argument("--title", help="what people call it (default: the name)")
    parser.add_argument(
        "--checkout", type=Path, default=Path(), help="the project's folder (default: this one)"
    )
    given = parser.parse_args(words)
    if not (given.checkout / "solver" / "games").is_dir():
        sys.stderr.write(f"{given.checkout}: no checkout of the project, which has solver/games\n")
        return 2
    try:
        files = skeleton(given.name, given.title or given.name.capitalize())
        write(given.checkout, files)
    except (ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("".join(f"wrote {place}\n" for place in files) + next_steps(given.name) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
