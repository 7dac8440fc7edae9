"""Dice that can be checked: the published vectors, records that carry them, and what ``verify`` notices."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.core.dice import Dice, Draw, Nonce, commitment_of, computer_nonce, draw_outcome, read_dice
from ludotheque.core.i18n import LANGUAGES

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "fair-dice.md").read_text("utf-8")
SCRIPT = ROOT / "src" / "ludotheque" / "web" / "static" / "js" / "check-dice.js"
VECTORS: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)[0])
SECRET = bytes.fromhex(VECTORS["secret"])
NONCES = [Nonce("person", "0f" * 16), Nonce("computer", computer_nonce(SECRET, 1))]


# A second implementation, from the document alone: it shares no code with the first


def second_hmac(key: bytes, text: bytes) -> bytes:
    inner, outer = (bytes(pad ^ (key[i] if i < len(key) else 0) for i in range(64)) for pad in (0x36, 0x5C))
    return hashlib.sha256(outer + hashlib.sha256(inner + text).digest()).digest()


def second_draw(vector: dict[str, Any], tried: int = 0) -> tuple[str, int, str]:
    """The outcome, how many numbers were rejected, and the HMAC."""
    lines = ["ludotheque dice 1", f"game {vector['game']}", f"edition {vector['edition']}"]
    lines += [f"nonce {seat} {nonce}" for seat, nonce in enumerate(vector["nonces"])]
    lines += [f"draw {vector['draw']}", f"try {tried}"]
    mac = second_hmac(SECRET, ("\n".join(lines) + "\n").encode("ascii"))
    number = sum(byte << 8 * (7 - place) for place, byte in enumerate(mac[:8]))
    bag = [(int(weight), text) for weight, text in (each.split(":", 1) for each in vector["outcomes"])]
    whole = sum(weight for weight, _ in bag)
    if number // whole == (1 << 64) // whole:  # the last turn round, which is not complete
        return second_draw(vector, tried + 1)
    left = number % whole
    for weight, text in bag:
        left -= weight
        if left < 0:
            return text, tried, mac.hex()
    raise AssertionError


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: str(vector["about"]))
def test_both_implementations_give_the_vectors(vector: dict[str, Any]) -> None:
    assert second_draw(vector) == (vector["outcome"], vector["try"], vector["hmac"])
    nonces = [Nonce(*nonce.split(" ")) for nonce in vector["nonces"]]
    outcomes = {text: int(weight) for weight, text in (each.split(":", 1) for each in vector["outcomes"])}
    found = draw_outcome(SECRET, vector["game"], vector["edition"], nonces, vector["draw"], outcomes)
    assert found == vector["outcome"]


def test_the_vectors_reject_and_commit() -> None:
    assert max(vector["try"] for vector in VECTORS["draws"]) >= 2
    assert hashlib.sha256(SECRET).hexdigest() == VECTORS["commitment"] == commitment_of(SECRET)
    for seat, nonce in enumerate(VECTORS["computer_nonces"]):
        assert second_hmac(SECRET, f"ludotheque dice 1\ncomputer {seat}\n".encode()).hex()[:32] == nonce
        assert computer_nonce(SECRET, seat) == nonce


def test_outcomes_are_as_likely_as_their_weights() -> None:
    """Of 4,000 draws each has its share, within five standard deviations; exactness follows from the rejection."""
    outcomes, n = {"a": 5, "b": 3, "c": 1}, 4_000
    found = Counter(draw_outcome(SECRET, "g", 1, NONCES, number, outcomes) for number in range(n))
    for text, weight in outcomes.items():
        share = weight / 9
        assert abs(found[text] - n * share) < 5 * (n * share * (1 - share)) ** 0.5


def test_everything_that_a_draw_is_made_of_counts() -> None:
    """128 outcomes, so that two different draws hardly agree by chance; ten draws never do."""
    many = {str(n): 1 for n in range(128)}
    usual = (SECRET, "derive", 1, NONCES)
    others = [
        (bytes(32), *usual[1:]),
        (SECRET, "riviere", 1, NONCES),
        (SECRET, "derive", 2, NONCES),
        (SECRET, "derive", 1, [Nonce("person", "0e" * 16), NONCES[1]]),
        (SECRET, "derive", 1, NONCES[::-1]),
        (SECRET, "derive", 1, [Nonce(), NONCES[1]]),
    ]
    told = [tuple(draw_outcome(*each, number, many) for number in range(10)) for each in (usual, *others)]
    assert len(set(told)) == len(told)
    assert len(set(told[0])) > 5, "every number draws anew"


# Records


def played(name: str, events: int = 40, seed: int = 1) -> lt.Record:
    """A game with committed dice, not always to its end, in which the players choose at random."""
    game, rng = lt.load(name), random.Random(seed)
    state, draws = game.new(seats=2, names=["Ada", "Ben"]), list[Draw]()
    while not state.over and state.ply < events:
        if state.chance:
            draws.append(Draw(len(draws), state.outcomes()))
            state = state.play(draw_outcome(SECRET, name, game.edition, NONCES, draws[-1].number, state.outcomes()))
        else:
            seat = rng.choice(state.actors)
            state = state.play(rng.choice(state.choices(seat)), seat)
    dice = Dice(commitment_of(SECRET), tuple(NONCES), SECRET.hex(), tuple(draws))
    return replace(state.record, dice=dice)


CHANCY = [name for name in lt.games() if lt.load(name).num_outcomes]


@pytest.mark.parametrize("name", CHANCY)
def test_a_record_carries_its_dice_through_a_round_trip(name: str) -> None:
    record = played(name)
    assert record.dice and record.dice.draws and lt.Record.parse(str(record)) == record
    checked = lt.verify(lt.Record.parse(str(record)))
    assert len(checked) == 5 and all(sentence.text("fr") != sentence.text("en") for sentence in checked)
    assert str(checked[0]) == f"The rules were replayed: all {len(record.events)} events are legal."
    sealed = replace(record, dice=replace(record.dice, secret=None, draws=()))
    assert lt.Record.parse(str(sealed)) == sealed


def test_records_without_dice_are_as_they_were() -> None:
    record = replace(played("derive"), dice=None)
    assert "dice" not in str(record) and lt.Record.parse(str(record)) == record
    own = replace(record, extra=(("dice", "made of wood"), ("dice", "scheme 1")))
    assert lt.Record.parse(str(own)).extra[0] == ("dice", "made of wood")
    later = replace(record, extra=(("dice", "scheme 2"), ("dice", "of the future")))
    assert lt.Record.parse(str(later)) == later
    with pytest.raises(lt.VerifyError, match="of a kind that this version does not know"):
        lt.verify(later)


WRONG = {
    "dice scheme 1": "dice scheme 1\ndice scheme 1",
    "dice commitment": "dice engagement",
    "dice nonce 1": "dice nonce 2",
    "dice nonce 0 person 0f": "dice nonce 0 person 0F",
    "dice nonce 1 computer": "dice nonce 1 none",
    "dice secret 0": "dice secret x",
    "dice draw 0 1:": "dice draw 0 0:",
    "dice draw 1": "dice draw 01",
    "dice draw 2 1:": "dice draw 2 ",
}


@pytest.mark.parametrize("right", WRONG)
def test_damaged_lines_are_refused_with_their_number(right: str) -> None:
    text = str(played("derive"))
    assert right in text
    wrong = text.replace(right, WRONG[right], 1)
    with pytest.raises(lt.RecordError) as caught:
        lt.Record.parse(wrong)
    line = wrong.split("\n")[caught.value.line - 1]
    assert line in WRONG[right].split("\n")[-1] or line.startswith(WRONG[right].split("\n")[-1])


def test_a_nonce_a_seat() -> None:
    text = re.sub("dice nonce 1.*\n", "", str(played("derive")))
    with pytest.raises(lt.RecordError, match="one nonce a seat, 2 in all"):
        lt.Record.parse(text)


def test_any_lines_are_read_or_blamed() -> None:
    """Whatever stands there: no line is misread silently, because what is read is written again as it was."""
    lines, rng = [*played("riviere").dice.lines()], random.Random(3)  # type: ignore[union-attr]
    for _ in range(300):
        some = [rng.choice(lines)[: rng.randrange(60)] if rng.random() < 0.2 else line for line in lines]
        rng.shuffle(some) if rng.random() < 0.3 else None
        found = read_dice(some)
        assert found in range(len(some)) if isinstance(found, int) else [*found.lines()] == some


# What verify notices


def spoil(change: Callable[[Dice], Dice]) -> lt.VerifyError:
    record = played("derive")
    assert record.dice is not None
    spoilt = replace(record, dice=change(record.dice))
    with pytest.raises(lt.VerifyError) as caught:
        lt.verify(lt.Record.parse(str(spoilt)))
    assert caught.value.text("fr") != caught.value.text("en")
    return caught.value


def test_verify_says_what_does_not_fit() -> None:
    assert spoil(lambda dice: replace(dice, secret=None)).sentence.key == "verify.sealed"
    assert spoil(lambda dice: replace(dice, secret="00" * 32)).sentence.key == "verify.commitment"
    assert spoil(lambda dice: replace(dice, draws=dice.draws[:-1])).sentence.key == "verify.count"
    other = Nonce("computer", "00" * 16)
    assert spoil(lambda dice: replace(dice, nonces=(dice.nonces[0], other))).sentence.key == "verify.computer"
    heavier = Draw(1, dict.fromkeys(("=1", "=2", "=3", "=4", "=5", "=6"), 2))
    error = spoil(lambda dice: replace(dice, draws=(dice.draws[0], heavier, *dice.draws[2:])))
    assert error.sentence.key == "verify.outcomes"


def test_a_number_that_was_left_out_is_noticed() -> None:
    """Otherwise whoever rolls could roll again until it suits."""

    def later(dice: Dice) -> Dice:
        return replace(dice, draws=tuple(replace(draw, number=draw.number + 1) for draw in dice.draws))

    assert spoil(later).sentence.params == {"expected": 0, "found": 1}


def test_another_outcome_is_noticed() -> None:
    """A legal game with one die turned, and the same with another secret that was not committed to."""
    record = played("derive", events=3)
    at = next(n for n, (seat, _) in enumerate(record.events) if seat == -1)
    outcomes = [*record.states()[at].outcomes()]
    turned = outcomes[outcomes.index(record.events[at][1]) - 1]
    events = (*record.events[:at], (-1, turned))
    assert record.dice is not None
    spoilt = replace(record, events=events, dice=replace(record.dice, draws=record.dice.draws[:1]), result=None)
    with pytest.raises(lt.VerifyError) as caught:
        lt.verify(lt.Record.parse(str(spoilt)))
    assert caught.value.sentence.key == "verify.outcome" and turned in str(caught.value)


@pytest.mark.parametrize(("lang", "fits"), [("en", "the dice fit."), ("fr", "les dés sont justes.")])
def test_the_command(lang: str, fits: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.ludo", tmp_path / "bad.ludo"
    good.write_text(str(played("riviere")), "utf-8")
    bad.write_text(good.read_text("utf-8").replace("dice secret 0001", "dice secret 1001"), "utf-8")
    assert main(["verify", str(good), "--lang", lang]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(fits) and len(told) == 7 and "HMAC-SHA-256" in told[5]
    assert main(["verify", str(good), str(bad), str(tmp_path / "none.ludo"), "--lang", lang]) == 1
    assert "SHA-256" in capsys.readouterr().out.splitlines()[6]


# The page's own implementation, in JavaScript


def in_node(code: str) -> Any:
    """What the script's functions give; Node runs it as the browser does, without a page."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the page's script is run by Node, which is not here; a test in the browser does the same")
    program = f"{SCRIPT.read_text('utf-8')}\nconsole.log(JSON.stringify({code}));"
    done = subprocess.run([node, "--input-type=module", "-"], input=program, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


GIVE_VECTORS = """(all) => {
  const secret = unhex(all.secret);
  const split = (each) => [each.slice(each.indexOf(":") + 1), BigInt(each.slice(0, each.indexOf(":")))];
  const outcome = (each) => outcomeOf(secret, each, { number: each.draw, outcomes: each.outcomes.map(split) });
  const nonces = all.computer_nonces.map((_, seat) => computerNonce(secret, seat));
  return { commitment: hex(sha256(secret)), nonces, outcomes: all.draws.map(outcome) };
}"""


def test_the_page_gives_the_vectors() -> None:
    vectors = json.dumps(VECTORS)
    told = in_node(f"({GIVE_VECTORS})({vectors})")
    assert told["commitment"] == VECTORS["commitment"] and told["nonces"] == VECTORS["computer_nonces"]
    assert told["outcomes"] == [vector["outcome"] for vector in VECTORS["draws"]]


def test_the_page_hashes_texts_of_every_length() -> None:
    """Also those that fill a block to the last byte."""
    lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 500]
    told = in_node(f"{lengths}.map((n) => hex(sha256(new Uint8Array(n).fill(97))))")
    assert told == [hashlib.sha256(b"a" * n).hexdigest() for n in lengths]


