"""WebSockets that compress what is worth it: pictures, quickly; not the many short messages.

A picture shrinks to a tenth or less with the cheapest setting already, in a third of the usual time.
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame

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
