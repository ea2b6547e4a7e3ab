"""The last lines of an answer: how many lines of the letter were taken as orders, as commands, or left aside."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.desk.documents.templates import Part, count
from postern.desk.language.parse import CommandLine, OrderLines, Piece, within
from postern.desk.letters.tally import Tally
from postern.desk.settings.config import Limits
from postern.post.letter import Incoming, LeftOut
from postern.post.reading.sheet import Reason

_MOST_NAMED = 12
_UNLIMITED = 1_000_000
_MOST_EXAMPLES, _LONGEST_EXAMPLE = 3, 40
TOO_LARGE = (
    "Your letter is larger than this desk reads, so nothing in it was read. Send it as plain text, with nothing attached."
)
_OURS = (Reason.QUOTATION, Reason.ENDING)
"""What is left aside without an example: text that the reader of the answer wrote none of."""


_CLICKED = {
    Reason.REACTION: "A reaction changes nothing here and is passed on to nobody: what you want to say, write in a reply; "
    "READY says that you are done.",
    Reason.RECALL: "A letter cannot be called back: what it changed stays as it is. CANCEL in a reply clears your orders, and "
    "new ones replace them.",
}
"""What to say of what a mail program sent at a click."""
_MEANT = frozenset({Reason.QUOTATION, Reason.FORWARDED, Reason.ENDING, Reason.HIDDEN, Reason.STRUCK, Reason.ARMOUR, *_CLICKED})
"""What may hold what a letter was written for; of a telephone's own line below an empty one nobody would say so."""


def unread(
    limits: Limits, incoming: Incoming, pieces: Sequence[Piece], *, orders: bool = False, orders_told: bool = False
) -> list[str]:
    """What a writer must know first, one sentence each: nothing was found in the letter, or not all of it was read.

    ``orders``: whether the letter has orders. ``orders_told``: whether orders in its subject are told of already.
    """
    told = []
    if not incoming.complete:
        told.append(TOO_LARGE)
    lines = len(within(incoming.lines, limits.line_length, _UNLIMITED))
    if lines > limits.order_lines:
        told.append(f"Your letter has {lines} lines; only the first {limits.order_lines} were read.")
    if len(pieces) > limits.commands:
        told.append(f"One letter may hold {limits.commands} commands; what came after them was left out.")
    told += incoming.over
    files = f"These parts of your letter were not read: {', '.join(incoming.ignored)}. Please send plain text."
    if incoming.ignored and not orders and pieces and all(isinstance(piece, OrderLines) for piece in pieces):
        told.append(files)  # "my orders are attached"
    if pieces or not incoming.complete:
        return told
    subject = incoming.subject.strip()
    nothing = not any(line.strip() for line in incoming.lines) and not _MEANT & {item.reason for item in incoming.left_out}
    if subject and "[" not in subject and nothing and not (incoming.ignored or orders_told):
        told.append(
            "Your letter has only a subject, and I read neither a command nor an order in it. Write in the letter itself."
        )
    elif nothing and not (incoming.ignored or incoming.passwords or orders_told):
        told.append("Your letter was empty, so nothing was changed.")
    told += [words for reason, words in _CLICKED.items() if any(item.reason == reason for item in incoming.left_out)]
    if any(item.reason == Reason.FORWARDED for item in incoming.left_out):
        told.append("I do not read forwarded letters: what is to count, write yourself, above what you forward.")
    if incoming.ignored:
        told.append(files)
    if any(item.reason == Reason.QUOTATION for item in incoming.left_out):
        told.append(
            "I found nothing of your own in this letter, only quoted text. Type orders above the quotation, or into the "
            "order form of my latest letter as it is quoted."
        )
    return told


def receipt(limits: Limits, incoming: Incoming, pieces: Sequence[Piece], lines: Tally, signed: str = "") -> Part | None:
    """The last lines of the answer: how the letter was read, and a sentence about its signature. None where there is
    nothing to tell."""
    commands = [_named(piece) for piece in pieces[: limits.commands] if isinstance(piece, CommandLine)]
    taken = [
        f"{count(number, 'line')} {became}"
        for number, became in (
            (lines.orders, "as orders"),
            (lines.unread, "that I could not read"),
            (lines.remarks, "as a remark" if lines.remarks == 1 else "as remarks"),
            (len(lines.without), f"without an order{_examples(lines.without)}"),
            (lines.passed_over, "passed over"),
        )
        if number > 0
    ]
    if commands:
        more = f" and {count(len(commands) - _MOST_NAMED, 'other')}" if len(commands) > _MOST_NAMED else ""
        taken.append(f"{', '.join(commands[:_MOST_NAMED])}{more} as {'a command' if len(commands) == 1 else 'commands'}")
    aside = [_aside(item) for item in incoming.left_out]
    sentences = []
    left = f"left aside: {', '.join(aside)}"
    if taken:
        sentences.append(f"How I read your letter: {'; '.join([', '.join(taken), *([left] if aside else [])])}.")
    elif aside:
        sentences.append(f"{left[:1].upper()}{left[1:]}.")
    if incoming.files:
        sentences.append(f"The text of {', '.join(incoming.files)} was read with it.")
    if incoming.ignored and pieces:
        sentences.append(f"Not read: {', '.join(incoming.ignored)}.")
    if signed:
        sentences.append(signed)
    return Part("receipt", {"sentences": sentences}) if sentences else None


def _examples(lines: Sequence[str]) -> str:
    """The first of these lines, cut short: what can be read of them, if anything can."""
    shown = list(dict.fromkeys(sorted(lines, key=lambda line: re.search(r"\w", line) is None)))[:_MOST_EXAMPLES]
    words = ", ".join(f'"{line[:_LONGEST_EXAMPLE]}{"..." * (len(line) > _LONGEST_EXAMPLE)}"' for line in shown)
    return f" ({words}{' and others' * (len(set(lines)) > len(shown))})"


def _named(command: CommandLine) -> str:
    below = sum(1 for line in command.body if line.strip())
    return f"{command.name} with {count(below, 'line')}" if below else command.name


def _aside(item: LeftOut) -> str:
    example = "" if item.reason in _OURS else f' ("{item.example}")'
    return f"{count(item.lines, 'line')} of {item.reason}{example}"
