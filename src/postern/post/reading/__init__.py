"""Reading a letter: raw bytes, step by step, to what its writer typed.

bounds → parts (MIME tree; tnef, signed) → transfer → charset, and each text by `writing`: flowed or html → mojibake →
signed → quotation → edited → signature → wraps → characters → lines; then `alternatives` looks at what was not chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import Message

from postern.post import machines
from postern.post.bounds import MOST_MULTIPARTS, ReadingLimits, Room, bounded, header_alone, parsed, too_deep
from postern.post.letter import Address, Frame, Incoming, Kind, Verdict
from postern.post.reading import headers
from postern.post.reading.alternatives import formatted_alone
from postern.post.reading.characters import plain_lines, trimmed
from postern.post.reading.charset import decode
from postern.post.reading.flowed import stands_nowhere
from postern.post.reading.notices import notice
from postern.post.reading.parts import Parts, find_parts
from postern.post.reading.sent import Answered, SentLetter
from postern.post.reading.sheet import Reason, summarised
from postern.post.reading.sheet import left_out as set_aside
from postern.post.reading.writing import read_part
from postern.post.vacations import sounds_automatic

__all__ = ["ReadingLimits", "Reply", "Sent", "date_of", "nothing_sent", "read_letter"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a letter says that it answers: message ids, nearest first; and who writes it, under which subject."""

    answered: tuple[str, ...]
    sender: str
    subject: str


Sent = Callable[[Reply], Iterable[str | SentLetter]]
"""From what a letter answers to those that we sent, or to the texts of one, plain or HTML."""
Openings = Callable[[Reply], Collection[int] | None]
"""From what a letter answers to how those begin that we sent (see `sent.opening`); None where that is not known."""

_log = logging.getLogger(__name__)
_MOST_LINES = 5_000
_LONGEST_LINE = 2_000
_SHOWN, _MOST_NAMED = 40, 3
_MOST_BARE_BYTES = 400_000
_USUAL = ReadingLimits()


def nothing_sent(reply: Reply) -> Sequence[SentLetter]:
    """For a letter that answers none of ours, or none that is known."""
    return ()


def unknown(reply: Reply) -> Collection[int] | None:
    """For letters of ours of which nothing else is kept than what they are."""
    return None


def read_letter(
    raw: bytes,
    *,
    own_addresses: Collection[str] = (),
    complete: bool = True,
    sent: Sent = nothing_sent,
    openings: Openings = unknown,
    limits: ReadingLimits = _USUAL,
    alone: Callable[[str], bool] = stands_nowhere,
) -> Incoming:
    """Read any bytes as a letter; never raises.

    `own_addresses` are those that we send from, to know our own letters come back. Give `complete=False` for a header
    fetched without its body. `sent` gives the texts of the letters that this one answers, as we sent them, and is asked
    only where something is quoted: then lines that were typed into the quotation are found too; without it nothing
    quoted is taken. `openings` tells how these begin, so that nobody looks into them for a letter that quotes nothing.
    `alone` says of a line that an order begins with it: no program broke the line above there. Lines of
    more than 2,000 characters are left out whole and named, and those after the first 5,000. Parts left unread are named
    in `ignored`, the `limits` that kept them unread in `over`; text that was set aside is summed up by reason in
    `left_out`; `readable` is False where the letter could not be taken apart.
    """
    try:
        return _read(raw, own_addresses, complete, (sent, openings), limits, alone)
    except Exception as fault:  # The parser of the standard library fails on some malformed letters in ways of its own.
        _log.warning("A letter of %d bytes could not be taken apart (%s); read as plain text.", len(raw), type(fault).__name__)
        return _bare(raw, own_addresses, complete)


def date_of(raw: bytes) -> datetime | None:
    """When any bytes, read as a letter, say that they were written, in UTC; None where they do not, or nobody can tell."""
    try:
        return headers.date(parsed(header_alone(raw)))
    except Exception:  # as in read_letter
        return None


