"""Diplomatic messages: D=PLAYER or D=*, with the text on the lines below (QJ-29-65 to QJ-29-68, ruling 25), and their way from
the orders of a turn to the printouts of those they are for.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rapidfuzz import fuzz, process

from postern.game.events import Event
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import counted
from postern.game.kit.turn import Failure, IssuedOrder
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.knowledge import Scene, View
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.orders.text import SIGNATURE, is_quoted, same_length
from postern.rulesets.great_jewels.turn.orders import Issued, Message
from postern.rulesets.great_jewels.world.records import World

MOST_LINES = 10
LONGEST_LINE = 140
MOST_MESSAGES = 10
EVERYBODY = "*"

_ANON = r"(?:\s*\(\s*ANON(?:YMOUS)?\s*\))"
_HEAD = re.compile(
    rf"D\s*=\s*(?P<to>\*|ALL\b|\[?[A-Z]{{2,6}}\]?(?![A-Z]))(?P<anon>{_ANON})?(?:\s*[:,]\s*|\s+|$)(?P<text>.*)", re.IGNORECASE
)
_PLAIN_HEAD = re.compile(
    r"(?:(?P<secret>ANONYMOUS)\s+)?(?:MESSAGE|MSG|TELL)\s+(?:TO\s+)?"
    r"(?!(?:HIM|HER|THEM|US|ME)\b)"
    rf"(?P<to>\*|ALL|EVERYBODY|EVERYONE|\[?[A-Z]{{2,6}}\]?)(?P<anon>{_ANON})?\s*:\s*(?P<text>.*)",
    re.IGNORECASE,
)
_PRESS = re.compile(r"\s*MESSAGE\b", re.IGNORECASE)
"""In a message's text this begins no other: the desk would take the line for press and send at once what is below."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that may hold orders; ``index`` counts from 0."""

    index: int
    raw: str


@dataclass(frozen=True, slots=True)
class Body:
    """A message order: where its D= line stands, whom it is for, its lines as written, and the indexes of the lines below."""

    index: int
    raw: str
    to: str
    anonymous: bool
    lines: tuple[str, ...]
    below: tuple[int, ...]
    text_below: tuple[str, ...]  # the lines below as written, without END


def sections(lines: Sequence[str]) -> Iterator[Line | Body]:
    """The lines of a letter outside messages, and the messages whole; a signature ends it all. No message begins in a line
    marked as quoted."""
    index = 0
    while index < len(lines):
        raw = lines[index]
        if raw.rstrip("\r\n") == SIGNATURE:
            return
        head = None if is_quoted(raw) else _head(raw)
        if head is None:
            yield Line(index, raw)
            index += 1
            continue
        body = _body(lines, index, *head)
        yield body
        index = max((index, *body.below)) + 1


@functools.lru_cache(maxsize=1_024)  # a line is looked at for its own sake, and for what may be quoted below it
def _head(raw: str) -> tuple[re.Match[str], str] | None:
    """The match of a D= line, and the text beside it as it was written."""
    written = raw.rstrip()
    start, flat = same_length(written)
    match = _HEAD.fullmatch(flat) or _PLAIN_HEAD.fullmatch(flat)
    return (match, written[start + match.start("text") :]) if match else None


def is_head(raw: str) -> bool:
    """True for a line that begins a message where it stands outside one."""
    return _head(raw) is not None and not is_quoted(raw)


def head_of(raw: str) -> str:
    """The book's form of the head of a message, without its text; "" for any other line."""
    head = None if is_quoted(raw) else _head(raw)
    if head is None:
        return ""
    found = _body([raw], 0, *head)
    return f"D={found.to}{'(ANON)' if found.anonymous else ''}"


def _body(lines: Sequence[str], index: int, head: re.Match[str], beside: str) -> Body:
    to = head["to"].upper().strip("[]")
    secret = bool(head["anon"]) or bool(head.groupdict().get("secret"))
    written = [beside] if beside else []
    below: list[int] = []
    for follower in range(index + 1, len(lines)):
        text = lines[follower].rstrip("\r\n")
        if len(written) == MOST_LINES or not text.strip() or text == SIGNATURE:
            break
        if is_head(text) and not _PRESS.match(text):
            break
        below.append(follower)
        if text.strip().upper() == "END":
            break
        written.append(text)
    if below and len(written) == MOST_LINES and below[-1] + 1 < len(lines) and lines[below[-1] + 1].strip().upper() == "END":
        below.append(below[-1] + 1)
    everybody = to in ("ALL", "EVERYBODY", "EVERYONE", EVERYBODY)
    return Body(
        index,
        lines[index],
        EVERYBODY if everybody else to,
        secret,
        tuple(written),
        tuple(below),
        tuple(written[1:] if beside else written),
    )


def quoted(lines: Sequence[str]) -> frozenset[int]:
    """Indexes (from 0) of the lines that belong to the text of a message, with its closing END: never a command."""
    if not any(map(_head, lines)):  # most letters have no message
        return frozenset()
    return frozenset(index for part in sections(lines) if isinstance(part, Body) for index in part.below)


