"""Each letter is stored once, whichever way it is seen again."""

import hashlib
from datetime import datetime, timedelta

import pytest
from sqlmodel import Session, select

from postern.store import inbox
from postern.store.engine import Store
from postern.store.inbox import Arrival
from postern.store.tables import InboxLetter, LetterState


def arrival(key: str, raw: bytes, at: datetime) -> Arrival:
    return Arrival(key, raw, "<m@x>", at)


async def test_a_letter_seen_again_in_its_place_is_not_stored_again(store: Store, noon: datetime) -> None:
    letters = [arrival("box/1/7", b"one", noon), arrival("box/1/8", b"two", noon)]
    assert await store.write(inbox.take_in, letters, noon) == 2
    assert await store.write(inbox.take_in, letters, noon) == 0


async def test_the_same_bytes_in_another_place_are_the_same_letter(store: Store, noon: datetime) -> None:
    assert await store.write(inbox.take_in, [arrival("box/1/7", b"one", noon)], noon) == 1
    assert await store.write(inbox.take_in, [arrival("box/2/1", b"one", noon)], noon) == 0
    assert await store.write(inbox.take_in, [arrival("a", b"new", noon), arrival("b", b"new", noon)], noon) == 1


WRITTEN = (
    b"From: ann@example.org\nTo: orders+x@example.org\nSubject: moves\nDate: Fri, 20 Nov 2026 12:00:00 +0000\n"
    b"Message-ID: <1@x>\n"
)
BODY = b"\nguess 5\n"


@pytest.mark.parametrize(
    ("again", "same"),
    [
        (
            b"Received: from b by c; Fri, 20 Nov 2026 12:00:09 +0000\nDelivery-Date: Fri, 20 Nov 2026 12:00:10 +0000\n"
            + WRITTEN
            + BODY,
            True,
        ),
        (WRITTEN.replace(b"moves\n", b"moves\nX-Spam-Score: 2\nARC-Seal: i=1\n") + BODY, True),
        ((WRITTEN + BODY).replace(b"\n", b"\r\n") + b"\r\n", True),
        (WRITTEN.replace(b"Subject: moves", b"Subject:\n moves") + BODY, True),
        (WRITTEN + b"\nguess 6\n", False),
        (WRITTEN.replace(b"1@x", b"2@x") + BODY, False),
        (WRITTEN.replace(b"12:00:00", b"12:00:01") + BODY, False),
        (b"Resent-Date: Fri, 20 Nov 2026 13:00:00 +0000\n" + WRITTEN + BODY, False),
        (b"Delivered-To: orders+y@example.org\n" + WRITTEN + BODY, False),
        (b"Received: by c\n" + WRITTEN.partition(b"Message-ID")[0] + BODY, False),
        (b"Authentication-Results: mx.example.org; dkim=pass\n" + WRITTEN + BODY, False),
        (b"X-New-Marvel: 1\n" + WRITTEN + BODY, False),
        (b"Return-Path: <>\n" + WRITTEN + BODY, False),
        (WRITTEN + b"no field\nReply-To: eve@example.org\n" + BODY, False),
    ],
)
async def test_a_copy_with_another_trace_is_the_same_letter(store: Store, noon: datetime, again: bytes, same: bool) -> None:
    assert await store.write(inbox.take_in, [arrival("box/1/7", WRITTEN + BODY, noon)], noon) == 1
    assert await store.write(inbox.take_in, [arrival("box/1/8", again, noon)], noon) == (0 if same else 1)


async def test_letters_without_a_message_id_are_told_apart_by_their_bytes(store: Store, noon: datetime) -> None:
    plain = WRITTEN.partition(b"Message-ID")[0] + BODY
    assert await store.write(inbox.take_in, [arrival("box/1/7", plain, noon)], noon) == 1
    assert await store.write(inbox.take_in, [arrival("box/1/8", b"Received: by c\n" + plain, noon)], noon) == 1
    assert await store.write(inbox.take_in, [arrival("box/1/9", plain, noon)], noon) == 0


