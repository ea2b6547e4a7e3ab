"""winmail.dat: text and file names."""

from __future__ import annotations

from postern.post.reading.tnef import read_tnef
from tests.letters.special import attribute, properties, tnef


def test_plain_text_is_preferred_and_files_are_named() -> None:
    both = properties((0x1013, 0x0102, b"<p>html</p>"), (0x1000, 0x001E, b"Gr\xf6\xdfe\0"))
    data = tnef(attribute(0x00069007, (1252).to_bytes(4, "little")) + attribute(0x00069003, both))
    found = read_tnef(data + attribute(0x00018010, b"map.png\0"))
    assert found is not None
    assert (found.text, found.is_html, found.files) == ("Größe", False, ("map.png",))


def test_html_is_said_to_be_html() -> None:
    found = read_tnef(tnef(attribute(0x00069003, properties((0x1013, 0x0102, b"<p>x</p>")))))
    assert found is not None
    assert (found.text, found.is_html) == ("<p>x</p>", True)


def test_other_bytes_are_refused_and_cut_ones_give_what_is_there() -> None:
    assert read_tnef(b"") is None
    assert read_tnef(b"PK\3\4" * 10) is None
    whole = tnef(attribute(0x0002800C, b"L13MB4\0") + attribute(0x00018010, b"map.png\0"))
    cut = read_tnef(whole[:-6])
    assert cut is not None
    assert (cut.text, cut.files) == ("L13MB4", ())
