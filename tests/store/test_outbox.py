"""Letters to be sent: one for each reason, one sender at a time, tried again, given up loudly."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from postern.store import outbox
from postern.store.engine import Store
from postern.store.tables import Game, OutboxLetter, OutState, Seat

LEASE = timedelta(minutes=2)
HOUR = timedelta(hours=1)


def letter(
    number: int,
    now: datetime,
    *,
    reason: str = "",
    priority: int = 5,
    next_try: datetime | None = None,
    raw: bytes | None = b"r",
    draft: bytes | None = None,
) -> outbox.NewOutboxLetter:
    return outbox.NewOutboxLetter(
        message_id=f"<{number}@x>",
        dedupe_key=reason or f"reason {number}",
        kind="answer",
        recipient="ann@example.org",
        subject="s",
        raw=raw,
        draft=draft,
        state=OutState.WAITING if draft is None else OutState.DRAFT,
        priority=priority,
        next_try=next_try or now,
        created_at=now,
    )


def number_of(row: OutboxLetter) -> int:
    assert row.id is not None
    return row.id


async def test_one_letter_for_one_reason(store: Store, noon: datetime) -> None:
    assert await store.write(outbox.write, letter(1, noon))
    assert not await store.write(outbox.write, letter(2, noon, reason="reason 1"))
    assert await store.read(outbox.counts) == {"waiting": 1}


async def test_two_senders_never_hold_the_same_letter(store: Store, noon: datetime) -> None:
    for number in range(4):
        await store.write(outbox.write, letter(number, noon))
    first = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 2)
    second = await store.write(outbox.claim, OutState.WAITING, "b", noon, LEASE, 9)
    assert [row.message_id for row in first] == ["<0@x>", "<1@x>"]
    assert [row.message_id for row in second] == ["<2@x>", "<3@x>"]
    later = noon + LEASE + timedelta(seconds=1)
    assert len(await store.write(outbox.claim, OutState.WAITING, "c", later, LEASE, 9)) == 4


async def test_urgent_letters_first_and_none_before_its_time(store: Store, noon: datetime) -> None:
    await store.write(outbox.write, letter(1, noon, priority=9))
    await store.write(outbox.write, letter(2, noon, priority=1))
    await store.write(outbox.write, letter(3, noon, next_try=noon + timedelta(hours=1)))
    rows = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 9)
    assert [row.message_id for row in rows] == ["<2@x>", "<1@x>"]
    assert await store.read(outbox.next_due) == noon


async def test_a_failed_attempt_is_tried_again_later(store: Store, noon: datetime) -> None:
    await store.write(outbox.write, letter(1, noon))
    (row,) = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 1)
    await store.write(outbox.postpone, number_of(row), "a", "refused", noon + timedelta(minutes=1))
    assert await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 1) == []
    (again,) = await store.write(outbox.claim, OutState.WAITING, "a", noon + timedelta(minutes=1), LEASE, 1)
    assert (again.attempts, again.last_error, again.message_id) == (1, "refused", "<1@x>")


async def test_what_is_sent_is_not_sent_again_and_a_lost_lease_changes_nothing(store: Store, noon: datetime) -> None:
    await store.write(outbox.write, letter(1, noon))
    (row,) = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 1)
    await store.write(outbox.mark_sent, [number_of(row)], "somebody else", noon)
    assert await store.read(outbox.counts) == {"waiting": 1}
    assert not await store.write(outbox.give_up, number_of(row), "somebody else", "no")
    await store.write(outbox.mark_sent, [number_of(row)], "a", noon)
    assert await store.read(outbox.counts) == {"sent": 1}


async def test_giving_up_and_freeing(store: Store, noon: datetime) -> None:
    await store.write(outbox.write, letter(1, noon))
    await store.write(outbox.write, letter(2, noon))
    rows = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 9)
    assert await store.write(outbox.give_up, number_of(rows[0]), "a", "550 no such user")
    assert await store.read(outbox.owners) == ["a"]
    assert await store.write(outbox.release, "a") == 1
    assert await store.read(outbox.counts) == {"gave_up": 1, "waiting": 1}
    assert len(await store.write(outbox.claim, OutState.WAITING, "b", noon, LEASE, 9)) == 1


async def test_a_draft_waits_to_be_sent_once_it_is_finished(store: Store, noon: datetime) -> None:
    await store.write(outbox.write, letter(1, noon, raw=None, draft=b"{}"))
    assert await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 9) == []
    (row,) = await store.write(outbox.claim, OutState.DRAFT, "a", noon, LEASE, 9)
    assert await store.write(outbox.finish_draft, number_of(row), "a", b"whole")
    assert not await store.write(outbox.finish_draft, number_of(row), "a", b"again")
    (ready,) = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 9)
    assert (ready.raw, ready.draft, ready.message_id) == (b"whole", b"{}", "<1@x>")
    assert await store.write(outbox.lighten, number_of(row), "552 too large", noon)
    assert not await store.write(outbox.lighten, number_of(row), "552 too large", noon), "it is a draft already"
    (again,) = await store.write(outbox.claim, OutState.DRAFT, "a", noon, LEASE, 9)
    assert (again.raw, again.last_error) == (b"whole", "552 too large")


async def test_old_sent_letters_are_emptied_and_nothing_else(store: Store, noon: datetime) -> None:
    await store.write(outbox.write, letter(1, noon))
    (row,) = await store.write(outbox.claim, OutState.WAITING, "a", noon, LEASE, 9)
    await store.write(outbox.mark_sent, [number_of(row)], "a", noon)
    await store.write(outbox.write, letter(2, noon))
    assert await store.write(outbox.forget_bodies, noon) == 0
    assert await store.write(outbox.forget_bodies, noon + timedelta(days=30)) == 1
    sent, waiting = await store.read(lambda session: session.exec(select(OutboxLetter).order_by(col(OutboxLetter.id))).all())
    assert (sent.state, waiting.state) == (OutState.SENT, OutState.WAITING)
    assert (sent.raw, sent.subject, waiting.raw) == (None, "s", b"r")


async def test_a_reason_is_forgotten_with_what_lies_below_it_and_no_other(store: Store, noon: datetime) -> None:
    for number, reason in enumerate(("answer/1", "answer/1/ann", "answer/12")):
        await store.write(outbox.write, letter(number, noon, reason=reason))
    await store.write(outbox.forget_reason, "answer/1")
    assert await store.write(outbox.write, letter(3, noon, reason="answer/1"))
    assert await store.write(outbox.write, letter(4, noon, reason="answer/1/ann"))
    assert not await store.write(outbox.write, letter(5, noon, reason="answer/12"))


async def test_what_came_back_since_then_has_not_arrived(store: Store, noon: datetime) -> None:
    for number, when in enumerate((noon, noon + LEASE)):
        await store.write(outbox.write, letter(number, when))
        (claimed,) = await store.write(outbox.claim, OutState.WAITING, "a", when, LEASE, 1)
        assert await store.write(outbox.give_up, number_of(claimed), "a", "no such address")
    assert await store.read(outbox.not_arrived, "ann@example.org", "answer", noon + LEASE) == ["reason 1"]
    assert await store.read(outbox.not_arrived, "ann@example.org", "answer", None) == []


async def test_letters_to_a_mailbox_are_counted_with_all_its_tags_and_no_others(store: Store, noon: datetime) -> None:
    to = ["a_n@x.org", "a_n+1@x.org", "a_n+b+c@x.org", "a_n+1@y.org", "axn+1@x.org", "ann@x.org", "a_nb@x.org"]
    for number, recipient in enumerate([*to, *to]):
        written = noon - HOUR if number < len(to) else noon
        await store.write(outbox.write, replace(letter(number, written), recipient=recipient))
    for asked in to[:3]:
        assert await store.read(outbox.written_between, asked, "answer", noon, noon + HOUR) == 3
        assert await store.read(outbox.written_between, asked, "answer", noon - HOUR, noon + HOUR) == 6
        assert await store.read(outbox.written_between, asked, "guest", noon, noon + HOUR) == 0
    assert await store.read(outbox.written_between, "new+1@x.org", "answer", noon, noon + HOUR) == 0


async def test_what_is_newer_withdraws_what_waits_for_the_same_seat_and_the_like_reason(store: Store, noon: datetime) -> None:
    def seated(session: Session) -> list[int]:
        game = Game(name="G", ruleset="r", title="t", seed="s", created_at=noon)
        session.add(game)
        session.flush()
        found = [Seat(game_id=game.id, number=number, name=f"S{number}", joined_at=noon) for number in (1, 2)]
        session.add_all(found)
        session.flush()
        return [seat.id for seat in found]

    def withdrawn(session: Session) -> set[str]:
        void = select(OutboxLetter.dedupe_key).where(col(OutboxLetter.state) == OutState.VOID)
        return set(session.exec(void))

    ann, bob = await store.write(seated)
    written = {
        "late/1/a": ann,
        "reminder/1/a": ann,
        "reminder/12/a": ann,
        "remindersX1/a": ann,
        "late/1/b": bob,
        "late/1/-": None,
    }
    for number, (reason, seat) in enumerate(written.items()):
        await store.write(outbox.write, replace(letter(number, noon, reason=reason), seat_id=seat, kind="reminder"))
    late = replace(letter(8, noon), seat_id=ann, priority=1, kind="reminder")
    for number in (8, 9):
        await store.write(outbox.write, replace(late, message_id=f"<{number}@x>", dedupe_key=f"late/1/{number}"))
    await store.write(outbox.write, replace(letter(7, noon, reason="late/1/answer"), seat_id=ann))
    claimed = await store.write(outbox.claim, OutState.WAITING, "x", noon, LEASE, 2)
    await store.write(outbox.mark_sent, [number_of(claimed[1])], "x", noon)
    await store.write(outbox.write, replace(letter(10, noon, reason="late/1/draft", draft=b"d"), seat_id=ann, kind="reminder"))
    assert await store.write(outbox.supersede, ann, "reminder/1", "late/1") == 3
    assert await store.read(withdrawn) == {"reminder/1/a", "late/1/a", "late/1/draft"}
    assert await store.write(outbox.supersede, ann, "reminder/1", "late/1") == 0
    assert await store.write(outbox.supersede, None, "late/1") == 1
    assert await store.read(withdrawn) == {"reminder/1/a", "late/1/a", "late/1/draft", "late/1/-"}
