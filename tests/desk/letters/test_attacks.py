"""Who tries to order for another's seat, or to find out about it: each attempt is refused or held, and tells nothing."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import Session

from postern.desk.documents.workers import Workers
from postern.desk.gamemaster.digest import digest_text
from postern.desk.outbox.outgoing import confirm_token
from postern.post.letter import Address, Attachment, Outgoing, compose
from postern.post.plain import compose_plain
from postern.post.reading import read_letter
from postern.post.tokens import make_token, plus_address
from postern.store import credentials, seats
from postern.store.tables import LetterState
from tests.desk.box import Box, text_of
from tests.desk.knowing import ANN, BOB, HOME, PASSWORD, TRUST, filed, last_letter, receive, seat_of, start
from tests.desk.onlooking import OLGA, observe
from tests.desk.signing import Provider, letter

EVE = "eve@evil.example"


@pytest.fixture
def home(home: Path) -> Path:
    """Every way of being known is open: what is refused is refused nevertheless."""
    (home / "postern.toml").write_text((home / "postern.toml").read_text() + TRUST)
    return home


@pytest.fixture
def playing(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return start(box, workers, "TOY-1")


def flat(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def token_of(box: Box, name: str) -> str:
    seat, _ = seat_of(box, name)
    return make_token(box.desk.key, seat.id, seat.generation)


def to_token(token: str) -> str:
    return plus_address("orders@example.org", token)


def test_a_spoofed_from_is_held_and_only_the_player_hears_of_it(playing: dict[str, EmailMessage], box: Box) -> None:
    written = receive(box, letter(ANN, "guess 9", Reply_To=EVE, Sender=EVE, Return_Path=f"<{EVE}>"))
    assert [str(one["To"]) for one in written] == [ANN]
    assert last_letter(box).state == LetterState.HELD
    assert filed(box) is None


def test_nobody_learns_whether_an_address_has_a_seat(playing: dict[str, EmailMessage], box: Box) -> None:
    """A stranger's letter is answered alike, whatever seat, game or address it names."""
    (one,) = receive(box, letter(EVE, "orders for ANN in TOY-1\nguess 9", subject="TOY-1 ANN"))
    (two,) = receive(box, letter("mal@evil.example", "orders for ZOE in TOY-9\nguess 9", subject="TOY-9 ZOE"))
    assert text_of(one) == text_of(two)
    assert ANN not in text_of(one)


def test_tokens_of_an_earlier_secret_or_player_are_worth_nothing(playing: dict[str, EmailMessage], box: Box) -> None:
    old = to_token(token_of(box, "ANN"))
    number = seat_of(box, "ANN")[0].id

    def rotate(session: Session) -> None:
        seat = seats.by_id(session, number)
        assert seat is not None
        seats.rotate(session, seat)

    box.desk.store.write_now(rotate)
    (asked,) = receive(box, letter(ANN, "guess 3", to=old))
    assert "please confirm" in str(asked["Subject"])
    (welcome,) = receive(box, letter(EVE, "guess 3", to=old))
    assert "ANN" not in flat(welcome)
    assert filed(box) is None
    receive(box, letter(ANN, "guess 4", to=to_token(token_of(box, "ANN"))))
    assert filed(box) == "guess 4"


def test_a_new_secret_voids_confirmations_passwords_and_keys(playing: dict[str, EmailMessage], box: Box) -> None:
    box.insist(playing["TOY-1 ANN"], f"PASSWORD SET {PASSWORD}")
    (asked,) = receive(box, letter(ANN, "guess 3"))
    (kept,) = receive(box, letter(ANN, "guess 5"))
    box.reply(kept, "")
    assert filed(box) == "guess 5"
    seat, _ = seat_of(box, "ANN")
    box.desk.store.write_now(credentials.put, seat, credentials.PGP, "a key", box.desk.clock.now())
    box.insist(playing["TOY-1 ANN"], "NEW SECRET")
    for late, body in ((asked, ""), (kept, "guess 6")):
        (anew,) = box.reply(late, body)
        assert (anew["To"], filed(box)) == (ANN, "guess 5"), "as for a letter that proves nothing: asked for anew"
    assert box.reply(playing["TOY-1 ANN"], "guess 7", sender=EVE) != []
    box.send(ANN, f"PASSWORD {PASSWORD}\nguess 8")
    assert filed(box) == "guess 5"
    fresh, _ = seat_of(box, "ANN")
    assert box.desk.store.write_now(credentials.of_seat, fresh, credentials.PGP) is None


