"""Pictures of a training as SVG: results of its checkpoints against the hand-made rule; odds of a hand."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.game import State
from solver.model import ModelPlug

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def read_log(path: Path) -> list[dict[str, Any]]:
    """The checkpoints of a log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _figure(width: float, height: float, panels: int) -> tuple[Figure, list[Any]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor="white", layout="constrained")
    found = [figure.add_subplot(1, panels, at + 1) for at in range(panels)]
    for axes in found:
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        axes.grid(color="#DDDDDD", linewidth=0.8)
        axes.set_axisbelow(True)
    return figure, found


def _svg(figure: Figure) -> str:
    """The figure as text: the same one every time, and words as words."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "training", "font.family": "sans-serif"}
    ):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def learning(log: Sequence[Mapping[str, Any]], unit: str, lowest: float) -> str:
    """Results against the rule and the error of the value, over decisions.

    The error is drawn as the share of variance that the value explains, if the log tells the variance.
    ``unit``: of the results; ``lowest``: where their axis begins, because first checkpoints may be far below.
    """
    figure, (left, right) = _figure(9, 3.6, 2)
    millions = [record["decisions"] / 1e6 for record in log]
    for word in log[-1]["rule"]:
        means = [record["rule"][word][0] for record in log]
        margins = [record["rule"][word][1] for record in log]
        line = left.plot(millions, means, label=word, linewidth=1.6)[0]
        low = [mean - margin for mean, margin in zip(means, margins, strict=True)]
        high = [mean + margin for mean, margin in zip(means, margins, strict=True)]
        left.fill_between(millions, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    left.axhline(0, color="#333333", linewidth=0.8)
    left.set_xlabel("million decisions")
    left.set_ylabel(unit)
    left.set_ylim(bottom=lowest)
    left.legend(fontsize=8, frameon=False, loc="lower right", ncols=2)
    if "variance" in log[-1]:
        explained = [1 - record["error"] / record["variance"] for record in log]
        right.plot(millions, explained, label="value: explained")
    else:
        right.plot(millions, [record["error"] for record in log], label="value: mean squared error")
    right.plot(millions, [record["entropy"] for record in log], label="policy: entropy, nats")
    right.plot(millions, [record["price"] for record in log], label="price of entropy", linestyle="--")
    right.set_xlabel("million decisions")
    right.set_ylim(bottom=0)
    right.legend(fontsize=8, frameon=False)
    return _svg(figure)


def hands(model: ModelPlug, titles: Sequence[str], states: Sequence[State], seat: int) -> str:
    """The odds of each action of one seat at some positions, a panel each."""
    figure, panels = _figure(9, 2.8, len(states))
    for axes, title, state in zip(panels, titles, states, strict=True):
        odds = model.policy(state, seat)
        places = range(len(odds))
        axes.bar(places, [chance for _, chance in odds], color="#2A6FBB")
        axes.set_xticks(places, [state.action_to_string(action, seat) for action, _ in odds], fontsize=8)
        axes.set_title(title, fontsize=9)
        axes.set_ylim(0, 1)
    return _svg(figure)
