"""Transfer encodings, whole and broken."""

from __future__ import annotations

import base64
from email import message_from_bytes

import pytest

from postern.post.reading.transfer import content_of, lenient_base64

TEXT = b"L13MB4B5 and more\n"
CODED = base64.b64encode(TEXT)


@pytest.mark.parametrize(
    ("encoding", "body", "content"),
    [
        ("base64", CODED, TEXT),
        ("BASE64 ; x", CODED.rstrip(b"="), TEXT),
        ("base64", TEXT, TEXT),
        ("quoted-printable", b"L13=\nMB4=3D", b"L13MB4="),
        ("8bit", b"Gr\xc3\xb6\xc3\x9fe", b"Gr\xc3\xb6\xc3\x9fe"),
        ("7-bit", b"L13", b"L13"),
        ("x-uuencode", b"begin 644 x\n#3#$S\n`\nend\n", b"L13"),
    ],
)
def test_encodings(encoding: str, body: bytes, content: bytes) -> None:
    part = message_from_bytes(f"Content-Transfer-Encoding: {encoding}\n\n".encode() + body)
    assert content_of(part) == content


def test_broken_base64_gives_what_can_be_had() -> None:
    assert lenient_base64(b"TDEz\r\n!TUI0") == b"L13MB4"
    assert lenient_base64(b"TDE=TDE=") == b"L1L1"
    assert lenient_base64(b"TDEzT") == b"L13"
    assert lenient_base64(b"====") == b""