def test_a_seat_given_up_hears_its_player_no_more(playing: dict[str, EmailMessage], box: Box) -> None:
    box.insist(playing["TOY-1 ANN"], f"PASSWORD SET {PASSWORD}")
    box.insist(playing["TOY-1 ANN"], "RESIGN YES")
    box.reply(playing["TOY-1 ANN"], "guess 3")
    box.send(ANN, f"PASSWORD {PASSWORD}\nguess 3")
    receive(box, HOME.signed(letter(ANN, "guess 3")))
    assert filed(box) is None


def test_whoever_writes_to_a_seat_given_up_is_told_each_time_that_nothing_was_done(
    playing: dict[str, EmailMessage], box: Box
) -> None:
    box.insist(playing["TOY-1 ANN"], "RESIGN YES")
    for writer in (ANN, EVE, ANN):
        (told,) = box.reply(playing["TOY-1 ANN"], "guess 3", sender=writer)
        assert told["To"] == writer
        assert "Nothing in your letter was carried out: you wrote to the reply address of a seat in TOY-1" in flat(told)
    assert "Welcome" not in flat(told)


def test_a_reply_to_a_seat_given_up_is_not_kept_for_another_game(box: Box, workers: Workers) -> None:
    start(box, workers, "TOY-1", "TOY-2")
    old = to_token(token_of(box, "ANN"))
    (asked,) = receive(box, letter(ANN, "RESIGN YES", to=old))
    box.reply(asked, "YES")
    (told,) = receive(box, letter(ANN, "guess 3", to=old))
    assert "a seat in TOY-1, and hold that seat no more" in flat(told)
    assert "please confirm" in box.send(ANN, "guess 4")[0]["Subject"], "without that address it is asked about"


def test_a_token_orders_for_its_own_seat_alone(playing: dict[str, EmailMessage], box: Box) -> None:
    receive(box, letter(ANN, "guess 3", to=to_token(token_of(box, "BOB"))))
    assert (filed(box), filed(box, "BOB")) == (None, "guess 3")
    seat, _ = seat_of(box, "ANN")
    forged = [
        make_token("another key, of another server", seat.id, seat.generation),
        make_token(box.desk.key, 9_999, 1),
        make_token(box.desk.key, seat.id, seat.generation + 1),
        confirm_token(box.desk, 9_999),
        token_of(box, "ANN")[:-1],
        "a" * 28,
    ]
    for token in forged:
        receive(box, letter(EVE, "guess 4", to=to_token(token)))
        assert filed(box) is None


