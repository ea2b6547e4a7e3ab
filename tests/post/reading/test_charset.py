"""Bytes become the text that was meant."""

from __future__ import annotations

import pytest

from postern.post.reading.charset import decode
from postern.post.reading.mojibake import mended

RUSSIAN = "Мы идём на север завтра утром"


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("Größe".encode(), "iso-8859-1", "Größe"),
        ("Größe".encode("latin-1"), "utf-8", "Größe"),
        ("Größe".encode("latin-1"), "us-ascii", "Größe"),
        (RUSSIAN.encode("koi8-r"), "koi8-r", RUSSIAN),
        (RUSSIAN.encode("koi8-r"), "", RUSSIAN),
        (RUSSIAN.encode("cp1251"), "x-unknown", RUSSIAN),
        ("命令です".encode("iso-2022-jp"), "us-ascii", "命令です"),
        (b"+AEwAMQ-", "utf-7", "+AEwAMQ-"),
        (b"abc", "punycode", "abc"),
        (b"abc", "hex", "abc"),
    ],
)
def test_charsets(data: bytes, charset: str, text: str) -> None:
    assert decode(data, charset) == text


def test_any_bytes_give_text() -> None:
    for charset in ("utf-8", "", "utf-16", "iso-2022-jp", "idna", "\x00"):
        assert isinstance(decode(bytes(range(256)), charset), str)


def test_mojibake_is_mended_and_other_text_is_not_touched() -> None:
    assert mended("GrÃ¶ÃŸe â€“ Ã¼ber\nL13MB4") == "Größe – über\nL13MB4"
    for text in ("Größe", "SÃO PAULO", RUSSIAN, "naïve café", "L13MB4"):
        assert mended(text) == text
