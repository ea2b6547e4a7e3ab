"""Letters that are no replies and are known nevertheless: by DKIM, by password, by key; else held as ever."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.letters.intake import Intake
from postern.desk.runtime.signals import Signals
from postern.desk.settings.config import read_config
from postern.desk.settings.tomlfile import ConfigError
from postern.desk.timing.clock import ManualClock
from postern.post.maildir import MaildirSource
from postern.post.proof.keys import Keys
from postern.store import credentials
from postern.store.tables import LetterState
from tests.desk.box import GAME, Box, text_of
from tests.desk.knowing import ANN, BOB, HOME, PASSWORD, TRUST, filed, last_letter, receive, seat_of, start
from tests.desk.signing import Provider, clear_signed, letter, mime_signed, pgp_key

KEY_OF_ANN, KEY_OF_EVE = "Ann <ann@a.example>", "Eve <eve@e.example>"


def flat(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


@pytest.fixture
def home(home: Path) -> Path:
    (home / "postern.toml").write_text((home / "postern.toml").read_text() + TRUST)
    return home


@pytest.fixture
def playing(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return start(box, workers, "TOY-1")


@pytest.fixture
def playing_two(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return start(box, workers, "TOY-1", "TOY-2")


@pytest.fixture
def signing_now(clock: ManualClock) -> None:
    """OpenPGP signatures are made now: the desk's clock says the same."""
    clock.advance(datetime.now(UTC) - clock.now())


def set_password(box: Box, report: EmailMessage, password: str = PASSWORD) -> EmailMessage:
    (answer,) = box.insist(report, f"PASSWORD SET {password}")
    return answer


def register_key(box: Box, report: EmailMessage, whose: str = KEY_OF_ANN) -> EmailMessage:
    (answer,) = box.insist(report, f"KEY\n{pgp_key(whose)[1]}\n")
    return answer


# DKIM


