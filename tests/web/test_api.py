"""Everything that the pages do, done by a program with a token, request by request."""

from __future__ import annotations

import re
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from postgres import PostgresServer
from serving import ONE_SCREEN, Client, Json, Server, serving

import ludotheque as lt

both_languages = pytest.mark.parametrize("lang", ["fr", "en"])


@pytest.fixture(scope="module")
def maya(server: Server) -> Client:
    return Client(server, "Maya")


@pytest.fixture(scope="module")
def noe(server: Server) -> Client:
    return Client(server, "Noé")


def here(client: Client, game: str = "drivis", **options: Any) -> str:
    """A table where one program plays for both seats."""
    return str(client.open(game, [{"who": "me"}, {"who": "here", "name": "Zoé"}], **options)["id"])


def shared(one: Client, other: Client, game: str = "drivis", **options: Any) -> str:
    table = one.open(game, **options)
    other.join(table)
    return str(table["id"])


def choices(client: Client, table: str) -> list[str]:
    return next(iter(client.get(f"/api/tables/{table}")["choices"].values()), [])


def play(client: Client, table: str, events: int) -> None:
    for _ in range(events):
        client.do(table, "choose", choices(client, table)[0])


# Games


@both_languages
def test_games_and_their_options_are_told_in_both_languages(maya: Client, lang: str) -> None:
    told = maya.get(f"/api/games?lang={lang}")
    assert [game["name"] for game in told] == lt.games()
    for game in told:
        one = maya.get(f"/api/games/{game['name']}?lang={lang}")
        assert game.items() <= one.items() and one["line"] == lt.load(game["name"]).line(lang)
        assert {option["name"] for option in one["options"]} == set(lt.load(game["name"]).options)
        assert all(option["text"] for option in one["options"])
        assert type(one["ready"]) is bool


@pytest.mark.slow
def test_a_table_is_opened_with_any_value_of_any_option(maya: Client) -> None:
    """What the description of an option offers is accepted, with some number of players."""
    for name in lt.games():
        game = maya.get(f"/api/games/{name}")
        for option in game["options"]:
            for value in [7] if option["whole"] else option["values"]:
                settings = {option["name"]: value}
                assert any(opens(maya, name, seats, settings) for seats in game["seats"] if seats > 1), settings


def opens(client: Client, game: str, seats: int, options: Json) -> bool:
    command = {"game": game, "seats": [{"who": "me"}, *[{"who": "here"}] * (seats - 1)], "options": options}
    answer = httpx.post(f"{client.server.url}/api/tables", json=command, headers=client.headers, timeout=60)
    if answer.status_code == 409:
        return False
    table = client.get(f"/api/tables/{answer.raise_for_status().json()['id']}")
    return bool(options.items() <= table["options"].items())


@both_languages
def test_an_unknown_game_is_not_found(maya: Client, lang: str) -> None:
    error = maya.get(f"/api/games/chess?lang={lang}", 404)["error"]
    assert "chess" in error and ("jeux" in error or lang == "en")
    maya.post("/api/tables", {"game": "chess", "seats": []}, 404)


# Players


def test_a_player_has_a_name_and_can_change_it(server: Server) -> None:
    client = Client(server, "Louise")
    me = client.get("/api/me")
    assert me["name"] == "Louise" and me["player"] not in client.token
    answer = httpx.patch(f"{server.url}/api/me", json={"name": "Lou"}, headers=client.headers)
    assert answer.json() == client.get("/api/me") == {**me, "name": "Lou"}


def test_who_is_not_known_is_told_so(server: Server) -> None:
    for path in ("/api/me", "/api/me/tables"):
        answer = httpx.get(server.url + path, headers={"Accept-Language": "en"})
        assert answer.status_code == 401 and "who you are" in answer.json()["error"]


def test_a_choice_is_told_in_words_before_it_is_made(maya: Client, noe: Client) -> None:
    path = f"/api/tables/{shared(maya, noe)}"
    text = maya.get(path)["choices"]["0"][0]
    for lang, word in (("en", "slides"), ("fr", "glisse")):
        assert word in maya.get(f"{path}/sentence?text={text}&seat=0&lang={lang}")["sentence"]
    assert maya.get(path)["position"] == 0
    assert "a1-a9" in maya.get(f"{path}/sentence?text=a1-a9&seat=0&lang=en", 409)["error"]


def test_my_tables_say_whose_turn_it_is(maya: Client, noe: Client) -> None:
    table = shared(maya, noe)
    mine = next(one for one in maya.get("/api/me/tables") if one["id"] == table)
    others = next(one for one in noe.get("/api/me/tables") if one["id"] == table)
    assert (mine["game"], mine["status"], mine["moves"]) == ("drivis", "running", 0)
    assert mine["my_turn"] and not others["my_turn"]


# Tables


