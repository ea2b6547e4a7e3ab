"""Lines typed into the quotation of a late report that equal lines of ours, or hold no word: each is the writer's."""

from __future__ import annotations

import pytest

from postern.post.reading import read_letter
from postern.post.reading.alignment import Patience, Whose, align
from postern.post.reading.sent import SentLetter, SentText, text_of
from tests.letters.letter import letter
from tests.letters.test_forms import CLIENTS, GAMES, REMARK, Report, report
from tests.letters.tongues import BOT

READ = {"marked": 4, "outlook plain": 2, "gmail-web": 1}
"""How many places are tried in a program's replies, in tens."""


def typed_lines(slug: str, found: Report) -> list[str]:
    """A line without a word or a heading, and an order that our own letter holds elsewhere."""
    lines = [line.strip() for line in found.text.split("\n")]
    known = [order for _, order in found.orders if order in lines]
    remarked = [REMARK.sub("", line).strip() for line in lines if REMARK.match(line)]
    ours = (known or [line for line in remarked if line in {order for _, order in found.orders}] or ["E=25"])[0]
    return {
        "cosmos": [".", "orders:", "control -1"],
        "great_jewels": ["E=25"],
        "alamaze_classic": [],
        "adventurer_kings": ["EX", "TREAT XX"],
    }[slug] + [ours]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("client", READ)
def test_a_line_inserted_anywhere_is_typed(slug: str, client: str) -> None:
    found = report(slug)
    lines = found.text.split("\n")
    filled = [at for at, line in enumerate(lines) if line.strip()]
    places = [filled[0], *filled[1 :: len(filled) // (10 * READ[client])]]
    sent = SentLetter([text_of(found.text), text_of(found.page)], found.rules.line_part)
    for typed in dict.fromkeys(typed_lines(slug, found)):
        for at in places:
            body = [(line, False) for line in lines]
            raw = letter(CLIENTS[client](["READY"], [*body[: at + 1], (typed, True), *body[at + 1 :]]))
            read = read_letter(raw, own_addresses=(BOT,), sent=lambda reply: [sent])
            assert read.readable
            assert [line.strip() for line in read.lines].count(typed) == 1, (typed, at, lines[at])


def test_a_gap_in_which_no_line_of_ours_begins_is_compared_too() -> None:
    assert align(["a", "a", "aaa"], SentText(("aaa",)), Patience()).whose[2] is not Whose.TYPED
