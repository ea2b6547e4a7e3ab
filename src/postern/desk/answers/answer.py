"""What a letter's answer is made of, and who wrote the letter."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime

from sqlmodel import Session

from postern.desk.answers.filing import Filing
from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import Part
from postern.desk.language.parse import CommandLine
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.preferences import Prefs, prefs_of
from postern.desk.settings.rulesets import AnyRuleset, ruleset
from postern.post.letter import Incoming
from postern.store.tables import Game, Player, Seat


class Deferred(Exception):
    """The letter is about a game whose turn is running; it is handled as soon as that has ended."""


@dataclass
class Sitter:
    """The holder of a seat: a letter is known to be theirs."""

    seat: Seat
    game: Game
    config: GameConfig
    player: Player

    @property
    def address(self) -> str:
        """Where letters to the player go."""
        return self.player.address

    @property
    def prefs(self) -> Prefs:
        """What the player prefers."""
        return prefs_of(self.player.settings)

    @property
    def rules(self) -> AnyRuleset:
        """The game's rules."""
        return ruleset(self.game.ruleset)


@dataclass
class Answer:
    """Gathers the answer to a letter. ``show_orders``: it shows the orders on file; ``forecast``: it says what they would
    do."""

    parts: list[Part] = field(default_factory=list)
    requests: list[DocumentRequest] = field(default_factory=list)
    show_orders: bool = False
    forecast: bool = False
    status: bool = False
    turn_to: Sitter | None = None
    """The seat that the lines below GAME are for; None where the player has none there."""
    forget: Player | None = None
    """Who wants to be forgotten, and has confirmed it: then nothing else is answered."""
    ready: bool | None = None
    """Whether the letter said READY, or WAIT; None where it said neither."""
    reply_token: str = ""
    """Whose reply address the answer carries, where that is not the writer's seat."""
    new_seat: Seat | None = None
    new_game: Game | None = None
    """The seat that the letter brought, which then owns the answer."""
    headlines: list[str] = field(default_factory=list)
    """Short sentences that come first: what was done."""
    not_read: Part | None = None
    """Lines that would be orders and were not read."""


@dataclass
class Call:
    """What a command's function is given. ``address`` is where the answer goes; ``sitter`` is None for a guest; ``filing``
    collects orders, where the seat may give any."""

    letter: LetterAtHand
    address: str
    sitter: Sitter | None
    command: CommandLine
    answer: Answer
    filing: Filing | None = None

    @property
    def session(self) -> Session:
        """The transaction in which the letter is handled."""
        return self.letter.session

    @property
    def desk(self) -> Desk:
        """The desk that handles it."""
        return self.letter.desk

    @property
    def incoming(self) -> Incoming:
        """What was read in the letter."""
        return self.letter.incoming

    @property
    def now(self) -> datetime:
        """The moment at which the letter is handled."""
        return self.letter.now

    @property
    def rest(self) -> str:
        """What follows the command's word."""
        return self.command.rest

    def say(self, sentence: str) -> None:
        """Puts a short sentence at the head of the answer."""
        self.answer.headlines.append(sentence)

    def part(self, name: str, **data: object) -> None:
        """Puts a part into the answer."""
        self.answer.parts.append(Part(name, data))


@dataclass
class SeatCall(Call):
    """A call by the holder of a seat."""

    sitter: Sitter


@dataclass
class OrdersCall(SeatCall):
    """A call by the holder of a seat whose game takes orders now."""

    filing: Filing


def call_of(call: Call, sitter: Sitter | None, filing: Filing | None) -> Call:
    """The same call for a guest, for the holder of a seat, or for a seat that gives orders: its type says which."""
    kept = {one.name: getattr(call, one.name) for one in fields(call)} | {"sitter": sitter, "filing": filing}
    kind = Call if sitter is None else SeatCall if filing is None else OrdersCall
    return kind(**kept)