def test_seats_of_every_kind(maya: Client, noe: Client) -> None:
    seats = [{"who": "me", "name": "Maya"}, {"who": "here", "name": "Zoé"}, {"who": "friend"}]
    opened = maya.open("derive", [*seats, {"who": "computer", "level": 1}])
    view = maya.get(f"/api/tables/{opened['id']}")
    assert [seat["kind"] for seat in view["seats"]] == ["person", "person", "free", "computer"]
    assert view["phase"] == "waiting" and view["invite_url"] == opened["invite_url"] and "fill" in view["can"]
    invite = opened["invite_url"].rpartition("/")[2]
    joined = noe.post(f"/api/tables/{opened['id']}/join", {"invite": invite, "seat": 2, "name": "Noé"})
    assert joined["seats"] == [2] and joined["url"] == f"/t/{opened['id']}"
    view = noe.get(f"/api/tables/{opened['id']}")
    assert view["phase"] == "running" and view["invite_url"] is None
    assert [seat["name"] for seat in view["seats"]][:3] == ["Maya", "Zoé", "Noé"]


def test_joining_twice_is_harmless_and_a_taken_seat_is_taken(maya: Client, noe: Client, anna: Client) -> None:
    opened = maya.open("drivis")
    noe.join(opened)
    noe.join(opened)
    invite = {"invite": opened["invite_url"].rpartition("/")[2]}
    assert "free" in anna.post(f"/api/tables/{opened['id']}/join?lang=en", invite, 409)["error"]


def test_wrong_numbers_of_seats_are_refused(maya: Client) -> None:
    for count, status in ((0, 409), (1, 409), (5, 409), (9, 422)):
        maya.post("/api/tables", {"game": "drivis", "seats": [{"who": "me"}] * count}, status)


def test_a_game_begins_where_a_diagram_says(maya: Client) -> None:
    state = lt.load("drivis").new().play("c8-d8")
    command = {"game": "drivis", "seats": [{"who": "me"}, {"who": "here"}], "position": state.diagram()}
    table = maya.post("/api/tables", command)["id"]
    assert choices(maya, table) == sorted(state.choices(1))
    maya.post("/api/tables", {**command, "position": "nonsense"}, 409)


def test_everything_that_can_be_done_at_a_table(maya: Client, noe: Client) -> None:
    """Take-back and draw by consent, words, resigning, and a rematch that both find."""
    table = shared(maya, noe)
    play(maya, table, 1)
    assert "ask-undo" in maya.get(f"/api/tables/{table}")["can"]
    maya.do(table, "ask-undo")
    request = noe.get(f"/api/tables/{table}")["request"]
    assert request["kind"] == "undo" and request["mine"] and request["sentence"]
    noe.do(table, "yes")
    assert noe.get(f"/api/tables/{table}")["position"] == 0
    noe.do(table, "ask-draw")
    maya.do(table, "no")
    noe.do(table, "say", "Encore une ?")
    noe.do(table, "resign")
    view = maya.get(f"/api/tables/{table}")
    assert view["over"] and [seat["result"] for seat in view["seats"]] == [1, -1]
    again = maya.do(table, "rematch", "swap")["table"]
    assert noe.do(table, "rematch")["table"] == again
    assert noe.get(f"/api/tables/{again}")["mine"] == [0]
    kinds = [entry["kind"] for entry in maya.get(f"/api/tables/{table}/entries")]
    assert kinds == ["sit", "sit", "choice", "ask", "answer", "undo", "ask", "answer", "say", "end", "rematch"]


def test_leaving_filling_and_handing_over(maya: Client, noe: Client) -> None:
    opened = maya.open("derive", [{"who": "me"}, {"who": "friend"}, {"who": "friend"}])
    noe.join(opened)
    noe.do(opened["id"], "leave")
    noe.join(opened)
    maya.do(opened["id"], "fill", "1")
    noe.do(opened["id"], "hand-over", "1")
    seats = maya.get(f"/api/tables/{opened['id']}")["seats"]
    assert sorted(seat["kind"] for seat in seats) == ["computer", "computer", "person"]


def test_undo_on_one_screen(maya: Client) -> None:
    table = here(maya)
    play(maya, table, 2)
    maya.do(table, "undo")
    assert maya.get(f"/api/tables/{table}")["position"] == 1


@both_languages
def test_refusals_are_sentences_in_both_languages(maya: Client, noe: Client, lang: str) -> None:
    table = shared(maya, noe)
    word = {"fr": ("pas", "place", "demande"), "en": ("not", "seat", "request")}[lang]
    path = f"/api/tables/{table}/do?lang={lang}"
    assert word[0] in noe.post(path, {"do": "choose", "seat": 1, "text": "c8-d8"}, 409)["error"]
    assert word[1] in noe.post(path, {"do": "choose", "seat": 0, "text": "c8-d8"}, 409)["error"]
    assert word[2] in noe.post(path, {"do": "dance"}, 409)["error"]
    assert noe.post(path, {"do": 7}, 422)["error"].startswith({"fr": "Ce message", "en": "This message"}[lang])
    assert maya.get(f"/api/tables/nothing?lang={lang}", 404)["error"]


