"""Keys out of DNS: asked for once, and never for long."""

from __future__ import annotations

import asyncio

import pytest

from postern.post.proof import keys as module
from postern.post.proof.keys import Keys, KeysWanted


async def test_what_is_not_known_has_to_be_asked_for() -> None:
    asked = []

    async def lookup(name: str) -> bytes:
        asked.append(name)
        if name == "no.example":
            raise OSError("the network is down")
        return b"v=DKIM1; p=abc"

    keys = Keys(lookup)
    with pytest.raises(KeysWanted) as wanted:
        keys.get(["a.example", "no.example", "a.example"])
    assert wanted.value.names == ("a.example", "no.example")
    await keys.fetch(wanted.value.names)
    assert keys.get(["a.example", "no.example"]) == {"a.example": b"v=DKIM1; p=abc", "no.example": b""}
    assert asked == ["a.example", "no.example"]


async def test_a_server_that_never_answers_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.05)

    async def lookup(name: str) -> bytes:
        await asyncio.sleep(60)
        return b"never"

    keys = Keys(lookup)
    names = [f"n{number}.example" for number in range(30)]
    async with asyncio.timeout(5):
        await keys.fetch(names)
    assert set(keys.get(names).values()) == {b""}


async def test_a_key_is_asked_for_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GOOD_FOR", -1.0)

    async def lookup(name: str) -> bytes:
        return b"key"

    keys = Keys(lookup)
    await keys.fetch(["a.example"])
    with pytest.raises(KeysWanted):
        keys.get(["a.example"])
