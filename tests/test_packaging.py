"""The other doors: containers and services start commands of ours, and what is said about the package is true."""

from __future__ import annotations

import json
import re
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.terminal.arguments import understand

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONTAINERFILE = (PACKAGING / "Containerfile").read_text("utf-8")


def instruction(name: str) -> str:
    """The last instruction of that name in the Containerfile."""
    return str(re.findall(rf"^{name} (.+)$", CONTAINERFILE, re.MULTILINE)[-1])


def parsed(file: str) -> Any:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed, so these files cannot be read")
    return yaml.safe_load((ROOT / file).read_text("utf-8"))


def test_the_container_serves_from_its_volume() -> None:
    assert json.loads(instruction("ENTRYPOINT")) == ["ludotheque"]
    args = understand(json.loads(instruction("CMD")), "en")
    assert (args.command, args.host, args.data) == ("serve", "0.0.0.0", instruction("VOLUME"))
    assert str(args.port) == instruction("EXPOSE")
    assert instruction("USER") == "ludotheque"


def test_the_container_is_healthy_when_it_answers() -> None:
    from ludotheque.web.health import router

    code = json.loads(instruction("HEALTHCHECK").partition("CMD ")[2])[-1]
    compile(code, "HEALTHCHECK", "exec")
    _, port, path = re.split(r"http://127\.0\.0\.1:(\d+)", code)
    assert port == instruction("EXPOSE")
    assert path.partition("'")[0] in [getattr(route, "path", "") for route in router.routes]


def test_what_the_container_copies_is_all_that_is_built_from() -> None:
    """Also the readme and the licence, which the package's description names."""
    copied = " ".join(re.findall(r"^COPY (?!--)(.+) /source", CONTAINERFILE, re.MULTILINE)).split()
    assert all((ROOT / name).exists() for name in copied)
    needed = {"pyproject.toml", "constraints.txt", PROJECT["readme"], *PROJECT["license-files"], "src"}
    assert set(copied) == needed


def test_the_services_of_the_compose_file_fit_together() -> None:
    services = parsed("packaging/compose.yaml")["services"]
    ours, database = services["ludotheque"], services["database"]
    args = understand(ours["command"], "en")
    assert args.host == "0.0.0.0"
    user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
    assert args.database == f"postgresql://{user}@database/{name}"
    assert ours["environment"]["PGPASSWORD"] == database["environment"]["POSTGRES_PASSWORD"]
    assert (PACKAGING / ours["build"]["context"] / ours["build"]["dockerfile"]).exists()


def test_the_service_of_systemd_writes_only_where_it_may() -> None:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # as the ConfigParser's documentation says
    unit.read(PACKAGING / "ludotheque.service", "utf-8")
    service = unit["Service"]
    program, *words = service["ExecStart"].split()
    assert program.endswith("/bin/ludotheque")
    assert understand(words, "en").data == f"/var/lib/{service['StateDirectory']}"
    assert service["Environment"] == f"LUDOTHEQUE_CACHE=/var/cache/{service['CacheDirectory']}"
    assert "MemoryDenyWriteExecute" not in service  # compiled rules need it


def test_the_citation_is_of_this_version() -> None:
    cited = parsed("CITATION.cff")
    assert cited["version"] == lt.__version__
    assert cited["license"] == PROJECT["license"]
    assert cited["abstract"] == PROJECT["description"]
    assert [author["name"] for author in cited["authors"]] == [author["name"] for author in PROJECT["authors"]]
