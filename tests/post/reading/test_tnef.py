"""winmail.dat: text and file names."""

from __future__ import annotations

import struct

from compressed_rtf import compress

from postern.post.reading.tnef import read_tnef
from tests.letters.special import attribute, properties, tnef

MOST = 400_000


def test_plain_text_is_preferred_and_files_are_named() -> None:
    both = properties((0x1013, 0x0102, b"<p>html</p>"), (0x1000, 0x001E, b"Gr\xf6\xdfe\0"))
    data = tnef(attribute(0x00069007, (1252).to_bytes(4, "little")) + attribute(0x00069003, both))
    found = read_tnef(data + attribute(0x00018010, b"map.png\0"), MOST)
    assert found is not None
    assert (found.text, found.is_html, found.files) == ("Größe", False, ("map.png",))


def test_html_is_said_to_be_html() -> None:
    found = read_tnef(tnef(attribute(0x00069003, properties((0x1013, 0x0102, b"<p>x</p>")))), MOST)
    assert found is not None
    assert (found.text, found.is_html) == ("<p>x</p>", True)


def test_other_bytes_are_refused_and_cut_ones_give_what_is_there() -> None:
    assert read_tnef(b"", MOST) is None
    assert read_tnef(b"PK\3\4" * 10, MOST) is None
    whole = tnef(attribute(0x0002800C, b"L13MB4\0") + attribute(0x00018010, b"map.png\0"))
    cut = read_tnef(whole[:-6], MOST)
    assert cut is not None
    assert (cut.text, cut.files) == ("L13MB4", ())


def packed(rtf: bytes) -> bytes:
    return tnef(attribute(0x00069003, properties((0x1009, 0x0102, compress(rtf)))))


def test_nothing_is_unpacked_beyond_the_limit_whatever_its_header_says() -> None:
    rtf = b"{\\rtf1\\ansi " + b"L13 M B4\\par " * 2_000 + b"}"
    whole = read_tnef(packed(rtf), MOST)
    assert whole is not None
    assert (whole.text.count("L13 M B4"), whole.too_long) == (2_000, False)
    left = read_tnef(packed(rtf), 10_000)
    assert left is not None
    assert (left.text, left.too_long) == ("", True)
    liar = packed(rtf).replace(struct.pack("<I", len(rtf)), struct.pack("<I", 10))
    cut = read_tnef(liar, 10_000)
    assert cut is not None
    assert (len(cut.text), cut.too_long) == (10_000, True)
