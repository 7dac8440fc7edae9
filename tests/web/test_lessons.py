"""Lessons over the wire: the server keeps nothing, the rules check, and every answer is as it is described."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import httpx
import pytest
from serving import Client, Json, Server
from traffic import Contract

import ludotheque as lt
from ludotheque.core.lessons import MISSED, REACHED, Lesson, lessons, progress, solution
from ludotheque.search.steady import answer

EVERY = [lesson for name in lt.games() for lesson in lessons(lt.load(name))]
SOME = EVERY[::4]  # of every game: one address may not ask for all of them at once
GAME = EVERY[0].game
HARDER = next(lesson for lesson in EVERY[1:] if lesson.goal.within == 1)
LONGER = next(lesson for lesson in EVERY if lesson.goal.within > 1)
both_languages = pytest.mark.parametrize("lang", ["fr", "en"])


@pytest.fixture(scope="module")
def nobody(server: Server) -> Client:
    """Whoever learns needs no name; a contract looks at every answer."""
    client = Client(server, "", token="none", contract=Contract(server.url))
    client.token = ""
    return client


def path_of(lesson: Lesson) -> str:
    return f"/api/games/{lesson.game.name}/lessons/{lesson.name}"


def tried(client: Client, lesson: Lesson, *choices: str, lang: str = "en", wide: bool = False) -> Json:
    told: Json = client.post(f"{path_of(lesson)}?lang={lang}", {"choices": list(choices), "wide": wide})
    return told


@both_languages
@pytest.mark.parametrize("name", lt.games())
def test_lessons_are_listed_in_order(nobody: Client, name: str, lang: str) -> None:
    told = nobody.get(f"/api/games/{name}/lessons?lang={lang}")
    course = lessons(lt.load(name))
    assert [each["name"] for each in told] == [lesson.name for lesson in course]
    assert [each["task"] for each in told] == [lesson.sentence("task").text(lang) for lesson in course]


@both_languages
def test_a_lesson_begins_with_a_picture_and_what_can_be_touched(nobody: Client, lang: str) -> None:
    told = tried(nobody, HARDER, lang=lang)
    assert told["outcome"] == "open" and told["left"] == 1 and told["seat"] == HARDER.seat
    assert told["sentence"] == HARDER.sentence("task").text(lang)
    assert told["clicks"] == {text: [*path] for text, path in HARDER.start.clicks(HARDER.seat).items()}
    (frame,) = told["frames"]
    assert frame["sentence"] == "" and all(
        f'id="{id}"' in frame["svg"] for path in told["clicks"].values() for id in path
    )


@both_languages
def test_a_choice_reaches_the_goal_or_misses_it(nobody: Client, lang: str) -> None:
    for text in tried(nobody, HARDER)["clicks"]:
        told, known = tried(nobody, HARDER, text, lang=lang), progress(HARDER, (text,), answer)
        assert told["outcome"] == known.outcome and told["clicks"] == {}
        part = {REACHED: "done", MISSED: "wrong"}[known.outcome]
        assert told["sentence"] == HARDER.sentence(part).text(lang)
        assert len(told["frames"]) == len(known.states) - 1 and all(frame["sentence"] for frame in told["frames"])


def test_answers_are_shown_one_by_one_and_nothing_is_kept(nobody: Client) -> None:
    way = solution(LONGER, answer) or ()
    other = next(text for text in tried(nobody, LONGER)["clicks"] if text != way[0])
    first, again = tried(nobody, LONGER, way[0]), tried(nobody, LONGER, other)
    assert first["outcome"] == again["outcome"] == "open" and len(first["frames"]) > 1
    assert tried(nobody, LONGER, way[0]) == first
    assert tried(nobody, LONGER, *way)["outcome"] == "reached"


def test_a_way_is_shown(nobody: Client) -> None:
    for lesson in SOME:
        way = nobody.get(f"{path_of(lesson)}/solution")["choices"]
        assert tried(nobody, lesson, *way)["outcome"] == "reached"


def test_pictures_fit_a_wide_place(nobody: Client) -> None:
    for lesson in SOME:
        start = progress(lesson, (), answer).state
        wide = start.svg(lesson.seat, "en", wide=True, theme="css", live=True)
        assert tried(nobody, lesson, wide=True)["frames"][-1]["svg"] == wide


def test_what_cannot_be_is_refused(nobody: Client) -> None:
    way = solution(HARDER, answer) or ()
    body = {"choices": ["nonsense"]}
    assert "nonsense" in nobody.post(path_of(HARDER), body, 409)["error"]
    assert nobody.post(path_of(HARDER), {"choices": [*way, *way]}, 409)["error"]
    assert nobody.post(path_of(HARDER), {"choices": ["x"] * 10}, 422)["error"]
    assert nobody.post(path_of(HARDER), {"choices": ["x" * 101]}, 422)["error"]
    assert "nothing" in nobody.post(f"/api/games/{GAME.name}/lessons/nothing", {}, 404)["error"]
    nobody.get("/api/games/nothing/lessons", 404)


# Pages


def page(server: Server, path: str, lang: str = "en", **more: str) -> httpx.Response:
    headers = {"Accept": "text/html", "Accept-Language": lang, **more}
    return httpx.get(server.url + path, headers=headers, timeout=60)


@both_languages
def test_a_lessons_page_has_its_board_and_words_before_any_script_runs(server: Server, lang: str) -> None:
    shown = page(server, f"/games/{GAME.name}/learn/{HARDER.name}", lang)
    for part, key in (("lesson-title", "title"), ("status", "task")):
        assert f'data-part="{part}">{HARDER.sentence(key).text(lang)}<' in unescape(shown.text)
    assert shown.status_code == 200 and f'<html lang="{lang}"' in shown.text and 'class="board"' in shown.text
    boot = json.loads(re.findall(r'id="boot">(.*?)</script>', shown.text)[0])
    assert boot["lesson"] == HARDER.name and boot["view"]["outcome"] == "open"
    Contract(server.url).boot("Lesson", shown.text)
    for lesson in lessons(GAME):
        assert f'href="/games/{GAME.name}/learn/{lesson.name}"' in shown.text
    assert boot["asks"] == {
        key.removeprefix("ask."): text for key, text in GAME.catalog.messages(lang).items() if key.startswith("ask.")
    }


def test_the_first_lesson_is_found_without_its_name(server: Server) -> None:
    shown = page(server, f"/games/{GAME.name}/learn").text
    assert f'"lesson":"{lessons(GAME)[0].name}"' in shown
    assert page(server, f"/games/{GAME.name}/learn/nothing").status_code == 404
    assert page(server, "/games/nothing/learn").status_code == 404
    for name in lt.games():
        assert page(server, f"/games/{name}/learn").status_code == (200 if lessons(lt.load(name)) else 404)


def test_who_has_not_played_is_offered_lessons_first(server: Server) -> None:
    client = Client(server, "Lea")
    first, later = re.compile(r'class="learn"'), re.compile(r'hero-links"><a href="[^"]*/learn"')
    shown = page(server, f"/games/{GAME.name}").text
    assert first.search(shown) and not later.search(shown)
    assert shown.index("/learn") < shown.index('id="play-now"')
    client.open(GAME.name, [{"who": "me"}, {"who": "computer", "level": 1}])
    known = page(server, f"/games/{GAME.name}", **client.headers).text
    assert later.search(known) and not first.search(known)


def test_the_first_whole_game_is_what_the_rulebook_recommends(server: Server) -> None:
    shown = page(server, f"/games/{GAME.name}/learn").text
    (options,) = re.findall(r'data-options="([^"]*)"', shown)
    assert json.loads(options.replace("&#34;", '"')) == dict(GAME.first)
    GAME.settle(max(2, min(GAME.seats)), GAME.first)


def test_no_script_knows_a_game() -> None:
    scripts = Path(lt.__file__).parent / "web" / "static" / "js"
    for name in ("lesson.js", "asks.js"):
        text = (scripts / name).read_text("utf-8")
        assert not [game for game in lt.games() if game in text]
