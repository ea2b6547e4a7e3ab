"""A letter box to write to a desk, and settings for one with the small game."""

from __future__ import annotations

import email
import email.policy
import email.utils
import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from functools import lru_cache

import lxml.html
from sqlmodel import col, select

from postern.desk.context import Desk
from postern.desk.letters.handling import Handled, handle_some
from postern.post.proof.keys import Keys
from postern.store import inbox
from postern.store.inbox import Arrival
from postern.store.tables import OutboxLetter


class _ReadOnce(HeaderRegistry):
    """Headers as the library reads them, but each once: its own policy reads one anew whenever it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.read = lru_cache(maxsize=4096)(super().__call__)

    def __call__(self, name: str, value: str) -> BaseHeader:
        return self.read(name, value)


_READING = email.policy.default.clone(header_factory=_ReadOnce())

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

POSTERN = """
[post]
address = "orders@example.org"
[post.secret]
[post.mailbox]
kind = "maildir"
path = "mail"
[post.smtp]
host = "127.0.0.1"
port = 2525
security = "plain"
[desk]
game_masters = ["gm@example.org"]
data = "var"
[work]
workers = 0
[practice]
rulesets = ["tests.desk.toy:RULESET"]
seats = 3
"""

GAME = """
name = "TOY-1"
ruleset = "tests.desk.toy:RULESET"
seats = 3
computers = 1
deadline = "Fri 20:00"
timezone = "Europe/Berlin"
early_delay = "30m"
press = "anonymous"
documents = []
seed = "fixed"
"""


@dataclass
class Box:
    """Writes letters to the desk and reads those it wrote."""

    desk: Desk
    numbers: Iterator[int] = field(default_factory=itertools.count)
    read_up_to: int = 0
    writers: set[str] = field(default_factory=set)
    """The addresses that wrote, in small letters."""
    keys: Keys = field(init=False, repr=False)
    """The keys of other houses as the desk had them at first."""

    def __post_init__(self) -> None:
        self.keys = self.desk.keys

    def letter(self, sender: str, body: str, to: str = "orders@example.org", subject: str = "", **headers: str) -> bytes:
        self.writers |= {address.lower() for _, address in email.utils.getaddresses([sender]) if "@" in address}
        message = EmailMessage()
        message["From"] = sender
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = f"<{next(self.numbers)}@home.example>"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content(body)
        return message.as_bytes()

    def put(self, raw: bytes, *, complete: bool = True) -> None:
        arrival = Arrival(f"box/{next(self.numbers)}", raw, "", self.desk.clock.now(), complete)
        self.desk.store.write_now(inbox.take_in, [arrival], self.desk.clock.now())

    def handle(self) -> Handled | None:
        done = self.desk.store.write_now(handle_some, self.desk, most=1)
        return done[0] if done else None

    def send(
        self, sender: str, body: str, to: str = "orders@example.org", subject: str = "", **headers: str
    ) -> list[EmailMessage]:
        """Sends a letter, has it handled, and returns what was written because of it."""
        self.put(self.letter(sender, body, to, subject, **headers))
        self.news()
        self.handle()
        return self.news()

    def reply(self, to: EmailMessage, body: str, sender: str = "") -> list[EmailMessage]:
        """Replies to a letter of the desk's, as a mail program does."""
        return self.send(
            sender or str(to["To"]),
            body,
            str(to["Reply-To"] or to["From"]),
            f"Re: {to['Subject']}",
            In_Reply_To=str(to["Message-ID"]),
            References=f"{to['References'] or ''} {to['Message-ID']}".strip(),
        )

    def insist(self, to: EmailMessage, body: str, sender: str = "", below: str = "") -> list[EmailMessage]:
        """Replies with what cannot be undone, and says YES, with ``below`` it, to the letter that asks about it. What was
        written after that."""
        (asked,) = (letter for letter in self.reply(to, body, sender) if letter["To"] == to["To"])
        return self.reply(asked, f"YES\n{below}")

    def rows(self, after: int = 0) -> list[OutboxLetter]:
        """All rows of the outbox with a number above ``after``, oldest first."""
        query = select(OutboxLetter).where(col(OutboxLetter.id) > after).order_by(col(OutboxLetter.id))
        return self.desk.store.write_now(lambda session: list(session.exec(query)))

    def news(self) -> list[EmailMessage]:
        """The letters written since the last look; drafts as they are without documents."""
        from postern.desk.documents.finishing import plain_letter

        fresh = self.rows(self.read_up_to)
        self.read_up_to = max((row.id for row in fresh), default=self.read_up_to)
        return [parse(row.raw if row.raw is not None else plain_letter(row.draft or b"")) for row in fresh]

    def letters_to_players(self) -> Iterator[tuple[str, EmailMessage]]:
        """Every letter ever written but those to game masters, with the address it goes to; no emptied ones."""
        from postern.desk.documents.finishing import plain_letter

        for row in self.rows():
            emptied = row.raw is None and row.draft is None
            if not emptied and row.kind != "master" and row.recipient.lower() not in self.desk.config.desk.game_masters:
                raw = row.raw if row.raw is not None else plain_letter(row.draft or b"")
                yield row.recipient.lower(), parse(raw)


HEADERS = frozenset(
    "from to subject date message-id mime-version content-type content-transfer-encoding reply-to in-reply-to references "
    "auto-submitted precedence list-id list-unsubscribe x-auto-response-suppress x-loop x-postern-loop feedback-id".split()
)
_TAGS = frozenset(
    "html head meta title style body div p span h1 h2 h3 h4 pre code table thead tbody tr th td ul ol li br hr b strong i em "
    "small a img blockquote section details summary dl dt dd colgroup col caption figure figcaption main header footer".split()
)


def is_sound(letter: EmailMessage) -> str:
    """What is wrong with a letter of ours, whatever its readers and writers are called and wrote; "" for nothing.

    No header but those we write, each on one line; text without control characters; HTML in which only our own elements stand,
    that runs nothing and fetches nothing.
    """
    strange = [name for name in letter if name.lower() not in HEADERS]
    if strange or letter.defects:
        return f"headers {strange}, defects {letter.defects}"
    for part in letter.walk():
        if part.get_content_type() == "text/plain" and not part.is_attachment():
            text = str(part.get_content())
            if found := [one for one in text if unicodedata.category(one) == "Cc" and one not in "\n\t\r"]:
                return f"control characters {found[:5]!r}"
        if part.get_content_type() == "text/html" and not part.is_attachment():
            for element in lxml.html.document_fromstring(str(part.get_content())).iter():
                if not isinstance(element.tag, str):
                    continue
                source = str(element.get("src") or element.get("href") or "cid:")
                runs = [name for name, _ in element.items() if name.startswith("on")]
                if element.tag not in _TAGS or runs or not source.startswith(("cid:", "mailto:", "data:image/", "#")):
                    return f"<{element.tag} {runs} {source[:40]}>"
    return ""


def words_of(letter: EmailMessage) -> str:
    """Headers and all texts of a letter, decoded, in small letters."""
    parts = [f"{name}: {value}" for name, value in letter.items()]
    parts += [str(part.get_content()) for part in letter.walk() if part.get_content_maintype() == "text"]
    return " ".join(" ".join(parts).split()).lower()


def parse(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=_READING)
    assert isinstance(message, EmailMessage)
    return message


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
