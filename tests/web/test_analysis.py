"""The analysis board over the wire: every position by the rules, lines that grow, studies that are kept, and nothing of
it for who is in the middle of a game with others."""

from __future__ import annotations

import json
import random
import re
from time import monotonic
from typing import Any

import httpx
import pytest
from serving import ONE_SCREEN, TWO, Client, Json, Server
from traffic import Contract

import ludotheque as lt
from ludotheque.core.editing import passed
from ludotheque.core.lessons import lessons
from ludotheque.core.state import CHANCE

every_game = pytest.mark.parametrize("name", lt.games())
EXAMPLE = "drivis"
DAILY = next(name for name in lt.games() if lt.load(name).daily)
THREATS = ("derive", "drivis", "drumlin", "riviere")  # who plays at the same time as all others threatens nobody


@pytest.fixture(scope="module")
def nobody(server: Server) -> Client:
    client = Client(server, "", token="none", contract=Contract(server.url))
    client.token = ""
    return client


def played(name: str, events: int = 8, seed: int = 1, **options: object) -> lt.State:
    state, rng = lt.load(name).start(None, None, options), random.Random(seed)
    while state.ply < events or not state.actors:
        seat = None if state.chance else state.actors[0]
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(seat)), seat)
    return state


def tried(state: lt.State) -> list[Json]:
    return [{"seat": seat, "text": text} for seat, text in state.record.events]


def look(client: Client, **asked: Any) -> Json:
    told: Json = client.post("/api/analysis/position?lang=en", asked)
    return told


def kept(client: Client, state: lt.State) -> str:
    id: str = client.post("/api/records", str(state.record))["id"]
    return id


def lines(client: Client, updates: int = 1, status: int = 200, **asked: Any) -> list[Json]:
    """So many messages of an analysis, which ends when we go."""
    url = f"{client.server.url}/api/analysis/lines?lang=en"
    found: list[Json] = []
    with httpx.stream("POST", url, json=asked, headers=client.headers, timeout=30) as answer:
        assert answer.status_code == status, answer.read()
        for line in answer.iter_lines() if status == 200 else ():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
                assert client.contract is None or client.contract.fits("AnalysisLines", found[-1])
            if found and (sum("warming" not in each for each in found) >= updates or found[-1]["final"]):
                break
    return [each for each in found if "warming" not in each]


# Positions


@every_game
def test_a_position_is_what_the_rules_say(nobody: Client, name: str) -> None:
    state = played(name)
    told = look(nobody, game=name, events=tried(state))
    assert told["actors"] == [*state.actors] and told["diagram"] == state.diagram() and not told["over"]
    seat = str(told["side"] if told["side"] is not None else state.actors[0])
    assert told["clicks"][seat] == {text: [*path] for text, path in state.clicks(int(seat)).items()}
    assert told["status"] == state.status("en") and told["threatens"] == (name in THREATS)
    assert all(f'id="{id}"' in told["svg"] for path in told["clicks"][seat].values() for id in path)


@every_game
def test_it_begins_anywhere(nobody: Client, name: str) -> None:
    """A diagram, a position of a record with more tried from there, a lesson: the same position looks the same."""
    state = played(name)
    at, whole = state.ply // 2, look(nobody, game=name, events=tried(state))
    record = kept(nobody, state)
    later = look(nobody, record=record, at=at, events=tried(state)[at:])
    assert later == whole
    drawn = look(nobody, game=name, position=state.diagram())
    assert drawn["diagram"] == whole["diagram"] and drawn["actors"] == whole["actors"]
    for lesson in lessons(lt.load(name))[:1]:
        assert look(nobody, game=name, lesson=lesson.name)["diagram"] == lesson.start.diagram()


def test_draws_can_be_chosen_or_drawn(nobody: Client) -> None:
    state = lt.load("derive").new()
    told = look(nobody, game="derive")
    assert [each["text"] for each in told["draws"]] == [*state.outcomes()] and told["draws"][0]["share"] == 0.5
    drawn = nobody.post("/api/analysis/draw", {"game": "derive"})
    assert drawn["seat"] == CHANCE and drawn["text"] in state.outcomes()
    assert nobody.post("/api/analysis/draw", {"game": EXAMPLE}, 409)["error"]


