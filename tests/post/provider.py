"""A mail provider's OAuth server on a loopback port, strict about what RFC 6749, 7636 and 8628 ask of a client."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from postern.post.settings import OAuthSettings

KEY = "k" * 40
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def access_token(user: str, seconds: float, key: str = KEY, number: int = 0) -> str:
    """A JWT as Dovecot takes it: HS256, ``sub`` names the user."""

    def packed(fields: object) -> bytes:
        return base64.urlsafe_b64encode(json.dumps(fields).encode()).rstrip(b"=")

    now = int(time.time())
    head = packed({"alg": "HS256", "typ": "JWT"})
    head += b"." + packed({"sub": user, "iat": now - 5, "exp": int(now + seconds), "jti": number})
    sign = hmac.new(key.encode(), head, hashlib.sha256).digest()
    return (head + b"." + base64.urlsafe_b64encode(sign).rstrip(b"=")).decode()


@dataclass
class Provider:
    """What it gives and has seen. ``refresh`` is the one refresh token that it takes; each use gives a new one."""

    user: str = "orders"
    lifetime: float = 3600
    refresh: str = "first"
    pending: int = 0
    slow_down: int = 0
    revoked: bool = False
    broken: bool = False
    denied: bool = False
    refreshes: int = 0
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    challenge: str = ""
    redirect: str = ""
    port: int = 0

    def settings(self, **more: object) -> OAuthSettings:
        """What a game master would write for this provider."""
        base = f"http://127.0.0.1:{self.port}"
        values = {"client_id": "postern-app", "token_url": f"{base}/token", "scope": "mail offline"}
        urls = {"authorize_url": f"{base}/authorize", "device_url": f"{base}/device"}
        return OAuthSettings.model_validate(values | urls | more)

    def browse(self, page: str, **changes: str) -> str:
        """What a browser is sent to, once its user has agreed on this page."""
        said = {name: values[0] for name, values in parse_qs(urlsplit(page).query).items()}
        assert said["response_type"] == "code"
        assert said["code_challenge_method"] == "S256"
        assert said["client_id"] == "postern-app"
        assert said["scope"] == "mail offline"
        self.challenge, self.redirect = said["code_challenge"], said["redirect_uri"]
        return f"{self.redirect}?{urlencode({'code': 'the-code', 'state': said['state']} | changes)}"

    def tokens(self) -> tuple[int, dict[str, object]]:
        """A token endpoint's good answer; the refresh token changes."""
        self.refreshes += 1
        self.refresh = f"refresh-{self.refreshes}"
        token = access_token(self.user, self.lifetime, number=self.refreshes)
        return 200, {
            "token_type": "Bearer",
            "access_token": token,
            "refresh_token": self.refresh,
            "expires_in": int(self.lifetime),
        }

    def answer(self, path: str, said: dict[str, str]) -> tuple[int, dict[str, object]]:
        """What is answered to this form."""
        self.asked.append((path, said))
        if self.broken:
            return 503, {"error": "temporarily_unavailable"}
        if said.get("client_id") != "postern-app":
            return 401, {"error": "invalid_client"}
        if path == "/device":
            where = {"verification_uri": "https://provider.example/device", "user_code": "ABCD-EFGH"}
            return 200, {"device_code": "the-device", "expires_in": 30, "interval": 0, **where}
        grant = said.get("grant_type")
        if grant == "refresh_token":
            return (400, {"error": "invalid_grant"}) if self.revoked or said["refresh_token"] != self.refresh else self.tokens()
        if grant == DEVICE and said["device_code"] == "the-device":
            return self.poll()
        if grant == "authorization_code" and said["code"] == "the-code" and said["redirect_uri"] == self.redirect:
            digest = hashlib.sha256(said["code_verifier"].encode()).digest()
            if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.challenge:
                return self.tokens()
        return 400, {"error": "invalid_grant"}

    def poll(self) -> tuple[int, dict[str, object]]:
        """What a device hears while its user has not agreed yet."""
        if self.denied:
            return 400, {"error": "access_denied", "error_description": "the user said no"}
        if self.slow_down:
            self.slow_down -= 1
            return 400, {"error": "slow_down"}
        if self.pending:
            self.pending -= 1
            return 400, {"error": "authorization_pending"}
        return self.tokens()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next((int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:")), 0)
        form = parse_qs((await reader.readexactly(length)).decode())
        code, body = self.answer(head.split(" ")[1], {name: values[0] for name, values in form.items()})
        data = json.dumps(body).encode()
        writer.write(f"HTTP/1.1 {code} x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + data)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def providing(provider: Provider) -> AsyncIterator[Provider]:
    """Runs the provider."""
    server = await asyncio.start_server(provider.talk, "127.0.0.1", 0)
    provider.port = server.sockets[0].getsockname()[1]
    try:
        yield provider
    finally:
        server.close()
