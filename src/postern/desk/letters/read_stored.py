"""Reads a stored letter. Our own letters are looked up too, to find what was typed between the lines that it quotes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.language.replied_to import without_re
from postern.desk.settings.rulesets import begins_order, ruleset
from postern.post.letter import Incoming
from postern.post.proof.password import take_passwords
from postern.post.reading import Reply, read_letter
from postern.post.reading.sent import SentLetter, SentText, texts_of, unpacked
from postern.store import outbox
from postern.store.sealing import whole
from postern.store.tables import InboxLetter

_MOST_LETTERS = 3
_MOST_LATEST = 12


def read_stored(session: Session, desk: Desk, row: InboxLetter) -> Incoming:
    """What the letter says, without its passwords.

    Our own letters are looked up only where it may quote one. Raises DamagedLetter when the database no longer holds the
    letter as it came.
    """
    ours = _Ours(session, f".postern@{desk.domain}>")
    read = read_letter(
        whole(row.raw),
        own_addresses=(desk.address,),
        complete=row.complete,
        sent=ours.letters,
        openings=ours.openings,
        limits=desk.config.limits.reading,
        alone=begins_order,
    )
    return take_passwords(read)


class _Ours:
    """Our letters that one letter may quote. Their ids end with ``ending``."""

    def __init__(self, session: Session, ending: str) -> None:
        self._session, self._ending = session, ending
        self._found: list[outbox.Written] | None = None

    def openings(self, reply: Reply) -> Collection[int] | None:
        """Return how these letters begin; None where that is not kept of all of them."""
        if self._found is None:
            self._found = self._answered(reply, whole=False)
        known = [one.opening for one in self._found if one.opening is not None]
        return known if len(known) == len(self._found) else None

    def letters(self, reply: Reply) -> Iterator[SentLetter]:
        """Give these letters, nearest first."""
        found = self._answered(reply, whole=True) if self._found is None else self._found
        if any(one.bare is None for one in found):
            found = outbox.written(self._session, [one.message_id for one in found], whole=True)
        for one in found:
            part_of = ruleset(one.rules).line_part if one.rules else None
            letter = SentLetter(self._texts(one), named=bool(reply.answered))
            yield replace(letter, part_of=part_of) if part_of is not None else letter

    def _answered(self, reply: Reply, *, whole: bool) -> list[outbox.Written]:
        """Find the letters of ours among those answered.

        None where the nearest is not ours: what is quoted then is the writer's own earlier letter, with orders of then. Some
        programs do not say what they answer: then letters to the writer's address with the subject that is answered are
        meant, or the newest ones.
        """
        if reply.answered:
            if not reply.answered[0].endswith(self._ending):
                return []
            ids = [one for one in reply.answered if one.endswith(self._ending)][:_MOST_LETTERS]
            return outbox.written(self._session, ids, whole=whole)
        to, subject = reply.sender.lower(), without_re(reply.subject)
        about = outbox.latest_to(self._session, to, _MOST_LATEST, subject) if subject else []
        latest = outbox.latest_to(self._session, to, _MOST_LATEST)
        return list({one.message_id: one for one in (*about, *latest)}.values())

    def _texts(self, letter: outbox.Written) -> Iterator[SentText]:
        """Give the texts of a letter; of what is kept no more, none."""
        yield from unpacked(letter.bare) if letter.bare else texts_of(outbox.body(self._session, letter.message_id))