def test_what_cannot_be_is_refused(nobody: Client) -> None:
    for asked, status in (
        ({"game": "nothing"}, 404),
        ({}, 404),
        ({"record": "nothing"}, 404),
        ({"game": EXAMPLE, "position": "nonsense"}, 409),
        ({"game": EXAMPLE, "lesson": "nothing"}, 404),
        ({"game": EXAMPLE, "events": [{"seat": 0, "text": "a1-a9"}]}, 409),
        ({"game": EXAMPLE, "events": [{"seat": 9, "text": "a1-a9"}]}, 422),
        ({"game": EXAMPLE, "events": [{"seat": 0, "text": "c8-d8"}] * 1001}, 422),
    ):
        for what in ("position", "draw", "lines"):
            assert nobody.post(f"/api/analysis/{what}", asked, status)["error"]
    record = kept(nobody, played(EXAMPLE))
    assert "8" in nobody.post("/api/analysis/position", {"record": record, "at": 99}, 404)["error"]


# Lines


@every_game
def test_lines_have_values_errors_and_a_path(nobody: Client, name: str) -> None:
    state = played(name)
    found = lines(nobody, 2, game=name, events=tried(state), lines=3)
    first, last = found[0], found[-1]
    assert first["seat"] == state.actors[0] and 1 <= len(first["lines"]) <= 3
    for line in last["lines"]:
        seat, text = line["events"][0]["seat"], line["events"][0]["text"]
        assert line["path"] == [*state.clicks(seat)[text]] and line["sentence"] == state.describe(text, "en", seat)
        assert len(line["values"]) == len(line["errors"]) == state.seats
    assert last["simulations"] > first["simulations"] or first["final"]


def test_lines_of_a_draw_are_its_outcomes(nobody: Client) -> None:
    (told,) = lines(nobody, 1, game="derive")
    assert told["seat"] == CHANCE and [line["share"] for line in told["lines"]] == [0.5, 0.5]


@every_game
def test_threats_are_what_the_next_one_would_do(nobody: Client, name: str) -> None:
    state = played(name)
    after = passed(state)
    if name not in THREATS:
        assert after is None
        assert nobody.post("/api/analysis/lines", {"game": name, "events": tried(state), "threats": True}, 409)["error"]
        return
    assert after is not None and state.game.read(after.diagram()).choices() == after.choices()
    told = lines(nobody, 1, game=name, events=tried(state), threats=True)[0]
    assert told["seat"] == after.actors[0] != state.actors[0]
    assert told["lines"][0]["events"][0]["text"] in after.choices()
    view = look(nobody, game=name, events=tried(state), threats=True)
    assert all(f'id="{id}"' in view["svg"] for id in told["lines"][0]["path"]), "it can be shown on the picture"
    assert view["clicks"] == {} and view["diagram"] == state.diagram(), "but nobody has passed"


def test_nobody_has_two_at_a_time(server: Server) -> None:
    anna = Client(server, "Anna")
    asked = {"game": "riviere", "events": tried(played("riviere", 40))}
    url, headers = f"{server.url}/api/analysis/lines", anna.headers
    with httpx.stream("POST", url, json=asked, headers=headers, timeout=30) as older:
        news = older.iter_lines()
        next(news)
        with httpx.stream("POST", url, json={"game": EXAMPLE}, headers=headers, timeout=30) as newer:
            next(newer.iter_lines())
            begun = monotonic()
            for _ in news:
                pass  # the older one ends by itself
            assert monotonic() - begun < 5


def test_where_the_game_is_over_nothing_is_thought_about(nobody: Client) -> None:
    state = lt.load(EXAMPLE).new(max_choices=1)
    state = state.play(state.choices()[0])
    asked = {"game": EXAMPLE, "position": state.diagram()}
    assert look(nobody, **asked)["over"] and "finie" in nobody.post("/api/analysis/lines", asked, 409)["error"]


# Fair play


