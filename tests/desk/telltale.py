"""A desk at which everybody has something to hide, and which remembers from which templates each of its letters was made.

``Telltale.told`` holds every letter against what its reader must not know: the address, the real name and the orders of
anybody else. Readiness, and all else of ANN's own, is proven hidden by comparing two such desks, at which she is another
person who does other things: see ``test_every_letter``.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from postern.desk.answers.answer import Call
from postern.desk.commands import registry
from postern.desk.commands.spec import Command
from postern.desk.context import Desk, open_desk
from postern.desk.documents.drafts import unpack
from postern.desk.documents.templates import Page, Part, Templates
from postern.desk.documents.workers import LocalWorkers, Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.verbs import VERBS, Errand, Verb
from postern.desk.games.due import run_due
from postern.desk.settings.config import read_config
from postern.desk.settings.resources import letters_folder
from postern.desk.timing.clock import ManualClock
from postern.store.tables import OutboxLetter
from tests.desk.box import GAME, NOON, POSTERN, Box, is_sound, parse, text_of, words_of
from tests.desk.playing import finished, join, reports

MASTER = "gm@example.org"
_STATIONERY = Templates(letters_folder())
"""One for all desks: its templates are made ready once."""


@dataclass(frozen=True)
class Person:
    """Somebody with secrets. ``addresses``: theirs, the first being the one they write from; ``orders``: what they order,
    in words that no letter has but theirs; ``ready``: whether they say READY."""

    addresses: tuple[str, ...]
    real: str
    orders: tuple[str, ...]
    zone: str
    ready: bool = False

    @property
    def sender(self) -> str:
        """Their From line."""
        return f'"{self.real}" <{self.addresses[0]}>'

    @property
    def secrets(self) -> list[str]:
        """What nobody else may read, in small letters."""
        parts = [part for address in self.addresses for part in (address, *address.split("@"))]
        return [*parts, *self.real.lower().split(), self.zone.lower()]


ANN = Person(
    ("ann.secret@a.example", "annette.new@n.example"), "Annette Longstocking", ("guess 7", "buy 4"), "Asia/Tokyo", True
)
ZELDA = Person(("nan.hidden@z.example", "zelda.new@w.example"), "Zelda Quickfoot", ("guess 3", "buy 2"), "America/Lima")
"""The two who are ANN in the game: what others get is the same whoever she is."""
BOB = Person(("bob.private@b.example", "bobby.else@e.example"), "Robert Quietly", ("guess 6", "buy 1"), "Asia/Kolkata")
CID = Person(("cid.silent@c.example",), "Cidonia Whisper", ("guess 8", "buy 6"), "Africa/Lagos")
CLEO = Person(("cleo.waits@d.example",), "Cleopatra Longwait", ("guess 9", "buy 7"), "Asia/Manila")
OLGA = Person(("olga.looks@o.example",), "Olga Onlooker", ("guess 1", "buy 9"), "Asia/Seoul")


@dataclass
class Telltale:
    """The desk, a box for it, and what was written there."""

    home: Path
    desk: Desk
    box: Box
    clock: ManualClock
    people: dict[str, Person]
    workers: Workers = field(default_factory=lambda: LocalWorkers(0))
    first: dict[str, EmailMessage] = field(default_factory=dict)
    """Name → the letter to which that player replies."""
    ran: set[str] = field(default_factory=set)
    """The commands that were given, and the game masters' words as ``GM WORD``."""
    opened: bool = False
    """Whether the game is over and everybody's orders are open."""
    shown: frozenset[str] = frozenset()
    """Addresses that were given to somebody by their owner: two who are one person, or what a game master writes of."""
    _pages: list[tuple[frozenset[str], str]] = field(default_factory=list)
    _bare: set[str] = field(default_factory=set)
    """The texts of letters without a page: their readers want none, or its template fails."""
    _seen: dict[str, tuple[str, str]] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    """The templates of all letters that were looked at."""

    # --- what happens --------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """TOY-1 with ANN, BOB, CID and a computer player; ANN sends her orders, and READY if she is one who does."""
        asyncio.run(master.create(self.desk, "TOY-1"))
        for name in ("ANN", "BOB", "CID"):
            join(self.box, self.people[name].sender, name)
        self.first = reports(self.box, self.workers, {name: one.addresses[0] for name, one in self.people.items()})
        ann = self.people["ANN"]
        self.write("ANN", "\n".join((*ann.orders, f"ZONE {ann.zone}", *(["READY"] if ann.ready else []))))

    def write(self, name: str, text: str, to: EmailMessage | None = None) -> list[EmailMessage]:
        """A player replies to ``to``, or to the first report. What was written because of it."""
        return self.box.reply(to if to is not None else self.first[name], text, self.people[name].sender)

    def insist(self, name: str, text: str) -> list[EmailMessage]:
        """A player writes what cannot be undone, and says YES to the letter that asks about it. What was written after that."""
        asked = next(letter for letter in self.write(name, text) if letter["To"] == self.people[name].addresses[0])
        return self.write(name, "YES", asked)

    def send(self, name: str, text: str, **headers: str) -> list[EmailMessage]:
        """A letter that replies to none."""
        return self.box.send(self.people[name].sender, text, **headers)

    def master(self, text: str) -> list[EmailMessage]:
        """A game master's letter."""
        (menu,) = self.box.send(MASTER, "GM")
        return self.box.reply(menu, text, MASTER)

    def wait(self, **span: float) -> list[EmailMessage]:
        """Time passes; what is due is done. What was written because of it."""
        self.box.news()
        self.clock.advance(timedelta(**span))
        asyncio.run(run_due(self.desk, self.workers))
        return self.box.news()

    def turn(self) -> list[EmailMessage]:
        """The turn runs at once."""
        asyncio.run(master.run_now(self.desk, self.workers, "TOY-1"))
        return self.box.news()

    def game_file(self, lines: str, name: str = "TOY-1") -> None:
        """Writes a game's file."""
        text = GAME.replace("seats = 3", "seats = 4").replace("TOY-1", name)
        (self.home / "games" / f"{name.lower()}.toml").write_text(f'show_awaited = "no"\n{lines}{text}')
        self.desk.read_files()

    # --- what was told ---------------------------------------------------------------------------------------------------

    def note(self, parts: Sequence[Part], page: Page) -> None:
        """Remembers of a page which templates it is made of."""
        self._pages.append((frozenset(part.name for part in parts), flat(page.text)))
        if not page.html:
            self._bare.add(flat(page.text))

    def look(self, box: Box | None = None) -> None:
        """Holds every letter that there is against what its reader must not know. Call it before letters are erased, too."""
        for row in (box or self.box).rows():
            if row.message_id in self._seen or (row.raw is None and row.draft is None):
                continue
            letter = whole(box or self.box, row)
            assert is_sound(letter) == "", row.subject
            words, data = words_of(letter), data_of(letter)
            for person in self.people.values():
                if row.recipient.lower() in person.addresses:
                    continue
                known = row.recipient == MASTER or row.kind == "master"
                secrets = [] if known else [secret for secret in person.secrets if secret not in self.shown]
                secrets += [] if self.opened else person.orders
                for secret in secrets:
                    assert not re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", words + data), (
                        secret,
                        row.recipient,
                        row.subject,
                        words + data,
                    )
            self._seen[row.message_id] = (row.recipient.lower(), words)
            said = flat(text_of(letter))
            assert _is_whole(letter, row) or any(text in said for text in self._bare), row.subject
            self.said |= self.made_of(said)

    def made_of(self, said: str) -> set[str]:
        """The templates of which a letter with these words is made."""
        return {name for names, text in self._pages if text in said for name in names}

    def told(self) -> list[tuple[str, str]]:
        """Who, but for ANN and the game masters, was told what, in order; without what differs between any two desks."""
        self.look()
        hers = (*self.people["ANN"].addresses, MASTER)
        return [(reader, _BY_CHANCE.sub("", words)) for reader, words in self._seen.values() if reader not in hers]