def message_of(body: Body) -> tuple[Message, list[int]]:
    """The order, with lines of more than 140 characters broken into several, and the numbers (from 1) of those."""
    longer = [number for number, text in enumerate(body.lines, start=1) if len(text) > LONGEST_LINE]
    lines = (piece for text in body.lines for piece in (wrap(text, LONGEST_LINE) if len(text) > LONGEST_LINE else [text]))
    return Message(body.to, tuple(lines), body.anonymous), longer


def no_text(to: str, anonymous: bool = False) -> Refusal:
    """The refusal of the head of a message where its text cannot stand below it."""
    head = f"D={to}{'(ANON)' if anonymous else ''}"
    why = "The text of the message is not in this line."
    return Refusal(NOT_UNDERSTOOD, why, f"Write {head} and the text on the lines below it, then END.")


def _words(order: Message, scene: Scene) -> str:
    whom = "all players you have met" if order.to == EVERYBODY else order.to
    return f"a message of {counted(len(order.lines), 'line')} goes to {whom}{' without your name' if order.anonymous else ''}"


KINDS = (ORDERS.kind("message", no_text, type=Message, words=_words),)


def message_refusal(view: View, order: Message, sent: int) -> Refusal | None:
    """Why a message cannot go out, given how many have been read before it; None when it can."""
    if sent >= MOST_MESSAGES:
        return Refusal("TOO MANY MESSAGES", f"At most {MOST_MESSAGES} messages go out in a turn; this one is beyond them.")
    if order.to == EVERYBODY:
        if not set(view.met).difference(view.out):
            who = "all of them are out of the game" if view.met else "you have met nobody yet"
            return Refusal("NOT MET", f"D=* goes to the players you have met, and {who}.", "Write to one player: D=NAME")
    elif order.to == view.seat:
        return Refusal("NOT MET", "That is your own name.", "Write D= and another player's name.")
    elif order.to in view.out:
        return Refusal("NOT MET", f"{order.to} is out of the game and gets no printouts, so no message either.")
    elif order.to not in view.players:
        others = [name for name in view.players if name not in (view.seat, *view.out)]
        near = _nearest_names(order.to, others)
        paste = f"D={near[0]}{'(ANON)' if order.anonymous else ''}" if near else ""
        return Refusal(
            "NOT MET",
            f"No player is called {order.to}. The lines below it were taken as its text.",
            "Did you mean this?" if paste else f"The players are {', '.join(others)}.",
            paste,
        )
    if len(order.lines) > MOST_LINES:
        lines = f"{len(order.lines)} lines of at most {LONGEST_LINE} characters"
        why = f"This message has {lines}, and {MOST_LINES} are possible."
        return Refusal("TOO LONG", why, "Send the rest as another message.")
    if not order.lines:
        return Refusal(NOT_UNDERSTOOD, "The message has no text.", "Write the text on the lines below it, then a line END.")
    return None


def _nearest_names(name: str, names: Iterable[str]) -> list[str]:
    return [found[0] for found in process.extract(name, list(names), scorer=fuzz.ratio, limit=1, score_cutoff=60)]


_ALLIANCE = re.compile(r"\b(?:all(?:y|ies|ied|iance)|pact|truce|non-?aggression|peace)\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(?:no|not|never|ends?|ended|over|off|cannot|can't|won't|don't|broken?|war)\b", re.IGNORECASE)
ANONYMOUS = "ANONYMOUS"


def hear(world: World, letters: Iterable[Event]) -> None:
    """Notes who wrote to whom of an alliance, for computer players, who read nothing else and no nameless letters."""
    for player in world.players.values():
        player.overtures = {}
    for letter in letters:
        text = " ".join(letter.data["lines"])
        if letter.kind == "message" and letter.data["sender"] != ANONYMOUS and _ALLIANCE.search(text):
            kind = "end" if _ENDED.search(text) else "alliance"
            world.players[letter.data["to"]].overtures[letter.data["sender"]] = kind


def deliveries(world: World, orders: Iterable[Issued]) -> list[Event]:
    """The messages of a turn as events, one to those who receive it and one to its sender, who keeps a copy.

    ``world`` is that of the orders: ``D=*`` goes to the players met until then. Who was out by then gets no printout, and so no
    message. An anonymous message names its sender to nobody else.
    """
    events = []
    playing = {name for name, player in world.players.items() if not player.out}
    for issued in orders:
        if not isinstance(issued.order, Message):
            continue
        message = issued.order
        met = world.players[issued.seat].met
        goals = playing.intersection(met if message.to == EVERYBODY else [message.to]) - {issued.seat}
        to = ", ".join(name for name in world.players if name in goals)
        sender = ANONYMOUS if message.anonymous else issued.seat
        lines = list(message.lines)
        for name in sorted(goals):
            events.append(Event("message", "15b", frozenset({name}), {"sender": sender, "to": name, "lines": lines}))
        if goals:
            own = {"sender": issued.seat, "to": to, "lines": lines, "anonymous": message.anonymous}
            events.append(Event("message-sent", "15b", frozenset({issued.seat}), own))
    return events


def unread(sheets: Mapping[str, OrderSheet]) -> list[Event]:
    """The lines that could not be read, for the printout of their sender. Remarks among the orders were told at once."""
    return [
        Failure(IssuedOrder(seat, None, one.line, one.text), one.code, one.why, one.remedy, one.paste, step="0").event()
        for seat, sheet in sheets.items()
        for one in sheet.problems
        if not one.note
    ]
