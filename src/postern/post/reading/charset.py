"""Bytes to text, whatever the letter says of its charset."""

from __future__ import annotations

import codecs
import re

# Names that mail programs write, or that promise less than what is really sent, and the codec that reads them best.
_ALIASES = {
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "ansi_x3.4-1968": "utf-8",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "utf8mb4": "utf-8",
}
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# Codecs of Python that decode to something other than text, or that are slow or surprising on hostile bytes.
# UTF-7 can say the same text in many ways, past whoever looks at its bytes; no program has sent it for twenty years.
_REFUSED = frozenset({"utf-7", "idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"})
# What letters without a true charset are written in, and how much of them it takes to guess.
_ONE_BYTE = "cp1252 cp1250 cp1251 koi8_r cp1253 cp1254".split()
_CYRILLIC = ("cp1251", "koi8_r")
_TWO_BYTES = "cp932 euc_jp gb18030 big5 cp949".split()
_NARROW_KANA = re.compile("[\uff61-\uff9f]")
_ENOUGH = 8
_LOOKED_AT = 8_000
_PRINTABLE = re.compile(rb"[\t\n\r\f\x20-\x7e]*")
_ESCAPES = ((b"\x1b$B", "iso2022_jp"), (b"\x1b$@", "iso2022_jp"), (b"\x1b$)C", "iso2022_kr"))


def decode(data: bytes, charset: str = "") -> str:
    """The text of the bytes: by their mark, else as UTF-8 where they can hardly be anything else, else by the named
    charset, else by what they look like, else Windows Western.

    Never raises: bytes that fit nowhere become U+FFFD. UTF-7 is not decoded.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data.decode(codec, "replace").lstrip("\ufeff")
    named = _codec(charset)
    # What can be read as it stands is what was typed, also where a charset is named that has letters elsewhere (EBCDIC).
    if named != "hz" and _PRINTABLE.fullmatch(data):
        return data.decode("ascii")
    # Text with Western letters is almost never valid UTF-8 by chance: a single-byte charset named for it is wrong.
    one_byte = named.startswith(("cp125", "iso8859", "koi8", "latin"))
    for escape, codec in _ESCAPES:
        if escape in data and not named.startswith("iso2022"):
            return data.decode(codec, "replace")
    for codec in ("utf-8" if one_byte and not data.isascii() else "", named, "utf-8"):
        if codec:
            try:
                return data.decode(codec)
            except (UnicodeError, ValueError):
                continue
    return data.decode(named if named and named != "utf-8" else _guess(data), "replace")


def _guess(data: bytes) -> str:
    """The likeliest charset of bytes that are no UTF-8 and have no true name on them."""
    looked = data[:_LOOKED_AT]
    if sum(byte >= 0x80 for byte in looked) < _ENOUGH:
        return "cp1252"
    # Strict decoding stumbles over a letter cut in half at the end.
    looked = looked[: looked.rfind(b"\n") + 1 or None]
    found = _best(looked, [*_ONE_BYTE, *_TWO_BYTES])
    # Cyrillic in one byte a letter passes for the narrow kana that hardly anybody writes.
    if len(_NARROW_KANA.findall(looked.decode(found, "replace"))) * 4 > sum(byte >= 0x80 for byte in looked):
        found = _best(looked, _ONE_BYTE)
    # The two Cyrillic charsets have capitals where the other has small letters, and people write small ones.
    return max(_CYRILLIC, key=lambda codec: _small(looked, codec)) if found in _CYRILLIC else found


def _small(data: bytes, codec: str) -> int:
    return sum(char.islower() for char in data.decode(codec, "replace"))


def _best(data: bytes, codecs_tried: list[str]) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data, cp_isolation=codecs_tried, threshold=0.4).best()
    return best.encoding if best is not None else "cp1252"


def _codec(charset: str) -> str:
    """The name of a codec that gives text, or nothing for a charset that we do not know."""
    name = charset.strip().strip("\"'").lower()
    try:
        found = codecs.lookup(_ALIASES.get(name, name))
    except (LookupError, ValueError):
        return ""
    # Only text encodings may be used with bytes.decode; the attribute is how Python itself tells them apart.
    return found.name if getattr(found, "_is_text_encoding", True) and found.name not in _REFUSED else ""
