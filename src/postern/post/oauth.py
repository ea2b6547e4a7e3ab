"""Access tokens for XOAUTH2 and OAUTHBEARER, kept fresh for months from one login by the game master.

The token file holds what the provider gave, encrypted with the desk's secret and readable by its owner alone. It is
written whole before a new token is used, and read again before each refresh, so that a fresh login by ``postern gm
login`` is found by a running daemon, and two processes do not spend the same refresh token.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import fcntl
import json
import os
import re
import time
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from postern.post.settings import OAuthSettings

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

_EARLY = 120.0
"""Seconds before its end at which a token is renewed: it must outlive the login that it is used for."""
_PATIENCE = 30.0
_REMEDY = "log in again with: postern gm login"
_FINAL = ("invalid_grant", "invalid_client", "unauthorized_client", "invalid_scope")


class OAuthFault(Exception):
    """No token can be had at this moment; the provider may be out of reach."""


class Revoked(OAuthFault):
    """The provider will give no more tokens until a person logs in again."""


@dataclass(frozen=True)
class Kept:
    """What the token file holds. ``expires_at`` is in seconds since 1970."""

    refresh_token: str
    access_token: str = ""
    expires_at: float = 0.0


class Tokens:
    """Gives access tokens; made once for a mailbox and its way out."""

    def __init__(self, settings: OAuthSettings, path: Path, key: str) -> None:
        """``path`` is the token file, ``key`` the secret that encrypts it."""
        self._settings = settings
        self._path = path
        self._key = key
        self._kept: Kept | None = None
        self._busy = asyncio.Lock()

    async def token(self, refused: str = "") -> str:
        """An access token that is good for two minutes at least, and another one than ``refused``, which the server did
        not take. Raises Revoked when a person has to log in again, OAuthFault when it may work later."""
        async with self._busy:
            if self._kept is None or not _good(self._kept, refused):
                async with _alone(self._path):
                    kept = read_kept(self._path, self._key)
                    if not _good(kept, refused):
                        kept = await refreshed(self._settings, kept)
                        write_kept(self._path, self._key, kept)
                    self._kept = kept
            return self._kept.access_token


def _good(kept: Kept, refused: str) -> bool:
    return bool(kept.access_token) and kept.access_token != refused and kept.expires_at - _EARLY > time.time()


async def refreshed(settings: OAuthSettings, kept: Kept) -> Kept:
    """New tokens for the refresh token (RFC 6749, 6). Raises Revoked or OAuthFault."""
    import httpx2
    from authlib.integrations.base_client import OAuthError
    from authlib.integrations.httpx_client import AsyncOAuth2Client

    try:
        secret = settings.client_secret.secret() or None
        method = "client_secret_post" if secret else "none"
        async with AsyncOAuth2Client(
            settings.client_id, secret, token_endpoint_auth_method=method, timeout=_PATIENCE
        ) as client:
            found = await client.refresh_token(settings.token_url, kept.refresh_token)
    except OAuthError as fault:
        said = f"{fault.error}: {fault.description}" if fault.description else fault.error
        if fault.error in _FINAL:
            raise Revoked(f"the provider gives no more tokens ({said}); {_REMEDY}") from fault
        raise OAuthFault(f"the provider gave no token ({said})") from fault
    except (httpx2.HTTPError, ValueError) as fault:
        raise OAuthFault(f"no token from {settings.token_url}: {fault}") from fault
    return from_answer(found, kept.refresh_token)


def from_answer(answer: dict[str, object], refresh_token: str = "") -> Kept:
    """A token endpoint's answer (RFC 6749, 5.1); providers may give a new refresh token or let the old one stand.

    Raises OAuthFault when something that we need is missing.
    """
    access, refresh = answer.get("access_token"), answer.get("refresh_token") or refresh_token
    if not access or not refresh:
        raise OAuthFault("the provider's answer has no token that can be renewed; the scope must allow offline access")
    lifetime = answer.get("expires_in")
    seconds = float(lifetime) if isinstance(lifetime, int | float | str) and re.fullmatch("[0-9]+", str(lifetime)) else 3600.0
    return Kept(str(refresh), str(access), time.time() + seconds)


def read_kept(path: Path, key: str) -> Kept:
    """What the token file holds. Raises Revoked when nobody has logged in, or with another secret."""
    from cryptography.fernet import InvalidToken

    try:
        return Kept(**json.loads(_box(key).decrypt(path.read_bytes())))
    except FileNotFoundError:
        raise Revoked("nobody has logged in yet; log in with: postern gm login") from None
    except OSError as fault:
        raise Revoked(f"the token file {path} cannot be read ({fault.strerror})") from fault
    except (InvalidToken, ValueError, TypeError) as fault:
        raise Revoked(f"the token file {path} does not fit this desk's secret; {_REMEDY}") from fault


def write_kept(path: Path, key: str, kept: Kept) -> None:
    """Writes the token file, whole or not at all, for its owner's eyes alone. Raises OAuthFault when that fails."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(_box(key).encrypt(json.dumps(asdict(kept)).encode()))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as fault:
        raise OAuthFault(f"the token file {path} cannot be written ({fault.strerror})") from fault


@contextlib.asynccontextmanager
async def _alone(path: Path) -> AsyncIterator[None]:
    """No other process reads or renews the token meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _box(key: str) -> Fernet:
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derived = HKDF(SHA256(), 32, salt=None, info=b"postern oauth token file").derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


def xoauth2(user: str, token: str) -> str:
    """The words of the mechanism XOAUTH2, in base64 (https://developers.google.com/gmail/imap/xoauth2-protocol)."""
    return base64.b64encode(f"user={user}\x01auth=Bearer {token}\x01\x01".encode()).decode()


def oauthbearer(user: str, token: str, host: str, port: int) -> str:
    """The words of the mechanism OAUTHBEARER, in base64 (RFC 7628, 3.1)."""
    name = user.replace("=", "=3D").replace(",", "=2C")
    return base64.b64encode(f"n,a={name},\x01host={host}\x01port={port}\x01auth=Bearer {token}\x01\x01".encode()).decode()
