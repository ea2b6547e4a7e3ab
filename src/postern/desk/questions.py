"""A player's question among the orders: where the answer is found."""

from __future__ import annotations

import re

from postern.game.handbook import Handbook

_ASKS = re.compile(r"\s*(?:how|what|when|where|who|which|why|can|could|may|does|do|is|are|should|would)\b", re.IGNORECASE)
_NAMES_PIECES = re.compile(r"[A-Za-z][0-9]")
"""Who names pieces and places means an order, unsure though they are: what is wrong with it says more."""
_OF_THE_DEADLINE = re.compile(r"\b(?:deadline|due|abgabe)\b", re.IGNORECASE)
_MOST_TOPICS = 2
_SHORTEST = 3


def reply_to(line: str, book: Handbook) -> str:
    """Where a question is answered: by the handbook's topics that it speaks of, else by the game master; "" for other lines."""
    asks = _ASKS.match(line) or (line.rstrip().endswith("?") and not _NAMES_PIECES.search(line))
    if not asks or len(line.split()) < _SHORTEST:
        return ""
    if _OF_THE_DEADLINE.search(line):
        return "When the turn runs is told below, and by STATUS at any time."
    topics = [f"HELP {topic.name}" for topic in book.about(line)[:_MOST_TOPICS]]
    if topics:
        return f"A question, as I read it: {' and '.join(topics)} may answer it."
    # No command that does something: a machine that hands our words back must not give it, wherever a line ends.
    return "A question, as I read it: HELP lists all topics, HELP PRESS tells how to ask the game master."
