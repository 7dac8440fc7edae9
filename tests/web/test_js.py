"""The page's own modules in a real browser, with real pictures: click paths, the board, and words."""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import ludotheque as lt
from ludotheque.core.i18n import language
from ludotheque.core.state import State

pytestmark = pytest.mark.slow
WEB = Path(lt.__file__).parent / "web"
CASES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "kit" / "sentences.json").read_text("utf-8")
)
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PAGE = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/table.css"><div id="place"></div>'


class Quiet(SimpleHTTPRequestHandler):
    """Our static files, and an empty page."""

    def do_GET(self) -> None:
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())
        return None

    def log_message(self, *said: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(WEB / "static"))) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_address[1]}/"
        files.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 800, "height": 900}) as context:
        page = context.new_page()
        problems: list[object] = []
        page.on("pageerror", lambda problem: problems.append(problem))
        page.goto(address)
        yield page
        assert problems == []


def drawn(state: State, seat: int = 0) -> str:
    return state.svg(seat, "en", theme="css", live=True)


def choices(state: State, seat: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "text": text, "path": list(path)} for text, path in state.clicks(seat).items()]


def show(page: Page, state: State, seat: int = 0, offer: bool = True) -> None:
    """A board that remembers what was chosen in ``window.chosen``."""
    code = """async ([svg, choices]) => {
        const { Board } = await import("/js/board.js");
        const { listen } = await import("/js/pointer.js");
        const { Keys } = await import("/js/keys.js");
        window.chosen = [];
        window.board = new Board(document.getElementById("place"));
        board.onchoice = (choice) => chosen.push(choice.text);
        listen(board);
        window.keys = new Keys(board);
        board.draw(svg, { ms: 0 });
        board.offer(choices);
    }"""
    page.evaluate(code, [drawn(state, seat), choices(state, seat) if offer else []])


def middle(page: Page, id: str) -> tuple[float, float]:
    box = page.evaluate("id => board.find(id).getBoundingClientRect().toJSON()", id)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lit(page: Page) -> set[str]:
    return set(page.evaluate("board.lit.map((element) => element.id)"))


# Click paths


def run_paths(page: Page, call: str) -> Any:
    some = [
        {"seat": 0, "text": "a", "path": ["p", "x"]},
        {"seat": 0, "text": "b", "path": ["p", "y"]},
        {"seat": 0, "text": "c", "path": ["q"]},
        {"seat": 0, "text": "d", "path": ["q", "z"]},
        {"seat": 0, "text": "pass", "path": []},
    ]
    return page.evaluate(f"async (cs) => {{ const p = await import('/js/paths.js'); return {call} }}", some)


def test_paths_say_what_can_be_touched_next(page: Page) -> None:
    assert run_paths(page, "[...p.nextIds(cs, [])]") == ["p", "q"]
    assert run_paths(page, "[...p.nextIds(cs, ['p'])]") == ["x", "y"]
    assert run_paths(page, "[...p.nextIds(cs, ['p', 'x'])]") == []
    assert run_paths(page, "p.complete(cs, []).map((c) => c.text)") == ["pass"]


@pytest.mark.parametrize(
    ("taken", "touched", "after", "chosen"),
    [
        ([], "p", ["p"], None),
        (["p"], "x", ["p", "x"], "a"),
        (["p"], "p", [], None),
        (["p"], "q", ["q"], None),
        (["q"], "z", ["q", "z"], "d"),
        ([], "q", ["q"], None),
        (["p"], "nowhere", [], None),
        (["p"], None, [], None),
        ([], "nowhere", [], None),
    ],
)
def test_a_touch(page: Page, taken: list[str], touched: str | None, after: list[str], chosen: str | None) -> None:
    found = run_paths(page, f"p.touch(cs, {json.dumps(taken)}, {json.dumps(touched)})")
    assert (found["taken"], (found["chosen"] or {}).get("text")) == (after, chosen)


def test_clicks_of_several_seats_are_one_list(page: Page) -> None:
    clicks = {"0": {"a": ["x"]}, "2": {"b": ["y", "z"]}}
    code = "async (clicks) => (await import('/js/paths.js')).listChoices(clicks, [2, 0, 1])"
    assert [c["text"] for c in page.evaluate(code, clicks)] == ["b", "a"]


# The board


