"""The formatted text beside the plain one: laid out only where it says more, and then its typed lines are told."""

from __future__ import annotations

import time
from email.message import EmailMessage
from html import escape

import pytest

from postern.post.reading import html, read_letter
from postern.post.reading.sheet import Reason
from tests.letters.test_forms import report


def both(plain: str, page: str) -> bytes:
    letter = EmailMessage()
    letter["From"] = "joe@players.test"
    letter.set_content(plain)
    letter.add_alternative(page, subtype="html")
    return letter.as_bytes()


def told(raw: bytes) -> list[str]:
    return [text for item in read_letter(raw).left_out if item.reason == Reason.FORMATTED for text in item.texts]


def test_what_the_page_alone_says_is_told() -> None:
    assert told(both("READY\n", "<p>READY</p><p>E=25</p><p>L1MB4</p>")) == ["E=25", "L1MB4"]
    assert read_letter(both("READY\n", "<p>READY</p><p>E=25</p>")).lines == ("READY",)


def test_what_is_not_shown_or_was_not_typed_is_not_told() -> None:
    for more in (
        "<style>p {E: 25}</style>",
        "<!-- E=25 -->",
        '<div style="display: none">E=25</div>',
        '<blockquote type="cite"><p>E=25</p></blockquote>',
        '<div class="gmail_signature">E=25</div>',
    ):
        assert told(both("READY\n", f"<head><title>E=25</title></head><p>READY</p>{more}")) == [], more


@pytest.mark.parametrize("slug", ["great_jewels", "cosmos", "alamaze_classic"])
def test_the_same_words_lay_out_no_page(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "read_html", pytest.fail)
    found = report(slug)
    quoted = "\n".join(f"> {line}" for line in found.text.split("\n"))
    lines = "<br>\n".join(f"<span>{escape(line)}</span>" for line in found.text.split("\n"))
    typed = "\n".join(order for _, order in found.orders[:5])
    written = "".join(f"<div><b>{escape(order)}</b></div>" for _, order in found.orders[:5])
    raw = both(f"{typed}\n\nOn Friday, Postern wrote:\n{quoted}\n", f"{written}<blockquote>{lines}</blockquote>")
    assert read_letter(raw).lines[:1] == (found.orders[0][1],)


@pytest.mark.parametrize("piece", ["<style>", "<!--", "<", "<pre>", '<p style="display: none">', "<p ", "display:none ", "&"])
def test_a_page_made_to_take_long_does_not(piece: str) -> None:
    raw = both("READY\n", f"<p>READY</p>{piece * (380_000 // len(piece))}")
    begin = time.process_time()
    read_letter(raw)
    assert time.process_time() - begin < 8