def test_who_plays_with_others_may_not_analyse(server: Server) -> None:
    """Neither the table nor the same position by another way; but another game, and the same when it is over."""
    anna, ben, cleo = (Client(server, name) for name in ("Anna", "Ben", "Cléo"))
    table = anna.open(EXAMPLE, TWO)
    ben.join(table)
    id = table["id"]
    here = [{"record": id}, {"game": EXAMPLE}, {"game": EXAMPLE, "position": lt.load(EXAMPLE).new().diagram()}]
    for asked in here:
        for what in ("position", "lines", "draw"):
            for client in (anna, ben):
                assert client.post(f"/api/analysis/{what}", asked, 403)["error"]
    assert "Drivis" in anna.post("/api/analysis/position", {"game": EXAMPLE}, 403)["error"]
    assert anna.post("/api/analysis/studies", {"game": EXAMPLE, "nodes": [{"parent": -1}]}, 403)["error"]
    assert page(server, f"/analysis?game={EXAMPLE}", anna).status_code == 403
    assert cleo.post("/api/analysis/position", {"record": id}, 403)["error"], (
        "nor does anybody else, as long as it runs"
    )
    assert look(cleo, game=EXAMPLE)["actors"] and look(anna, game="derive")["draws"]
    anna.post(f"/api/tables/{id}/do", {"do": "resign"})
    assert look(anna, record=id)["actors"] == [0] and look(ben, game=EXAMPLE)["actors"]


def test_nobody_is_helped_in_a_daily_try_that_counts(server: Server) -> None:
    """Nor by an editor that draws its position; another game is open, and so is the same one when it is over."""
    anna = Client(server, "Anna")
    table = anna.post("/api/daily", {"game": DAILY})["id"]
    for asked in ({"record": table}, {"game": DAILY}):
        assert anna.post("/api/analysis/lines", asked, 403)["error"]
    assert look(anna, game=EXAMPLE)["actors"] == [0]
    anna.do(table, "abandon")
    assert look(anna, record=table) and look(anna, game=DAILY)


def test_who_plays_alone_or_at_one_screen_may(server: Server) -> None:
    anna = Client(server, "Anna")
    anna.open(EXAMPLE, ONE_SCREEN)
    anna.open(EXAMPLE, [{"who": "me"}, {"who": "computer", "level": 1}])
    assert look(anna, game=EXAMPLE)["actors"] == [0]


# Studies


def nodes_of(*events: tuple[int, int, str, str]) -> list[Json]:
    named = [
        {"parent": parent, "seat": seat, "text": text, "comment": comment} for parent, seat, text, comment in events
    ]
    return [{"parent": -1, "comment": "The start."}, *named]


def test_a_study_is_kept_as_a_record_with_variations(nobody: Client, server: Server) -> None:
    nodes = nodes_of((0, 0, "c8-d8", "Calm."), (0, 0, "a6-a5", ""), (2, 1, "c1-d1", "Why not?"))
    told = nobody.post("/api/analysis/studies", {"game": EXAMPLE, "nodes": nodes})
    text = httpx.get(server.url + told["file"]).text
    study = lt.Study.parse(text)
    assert text.startswith("ludo 2\n") and len(study.nodes) == 4 and study.record.events == ((0, "c8-d8"),)
    with pytest.raises(lt.RecordError, match="study"):
        lt.Record.parse(text)
    boot = boot_of(page(server, told["url"]))
    assert [node["comment"] for node in boot["nodes"]] == ["The start.", "Calm.", "", "Why not?"]
    assert [node["at"] for node in boot["nodes"]] == [0, 1, None, None]
    again = nobody.post("/api/records", text)
    assert boot_of(page(server, f"/analysis?record={again['id']}"))["nodes"] == boot["nodes"]
    assert page(server, f"/records/{told['id']}").status_code == 200, "its main line can be replayed"


def test_a_study_of_a_record_keeps_names_and_start(nobody: Client, server: Server) -> None:
    state = lt.load(EXAMPLE).read(lt.load(EXAMPLE).new().play("c8-d8").diagram())
    record = state.play(state.choices()[0]).record
    id = kept(nobody, record.replay())
    told = nobody.post("/api/analysis/studies", {"record": id, "nodes": nodes_of((0, *record.events[0], ""))})
    study = lt.Study.parse(httpx.get(server.url + told["file"]).text)
    assert study.record.origin == record.origin and study.record.events == record.events


