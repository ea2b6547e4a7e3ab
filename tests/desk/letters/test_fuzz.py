"""Whatever comes by mail is handled: read or passed over, never a letter that the desk chokes on."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.desk.commands.registry import names
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.verbs import VERBS
from postern.desk.games.due import run_due
from postern.store.tables import LetterState
from tests.desk.box import Box, is_sound

NUMBERS = ("9", "9" * 10, "9" * 25, "9" * 10 + "d", "4000000d", "²", "٣")
OTHERS = ("GUESS 3", "BUY 2", "SAY BOB", "END", "TO ALL", "YES", "TOY-1", "", "NAME=ZOE", "EXTEND", *NUMBERS)
WORDS = st.sampled_from([*names(), *OTHERS])


def letters(words: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Letters of a few lines that are made of these words, and of others."""
    return st.lists(st.lists(st.one_of(words, st.text(max_size=12)), max_size=4).map(" ".join), max_size=8).map("\n".join)


LETTERS = letters(WORDS)
VERB_WORDS = st.sampled_from([f"{verb.word} TOY-1" for verb in VERBS] + [verb.word for verb in VERBS])
ERRANDS = st.lists(st.tuples(VERB_WORDS, st.sampled_from(OTHERS)).map(" ".join), max_size=6).map("\n".join)
RELAXED = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def seat(desk: Desk, box: Box, workers: Workers) -> str:
    """The address that ANN's seat replies to."""
    path = desk.config.games_folder / "toy-1.toml"
    path.write_text(path.read_text().replace("computers = 1", "computers = 2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send("ann@a.example", "JOIN TOY-1\nNAME=ANN")
    box.reply(asked, "")
    asyncio.run(run_due(desk, workers))
    return str(box.news()[-1]["Reply-To"])


@pytest.fixture
def masters(seat: str, box: Box) -> str:
    """The address that the game master replies to, while ANN plays."""
    (asked,) = box.send("gm@example.org", "GM")
    return str(asked["Reply-To"])


HOSTILE = st.lists(
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            "<img src=http://evil.example/x onerror=go()>",
            "</pre></body><b id=x>",
            "{{ 7*7 }}",
            "{% raw %}",
            "\u202e\u2066txet",
            "\x00\x07\x1b[2J",
            "\x85",
            "\u2028",
            "\u2029",
            "\r\nBcc: eve@evil.example\r\n\r\n",
            "🐉" * 30,
            "A" * 10000,
            "word " * 400,
            "]]>",
            "&amp;",
            "%0aBcc:",
            "=?utf-8?q?=0ABcc:_x?=",
            "“”",
            "\ud7ff",
            "é" * 50,
            "END",
        ]
    ),
    min_size=1,
    max_size=3,
).map("".join)
WITH_WORDS = (
    "PRESS TO BOB\n{}\nEND\nPRESS ANON TO ALL\n{}\nEND\nPRESS TO GM\n{}\nEND",
    "EXTEND 2d because {}\nABSENCE from 24 Dec to 2 Jan {}",
    "PROPOSE REPLACE BOB {}\nPROPOSE DRAW\n{}",
    "ABUSE BOB\n{}\nEND\nMUTE {}\nZONE {}\nHELP {}",
    "SAY BOB\n{}\nEND\nGUESS {}\n{}",
    "JOIN {}\nNAME={}\nOBSERVE {}\nHISTORY {}\nGAME {}",
)
"""Letters in which a player's words stand where others, the game master or the player read them again."""


@settings(parent=RELAXED, max_examples=40)
@given(words=HOSTILE, form=st.sampled_from(WITH_WORDS), name=HOSTILE)
def test_words_that_want_to_be_more_than_words_stay_words(words: str, form: str, name: str, seat: str, box: Box) -> None:
    """Whoever reads them, in whatever letter: each letter is looked at (``is_sound``)."""
    title = "".join(one for one in name if one.isprintable() and one not in '"\\')
    head = [f'From: "{title}" <ann@a.example>', f"To: {seat}", f"Message-ID: <{next(box.numbers)}@home.example>"]
    head += [f"Subject: {title}", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
    head += ["Content-Transfer-Encoding: 8bit", "", form.replace("{}", words)]
    assert handled(box, "\r\n".join(head).encode("utf-8", "replace"))
    for letter in box.news():
        assert is_sound(letter) == ""
        assert "Bcc" not in letter
        assert "\n" not in str(letter["Subject"])


def test_a_letter_that_is_not_sound_is_seen() -> None:
    for html in (
        "<p onclick=go()>x</p>",
        "<script>x</script>",
        '<img src="http://evil.example/x">',
        '<a href="javascript:x">x</a>',
    ):
        letter = EmailMessage()
        letter.set_content("plain")
        letter.add_alternative(f"<html><body>{html}</body></html>", subtype="html")
        assert is_sound(letter)
    letter = EmailMessage()
    letter["Bcc"] = "eve@evil.example"
    assert is_sound(letter)
    letter = EmailMessage()
    letter.set_content("a\x1b[2J")
    assert is_sound(letter)


def handled(box: Box, raw: bytes) -> bool:
    box.put(raw)
    found = box.handle()
    return found is None or found.state is not LetterState.FAILED


@RELAXED
@given(body=LETTERS, subject=st.text(max_size=20))
def test_any_words_from_a_player_or_a_stranger(body: str, subject: str, seat: str, box: Box) -> None:
    clean = body.encode("utf-8", "replace").decode()
    for to in (seat, "orders@example.org"):
        message = EmailMessage()
        message["From"], message["To"] = "ann@a.example", to
        message["Subject"] = "".join(letter for letter in subject if letter.isprintable())
        message.set_content(clean)
        assert handled(box, message.as_bytes())


@RELAXED
@given(body=ERRANDS)
def test_any_words_from_a_game_master(body: str, masters: str, box: Box) -> None:
    assert handled(box, box.letter("gm@example.org", body, masters))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "form", ["REPORT {}", "MAP {}", "ORDERS {}", "PRESS {}", "VOTE YES {}", "PROPOSE EXTEND {}", "CLOCK {}"]
)
def test_numbers_of_any_length(number: str, form: str, seat: str, box: Box) -> None:
    assert handled(box, box.letter("ann@a.example", form.replace("{}", number), seat))


@pytest.mark.parametrize("number", [*NUMBERS, "9" * 5000])
def test_turns_of_any_length_in_subject_and_thread(number: str, seat: str, box: Box) -> None:
    thread = f"<toy-1.turn-{number}.1@example.org>"
    assert handled(box, box.letter("ann@a.example", "SHOW", seat, f"Re: [TOY-1 turn {number}] ANN"))
    if number.isascii():
        assert handled(box, box.letter("ann@a.example", "SHOW", seat, "Re: it", In_Reply_To=thread, References=thread))


@RELAXED
@given(head=st.binary(max_size=80), body=st.binary(max_size=200))
def test_any_bytes(head: bytes, body: bytes, seat: str, box: Box) -> None:
    raw = b"From: ann@a.example\r\nTo: " + seat.encode() + b"\r\nSubject: " + head + b"\r\n\r\n" + body
    assert handled(box, raw)
