"""A letter that came in, a letter to go out, and how the latter becomes bytes."""

from __future__ import annotations

import hashlib
import html as html_escapes
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage, Message
from email.policy import SMTP
from email.utils import format_datetime
from enum import Enum

END_MARK = "(end of letter)"
"""Last line of every letter we send. Mail programs that quote without marking the lines leave it in, so that
orders typed below such a quotation can still be told from it."""
_MARK_WITHIN = re.compile(r"\(\s*end\s+of\s+letter\s*\)")

_SEVEN_BIT = SMTP.clone(cte_type="7bit")
# A word longer than the line would be written as an encoded word, which breaks message ids: fold late.
_LATE_FOLDING = _SEVEN_BIT.clone(max_line_length=240)
_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
# Before the @ some providers allow what the RFC does not, such as two dots in a row.
_ADDRESS = re.compile(rf"[^\s<>()\[\],;:\\\"@\x00-\x1f\x7f]+@{_LABEL}(?:\.{_LABEL})*")
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,140}@[!-;=?-~]{1,80}>")
"""A message id as we take it from others and give it out: visible ASCII, short enough never to be folded."""

LOOP_HEADER = "X-Loop"
"""Header that our letters carry with our own address; a letter that comes back with it is our own."""

_HEADER_NAME = re.compile(r"[!-9;-~]+")
_OURS_TO_WRITE = frozenset(
    {"from", "to", "cc", "bcc", "subject", "date", "message-id", "reply-to", "in-reply-to", "references", "list-id"}
    | {"mime-version", "content-type", "content-transfer-encoding", "content-disposition", "auto-submitted"}
)


@dataclass(frozen=True, slots=True)
class Address:
    """One mailbox: `email` as written (its domain in lower case), `name` for display, may be empty."""

    email: str
    name: str = ""