def test_only_what_can_be_touched_is_lit(page: Page) -> None:
    state = lt.load("drivis").new()
    show(page, state)
    assert lit(page) == {path[0] for path in state.clicks(0).values()}
    plate = next(iter(state.clicks(0).values()))[0]
    page.evaluate("id => board.touch(id)", plate)
    assert lit(page) == {path[1] for path in state.clicks(0).values() if path[0] == plate}
    assert page.evaluate("id => board.find(id).getAttribute('aria-pressed')", plate) == "true"
    page.keyboard.press("Escape")
    assert lit(page) == {path[0] for path in state.clicks(0).values()}


def test_tap_and_tap(page: Page) -> None:
    state = lt.load("drivis").new()
    show(page, state)
    text, path = next(iter(state.clicks(0).items()))
    for id in path:
        page.mouse.click(*middle(page, id))
    assert page.evaluate("chosen") == [text]


def test_drag_to_a_target_and_beside_one(page: Page) -> None:
    state = lt.load("drivis").new()
    show(page, state)
    text, (plate, target) = next(iter(state.clicks(0).items()))
    start = middle(page, plate)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] + 30, steps=3)
    assert page.evaluate("board.taken") == [plate]
    page.mouse.move(2, 2, steps=4)
    page.mouse.up()
    assert page.evaluate("[board.taken, chosen]") == [[], []]
    assert middle(page, plate) == start
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle(page, plate))
    page.mouse.move(start[0] + 20, start[1], steps=2)
    page.mouse.move(*middle(page, target), steps=4)
    page.mouse.up()
    assert page.evaluate("chosen") == [text]


def test_play_by_keyboard(page: Page) -> None:
    state = lt.load("drivis").new()
    show(page, state)
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.id")
    assert first in lit(page)
    page.keyboard.press("ArrowUp")
    plate = page.evaluate("document.activeElement.id")
    assert plate in lit(page) and plate != first
    page.keyboard.press("Enter")
    target = page.evaluate("document.activeElement.id")
    assert target in lit(page) and target != plate
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == plate
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert [tuple(state.clicks(0)[text]) for text in page.evaluate("chosen")] == [(plate, target)]


def test_every_name_is_there_for_a_screen_reader(page: Page) -> None:
    show(page, lt.load("drivis").new())
    assert page.evaluate("board.lit.every((g) => g.getAttribute('role') === 'button' && g.getAttribute('aria-label'))")
    assert page.evaluate("[...document.querySelectorAll('g[aria-label]')].every((g) => g.getAttribute('role'))")


# Changing pictures


def test_the_same_elements_stay_and_glide(page: Page) -> None:
    state = lt.load("drivis").new()
    show(page, state)
    text, (plate, _) = next(iter(state.clicks(0).items()))
    start = middle(page, plate)
    page.evaluate("id => { window.before = board.find(id) }", plate)
    stop = "for (const m of board.svg.getAnimations({ subtree: true })) { m.pause(); m.currentTime = 0 }"
    page.evaluate(f"svg => {{ board.draw(svg, {{ ms: 250 }}); {stop} }}", drawn(state.play(text)))
    assert page.evaluate("id => board.find(id) === before && before.getAnimations().length", plate) == 1
    assert math.dist(middle(page, plate), start) < 1
    page.evaluate("for (const m of document.getAnimations()) m.finish()")
    page.wait_for_function("!document.getAnimations().length && !document.querySelector('.ghost')")
    assert math.dist(middle(page, plate), start) > 20


