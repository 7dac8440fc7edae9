"""Languages: found in files, complete, spoken by one rule on server and page, set as their readers expect.

What the page's formatter makes of the same patterns is looked at in ``web/test_js.py``.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from keys import HOLE, Asked, asked_in_python, asked_in_scripts, asked_in_templates, holes_of
from serving import Client, serving

import ludotheque as lt
from ludotheque.core.i18n import LANGUAGES, LIBRARY, PLACE, VERBATIM, Catalog, fill, language, meant
from ludotheque.core.lessons import PARTS
from ludotheque.core.lessons import names as lesson_names
from ludotheque.core.options import Whole, write_value
from ludotheque.core.texts import CATALOG
from ludotheque.search.players import LEVELS
from ludotheque.skeleton import GAME as SKELETON

ROOT = Path(lt.__file__).parent
FOLDERS = sorted({path.parent for path in ROOT.rglob("text.*.toml")})
CASES: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("kit").joinpath("sentences.json").read_text("utf-8")
)
LATER = {"argparse.choice-closest"}  # what argparse says since Python 3.14

HOUSE = re.compile(r"option\.\w+\.name$|side\.\d+$|computer$")  # what the house asks for where a game has it

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
every_game = pytest.mark.parametrize("name", lt.games())
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def written(folder: Path, lang: str) -> dict[str, str]:
    """What a file says, as it was typed."""
    texts = tomllib.loads((folder / f"text.{lang}.toml").read_text("utf-8"))
    return {key: text for key, text in texts.items() if isinstance(text, str)}


# Completeness


@every_folder
def test_every_language_says_the_same(folder: Path) -> None:
    ours = written(folder, LIBRARY)
    for lang in LANGUAGES:
        theirs = written(folder, lang)
        assert list(theirs) == list(ours)
        for key, text in theirs.items():
            assert text.strip() == text != "", key
            assert set(places(text)) == set(places(ours[key])), key


def places(pattern: str) -> list[str]:
    assert not re.search(r"[{}]", PLACE.sub("", pattern)), f"a brace is left over in {pattern!r}"
    return [name for name, _ in PLACE.findall(pattern)]


@every_language
def test_plurals_have_as_many_forms_as_the_language(lang: str) -> None:
    forms = [form for folder in FOLDERS for text in written(folder, lang).values() for _, form in PLACE.findall(text)]
    counts = {form.count("|") + 1 for form in forms if "|" in form}
    assert len(counts) == 1 and max(counts) > max(row["form"] for row in language(lang).plural)
    assert {form for form in forms if "|" not in form} <= {"", "capital"}


@every_language
def test_a_level_is_called_the_same_everywhere(lang: str) -> None:
    page, terminal = written(ROOT / "web", lang), written(ROOT / "terminal", lang)
    for level in LEVELS:
        assert f"({page[f'level.{level}']})" in terminal[f"opponent.{level}"]


@cache
def asked_of(folder: Path) -> Asked:
    """What the sources ask of the catalog of a folder. The house asks every game for some sentences."""
    asked = asked_in_python(ROOT, folder.relative_to(ROOT).as_posix())
    if folder.parent.name == "games":
        asked.texts |= asked_of_every_game(lt.load(folder.name.replace("_", "-")))
    if folder.name == "skeleton":
        asked.texts |= asked_of_every_game(SKELETON)
    if folder.name == "web":
        said, left = asked_in_templates(folder / "templates")
        scripts = asked_in_scripts(folder / "static" / "js")
        asked.texts |= said.texts | {f"js.{text}" for text in left.texts | scripts.texts}
        asked.words |= left.words | scripts.words
    return asked


def asked_of_every_game(game: lt.Game) -> set[str]:
    asked = {"title", "line", "credit", *(f"seat.{seat}" for seat in range(max(game.seats)))}
    asked |= {"scores.begin", "scores.place", "scores.first"} if game.high_scores else set()
    for option in game.options.values():
        values = () if isinstance(option.values, Whole) else option.values
        said = {f"option.{option.name}.{write_value(value)}" for value in values if option.value_text(value)}
        names = {f"option.{option.name}.{write_value(value)}.name" for value in values if option.value_name(value)}
        asked |= {f"option.{option.name}"} | said | names
    lessons = {f"lesson.{name}.{part}" for name in lesson_names(game) for part in PARTS}
    lessons |= {f"theme.{name}" for name in own_themes(game)}
    named = {key for key in game.catalog.messages(LIBRARY) if HOUSE.match(key)}
    return asked | lessons | named | asked_after_touches(game)


def own_themes(game: lt.Game) -> list[str]:
    """What puzzles may be about, by the names in ``themes.py`` of a game; its tests compare them with the sentences."""
    path = game.folder / "themes.py"
    return re.findall(r'^ {8}"([a-z-]+)":', path.read_text("utf-8"), re.MULTILINE) if path.exists() else []


def asked_after_touches(game: lt.Game) -> set[str]:
    """``ask.plate`` is used if something that can be touched is called ``plate-3``; a law holds that it is there."""
    sources = "".join(path.read_text("utf-8") for path in game.folder.glob("**/*.py") if "tests" not in path.parts)
    keys = (key for key in game.catalog.messages(LIBRARY) if key.startswith("ask."))
    return {key for key in keys if all(re.search(rf"[\"']{kind}[-\"']", sources) for kind in key.split(".")[1:])}


@every_folder
def test_what_is_asked_for_can_be_said(folder: Path) -> None:
    asked, known = asked_of(folder), Catalog(folder).messages(LIBRARY)
    assert asked.texts, "nothing is asked for: are the calls still found?"
    assert sorted(text for text in asked.texts - asked.patterns if text not in known) == []
    assert [pattern for pattern in asked.patterns if not any(holes_of(pattern, key) for key in known)] == []


@every_folder
def test_what_can_be_said_is_asked_for(folder: Path) -> None:
    asked = asked_of(folder)
    unused = {key for key in Catalog(folder).messages(LIBRARY) if not asked.uses(key)}
    assert sorted(key for key in unused if not is_asked_by_argparse(folder, key)) == []


def is_asked_by_argparse(folder: Path, key: str) -> bool:
    """Its English words are the keys by which it asks."""
    if not key.startswith("argparse.") or (key in LATER and sys.version_info < (3, 14)):
        return key.startswith("argparse.")
    source = re.sub(r"'\s*\n\s*'", "", inspect.getsource(argparse))
    return Catalog(folder).messages(LIBRARY)[key] in source


SOURCE = """
from .texts import CATALOG