def test_a_leaked_token_brings_the_thief_no_answer_and_the_player_a_warning(playing: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = receive(box, letter(EVE, "guess 3\nSHOW", to=to_token(token_of(box, "ANN")), Reply_To=EVE))
    assert str(answer["To"]) == ANN
    assert "This letter came from another address than yours" in flat(answer)
    assert EVE not in flat(answer)
    assert "NEW SECRET" in flat(answer)
    written = receive(box, letter(EVE, "NEW SECRET", to=to_token(token_of(box, "ANN"))))
    assert {str(one["To"]) for one in written} == {ANN}


@pytest.mark.parametrize("sender", [f"{ANN}, {EVE}", f"{EVE}, {ANN}", f'"{ANN}" <{EVE}>', f"{ANN} <{EVE}>", f"<{ANN}> <{EVE}>"])
def test_several_or_disguised_writers_never_count(playing: dict[str, EmailMessage], box: Box, sender: str) -> None:
    raw = b"From: " + sender.encode() + b"\r\n" + letter(EVE, f"PASSWORD {PASSWORD}\nguess 9").split(b"\n", 1)[1]
    box.insist(playing["TOY-1 ANN"], f"PASSWORD SET {PASSWORD}")
    written = receive(box, Provider("evil.example").signed(raw))
    assert filed(box) is None
    assert all("token" not in flat(one) for one in written if str(one["To"]) != ANN)


def test_two_from_fields_never_count(playing: dict[str, EmailMessage], box: Box) -> None:
    box.insist(playing["TOY-1 ANN"], f"PASSWORD SET {PASSWORD}")
    for first, second in ((ANN, EVE), (EVE, ANN)):
        receive(box, f"From: {first}\r\n".encode() + letter(second, f"PASSWORD {PASSWORD}\nguess 9"))
        assert filed(box) is None


@pytest.mark.shown("=?utf-8?q?ann?=@a.example", ANN)  # the first reads like the second in any header
@pytest.mark.parametrize(
    "address",
    ["ann@xn--a-fka.example", "ann@а.example", "ann@a.exampIe", "ann@a.example.evil.example", "ann@ａ.example",
     "a\u200bnn@a.example",
     "ann@a\u3002example", "=?utf-8?q?ann=40a=2Eexample?= <eve@evil.example>",
     "=?utf-8?q?ann?=@a.example", "ann@a.example\u0000"],
)  # fmt: skip
def test_lookalikes_and_encoded_words_are_other_people(playing: dict[str, EmailMessage], box: Box, address: str) -> None:
    box.insist(playing["TOY-1 ANN"], f"PASSWORD SET {PASSWORD}")
    raw = f"From: {address}\n".encode() + letter(EVE, f"PASSWORD {PASSWORD}\nguess 9").split(b"\n", 1)[1]
    receive(box, raw)
    assert filed(box) is None


def test_the_kelvin_sign_is_no_k() -> None:
    read = read_letter("From: ann@\u212aevin.example\n\nx".encode())
    assert read.sender.email != "ann@kevin.example"


def test_dkim_of_the_attackers_own_domain_proves_nothing(playing: dict[str, EmailMessage], box: Box) -> None:
    for raw in (
        Provider("evil.example").signed(letter(ANN, "guess 9")),
        Provider("evil.example").signed(letter(EVE, "guess 9")),
    ):
        receive(box, raw)
        assert filed(box) is None


def test_a_letter_with_an_old_token_is_for_no_other_seat(box: Box, workers: Workers) -> None:
    """What was meant for a seat that is lost does not become orders for another one, however well it is signed."""
    start(box, workers, "TOY-1", "TOY-2")
    old = to_token(token_of(box, "ANN"))
    (asked,) = receive(box, letter(ANN, "RESIGN YES", to=old))
    box.reply(asked, "YES")
    receive(box, HOME.signed(letter(ANN, "guess 3", to=old)))
    assert filed(box, game="TOY-2") is None
    receive(box, HOME.signed(letter(ANN, "guess 4")))
    assert filed(box, game="TOY-2") == "guess 4"


def test_a_closed_game_is_spoken_of_as_one_that_there_is_not(playing: dict[str, EmailMessage], box: Box) -> None:
    path = box.desk.config.games_folder / "toy-1.toml"
    path.write_text(path.read_text() + "open = false\n")
    box.desk.reload()
    (closed,) = box.send(EVE, "JOIN TOY-1\nNAME=EVE")
    (missing,) = box.send(EVE, "JOIN TOY-9\nNAME=EVE")
    assert text_of(closed).replace("TOY-1", "TOY-9") == text_of(missing)


ODD = st.text(st.characters(blacklist_categories=["Cs"]), max_size=60).map(
    lambda text: f"x\r\nBcc: eve@evil.example\r\n\r\n{text}\nX: y"
)
HEADERS = {
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "reply-to",
    "auto-submitted",
    "x-auto-response-suppress",
    "mime-version",
}
MORE = {"content-type", "content-transfer-encoding"}


@given(ODD, ODD, ODD)
def test_names_subjects_and_file_names_add_no_header(subject: str, name: str, filename: str) -> None:
    outgoing = Outgoing(
        sender=Address("orders@example.org", name),
        to=(Address(ANN, name),),
        subject=subject,
        text="text",
        message_id="<1@example.org>",
        date=datetime(2026, 11, 20, tzinfo=UTC),
        reply_to=Address("orders+abc@example.org", name),
    )
    with_file = Outgoing(
        **{field: getattr(outgoing, field) for field in outgoing.__slots__}
        | {"attachments": (Attachment(filename, b"x", "text/plain"),)}
    )
    for raw in (compose_plain(outgoing), compose(outgoing), compose(with_file)):
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        assert {key.lower() for key in message.keys()} <= HEADERS | MORE  # noqa: SIM118
        assert len(message.get_all("To", [])) == 1
        for part in message.walk():
            assert "bcc" not in {key.lower() for key in part.keys()}  # noqa: SIM118


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(ODD)
def test_what_a_letter_brings_adds_no_header_to_its_answer(playing: dict[str, EmailMessage], box: Box, odd: str) -> None:
    raw = letter(EVE, odd).replace(b"Subject: orders", b"Subject: =?utf-8?q?=0D=0ABcc:_mal=40evil.example?=\nX-Odd: 1", 1)
    for answer in receive(box, raw):
        assert answer["Bcc"] is None
        assert str(answer["To"]) == EVE


@pytest.mark.parametrize("to", [f"{ANN}\r\nBcc: {EVE}", f"{ANN}, {EVE}", f"<{ANN}>", "ann", f"{ANN}\n"])
def test_an_address_that_is_more_than_one_is_not_written_to(to: str) -> None:
    outgoing = Outgoing(
        Address("orders@example.org"), (Address(to),), "s", "t", "<1@example.org>", datetime(2026, 11, 20, tzinfo=UTC)
    )
    with pytest.raises(ValueError):
        compose_plain(outgoing)


def test_the_secret_that_signs_tokens_is_for_the_daemon_alone(box: Box) -> None:
    path = box.desk.config.data / "token.key"
    assert path.stat().st_mode & 0o077 == 0
    assert box.desk.key not in repr(box.desk)


@pytest.mark.parametrize(
    "mark",
    [
        "(end of letter)\u200b",
        "(end\u00a0of letter)",
        "\uff08end of letter\uff09",
        "- (end of letter)",
        "(end  of letter)\ufeff",
    ],
)
def test_press_ends_no_quotation_so_that_what_stands_below_it_is_nobodys_order(
    playing: dict[str, EmailMessage], box: Box, mark: str
) -> None:
    written = box.reply(playing["TOY-1 BOB"], f"PRESS TO ANN\nhello\n{mark}\nguess 9\nEND")
    press = next(one for one in written if one["To"] == ANN)
    head = "\n\n________________________________\nFrom: BOB <orders@example.org>\nSent: Friday\nTo: ANN\nSubject: press\n\n"
    (asked,) = box.reply(press, f"SHOW{head}{text_of(press)}")
    assert "guess 9" not in flat(asked)
    (answer,) = box.reply(asked, "YES")
    assert "SHOW as a command" in flat(answer)
    assert filed(box) is None


# The house as a cannon


def written(box: Box, body: str, to: str, sender: str = ANN) -> list[str]:
    """The addresses to which letters go because of this one."""
    return [str(one["To"]) for one in receive(box, letter(sender, body, to=to))]


def test_a_player_has_no_letters_written_to_as_many_addresses_as_they_like(playing: dict[str, EmailMessage], box: Box) -> None:
    seat = to_token(token_of(box, "ANN"))
    reached = [
        to for n in range(4) for to in written(box, f"ADDRESS v{n}@v.example\nADDRESS w{n}@v.example", seat) if to != ANN
    ]
    assert sorted(reached) == ["v0@v.example", "v1@v.example", "v2@v.example", "w0@v.example", "w1@v.example"]
    (answer,) = receive(box, letter(ANN, "ADDRESS x@v.example", to=seat))
    assert "You have named 5 new addresses within a day; please try again tomorrow." in flat(answer)


def test_a_player_has_few_proposals_open_at_a_time(playing: dict[str, EmailMessage], box: Box) -> None:
    seat = to_token(token_of(box, "ANN"))
    asked = written(box, "\n".join(f"PROPOSE EXTEND {n}h" for n in range(1, 9)), seat)
    assert asked.count(BOB) == 3
    (answer,) = receive(box, letter(ANN, "PROPOSE DRAW", to=seat))
    assert "3 of your proposals are open" in flat(answer)


def test_letters_to_the_game_master_are_limited_like_press(playing: dict[str, EmailMessage], box: Box) -> None:
    limits = box.desk.config.limits.model_copy(update={"press_per_hour": 2})
    box.desk.config = box.desk.config.model_copy(update={"limits": limits})
    seat = to_token(token_of(box, "ANN"))
    assert written(box, "PRESS TO GM\nhelp\nEND\n" * 5, seat).count("gm@example.org") == 2
    assert written(box, "PRESS TO GM\nhelp\nEND", to_token(token_of(box, "BOB")), BOB).count("gm@example.org") == 1


def test_what_stands_behind_a_plus_makes_no_other_stranger(playing: dict[str, EmailMessage], box: Box) -> None:
    limits = box.desk.config.limits.model_copy(update={"guest_answers_per_hour": 3})
    box.desk.config = box.desk.config.model_copy(update={"limits": limits})
    senders = [f"victim+{n}@v.example" for n in range(5)]
    assert sum(len(written(box, "Hello", "orders@example.org", sender)) for sender in senders) == 3
    assert written(box, "Hello", "orders@example.org", "victim@v.example") == []
    for other in ("victims@v.example", "victim@w.example", "vic%@v.example"):
        assert written(box, "Hello", "orders@example.org", other) == [other]


def test_strangers_letters_that_cannot_be_read_do_not_flood_the_game_masters(
    playing: dict[str, EmailMessage], box: Box
) -> None:
    limits = box.desk.config.limits.model_copy(update={"guest_answers_per_hour": 2})
    box.desk.config = box.desk.config.model_copy(update={"limits": limits})
    deep = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(300))

    def broken(sender: str, to: str = "orders@example.org") -> list[str]:
        raw = f"From: {sender}\r\nTo: {to}\r\nSubject: x\r\nMIME-Version: 1.0\r\n{deep}\r\nHello\r\n"
        return [str(one["To"]) for one in receive(box, raw.encode())]

    told = [to for n in range(5) for to in broken(f"q{n}@q.example")]
    assert told.count("gm@example.org") == 1
    digest = box.desk.store.write_now(digest_text, box.desk, [])
    assert "5 letters could not be handled: LETTERS lists them." in digest
    assert last_letter(box).state == LetterState.FAILED
    assert "gm@example.org" in broken(ANN, to_token(token_of(box, "ANN"))), "a player's is told as ever"