def test_nothing_moves_for_those_who_asked_for_that(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    state = lt.load("drivis").new()
    show(page, state)
    page.evaluate("svg => board.draw(svg)", drawn(state.play(state.choices()[0])))
    assert page.evaluate("[document.getAnimations().length, document.querySelectorAll('.ghost').length]") == [0, 0]


SHAPE = """(root) => {
    const own = (e) => e.getAttributeNames().filter((n) => n !== "role" && e.getAttribute(n)).sort();
    const walk = (e) => [e.tagName, own(e).map((n) => [n, e.getAttribute(n)]),
        e.children.length ? [...e.children].map(walk) : e.textContent];
    return JSON.stringify(walk(root));
}"""
EQUAL = f"""async (svg) => {{
    const {{ parse }} = await import("/js/morph.js"), shape = {SHAPE};
    board.offer([]);
    return shape(board.svg) === shape(parse(svg));
}}"""


def step(state: State, rng: random.Random) -> State:
    if state.chance:
        return state.draw(rng)
    return state.play(rng.choice(state.choices(state.actors[0])), state.actors[0])


@pytest.mark.parametrize("name", lt.games())
def test_a_changed_picture_equals_a_new_one(page: Page, name: str) -> None:
    """Whatever was drawn before, also when pictures follow so fast that the last one still moves."""
    rng = random.Random(name)
    game = lt.load(name)
    state = game.new(seats=game.seats[-1])
    show(page, state, offer=False)
    for i in range(21):
        if state.over:
            break
        state = step(state, rng)
        acting = state.actors[0] if state.actors else 0
        page.evaluate(
            "([svg, choices, ms]) => { board.draw(svg, { ms, rolled: ms > 0 }); board.offer(choices) }",
            [drawn(state, acting), choices(state, acting), 0 if i % 10 == 0 else 300],
        )
        assert i % 10 or page.evaluate(EQUAL, drawn(state, acting))


def test_half_a_choice_stays_while_the_picture_changes(page: Page) -> None:
    state = lt.load("drivis").new()
    show(page, state)
    plate = next(iter(state.clicks(0).values()))[0]
    page.evaluate("id => board.touch(id)", plate)
    page.evaluate("svg => board.draw(svg)", drawn(state))
    assert page.evaluate("board.taken") == [plate]
    assert lit(page) == {path[1] for path in state.clicks(0).values() if path[0] == plate}


THREE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">{}</svg>'
THING = '<g id="{0}" aria-label="{0}" transform="translate({1} 0)"><rect width="8" height="8"/></g>'


def things(names: str) -> str:
    return THREE.format("".join(THING.format(name, "abc".index(name) * 10) for name in names))


@pytest.mark.parametrize("after", ["bc", "acb", "cba"], ids=["one goes", "one comes forward", "turned about"])
def test_the_focus_stays_while_the_picture_changes(page: Page, after: str) -> None:
    show(page, lt.load("drivis").new(), offer=False)
    page.evaluate("svg => board.draw(svg, { ms: 0 })", things("abc"))
    page.evaluate("board.offer([...'bc'].map((id) => ({ seat: 0, text: id, path: [id] })))")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "c"
    page.evaluate("svg => { board.draw(svg); keys.settle() }", things(after))
    assert page.evaluate("document.activeElement.id") == "c"


def test_what_stays_is_not_touched_when_something_goes(page: Page) -> None:
    """Otherwise its movements and the focus would begin anew."""
    show(page, lt.load("drivis").new(), offer=False)
    page.evaluate("svg => board.draw(svg, { ms: 0 })", things("abc"))
    watch = """() => { window.moved = [];
        new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((n) => moved.push(n.id))))
            .observe(board.svg, { childList: true }) }"""
    page.evaluate(watch)
    page.evaluate("svg => board.draw(svg, { ms: 0 })", things("ac"))
    assert page.evaluate("moved") == []


# Sentences and frames


FILLED = """async ([pattern, params, lang, rows]) => { const { learn, fill } = await import("/js/say.js");
    learn({}, lang, rows);
    try { return fill(pattern, params) } catch { return null } }"""


def test_patterns_are_filled_as_the_server_fills_them(page: Page) -> None:
    for case in CASES["filled"] + CASES["refused"]:
        given = [case["pattern"], case["params"], case["lang"], language(case["lang"]).plural]
        assert page.evaluate(FILLED, given) == case.get("said"), case


def test_plurals_follow_the_rows_of_the_language(page: Page) -> None:
    for case in CASES["plurals"]:
        for number, form in case["numbers"].items():
            given = [f"{{n:{case['forms']}}}", {"n": int(number)}, "xx", case["rows"]]
            assert page.evaluate(FILLED, given) == form, number


def test_frames_are_seen_one_after_the_other(page: Page) -> None:
    code = """async () => { const { Frames } = await import("/js/frames.js"); const seen = [];
        const frames = new Frames((f, isLast) => { seen.push([f, isLast]); return 20 }, 20);
        [1, 2, 3].forEach((f) => frames.push(f));
        const atOnce = seen.length; await new Promise((r) => setTimeout(r, 200)); return [atOnce, seen] }"""
    assert page.evaluate(code) == [1, [[1, True], [2, False], [3, True]]]


# What is asked for


@pytest.mark.parametrize(
    ("taken", "said"), [(["plate-3"], "Where to?"), (["pawn-0", "cell-b-2"], "And then?"), (["star"], "")]
)
def test_the_kinds_of_what_was_touched_ask_for_the_next_touch(page: Page, taken: list[str], said: str) -> None:
    code = """async (taken) => {
        const { askNext, learnAsks } = await import("/js/asks.js");
        learnAsks({ plate: "Where to?", pawn: "Which way?", "pawn.cell": "And then?" });
        return askNext(taken);
    }"""
    assert page.evaluate(code, taken) == said