def test_a_study_that_cannot_be_is_refused(nobody: Client) -> None:
    for nodes, status in (
        (nodes_of((0, 0, "a1-a9", "")), 409),
        (nodes_of((1, 0, "c8-d8", "")), 409),
        (nodes_of((0, 0, "c8-d8", "\x1b")), 409),
        ([], 409),
    ):
        assert nobody.post("/api/analysis/studies", {"game": EXAMPLE, "nodes": nodes}, status)["error"]


# Playing from here


@every_game
def test_a_table_begins_from_any_position_and_its_record_replays(server: Server, name: str) -> None:
    """What a game of memory hides while it runs, its record hides too: so this one is played without."""
    open_ = {"memory": False} if "memory" in lt.load(name).options else {}
    anna, state = Client(server, "Anna"), played(name, **open_)
    told = look(anna, game=name, position=state.diagram())
    seats = [{"who": "me"}, *[{"who": "here"}] * (state.seats - 1)]
    asked = {"game": name, "options": told["options"], "seats": seats, "position": told["diagram"]}
    id = anna.post("/api/tables", asked)["id"]
    view = anna.get(f"/api/tables/{id}")
    seat = view["mine"][0]
    anna.post(f"/api/tables/{id}/do", {"do": "choose", "seat": seat, "text": view["choices"][str(seat)][0]})
    record = lt.Record.parse(anna.get(f"/api/tables/{id}/record"))
    assert record.first() == state and record.origin == state.diagram() and record.states()[1].last is not None


# The page


def page(server: Server, path: str, client: Client | None = None, lang: str = "en") -> httpx.Response:
    headers = {"Accept": "text/html", "Accept-Language": lang, **(client.headers if client else {})}
    return httpx.get(server.url + path, headers=headers, timeout=60)


def boot_of(shown: httpx.Response) -> Json:
    assert shown.status_code == 200
    found: Json = json.loads(re.findall(r'id="boot">(.*?)</script>', shown.text, re.DOTALL)[0])
    return found


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_addresses_lead_to_positions(server: Server, nobody: Client, lang: str) -> None:
    state = played(EXAMPLE, 6)
    record = kept(nobody, state)
    shown = page(server, f"/analysis?record={record}&at=4", lang=lang)
    Contract(server.url).boot("Analysis", shown.text)
    boot = boot_of(shown)
    assert boot["node"] == 4 and boot["view"]["diagram"] == state.history()[4].diagram()
    other = next(text for text in state.history()[4].choices() if text != state.record.events[4][1])
    tried_too = boot_of(page(server, f"/analysis?record={record}&at=4&then={state.history()[4].actors[0]} {other}"))
    assert len(tried_too["nodes"]) == 8 and tried_too["node"] == 7 and tried_too["nodes"][7]["text"] == other
    assert page(server, f"/analysis?record={record}&at=5&then=0 nonsense").status_code == 409
    assert page(server, "/analysis?game=drivis&next=0 nonsense").status_code == 409
    laid_out = boot_of(page(server, "/analysis?game=drivis&then=0 c8-d8&next=1 a3-a4"))
    assert [node["text"] for node in laid_out["nodes"]] == ["", "c8-d8", "a3-a4"] and laid_out["node"] == 1
    assert page(server, "/analysis?game=drivis&then=x").status_code == 409


def test_a_table_that_is_over_can_be_analysed(server: Server) -> None:
    anna = Client(server, "Anna")
    table = anna.open(EXAMPLE, ONE_SCREEN, max_choices=1)
    id = table["id"]
    assert page(server, f"/analysis?table={id}&at=0", anna).status_code == 403
    anna.post(f"/api/tables/{id}/do", {"do": "choose", "text": "c8-d8"})
    boot = boot_of(page(server, f"/analysis?table={id}&at=0", anna))
    assert boot["start"] == {"record": id} and boot["node"] == 0 and len(boot["nodes"]) == 2
    lesson = boot_of(page(server, f"/games/{EXAMPLE}/learn"))["lessons"][0]
    assert lesson["analysis"] == f"/analysis?game={EXAMPLE}&lesson={lesson['name']}"
    assert f"/analysis?record={id}" in page(server, f"/records/{id}").text