def test_masses_of_strangers_are_answered_within_one_limit_and_told_once(playing: dict[str, EmailMessage], box: Box) -> None:
    limits = box.desk.config.limits.model_copy(update={"stranger_answers_per_hour": 20})
    box.desk.clock.advance(timedelta(hours=2))  # type: ignore[attr-defined]
    box.desk.config = box.desk.config.model_copy(update={"limits": limits})
    to = [to for n in range(60) for to in written(box, "Hello", "orders@example.org", f"somebody{n}@q{n}.example")]
    assert sum("@q" in address for address in to) == 20
    assert to.count("gm@example.org") == 1
    assert last_letter(box).state == LetterState.IGNORED
    assert written(box, "STATUS", "orders@example.org", ANN) == [ANN], "who plays is answered as ever"
    assert written(box, "GM", "orders@example.org", "gm@example.org") == ["gm@example.org"]
    assert "40 letters of unknown addresses got no answer" in box.desk.store.write_now(digest_text, box.desk, [])
    box.desk.clock.advance(timedelta(hours=1, minutes=1))  # type: ignore[attr-defined]
    assert written(box, "Hello", "orders@example.org", "late@late.example") == ["late@late.example"]


def test_an_observer_is_answered_whatever_is_forged_under_their_address(playing: dict[str, EmailMessage], box: Box) -> None:
    told = observe(box)
    limits = box.desk.config.limits.model_copy(update={"guest_answers_per_hour": 2})
    box.desk.config = box.desk.config.model_copy(update={"limits": limits})
    for n in range(5):
        written(box, f"Hello {n}", "orders@example.org", OLGA)
    assert written(box, "HELP", "orders@example.org", OLGA) == []
    assert written(box, "HELP", str(told["Reply-To"]), OLGA) == [OLGA]
