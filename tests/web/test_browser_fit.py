"""Boards in windows of every shape: the whole board, whose turn it is and all that is lit are seen without scrolling.
On a phone a finger has 40 pixels for whatever it touches: what is smaller comes closer first."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from browser import WINDOWS, People, Person, until
from playwright.sync_api import ViewportSize, expect
from screens import opened, table

import ludotheque as lt

pytestmark = pytest.mark.slow
PHONES = [size for size in WINDOWS if min(size["width"], size["height"]) < 400 and size["width"] != 640]

# What is not whole in the window, or lies under what stands around the board
HIDDEN = """() => {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const svg = part("board").querySelector("svg");
  const { width, height } = svg.viewBox.baseVal;
  const [ownWidth, ownHeight] = (svg.dataset.own ?? `${width} ${height}`).split(" ").map(Number);
  const box = svg.getBoundingClientRect();
  const own = new DOMRect(box.x, box.y, (box.width * ownWidth) / width, (box.height * ownHeight) / height);
  const boxes = (what) => [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect());
  const around = boxes("header.house, .head, .bar, .controls");
  const inside = (r) => r.left > -1 && r.top > -1 && r.right < innerWidth + 1 && r.bottom < innerHeight + 1;
  const apart = (a, b) => a.right < b.left + 1 || b.right < a.left + 1 || a.bottom < b.top + 1 || b.bottom < a.top + 1;
  const seen = (r) => inside(r) && around.every((other) => apart(r, other));
  const lit = [...svg.querySelectorAll(".lit")].filter((g) => !seen(g.getBoundingClientRect())).map((g) => g.id);
  const words = [".status", ".bar", ".controls"].filter((what) => !boxes(what).every(inside));
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
  return [...(seen(own) ? [] : [`the board: ${JSON.stringify([own, around])}`]), ...lit, ...words, ...wide];
}"""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resize(person: Person, size: ViewportSize) -> None:
    """Also waits for another drawing, where a game has one for a place of another shape."""
    person.page.set_viewport_size(size)
    person.ask(TWO_FRAMES)
    wide = person.ask("() => import('/static/js/wide.js').then(({ isWide }) => isWide())")
    until(person.page, lambda: person.ask(IS_DRAWN, wide), "the picture for this shape")


IS_DRAWN = """(wide) => {
  const { width, height } = document.querySelector("[data-part=board] svg").viewBox.baseVal;
  return document.documentElement.dataset.game !== "number-drop" || width > height === wide;
}"""


def expect_whole(person: Person, what: str) -> None:
    for size in WINDOWS:
        resize(person, size)
        until(person.page, lambda: not person.seen["moving"], "nothing moves")
        assert not person.ask(HIDDEN), f"{what}, {size}"
        assert person.ask("scrollY") == 0


@pytest.mark.parametrize("name", lt.games())
def test_the_whole_board_and_all_that_is_lit_are_on_the_screen(name: str, person: Person) -> None:
    """At the first choice, in the middle of a game, and when something has been taken up."""
    person.page.emulate_media(reduced_motion="reduce")
    person.go(opened(person, name)["url"])
    person.ready()
    expect_whole(person, "the first choice")
    person.go(f"/t/{table(person, name)}")
    person.ready()
    expect_whole(person, "in the middle")
    if take(person):
        expect_whole(person, "taken up")


def take(person: Person) -> bool:
    """Touches something after which something else is to be touched, if there is such a thing before long."""
    chance = random.Random(1)
    for _ in range(8):
        if person.ready()["phase"] == "over":
            break
        grips = person.ask("() => [...document.querySelectorAll('.board .grip.lit')].map((g) => g.id)")
        if grips:
            person.touch(grips[0])
            return bool(until(person.page, lambda: person.seen["chosen"], "it is taken up"))
        person.choose(chance)
    return False


@pytest.mark.parametrize(("name", "seats", "options"), [("derive", 4, {"size": 13}), ("number-drop", 6, {})])
def test_many_players_fit_too(name: str, seats: int, options: dict[str, int], person: Person) -> None:
    others = tuple({"who": "here", "name": f"Player {n}"} for n in range(2, seats + 1))
    person.go(opened(person, name, ({"who": "me", "name": "Anna"}, *others), **options)["url"])
    person.ready()
    expect_whole(person, f"{seats} players")


def test_a_replay_fits_and_nothing_is_cut_off_at_320_pixels(person: Person) -> None:
    over = {name: table(person, name, max_choices=9) for name in ("riviere", "number-drop")}
    for id in over.values():
        person.go(f"/records/{id}/5")
        for size in WINDOWS:
            resize(person, size)
            assert not person.ask(HIDDEN.replace('part("bar")', "null")), f"replay, {size}"
    person.page.set_viewport_size({"width": 320, "height": 568})
    games = [f"/games/{name}" for name in lt.games()]
    for path in ["/", "/me", "/docs", *games, *(f"/t/{id}" for id in over.values()), f"/records/{over['riviere']}"]:
        for lang in ("fr", "en"):
            person.go(f"{path}?lang={lang}")
            assert not person.ask(CUT_OFF), path


# What reaches beyond the window, except in what scrolls by itself
CUT_OFF = """() => [...document.querySelectorAll("body *")]
  .filter((e) => !e.closest("svg, pre, .scroll, .board, .unseen, .skip, dialog") && e.getClientRects().length)
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
  .map((e) => e.outerHTML.slice(0, 120))"""


# Fingers

# What is lit and seen, but has not 40 pixels for a finger: something else is too near to its middle
SMALL = """async () => {
  const { body, under } = await import("/static/js/pointer.js");
  const place = document.querySelector("[data-part=board]").getBoundingClientRect();
  const measure = (g) => {
    const { x, y, width, height } = body(g);
    return [g, x + width / 2, y + height / 2, Math.min(width, height)];
  };
  const all = [...document.querySelectorAll(".board :is(.lit, .is-chosen, .grip)")].map(measure);
  const near = ([g, x, y, size]) => all.some(([other, p, q]) => {
    const far = Math.hypot(p - x, q - y);
    return other !== g && far > size / 3 && far < 39;
  });
  const ways = [...Array(8).keys()].map((i) => [18 * Math.cos((i * Math.PI) / 4), 18 * Math.sin((i * Math.PI) / 4)]);
  const crowded = ([g, x, y, size]) => size < 39 && ways.some(([dx, dy]) => ![null, g].includes(under(x + dx, y + dy)));
  const seen = ([, x, y]) => x > place.left && x < place.right && y > place.top && y < place.bottom;
  return all.filter(([g]) => g.matches(".lit")).filter(seen).filter((g) => near(g) || crowded(g)).map(([g]) => g.id);
}"""


@pytest.mark.parametrize("name", lt.games())
def test_a_finger_has_room_for_what_it_chooses(name: str, people: People) -> None:
    """A first touch of something small only brings it closer; when a touch counts, it is large enough and seen."""
    phone, chance = people.phone(reduced_motion="reduce"), random.Random(4)
    phone.go(f"/t/{table(phone, name)}")
    for size in PHONES:
        phone.ready()
        resize(phone, size)
        for _ in range(3):
            touch_one(phone, chance)


def touch_one(phone: Person, chance: random.Random) -> None:
    before = phone.ready()
    if not before["lit"]:
        phone.step(chance)
        return
    id = chance.choice(before["lit"])
    x, y = phone.where(id)
    small = id in phone.ask(SMALL)
    phone.page.touchscreen.tap(x, y)
    is_closer = phone.is_closer_than(before)
    assert is_closer or not small, f"{id} is chosen although it is small"
    if is_closer:
        phone.ready()
        assert id not in phone.ask(SMALL)
        phone.page.touchscreen.tap(*phone.where(id))
    until(phone.page, lambda: is_changed(phone, before), f"{id} is chosen")


def is_changed(phone: Person, before: dict[str, object]) -> bool:
    return any(phone.seen[key] != before[key] for key in ("phase", "chosen", "lines"))


@pytest.fixture
def phone(people: People) -> Person:
    """Somebody with a turned phone, on which pieces are small."""
    phone = people.phone(reduced_motion="reduce")
    phone.page.set_viewport_size({"width": 568, "height": 320})
    phone.go(f"/t/{table(phone, 'drumlin')}")
    phone.ready()
    return phone


@pytest.fixture
def close(phone: Person) -> Person:
    """… who has touched one."""
    look_closer(phone)
    return phone


def look_closer(phone: Person) -> None:
    phone.page.touchscreen.tap(*phone.where(phone.ask(SMALL)[0]))
    until(phone.page, lambda: phone.seen["scale"] > 1, "it comes closer")


def test_ways_out_of_a_closer_look(close: Person) -> None:
    ways: list[Callable[[], None]] = [
        lambda: close.button("Whole board").tap(),
        lambda: close.part("zoom").tap(),
        lambda: close.page.keyboard.press("Escape"),
        lambda: close.part("status").tap(),
    ]
    for leave in ways:
        expect(close.part("zoom")).to_have_attribute("aria-pressed", "true")
        leave()
        until(close.page, lambda: close.seen["scale"] == 1, "the whole board is seen")
        expect(close.button("Whole board")).to_have_count(0)
        assert not close.ask(HIDDEN) and not close.seen["chosen"]
        look_closer(close)


def test_it_stays_close_until_the_choice_is_made(close: Person) -> None:
    """Then the other one sees the whole board first."""
    close.touch(close.seen["lit"][0])
    until(close.page, lambda: close.seen["chosen"], "it is taken up")
    assert close.seen["scale"] > 1
    close.page.keyboard.press("Escape")
    until(close.page, lambda: not close.seen["chosen"], "it is let go")
    assert close.seen["scale"] > 1, "only what was taken up is let go"
    lines = close.seen["lines"]
    close.choose(random.Random(1))
    until(close.page, lambda: close.seen["lines"] > lines and close.seen["scale"] == 1, "the whole board is seen")


def test_an_enlarged_board_is_panned_and_pieces_are_dragged_on_it(close: Person) -> None:
    place = "document.querySelector('[data-part=board]')"
    assert close.ask(f"getComputedStyle({place}).overflowY") == "auto"
    close.ask(f"{place}.scrollTo(0, 0)")
    close.page.mouse.move(150, 150)
    close.page.mouse.wheel(0, 60)
    until(close.page, lambda: close.ask(f"{place}.scrollTop") > 0, "it is panned")
    id = close.seen["lit"][0]
    close.touch(id)
    until(close.page, lambda: close.seen["chosen"], "it is taken up")
    target, lines = close.where(close.seen["lit"][0]), close.seen["lines"]
    close.page.keyboard.press("Escape")
    close.page.mouse.move(*close.where(id))
    close.page.mouse.down()
    close.page.mouse.move(*target, steps=6)
    close.page.mouse.up()
    until(close.page, lambda: close.seen["lines"] > lines, "the choice is told")


# A touch by a screen reader has no size
READ_OUT = """([x, y]) => {
  const how = { clientX: x, clientY: y, pointerType: "touch", isPrimary: true, bubbles: true, width: 0, height: 0 };
  const at = document.elementFromPoint(x, y);
  for (const kind of ["pointerdown", "pointerup"]) at.dispatchEvent(new PointerEvent(kind, how));
}"""


def test_mouse_and_screen_reader_choose_at_once(phone: Person) -> None:
    id = phone.ask(SMALL)[0]
    phone.page.mouse.click(*phone.where(id))
    until(phone.page, lambda: phone.seen["chosen"] == [id], "the mouse takes it up")
    phone.page.keyboard.press("Escape")
    phone.ask(READ_OUT, phone.where(id))
    until(phone.page, lambda: phone.seen["chosen"] == [id], "the screen reader takes it up")
    assert phone.seen["scale"] == 1
