"""The terminal: a page redrawn in place and a prompt with completion, or plain lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from protocol.frontend.layout import BOARD, GAP, Page

#: From this width on, news and moves stand beside the board and not below it.
WIDE = 140


class Resized(Exception):
    """The terminal has another size now, so the page must be drawn again; ``typed`` is what stood at the
    prompt."""

    def __init__(self, typed: str) -> None:
        super().__init__("the terminal has another size")
        self.typed = typed


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

    def show(self, page: Page) -> None:
        """A page as it was laid out; lines that are wider than the terminal are cut, not wrapped."""
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
        draft: str = "",
    ) -> str:
        """A line of the player's. ``words``: (word, meaning) that Tab completes; ``hint``: what is said below
        the prompt while this text stands there; ``draft``: what stands there at first.

        Raises:
            EOFError: there is no more input.
            KeyboardInterrupt: Ctrl-C.
            Resized: with ``hint`` alone, that is where a page stands above.
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
        """The lines, none wider than the terminal, screen by screen, each until Enter is pressed. What is
        typed instead ends it and is returned.

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
