"""Herdmind's games as OpenSpiel's: its own suite on each game and rules word, and what it cannot see."""

from __future__ import annotations

import doctest
import pickle
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from spiel_help import FOLDER, late, need_openspiel, settings

from scaling import some
from solver.errors import NotationError, SetupError
from solver.games import GAMES
from solver.rng import Rng

pytestmark = pytest.mark.pure

need_openspiel()

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import numpy as np
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import generate_playthrough
    from open_spiel.python.observation import make_observation

    from herdmind.adapters.batch import layout
    from herdmind.adapters.episode import Episode
    from herdmind.adapters.openspiel import game_string
    from herdmind.adapters.openspiel.dealing import REDEALS
    from herdmind.adapters.openspiel.numbering import OUTCOMES, rolls


PAGE = Path(__file__).parent.parent / "docs" / "openspiel.md"


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game, the last included."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=np.array(odds) / sum(odds))))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(game.num_players())]
            state.apply_actions([int(rng.choice(actions)) if actions else 0 for actions in legal])
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


#: One set-up of each game, decisions one after the other; long games end as draws.
SAMPLES = [
    "herdmind_longhorn",
    "herdmind_heckmeck(seats=3,max_game_length=20)",
    "herdmind_pickomino(max_game_length=20)",
    "herdmind_nimmt(seats=3,rules=round,turn_based=true)",
    "herdmind_nimmt(seats=2,rules=round+tactical,turn_based=true)",
    "herdmind_colt(seats=3,rules=stagecoach,turn_based=true,max_game_length=40)",
]


def test_every_game_has_its_outcomes() -> None:
    assert set(OUTCOMES) == set(GAMES)
    assert {f"herdmind_{name}" for name in GAMES} <= set(pyspiel.registered_names())
    assert set(REDEALS) <= set(GAMES)


