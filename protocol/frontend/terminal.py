"""The terminal: a page redrawn in place and a prompt with completion, or plain lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from protocol.frontend.layout import BOARD, GAP, Page

#: Smallest width at which news and moves stand beside the board instead of below it.
WIDE = 140


class Resized(Exception):
    """Signal that the terminal has changed its size and the page must be drawn again; ``typed`` is the text
    at the prompt."""

    def __init__(self, typed: str) -> None:
        super().__init__("the terminal has another size")
        self.typed = typed


class Terminal:
    """Terminal for the output and input of a game. ``live``: whether pages are redrawn in place; if not, all
    output is plain lines, as for a pipe or a screen reader. ``color``: whether colours are used."""

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
        """The number of columns."""
        return self._console.size.width

    @property
    def height(self) -> int:
        """The number of lines."""
        return self._console.size.height

    # --- writing ----------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Clear the screen and put the cursor at its top; do nothing if output is plain lines."""
        self.quiet()
        if self.live:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()

    def say(self, text: str = "", style: str = "") -> None:
        """Print one or more lines, wrapped at the width; colour sequences in ``text`` are kept."""
        self.quiet()
        self._console.print(Text.from_ansi(text, style=style), overflow="fold")

    def show(self, page: Page) -> None:
        """Print a page as laid out; lines wider than the terminal are cut, not wrapped."""
        self.quiet()
        for number, line in enumerate(page.top):
            self._line(Text.from_ansi(line, style="bold" if page.right and not number else ""))
        if page.right:
            for at in range(max(len(page.left), len(page.right))):
                beside = Text.from_ansi(page.left[at] if at < len(page.left) else "")
                if at < len(page.right) and page.right[at]:
                    beside.pad_right(max(0, BOARD + GAP - beside.cell_len))
                    beside.append_text(Text.from_ansi(page.right[at]))
                self._line(beside)
        else:
            for text in page.left:
                self._line(Text.from_ansi(text))
        for text in page.message:
            self._line(Text.from_ansi(text, style="bold"))

    def _line(self, text: Text) -> None:
        self._console.print(text, no_wrap=True, overflow="crop", crop=True)

    def status(self, text: str) -> None:
        """Print a line that the next one replaces; only where pages are redrawn."""
        if self.live:
            sys.stdout.write(f"\r\x1b[K{text[: self.width - 1]}")
            sys.stdout.flush()
            self._status = True

    def quiet(self) -> None:
        """Remove the line of :meth:`status`."""
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
        draft: str = "",
    ) -> str:
        """The next line typed by the player. ``words``: (word, meaning) pairs for completion by Tab;
        ``hint``: gives the text below the prompt for the text typed so far; ``draft``: the initial text.

        Raises:
            EOFError: there is no more input.
            KeyboardInterrupt: Ctrl-C.
            Resized: the terminal changed its size; only with ``hint``, when a page stands above the prompt.
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
        return self._ask_live(prompt, words, hint, draft)

    def _ask_live(
        self,
        prompt: str,
        words: Sequence[tuple[str, str]],
        hint: Callable[[str], str] | None,
        draft: str,
    ) -> str:
        from asyncio import get_running_loop

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

        size = self.width, self.height
        leaving = False

        def leave() -> None:
            app = get_app()
            if not app.is_done:
                app.exit(exception=Resized(app.current_buffer.text))

        def look(_: object) -> None:
            nonlocal leaving
            if (self.width, self.height) != size and not leaving:
                leaving = True  # not from within the drawing itself
                get_running_loop().call_soon(leave)

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
        if hint is not None:
            session.app.before_render += look
        return session.prompt(prompt, default=draft).strip()

    def pages(self, lines: Sequence[str]) -> str:
        """Show lines screen by screen, none wider than the terminal, with a pause for Enter after each
        screen. Other input ends the pages and is returned.

        Raises:
            EOFError, KeyboardInterrupt: as :meth:`ask`.
        """
        room = max(3, self.height - 3)
        typed = ""
        for at in range(0, len(lines), room):
            self.clear()
            self.say("\n".join(lines[at : at + room]))
            more = "more" if at + room < len(lines) else "back to the table"
            typed = self.ask(f"Enter: {more} ")
            if typed:
                break
        return typed

    def curtain(self, text: str) -> None:
        """Hide the screen until Enter is pressed.

        Raises:
            EOFError: there is no more input.
            KeyboardInterrupt: Ctrl-C.
        """
        self.clear()
        if not self.live:
            self.say("\n" * 3)
        self.ask(text)
        self.clear()