def test_entries_come_in_order_in_both_languages_and_from_any_number(maya: Client) -> None:
    table = here(maya)
    play(maya, table, 3)
    whole = maya.get(f"/api/tables/{table}/entries?lang=en")
    assert [entry["number"] for entry in whole] == [0, 1, 2, 3, 4]
    assert maya.get(f"/api/tables/{table}/entries?lang=en&since=3") == whole[3:]
    french = maya.get(f"/api/tables/{table}/entries?lang=fr")
    assert all(one["sentence"] != other["sentence"] for one, other in zip(whole, french, strict=True))
    assert maya.get(f"/api/tables/{table}/entries?since=99") == []


def test_a_long_poll_ends_with_the_news(maya: Client, noe: Client) -> None:
    table, told = shared(maya, noe), []

    def wait() -> None:
        told.extend(noe.get(f"/api/tables/{table}/entries?since=2&wait=20"))

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    assert not told
    play(maya, table, 1)
    waiting.join(10)
    assert [entry["number"] for entry in told] == [2]


def test_a_long_poll_without_news_ends_in_time(maya: Client) -> None:
    table, start = here(maya), time.monotonic()
    assert maya.get(f"/api/tables/{table}/entries?since=2&wait=0.5") == []
    assert 0.4 < time.monotonic() - start < 5


@pytest.mark.parametrize("query", ["since=-1", "since=x", "wait=-1", "wait=56", "wait=nan", "wait=inf", "lang=de"])
def test_numbers_out_of_range_are_refused(maya: Client, query: str) -> None:
    assert "error" in maya.get(f"/api/tables/{here(maya)}/entries?{query}", 422)


def test_a_table_drawn_for_a_seat(maya: Client) -> None:
    table = here(maya)
    views = [maya.get(f"/api/tables/{table}?draw=true&seat={seat}") for seat in (0, 1)]
    assert all(view["svg"].startswith("<svg") for view in views) and views[0]["svg"] != views[1]["svg"]
    assert "svg" not in maya.get(f"/api/tables/{table}")


def test_the_invitation_as_a_code_is_for_those_who_sit_there(maya: Client, noe: Client) -> None:
    table = maya.open("drivis")["id"]
    assert maya.get(f"/api/tables/{table}/invite.svg").startswith("<")
    noe.get(f"/api/tables/{table}/invite.svg", 409)


# Records and pictures


@pytest.mark.slow
@pytest.mark.parametrize("name", lt.games())
def test_a_record_goes_down_and_up_again(maya: Client, name: str) -> None:
    table = here(maya, name)
    play(maya, table, 2)
    text = maya.get(f"/api/tables/{table}/record")
    assert lt.Record.parse(text).names == ("Maya", "Zoé")
    assert maya.get(f"/records/{table}.ludo") == text
    kept = maya.post("/api/records", text)
    assert maya.get(f"/records/{kept['id']}.ludo") == text
    assert kept["events"] == len(lt.Record.parse(text).events)
    assert maya.get(kept["url"]).startswith("<!doctype html>") or "<html" in maya.get(kept["url"])


def test_a_record_with_a_mistake_is_refused_with_its_line(maya: Client) -> None:
    record = "ludo 1\ngame drivis\nedition 1\n\n0 c8-d8\n1 a1-a1\n"
    assert maya.post("/api/records?lang=en", record, 409)["error"].startswith("Line 6:")
    assert maya.post("/api/records?lang=fr", record, 409)["error"].startswith("Ligne 6\u00a0:")


@pytest.mark.slow
@pytest.mark.parametrize("name", lt.games())
def test_pictures_of_every_position(maya: Client, name: str) -> None:
    table = here(maya, name)
    play(maya, table, 1)
    last = maya.get(f"/api/tables/{table}")["position"]
    for number in range(last + 1):
        for path in (f"/records/{table}/{number}.svg", f"/api/tables/{table}/{number}.svg?seat=1&theme=dark&lang=fr"):
            assert maya.get(path).startswith("<svg")
    for number in (-1, last + 1, 10**20):
        assert maya.get(f"/records/{table}/{number}.svg", 404)
        assert maya.get(f"/api/tables/{table}/{number}.svg", 404)


def test_a_png_is_as_wide_as_asked(maya: Client) -> None:
    table = here(maya)
    path = f"{maya.server.url}/records/{table}/0.png"
    image = httpx.get(path, params={"width": 120}, timeout=60)
    assert image.headers["content-type"] == "image/png"
    assert image.content.startswith(b"\x89PNG") and int.from_bytes(image.content[16:20]) == 120
    assert httpx.get(path, params={"width": 20_000}).status_code == 422
    assert httpx.get(path.replace(".png", ".gif")).status_code in (404, 422)


