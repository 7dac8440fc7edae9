"""The position editor over the wire: it draws what somebody puts together, and says what cannot be."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from serving import Client, Json, Server
from traffic import Contract

import ludotheque as lt
from ludotheque.core import editing

every_game = pytest.mark.parametrize("name", lt.games())


@pytest.fixture(scope="module")
def nobody(server: Server) -> Client:
    client = Client(server, "", token="none", contract=Contract(server.url))
    client.token = ""
    return client


def edit(client: Client, status: int = 200, **asked: object) -> Json:
    told: Json = client.post("/api/editor?lang=en", asked, status)
    return told


@every_game
def test_a_sketch_has_a_picture_with_all_its_places(nobody: Client, name: str) -> None:
    state = lt.load(name).new()
    told = edit(nobody, game=name)
    assert told["reason"] is None and told["position"] == state.diagram()
    assert told["places"] and all(f'id="place-{place["name"]}"' in told["svg"] for place in told["places"])
    assert len(told["pieces"]) > 1 and told["moments"] and told["options"] == dict(state.options)


@every_game
def test_pieces_are_put_and_taken_away(nobody: Client, name: str) -> None:
    """As the library itself does it; what can be is analysed at once."""
    state = lt.load(name).new()
    first = edit(nobody, game=name, moment=next(iter(state.game.display.editor.moments(state))))
    empty = edit(nobody, game=name, position=first["position"], clear=True)
    assert empty["position"] == editing.cleared(lt.load(name).sketch(first["position"])).diagram()
    good = 0
    for place in empty["places"][::7]:
        for piece in empty["pieces"]:
            asked = {"game": name, "position": empty["position"], "place": place["name"], "piece": piece["name"]}
            answer = httpx.post(f"{nobody.server.url}/api/editor", json=asked)
            good += answer.status_code == 200 and answer.json()["position"] != empty["position"]
            assert answer.status_code in (200, 409)
        if good > 3:
            break
    assert good
    start = edit(nobody, game=name)["position"]
    assert edit(nobody, game=name, position=start)["reason"] is None
    assert nobody.post("/api/analysis/position", {"game": name, "position": start})["diagram"] == start


def test_what_cannot_be_is_told_with_the_reason_of_the_rules(nobody: Client) -> None:
    told = edit(nobody, game="drivis", clear=True)
    assert "over" in told["reason"], "it is drawn, but cannot be played"
    assert "overlap" in edit(nobody, 409, game="drivis", place="b1", piece="blue")["error"]
    assert "nothing" in edit(nobody, 409, game="drivis", place="a1", piece="nothing")["error"]
    assert "nowhere" in edit(nobody, 409, game="drivis", place="nowhere")["error"]
    assert "never" in edit(nobody, 409, game="drivis", moment="never")["error"]
    assert edit(nobody, 409, game="drivis", position="nonsense")["error"]
    edit(nobody, 404, game="nothing")
    dice = edit(nobody, game="derive", moment="red")["position"]
    places = [place["name"] for place in edit(nobody, game="derive")["places"]]
    for place in places[:10]:
        dice = edit(nobody, game="derive", position=dice, place=place, piece="red-1")["position"]
    assert "10 dice" in edit(nobody, 409, game="derive", position=dice, place=places[10], piece="red-1")["error"]


@every_game
def test_options_and_players_change_and_pieces_stay_where_they_can(nobody: Client, name: str) -> None:
    game = lt.load(name)
    told = edit(nobody, game=name, seats=max(game.seats), options={"max_choices": 77})
    assert told["seats"] == max(game.seats) and told["options"]["max_choices"] == 77
    moved = edit(nobody, game="drivis", place="a1")
    assert edit(nobody, game="drivis", position=moved["position"], options={"max_choices": 9})["position"] == (
        moved["position"].replace("max_choices=300", "max_choices=9")
    )
    edit(nobody, 409, game=name, seats=8)


@pytest.mark.parametrize("lang", ["fr", "en"])
@every_game
def test_the_page_has_its_board_before_any_script_runs(server: Server, name: str, lang: str) -> None:
    shown = httpx.get(f"{server.url}/editor?game={name}", headers={"Accept-Language": lang, "Accept": "text/html"})
    Contract(server.url).boot("Editor", shown.text)
    boot = json.loads(re.findall(r'id="boot">(.*?)</script>', shown.text, re.DOTALL)[0])
    assert boot["sketch"]["reason"] is None and 'class="place"' in shown.text and f'lang="{lang}"' in shown.text
    assert f"/editor?game={name}" in httpx.get(f"{server.url}/games/{name}").text
