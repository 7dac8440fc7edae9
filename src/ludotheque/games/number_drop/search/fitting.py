"""Fits the network that expects points to what came of sheets, with NumPy alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludotheque.core.fields import Float32Array

from .turns.expectation import BIAS, END, FIRST, INNER, LAST, LENGTH, NARROW, OUTPUT, WIDTH
from .turns.features import AT_STEP, FEATURES

Array = np.ndarray[Any, np.dtype[Any]]
Layers = list[Array]  # first, its bias, second, its bias, output, its bias

BATCH = 1024
FIRST_GUESS = 30.0  # points to come


def mirrored() -> Array:
    """For each feature the one that holds on the sheet seen in a mirror: the steps of the surface change places."""
    features = np.arange(FEATURES)
    for column in range(6):
        for step in range(-5, 6):
            features[AT_STEP + 11 * column + 5 + step] = AT_STEP + 11 * (5 - column) + 5 - step
    return features


MIRRORED = mirrored()


def new_layers(rng: np.random.Generator) -> Layers:
    shapes = ((FEATURES, WIDTH), (WIDTH, NARROW), (NARROW,))
    first, second, output = (rng.normal(0.0, 1.0, shape).astype(np.float32) for shape in shapes)
    biases = np.zeros(WIDTH, np.float32), np.zeros(NARROW, np.float32), np.array([FIRST_GUESS], np.float32)
    return [0.075 * first, biases[0], second / WIDTH**0.5, biases[1], output / NARROW**0.5, biases[2]]


def to_network(layers: Layers) -> Float32Array:
    """As compiled code wants it: all in one row, with room to work in."""
    network = np.zeros(LENGTH, np.float32)
    for at, layer in zip((FIRST, BIAS, INNER, LAST, OUTPUT, END), layers, strict=True):
        network[at : at + layer.size] = layer.ravel()
    return network


def to_layers(network: Float32Array) -> Layers:
    places = ((FIRST, (FEATURES, WIDTH)), (BIAS, (WIDTH,)), (INNER, (WIDTH, NARROW)), (LAST, (NARROW,)))
    ends = ((OUTPUT, (NARROW,)), (END, (1,)))
    return [network[at : at + int(np.prod(shape))].reshape(shape).copy() for at, shape in (*places, *ends)]


def inputs(samples: Array, lengths: Array, mirror: bool = False) -> Array:
    """A row of zeros and ones for each sample."""
    rows, places = np.nonzero(np.arange(samples.shape[1]) < lengths[:, None])
    features = samples[rows, places]
    found = np.zeros((len(samples), FEATURES), np.float32)
    found[rows, MIRRORED[features] if mirror else features] = 1.0
    return found


def forward(layers: Layers, rows: Array) -> tuple[Array, Array, Array]:
    hidden = np.maximum(rows @ layers[0] + layers[1], 0)
    second = np.maximum(hidden @ layers[2] + layers[3], 0)
    return hidden, second, second @ layers[4] + layers[5][0]


def predict(layers: Layers, samples: Array, lengths: Array) -> Array:
    pieces = range(0, len(samples), BATCH)
    rows = (inputs(samples[at : at + BATCH], lengths[at : at + BATCH]) for at in pieces)
    return np.concatenate([forward(layers, each)[2] for each in rows] or [np.zeros(0)])


def gradients(layers: Layers, rows: Array, targets: Array) -> tuple[Layers, float]:
    """Of half the mean square of the error; and that error."""
    hidden, second, expected = forward(layers, rows)
    off = ((expected - targets) / len(rows)).astype(np.float32)
    to_second = np.outer(off, layers[4]) * (second > 0)
    to_hidden = (to_second @ layers[2].T) * (hidden > 0)
    found = [rows.T @ to_hidden, to_hidden.sum(0), hidden.T @ to_second, to_second.sum(0), second.T @ off]
    return [*found, off.sum(keepdims=True)], float((off * off).sum()) * len(rows)


class Adam:
    """Steps down the gradients, each number at its own pace."""

    def __init__(self, layers: Layers) -> None:
        self.means, self.squares = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
        self.steps = 0

    def step(self, layers: Layers, slopes: Layers, rate: float) -> None:
        self.steps += 1
        pace = np.float32(rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps))
        for layer, slope, mean, square in zip(layers, slopes, self.means, self.squares, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            layer -= pace * mean / (np.sqrt(square) + np.float32(1e-8))


def fit(
    layers: Layers, samples: Array, lengths: Array, targets: Array, epochs: int, rate: float, rng: np.random.Generator
) -> float:
    """Fits the layers in place, slower and slower; every other batch is seen in a mirror. The error at the end."""
    adam, batches = Adam(layers), max(1, len(samples) // BATCH)
    errors: list[float] = []
    for epoch in range(epochs):
        order = rng.permutation(len(samples))
        for batch in range(batches):
            some = order[batch * BATCH : (batch + 1) * BATCH]
            rows = inputs(samples[some], lengths[some], mirror=(epoch + batch) % 2 == 1)
            slopes, error = gradients(layers, rows, targets[some])
            adam.step(layers, slopes, rate * (1.02 - (epoch * batches + batch) / (epochs * batches)))
            errors.append(error)
    return math.sqrt(float(np.mean(errors[-batches:])))
