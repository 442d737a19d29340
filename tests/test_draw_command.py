"""herdmind draw, and pictures of the public package."""

from __future__ import annotations

import builtins
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import herdmind
from protocol.cli.main import main
from protocol.drawing.draw import PICTURES


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["draw", *words], input=text)


@pytest.mark.parametrize("game", PICTURES)
def test_every_game_is_drawn_as_svg_and_png(game: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.PNG"
    assert run(game, "--seed", "3", "-o", str(svg), "--seat", "1", "--names", "Ann,<b>").exit_code == 0
    root = ET.fromstring(svg.read_text(encoding="utf-8"))
    assert root.get("data-game") == game
    assert "&lt;b&gt;" in svg.read_text(encoding="utf-8") or game == "pickomino"
    done = run(game, "--seed", "3", "-o", str(png), "--width", "360", "--theme", "dark")
    assert done.exit_code == 0, done.output
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", data[16:20]) == (360,)


def test_a_layout_is_named_or_follows_the_width(tmp_path: Path) -> None:
    def box(*words: str) -> str | None:
        file = tmp_path / "l.svg"
        assert run("colt", "-o", str(file), *words).exit_code == 0
        return ET.fromstring(file.read_text(encoding="utf-8")).get("viewBox")

    wide, narrow = box(), box("--width", "400")
    assert wide != narrow
    assert box("--layout", "narrow") == narrow
    assert box("--width", "400", "--layout", "wide") == wide
    assert run("colt", "-o", str(tmp_path / "l.svg"), "--layout", "tall").exit_code == 2


def test_a_position_text_is_drawn_and_a_named_theme_writes_its_colours_out(tmp_path: Path) -> None:
    text = herdmind.deal("longhorn", seed=5).text()
    pictures = []
    for words, given in (((text,), None), (("-",), text + "\n")):
        file = tmp_path / "p.svg"
        assert run(*words, "-o", str(file), "--theme", "dark", text=given).exit_code == 0
        pictures.append(file.read_text(encoding="utf-8"))
    assert pictures[0] == pictures[1]
    assert "var(" not in pictures[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("longhorn", "-o", "a.gif"), "ends in .svg or .png"),
        (("chess", "-o", "a.svg"), "chess"),
        (("nimmt", "-o", "a.svg", "--seat", "9"), "no seat 9"),
        (("longhorn", "-o", "no/such/folder/a.svg"), "folder"),
        (("longhorn/1 nonsense", "-o", "a.svg"), "longhorn"),
        (("longhorn/1 nonsense", "-o", "a.svg", "--seed", "1"), "complete by itself"),
    ],
)
def test_bad_arguments_are_one_error(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_without_resvg_a_png_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true: Callable[..., Any] = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return true(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    done = run("longhorn", "-o", str(tmp_path / "a.png"))
    assert done.exit_code == 2
    assert "herdmind[draw]" in done.stderr
    assert run("longhorn", "-o", str(tmp_path / "a.svg")).exit_code == 0


@pytest.mark.parametrize("game", PICTURES)
def test_a_state_has_a_picture_in_notebooks(game: str) -> None:
    state = herdmind.deal(game, seed=2)
    svg = state._repr_svg_()
    assert svg is not None
    assert ET.fromstring(svg).get("width") == "760"
    hidden = state.view(0)
    assert hidden.svg(names=["Ann"]) == herdmind.State(hidden.text()).svg(names=["Ann"])
    with pytest.raises(ValueError, match="seat 77"):
        state.svg(seat=77)