def test_the_page_and_verify_judge_records_alike() -> None:
    good = str(played("riviere", events=60))
    texts = {
        "fits": good,
        "commitment": good.replace("dice secret 0001", "dice secret 1001"),
        "computer": re.sub("computer ....", "computer 0000", good),
        "sealed": re.sub("dice secret.*\n", "", good),
        "number": re.sub("dice draw 3 ", "dice draw 4 ", good),
        "count": re.sub("dice draw 0 .*\n", "", good),
        "none": re.sub("dice .*\n", "", good),
        "damaged": good.replace("dice draw 5 ", "dice draw five "),
        "outcome": re.sub(r"dice draw 0 (\S+) (\S+)", r"dice draw 0 \2 \1", good),
        "not-a-record": "Dear Anna,",
    }
    judge = "(text) => { try { check(read(text)); return 'fits'; } catch (problem) { return problem.key; } }"
    assert in_node(f"{json.dumps([*texts.values()])}.map({judge})") == [*texts]


def test_every_sentence_of_a_misfit_is_there() -> None:
    from ludotheque.web.dice import words

    keys = set(re.findall(r'new Misfit\("([\w-]+)"', SCRIPT.read_text("utf-8")))
    assert len(keys) >= 9
    for lang in LANGUAGES:
        assert {f"check.misfit.{key}" for key in keys} <= words(lang).keys()
