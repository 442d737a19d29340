"""Access rules: the names by which the server is called, the pages that may ask it, and how often.

A foreign page could make a browser ask a server on its own computer, under a name of its own that leads to
127.0.0.1 (DNS rebinding) or across origins. So a request must name a host that is known, and a socket must be
opened by a page of that host.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Names of this computer that lead nowhere else.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def is_loopback(host: str) -> bool:
    """Whether an address leads to this computer alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Hosts:
    """The values of Host that are answered: names of this computer and, where the server listens on other
    addresses, those names too and any address in figures (which no rebinding can forge)."""

    def __init__(self, names: Collection[str], port: int, *, addresses: bool) -> None:
        self.names = {name.lower() for name in names}
        self.port, self.addresses = port, addresses

    def allows(self, host: str) -> bool:
        """Whether a request for this host is answered."""
        name, colon, port = host.lower().rpartition(":")
        if not colon or "]" in port:
            name, port = host.lower(), "80"
        if port != str(self.port):
            return False
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return self.addresses

    def same_page(self, headers: Headers) -> bool:
        """Whether the page that asks comes from the host that is asked."""
        return headers.get("origin", "").lower() == f"http://{headers.get('host', '').lower()}"


class Guard:
    """Middleware that refuses requests for an unknown host, and sockets that a foreign page opens. It adds
    the headers of safety to every answer."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fine = self.hosts.allows(headers.get("host", ""))
        if scope["type"] == "websocket":
            if not fine or not self.hosts.same_page(headers):
                await send({"type": "websocket.close", "code": 1008})  # becomes an answer 403
                return
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if not fine:
            await guarded({"type": "http.response.start", "status": 421, "headers": []})
            await guarded({"type": "http.response.body", "body": b"This host is not served here.\n"})
            return
        await self.app(scope, receive, guarded)


class Rate:
    """A bucket of tokens: ``burst`` at once, ``per_second`` more with time."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._left, self._at = burst, time.monotonic()

    def allows(self) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