# The description


def test_the_description_is_complete(maya: Client) -> None:
    told = maya.get("/openapi.json")
    assert told["openapi"].startswith("3.") and told["info"]["title"] == "Ludothèque"
    routes = [(path, how, what) for path, each in told["paths"].items() for how, what in each.items()]
    assert all(what.get("description") for _, _, what in routes)
    assert {path for path, _, _ in routes} == DESCRIBED
    assert not re.findall(r'"\$ref": "#/components/schemas/(?!\w+")', str(told))
    shown = maya.get("/docs")
    assert all(path in shown for path in DESCRIBED)
    names = {name for name, schema in told["components"]["schemas"].items() if "properties" in schema}
    assert set(re.findall(r'<h3 id="(\w+)"><code>', shown)) == names, "every answer and message with its fields"
    assert set(re.findall(r'<a href="#([A-Z]\w+)">', shown)) <= names


DESCRIBED = {
    "/api/daily",
    "/api/dice",
    "/api/games",
    "/api/games/{name}",
    "/api/games/{name}/lessons",
    "/api/games/{name}/lessons/{lesson}",
    "/api/games/{name}/lessons/{lesson}/solution",
    "/api/games/{name}/puzzles",
    "/api/games/{name}/puzzles/next",
    "/api/games/{name}/puzzles/today",
    "/api/games/{name}/puzzles/{puzzle}",
    "/api/games/{name}/puzzles/{puzzle}/solution",
    "/api/analysis/position",
    "/api/analysis/draw",
    "/api/analysis/lines",
    "/api/analysis/studies",
    "/api/editor",
    "/api/players",
    "/api/me",
    "/api/me/scores/{game}",
    "/api/me/tables",
    "/api/tables",
    "/api/tables/{id}",
    "/api/tables/{id}/entries",
    "/api/tables/{id}/join",
    "/api/tables/{id}/do",
    "/api/tables/{id}/record",
    "/api/tables/{id}/sentence",
    "/api/tables/{id}/invite.svg",
    "/api/tables/{id}/{number}.svg",
    "/api/records",
    "/api/records/{id}/report",
    "/api/records/{id}/report.json",
    "/api/records/{id}/exercises/{seat}",
    "/api/records/{id}/exercises/{seat}/{number}",
    "/api/records/{id}/exercises/{seat}/{number}/solution",
    "/records/{id}/{number}.{kind}",
    "/records/{id}.ludo",
}


# Two servers


@pytest.mark.slow
def test_two_servers_on_one_database_show_the_same_table(tmp_path: Path, postgres: PostgresServer) -> None:
    database = postgres.address
    with serving(tmp_path / "one", database) as one, serving(tmp_path / "two", database) as two:
        maya, noe = Client(one, "Maya"), Client(two, "Noé")
        opened = maya.open("drivis")
        noe.join(opened)
        mine, other = maya.live(opened["id"]), noe.live(opened["id"])
        at_one, at_two = Client(one, "", maya.token), Client(two, "", noe.token)
        for turn in range(4):
            actor, live, seen = ((at_one, mine, other), (at_two, other, mine))[turn % 2]
            seen.until_number(live.seen) if live.seen > seen.seen else live.until_number(seen.seen)
            answer = live.choose(choices(actor, opened["id"])[0], f"turn {turn}")
            seen.until_number(answer["number"])
            assert not seen.entries[-1]["by_me"]
        assert [e["text"] for e in mine.entries] == [e["text"] for e in other.entries]


def test_asking_twice_under_one_name_opens_one_table(server: Server) -> None:
    """Also at the same time, and by somebody whom nobody knows yet; the name of another opens nothing of theirs."""
    command = {"game": "drivis", "seats": ONE_SCREEN, "key": secrets.token_hex(12)}
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda _: httpx.post(f"{server.url}/api/tables", json=command, timeout=60), range(4))]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len({answer.cookies["ludotheque"] for answer in answers}) == 1
    stranger = Client(server, "Chloé").post("/api/tables", command)
    assert stranger["id"] != answers[0].json()["id"]


def test_what_is_refused_makes_nobody(server: Server) -> None:
    command = {"game": "drivis", "seats": ONE_SCREEN, "options": {"start": "nowhere"}}
    refused = httpx.post(f"{server.url}/api/tables", json=command, timeout=60)
    assert refused.status_code == 409 and "set-cookie" not in refused.headers
    broken = httpx.post(f"{server.url}/api/records", content="no record", headers={"Content-Type": "text/plain"})
    assert broken.status_code == 409 and "set-cookie" not in broken.headers
