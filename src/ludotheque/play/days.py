"""Days of the daily games: of UTC, written as 2026-11-18."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from .clock import now


def today() -> str:
    return datetime.fromtimestamp(now() / 1000, UTC).date().isoformat()


def day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def end_of(day: str) -> int:
    """Milliseconds since 1970 at which its dice are revealed."""
    end = datetime.combine(date.fromisoformat(day_after(day)), datetime.min.time(), UTC)
    return int(end.timestamp() * 1000)


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
