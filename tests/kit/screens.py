"""Pictures of all pages, to be looked at: ``python tests/kit/screens.py FOLDER [part of a page's name …]``.

Each page at phone and desktop width, light and dark, in French and English. With ``windows`` as the first part, what is
seen without scrolling in windows of many shapes instead.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser import DESKTOP, HERE, PHONE, WINDOWS, Json, People, Person, a_browser
from playwright.sync_api import ViewportSize
from serving import serving

import ludotheque as lt
from ludotheque.core.lessons import names

MOVES = 9
# Also what would be loaded only when it is scrolled to
LOADED = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode().catch(() => {});
}))"""
Look = tuple[ViewportSize, str, str]
SIZES, THEMES, LANGUAGES = (PHONE, DESKTOP), ("light", "dark"), ("fr", "en")


def scenes(person: Person) -> dict[str, str]:
    """Something to see on every page: tables in the middle and at the end of a game, and what is around them."""
    pages = {"shelf": "/", "docs": "/docs", "lost": "/nothing-here"}
    for name in lt.games():
        over = table(person, name, max_choices=MOVES)
        pages |= {f"game-{name}": f"/games/{name}", f"table-{name}": f"/t/{table(person, name)}"}
        pages |= {f"over-{name}": f"/t/{over}", f"replay-{name}": f"/records/{over}/5"}
        pages |= {f"lesson-{name}": f"/games/{name}/learn" for _ in names(lt.load(name))[:1]}
    waiting = opened(person, "drivis", ({"who": "me"}, {"who": "friend"}))
    pages |= {name: f"/t/{id}" for name, id in unusual(person)}
    return {**pages, "waiting": waiting["url"], "join": waiting["invite_url"], "me": "/me"}


def unusual(person: Person) -> Iterator[tuple[str, str]]:
    """Tables that not every game has: alone with high scores, six sheets, two teams, and a defeat by a computer, which
    begins a record of one's own."""
    computer = {"who": "computer", "level": 1}
    yield "over-solo", table(person, "number-drop", HERE[:1], max_choices=MOVES)
    yield "table-six", table(person, "number-drop", HERE * 3)
    yield "table-teams", table(person, "derive", HERE * 2, teams=True)
    lost = opened(person, "drivis", (HERE[0], computer))["id"]
    person.send(f"/api/tables/{lost}/do", {"do": "resign", "seat": 0})
    yield "over-lost", lost


def opened(person: Person, game: str, seats: tuple[Json, ...] = HERE, **options: Any) -> Json:
    return person.send("/api/tables", {"game": game, "seats": list(seats), "options": options})


def table(person: Person, game: str, seats: tuple[Json, ...] = HERE, **options: Any) -> str:
    """A table after some choices."""
    chance, id = random.Random(1), str(opened(person, game, seats, **options)["id"])
    for _ in range(MOVES):
        choices = person.context.request.get(f"{person.home}/api/tables/{id}").json()["choices"]
        for seat, texts in list(choices.items())[:1]:
            command = {"do": "choose", "seat": int(seat), "text": chance.choice(texts)}
            person.send(f"/api/tables/{id}/do", command)
    return id


@dataclass
class Places:
    """Where the pages are, and the cookies of the one who has played there."""

    paths: dict[str, str]
    known: Any

    @classmethod
    def made_by(cls, opener: Person) -> Places:
        return cls(scenes(opener), opener.context.storage_state())

    def named(self, wanted: Iterable[str]) -> dict[str, str]:
        """The pages with one of these words in their names; all, if none is asked for."""
        words = tuple(wanted) or ("",)
        return {name: path for name, path in self.paths.items() if any(word in name for word in words)}


def pictures(
    people: People, places: Places, folder: Path, looks: Iterable[Look], wanted: Iterable[str] = ()
) -> Iterator[Path]:
    """Makes the pictures, one browser window for each size, colour and language."""
    for size, theme, lang in looks:
        how: dict[str, Any] = {"viewport": size, "color_scheme": theme, "locale": lang, "reduced_motion": "reduce"}
        guest, owner = people.new(**how), people.new(storage_state=places.known, **how)
        for name, path in places.named(wanted).items():
            person = guest if name == "join" else owner
            yield picture(person, path, folder / f"{name}-{named(size)}-{theme}-{lang}.png", size not in WINDOWS)


def named(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}" if size in WINDOWS else str(size["width"])


def picture(person: Person, path: str, file: Path, full_page: bool) -> Path:
    person.expected = ["404"] if "lost" in file.name else []
    person.go(path)
    person.page.evaluate(LOADED)
    person.page.screenshot(path=file, full_page=full_page)
    return file


def main(folder: str, *wanted: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, a_browser() as browser:
        people = People(browser, server.url)
        is_windows = wanted[:1] == ("windows",)
        sizes, wanted = (WINDOWS, wanted[1:]) if is_windows else (SIZES, wanted)
        places, looks = Places.made_by(people.new()), itertools.product(sizes, THEMES, LANGUAGES)
        for file in pictures(people, places, Path(folder), looks, wanted):
            print(file)
        people.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
