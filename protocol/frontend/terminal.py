"""The terminal: a page redrawn in place and a prompt with completion, or plain lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

#: From this width on, news and moves stand beside the board and not below it.
WIDE = 140


class Terminal:
    """Where a game is shown and asked. ``live``: pages are redrawn in place; otherwise everything is written
    line after line, as for a pipe or a reader for the blind. ``color``: whether colours are used."""

    def __init__(self, *, color: bool | None = None, plain: bool = False) -> None:
        tty = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.live = tty and not plain
        if color is None:
            color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.color = color
        self._console = Console(
            highlight=False,
            markup=False,
            emoji=False,
            force_terminal=color or None,
            no_color=not color,
            color_system="standard" if color else None,
            width=None if tty else 100,
            soft_wrap=False,
        )
        self._status = False

    @property
    def width(self) -> int:
        """Columns."""
        return self._console.size.width

    @property
    def height(self) -> int:
        """Lines."""
        return self._console.size.height

    # --- writing ----------------------------------------------------------------------------------------

    def clear(self) -> None:
        """An empty screen, the cursor at its top; nothing where lines are plain."""
        self.quiet()
        if self.live:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()

    def say(self, text: str = "", style: str = "") -> None:
        """A line or several, wrapped at the width; sequences of colour in ``text`` are kept."""
        self.quiet()
        self._console.print(Text.from_ansi(text, style=style), overflow="fold")

    def side_by_side(self, left: str, right: Sequence[str], left_width: int) -> None:
        """Two columns: a picture, and lines that are wrapped in what it leaves."""
        grid = Table.grid(padding=(0, 3))
        grid.add_column(width=left_width, no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(Text.from_ansi(left), Text.from_ansi("\n".join(right)))
        self.quiet()
        self._console.print(grid)

    def status(self, text: str) -> None:
        """A line that the next one takes the place of; only where pages are redrawn."""
        if self.live:
            sys.stdout.write(f"\r\x1b[K{text[: self.width - 1]}")
            sys.stdout.flush()
            self._status = True

    def quiet(self) -> None:
        """Take the line of :meth:`status` away."""
        if self._status:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
            self._status = False

    # --- asking -----------------------------------------------------------------------------------------

    def ask(
        self,
        prompt: str,
        words: Sequence[tuple[str, str]] = (),
        hint: Callable[[str], str] | None = None,
    ) -> str:
        """A line of the player's. ``words``: (word, meaning) that Tab completes; ``hint``: what is said below
        the prompt while this text stands there.

        Raises:
            EOFError: there is no more input.
            KeyboardInterrupt: Ctrl-C.
        """
        self.quiet()
        if not self.live:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            if not sys.stdin.isatty():
                self.say(line.rstrip("\n"))
            return line.strip()
        return self._ask_live(prompt, words, hint)

    def _ask_live(
        self, prompt: str, words: Sequence[tuple[str, str]], hint: Callable[[str], str] | None
    ) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app
        from prompt_toolkit.completion import CompleteEvent, Completer, Completion
        from prompt_toolkit.document import Document
        from prompt_toolkit.output.color_depth import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle
        from prompt_toolkit.styles import Style

        class Words(Completer):
            def get_completions(self, document: Document, event: CompleteEvent) -> list[Completion]:
                typed = document.text_before_cursor.lower().lstrip()
                parts = typed.split()
                return [
                    Completion(word, start_position=-len(document.text_before_cursor), display_meta=meaning)
                    for word, meaning in words
                    if word.startswith(typed) or (parts and all(p in meaning.lower() for p in parts))
                ]

        def toolbar() -> str:
            text = get_app().current_buffer.text
            return f" {hint(text) if hint is not None else ''}"[: self.width]

        session: PromptSession[str] = PromptSession(
            completer=Words(),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            bottom_toolbar=toolbar if hint is not None else None,
            color_depth=None if self.color else ColorDepth.DEPTH_1_BIT,
            style=None if self.color else Style.from_dict({"bottom-toolbar": "noreverse"}),
            enable_history_search=False,
            reserve_space_for_menu=4,
        )
        return session.prompt(prompt).strip()

    def curtain(self, text: str) -> None:
        """Hide what stands on the screen until Enter is pressed.

        Raises:
            EOFError: there is no more input.
            KeyboardInterrupt: Ctrl-C.
        """
        self.clear()
        if not self.live:
            self.say("\n" * 3)
        self.ask(text)
        self.clear()