class Kind(Enum):
    """Who seems to have sent a letter: a person, perhaps a program, surely a program (RFC 3834), or a mail system reporting
    on delivery."""

    HUMAN = "human"
    SUSPECT = "suspect"
    MACHINE = "machine"
    BOUNCE = "bounce"


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a delivery report says (RFC 3464). `final`: the letter will not arrive, whoever is to blame (a failed action, or a
    5.x.x status that is no delay); `permanent`: that is so since its address is no good."""

    recipients: tuple[str, ...]
    permanent: bool
    status: str
    original_message_id: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether to answer a letter: a person's always, a suspect's now and then, others never. `reason`, empty for a person,
    is a few words for the log and for a suspect's answer. ``certain``: no person wrote it, whatever address it came to: an
    automatic reply (RFC 3834), a delivery report, a receipt, or a letter of our own. Other marks of machines are also put on
    people's letters, by mailing lists and relays."""

    kind: Kind
    reason: str = ""
    bounce: Bounce | None = None
    certain: bool = False

    @property
    def answerable(self) -> bool:
        """Whether a person may have written the letter."""
        return self.kind in (Kind.HUMAN, Kind.SUSPECT)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Text of a letter that was not taken as its writer's own: why, how many lines, and how the first one begins.

    ``texts`` are those of its lines that stand in no letter of ours, without marks of quotation: an order may be among them.
    """

    reason: str
    lines: int
    example: str
    texts: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TypedPassword:
    """A password typed into a letter: on which line, from 1, and whether it is to be set. Never shown anywhere."""

    line: int
    text: str = field(repr=False)
    sets: bool = False


class Frame(str):
    """A line of ours that the writer's own lines stand below in a quotation, and that says whom they order or in which block
    they stand: it was not typed, and counts nowhere as a line."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Incoming:
    """A letter read into what the desk needs. Text is decoded; nothing in it is trusted.

    `sender` is the first From address (email empty when there is none), `from_addresses` are all of them. `to` holds
    To and Cc; `delivered_to` what the receiving server noted (Delivered-To, X-Original-To, …), nearest hop first.
    Message ids keep their angle brackets. `lines` are what the writer typed, without quotation and signature, without blank
    lines at either end; above what was typed into our letter stand the lines of it that it is below, as `Frame`s. `files` names
    text files whose lines are among them, `ignored` parts left unread, one phrase each; `left_out` sums up by reason the text
    that was read but is not the writer's; `over` says in a sentence each which limits the letter went beyond. `signatures`
    names digital signatures that came along: nothing here checks them. `complete` is False where only the header was fetched
    because the letter is above the size limit; `readable` is False where the letter could not be taken apart, so that `lines`
    are a guess. `passwords` are those that were taken out of the lines.
    """

    raw: bytes
    message_id: str
    sender: Address
    from_addresses: tuple[Address, ...]
    to: tuple[Address, ...]
    delivered_to: tuple[str, ...]
    subject: str
    date: datetime | None
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    verdict: Verdict
    lines: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    complete: bool = True
    left_out: tuple[LeftOut, ...] = ()
    over: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    readable: bool = True
    passwords: tuple[TypedPassword, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    @property
    def typed(self) -> tuple[str, ...]:
        """The lines without those that only frame them."""
        return tuple(line for line in self.lines if not isinstance(line, Frame))


@dataclass(frozen=True, slots=True)
class InlineImage:
    """A picture shown inside the HTML part by `<img src="cid:CID">`. `subtype` such as png or jpeg."""

    cid: str
    filename: str
    data: bytes
    subtype: str = "png"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that comes with the letter. `content_type` such as application/pdf, or text/calendar; method=PUBLISH."""

    filename: str
    data: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter to be sent, as data. The same fields give the same bytes (see `compose`)."""

    sender: Address
    to: tuple[Address, ...]
    subject: str
    text: str
    message_id: str
    date: datetime
    html: str = ""
    images: tuple[InlineImage, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    reply_to: Address | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    auto_submitted: str = "auto-replied"
    list_id: str = ""
    loop: str = ""
    """Our own address, written as X-Loop: a letter that comes back with it is ours."""
    headers: Mapping[str, str] = field(default_factory=dict)
    end_mark: bool = True


def new_message_id(domain: str) -> str:
    """A fresh Message-ID in angle brackets; fix it in the outbox row before the first attempt to send."""
    return f"<{secrets.token_hex(12)}.postern@{_domain(domain)}>"


def now() -> datetime:
    """This moment in UTC, whole seconds, as letters carry it."""
    return datetime.now(UTC).replace(microsecond=0)


def mailbox_of(address: str) -> str:
    """Return the mailbox behind an address: in small letters, and without the tag behind a plus sign."""
    local, at, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}{at}{domain}"


def is_address(text: str) -> bool:
    """Whether the text is a plain mailbox such as `joe@example.org`, fit for an envelope: at most 254 characters, and behind
    the @ the name of a host (RFC 1123)."""
    return len(text) <= 254 and text.isascii() and _ADDRESS.fullmatch(text) is not None


def compose(outgoing: Outgoing) -> bytes:
    """The letter as RFC 5322 bytes: CRLF line ends, seven-bit clean, the same bytes for the same fields.

    Parts nest as mixed > alternative > (text, related > (HTML, pictures)), each level only where needed. Line breaks in
    header fields become spaces. Raises ValueError for an address, a message id or a header name that could not stand
    in a header, for a header of `headers` that is a field of `Outgoing`, and for a date without a zone.
    """
    message = EmailMessage(policy=_SEVEN_BIT)
    message["From"] = _mailbox(outgoing.sender)
    message["To"] = ", ".join(_mailbox(address) for address in outgoing.to)
    message["Subject"] = _one_line(outgoing.subject)
    if outgoing.date.tzinfo is None:
        raise ValueError("a letter's date needs a time zone")
    message["Date"] = format_datetime(outgoing.date)
    message["Message-ID"] = _checked_id(outgoing.message_id)
    if outgoing.reply_to is not None:
        message["Reply-To"] = _mailbox(outgoing.reply_to)
    if outgoing.in_reply_to:
        message["In-Reply-To"] = _checked_id(outgoing.in_reply_to)
    if outgoing.references:
        message["References"] = " ".join(_checked_id(ref) for ref in outgoing.references)
    if outgoing.auto_submitted:
        message["Auto-Submitted"] = _one_line(outgoing.auto_submitted)
        message["X-Auto-Response-Suppress"] = "All"
    if outgoing.list_id:
        message["List-Id"] = f"<{_domain(outgoing.list_id)}>"
    if outgoing.loop:
        message[LOOP_HEADER] = _checked(outgoing.loop)
    for name, value in outgoing.headers.items():
        if not _HEADER_NAME.fullmatch(name) or name.lower() in _OURS_TO_WRITE:
            raise ValueError(f"header {name!r} cannot be set this way")
        message[name] = _one_line(value)
    message.set_content(with_mark(outgoing.text) if outgoing.end_mark else _ending(outgoing.text))
    if outgoing.html:
        message.add_alternative(html_with_mark(outgoing.html) if outgoing.end_mark else outgoing.html, subtype="html")
        _add_images(message, outgoing.images)
    for attachment in outgoing.attachments:
        content_type, _, parameter = attachment.content_type.partition("; ")
        maintype, _, subtype = content_type.partition("/")
        message.add_attachment(
            attachment.data,
            maintype=maintype,
            subtype=subtype or "octet-stream",
            filename=_one_line(attachment.filename),
            params=dict([parameter.split("=", 1)]) if parameter else None,
        )
    _fix_boundaries(message, outgoing.message_id)
    return message.as_bytes(policy=_LATE_FOLDING)


def _add_images(message: EmailMessage, images: tuple[InlineImage, ...]) -> None:
    """Put the pictures beside the HTML part, which is the last alternative."""
    if not images:
        return
    parts = message.get_payload()
    html_part = parts[-1] if isinstance(parts, list) else message
    assert isinstance(html_part, EmailMessage)
    for image in images:
        html_part.add_related(
            image.data,
            maintype="image",
            subtype=image.subtype,
            cid=f"<{_one_line(image.cid)}>",
            filename=_one_line(image.filename),
            disposition="inline",
        )


def _fix_boundaries(message: EmailMessage, message_id: str) -> None:
    """Name the boundaries after the Message-ID instead of by chance: a letter rebuilt is the same letter."""
    for number, part in enumerate(message.walk()):
        if isinstance(part, Message) and part.is_multipart():
            digest = hashlib.sha256(f"{number}:{message_id}".encode()).hexdigest()
            part.set_boundary(f"=_{digest[:32]}")


def with_mark(text: str) -> str:
    """The text with the end mark below it and nowhere else: where it stands, a quotation of the letter is over."""
    return f"{_without_mark(text).rstrip()}\n\n{END_MARK}\n"


def _without_mark(text: str) -> str:
    return _MARK_WITHIN.sub(END_MARK.strip("()"), text)


def _ending(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def html_with_mark(html: str) -> str:
    """The same for HTML."""
    look = "max-width:680px;margin:8px auto;color:#595959;font-size:13px"
    mark = f'<p class="end" style="{look}">{html_escapes.escape(END_MARK)}</p>'
    head, body_end, tail = _without_mark(html).rpartition("</body>")
    return head + mark + body_end + tail if body_end else tail + mark


def _one_line(value: str) -> str:
    """The value fit for one header field: every run of white space and control characters is one space."""
    return re.sub(r"[\s\x00-\x1f\x7f]+", " ", value).strip()


def _checked(email: str) -> str:
    if not is_address(email):
        raise ValueError(f"{email!r} is not a mail address that we can write to")
    return email


def _mailbox(address: Address) -> str:
    _checked(address.email)
    name = re.sub(r'[\\"]', "'", _one_line(address.name))
    return f'"{name}" <{address.email}>' if name else address.email


def _checked_id(message_id: str) -> str:
    if not MESSAGE_ID.fullmatch(message_id):
        raise ValueError(f"{message_id!r} is not a message id")
    return message_id


def _domain(text: str) -> str:
    domain = text.rpartition("@")[2].strip().lower()
    if not re.fullmatch(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", domain):
        raise ValueError(f"{text!r} has no domain")
    return domain
