"""The games for OpenSpiel, as ``ludotheque_<name>``.

>>> from ludotheque.research import openspiel
>>> state = openspiel.load("drivis").new_initial_state()

Action codes and outcome codes are those of the game, and actions are written in its notation. Chance is explicit. Where
several seats choose at the same time they choose in turn, which changes nothing in the game: no choice of such a phase
depends on another, and nobody observes what the others have chosen before the phase is over.

OpenSpiel's algorithms in Python run on these games, and those in C++ that keep Python's lock. ``pyspiel.MCTSBot``
releases it and so ends the process with any game written in Python: use ``open_spiel.python.algorithms.mcts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.options import Option, Value
from ..core.registry import games as game_names
from ..core.registry import load as load_game
from ..core.state import CHANCE, State
from .fast_state import FastState
from .observation import observe_array, plan
from .texts import extra

with extra():
    import pyspiel

# No game draws more often than this between two choices.
MOST_DRAWS_IN_A_ROW = 32
# The points of a solo game lie between these, unless its rules say more exactly.
ANY_POINTS = (-1000, 1000)
_MOST_INT = 2**31 - 1
Array = np.ndarray[Any, np.dtype[Any]]


def short_name(game: Game) -> str:
    return f"ludotheque_{game.name.replace('-', '_')}"


def register() -> None:
    """Makes ``pyspiel.load_game("ludotheque_…")`` know all games; a second call does nothing."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        game = load_game(name)
        if short_name(game) not in known:
            # A class a game: OpenSpiel lets go of it only after Python has ended, which other objects do not bear.
            pyspiel.register_game(game_type(game, game.seats[0]), type("SpielGame", (SpielGame,), {"game": game}))


def load(name: str, seats: int | None = None, **options: Value) -> pyspiel.Game:
    """A game for OpenSpiel; a GameError says what is wrong with a name, the seats or an option."""
    register()
    game = load_game(name)
    game.settle(seats, options)
    players = {} if seats is None else {"players": seats}
    return pyspiel.load_game(short_name(game), {**players, **options})


def game_type(game: Game, seats: int) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.num_outcomes else kinds.ChanceMode.DETERMINISTIC
    return kinds(
        short_name=short_name(game),
        long_name=game.title(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information(game, seats),
        utility=kinds.Utility.ZERO_SUM if seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def information(game: Game, seats: int) -> Any:
    """Everything is public, but where all play on sheets of their own they choose at the same time."""
    kinds = pyspiel.GameType.Information
    is_hidden = seats > 1 and game.display.picture.OWN_SHEETS
    return kinds.IMPERFECT_INFORMATION if is_hidden else kinds.PERFECT_INFORMATION


def parameters(game: Game) -> dict[str, Value]:
    """``players`` and the options with their defaults."""
    return {"players": game.seats[0]} | {option.name: _default(option, game) for option in game.options.values()}


def _default(option: Option, game: Game) -> Value:
    """OpenSpiel wants a value. Where the usual one depends on the seats, 0 or an empty word stands for it."""
    if not callable(option.default):
        return option.default
    _, settled = game.settle(None, {})
    stands_for_usual = type(settled[option.name])()
    if stands_for_usual in option.values:
        raise TypeError(f"{game.name}: {option.name} may be {stands_for_usual!r}, which cannot stand for the usual one")
    return stands_for_usual


def game_info(game: Game, seats: int, max_choices: int) -> pyspiel.GameInfo:
    solo = {"min_utility": ANY_POINTS[0], "max_utility": ANY_POINTS[1]}
    if hasattr(game.rules, "POINTS"):
        solo = dict(zip(solo, game.rules.POINTS, strict=True))
    many = {"min_utility": -1.0, "max_utility": 1.0, "utility_sum": 0.0}
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.num_outcomes,
        num_players=seats,
        max_game_length=min(max_choices, _MOST_INT),
        **(solo if seats == 1 else many),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its seats and options settled. ``register`` makes a class of this kind for each game."""

    game: Game

    def __init__(self, given: Mapping[str, Value] | None = None) -> None:
        game, options = self.game, dict(given or {})
        seats = int(options.pop("players", game.seats[0]))
        chosen = {k: v for k, v in options.items() if not (callable(game.options[k].default) and not v)}
        self.first = FastState.of(game.start(seats, None, chosen))
        self.plan = plan(game, seats)
        max_choices = int(self.first.first.options["max_choices"])
        super().__init__(game_type(game, seats), game_info(game, seats, max_choices), dict(given or {}))
        self._draws = min(MOST_DRAWS_IN_A_ROW * (max_choices + 1), _MOST_INT) if game.num_outcomes else 0

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        return _reload, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self._draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"no observation parameters are known; given: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _reload(text: str) -> pyspiel.Game:
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """Holds nothing but a position, which clones share."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.first

    def current_player(self) -> int:
        seat = self.position.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        return self.position.seat is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.write(CHANCE if player == pyspiel.PlayerId.CHANCE else player, action)

    def returns(self) -> list[float]:
        position = self.position
        return position.result() if position.over else [0.0] * position.first.seats

    def __str__(self) -> str:
        return self.position.state().diagram()


class SpielObserver:
    """Both tensors hold the position, and the string of an information state the history. Private is only what a player
    has chosen while others are choosing, too; without public information there is nothing else, and no tensor."""

    def __init__(self, game: SpielGame, wanted: Any) -> None:
        self.wanted = wanted
        self.tensor = np.zeros(game.plan.size if wanted.public_info else 0, np.float32)
        fields = game.plan.fields if wanted.public_info else ()
        self.dict = {name: self.tensor[where] for name, where in fields}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.wanted.public_info:
            first = state.position.first
            self.tensor[:] = observe_array(first.game, self._known(state, player), first.seats, player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self.wanted.public_info and not self.wanted.perfect_recall:
            first = state.position.first
            return State(first.game, first.options, first.names, self._known(state, player)).diagram()
        return ", ".join(self._events(state, player))

    def _known(self, state: SpielState, player: int) -> Array:
        """The position as far as it is known."""
        position = state.position
        if self.wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return position.array
        is_one = self.wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return position.seen_by(player if is_one else position.first.seats)

    def _events(self, state: SpielState, player: int) -> Iterator[str]:
        """The public events, and of those that are not yet public the player's own, or all."""
        views, events, private = state.position.views, state.full_history(), self.wanted.private_info
        public = len(events) - (views.events if views else 0)
        for number, event in enumerate(events):
            is_own = event.player == player and private == pyspiel.PrivateInfoType.SINGLE_PLAYER
            is_known = is_own or private == pyspiel.PrivateInfoType.ALL_PLAYERS
            if self.wanted.public_info if number < public else is_known:
                yield str(event.action)


register()
