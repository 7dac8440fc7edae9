"""Fits a network to positions: Adam on minibatches, each position turned or mirrored anew, the mean square error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.fields import Float32Array, Int64Array
from ..network import BIAS, CERTAIN, FIRST, INNER, LAST, NARROW, OUTPUT, OUTPUT_BIAS, WIDTH, Network, with_room

RATE, LAST_RATE = 2e-3, 1e-4  # how far a step goes, at first and in the end
DECAY = 1e-6  # of the weights, at every step
KEPT = (0.9, 0.999)  # of the gradient and of its square, in Adam's running means
TINY = 1e-8
HELD_BACK = 20  # one position in so many is not learned from, but tells how well it went

Rows = NDArray[np.float32]
Numbers = NDArray[np.uint16]  # of features


@dataclass(frozen=True)
class Samples:
    """What is to be learned: rows of features, padded with ``inputs``, and the value of each."""

    features: Numbers
    targets: Float32Array
    inputs: int

    def part(self, chosen: NDArray[np.bool_]) -> Samples:
        return Samples(self.features[chosen], self.targets[chosen], self.inputs)

    def held_back(self) -> NDArray[np.bool_]:
        return np.asarray(np.arange(len(self.targets)) % HELD_BACK == 0)


class Layers:
    """The parts of a network as matrices, which share its memory."""

    def __init__(self, network: Network) -> None:
        self.first = network[FIRST:].reshape(-1, WIDTH)
        self.bias = network[BIAS:LAST]
        self.inner = network[INNER:FIRST].reshape(WIDTH, NARROW)
        self.inner_bias = network[LAST:OUTPUT]
        self.output = network[OUTPUT:OUTPUT_BIAS]
        self.output_bias = network[OUTPUT_BIAS : OUTPUT_BIAS + 1]


def fresh(inputs: int, rng: np.random.Generator) -> Network:
    """A network that knows nothing yet; about a tenth of the features hold at a time."""
    network = with_room(np.zeros(FIRST - BIAS + inputs * WIDTH, np.float32))
    layers = Layers(network)
    layers.first[:] = rng.normal(0, (20 / inputs) ** 0.5, layers.first.shape)
    layers.inner[:] = rng.normal(0, (2 / WIDTH) ** 0.5, layers.inner.shape)
    layers.output[:] = rng.normal(0, (1 / NARROW) ** 0.5, NARROW)
    return network


def dense(features: NDArray[np.integer[Any]], inputs: int) -> Rows:
    """Ones where a feature holds."""
    rows = np.zeros((len(features), inputs + 1), np.float32)
    rows[np.arange(len(features))[:, None], features] = 1
    return rows[:, :inputs]


def predict(network: Network, rows: Rows) -> Float32Array:
    """The same as the search asks, for many positions at once and to rounding."""
    layers = Layers(network)
    hidden = np.maximum(rows @ layers.first + layers.bias, 0)
    second = np.maximum(hidden @ layers.inner + layers.inner_bias, 0)
    return np.asarray(CERTAIN * np.tanh(second @ layers.output + layers.output_bias))


def gradient(network: Network, rows: Rows, targets: Float32Array, into: Network) -> None:
    """How the mean square error changes with every number of the network."""
    layers, slopes = Layers(network), Layers(into)
    hidden = np.maximum(rows @ layers.first + layers.bias, 0)
    second = np.maximum(hidden @ layers.inner + layers.inner_bias, 0)
    values = np.tanh(second @ layers.output + layers.output_bias)
    out = 2 * CERTAIN * (CERTAIN * values - targets) * (1 - values**2) / len(targets)
    slopes.output[:], slopes.output_bias[:] = out @ second, out.sum()
    back = np.outer(out, layers.output) * (second > 0)
    slopes.inner[:], slopes.inner_bias[:] = hidden.T @ back, back.sum(0)
    back = (back @ layers.inner.T) * (hidden > 0)
    slopes.first[:], slopes.bias[:] = rows.T @ back, back.sum(0)


def error(network: Network, samples: Samples) -> float:
    """The mean square error."""
    if not len(samples.targets):
        return 0.0
    return float(np.mean((predict(network, dense(samples.features, samples.inputs)) - samples.targets) ** 2))


class Adam:
    """Steps against the gradient, each number at its own pace."""

    def __init__(self, size: int) -> None:
        self.mean, self.square = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.steps = 0

    def step(self, network: Network, slope: Network, rate: float) -> None:
        self.steps += 1
        for running, new, kept in ((self.mean, slope, KEPT[0]), (self.square, slope * slope, KEPT[1])):
            running *= kept
            running += (1 - kept) * new
        mean, square = self.mean / (1 - KEPT[0] ** self.steps), self.square / (1 - KEPT[1] ** self.steps)
        network -= (rate * mean / (np.sqrt(square) + TINY)).astype(np.float32)
        network -= (DECAY * network).astype(np.float32)


def fit(
    network: Network, samples: Samples, ways: Int64Array, epochs: int, batch: int, rng: np.random.Generator
) -> Iterator[float]:
    """Changes the network in place; after each pass it tells the error at what is not learned from.

    ``ways`` says where each feature goes in every way to turn or mirror a position.
    """
    kept = samples.held_back()
    test, learned = samples.part(kept), samples.part(~kept)
    ways = np.column_stack([ways, np.full(len(ways), samples.inputs)])  # what stands for no feature stays so
    adam, slope = Adam(len(network)), np.zeros_like(network)
    for epoch in range(epochs):
        order = rng.permutation(len(learned.targets))
        rate = LAST_RATE + (RATE - LAST_RATE) * (1 + np.cos(np.pi * epoch / epochs)) / 2
        for chosen in np.array_split(order, max(1, len(order) // batch)):
            turned = ways[rng.integers(len(ways), size=len(chosen))[:, None], learned.features[chosen]]
            gradient(network, dense(turned, samples.inputs), learned.targets[chosen], slope)
            adam.step(network, slope, rate)
        yield error(network, test)
