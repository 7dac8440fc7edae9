"""The committed dice of a table for pages and programs, and the page that checks them in the browser alone."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..core.i18n import LANGUAGES, LIBRARY, language
from ..play.table import Table
from . import colours, wire, wire_dice
from .limits import Limits, address_of
from .render import STATIC, TEMPLATES, sayer
from .store_access import lobby_of
from .texts import CATALOG, CHECKING

router = APIRouter(tags=["tables"])
pages = APIRouter(include_in_schema=False)


@router.post("/dice")
async def commit(request: Request, asked: wire_dice.DiceRequest) -> wire_dice.NewDice:
    """Dice for a table to come: the server commits to their secret, which is on disk then, before you give nonces. Open
    the table within a day; a commitment is good for one."""
    limits: Limits = request.app.state.limits
    limits.tables.take(address_of(request), 0.5)
    kept = await lobby_of(request).dice_for(asked.game)
    return {"commitment": kept.commitment if kept else None}


def dice_view(table: Table) -> wire.Dice | None:
    """What all may see of them."""
    info = table.info
    if info.commitment is None:
        return None
    nonces = [nonce.text or None for nonce in table.nonces]
    return {"commitment": info.commitment, "nonces": nonces, "secret": table.secret, "draws": table.draws}


# The page: one file, which also works from disk


@pages.get("/check-dice")
def check_page() -> HTMLResponse:
    return HTMLResponse(page_text(), headers={"Content-Security-Policy": policy(), "Cache-Control": "no-cache"})


@cache
def page_text() -> str:
    """With its style, its script and the sentences of all languages inside."""
    spoken = {lang: words(lang) for lang in LANGUAGES}
    return TEMPLATES.get_template("check_dice.html").render(
        say=sayer(LIBRARY),
        languages={lang: language(lang).name for lang in LANGUAGES},
        style=style(),
        script=script(),
        words=json.dumps(spoken, ensure_ascii=False, indent=1).replace("<", "\\u003c"),
    )


def words(lang: str) -> dict[str, str]:
    said = CATALOG.messages(lang).items()
    return {key.removeprefix("js."): text for key, text in said if key.startswith(CHECKING)}


def style() -> str:
    light, dark = (variables(colours.page_colours(theme)) for theme in ("light", "dark"))
    own = (STATIC / "check-dice.css").read_text("utf-8")
    return f"\n:root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{own}"


def variables(named: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in named.items())


def script() -> str:
    return (STATIC / "js" / "check-dice.js").read_text("utf-8")


@cache
def policy() -> str:
    """Only this script and this style, and nothing from or to elsewhere."""
    allowed = {"script-src": f"\n{script()}", "style-src": style()}
    own = "; ".join(f"{kind} 'sha256-{digest(text)}'" for kind, text in allowed.items())
    return f"default-src 'none'; {own}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
