"""The daily game: its page, and the way to begin a try. What it is: ``play/daily.py``."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse

from ..core.game import Game
from ..core.registry import load
from ..play.daily import MOST_DAYS, DailyGames, Par, place_of
from ..play.days import day_after, today
from ..play.ports import OVER
from ..play.session import Session
from . import identity, previews, wire, wire_dice
from .language import language_of
from .limits import Limits, address_of
from .listings import box
from .render import page
from .store_access import ask_store, lobby_of
from .texts import CATALOG

router = APIRouter(tags=["tables"])
pages = APIRouter(include_in_schema=False)
Word = Annotated[str, Path(max_length=40)]


def daily_of(request: Request) -> DailyGames:
    found: DailyGames = request.app.state.daily
    return found


@router.post("/daily")
async def open_daily(request: Request, response: Response, asked: wire_dice.DailyRequest) -> wire.OpenedTable:
    """Begins a try at a daily game: the one that counts, or goes on with it; or one for fun, at a past day, and at
    today's dice after the one that counts. Its dice have no nonces, and are revealed when the day is over."""
    limits: Limits = request.app.state.limits
    limits.tables.take(address_of(request))
    game, player = await asyncio.to_thread(load, asked.game), await identity.player_of(request)
    await daily_of(request).commitment(game, asked.day or today())  # refuses before anybody is made
    if player is None:
        limits.players.take(address_of(request))
        player = await identity.identities_of(request).new("")
        identity.remember(response, request, player)
    session = await daily_of(request).open(
        game, asked.day or today(), player.id, player.name, asked.counts, address_of(request)
    )
    id = session.table.info.id
    return {"id": id, "url": f"/t/{id}", "invite_url": None}


# The page


@dataclass(frozen=True)
class Told:
    """All that the page of a day tells."""

    day: str
    commitment: str
    following: str
    secret: str | None
    par: Par
    scores: list[int]
    days: list[str]
    mine: Session | None


@pages.get("/games/{name}/daily")
async def of_today(request: Request, name: Word) -> HTMLResponse:
    return await of_day(request, name, today())


@pages.get("/games/{name}/daily/{day}")
async def of_day(request: Request, name: Word, day: Word) -> HTMLResponse:
    game, me = await asyncio.to_thread(load, name), identity.id_of(request)
    told = await gather(request, game, day, me)
    lobby_of(request).warming.want(game.name)
    return await asyncio.to_thread(day_page, request, game, told)


async def gather(request: Request, game: Game, day: str, me: str | None) -> Told:
    daily = daily_of(request)
    commitment = await daily.commitment(game, day)
    _, following = await daily.prepare(game)
    scores = await ask_store(request, lambda store: store.daily_scores(game.name, day))
    days = await ask_store(request, lambda store: store.days(game.name, today(), MOST_DAYS))
    par, mine = await daily.par(game, day), await daily.try_of(game, day, me)
    return Told(day, commitment, following, await daily.secret(game, day), par, scores, days, mine)


def day_page(request: Request, game: Game, told: Told) -> HTMLResponse:
    lang = language_of(request)
    return page(
        request,
        "daily.html",
        None,
        game=box(game.name, lang),
        game_name=game.name,
        told=told,
        is_today=told.day == today(),
        tomorrow=day_after(today()),
        state=state_of(told.mine),
        par=par_sentence(told.par, lang),
        place=place_sentence(told, lang),
        line=share_line(game, told, lang),
        preview=previews.tags(request, previews.of_game(game.name, lang)),
    )


def state_of(mine: Session | None) -> dict[str, Any]:
    """How one's own try stands."""
    if mine is None:
        return {"begun": False, "over": False, "score": None, "id": ""}
    table = mine.table
    return {"begun": True, "over": table.status == OVER, "score": score_of(mine), "id": table.info.id}


def score_of(mine: Session) -> int | None:
    """None while it runs, and if it was given up."""
    scores = mine.table.summary().scores
    return scores[0] if scores else None


def points(score: int) -> str:
    """With a real minus sign."""
    return str(score).replace("-", "−")


def par_sentence(par: Par, lang: str) -> str:
    if not par.scores:
        return CATALOG.say("daily.par.none", lang)
    shown = {"mean": round(par.mean), "spread": round(par.spread), "n": len(par.scores)}
    return CATALOG.say("daily.par" if par.is_done else "daily.par.some", lang, **shown)


def place_sentence(told: Told, lang: str) -> str:
    score = score_of(told.mine) if told.mine else None
    if score is None:
        return CATALOG.say("daily.players", lang, n=len(told.scores))
    place = place_of(score, told.scores)
    return CATALOG.say("daily.place", lang, place=place, n=len(told.scores), score=points(score))


def share_line(game: Game, told: Told, lang: str) -> str:
    """Tells how it went, and nothing of the dice."""
    score = score_of(told.mine) if told.mine else None
    if score is None:
        return ""
    about = {"title": game.title(lang), "day": told.day, "score": points(score)}
    par = CATALOG.say("daily.share.par", lang, par=round(told.par.mean)) if told.par.scores else ""
    place = {"place": place_of(score, told.scores), "n": len(told.scores)}
    return CATALOG.say("daily.share.line", lang, **about, **place, par=par).strip()
