"""Pictures of all pages, to be looked at: ``python tests/web/screens.py FOLDER [part of a page's name …]``.

Each page at phone and desktop width, light and dark, in French and English.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "kit")]

from browser import DESKTOP, HERE, PHONE, Json, People, Person, a_browser
from playwright.sync_api import BrowserContext
from serving import serving

import ludotheque as lt

MOVES = 9
SIZES, THEMES, LANGUAGES = (PHONE, DESKTOP), ("light", "dark"), ("fr", "en")


def scenes(person: Person) -> dict[str, str]:
    """Something to see on every page: tables at the beginning, in the middle and at the end, and what is around them."""
    web = Web(person.context, person.home)
    pages = {"shelf": "/", "docs": "/docs", "lost": "/nothing-here"}
    for name in lt.games():
        pages[f"game-{name}"] = f"/games/{name}"
        pages[f"table-{name}"] = f"/t/{web.table(name)}"
        over = web.table(name, max_choices=MOVES)
        pages |= {f"over-{name}": f"/t/{over}", f"replay-{name}": f"/records/{over}/5"}
    waiting = web.open("drivis", ({"who": "me"}, {"who": "friend"}))
    return {**pages, "waiting": waiting["url"], "join": waiting["invite_url"], "me": "/me"}


class Web:
    """Opens tables and plays there without a page."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.api, self.home, self.chance = context.request, f"{home}/api/tables", random.Random(1)

    def open(self, game: str, seats: tuple[Json, ...] = HERE, **options: Any) -> Json:
        answer = self.api.post(self.home, data={"game": game, "seats": list(seats), "options": options})
        opened: Json = answer.json()
        assert answer.ok, opened
        return opened

    def table(self, game: str, **options: Any) -> str:
        """A table after some choices."""
        id = str(self.open(game, **options)["id"])
        for _ in range(MOVES):
            choices = self.api.get(f"{self.home}/{id}").json()["choices"]
            for seat, texts in list(choices.items())[:1]:
                wish = {"do": "choose", "seat": int(seat), "text": self.chance.choice(texts)}
                assert self.api.post(f"{self.home}/{id}/do", data=wish).ok
        return id


def pictures(people: People, folder: Path, looks: Iterable[tuple[Any, ...]], wanted: Iterable[str] = ()) -> Iterator[Path]:
    """Makes the pictures, one browser window for each size, colour and language."""
    opener = people.new()
    pages = {name: path for name, path in scenes(opener).items() if not wanted or any(w in name for w in wanted)}
    known: Any = opener.context.storage_state()
    for size, theme, lang in looks:
        how = {"viewport": size, "color_scheme": theme, "locale": lang, "reduced_motion": "reduce"}
        guest, owner = people.new(**how), people.new(storage_state=known, **how)
        for name, path in pages.items():
            person = guest if name == "join" else owner
            yield picture(person, path, folder / f"{name}-{size['width']}-{theme}-{lang}.png")


def picture(person: Person, path: str, file: Path) -> Path:
    person.expected = ["404"] if "lost" in file.name else []
    person.go(path)
    person.page.wait_for_load_state("networkidle")
    person.page.screenshot(path=file, full_page=True)
    return file


def main(folder: str, *wanted: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, a_browser() as browser:
        people = People(browser, server.url)
        for file in pictures(people, Path(folder), itertools.product(SIZES, THEMES, LANGUAGES), wanted):
            print(file)
        people.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