async def test_a_file_without_a_date_that_is_sent_again_is_another_letter(store: Store, noon: datetime) -> None:
    canned = WRITTEN.replace(b"Date: Fri, 20 Nov 2026 12:00:00 +0000\n", b"") + BODY
    assert await store.write(inbox.take_in, [arrival("box/1/7", b"Received: by b\n" + canned, noon)], noon) == 1
    assert await store.write(inbox.take_in, [arrival("box/1/8", b"Received: by c\n" + canned, noon)], noon) == 1


@pytest.mark.parametrize("ends", [b"\r", b"\n"])
async def test_a_letter_with_old_line_ends_is_told_apart_by_its_body(store: Store, noon: datetime, ends: bytes) -> None:
    one, two = ((WRITTEN + body).replace(b"\n", ends) for body in (b"\nguess 5\n", b"\nguess 6\n"))
    assert await store.write(inbox.take_in, [arrival("a", one, noon), arrival("b", two, noon)], noon) == 2


async def test_letters_that_an_older_program_stored_are_known_by_their_bytes(store: Store, noon: datetime) -> None:
    row = InboxLetter(
        source_key="box/1/7",
        sha256=hashlib.sha256(WRITTEN + BODY).hexdigest(),
        arrived_at=noon,
        stored_at=noon,
        raw=WRITTEN + BODY,
        state=LetterState.HANDLED,
    )
    await store.write(lambda session: session.add(row))
    assert await store.write(inbox.take_in, [arrival("box/1/8", WRITTEN + BODY, noon)], noon) == 0


async def test_raw_bytes_come_back_whole(store: Store, noon: datetime) -> None:
    raw = bytes(range(256)) * 50
    await store.write(inbox.take_in, [arrival("box/1/7", raw, noon)], noon)
    [letter] = await store.read(inbox.next_new)
    assert letter.raw == raw
    assert letter.arrived_at == noon


async def test_letters_done_with_are_emptied_in_time_once_and_never_taken_in_again(store: Store, noon: datetime) -> None:
    letters = [arrival(f"box/{state}", state.encode() + bytes(range(256)), noon) for state in LetterState]
    await store.write(inbox.take_in, letters, noon)

    def settle_all(session: Session) -> None:
        for letter in session.exec(select(InboxLetter)):
            inbox.settle(session, letter, LetterState(letter.source_key.partition("/")[2]), "", noon)

    await store.write(settle_all)
    later = noon + timedelta(days=90, seconds=1)
    assert await store.write(inbox.forget_bodies, noon) == 0
    assert await store.write(inbox.forget_bodies, later - timedelta(days=90)) == 2
    assert await store.write(inbox.forget_bodies, later) == 0
    left = await store.read(lambda session: {row.state for row in session.exec(select(InboxLetter)) if row.raw})
    assert left == set(LetterState) - {LetterState.HANDLED, LetterState.IGNORED}
    assert await store.write(inbox.take_in, letters, later) == 0


async def test_letters_are_handled_in_the_order_they_came(store: Store, noon: datetime) -> None:
    await store.write(inbox.take_in, [arrival(f"box/{n}", b"%d" % n, noon) for n in range(3)], noon)

    def settle_one(session: Session) -> str:
        [letter] = inbox.next_new(session)
        inbox.settle(session, letter, LetterState.HANDLED, "", noon)
        return letter.source_key

    assert [await store.write(settle_one) for _ in range(3)] == ["box/0", "box/1", "box/2"]
    assert not await store.read(inbox.next_new)
    assert await store.read(inbox.known_states, ["box/1", "box/9"]) == {"box/1": LetterState.HANDLED}


async def test_a_transaction_that_raises_leaves_nothing(store: Store, noon: datetime) -> None:
    def fail(session: Session) -> None:
        inbox.take_in(session, [arrival("box/1", b"x", noon)], noon)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await store.write(fail)
    assert await store.read(inbox.count_new) == 0


async def test_counting_only_letters_that_came_before_a_moment(store: Store, noon: datetime) -> None:
    await store.write(inbox.take_in, [arrival("a", b"a", noon), arrival("b", b"b", noon + timedelta(hours=1))], noon)
    assert await store.read(inbox.count_new, noon + timedelta(minutes=1)) == 1