def _read(
    raw: bytes,
    own_addresses: Collection[str],
    complete: bool,
    ours: tuple[Sent, Openings],
    limits: ReadingLimits,
    alone: Callable[[str], bool],
) -> Incoming:
    usable, beyond = bounded(raw)
    if too_deep(usable):
        return _bare(raw, own_addresses, complete, (f"It has more than {MOST_MULTIPARTS} parts that hold parts.",))
    message = parsed(usable)
    senders = headers.addresses(message, "From") or headers.addresses(message, "Sender")
    parts = find_parts(message, limits) if complete else Parts((), ())
    in_reply_to, references = headers.message_ids(message, "In-Reply-To"), headers.message_ids(message, "References")

    answers = tuple(dict.fromkeys((*in_reply_to, *reversed(references))))
    reply = Reply(answers, senders[0].email if senders else "", headers.subject(message))
    sent, openings = ours
    answered, room = Answered((one for one in sent(reply)), lambda: openings(reply)), Room()
    read = [read_part(part, answered, room, own_addresses, alone) for part in parts.texts]
    if complete and not any(part.says_something() for part in read) and not any(part.quotes() for part in read):
        # Some programs leave only the signature in the plain text: what was typed stands in the HTML alone.
        others = find_parts(message, limits, html_first=True)
        again = [read_part(part, answered, Room(), own_addresses, alone) for part in others.texts]
        if any(part.says_something() for part in again):
            parts, read = others, again
    apart = formatted_alone(parts, read, answered, own_addresses, alone)
    lines, excess = _bounded([line for part in read for line in part.lines])
    typed = tuple(line for line in lines if not isinstance(line, Frame))
    verdict = _judged(message, own_addresses, headers.subject(message), typed)
    left_out = [item for part in read for item in part.left_out]
    left_out += [*(set_aside(Reason.BESIDE, line, line) for line in parts.aside), *apart]
    # What a program wrote at a click is nobody's words, whoever sent it; a machine or a mail system is known already.
    clicked = notice(message, headers.subject(message), typed) if verdict.answerable else None
    if clicked is not None:
        left_out.append(clicked.aside)
        lines, verdict = ((), clicked.verdict) if clicked.whole else (lines, verdict)
    return Incoming(
        raw=raw,
        message_id=next(iter(headers.message_ids(message, "Message-ID")), ""),
        sender=senders[0] if senders else Address(""),
        from_addresses=senders,
        to=headers.addresses(message, "To", "Cc"),
        delivered_to=headers.delivered_to(message),
        subject=headers.subject(message),
        date=headers.date(message),
        in_reply_to=in_reply_to,
        references=references,
        verdict=verdict,
        lines=lines,
        ignored=(*beyond, *parts.ignored, *dict.fromkeys(note for part in read for note in part.ignored), *excess),
        files=tuple(part.attached for part in parts.texts if part.attached),
        complete=complete,
        left_out=summarised(left_out),
        over=parts.over,
        signatures=tuple(dict.fromkeys((*parts.signatures, *(name for part in read for name in part.signatures)))),
    )


def _judged(message: Message, own_addresses: Collection[str], subject: str, lines: Sequence[str]) -> Verdict:
    try:
        found = machines.judge(message, own_addresses)
        words = sounds_automatic(subject, lines) if found.kind is Kind.HUMAN else ""
        return Verdict(Kind.SUSPECT, words) if words else found
    except (ValueError, TypeError, AttributeError, IndexError, KeyError, RecursionError):
        return Verdict(Kind.MACHINE, "a header that cannot be read")


def _bounded(lines: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    said = [f"lines after the first {_MOST_LINES:,}"] if len(lines) > _MOST_LINES else []
    longer = [line for line in lines[:_MOST_LINES] if len(line) > _LONGEST_LINE]
    said += [
        f'a line of {len(line):,} characters that begins "{line.strip()[:_SHOWN]}" (a line has at most {_LONGEST_LINE:,})'
        for line in longer[:_MOST_NAMED]
    ]
    if len(longer) > _MOST_NAMED:
        said.append(f"{len(longer) - _MOST_NAMED} more lines of more than {_LONGEST_LINE:,} characters")
    return tuple(line for line in lines[:_MOST_LINES] if len(line) <= _LONGEST_LINE), tuple(said)


def _bare(raw: bytes, own_addresses: Collection[str], complete: bool, over: tuple[str, ...] = ()) -> Incoming:
    """A letter whose structure cannot be read: its text below the first empty line.

    Who it is from, a person or a machine, is told as far as its header can be read; if that cannot be, it is a machine's.
    """
    _, _, body = decode(raw[:_MOST_BARE_BYTES]).replace("\r\n", "\n").partition("\n\n")
    some, beyond = Room().some(body.split("\n"))
    lines, left_out = _bounded(trimmed(plain_lines(some)))
    try:
        header = parsed(header_alone(raw))
        senders = headers.addresses(header, "From")
        to, subject = headers.addresses(header, "To", "Cc"), headers.subject(header)
        delivered, message_id = headers.delivered_to(header), next(iter(headers.message_ids(header, "Message-ID")), "")
        verdict = _judged(header, own_addresses, subject, lines)
    except Exception:  # It may be the header itself that the library cannot take.
        senders, to, subject, delivered, message_id = (), (), "", (), ""
        verdict = Verdict(Kind.MACHINE, "a letter that cannot be taken apart")
    return Incoming(
        raw=raw,
        message_id=message_id,
        sender=senders[0] if senders else Address(""),
        from_addresses=senders,
        to=to,
        delivered_to=delivered,
        subject=subject,
        date=None,
        in_reply_to=(),
        references=(),
        verdict=verdict,
        lines=lines,
        ignored=(*beyond, *left_out),
        complete=complete,
        over=over,
        readable=False,
    )
