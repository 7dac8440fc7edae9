"""``python -m bench.hall DATA [OPTION …]``: the real server for measurements, without rates, and with a bare echo.

Also with ``--processes``: then this is what runs in each of them, too.

``/echo`` is answered before our application sees anything: what a WebSocket costs with nothing behind it, in the same
process, on the same uvicorn with the same settings.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from ludotheque.cli import main
from ludotheque.web import app as web
from ludotheque.web import limits, supervisor, worker

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Any  # Callable[[Message, Receive, Send], Awaitable[None]], with a state


def with_echo(make: Callable[..., App]) -> Callable[..., App]:
    def made(*args: Any, **more: Any) -> App:
        inner = make(*args, **more)

        async def app(scope: Message, receive: Receive, send: Send) -> None:
            await (echo(receive, send) if scope.get("path") == "/echo" else inner(scope, receive, send))

        app.state = inner.state  # type: ignore[attr-defined]
        return app

    return made


async def echo(receive: Receive, send: Send) -> None:
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        if "text" in message:
            await send({"type": "websocket.send", "text": message["text"]})


def unlimited(bucket: limits.Bucket, who: str) -> None:
    """Nobody is too fast."""


if __name__ == "__main__":
    setattr(limits.Bucket, "take", unlimited)  # noqa: B010 - for this process only
    setattr(web, "make_app", with_echo(web.make_app))  # noqa: B010
    supervisor.WORKER = "bench.hall"
    started = sys.argv[1:]
    sys.exit(main(["serve", "--lang", "en", "--port", "0", "--data", *started]) if started else worker.main())
