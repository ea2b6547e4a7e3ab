"""An order in any place of a reply, in any program and language, is read, or kept to be named; our own text is neither."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postern.desk.answers.filing import Filing
from postern.desk.letters.cut_lines import orders_not_read
from postern.post.letter import Incoming
from postern.post.reading import read_letter
from postern.post.reading.phrases import IS_FORWARD
from tests.desk.language.test_readback import check, read
from tests.letters.letter import OURS, letter, part
from tests.letters.places import ORDER, pages, placed, placed_in_page, plain

KINDS = ("text/plain", "text/html")
_WITHOUT_DATE = ("Quoting Postern", "Nov 20, 2026, 20:00 by")
"""Attributions that name no time, or no language knows: with nothing below them they stay in the letter, as no order."""


@cache
def replies(kind: str) -> list[tuple[str, str]]:
    return [(name, "\n".join(lines)) for name, lines in plain()] if kind == "text/plain" else list(pages())


@cache
def changed(kind: str, number: int) -> list[str]:
    """One of the replies, with the order in each of its places."""
    _, body = replies(kind)[number]
    return ["\n".join(lines) for lines in placed(body.split("\n"))] if kind == "text/plain" else list(placed_in_page(body))


def reading(body: str, kind: str, sent: tuple[str, ...] = (OURS,)) -> Incoming:
    return read_letter(letter(part(body, kind)), own_addresses=("orders@postern.test",), sent=lambda ids: sent)


@settings(max_examples=400)
@given(
    kind=st.sampled_from(KINDS),
    number=st.integers(0, 10_000),
    place=st.integers(0, 10_000),
    sent=st.sampled_from(((OURS,), ())),
)
def test_an_order_in_any_place_is_read_or_kept(kind: str, number: int, place: int, sent: tuple[str, ...]) -> None:
    bodies = changed(kind, number % len(replies(kind)))
    found = reading(bodies[place % len(bodies)], kind, sent)
    kept = [text for item in found.left_out for text in item.texts]
    assert any(ORDER in line for line in (*found.lines, *kept))


@pytest.mark.parametrize("kind", KINDS)
def test_our_own_text_is_no_order_and_is_not_named(kind: str) -> None:
    filing = Filing(read, check, None)
    for name, body in replies(kind)[:: 2 if kind == "text/plain" else 3]:
        found = reading(body, kind)
        lines = [line for line in found.lines if line and not line.startswith(_WITHOUT_DATE)]
        assert lines == (["READY"] if "READY" in body else []), name
        assert orders_not_read(found.left_out, filing) is None, name


def test_an_order_below_the_head_of_an_emptied_quotation_is_read() -> None:
    emptied = [(name, body) for name, body in replies("text/plain") if name.endswith("-nothing")]
    assert len(emptied) > 100
    for name, body in emptied:
        if IS_FORWARD.search(body):
            continue  # what stands below such a line is another's: it is named
        assert ORDER in reading(f"{body.partition(chr(10) + '--')[0].rstrip()}\n\n{ORDER}\n", "text/plain").lines, name
