"""What independent trees thought of a position at every stage of their work: values with standard errors.

Two things make a value wrong. The simulations are random: that shows in the spread among independent trees. And a small
tree has not seen far yet: then all of them misjudge alike, and in a game without chance there may be no spread at all.
That shows in how far a value still moves whenever the effort doubles. An error has both parts; ``docs/strength.md``
shows how well it fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .tree import Array

DOUBLINGS = 3  # so many of the last changes count


@dataclass(frozen=True)
class Samples:
    """What independent trees thought of some actions, at every stage of their work."""

    actions: tuple[int, ...]
    visits: Array  # batch, stage, action
    values: Array  # batch, stage, action, seat
    settled: Array  # action: whether its value has been proven
    reach: float  # how much further a value may yet go than it went in one doubling; see ``levels.py``

    def means(self) -> Array:
        """Stage, action, seat: the mean of all trees, each with the weight of its visits."""
        weights = np.maximum(self.visits, 1e-3)[..., None]
        return np.asarray((weights * self.values).sum(0) / weights.sum(0))

    def spread(self) -> Array:
        """Action, seat: the standard error that the spread among the trees tells of."""
        weights = np.maximum(self.visits[:, -1], 1e-3)[..., None]
        weights = weights / weights.sum(0)
        apart = weights * (self.values[:, -1] - self.means()[-1])
        n = len(self.values)
        return np.asarray(np.sqrt((apart**2).sum(0) * n / max(1, n - 1)))

    def restlessness(self) -> Array:
        """Action, seat: how far a value moved in one of the last doublings of its simulations, root mean square.

        What an action showed by itself and what all open ones showed count alike: one that stood still may have done
        so by chance.
        """
        means, visits = self.means(), self.visits.sum(0)
        moved = np.array([_moves(means[:, action], visits[:, action]) for action in range(visits.shape[1])])
        usual = moved if self.settled.all() else moved[~self.settled]
        return np.asarray(np.sqrt(0.5 * moved + 0.5 * usual.mean(0)))

    def errors(self) -> Array:
        """Action, seat: the standard error of the value."""
        return np.asarray(np.hypot(self.spread(), self.reach * self.restlessness()))

    def mixed(self, weights: Mapping[int, float]) -> Samples:
        """A sum of actions, each with its weight, taken as if it were one action."""
        places = [self.actions.index(action) for action in weights]
        values = np.tensordot(self.values[:, :, places], np.array([*weights.values()]), axes=(2, 0))
        visits = self.visits[:, :, places].min(2, keepdims=True)
        return Samples((-1,), visits, values[:, :, None], np.array([False]), self.reach)

    def below(self, best: int) -> Samples:
        """The same of what each action is worth less than this one: what misjudges both alike cancels out."""
        place = self.actions.index(best)
        itself = np.arange(len(self.actions)) == place
        visits = np.minimum(self.visits, self.visits[:, :, [place]])
        values = self.values[:, :, [place]] - self.values
        return Samples(self.actions, visits, values, self.settled | itself, self.reach)


def _moves(means: Array, visits: Array) -> Array:
    """The mean square of the changes of a value, of each seat, between stages with at most half the visits."""
    at = len(visits) - 1
    changes: list[Array] = []
    while len(changes) < DOUBLINGS and (earlier := _halfway(visits, at)) is not None:
        changes.append((means[at] - means[earlier]) ** 2)
        at = earlier
    return np.asarray(np.mean(changes, axis=0)) if changes else np.zeros(means.shape[1])


def _halfway(visits: Array, at: int) -> int | None:
    """The latest stage with at most about half the visits of this one; before the first visit only at the last."""
    enough = 0 if at == len(visits) - 1 else 1
    return next((stage for stage in range(at - 1, -1, -1) if enough <= visits[stage] <= 0.6 * visits[at]), None)
