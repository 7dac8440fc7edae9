"""The daily game: the same dice for everybody, from a secret of the day that was committed to before it.

Which games have one is a property of the game. A day is one of UTC. There is one try that counts; as long as the day
lasts its dice are told to nobody, not even to who has finished.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean, stdev
from typing import TYPE_CHECKING

from ..core.dice import Nonce
from ..core.game import Game
from ..core.registry import games, load
from ..core.state import State
from ..search.players import LEVELS
from .commands import now, refuse
from .days import day_after, end_of, is_day, today
from .fair_dice import FairDice, new_dice
from .fair_executor import Share
from .idempotency import derived_id
from .lobby import Lobby
from .ports import OVER, StoreUnavailable, TableExists
from .session import Session
from .table import PERSON, Seat

if TYPE_CHECKING:
    from ..search.computer import ComputerPlayer

log = logging.getLogger("ludotheque")
SOON, EVERY = 30.0, 3_600.0  # seconds until the next days are looked after
PAR_GAMES = 6  # of the strongest level, for par
MOST_DAYS = 30  # past days in a list


@dataclass(frozen=True)
class Par:
    """What the strongest computer scored on the dice of a day, in some games with different seeds."""

    scores: Sequence[int]

    @property
    def is_done(self) -> bool:
        return len(self.scores) >= PAR_GAMES

    @property
    def mean(self) -> float:
        return mean(self.scores)

    @property
    def spread(self) -> float:
        """The standard deviation from game to game."""
        return stdev(self.scores) if len(self.scores) > 1 else 0.0


@dataclass
class DailyGames:
    """Opens tries, and keeps days and pars."""

    lobby: Lobby
    key: bytes  # from which the ids of tries that count follow
    playing: dict[tuple[str, str], asyncio.Task[None]] = field(default_factory=dict)  # games for par

    async def run(self) -> None:
        """Commits to the days to come, so that whoever wants to can see it before."""
        await asyncio.sleep(SOON)
        while True:
            try:
                for name in games():
                    if load(name).daily:
                        await self.prepare(load(name))
            except StoreUnavailable as problem:
                log.warning("the next day was put off: %s", problem)
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        for task in self.playing.values():
            task.cancel()
        await asyncio.gather(*self.playing.values(), return_exceptions=True)

    # Days

    async def prepare(self, game: Game) -> tuple[str, str]:
        """The commitments of today and of tomorrow."""
        day = today()
        return await self.committed(game, day), await self.committed(game, day_after(day))

    async def committed(self, game: Game, day: str) -> str:
        """The commitment of a day; of several servers that make one, the first is good."""
        ask, store = self.lobby.threads.run, self.lobby.store
        if (known := await ask(store.day, game.name, day)) is not None:
            return known
        kept = new_dice(now())
        await ask(store.add_dice, kept)
        await ask(store.add_day, game.name, day, kept.commitment)
        found = await ask(store.day, game.name, day)
        assert found is not None
        return found

    async def commitment(self, game: Game, day: str) -> str:
        """Of a day that can be played, or a refusal."""
        if not game.daily:
            raise refuse("no-daily", game=game.catalog("title"))
        if day == today():
            return await self.committed(game, day)
        known = await self.lobby.threads.run(self.lobby.store.day, game.name, day) if is_day(day) else None
        if known is None or day > today():
            raise refuse("no-day")
        return known

    async def secret(self, game: Game, day: str) -> str | None:
        """Revealed when the day is over."""
        commitment = await self.commitment(game, day)
        kept = await self.lobby.threads.run(self.lobby.store.dice, commitment)
        return FairDice.of(kept).secret.hex() if kept and now() >= end_of(day) else None

    # Tries

    async def open(self, game: Game, day: str, player: str, name: str, counts: bool, address: str = "") -> Session:
        """A try at a day. Who asks for the one that counts gets it as often as they like: it is the same table."""
        commitment = await self.commitment(game, day)
        self.want_par(game, day, commitment)
        counted = await self.try_of(game, day, player)
        if counts and counted is not None:
            return counted
        if counts and day != today():
            raise refuse("day-over")
        if not counts and day == today() and (counted is None or counted.table.status != OVER):
            raise refuse("counts-first")
        seats = [Seat(PERSON, player, name)] * game.daily
        id = self.try_id(game, day, player) if counts else None
        try:
            return await self.lobby.open(
                game.name, {}, seats, player, id=id, address=address, commitment=commitment, day=day, counts=counts
            )
        except TableExists:  # another server was quicker
            return await self.lobby.session(self.try_id(game, day, player))

    def try_id(self, game: Game, day: str, player: str) -> str:
        return derived_id(self.key, "daily", player, f"{game.name} {day}")

    async def try_of(self, game: Game, day: str, player: str | None) -> Session | None:
        """The try that counts, begun or finished."""
        return await self.lobby.find(self.try_id(game, day, player)) if player else None

    # Par

    async def par(self, game: Game, day: str) -> Par:
        """As far as it is known."""
        return Par([*(await self.lobby.threads.run(self.lobby.store.par, game.name, day)).values()])

    def want_par(self, game: Game, day: str, commitment: str) -> None:
        """Somebody plays that day: what is missing of its par is played in the background, after everybody else."""
        if (game.name, day) not in self.playing:
            task = asyncio.create_task(self.play_missing(game, day, commitment))
            self.playing[game.name, day] = task
            task.add_done_callback(lambda _: self.playing.pop((game.name, day), None))

    async def play_missing(self, game: Game, day: str, commitment: str) -> None:
        ask, store = self.lobby.threads.run, self.lobby.store
        try:
            await self.lobby.warming.settled(game.name)
            kept = await ask(store.dice, commitment)
            for seed in range(PAR_GAMES):
                if kept is not None and seed not in await ask(store.par, game.name, day):
                    score = await self.play_game(game, FairDice.of(kept), seed)
                    await ask(store.add_par, game.name, day, seed, score)
        except Exception:
            log.exception("par of %s could not be played", day)

    async def play_game(self, game: Game, dice: FairDice, seed: int) -> int:
        """One game of the strongest computer, which sees positions only; a choice at a time, so that it holds up
        nobody. The same seed gives the same score."""
        from ..search.computer import ComputerPlayer  # loads the compiler, which a server starts without

        computer, state, drawn = ComputerPlayer(max(LEVELS), seed=seed), game.new(seats=game.daily), 0
        nobody = (Nonce(),) * game.daily
        while not state.over:
            if state.chance:
                state, drawn = state.play(dice.outcome_of(state, nobody, drawn)), drawn + 1
            else:
                state = await self.think(computer, state)
        assert state.scores is not None
        return state.scores[0]

    async def think(self, computer: ComputerPlayer, state: State) -> State:
        share = Share("par", is_unattended=True)
        return state.play(await self.lobby.executor.run(share, lambda: computer.choose(state)))


def place_of(score: int, scores: Sequence[int]) -> int:
    """1 is the best; who has as many shares the place."""
    return 1 + sum(other > score for other in scores)
