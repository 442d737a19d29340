"""Pictures: well-formed SVG from the view alone, with every anchor that a move names, and texts escaped."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from jsongames import positions, seen, settings
from protocol.drawing import markup, style
from protocol.drawing.draw import PICTURES, NoPicture, draw
from protocol.drawing.longhorn import CELL
from protocol.drawing.shapes import width_of
from scaling import scale
from solver.games import GAMES, Game
from solver.jsonview import view_json

CASES = [(GAMES[name], seats, rules) for name in PICTURES for seats, rules in settings(GAMES[name])]
IDS = ["-".join([game.name, str(seats), *rules]) for game, seats, rules in CASES]
each_setting = pytest.mark.parametrize(("game", "seats", "rules"), CASES, ids=IDS)
each_game = pytest.mark.parametrize("name", PICTURES)
SVG = "{http://www.w3.org/2000/svg}"
#: Elements that a picture may consist of: no script, no link, no foreign content, nothing loaded.
ELEMENTS = {
    f"{SVG}{name}"
    for name in ("svg", "style", "g", "rect", "circle", "ellipse", "path", "line", "polygon", "text", "title")
}
EVIL = "<script>\"&'</text>\x00\u202e"


def check(svg: str, view: dict[str, Any]) -> ET.Element:
    """The picture, parsed; holds for every picture."""
    root = ET.fromstring(svg)
    anchors: list[str] = []
    keys: list[str] = []
    for element in root.iter():
        assert element.tag in ELEMENTS, element.tag
        for name, value in element.attrib.items():
            assert name != "style", "style attributes break a strict policy"
            assert not name.startswith("on")
            assert "href" not in name
            assert "nan" not in value.split()
            assert "url(" not in value
        if at := element.get("data-at"):
            anchors.append(at)
            assert element.get("aria-label")
        if key := element.get("data-key"):
            keys.append(key)
    for names in (anchors, keys):
        assert len(set(names)) == len(names), sorted(name for name in names if names.count(name) > 1)
    wanted = {part["at"] for move in view["moves"] for part in move["parts"] if part["at"]}
    assert wanted <= set(anchors), f"no anchor {sorted(wanted - set(anchors))} in {view['text']}"
    return root


@each_setting
def test_every_picture_is_well_formed_and_has_the_anchors(
    game: Game, seats: int, rules: tuple[str, ...]
) -> None:
    for state in positions(game, seats, rules, scale(20, least=1), every=11):
        for view in seen(state):
            said = view_json(game, view)
            before = copy.deepcopy(said)
            for layout in ("narrow", "wide"):
                check(draw(said, layout=layout, standalone=False), said)
            assert said == before


@each_setting
def test_every_seat_can_sit_in_front(game: Game, seats: int, rules: tuple[str, ...]) -> None:
    said = view_json(game, game.initial(2, seats, rules))
    for seat in range(seats):
        check(draw(said, seat=seat), said)


@each_game
def test_names_are_text_and_fit(name: str) -> None:
    game = GAMES[name]
    said = view_json(game, game.initial(1))
    for names in ([EVIL] * 10, ["W" * 200] * 10, ["\U0001f920" * 9] * 10, [""] * 10, ["Ann"]):
        root = check(draw(said, names=names), said)
        assert not root.findall(f".//{SVG}script")
    plain = draw(said, names=["Ann & Bo <3"])
    assert "Ann &amp; Bo &lt;3" in plain


@each_game
def test_words_of_a_view_are_text(name: str) -> None:
    """A view may come from anywhere: no string of it can become markup."""

    def poisoned(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: poisoned(child) for key, child in node.items()}
        if isinstance(node, list):
            return [poisoned(child) for child in node]
        return f"{node}<b>" if isinstance(node, str) and " " in node else node

    game = GAMES[name]
    said = view_json(game, game.initial(1))
    said["position"] = poisoned(said["position"])
    check(draw(said), {**said, "moves": []})


@each_game
def test_a_theme_and_a_width_are_as_asked(name: str) -> None:
    said = view_json(GAMES[name], GAMES[name].initial(1))
    pictures = {theme: draw(said, theme=theme, width=360, flat=True) for theme in ("light", "dark")}
    assert pictures["light"] != pictures["dark"]
    for svg in pictures.values():
        assert "var(" not in svg
        assert ET.fromstring(svg).get("width") == "360"
    assert "prefers-color-scheme: dark" in draw(said)
    assert "<style" not in draw(said, standalone=False)
    for wrong in ({"theme": "pink"}, {"layout": "tall"}, {"seat": 77}, {"seat": -1}):
        with pytest.raises(ValueError):
            draw(said, **wrong)


def test_an_unknown_game_has_no_picture() -> None:
    with pytest.raises(NoPicture, match="there is no picture of chess"):
        draw({"game": "chess"})


def test_classes_that_are_used_have_rules_and_colours_are_defined() -> None:
    css = style.stylesheet()
    ruled = set(re.findall(r"\.(hm-[a-z0-9-]+)", css))
    light, dark = style._colours()
    assert set(re.findall(r"var\((--hm-[a-z0-9-]+)\)", css)) == set(light) == set(dark)
    used: set[str] = set()
    for game, seats, rules in CASES:
        svg = draw(view_json(game, game.initial(1, seats, rules)), standalone=False)
        used |= {word for text in re.findall(r'class="([^"]*)"', svg) for word in text.split()}
    assert {word for word in used if word != "hm"} <= ruled


def test_markup_escapes_what_is_text() -> None:
    inner = markup.tag("b", "<&>", x="\"'<", font_size=1.005)
    assert inner == '<b x="&quot;&#x27;&lt;" font-size="1">&lt;&amp;&gt;</b>'
    assert markup.tag("a", inner, class_="x") == f'<a class="x">{inner}</a>'
    assert [markup.number(value) for value in (-0.001, 2.5, 3, 10.0)] == ["0", "2.5", "3", "10"]


def test_the_words_of_a_token_stay_inside_its_location() -> None:
    said = view_json(GAMES["longhorn"], GAMES["longhorn"].initial(60))
    root = ET.fromstring(draw(said, layout="narrow"))
    tokens = [each for each in root.iter() if each.get("data-at", "").startswith("token.")]
    assert len(tokens) == 8 + 1
    for token in tokens:
        (text,) = token.findall(f"{SVG}text")
        left = 5 + float(text.get("x", ""))
        assert left + width_of(text.text or "", float(text.get("font-size", ""))) <= CELL - 9, text.text
