"""Letters of ours on record as they were sent, and replies that quote them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from email.message import EmailMessage

from sqlmodel import Session

from postern.desk.documents.workers import Workers
from postern.desk.games.due import run_due
from postern.post.reading.sent import opening, packed, texts_of
from postern.store.tables import OutboxLetter
from tests.desk.box import Box, parse, text_of
from tests.desk.letters.test_letters import ANN
from tests.desk.playing import finished_bytes, newest

INTRO = "On Fri, Nov 20, 2026 at 8:00 PM, Postern wrote:"


def put_on_record(box: Box, row: OutboxLetter) -> EmailMessage:
    """Store the letter of a draft as it is sent, with its documents: without its bytes no quotation of it is compared."""
    raw = finished_bytes(box, row)
    texts = texts_of(raw)

    def store(session: Session) -> None:
        kept = session.get_one(OutboxLetter, row.id)
        kept.raw, kept.bare, kept.opening = raw, packed(texts), opening(texts)
        session.add(kept)

    box.desk.store.write_now(store)
    return parse(raw)


def practice(box: Box, workers: Workers, slug: str) -> EmailMessage:
    """A practice game of this ruleset with ANN in a seat ANNA: its first report, on record."""
    rules = box.desk.config.practice.model_copy(update={"rulesets": (slug,)})
    box.desk.config = box.desk.config.model_copy(update={"practice": rules})
    box.send(ANN, "PRACTICE\nNAME=ANNA")
    asyncio.run(run_due(box.desk, workers))
    return put_on_record(box, newest(box, ANN))


def marked(report: EmailMessage, typed: Callable[[str], Sequence[str]], above: Sequence[str] = ()) -> str:
    """The report quoted with marks, and below each of its lines what ``typed`` gives for that."""
    lines = text_of(report).rstrip("\n").split("\n")
    body = [one for line in lines for one in (f"> {line}".rstrip(), *typed(line))]
    return "\n".join([*above, "", INTRO, *body, ""])


def told(box: Box, report: EmailMessage, body: str) -> str:
    """The words of the answer to a reply."""
    (answer,) = (one for one in box.reply(report, body, ANN) if one["To"] == ANN)
    return text_of(answer)
