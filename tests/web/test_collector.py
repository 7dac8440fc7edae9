"""What stays as long as a server runs is not looked at again and again."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import asyncio, gc, ludotheque.web.app
from ludotheque.play.warming import Warming
from ludotheque.web.collector import spare_what_stays

async def story():
    gc.collect()
    there = len(gc.get_objects())
    await spare_what_stays(Warming())
    print(there, gc.get_freeze_count(), len(gc.get_objects()), gc.get_threshold()[0])

asyncio.run(story())
"""


@pytest.mark.slow
def test_a_full_collection_has_little_to_look_at() -> None:
    said = subprocess.run([sys.executable, "-c", CODE], check=True, capture_output=True, text=True).stdout
    there, spared, left, young = map(int, said.split())
    assert there > 20_000 and spared >= there * 0.9
    assert left < there * 0.1 and young > 2_000
