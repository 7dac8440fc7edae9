"""WebSockets that compress what is worth it: pictures, quickly; not the many short messages.

A picture shrinks to a tenth or less with the cheapest setting already, in a third of the usual time.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from .gathering import Gathering

SMALL = 1_400  # bytes: what fits into one packet gains nothing


class SelectiveDeflate(PerMessageDeflate):
    """A message may go uncompressed at any time: each says whether it is."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < SMALL else super().encode(frame)


class SelectiveDeflateFactory(ServerPerMessageDeflateFactory):
    """Keeps no memory from message to message: that would be a quarter of a megabyte for everybody who watches."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, compress_settings={"level": 1})

    def process_request_params(self, params: Any, accepted_extensions: Any) -> tuple[list[Any], PerMessageDeflate]:
        answer, usual = super().process_request_params(params, accepted_extensions)
        agreed = (usual.remote_no_context_takeover, usual.local_no_context_takeover)
        windows = (usual.remote_max_window_bits, usual.local_max_window_bits)
        return answer, SelectiveDeflate(*agreed, *windows, self.compress_settings)


class Channel(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [SelectiveDeflateFactory()]

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.transport = cast(Any, Gathering(transport))

    def send_receive_event_to_app(self) -> None:
        """What says that it is text and is not ends the channel; Uvicorn would fill the log besides."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            if self.conn.state is State.OPEN:
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


def is_text(data: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        data.decode()
        return True
    return False
