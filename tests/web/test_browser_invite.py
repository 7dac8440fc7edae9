"""The invitation in a real browser: on a closed server it says so and shows how to open it; elsewhere it arrives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browser import PHONE, People, Person, until
from playwright.sync_api import Browser, expect
from serving import Server, serving

from ludotheque.web import networks

pytestmark = pytest.mark.slow
FRIEND = ({"who": "me", "name": "Anna"}, {"who": "friend"})
FITS = "() => { const d = document.querySelector('dialog[open]'); return d.scrollWidth <= d.clientWidth; }"


@pytest.fixture
def outside(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, People]]:
    """A server for the network, and people who come to it."""
    if not networks.addresses():
        pytest.skip("this machine is in no network, so a server has no address there")
    with serving(tmp_path_factory.mktemp("outside"), None, "--host", "0.0.0.0") as server:
        people = People(browser, server.url)
        yield server, people
        people.close()


def focused(person: Person) -> str:
    found: str = person.ask("document.activeElement.dataset.part ?? ''")
    return found


@pytest.mark.parametrize(
    ("lang", "only", "show"),
    [
        ("en", "works on this device only", "How to open it to the network"),
        ("fr", "ne fonctionne que sur cet appareil", "Comment l'ouvrir au réseau\u00a0?"),
    ],
)
def test_a_closed_house_shows_how_to_open_it_by_keyboard(
    people: People, lobby: Server, lang: str, only: str, show: str
) -> None:
    anna = people.new(locale=lang, viewport=PHONE)
    table = anna.open("drivis", FRIEND)
    expect(anna.part("invite-words")).to_contain_text(only)
    expect(anna.part("invite-picture")).not_to_be_visible()
    assert anna.part("invite-link").input_value().startswith(f"{lobby.url}/t/{table}/join/")
    expect(anna.part("invite-steps")).not_to_be_visible()
    while focused(anna) != "invite-show":
        anna.page.keyboard.press("Tab")
    expect(anna.button(show)).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(anna.button(show)).to_have_attribute("aria-expanded", "true")
    expect(anna.part("invite-command")).to_contain_text(f"serve --host 0.0.0.0 --port {lobby.port} --data")
    assert anna.page.evaluate(FITS) and not Axe().run(anna.page).response["violations"]
    anna.page.keyboard.press("Tab")
    assert focused(anna) == "invite-copy-command"
    anna.page.keyboard.press("Enter")
    expect(anna.part("invite-done")).to_be_visible()
    anna.button(show).press("Enter")
    expect(anna.part("invite-steps")).not_to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.part("invite")).not_to_be_visible()


def test_a_friend_comes_by_the_link_from_a_page_on_loopback(outside: tuple[Server, People]) -> None:
    server, people = outside
    anna = people.new()
    anna.open("drivis", FRIEND)
    home = f"http://{networks.addresses()[0]}:{server.port}"
    link = anna.part("invite-link").input_value()
    assert link.startswith(f"{home}/t/") and anna.page.url.startswith("http://127.0.0.1:")
    expect(anna.part("invite-words")).to_contain_text("Send this link")
    expect(anna.part("invite-opening")).not_to_be_visible()
    picture = "document.querySelector('[data-part=invite-picture]').decode().then(() => true)"
    assert anna.page.evaluate(picture)
    ben = people.phone(home=home, expected=("Cross-Origin-Opener-Policy",))  # needs HTTPS, as the browser says
    ben.go(link.removeprefix(home))
    ben.page.locator("#join [name=name]").fill("Ben")
    ben.page.locator("#join button[type=submit]").click()
    ben.page.wait_for_url("**/t/*")
    expect(anna.part("invite")).not_to_be_visible()
    until(ben.page, lambda: ben.seen["phase"] == "running", "the game begins")
    assert anna.board == ben.board


def test_a_link_to_a_replay_can_be_sent(outside: tuple[Server, People]) -> None:
    server, people = outside
    anna = people.new(permissions=["clipboard-read", "clipboard-write"])
    table = anna.open("drivis")
    anna.go(f"/records/{table}/0?lang=en")
    anna.part("copy").click()
    expect(anna.part("copy")).to_have_text("Copied.")
    copied = anna.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"http://{networks.addresses()[0]}:{server.port}/records/{table}/0"
