"""Engines that misbehave, each in one way: `python bad_engine.py WAY`. Run by the tests of the client."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

WAY = sys.argv[1]


def say(text: str) -> None:
    """A line on stdout, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def go() -> None:
    """The answer to ``go``, as the way asks."""
    if WAY == "dies on go":
        sys.stderr.write("fatal: out of ideas\n")
        sys.stderr.flush()
        os._exit(3)
    if WAY == "killed on go":
        os.kill(os.getpid(), signal.SIGKILL)
    if WAY == "stalls on go":
        time.sleep(600)
    if WAY == "floods stderr":
        for _ in range(2000):
            sys.stderr.write("x" * 999 + "\n")
        sys.stderr.flush()
    if WAY == "floods stdout":
        for number in range(20_000):
            sys.stdout.write(f"info string chatter {number}\n")
    if WAY == "endless line":
        while True:
            sys.stdout.write("y" * 65536)
    if WAY == "floods for ever":
        while True:
            sys.stdout.write("info string chatter\n" * 500)
    if WAY == "ends quietly":
        os._exit(0)
    if WAY == "falls silent for ever":
        os.close(1)
        time.sleep(600)
    if WAY == "half a line":
        sys.stdout.write("bestm")
        sys.stdout.flush()
        os._exit(0)
    if WAY == "nonsense":
        for line in (
            "info depth x score cp y",
            "info score",
            "info depth 3 score cp",
            "info string proven a 1/0",
            "info wdl 1",
            "info string bounds b",
            "info string values c x",
            "info string mixture d 1/2 e",
            "",
            "\xff\x00",
            "option name",
            "response",
            "info depth 4 score mate -2 pv a b",
            "info depth 5 multipv 2 score cp 7 upperbound pv c",
        ):
            say(line)
    if WAY == "no move":
        say("bestmove")
        return
    say("info depth 1 seldepth 1 multipv 1 score cp 12 nodes 1 nps 1 hashfull 0 time 0 pv aa")
    if WAY not in ("ignores stop", "answers stop only"):
        say("bestmove aa ponder bb")


def main() -> None:
    """Read commands and behave badly."""
    if WAY == "silent from the start":
        time.sleep(600)
    if WAY == "dies at the start":
        sys.exit(5)
    if WAY == "closes stdout":
        os.close(1)
        time.sleep(600)
    if WAY == "has a child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    if WAY in ("ignores quit", "ignores everything"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        line = sys.stdin.readline()
        word = line.split()[0] if line.split() else ""
        if not line or word == "quit":
            if WAY in ("ignores quit", "ignores everything", "ignores stop"):
                time.sleep(600)
            return
        if word == "uci":
            if WAY == "no uciok":
                continue
            say("id name Bad")
            say("option name Hash type spin default 16 min 1 max 32")
            say("option name min type string default max")
            say("option name odd type marble")
            say("option name Style type combo default Solid var Solid var Wild and free")
            say("uciok")
        elif word == "isready":
            if WAY == "no readyok" or (WAY == "stalls later" and "moves" in sys.argv):
                continue
            if WAY == "speaks of the last":
                say("info depth 9 multipv 2 score cp -900 pv zz")
                say("bestmove zz")
            say("readyok")
        elif word == "go":
            go()
            if WAY == "stops reading":
                time.sleep(600)
        elif word == "stop" and WAY == "answers stop only":
            say("bestmove aa")
        elif word == "exit":
            os._exit(0)


main()
