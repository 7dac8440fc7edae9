"""Puzzles over the wire: choices are judged, what is solved is kept, and every answer is as it is described."""

from __future__ import annotations

import httpx
import pytest
from serving import Client, Json, Server
from traffic import Contract

import ludotheque as lt
from ludotheque.core.puzzles import DEFENCE, Puzzle, of_the_day, puzzles, reply, select, task, themes_of
from ludotheque.web.puzzles import today

GAMES = [name for name in lt.games() if puzzles(lt.load(name))]
GAME = lt.load(GAMES[0])
EVERY = puzzles(GAME)
both_languages = pytest.mark.parametrize("lang", ["fr", "en"])


@pytest.fixture
def somebody(server: Server) -> Client:
    """A new player; a contract looks at every answer."""
    return Client(server, "Ada", contract=Contract(server.url))


def path_of(puzzle: Puzzle) -> str:
    return f"/api/games/{puzzle.game.name}/puzzles/{puzzle.id}"


def tried(client: Client, puzzle: Puzzle, choice: str, lang: str = "en") -> Json:
    told: Json = client.post(f"{path_of(puzzle)}?lang={lang}", {"choice": choice})
    return told


def wrong_choice(puzzle: Puzzle) -> str:
    return next(text for text in puzzle.state.choices(puzzle.seat) if text not in puzzle.answers)


@both_languages
@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_shows_a_board_and_what_can_be_touched_but_not_the_answer(
    somebody: Client, name: str, lang: str
) -> None:
    puzzle = puzzles(lt.load(name))[3]
    told = somebody.get(f"{path_of(puzzle)}?lang={lang}")
    assert told["task"] == task(puzzle).text(lang) and told["seat"] == puzzle.seat and not told["solved"]
    assert told["clicks"] == {text: [*path] for text, path in puzzle.state.clicks(puzzle.seat).items()}
    assert all(f'id="{id}"' in told["frame"]["svg"] for path in told["clicks"].values() for id in path)
    assert told["themes"] == [] and "answer" not in told, "a theme may give it away"
    assert told["rating"] == puzzle.rating and told["standing"]["total"] == len(puzzles(puzzle.game))


@both_languages
@pytest.mark.parametrize("name", GAMES)
def test_the_best_choice_passes_and_its_line_is_shown(somebody: Client, name: str, lang: str) -> None:
    puzzle = puzzles(lt.load(name))[4]
    told = tried(somebody, puzzle, puzzle.answer, lang)
    assert told["passed"] and told["sentence"] == reply(puzzle, puzzle.answer).text(lang)
    assert len(told["frames"]) == len(puzzle.line[:9]) and all(frame["sentence"] for frame in told["frames"])
    assert told["themes"] and told["standing"]["streak"] == 1 and told["standing"]["solved"] == 1
    assert somebody.get(path_of(puzzle))["solved"]


def test_whatever_is_as_good_passes_too(somebody: Client) -> None:
    every = [puzzle for name in GAMES for puzzle in puzzles(lt.load(name)) if puzzle.also]
    if not every:
        pytest.skip("there is none")
    told = tried(somebody, every[0], every[0].also[0])
    assert told["passed"] and told["sentence"] == reply(every[0], every[0].also[0]).text("en")


def test_a_wrong_try_is_told_kindly_and_only_the_first_one_counts(somebody: Client) -> None:
    solved, missed = EVERY[0], EVERY[1]
    tried(somebody, solved, solved.answer)
    told = tried(somebody, missed, wrong_choice(missed))
    assert not told["passed"] and told["sentence"] == reply(missed, wrong_choice(missed)).text("en")
    assert told["themes"] == [] and told["frames"]
    low = told["standing"]
    assert low["streak"] == 0 and low["best"] == 1 and low["tries"] == 2 and low["solved"] == 1
    again = tried(somebody, missed, missed.answer)
    assert again["passed"] and again["standing"]["rating"] == low["rating"] and again["standing"]["streak"] == 0
    assert again["standing"]["solved"] == 2


