"""A game as a page: one picture after the other, with buttons, a slider and the arrow keys.

The page is complete in itself: nothing is loaded from elsewhere. Neighbouring pictures differ in little, so
the page holds each piece of markup once, and a picture as a list of pieces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape

from protocol.drawing.style import stylesheet

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: .5rem; }
h1 { font-size: 1.1rem; margin: .2rem 0 .4rem; }
nav { display: flex; gap: .4rem; align-items: center; }
nav button { font: inherit; min-width: 2.8rem; min-height: 2.4rem; }
nav input { flex: 1; min-width: 4rem; }
#caption { min-height: 1.5em; margin: .4rem 0; }
#picture svg { display: block; width: 100%; height: auto; }
"""
_SCRIPT = """
const game = JSON.parse(document.getElementById("game").textContent);
const picture = document.getElementById("picture");
const slider = document.querySelector("input");
const caption = document.getElementById("caption");
const last = game.pictures.length - 1;
let now = 0;
function show(number) {
  now = Math.max(0, Math.min(last, number));
  picture.innerHTML = game.pictures[now].map((place) => game.pieces[place]).join("");
  slider.value = now;
  caption.textContent = `${now} of ${last}: ${game.captions[now]}`;
}
slider.addEventListener("input", () => show(Number(slider.value)));
const steps = {
  first: () => show(0), back: () => show(now - 1), on: () => show(now + 1), last: () => show(last),
};
for (const name of Object.keys(steps)) document.getElementById(name).addEventListener("click", steps[name]);
document.addEventListener("keydown", (event) => {
  if (event.target === slider) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step) { steps[step](); event.preventDefault(); }
});
show(0);
"""


def album(title: str, pictures: Sequence[tuple[str, str]]) -> str:
    """The page of ``pictures``, each an SVG drawn with ``standalone=False`` and its caption.

    Raises:
        ValueError: there are no pictures.
    """
    if not pictures:
        raise ValueError("there is no picture to show: the game has no position")
    pieces: dict[str, int] = {}
    rows = [[pieces.setdefault(piece, len(pieces)) for piece in _cut(svg)] for svg, _ in pictures]
    game = {"captions": [caption for _, caption in pictures], "pieces": list(pieces), "pictures": rows}
    # "<" could end the script
    held = json.dumps(game, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    buttons = {"first": "&#8676;", "back": "&#8592;", "on": "&#8594;", "last": "&#8677;"}
    words = {"first": "first position", "back": "back", "on": "on", "last": "last position"}
    nav = [
        f'<button id="{name}" aria-label="{words[name]}">{sign}</button>' for name, sign in buttons.items()
    ]
    nav.insert(2, f'<input type="range" min="0" max="{len(pictures) - 1}" value="0" aria-label="position">')
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{stylesheet()}</style></head>\n<body>\n"
        f"<h1>{escape(title)}</h1><nav>{''.join(nav)}</nav>"
        f'<p id="caption" aria-live="polite"></p>\n<div id="picture">{pictures[0][0]}</div>\n'
        f'<script type="application/json" id="game">{held}</script>\n'
        f"<script>{_SCRIPT}</script></body></html>\n"
    )


def _cut(svg: str) -> list[str]:
    """Markup in pieces, each of which ends with a tag."""
    return re.split("(?<=>)", svg)
