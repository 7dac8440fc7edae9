"""What a match says about two players: shares, intervals, Elo, and when to stop.

Games come in groups that exchange the seats under the same chance. The games of a group are not independent of each
other, the groups are: so every figure is computed from the shares of the groups, each between 0 and 1.

**The interval after a fixed number of groups** is Wilson's for a share, except that the variance of a group is
measured: two games of a pair that always go to the same side say less, a pair that is always halved says more, than
two coins. One pair of the greatest possible variance is added, so that a few equal groups do not look like certainty.

**The interval for looking again and again** (``--until-clear``) must hold at all moments together: an ordinary 95 %
interval, looked at after every pair, would exclude the truth sooner or later. It comes from betting. If the true share
is m, then whoever puts a part θ of the capital on "the first player does better" multiplies it with 1 + θ (x / m − 1)
for a group of share x, which is 1 on average: a game without profit. By Ville's inequality such a capital ever reaches
40 times its beginning with a probability of at most 1/40, whatever the distribution of x. So every m at which the
capital reached 40 is refuted; the other side bets likewise with 1 + θ ((1 − x) / (1 − m) − 1), and both together are
wrong with at most 5 %. The capital is spread over many θ, small ones for small differences; it depends on how often
each share occurred, not on the order. (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", 2024, is the theory.) No smallest difference need be named, as a sequential probability ratio test would ask;
the price is that more games are needed than the fixed number that is just enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, inf, log, log1p, log10, sqrt
from typing import NamedTuple

Interval = tuple[float, float]

NORMAL = 1.959964  # standard errors to either side: 95 %
ENOUGH = log(2 / 0.05)  # the logarithm of a capital that refutes: each side may be wrong with half of 5 %
# The parts of the capital that are bet: from nearly all of it down to a thousandth.
BETS = tuple(0.95 * 2 ** (-step / 4) for step in range(40))
HALVINGS = 40


class Estimate(NamedTuple):
    """A figure and the interval that holds the truth with 95 %."""

    value: float  #: the figure itself
    low: float  #: where the interval begins
    high: float  #: and where it ends


def share_interval(shares: Mapping[float, int]) -> Interval:
    """For the mean of independent shares; ``shares`` says how often each one occurred."""
    n = sum(shares.values())
    if n == 0:
        return 0.0, 1.0
    mean = sum(x * count for x, count in shares.items()) / n
    most = mean * (1 - mean)
    squares = sum(count * (x - mean) ** 2 for x, count in shares.items())
    ratio = (squares / most + 1) / n if most > 1e-12 else 1.0
    return _wilson(mean, n / ratio)


def _wilson(share: float, n: float) -> Interval:
    """Wilson's interval of a share seen in n independent trials."""
    z2 = NORMAL**2 / n
    centre = (share + z2 / 2) / (1 + z2)
    half = sqrt(z2 * share * (1 - share) + z2 * z2 / 4) / (1 + z2)
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def lasting_interval(shares: Mapping[float, int]) -> Interval:
    """The same, but it may be looked at after every group: see above."""
    return _least_share(shares), 1 - _least_share(_mirrored(shares))


def _mirrored(shares: Mapping[float, int]) -> dict[float, int]:
    """The shares of the other player."""
    return {1 - x: count for x, count in shares.items()}


def _least_share(shares: Mapping[float, int]) -> float:
    """The smallest share that the bets on more than that have not refuted: the capital falls as the share rises."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if log_capital(shares, middle) >= ENOUGH else (low, middle)
    return low


def log_capital(shares: Mapping[float, int], m: float) -> float:
    """The logarithm of what one unit has become by betting that the share is more than m."""
    wealth = [sum(count * log1p(bet * (x / m - 1)) for x, count in shares.items()) for bet in BETS]
    top = max(wealth)
    return top + log(sum(exp(w - top) for w in wealth) / len(BETS))


def elo(share: float) -> float:
    """The difference in Elo points that goes with an expected share."""
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def mean_interval(values: Iterable[float]) -> Estimate:
    """The mean of independent numbers without bounds, such as differences of points."""
    known = list(values)
    n = len(known)
    if n == 0:
        return Estimate(0.0, -inf, inf)
    mean = sum(known) / n
    if n == 1:
        return Estimate(mean, -inf, inf)
    half = student(n - 1) * sqrt(sum((x - mean) ** 2 for x in known) / (n - 1) / n)
    return Estimate(mean, mean - half, mean + half)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution; from 3 on by a series (Cornish and Fisher), to one per cent."""
    if freedom <= 2:
        return (12.7062, 4.30265)[freedom - 1]
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


class Score:
    """The first player's score against the second, group by group."""

    def __init__(self, *, lasting: bool = False) -> None:
        self.wins = self.draws = self.losses = 0
        self.shares: Counter[float] = Counter()
        self.lasting = lasting
        self.points: list[tuple[float, float]] = []

    def add(self, group: Iterable[float], points: tuple[float, float] | None = None) -> None:
        """One group: the share of each of its comparisons, and in solo games the points of both players."""
        comparisons = list(group)
        self.wins += comparisons.count(1.0)
        self.draws += comparisons.count(0.5)
        self.losses += comparisons.count(0.0)
        self.shares[sum(comparisons) / len(comparisons)] += 1
        if points is not None:
            self.points.append(points)

    @property
    def groups(self) -> int:
        """How many groups were added."""
        return sum(self.shares.values())

    @property
    def compared(self) -> int:
        """How many comparisons that were."""
        return self.wins + self.draws + self.losses

    @property
    def mean(self) -> float:
        """Wins and half the draws, as a share of all."""
        n = self.groups
        return sum(x * count for x, count in self.shares.items()) / n if n else 0.5

    @property
    def share(self) -> Estimate:
        """The same with its interval."""
        return Estimate(self.mean, *(lasting_interval if self.lasting else share_interval)(self.shares))

    @property
    def elo(self) -> Estimate:
        """The same as a difference in Elo points."""
        value, low, high = map(elo, self.share)
        return Estimate(value, low, high)

    @property
    def clear(self) -> bool:
        """Whether one player is better beyond doubt: the interval excludes equality.

        In solo games the mean points decide. They have no bounds, so for looking again and again the shares do.
        """
        if self.lasting:
            return max(log_capital(shares, 0.5) for shares in (self.shares, _mirrored(self.shares))) >= ENOUGH
        _, low, high = self.lead if self.points else self.share
        even = 0.0 if self.points else 0.5
        return low > even or high < even

    @property
    def ahead(self) -> bool:
        """Whether the first player is the better one, if any is."""
        return self.lead.value > 0 if self.points and not self.lasting else self.mean > 0.5

    @property
    def means(self) -> tuple[float, float] | None:
        """The mean points of both players, in solo games."""
        n = len(self.points)
        return (sum(a for a, _ in self.points) / n, sum(b for _, b in self.points) / n) if n else None

    @property
    def lead(self) -> Estimate:
        """By how many points the first player is ahead on the same draws of chance, in solo games."""
        return mean_interval(a - b for a, b in self.points)
