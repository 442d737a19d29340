"""Small networks: the C code against numpy, and files of weights."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from solver.net.layers import Perceptron, Scorer
from solver.net.reading import MAGIC
from solver.net.weights import Weights, WeightsError, load, save

Floats = npt.NDArray[np.float32]


def scorer_arrays(seed: int) -> dict[str, Floats]:
    state, action, hidden, second = 7, 5, 32, 16
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "state": (state, hidden),
        "bias": (hidden,),
        "action": (action, hidden),
        "second": (hidden, second),
        "second_bias": (second,),
        "score": (second,),
        "score_bias": (1,),
    }
    return {f"policy/{name}": rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def perceptron_arrays(seed: int) -> dict[str, Floats]:
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "first": (9, 48),
        "bias": (48,),
        "second": (48, 16),
        "second_bias": (16,),
        "out": (3, 16),
        "out_bias": (3,),
    }
    return {f"value/{name}": rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.mark.parametrize("count", [1, 3, 4, 8, 9, 10, 128])
def test_a_scorer_agrees_with_numpy(count: int) -> None:
    arrays = scorer_arrays(count)
    net = Scorer(arrays)
    assert net.widths == (7, 5, 32, 16)
    rng = np.random.default_rng(99)
    state, actions = rng.standard_normal(7), rng.standard_normal((count, 5))
    state[3] = 0
    part = {name.removeprefix("policy/"): array.astype(float) for name, array in arrays.items()}
    first = np.maximum(state @ part["state"] + part["bias"] + actions @ part["action"], 0)
    then = np.maximum(first @ part["second"] + part["second_bias"], 0)
    logits = then @ part["score"] + part["score_bias"]
    assert np.allclose(net.logits(state, actions), logits, atol=1e-4)
    odds = np.exp(logits - logits.max())
    assert np.allclose(net.policy(state, actions), odds / odds.sum(), atol=1e-5)
    assert net.policy(state, actions).min() > 0


def test_the_order_of_actions_does_not_matter_to_the_bit() -> None:
    net = Scorer(scorer_arrays(5))
    rng = np.random.default_rng(6)
    state, actions = rng.standard_normal(7), rng.standard_normal((11, 5))
    order = rng.permutation(11)
    assert (net.logits(state, actions[order]) == net.logits(state, actions)[order]).all()


def test_a_perceptron_agrees_with_numpy() -> None:
    arrays = perceptron_arrays(3)
    net = Perceptron(arrays)
    assert net.widths == (9, 48, 16, 3)
    state = np.random.default_rng(4).standard_normal(9)
    state[2] = 0
    part = {name.removeprefix("value/"): array.astype(float) for name, array in arrays.items()}
    first = np.maximum(state @ part["first"] + part["bias"], 0)
    then = np.maximum(first @ part["second"] + part["second_bias"], 0)
    assert np.allclose(net.run(state), part["out"] @ then + part["out_bias"], atol=1e-4)


@pytest.mark.parametrize(
    ("name", "array", "fault"),
    [
        ("policy/state", None, "lacks the array policy/state"),
        ("policy/score", np.zeros(15, np.float32), "policy/score has shape"),
        ("policy/action", np.zeros(5, np.float32), "policy/action has 1 axes, not 2"),
        ("policy/second_bias", np.zeros(12, np.float32), "12 wide, not a multiple of 16"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, array: Floats | None, fault: str) -> None:
    arrays = scorer_arrays(1)
    del arrays[name]
    if array is not None:
        arrays[name] = array
    with pytest.raises(WeightsError, match=fault) as refused:
        Scorer(arrays)
    assert refused.value.token == name


def test_inputs_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Scorer(scorer_arrays(1)).logits(np.zeros(7), np.zeros((3, 4)))
    with pytest.raises(ValueError, match="does not fit"):
        Perceptron(perceptron_arrays(1)).run(np.zeros(8))


def test_weights_return_from_their_file(tmp_path: Path) -> None:
    about: dict[str, Any] = {"features": "duck/3", "recipe": {"hours": 1}}
    weights = Weights(scorer_arrays(2), about)
    save(tmp_path / "duck.npz", weights)
    save(tmp_path / "again.npz", weights)
    found = load(tmp_path / "duck.npz", "duck/3")
    assert found.about == about
    assert found.digest == weights.digest
    assert all((found.arrays[name] == array).all() for name, array in weights.arrays.items())
    assert (tmp_path / "duck.npz").read_bytes() == (tmp_path / "again.npz").read_bytes()
    other = Weights(scorer_arrays(3), about)
    assert other.digest != weights.digest


def test_the_reader_agrees_with_numpy(tmp_path: Path) -> None:
    path = tmp_path / "duck.npz"
    save(path, Weights(scorer_arrays(4), {"features": "duck/3"}))
    found = load(path, "duck/3").arrays
    with np.load(path) as archive:
        assert {*archive.files} == {*found, "about"}
        assert all(archive[name].dtype == array.dtype for name, array in found.items())
        assert all(np.array_equal(archive[name], array) for name, array in found.items())


def test_a_damaged_file_is_refused_or_read_never_worse(tmp_path: Path) -> None:
    path = tmp_path / "duck.npz"
    save(path, Weights({"one": np.ones((2, 3), np.float32)}, {"features": "duck/3"}))
    whole, rng = path.read_bytes(), np.random.default_rng(5)
    refused = 0
    for _ in range(600):
        damaged = bytearray(whole)
        for at in rng.integers(len(whole), size=rng.integers(1, 4)):
            damaged[at] = rng.integers(256)
        path.write_bytes(damaged[: rng.integers(len(whole) // 2, len(whole) + 1)])
        try:
            load(path, "duck/3")
        except WeightsError:
            refused += 1
    assert refused > 500
    for header in ("(0, 3)", "(-2, -3)", "('a',)", "(1,) * 9"):
        members = {"about": json.dumps({"features": "duck/3"}).encode(), "one": bytes(24)}
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                shape = f"({len(data)},)" if name == "about" else header
                text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}".encode()
                archive.writestr(name + ".npy", MAGIC + len(text).to_bytes(2, "little") + text + data)
        with pytest.raises(WeightsError):
            load(path, "duck/3")


def test_files_that_are_no_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "duck.npz"
    path.write_bytes(b"no archive")
    with pytest.raises(WeightsError, match=r"duck\.npz is no file of network weights"):
        load(path, "duck/3")
    save(path, Weights(scorer_arrays(2), {"features": "duck/2"}))
    with pytest.raises(WeightsError, match="trained on the inputs duck/2, this program computes duck/3"):
        load(path, "duck/3")
    arrays = scorer_arrays(2)
    arrays["policy/bias"][0] = np.nan
    save(path, Weights(arrays, {"features": "duck/3"}))
    with pytest.raises(WeightsError, match="policy/bias is not of finite float32"):
        load(path, "duck/3")
