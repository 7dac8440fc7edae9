"""How the server writes its log: lines for people, or one JSON object a line for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

OWN = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message"}  # what every record has


def configure(style: str) -> None:
    """Warnings and errors; as JSON also when the server was ready and when it stopped."""
    if style == "text":
        logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
        return
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("ludotheque").setLevel(logging.INFO)


class JsonFormatter(logging.Formatter):
    """Time, level, logger and message, the fields that were given as ``extra``, and a traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: value for name, value in vars(record).items() if name not in OWN}
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)
