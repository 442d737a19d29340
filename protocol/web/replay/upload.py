"""The way of a file to the server: a request with the file as its body and the owner's key in a header."""

from __future__ import annotations

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from protocol.base.errors import ProtocolError
from protocol.web.messages import Refusal
from protocol.web.replay.keptfiles import GIVEN_MAX
from protocol.web.replay.replays import Replays
from protocol.web.safety import Hosts, Rate
from protocol.web.seating import Keys

#: Header of the owner's key.
KEY = "x-herdmind-key"
#: Files a second, and at once.
GIVING = (0.5, 20.0)


class Upload:
    """Takes files of games. ``hosts``: the pages that may send any."""

    def __init__(self, replays: Replays, keys: Keys, hosts: Hosts) -> None:
        self.replays, self.keys, self.hosts = replays, keys, hosts
        self._rate = Rate(*GIVING)

    async def take(self, request: Request) -> Response:
        """Keep the file; the answer names it, or says what is wrong with it."""
        try:
            return JSONResponse({"file": await self._take(request)})
        except Refusal as refusal:
            return JSONResponse(refusal.as_json(), 413 if refusal.code == "too-large" else 400)
        except ClientDisconnect:
            return Response(status_code=400)
        except OSError:
            return JSONResponse(Refusal("disk-trouble").as_json(), 500)

    async def _take(self, request: Request) -> str:
        if not self.hosts.same_page(request.headers) or not self.keys.is_owner(request.headers.get(KEY, "")):
            raise Refusal("not-owner")
        if not self._rate.allows():
            raise Refusal("too-fast")
        size = request.headers.get("content-length", "")
        if size.isdecimal() and int(size) > GIVEN_MAX:
            raise Refusal("too-large")
        data = bytearray()
        async for part in request.stream():
            data += part
            if len(data) > GIVEN_MAX:
                raise Refusal("too-large")
        try:
            return await self.replays.keep(bytes(data))
        except ProtocolError as error:
            raise Refusal("bad-file", error.message) from None