def test_the_reply_that_refutes_a_choice_is_shown(somebody: Client) -> None:
    puzzle = next(p for name in GAMES for p in puzzles(lt.load(name)) if p.kind == DEFENCE and p.turns == 2)
    frames = tried(somebody, puzzle, wrong_choice(puzzle))["frames"]
    assert 1 <= len(frames) <= 2


def test_the_solution_tells_all_and_does_not_count_as_solved(somebody: Client) -> None:
    puzzle = EVERY[2]
    told = somebody.post(f"{path_of(puzzle)}/solution", {"wide": True})
    assert told["answer"] == puzzle.answer and len(told["frames"]) == 1 + len(puzzle.line[:9]) and told["themes"]
    assert told["standing"]["streak"] == 0 and told["standing"]["solved"] == 0 and told["standing"]["tries"] == 1
    assert not somebody.get(path_of(puzzle))["solved"]


def test_what_cannot_be_chosen_is_refused_and_nothing_is_kept(somebody: Client) -> None:
    for choice, code in (("nonsense", 409), ("", 409), ("x" * 200, 422)):
        assert somebody.post(path_of(EVERY[5]), {"choice": choice}, status=code)["error"]
    for path in (f"/api/games/{GAME.name}/puzzles/none-such", f"/api/games/{GAME.name}/puzzles/next?theme=none-such"):
        assert somebody.get(path, status=404)["error"]
    assert somebody.get(path_of(EVERY[5]))["standing"]["tries"] == 0


def test_the_next_one_fits_and_was_not_solved(somebody: Client) -> None:
    told = somebody.get(f"/api/games/{GAME.name}/puzzles/next")
    puzzle = next(puzzle for puzzle in EVERY if puzzle.id == told["id"])
    assert abs(puzzle.rating - 1200) == min(abs(each.rating - 1200) for each in EVERY)
    tried(somebody, puzzle, puzzle.answer)
    after = somebody.get(f"/api/games/{GAME.name}/puzzles/next")
    assert after["id"] != puzzle.id and after["standing"]["rating"] > 1200
    theme, grade = themes_of(GAME)[0], EVERY[-1].grade
    some = {each["id"] for each in somebody.get(f"/api/games/{GAME.name}/puzzles?theme={theme}")}
    assert some == {each.id for each in select(GAME, theme)}
    hard = somebody.get(f"/api/games/{GAME.name}/puzzles/next?grade={grade}")
    assert hard["grade"] == grade


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzle_of_the_day_is_the_same_for_everybody(somebody: Client, server: Server, name: str) -> None:
    told = somebody.get(f"/api/games/{name}/puzzles/today")
    assert told["today"] and told["id"] == of_the_day(lt.load(name), today()).id
    assert Client(server, "Ben").get(f"/api/games/{name}/puzzles/today")["id"] == told["id"]


@both_languages
def test_a_visitor_becomes_a_player_by_the_first_try(server: Server, lang: str) -> None:
    puzzle = EVERY[6]
    with httpx.Client(base_url=server.url) as browser:
        page = browser.get(f"/games/{GAME.name}/puzzles/{puzzle.id}?lang={lang}")
        assert page.status_code == 200 and task(puzzle).text(lang) in page.text
        assert "ludotheque" not in browser.cookies
        headers = {"Origin": server.url}
        browser.post(path_of(puzzle), json={"choice": puzzle.answer}, headers=headers).raise_for_status()
        assert "ludotheque" in browser.cookies
        assert browser.get(path_of(puzzle)).json()["standing"]["solved"] == 1
        assert browser.get("/games/none-such/puzzles").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_the_house_leads_to_the_puzzles(server: Server, name: str) -> None:
    assert f'href="/games/{name}/puzzles/today"' in httpx.get(f"{server.url}/").text
    assert f'href="/games/{name}/puzzles"' in httpx.get(f"{server.url}/games/{name}").text


def test_people_move_the_rating_of_a_puzzle(server: Server) -> None:
    puzzle = EVERY[7]
    for number in range(3):
        tried(Client(server, f"Player {number}"), puzzle, wrong_choice(puzzle))
    assert Client(server, "Eve").get(path_of(puzzle))["rating"] > puzzle.rating
