"""What is known of mail providers: servers, limits, folders, OAuth addresses. The values are in ``data/providers.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict


class Provider(BaseModel):
    """What is known besides settings. ``app_password``: where to make one; "" where none is taken."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    title: str
    app_password: str | None = None
    plus_addresses: bool = False
    spam_folder: str = ""
    dkim_selectors: tuple[str, ...] = ()


_SETTINGS = ("mailbox", "smtp", "limits", "oauth")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "data" / "providers.toml").read_text(encoding="utf-8"))


def provider(name: str) -> Provider:
    """What is known of this provider. Raises KeyError when nothing is."""
    return Provider.model_validate(_table()[name])


def filled(post: dict[str, Any]) -> dict[str, Any]:
    """The ``[post]`` table with what its ``provider`` implies where it says nothing itself; the same table without one.

    OAuth addresses are added only where ``[post.oauth]`` is there. The login is the address unless said otherwise.
    """
    known = _table().get(post.get("provider", "own"), {})
    told = dict(post)
    for part in _SETTINGS:
        own = told.get(part)
        if part not in known or (part == "oauth" and own is None) or not isinstance(own, dict | None):
            continue
        if part == "mailbox" and (own or {}).get("kind", "imap") != "imap":
            continue
        told[part] = known[part] | (own or {})
        if part in ("mailbox", "smtp"):
            told[part].setdefault("user", post.get("address", ""))
    if isinstance(told.get("mailbox"), dict):
        told["mailbox"] = {"kind": "imap"} | told["mailbox"]
    return told
