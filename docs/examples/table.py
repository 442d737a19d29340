#!/usr/bin/env python3
"""A table for 6 nimmt! in tkinter, against engines: what a graphical front end needs of Herdmind's protocol.

    python table.py [SEATS]

It needs the command `herdmind` and nothing that Python does not bring. The engine keeps the game and knows
its rules; this file knows how to draw cards. One engine is table and opponents at once: `query json 0` shows
what this seat sees, `push` plays a move, `go seat 2` asks for an opponent's.
"""

from __future__ import annotations

import json
import queue
import random
import subprocess
import sys
import threading
import tkinter as tk
from typing import Any

CARD, GAP, TOP = (56, 78), 8, 40
INK, PAPER, FELT, GOLD = "#22252b", "#f7f3e8", "#2f4b3c", "#e0b040"
HEAT = {1: PAPER, 2: "#dbe7f3", 3: "#fbe3a6", 5: "#f5b98a", 7: "#e08a8a"}
ME = 0


class Engine:
    """Lines to an engine process and back."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, begins: str) -> str:
        """Send a line and wait for the answer that begins so."""
        self.send(line)
        assert self.process.stdout is not None
        for answer in self.process.stdout:
            if answer.startswith("info string error"):
                raise RuntimeError(answer.strip())
            if answer.startswith(begins):
                return answer.removeprefix(begins).strip()
        raise RuntimeError(f"the engine ended while it was asked {line!r}")

    def quit(self) -> None:
        self.process.communicate("quit\n")


class Table(tk.Tk):
    """The window. A thread talks to the engine; what it learns comes through a queue."""

    def __init__(
        self, command: list[str], seats: int = 4, seed: int | None = None, movetime: int = 300
    ) -> None:
        super().__init__()
        self.title("6 nimmt!")
        self.configure(background=FELT)
        self.canvas = tk.Canvas(self, width=720, height=560, background=FELT, highlightthickness=0)
        self.canvas.pack()
        self.news: queue.SimpleQueue[dict[str, Any] | Exception] = queue.SimpleQueue()
        self.moves: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.view: dict[str, Any] = {}
        seed = random.randrange(2**31) if seed is None else seed
        self.setup = f"position startpos seats {seats} seed {seed} rules round"
        self.command, self.movetime = command, movetime
        threading.Thread(target=self.play, daemon=True).start()
        self.after(30, self.listen)

    def play(self) -> None:
        """The game, from the engine's side of the window."""
        try:
            engine = Engine(self.command)
            engine.send("setoption name UCI_Variant value nimmt")
            engine.send(self.setup)
            while True:
                view = json.loads(engine.ask(f"query json {ME}", "response json "))
                self.news.put(view)
                if view["phase"] == "terminal":
                    return engine.quit()
                seat = view["to_move"][0]
                if seat == ME:
                    engine.send(f"push {self.moves.get()}")
                else:
                    best = engine.ask(f"go seat {seat} movetime {self.movetime}", "bestmove ")
                    engine.send(f"push {best.split()[0]}")
        except (RuntimeError, OSError) as problem:
            self.news.put(problem)

    def listen(self) -> None:
        while not self.news.empty():
            news = self.news.get()
            if isinstance(news, Exception):
                self.canvas.delete("all")
                self.canvas.create_text(360, 280, text=str(news), fill=PAPER, width=640)
            else:
                self.view = news
                self.draw()
        self.after(30, self.listen)

    def draw(self) -> None:
        """Rows above, the players between, the own hand below; what can be touched has a golden edge."""
        self.canvas.delete("all")
        position, moves = self.view["position"], self.view["moves"]
        mine = {part["at"]: move["token"] for move in moves if move["seat"] == ME for part in move["parts"]}
        for number, row in enumerate(position["rows"]):
            y = GAP + number * (CARD[1] + GAP)
            for place, card in enumerate(row["cards"]):
                self.card(GAP + place * (CARD[0] + GAP), y, card, mine.get(f"row.{number + 1}"))
        for seat, player in enumerate(position["seats"]):
            lies = str(player["card"]) if player["card"] else "chose" if player["committed"] else ""
            name = "you" if seat == ME else f"player {seat + 1}"
            text = f"{name:<10}{player['heads']:>3} heads  {lies}"
            colour = GOLD if seat in self.view["to_move"] else PAPER
            self.canvas.create_text(
                440, TOP + 26 * seat, text=text, anchor="w", fill=colour, font=("Courier", 12)
            )
        for place, card in enumerate(position["seats"][ME]["hand"]):
            self.card(GAP + place * (CARD[0] + GAP), 450, card, mine.get(f"hand.card.{card}"))
        self.canvas.create_text(GAP, 400, text=self.message(), anchor="w", fill=PAPER, font=("Helvetica", 13))

    def card(self, x: int, y: int, number: int, token: str | None) -> None:
        heads = self.view["position"]["card_heads"][number - 1]
        tag = f"card{number}"
        edge, width = (GOLD, 3) if token else (INK, 1)
        self.canvas.create_rectangle(
            x, y, x + CARD[0], y + CARD[1], fill=HEAT[heads], outline=edge, width=width, tags=tag
        )
        self.canvas.create_text(
            x + 28, y + 30, text=number, fill=INK, font=("Helvetica", 18, "bold"), tags=tag
        )
        self.canvas.create_text(x + 28, y + 62, text="▼" * heads, fill=INK, font=("Helvetica", 7), tags=tag)
        if token:
            self.canvas.tag_bind(tag, "<Button-1>", lambda _: self.touch(token))

    def touch(self, token: str) -> None:
        if ME in self.view["to_move"]:
            self.view["to_move"] = []  # one card at a time
            self.moves.put(token)

    def message(self) -> str:
        if self.view["result"]:
            rank = self.view["result"]["ranks"][ME]
            return "You have the fewest heads: you win." if rank == 1 else f"The end: your place is {rank}."
        if ME not in self.view["to_move"]:
            return "The others choose ..."
        return (
            "Take a row." if self.view["position"]["undercut"] else f"Choose a card ({self.view['round']})."
        )


if __name__ == "__main__":
    Table(["herdmind"], int(sys.argv[1]) if len(sys.argv) > 1 else 4).mainloop()