@pytest.mark.parametrize("words", settings())
def test_its_random_simulations_pass(words: str) -> None:
    """They check sizes, masks, clones, serialisation, observations, action strings, returns and lengths."""
    pyspiel.random_sim_test(pyspiel.load_game(words), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("words", some(["nimmt(seats=3,rules=round)", "colt(seats=3)"]))
def test_its_own_conversion_to_turns_passes(words: str) -> None:
    game = pyspiel.load_game(f"turn_based_simultaneous_game(game=herdmind_{words})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_turns_are_asked_for_by_a_parameter_or_by_its_conversion() -> None:
    both = pyspiel.load_game("herdmind_nimmt(seats=3,rules=round,seed=4)")
    assert both.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    turns = pyspiel.load_game("herdmind_nimmt(seats=3,rules=round,seed=4,turn_based=true)")
    assert turns.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    one, other = pyspiel.convert_to_turn_based(both).new_initial_state(), turns.new_initial_state()
    for _ in range(3):
        assert one.current_player() == other.current_player()
        assert one.legal_actions() == other.legal_actions()
        one.apply_action(one.legal_actions()[0])
        other.apply_action(other.legal_actions()[0])


@pytest.mark.parametrize("words", SAMPLES[:5])
def test_its_playthrough_is_the_same_each_time(words: str) -> None:
    first, again = [generate_playthrough.playthrough(words, [], seed=3) for _ in range(2)]
    assert first == again
    assert first.count("InformationStateString(0)") > 5


def test_the_kept_playthrough_is_still_true() -> None:
    """``python tests/spiel_help.py`` writes it; the rows of tensors are left out."""
    from spiel_help import kept_playthrough

    assert kept_playthrough() == (FOLDER / "openspiel_game.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", SAMPLES)
def test_a_state_survives_text_pickle_and_copy(words: str) -> None:
    game = pyspiel.load_game(words)
    for number, state in enumerate(walk(game, 5)):
        if number % 17 and not state.is_terminal():
            continue
        kept, copy = str(state), state.clone()
        for other in (
            copy,
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ):
            assert str(other) == kept
            assert other.history() == state.history()
            for seat in range(game.num_players()):
                assert other.information_state_string(seat) == state.information_state_string(seat)
        if not state.is_terminal():
            copy.apply_action(copy.legal_actions()[0])
            assert str(copy) != kept
            assert str(state) == kept


@pytest.mark.parametrize("words", SAMPLES)
def test_numbers_are_dense_and_mean_one_action(words: str) -> None:
    game = pyspiel.load_game(words)
    for state in walk(game, 6):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        bound = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
        assert legal == sorted(set(legal))
        assert 0 <= legal[0] <= legal[-1] < bound
        player = state.current_player()
        tokens = {state.action_to_string(player, number) for number in legal}
        assert tokens == {
            state.at.state.action_to_string(action, player) for action in state.at.state.legal_actions(player)
        }
        if player >= 0:
            for number in legal:
                assert state.at.number(player, state.at.token(player, number)) == number


def test_the_odds_of_rolls_are_the_games_own() -> None:
    state = GAMES["pickomino"].initial(1)
    assert [action for action, _ in rolls(8)] == state.legal_actions()
    own = [float(share) for _, share in state.chance_outcomes()]
    assert own == pytest.approx([share for _, share in rolls(8)], abs=1e-15)


def test_a_list_of_outcomes_is_the_callers_own() -> None:
    """OpenSpiel's searches shuffle what they are given."""
    for words in SAMPLES:
        state = pyspiel.load_game(words).new_initial_state()
        given = state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
        kept = list(given)
        given.reverse()
        again = state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
        assert again == kept


@pytest.mark.parametrize("words", SAMPLES[3:])
def test_no_seat_learns_what_it_cannot_see(words: str) -> None:
    """Another world with the same view gives the same bytes."""
    game = pyspiel.load_game(words)
    rng, differ = Rng(3), 0
    for number, state in enumerate(walk(game, 8)):
        if state.is_chance_node() or number % 5:
            continue
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            differ += str(other) != str(state)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
    assert differ > 1


@pytest.mark.parametrize("words", SAMPLES)
def test_an_information_state_holds_all_own_decisions(words: str) -> None:
    """One text for one way there: the same text never follows two different pasts of its seat."""
    game = pyspiel.load_game(words)
    ways: dict[tuple[int, str], Any] = {}
    for seed in range(3):
        past: dict[int, tuple[Any, ...]] = dict.fromkeys(range(game.num_players()), ())
        for state in walk(game, seed):
            seat = state.current_player()
            if state.is_terminal() or seat < 0:
                continue
            text = state.information_state_string(seat)
            known = ways.setdefault((seat, text), (past[seat], state.legal_actions()))
            assert known == (past[seat], state.legal_actions())
            past[seat] = (*past[seat], text)
    assert len(ways) > 20


def test_an_information_state_remembers_what_a_position_forgets() -> None:
    """The order of an open draft: the same hands in the end, and other ways there."""
    game = pyspiel.load_game("herdmind_nimmt(seats=2,rules=round+tactical,turn_based=true)")

    def drafted(*cards: int) -> Any:
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card - 1)
        return state

    one, other, same = drafted(1, 3, 2, 4), drafted(2, 3, 1, 4), drafted(1, 3, 2, 4)
    for seat in (0, 1):  # seat 1 made the same choices in both, and saw other ones
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.observation_tensor(seat) == other.observation_tensor(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)
        assert one.information_state_tensor(seat) != other.information_state_tensor(seat)
        assert one.information_state_string(seat) == same.information_state_string(seat)


@pytest.mark.parametrize("words", SAMPLES)
def test_observers_agree_with_the_states(words: str) -> None:
    game = pyspiel.load_game(words)
    known = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    seen = make_observation(game)
    sets: set[bytes] = set()
    for state in walk(game, 9):
        for seat in range(game.num_players()):
            known.set_from(state, seat)
            seen.set_from(state, seat)
            assert list(known.tensor) == state.information_state_tensor(seat)
            assert list(seen.tensor) == state.observation_tensor(seat)
            assert known.string_from(state, seat) == state.information_state_string(seat)
            assert seen.string_from(state, seat) == state.observation_string(seat)
            assert 0 <= float(known.tensor.min()) <= float(known.tensor.max()) <= 1
        sets.add(known.tensor.tobytes())
    assert len(sets) > 10
    assert known.dict["player"].sum() == 1
    assert known.dict["digest"].shape == (64,)


@pytest.mark.parametrize("words", SAMPLES)
def test_numbers_and_tensors_are_those_of_the_learning_environments(words: str) -> None:
    """One numbering and one layout for OpenSpiel, PettingZoo, Gymnasium and batches."""
    game = pyspiel.load_game(words)
    name, parameters = words.removeprefix("herdmind_").split("(")[0], game.get_parameters()
    settings = {
        "seats": game.num_players(),
        "rules": [word for word in parameters.get("rules", "").split("+") if word],
    }
    episode = Episode(name, **settings)
    seen = make_observation(game)
    blocks = {block.name: block.shape for block in layout(name, **settings)}
    assert {key: piece.shape for key, piece in seen.dict.items()} == {
        "player": (game.num_players(),),
        **blocks,
    }
    assert game.num_distinct_actions() == episode.actions
    decided = 0
    for state in walk(game, 4):
        seat = state.current_player()
        if seat < 0:
            continue
        episode.state = state.state
        seen.set_from(state, seat)
        assert (seen.tensor[game.num_players() :] == episode.observation(seat)).all()
        assert state.legal_actions() == np.flatnonzero(episode.mask(seat)).tolist()
        decided += 1
    assert decided > 10


def test_tensors_tell_information_states_apart() -> None:
    """The seats of the last trick's cards are in no block of the encoding, but in the digest."""
    game = pyspiel.load_game("herdmind_nimmt(seats=3,rules=round,turn_based=true)")
    known = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    of_text: dict[str, bytes] = {}
    of_tensor: dict[bytes, str] = {}
    for state in walk(game, 2):
        if state.is_chance_node():
            continue
        for seat in range(3):
            known.set_from(state, seat)
            text, tensor = known.string_from(state, seat) + f" {seat}", known.tensor.tobytes()
            assert of_text.setdefault(text, tensor) == tensor
            assert of_tensor.setdefault(tensor, text) == text
    assert len(of_text) > 30


def test_a_position_of_other_tensors_is_refused() -> None:
    game = pyspiel.load_game("herdmind_nimmt(seats=2)")
    draft = GAMES["nimmt"].initial(1, 2, ("small", "draft")).to_text()
    with pytest.raises(ValueError, match="the position's rules give tensors of"):
        game.new_initial_state(draft)


def test_chance_deals_every_hand_of_a_redeal_once() -> None:
    game = pyspiel.load_game(game_string("nimmt", position=late("small", 3, 2, 1).to_text(), redeal=True))
    root = game.new_initial_state()
    assert root.is_chance_node()
    hands: dict[str, float] = {}

    def deal(state: Any, share: float) -> None:
        if not state.is_chance_node():
            word = next(word for word in str(state).split() if word.startswith("hands="))
            hands[word] = hands.get(word, 0) + share
            return
        for number, odds in state.chance_outcomes():
            deal(state.child(number), share * odds)

    deal(root, 1.0)
    assert len(hands) == 90  # 6! / 2!^3
    assert list(hands.values()) == pytest.approx([1 / 90] * 90)
    dealt = root.child(0)
    assert "redeal=c" in dealt.information_state_string(0)
    assert "redeal=x" in dealt.information_state_string(1)


def test_a_seed_deals_as_everywhere() -> None:
    state = pyspiel.load_game("herdmind_nimmt(seats=3,rules=round,seed=7)").new_initial_state()
    assert str(state) == GAMES["nimmt"].initial(7, 3, ("round",)).to_text()


def test_a_position_begins_a_game() -> None:
    text = late("tactical", 2, 2, 11).to_text()
    game = pyspiel.load_game(game_string("nimmt", position=text))
    assert str(game.new_initial_state()) == text
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == text
    other, small = pyspiel.load_game("herdmind_nimmt(seats=2)"), late("small", 2, 2, 11).to_text()
    assert str(other.new_initial_state(small)) == small


def test_a_game_that_lasts_too_long_is_drawn() -> None:
    game = pyspiel.load_game("herdmind_heckmeck(max_game_length=5)")
    *_, last = walk(game, 1)
    assert last.is_terminal()
    assert last.returns() == [0.0, 0.0]
    assert sum(player >= 0 for player, _ in ((item.player, item.action) for item in last.full_history())) == 5


@pytest.mark.parametrize(
    ("parameters", "error", "said"),
    [
        ({"seats": 11}, SetupError, "2 to 10 seats, not 11"),
        ({"rules": "fast"}, SetupError, "no rules word fast"),
        ({"redeal": True}, SetupError, "redeal needs a position"),
        ({"position": "nimmt/2 view"}, NotationError, "nimmt/2"),
        ({"max_game_length": -1}, SetupError, "not -1"),
        ({"position": "view"}, SetupError, "the view of seat 1"),
        ({"position": "truth", "seats": 3}, SetupError, "leave out seats=3"),
        ({"position": "draft", "redeal": True}, SetupError, "draft=dealt"),
        ({"position": "early", "redeal": True}, SetupError, "at most 2000"),
    ],
)
def test_wrong_parameters_are_named(parameters: dict[str, Any], error: type[Exception], said: str) -> None:
    position = parameters.get("position", "")
    texts = {
        "view": late("small", 3, 2, 1).view(1).to_text(),
        "truth": late("small", 3, 2, 1).to_text(),
        "draft": late("tactical", 2, 2, 11).to_text(),
        "early": GAMES["nimmt"].initial(1, 2, ("round",)).to_text(),
    }
    words = {**parameters, "position": texts.get(position, position)}
    with pytest.raises(error, match=said):
        pyspiel.load_game(game_string("nimmt", **words))


def test_its_environment_runs_an_episode() -> None:
    env = rl_environment.Environment("herdmind_nimmt(seats=2,rules=round,seed=3)")
    step = env.reset()
    tricks = 0
    while not step.last():
        legal = step.observations["legal_actions"]
        step = env.step([actions[0] if actions else 0 for actions in legal])
        tricks += 1
    assert tricks >= 10
    assert sum(step.rewards) == 0


@pytest.mark.parametrize("module", ["", ".setting", ".spiel_games"])
def test_examples_in_docstrings_run(module: str) -> None:
    tried = doctest.testmod(import_module(f"herdmind.adapters.openspiel{module}"))
    assert tried.attempted
    assert not tried.failed