def _is_whole(letter: EmailMessage, row: OutboxLetter) -> bool:
    """Whether a letter has a page beside its text, as all have but reports of a game that sends none; who sorts mail by List-Id
    finds all that players are told of a game."""
    about = re.search(r"TOY-\d", row.subject) if row.kind != "master" else None
    assert about is None or str(letter["List-Id"]).startswith(f"<{about[0].lower()}."), row.subject
    wishes = unpack(row.draft)[1] if row.draft is not None else ()
    alone = any(wish.kind == "report" and "html" not in wish.want for wish in wishes)
    return alone or letter.get_body(("html",)) is not None


_BY_CHANCE = re.compile(
    r"orders(?:\+|%2b)[a-z2-7]+@|<?[0-9a-f]{24,}[^\s>]*>?|[=_-]*[0-9a-f]{32}[=_-]*|\d+@home|<[^>]*@home\.example>"
)
"""Tokens, Message-IDs, boundaries."""


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def data_of(letter: EmailMessage) -> str:
    """The JSON files that come with a letter, in small letters."""
    files = [part.get_content() for part in letter.iter_attachments() if part.get_content_type() == "application/json"]
    return " ".join(file.decode() if isinstance(file, bytes) else str(file) for file in files).lower()


def whole(box: Box, row: OutboxLetter) -> EmailMessage:
    """A letter of the outbox with its documents."""
    return parse(row.raw) if row.raw is not None else finished(box, row)


@contextmanager
def telltale(home: Path, ann: Person, lines: str, settings: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Telltale]:
    """Such a desk in a new folder, with these lines in the game's file and in the settings."""
    monkeypatch.setattr("postern.desk.context.Templates", lambda _folder: _STATIONERY)
    (home / "games").mkdir(parents=True)
    (home / "postern.toml").write_text(POSTERN + settings)
    clock = ManualClock(NOON)
    desk = open_desk(read_config(home / "postern.toml"), clock)
    there = Telltale(home, desk, Box(desk), clock, {"ANN": ann, "BOB": BOB, "CID": CID, "CLEO": CLEO, "OLGA": OLGA})
    there.game_file(lines)
    page = _STATIONERY.page

    def noted(parts: Sequence[Part], html: bool = True) -> Page:
        done = page(parts, html)
        there.note(parts, done)
        return done

    monkeypatch.setattr(_STATIONERY, "page", noted)
    for name, command in registry._by_name().items():
        monkeypatch.setitem(registry._by_name(), name, replace(command, run=_noting(there, name, command)))
    noting = tuple(replace(verb, run=_noting_verb(there, verb)) for verb in VERBS)
    monkeypatch.setattr("postern.desk.gamemaster.mail.VERBS", noting)
    try:
        yield there
    finally:
        there.desk.close()
        monkeypatch.undo()


def _noting(there: Telltale, name: str, command: Command[Any]) -> Callable[[Call], None]:
    def run(call: Call) -> None:
        there.ran.add(name)
        command.run(call)

    return run


def _noting_verb(there: Telltale, verb: Verb) -> Callable[[Errand], str]:
    def run(errand: Errand) -> str:
        words = verb.run(errand)
        there.ran.add(f"GM {verb.word}")
        return words

    return run