def test_a_letter_that_its_domain_vouches_for_counts_and_says_why(playing: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = receive(box, HOME.signed(letter(ANN, "guess 3")))
    assert filed(box) == "guess 3"
    assert "1 order on file" in str(answer["Subject"])
    assert "I take it as from ANN in TOY-1, because a.example vouches for its sender (DKIM)." in flat(answer)
    assert "+" in str(answer["Reply-To"])


def test_without_a_signature_or_with_a_false_one_it_is_held(playing: dict[str, EmailMessage], box: Box) -> None:
    good = HOME.signed(letter(ANN, "guess 3"))
    for raw in (
        letter(ANN, "guess 3"),
        good.replace(b"guess 3", b"guess 4"),
        Provider("evil.example").signed(letter(ANN, "guess 5")),
    ):
        (asked,) = (one for one in receive(box, raw) if one["To"] != "gm@example.org")
        assert "please confirm" in str(asked["Subject"])
        assert str(asked["To"]) == ANN
        assert last_letter(box).state == LetterState.HELD
    assert filed(box) is None


def test_a_letter_is_held_and_not_lost_when_dns_fails(playing: dict[str, EmailMessage], box: Box) -> None:
    async def broken(name: str) -> bytes:
        raise TimeoutError

    box.desk.keys = Keys(broken)
    (asked,) = receive(box, HOME.signed(letter(ANN, "guess 3")))
    assert last_letter(box).state == LetterState.HELD
    box.reply(asked, "")
    assert filed(box) == "guess 3"


def test_a_signed_letter_counts_once_and_not_when_old(playing: dict[str, EmailMessage], box: Box, clock: ManualClock) -> None:
    raw = HOME.signed(letter(ANN, "guess 3"))
    receive(box, raw)
    box.reply(playing["TOY-1 ANN"], "guess 4")
    assert receive(box, b"Received: by c.example\r\n" + raw) == [], "a copy with another trace is no second letter"
    (asked,) = receive(box, b"X-Again: yes\r\n" + raw)
    assert "please confirm" in str(asked["Subject"])
    fresh = HOME.signed(letter(ANN, "guess 5"))
    clock.advance(timedelta(days=4))
    receive(box, fresh)
    assert filed(box) == "guess 4"


def test_other_letters_are_handled_while_a_key_is_asked_for(
    playing: dict[str, EmailMessage], desk: Desk, box: Box, tmp_path: Path
) -> None:
    """Nobody waits for DNS; and the letter that waited does not overrule one that its player wrote later."""
    asked = 0

    async def run() -> None:
        nonlocal asked
        answer = asyncio.Event()

        async def slow(name: str) -> bytes:
            nonlocal asked
            asked += 1
            await answer.wait()
            return Provider("b.example").record if "b.example" in name else HOME.record

        desk.keys = Keys(slow)
        signals = Signals()
        intake = Intake(desk, MaildirSource.__new__(MaildirSource), signals)
        box.put(HOME.signed(letter(ANN, "guess 3")))
        box.put(Provider("b.example").signed(letter(BOB, "guess 7")))
        box.put(box.letter(ANN, "guess 4", to=str(playing["TOY-1 ANN"]["Reply-To"])))
        assert await intake.handle_waiting() == 1
        assert await intake.handle_waiting() == 0
        assert (filed(box), filed(box, "BOB")) == ("guess 4", None)
        signals.handle.clear()
        answer.set()
        handled = 0
        async with asyncio.timeout(20):
            while handled < 2:
                await signals.handle.wait()
                signals.handle.clear()
                handled += await intake.handle_waiting()

    asyncio.run(run())
    assert asked == 2
    assert (filed(box), filed(box, "BOB")) == ("guess 4", "guess 7")
    assert "please confirm" in [str(letter["Subject"]) for letter in box.news() if str(letter["To"]) == ANN][-1]


def test_letters_with_a_token_ask_for_nothing(playing: dict[str, EmailMessage], box: Box) -> None:
    async def never(name: str) -> bytes:
        raise AssertionError("a letter with a token needs no key")

    box.desk.keys = Keys(never)
    receive(box, HOME.signed(letter(ANN, "guess 3", to=str(playing["TOY-1 ANN"]["Reply-To"]))))
    assert filed(box) == "guess 3"
    box.put(HOME.signed(letter(ANN, "HELP")))
    handled = box.handle()
    assert handled is not None
    assert not handled.deferred


def test_the_word_of_the_own_server_stands_for_a_check(playing: dict[str, EmailMessage], box: Box, home: Path) -> None:
    path = home / "postern.toml"
    path.write_text(path.read_text() + 'authserv_id = "mx.example.org"\n')
    box.desk.reload()

    async def never(name: str) -> bytes:
        raise AssertionError("the server has checked it")

    box.desk.keys = Keys(never)
    (held,) = receive(box, HOME.signed(letter(ANN, "guess 3")))
    assert "please confirm" in str(held["Subject"])
    forged = b"Authentication-Results: mx.evil.example; dkim=pass header.d=a.example\r\n"
    word = b"Authentication-Results: mx.example.org; dkim=pass header.d=a.example\r\n"
    receive(box, forged + word + HOME.signed(letter(ANN, "guess 3", subject="second")))
    assert filed(box) is None
    receive(box, word + forged + HOME.signed(letter(ANN, "guess 3", subject="third")))
    assert filed(box) == "guess 3"


# Passwords


def test_a_letter_with_the_password_counts_and_the_password_is_nowhere(
    playing: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    answer = set_password(box, playing["TOY-1 ANN"])
    assert "The password of ANN in TOY-1 is set." in flat(answer)
    kept = desk.store.write_now(credentials.of_seat, seat_of(box, "ANN")[0], credentials.PASSWORD)
    assert kept is not None
    assert kept.data.startswith("$argon2id$")
    (answer,) = box.send(ANN, f"Password: {PASSWORD}\nguess 3")
    assert filed(box) == "guess 3"
    assert "it bore the password of your seat" in flat(answer)
    assert all(b"sesame" not in (row.raw or b"") for row in box.rows())


def test_a_wrong_password_is_told_to_the_seat_alone_and_tried_only_so_often(
    playing: dict[str, EmailMessage], box: Box, clock: ManualClock
) -> None:
    set_password(box, playing["TOY-1 ANN"])
    for number in range(5):
        clock.advance(timedelta(minutes=2))
        (asked,) = (
            one for one in box.send(ANN, f"PASSWORD wrong number {number}\nguess {number + 1}") if one["To"] != "gm@example.org"
        )
        assert "The password in it is not the one of your seat." in flat(asked)
        assert str(asked["To"]) == ANN
        assert "wrong" not in flat(asked)
    (asked,) = box.send(ANN, f"PASSWORD {PASSWORD}\nguess 9")
    assert "until it is over none is looked at" in flat(asked)
    assert filed(box) is None
    clock.advance(timedelta(hours=1, minutes=1))
    box.send(ANN, f"PASSWORD {PASSWORD}\nguess 8")
    assert filed(box) == "guess 8"


def test_a_password_to_be_set_and_a_header_that_readers_see_unlike_prove_nothing(
    playing: dict[str, EmailMessage], box: Box
) -> None:
    set_password(box, playing["TOY-1 ANN"])
    twice = letter(ANN, f"PASSWORD {PASSWORD}\nguess 3").replace(b"Subject:", b"Subject: another\nSubject:", 1)
    for raw in (letter(ANN, f"PASSWORD SET {PASSWORD}\nguess 3"), twice):
        (asked,) = receive(box, raw)
        assert "please confirm" in str(asked["Subject"])
    assert filed(box) is None


def test_a_password_says_nothing_to_another_address(playing: dict[str, EmailMessage], box: Box) -> None:
    set_password(box, playing["TOY-1 ANN"])
    (right,) = box.send("eve@e.example", f"PASSWORD {PASSWORD}\nguess 3")
    (wrong,) = box.send("mal@e.example", "PASSWORD something else\nguess 3")
    assert flat(right).replace("eve@", "mal@") == flat(wrong)
    assert "ANN" not in flat(right)
    (bobs,) = box.send(BOB, f"PASSWORD {PASSWORD}\nguess 3")
    assert "no password yet" in flat(bobs)
    assert filed(box) is None
    assert filed(box, "BOB") is None


@pytest.mark.usefixtures("signing_now")
def test_the_answer_to_a_signed_reply_tells_what_the_seats_key_says_of_it(playing: dict[str, EmailMessage], box: Box) -> None:
    report = playing["TOY-1 ANN"]
    good = clear_signed(KEY_OF_ANN, "guess 3\n")
    (answer,) = box.reply(report, good)
    assert "an OpenPGP signature, which I did not check." in flat(answer), "the seat has no key yet"
    register_key(box, report)
    key = pgp_key(KEY_OF_ANN)[1].fingerprint.upper()[-16:]
    for text, words in (
        (good, f"It is good, and by your key {key}."),
        (f"buy 1\n\n{good}", f"It is good, for a part of the letter, and by your key {key}."),
        (good.replace("guess 3", "guess 4"), "it is not by that key, too old, or the text was changed on its way."),
        (clear_signed(KEY_OF_EVE, "guess 5\n"), "it is not by that key"),
    ):
        (answer,) = box.reply(report, text)
        assert words in flat(answer)
    assert filed(box) == "guess 5", "a reply counts by its token"


def test_setting_and_taking_away_need_a_known_letter(playing: dict[str, EmailMessage], box: Box) -> None:
    (asked,) = box.send(ANN, "PASSWORD SET evil password\nguess 3")
    assert "evil" not in flat(asked)
    (answer,) = box.reply(asked, "")
    assert "Left out: PASSWORD. That counts only in a reply" in flat(answer)
    assert filed(box) == "guess 3"
    box.send(ANN, "PASSWORD evil password\nguess 4")
    assert filed(box) == "guess 3"
    set_password(box, playing["TOY-1 ANN"])
    (answer,) = box.reply(playing["TOY-1 ANN"], "PASSWORD")
    assert "Your seat has a password." in flat(answer)
    (answer,) = box.reply(playing["TOY-1 ANN"], "PASSWORD SET short")
    assert "needs 8 to 200 characters" in flat(answer)
    (answer,) = box.insist(playing["TOY-1 ANN"], "PASSWORD OFF")
    assert "no longer counts" in flat(answer)
    box.send(ANN, f"PASSWORD {PASSWORD}\nguess 5")
    assert filed(box) == "guess 3"


def test_a_password_in_a_message_to_another_player_is_not_passed_on(playing: dict[str, EmailMessage], box: Box) -> None:
    sent = box.reply(playing["TOY-1 ANN"], f"PRESS TO BOB\nhello\nPASSWORD {PASSWORD}\nbye\nEND\nPASSWORD SET {PASSWORD}")
    assert any(str(one["To"]) == BOB and "hello" in text_of(one) for one in sent)
    assert all("sesame" not in text_of(one) for one in sent)
    assert any("The line with a password was taken out" in flat(one) for one in sent)


# OpenPGP


@pytest.mark.usefixtures("signing_now")
def test_a_key_is_registered_by_replying_and_then_signed_letters_count(playing: dict[str, EmailMessage], box: Box) -> None:
    (asked,) = box.reply(playing["TOY-1 ANN"], f"KEY\n{pgp_key(KEY_OF_ANN)[1]}\nguess 2\n")
    fingerprint = pgp_key(KEY_OF_ANN)[1].fingerprint.upper()
    assert fingerprint[:4] in text_of(asked)
    assert KEY_OF_ANN in text_of(asked)
    assert filed(box) == "guess 2"
    box.send(ANN, clear_signed(KEY_OF_ANN, "TOY-1\nguess 3\n"))
    assert filed(box) == "guess 2"
    (again,) = box.reply(asked, "")
    assert str(again["Subject"]) == "Please confirm with YES"
    (answer,) = box.reply(again, "yes")
    assert "Your key is registered" in flat(answer)
    (answer,) = box.send(ANN, clear_signed(KEY_OF_ANN, "TOY-1\nguess 4\n"))
    assert f"it is signed with your key {fingerprint[-16:]}" in flat(answer)
    assert (filed(box) or "").strip() == "guess 4"
    receive(box, mime_signed(KEY_OF_ANN, ANN, "TOY-1\nguess 5\n"))
    assert (filed(box) or "").strip() == "guess 5"
    (answer,) = box.insist(playing["TOY-1 ANN"], "KEY OFF")
    box.reply(asked, "YES")
    box.send(ANN, clear_signed(KEY_OF_ANN, "TOY-1\nguess 6\n"))
    assert (filed(box) or "").strip() == "guess 5"


@pytest.mark.usefixtures("signing_now")
def test_a_key_that_waits_for_confirmation_is_void_with_a_new_secret(playing: dict[str, EmailMessage], box: Box) -> None:
    (asked,) = box.reply(playing["TOY-1 ANN"], f"KEY\n{pgp_key(KEY_OF_EVE)[1]}")
    box.insist(playing["TOY-1 ANN"], "NEW SECRET")
    box.reply(asked, "YES")
    box.send(ANN, clear_signed(KEY_OF_EVE, "TOY-1\nguess 6\n"))
    assert filed(box) is None


@pytest.mark.usefixtures("signing_now")
def test_what_stands_beside_the_signed_text_is_not_read(playing: dict[str, EmailMessage], box: Box) -> None:
    register_key(box, playing["TOY-1 ANN"])
    box.send(ANN, "CANCEL\n\n" + clear_signed(KEY_OF_ANN, "TOY-1\nguess 4\n") + "\nRESIGN YES\n", subject="RESIGN YES")
    assert (filed(box) or "").strip() == "guess 4"
    assert seat_of(box, "ANN")[0].state == "playing"
    box.send(ANN, "guess 9\n\n" + clear_signed(KEY_OF_ANN, "TOY-1\n"), subject="RESIGN YES")
    assert (filed(box) or "").strip() == "guess 4"


@pytest.mark.usefixtures("signing_now")
def test_another_key_an_old_text_a_copy_and_one_for_no_game_are_held(
    playing: dict[str, EmailMessage], box: Box, clock: ManualClock
) -> None:
    register_key(box, playing["TOY-1 ANN"])
    signed = clear_signed(KEY_OF_ANN, "TOY-1\nguess 4\n")
    box.send(ANN, signed)
    box.reply(playing["TOY-1 ANN"], "guess 1")
    for text in (signed, clear_signed(KEY_OF_EVE, "TOY-1\nguess 5\n"), clear_signed(KEY_OF_ANN, "I shall play\nguess 6\n")):
        (asked,) = (one for one in box.send(ANN, text, subject="TOY-1 once more") if one["To"] != "gm@example.org")
        assert "please confirm" in str(asked["Subject"])
    fresh = clear_signed(KEY_OF_ANN, "TOY-1\nguess 7\n")
    clock.advance(timedelta(days=4))
    box.send(ANN, fresh)
    assert filed(box) == "guess 1"


def test_a_key_out_of_a_held_letter_is_not_registered(playing: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, f"KEY\n{pgp_key(KEY_OF_EVE)[1]}\n")
    answers = box.reply(asked, "")
    assert all("please confirm your key" not in str(one["Subject"]) for one in answers)
    assert desk.store.write_now(credentials.of_seat, seat_of(box, "ANN")[0], credentials.PGP) is None


def test_what_is_no_key_is_said(playing: dict[str, EmailMessage], box: Box) -> None:
    for text, words in (
        ("KEY\n", "Your seat has no key."),
        ("KEY\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabc\n-----END PGP PUBLIC KEY BLOCK-----\nguess 4", "cannot be read"),
    ):
        (answer,) = box.reply(playing["TOY-1 ANN"], text)
        assert words in flat(answer)
    assert filed(box) == "guess 4"


# Several games


def test_with_several_seats_the_letter_must_name_its_game(playing_two: dict[str, EmailMessage], box: Box) -> None:
    (asked,) = receive(box, HOME.signed(letter(ANN, "guess 3")))
    assert str(asked["Subject"]) == "Which game is your letter for?"
    assert last_letter(box).state == LetterState.HELD
    assert "You play in TOY-2 and TOY-1" in flat(asked)
    (again,) = box.reply(asked, "the second one, please")
    assert str(again["Subject"]) == "Which game is your letter for?"
    (answer,) = box.reply(again, "TOY-1")
    assert "[TOY-1 turn 1] ANN: 1 order on file" in str(answer["Subject"])
    assert (filed(box), filed(box, game="TOY-2")) == ("guess 3", None)
    box.reply(asked, "guess 4")
    assert (filed(box), filed(box, game="TOY-2")) == ("guess 4", None)


@pytest.mark.parametrize(
    ("subject", "body"), [("orders for toy-2", "guess 3"), ("x", "TOY-2\nguess 3"), ("x", "Game: toy-2.\nguess 3")]
)
def test_a_name_in_subject_or_text_is_enough(playing_two: dict[str, EmailMessage], box: Box, subject: str, body: str) -> None:
    receive(box, HOME.signed(letter(ANN, body, subject=subject)))
    assert (filed(box, game="TOY-2") or "").strip() == "guess 3"
    assert filed(box) is None


def test_two_names_are_as_good_as_none(playing_two: dict[str, EmailMessage], box: Box) -> None:
    (asked,) = receive(box, HOME.signed(letter(ANN, "guess 3", subject="TOY-1 or TOY-2")))
    assert str(asked["Subject"]) == "Which game is your letter for?"


def test_a_password_is_the_password_of_one_seat(playing_two: dict[str, EmailMessage], box: Box) -> None:
    set_password(box, playing_two["TOY-1 ANN"])
    (asked,) = box.send(ANN, f"PASSWORD {PASSWORD}\nTOY-2\nguess 3")
    assert "please confirm" in str(asked["Subject"])
    box.send(ANN, f"PASSWORD {PASSWORD}\nTOY-1\nguess 3")
    assert ((filed(box) or "").strip(), filed(box, game="TOY-2")) == ("guess 3", None)


def test_a_reply_with_a_token_of_old_is_for_no_other_seat(playing_two: dict[str, EmailMessage], box: Box) -> None:
    report = playing_two["TOY-1 ANN"]
    box.insist(report, "NEW SECRET")
    receive(box, HOME.signed(letter(ANN, "guess 3", to=str(report["Reply-To"]))))
    assert ((filed(box) or "").strip(), filed(box, game="TOY-2")) == ("guess 3", None)


# Settings


@pytest.mark.usefixtures("signing_now")
def test_a_game_may_want_no_signatures(playing: dict[str, EmailMessage], box: Box, home: Path) -> None:
    register_key(box, playing["TOY-1 ANN"])
    (home / "games" / "toy-1.toml").write_text(GAME + '[trust]\naccept = ["token", "password"]\n')
    box.desk.reload()
    (asked,) = box.send(ANN, clear_signed(KEY_OF_ANN, "TOY-1\nguess 4\n"))
    assert "please confirm" in str(asked["Subject"])
    assert filed(box) is None


def test_a_game_may_want_the_token_alone(playing: dict[str, EmailMessage], box: Box, home: Path) -> None:
    report = playing["TOY-1 ANN"]
    set_password(box, report)
    (home / "games" / "toy-1.toml").write_text(GAME + '[trust]\naccept = ["token"]\n')
    box.desk.reload()
    for raw in (HOME.signed(letter(ANN, "guess 3")), letter(ANN, f"PASSWORD {PASSWORD}\nguess 4")):
        (asked,) = receive(box, raw)
        assert "please confirm" in str(asked["Subject"])
    (answer,) = box.reply(report, f"PASSWORD SET {PASSWORD}")
    assert "TOY-1 takes no passwords" in flat(answer)
    (answer,) = box.reply(report, "KEY")
    assert "TOY-1 takes no signatures" in flat(answer)
    assert filed(box) is None
    box.reply(report, "guess 5")
    assert filed(box) == "guess 5"


def test_the_token_cannot_be_left_out(home: Path) -> None:
    path = home / "postern.toml"
    path.write_text(path.read_text().replace('"token", ', ""))
    with pytest.raises(ConfigError, match='needs "token" among them'):
        read_config(path)
