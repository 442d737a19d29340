"""Parameters of the tree search; each game names the values that measured strongest for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

#: Selection rules, in the order of the numbers in bandits.pxd.
BANDITS = ("ucb1", "tuned", "regret", "exp3", "puct")
#: Largest value of any number.
MOST = 2**31 - 1
#: Kinds of nodes, in the order of the numbers in iteration.pxd.
NODES = ("own", "common", "information")


@dataclass(frozen=True)
class TreeSettings:
    """The parameters of the tree search.

    ``bandit``: how a seat chooses among its actions at a node, one of BANDITS.
    ``explore``: the constant of UCB1 and UCB1-Tuned, in standard deviations of the values backed up, and so
    independent of the objective.
    ``share``: share of uniform choice in regret matching and Exp3.
    ``nodes``: the key of a seat's node: ``own``, the sequence of its own actions since the root (averages
    over the actions of the others); ``common``, what every seat knows; ``information``, all that the seat
    knows.
    ``nodes_duel``: the same between two seats, if it is not empty.
    ``rivals``: whether the other seats learn in the tree too; else the playout policy plays for them.
    ``learners``: most rivals that learn; if there are more, the playout policy plays for all of them, because
    each would learn too little.
    ``depth``: decisions of one seat that the tree covers; beyond it playouts decide.
    ``beyond``: most rivals with whom the first simultaneous choice beyond ``depth`` is still made seat by
    seat, at random by the searching seat; with more of them the playout begins with it.
    ``patience``: visits of a node before its actions get arms; until then a playout begins there.
    ``plies``: length of a playout, after which the position is evaluated.
    ``rounds``: ends of rounds until the position is evaluated, if the game has rounds.
    ``rounds_plain``: the same where no model evaluates the position (``estimate``), if it is not 0.
    ``guided``: whether playouts follow the game's rules of thumb, if it has any.
    ``margin``: share of the objective ``points`` in the value backed up; the rest is the objective set.
    ``duel``: the same between two seats, if it is greater than ``margin``.
    ``repeats``: iterations that share one sampled world.
    ``choices``: whether decisions of a single seat (a row choice, a target) below the root are searched in
    the tree; else the playout policy makes them.
    ``exact``: whether two-seat positions that both seats know are solved when the limits allow it.

    Parameters of a learnt model of the players, without effect if the game has none:
    ``model``: whether it is used.
    ``model_open``: whether it is used in two-seat positions that hide nothing but the choice at hand.
    ``prior``: bonus of a root move for each nat of the logarithm of its odds in the model, in standard
    deviations of the values backed up.
    ``prior_duel``: the same between two seats, if it is not 0.
    ``bandit`` ``puct``: selection by the model's odds; ``ucb1`` if there is no model.
    ``modelled``: share of the rivals' choices in the tree that are drawn from the model; the others are made
    as ``rivals`` and ``learners`` say.
    ``crowd``: fewest rivals with which ``modelled`` and ``estimate`` hold; fewer of them learn, because a
    single one that follows the model alone is answered too boldly.
    ``adapt``: fewest rivals with whom that share is for each of them ``modelled`` times the chance that it
    plays by the model, judging by its choices so far, if the model tells kinds of player apart; 0: never.
    ``adapt_most``: most rivals with whom that is so.
    ``shared``: iterations that share one sampled world, and with it the odds of the rivals' choices, if
    some of these are modelled; otherwise ``repeats`` counts.
    ``rollouts``: most rivals with whom the search plays rollouts of the model (Tesauro and Galperin 1996):
    but for the move at the root every choice of every seat is drawn from it, so ``modelled``, ``crowd``,
    ``beyond`` and ``policy`` do not matter. A rollout costs far more than a playout.
    ``inference``: most rivals with whom worlds are drawn by the likelihood of the others' choices so far, if
    the model tells it; with more of them by the deal alone.
    ``policy``: plies at the beginning of a playout that are drawn from the model.
    ``joint``: simultaneous choices of a playout, after which the position is evaluated.
    ``estimate``: whether the model evaluates positions at which a playout ends early, in settings for which
    it holds its estimate to be reliable; else the game does.
    """

    bandit: str = "ucb1"
    explore: float = 1.1
    share: float = 0.05
    nodes: str = "own"
    nodes_duel: str = ""
    rivals: bool = True
    learners: int = 1_000
    depth: int = 1000
    beyond: int = 1_000
    patience: int = 1
    plies: int = 1_000_000
    rounds: int = 1_000_000
    rounds_plain: int = 0
    guided: bool = False
    margin: float = 0.0
    duel: float = 0.0
    repeats: int = 1
    choices: bool = True
    exact: bool = True
    model: bool = True
    model_open: bool = True
    prior: float = 0.0
    prior_duel: float = 0.0
    modelled: float = 0.0
    crowd: int = 1
    shared: int = 1
    adapt: int = 0
    adapt_most: int = 1_000
    rollouts: int = 0
    inference: int = 0
    policy: int = 0
    joint: int = 1_000_000
    estimate: bool = False

    @property
    def uses_model(self) -> bool:
        """Whether a learnt model would change the search."""
        wanted = (
            self.prior
            or self.prior_duel
            or self.modelled
            or self.rollouts
            or self.inference
            or self.policy
            or self.estimate
            or self.bandit == "puct"
        )
        return self.model and bool(wanted)

    def __post_init__(self) -> None:
        if self.bandit not in BANDITS:
            raise ValueError(f"no bandit {self.bandit!r}: one of {', '.join(BANDITS)}")
        if self.nodes not in NODES:
            raise ValueError(f"no kind of node {self.nodes!r}: one of {', '.join(NODES)}")
        if self.nodes_duel and self.nodes_duel not in NODES:
            raise ValueError(f"no kind of node {self.nodes_duel!r}: one of {', '.join(NODES)}")
        if not 0 <= self.explore <= MOST:
            raise ValueError(f"explore is 0 to {MOST}, not {self.explore}")
        if not 0 < self.share <= 1:  # without any of it an arm's odds could be zero
            raise ValueError(f"share is above 0 and at most 1, not {self.share}")
        for name in ("margin", "duel"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is 0 to 1, not {getattr(self, name)}")
        for name in ("prior", "prior_duel"):
            if not 0 <= getattr(self, name) <= MOST:
                raise ValueError(f"{name} is 0 to {MOST}, not {getattr(self, name)}")
        if not 0 <= self.modelled <= 1:
            raise ValueError(f"modelled is 0 to 1, not {self.modelled}")
        for name in (
            "rounds_plain",
            "beyond",
            "adapt",
            "adapt_most",
            "inference",
            "rollouts",
            "policy",
            "joint",
        ):
            if not 0 <= getattr(self, name) <= MOST:
                raise ValueError(f"{name} is 0 to {MOST}, not {getattr(self, name)}")
        for name in (
            "learners",
            "depth",
            "patience",
            "plies",
            "rounds",
            "repeats",
            "crowd",
            "shared",
        ):
            if not 1 <= getattr(self, name) <= MOST:
                raise ValueError(f"{name} is 1 to {MOST}, not {getattr(self, name)}")


def tuned(base: TreeSettings, changes: Mapping[str, str]) -> TreeSettings:
    """``base`` with the parameters of ``changes``, values as text (true and false for flags).

    Raises ValueError naming the unknown parameter, or the value that it cannot have.
    """
    kinds: dict[str, type] = {field.name: type(getattr(base, field.name)) for field in fields(TreeSettings)}
    values: dict[str, object] = {}
    for name, text in changes.items():
        if name not in kinds:
            raise ValueError(f"no parameter {name!r}: one of {', '.join(kinds)}")
        if kinds[name] is bool:
            if text not in ("true", "false"):
                raise ValueError(f"{name} is true or false, not {text!r}")
            values[name] = text == "true"
        else:
            try:
                values[name] = kinds[name](text)
            except ValueError:
                raise ValueError(f"{name} is a number, not {text!r}") from None
    return replace(base, **values)  # type: ignore[arg-type]
