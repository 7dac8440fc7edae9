"""Looking at games again: replay, download, upload; and moving one's games to another device."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from browser import People, Person, until
from playwright.sync_api import expect

import ludotheque as lt

pytestmark = pytest.mark.slow
TOTAL = 6
GOOD = """ludo 1
game drivis
edition 1
seat 0 Zoé
seat 1 Basile

0 c8-d8
1 c1-d1
"""


@pytest.fixture
def record(person: Person) -> str:
    """A finished game."""
    id = person.open("drivis", max_choices=TOTAL)
    person.play_to_the_end(2)
    return id


def place(person: Person) -> int:
    found = re.match(r"(\d+) of", person.part("place").inner_text())
    assert found
    return int(found[1])


def expect_place(person: Person, n: int) -> None:
    until(person.page, lambda: place(person) == n and person.page.url.endswith(f"/{n}"), f"it shows position {n}")


def total(person: Person) -> int:
    return int(person.part("slider").get_attribute("max") or 0)


def test_a_replay_goes_by_keys_buttons_slider_and_log(person: Person, record: str) -> None:
    end = person.board
    person.page.get_by_role("link", name="Replay").click()
    person.page.wait_for_url("**/records/*")
    start, last = person.board, total(person)
    for key, n in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        person.page.keyboard.press(key)
        expect_place(person, n)
    until(person.page, lambda: person.board == start, "it begins where the game began")
    person.part("slider").fill("3")
    expect_place(person, 3)
    person.part("next").click()
    expect_place(person, 4)
    person.part("log").get_by_role("button").nth(1).click()
    expect_place(person, 2)
    person.part("last").click()
    until(person.page, lambda: person.board == end, "it ends where the game ended")
    expect(person.part("next")).to_be_disabled()


# Counts what is seen to roll
ROLLS = """const { animate } = Element.prototype;
window.rolls = 0;
Element.prototype.animate = function (frames, how) {
  if (JSON.stringify(frames).includes("rotate(-300deg)")) rolls += 1;
  return animate.call(this, frames, how);
}"""


def test_dice_roll_in_a_replay_as_at_the_table(person: Person) -> None:
    state, chance = lt.load("riviere").new(seats=2), random.Random(5)
    while len(state.history()) < 26:
        state = state.draw(chance) if state.chance else state.play(chance.choice(state.choices()))
    events = lt.Record.of(state).events
    person.page.add_init_script(ROLLS)
    person.go("/me")
    person.page.locator("#upload textarea").fill(str(lt.Record.of(state)))
    person.page.locator("#upload button").click()
    person.page.wait_for_url("**/records/*")
    start = next(number for number, (seat, _) in enumerate(events) if seat >= 0)  # after the setting up
    person.page.goto(f"{person.page.url}/{start}")
    drawn = [seat < 0 for seat, _ in events[start:]]
    assert [rolls_on(person) for _ in drawn] == drawn and True in drawn and False in drawn


def rolls_on(person: Person) -> bool:
    """Goes to the next position; whether something rolled."""
    before, rolls = person.board, person.ask("rolls")
    person.page.keyboard.press("ArrowRight")
    until(person.page, lambda: person.board != before, "the next position is drawn")
    return bool(person.ask("rolls") > rolls)


def test_a_replay_plays_by_itself_and_can_be_stopped(person: Person, record: str) -> None:
    person.go(f"/records/{record}")
    person.part("speed").select_option("350")
    person.part("play").click()
    until(person.page, lambda: place(person) >= 2, "it goes on by itself")
    person.button("Pause").click()
    at = place(person)
    person.page.wait_for_timeout(600)
    assert place(person) == at
    person.page.locator("body").press("Space")
    until(person.page, lambda: place(person) == total(person), "it comes to the end")
    expect(person.button("Play by itself")).to_be_visible()


def test_a_link_leads_to_a_position(people: People, person: Person, record: str) -> None:
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.go(f"/records/{record}")
    person.part("slider").fill("3")
    expect_place(person, 3)
    person.part("copy").click()
    expect(person.part("copy")).to_have_text("Copied.")
    link = person.page.evaluate("navigator.clipboard.readText()")
    other = people.new()
    other.page.goto(link)
    expect(other.part("place")).to_contain_text("3 of")
    until(person.page, lambda: other.board == person.board, "both see the same position")


def test_a_record_is_downloaded_and_uploaded_again(people: People, person: Person, record: str, tmp_path: Path) -> None:
    person.go(f"/records/{record}")
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.suffix == ".ludo" and len(lt.Record.parse(file.read_text()).events) >= TOTAL
    other = people.new()
    other.go("/me")
    other.page.locator("#upload [type=file]").set_input_files(file)
    other.page.locator("#upload button").click()
    other.page.wait_for_url("**/records/*")
    assert total(other) == total(person) and not other.page.url.endswith(record)
    until(other.page, lambda: other.board == person.board, "it begins in the same way")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (GOOD.replace("c1-d1", "a1-a9"), 8),
        (GOOD.replace("ludo 1", "<script>alert(1)</script>"), 1),
        (GOOD.replace("game drivis", "game nothing"), 2),
        ("\0\x1b[2J" * 50, 1),
    ],
    ids=["illegal", "hostile", "unknown game", "binary"],
)
def test_a_damaged_record_is_refused_with_the_line(person: Person, text: str, line: int) -> None:
    person.expected = ["status of 4", "^4"]
    person.go("/me")
    person.page.evaluate("(text) => document.querySelector('#upload textarea').value = text", text)
    person.page.locator("#upload button").click()
    answer = person.page.locator("#upload .answer")
    expect(answer).to_contain_text(re.compile(rf"\bline {line}\b", re.IGNORECASE))
    assert person.page.url.endswith("/me")


def test_a_good_record_can_be_pasted(person: Person) -> None:
    person.go("/me")
    person.page.locator("#upload textarea").fill(GOOD)
    person.page.locator("#upload button").click()
    person.page.wait_for_url("**/records/*")
    expect(person.part("outcome")).to_contain_text("Zoé")
    assert total(person) == 2


def test_a_recovery_link_moves_the_games_to_another_device(people: People, person: Person) -> None:
    id = person.open("drivis")
    person.choose(random.Random(1))
    person.go("/me")
    person.page.locator("summary").click()
    link = person.page.locator("#recovery-link").input_value()
    phone = people.phone()
    phone.page.goto(link)
    phone.page.locator("form button.primary").click()
    phone.page.wait_for_url("**/me?moved=1")
    assert link.rpartition("/")[2] not in phone.page.url, "the secret does not stay in the address"
    expect(phone.page.get_by_role("status").first).to_be_visible()
    phone.page.locator(f'a[href="/t/{id}"]').click()
    phone.page.wait_for_url("**/t/*")
    phone.choose(random.Random(2))
    person.go(f"/t/{id}")
    until(person.page, lambda: person.log == phone.log, "both read the same")
