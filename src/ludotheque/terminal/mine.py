"""``ludotheque mine``: looks for puzzles in games that the computer plays against itself, and keeps them in a file."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from ..core.game import Game
from ..core.puzzles import Collection, Puzzle, read
from ..core.registry import load
from ..search.precompile import prepare_search
from .console import Terminal
from .files import at_home
from .interrupts import interruptible
from .play import pairs
from .progress import progress


def run(terminal: Terminal, args: Namespace) -> int:
    game = load(args.game)
    file = at_home(args.out) if args.out else Path(f"puzzles-{game.name}.jsonl")
    interruptible(prepare_search, game)
    if args.themes:
        return _name_again(terminal, game, file)
    return _mine(terminal, game, file, args)


def _mine(terminal: Terminal, game: Game, file: Path, args: Namespace) -> int:
    from ..search.mining.miner import Mine  # here and not above: it loads the compiler

    mine = Mine(game, file, args.seats, game.parse_options(pairs(args.option)), args.seed)
    with progress(terminal) as bar:
        task = bar.add_task(terminal.text("mine.bar"), total=args.n, completed=len(mine.puzzles))
        interruptible(mine.run, args.n, lambda games, found: bar.update(task, completed=found))
    collection = mine.collection
    terminal.say("mine.done", n=len(collection.puzzles), games=terminal.number(collection.games), file=str(file))
    return 0


def _name_again(terminal: Terminal, game: Game, file: Path) -> int:
    """The themes of puzzles that are there, anew: they are found apart from everything else."""
    kept = read(game, file)
    puzzles = tuple(interruptible(named_again, puzzle) for puzzle in kept.puzzles)
    Collection(game, kept.seed, kept.games, puzzles, kept.options).write(file)
    terminal.say("mine.named", n=len(puzzles), file=str(file))
    return 0


def named_again(puzzle: Puzzle) -> Puzzle:
    """The first theme says what is to be reached, and stays."""
    from ..search.mining.themes import further_themes

    after = puzzle.state.play(puzzle.answer, puzzle.seat)
    further = further_themes(puzzle.state, puzzle.seat, puzzle.answer, after)
    return replace(puzzle, themes=(puzzle.themes[0], *further))
