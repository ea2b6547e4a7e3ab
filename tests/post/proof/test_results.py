"""Authentication-Results: only our own server's word counts, and only for the signature that it means."""

from __future__ import annotations

import pytest

from postern.post.proof.dkim import signatures
from postern.post.proof.results import vouched
from postern.post.proof.sender import plain_header
from postern.post.reading import read_letter
from tests.desk.box import NOON
from tests.desk.signing import Provider, letter

OURS = "orders@example.org"
SIGNED = Provider("a.example").signed(letter("ann@a.example", "GUESS 3"))
VALUE = signatures(read_letter(SIGNED), OURS, NOON)[0].value
PASS = f"Authentication-Results: mx.example.org; dkim=pass header.d=a.example header.s=mail header.b={VALUE[:8]}\r\n"


def found(raw: bytes, server: str = "mx.example.org") -> bool:
    header = plain_header(raw)
    assert header is not None
    return vouched(header, server, signatures(read_letter(raw), OURS, NOON)) is not None


@pytest.mark.parametrize(
    "words",
    ["dkim=pass header.d=a.example",
     "dkim=pass (2048-bit key) header.i=@a.example header.s=mail; spf=fail smtp.mailfrom=x.example",
     f"dkim=pass header.i=ann@a.example header.b={VALUE[:10]}", f'dkim=pass header.d=a.example header.b="{VALUE[:8]}"'],
    ids=["domain", "comment and selector", "identity and value", "quoted value"],
)  # fmt: skip
def test_the_word_of_our_own_server_counts(words: str) -> None:
    assert found(f"Authentication-Results: mx.example.org; {words}\r\n".encode() + SIGNED)
    assert found(f"Received: from x\r\nAuthentication-Results: MX.example.org 1;\r\n {words}\r\n".encode() + SIGNED)


@pytest.mark.parametrize(
    "words",
    ["dkim=fail header.d=a.example", "dkim=none", "none", "spf=pass smtp.mailfrom=a.example",
     "dmarc=pass header.from=a.example",
     "dkim=pass header.d=evil.example", "dkim=pass header.d=a.example header.s=other", "dkim=pass",
     "dkim=pass header.d=a.example header.b=AAAAAAAA", "dkim=pass; header.d=a.example", "arc=pass header.d=a.example"],
)  # fmt: skip
def test_any_other_word_does_not(words: str) -> None:
    assert not found(f"Authentication-Results: mx.example.org; {words}\r\n".encode() + SIGNED)


def test_forged_fields_below_the_topmost_or_of_another_name_are_worth_nothing() -> None:
    assert found(PASS.encode() + SIGNED)
    assert not found(SIGNED)
    assert not found(PASS.encode() + SIGNED, "mx.evil.example")
    fail = b"Authentication-Results: mx.example.org; dkim=fail header.d=a.example\r\n"
    other = b"Authentication-Results: mx.evil.example; dkim=pass header.d=a.example\r\n"
    assert not found(fail + PASS.encode() + SIGNED)
    assert not found(other + PASS.encode() + SIGNED)
    assert not found(b"Authentication-Results: (((\r\n" + PASS.encode() + SIGNED)
    assert not found(b"Authentication-Results: mx.example.org; " + b"x" * 9_000 + b"\r\n" + SIGNED)


def test_a_second_signature_of_the_domain_does_not_hide_behind_the_good_one() -> None:
    head = SIGNED[: SIGNED.index(b"From:")]
    forged = head.replace(VALUE[:8].encode(), b"AAAAAAAA")
    assert forged != head
    vague = b"Authentication-Results: mx.example.org; dkim=pass header.d=a.example\r\n"
    assert not found(vague + forged + SIGNED)
    assert found(PASS.encode() + forged + SIGNED)
