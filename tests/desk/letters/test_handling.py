"""A batch of letters in one transaction: what goes wrong with one of them, however late it shows, is that letter's alone."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.letters import handling
from postern.store import inbox
from postern.store.tables import InboxLetter, LetterState, SeatOrders
from tests.desk.box import Box, text_of
from tests.desk.letters.test_letters import running, states
from tests.desk.playing import on_file

__all__ = ["running"]


def test_a_fault_that_shows_only_when_all_is_written_is_one_letters_own(
    running: dict[str, EmailMessage], box: Box, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left for the end of the savepoint breaks a rule of a table, after the letter itself was written down."""
    write_down = inbox.write_down

    def and_something_impossible(session: Session, row: InboxLetter) -> None:
        write_down(session, row)
        if b"guess 2" in row.raw:
            session.add(SeatOrders(seat_id=999_999, turn=1, text="", updated_at=desk.clock.now()))

    monkeypatch.setattr(inbox, "write_down", and_something_impossible)
    for name, text in (("ANN", "guess 1"), ("BOB", "guess 2"), ("ANN", "guess 3")):
        first = running[name]
        box.put(box.letter(str(first["To"]), text, str(first["Reply-To"])))
    while desk.store.write_now(handling.handle_some, desk):
        pass
    assert states(desk)[-1:] == [LetterState.FAILED]
    assert states(desk).count(LetterState.NEW) == 0
    assert on_file(desk, "ANN") == "guess 3"
    assert on_file(desk, "BOB") is None
    told = {str(letter["To"]): " ".join(text_of(letter).split()) for letter in box.news()}
    assert "will look at it" in told[str(running["BOB"]["To"])], told
