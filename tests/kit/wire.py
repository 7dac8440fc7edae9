"""A wire between a browser and the server that can be cut: really, with all connections on it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Wire:
    """Listens on a port of its own and passes everything on to another one."""

    def __init__(self, port: int) -> None:
        self.far, self.is_cut = port, False
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.threads = [threading.Thread(target=self.listen, daemon=True)]
        self.threads[0].start()

    def listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                self.connect(near)

    def connect(self, near: socket.socket) -> None:
        if self.is_cut:
            return near.close()
        far = socket.create_connection(("127.0.0.1", self.far))
        self.ends += [near, far]
        for one, other in ((near, far), (far, near)):
            self.threads.append(threading.Thread(target=pass_on, args=(one, other), daemon=True))
            self.threads[-1].start()
        return None

    def cut(self) -> None:
        """As when somebody pulls the plug; new connections fail too."""
        self.is_cut = True
        ends, self.ends = self.ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.cut()
        for thread in self.threads:
            thread.join(5)


def pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)