def refuse(reason): return CATALOG(f"refusal.{reason}")

class Table:
    def tell(self, key, lang): return CATALOG.say(key, lang)
    def end(self, how, lang):
        key = "end.won" if how else "end.lost"
        return self.tell(key, lang) + self.tell(f"end.by-{self.how}", lang)

raise refuse("late" if x else "early")
HOW = ("force",)
"""


def test_the_search_for_keys_finds_them(tmp_path: Path) -> None:
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "table.py").write_text(SOURCE)
    (tmp_path / "web.py").write_text(
        "from .play.table import refuse\nfrom .other import CATALOG\nrefuse('far'), CATALOG('no')"
    )
    asked = asked_in_python(tmp_path, "play")
    refusals = {"refusal.late", "refusal.early", "refusal.far"}
    assert asked.texts == {"end.won", "end.lost", f"end.by-{HOLE}", *refusals}
    assert asked.uses("end.by-force") and asked.uses("refusal.far")
    assert not any(map(asked.uses, ("end.by-chance", "refusal.force", "end.drawn", "no")))


# Saying


def test_sentences_are_found() -> None:
    assert CATALOG.say("play.over", "fr") == "La partie est finie."
    with pytest.raises(ValueError, match="choose one of en, fr"):
        CATALOG.say("play.over", "de")
    with pytest.raises(LookupError, match="no sentence"):
        CATALOG.say("no.such", "en")


def test_what_is_not_translated_yet_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "text.en.toml").write_text('"a" = "one"\n"b" = "two"\n')
    (tmp_path / "text.fr.toml").write_text('"a" = "un"\n')
    catalog = Catalog(tmp_path)
    assert [catalog.say(key, "fr") for key in "ab"] == ["un", "two"]
    shutil.copy(ROOT / "games" / lt.load(lt.games()[0]).folder.name / "guide.en.md", tmp_path)
    game = lt.load(lt.games()[0]).twin()
    game.__dict__["folder"] = tmp_path
    assert game.guide("fr") == game.guide("en")


@pytest.mark.parametrize("case", CASES["filled"], ids=lambda case: case["said"])
def test_patterns_are_filled(case: dict[str, Any]) -> None:
    assert fill(case["pattern"], case["params"], case["lang"]) == case["said"]


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["pattern"])
def test_wrong_patterns_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises((KeyError, ValueError)):
        fill(case["pattern"], case["params"], case["lang"])


@pytest.mark.parametrize("case", CASES["plurals"], ids=lambda case: case["language"])
def test_plurals_follow_the_rows_of_the_language(case: dict[str, Any]) -> None:
    spoken = replace(language(LIBRARY), plural=case["rows"])
    for number, form in case["numbers"].items():
        assert case["forms"].split("|")[spoken.form(int(number))] == form, number


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("fr", "fr"), ("FR-ca", "fr"), ("fr_FR.UTF-8", "fr"), ("en@euro", "en"), ("de", None), ("C", None), ("", None)],
)
def test_tags_mean_a_language(tag: str, lang: str | None) -> None:
    assert meant(tag) == lang


def test_a_language_of_a_country_is_meant_by_its_own_tag_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.core.i18n.LANGUAGES", ("en", "pt", "pt-BR", "zh-Hant"))
    assert [meant(tag) for tag in ("pt", "pt-PT", "pt_BR.UTF-8", "zh")] == ["pt", "pt", "pt-BR", "zh-Hant"]


# Typography


def french_texts() -> dict[str, str]:
    texts = {f"{folder.name} {key}": text for folder in FOLDERS for key, text in Catalog(folder).messages("fr").items()}
    return texts | {f"guide of {name}": lt.load(name).guide("fr") for name in lt.games()}


# Before a sign: no letter, no blank but a no-break one. Times, ranges and what is typed into a computer are no signs.
WRONG = {
    "before a sign": re.compile(r"(?<![\u00a0?!])[;?!»]|(?<![\u00a0\d\w(|]):(?![-:\d])|[^\W\d]:(?=\s|$)"),
    "after a quotation mark": re.compile(r"«(?!\u00a0)"),
    "within a number": re.compile(r"\d[ \u00a0]\d{3}(?!\d)"),
    "before a percent sign": re.compile(r"[\d}][^\u202f\d}]?%(?![\w(])"),
}


PRINTED = ("GO!", "?r? b??")  # on the sheets of a game, and in a diagram


def wrong_in(text: str) -> dict[str, list[str]]:
    plain = PLACE.sub("{}", re.sub(VERBATIM, "``", text, flags=re.DOTALL))
    for printed in PRINTED:
        plain = plain.replace(printed, "x")
    return {name: found for name, rule in WRONG.items() if (found := [m[0] for m in rule.finditer(plain)])}


def test_french_is_set_as_the_french_do() -> None:
    assert {name: wrong for name, text in french_texts().items() if (wrong := wrong_in(text))} == {}


def test_what_is_set_wrong_is_noticed() -> None:
    assert set(wrong_in("Quoi: « oui »; 10 000 à 95 %")) == set(WRONG)
    assert wrong_in("Quoi ?") and wrong_in("Quoi ; ") and wrong_in("{n} : {m}") and wrong_in("Bravo\n!")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Quoi : « oui » ; non ? Si !", "Quoi\u00a0: «\u00a0oui\u00a0»\u00a0; non\u00a0? Si\u00a0!"),
        ("{title} : {names}, {n} %", "{title}\u00a0: {names}, {n}\u202f%"),
        ("**Note :** 10 000 à 95 %.", "**Note\u00a0:** 10\u202f000 à 95\u202f%."),
        ("À 12:30, sur http://a.b/c : rien", "À 12:30, sur http://a.b/c\u00a0: rien"),
        ("il manque : %s, %(argument)s", "il manque\u00a0: %s, %(argument)s"),
        ("Tapez `a : b ?` ou\n```\nx : y ;\n```\n", "Tapez `a : b ?` ou\n```\nx : y ;\n```\n"),
        ("[ici](a : b) | :--- | :---: |", "[ici](a : b) | :--- | :---: |"),
        ("{n:suite possible|suites possibles}", "{n:suite possible|suites possibles}"),
    ],
)
def test_typography_touches_only_blanks_of_sentences(typed: str, shown: str) -> None:
    assert language("fr").typeset(typed) == shown
    assert language("en").typeset(typed) == typed


def test_translators_type_ordinary_blanks() -> None:
    for path in (*ROOT.rglob("text.*.toml"), *ROOT.rglob("guide.*.md")):
        assert not re.search("[\u00a0\u202f]", path.read_text("utf-8")), path


# A third language


def translate(package: Path, lang: str) -> None:
    """Adds files and nothing else: what is said in English, in other brackets."""
    for path in package.rglob("text.en.toml"):
        said = {key: f"⟦{text}⟧" for key, text in written(path.parent, "en").items()}
        lines = [f"{json.dumps(key)} = {json.dumps(text, ensure_ascii=False)}" for key, text in said.items()]
        like = LIKE if path.parent.name == "core" else ""
        path.with_name(f"text.{lang}.toml").write_text("\n".join(lines) + like, "utf-8")
    for path in package.rglob("guide.en.md"):
        path.with_name(f"guide.{lang}.md").write_text(f"# ⟦The rules⟧\n\n{path.read_text('utf-8')}", "utf-8")


LIKE = """
[language]
name = "Xanadu"
locale = "xx_XX"
thousands = "'"
decimal = "·"
plural = [{ modulo = 10, least = 1, most = 1, form = 0 }]
typography = [['(?<=\\w) (?=⟧)', "\\u00A0"]]
"""


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that also speaks Xanadu."""
    folder = tmp_path_factory.mktemp("translated")
    shutil.copytree(ROOT, folder / "ludotheque", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    translate(folder / "ludotheque", "xx")
    return folder


def run(translated: Path, *words: str, typed: str = "", **environ: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(translated), "COLUMNS": "200", **environ}
    command = [sys.executable, "-m", "ludotheque", *words]
    done = subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", env=env, timeout=120, check=True)
    return done.stdout


@pytest.mark.slow
def test_the_terminal_offers_and_speaks_a_language_that_was_added(translated: Path) -> None:
    game = lt.load(lt.games()[0])
    shown = run(translated, "--help", "--lang", "xx")
    assert "--lang en|fr|xx" in shown and "xx (Xanadu)" in shown and "⟦usage:⟧" in shown
    assert f"⟦{game.line()}⟧" in run(translated, "games", LUDOTHEQUE_LANG="xx_XX.UTF-8")
    assert run(translated, "guide", game.name, "--plain", "--lang", "xx").startswith("# ⟦The rules⟧")
    menu = run(translated, "menu", "--lang", "fr", typed="⟦e⟧\n⟦quit⟧\n")
    assert "⟦English, please⟧" in menu and "English, please\n" in menu
    assert menu.endswith("⟦See you soon!⟧\n")


@pytest.mark.slow
def test_the_browser_is_offered_a_language_that_was_added(
    translated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(translated))
    with serving(tmp_path) as server:
        french = httpx.get(f"{server.url}/", headers={"Accept-Language": "de, fr;q=0.8"}).text
        assert re.findall(r'hreflang="(\w+)" lang="\w+" aria-label="(\w+)"', french) == [
            ("en", "English"),
            ("xx", "Xanadu"),
        ]
        added = httpx.get(f"{server.url}/", headers={"Accept-Language": "xx-XX, fr;q=0.8"}).text
        assert '<html lang="xx"' in added and "⟦What shall we play?⟧" in added and 'content="xx_XX"' in added
        assert httpx.get(f"{server.url}/games/{lt.games()[0]}?lang=xx").text.count("⟦") > 50
        programs = Client(server, "Ann")
        assert programs.get("/api/games?lang=xx")[0]["title"].startswith("⟦")
        assert "choose one of en, fr, xx" in programs.get("/api/games?lang=de", 422)["error"]
        assert '"enum":["en","fr","xx"]' in json.dumps(programs.get("/openapi.json"), separators=(",", ":"))
        table = programs.open(lt.games()[0])
        assert '"plural":[{"modulo":10,' in httpx.get(f"{server.url}{table['url']}?lang=xx").text
