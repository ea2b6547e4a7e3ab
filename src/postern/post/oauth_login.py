"""The game master's login with a provider: in a browser on this machine or another, or with a code on any device."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client

from postern.post.oauth import Kept, OAuthFault, from_answer
from postern.post.settings import OAuthSettings

_DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
_PATIENCE = 30.0
_SLOWER = 5.0
"""Seconds by which to ask less often when told to slow down (RFC 8628, 3.5)."""


async def by_device(settings: OAuthSettings, tell: Callable[[str, str], None]) -> Kept:
    """The device flow (RFC 8628). ``tell`` is given the address to open on any device and the code to type there.

    Raises OAuthFault when it is refused, takes too long, or the provider cannot be reached.
    """
    async with _client(settings) as client:
        try:
            answer = await client.request(
                "POST",
                settings.device_url,
                data={"client_id": settings.client_id, "scope": settings.scope},
                headers={"Accept": "application/json"},
                withhold_token=True,
            )
            asked = answer.json()
            if "device_code" not in asked:
                raise OAuthFault(_words(asked))
            tell(str(asked.get("verification_uri") or asked.get("verification_url")), str(asked["user_code"]))
            async with asyncio.timeout(float(asked.get("expires_in", 900))):
                return await _poll(settings, client, str(asked["device_code"]), float(asked.get("interval", 5)))
        except TimeoutError as fault:
            raise OAuthFault("the code was not used in time; begin again") from fault
        except (httpx2.HTTPError, ValueError) as fault:
            raise OAuthFault(f"the provider cannot be asked: {fault}") from fault


async def _poll(settings: OAuthSettings, client: AsyncOAuth2Client, code: str, interval: float) -> Kept:
    while True:
        await asyncio.sleep(interval)
        try:
            return from_answer(await client.fetch_token(settings.token_url, grant_type=_DEVICE, device_code=code))
        except OAuthError as fault:
            if fault.error == "slow_down":
                interval += _SLOWER
            elif fault.error != "authorization_pending":
                raise OAuthFault(_words({"error": fault.error, "error_description": fault.description})) from fault


async def by_browser(
    settings: OAuthSettings, user: str, open_page: Callable[[str], None], paste: Callable[[], Awaitable[str]] | None = None
) -> Kept:
    """The flow of installed applications (RFC 8252, with PKCE, RFC 7636). ``open_page`` is given the address to open.

    The browser comes back to a port of this machine; where it runs on another one, ``paste`` asks for the address at which
    it ended. Raises OAuthFault when it is refused or the provider cannot be reached.
    """
    loop = asyncio.get_running_loop()
    came: asyncio.Future[str] = loop.create_future()
    server = await asyncio.start_server(lambda reader, writer: _answer(reader, writer, came), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, _client(settings, redirect_uri=f"http://127.0.0.1:{port}/", code_challenge_method="S256") as client:
        verifier = generate_token(64)
        extra = settings.authorize_extra | ({"login_hint": user} if user else {})
        page, state = client.create_authorization_url(settings.authorize_url, code_verifier=verifier, **extra)
        open_page(page)
        address = await came if paste is None else await paste()
        said = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        if said.get("state") != state:
            raise OAuthFault("the answer is not to our question; begin again")
        if "code" not in said:
            raise OAuthFault(_words(said))
        try:
            answer = await client.fetch_token(settings.token_url, code=said["code"], code_verifier=verifier)
        except OAuthError as fault:
            raise OAuthFault(_words({"error": fault.error, "error_description": fault.description})) from fault
        except (httpx2.HTTPError, ValueError) as fault:
            raise OAuthFault(f"the provider cannot be asked: {fault}") from fault
    return from_answer(answer)


def _client(settings: OAuthSettings, **more: Any) -> AsyncOAuth2Client:
    secret = settings.client_secret.secret() or None
    method = "client_secret_post" if secret else "none"
    return AsyncOAuth2Client(
        settings.client_id, secret, token_endpoint_auth_method=method, scope=settings.scope, timeout=_PATIENCE, **more
    )


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, came: asyncio.Future[str]) -> None:
    """One request of the browser: what it brings, and a page that says what to do next."""
    words = (await reader.readline()).decode("latin-1").split(" ")
    path = words[1] if len(words) > 1 else "/"
    ours = "state=" in path
    text = "Postern has its answer. Look at the terminal; this page can be closed." if ours else "Nothing here."
    page = f"<!DOCTYPE html><html><head><title>Postern</title></head><body><p>{html.escape(text)}</p></body></html>"
    writer.write(
        f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(page)}\r\n"
        f"Connection: close\r\n\r\n{page}".encode()
    )
    await writer.drain()
    writer.close()
    if ours and not came.done():
        came.set_result(path)


def _words(said: dict[str, Any]) -> str:
    error, description = said.get("error", "no reason given"), said.get("error_description")
    return f"the provider refuses: {error}{f' ({description})' if description else ''}"
