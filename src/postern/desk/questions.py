"""A player's question among the orders: where the answer is found."""

from __future__ import annotations

import re

from postern.game.handbook import Handbook

_ASKS = re.compile(r"\s*(?:how|what|when|where|why)\b|.*\?\W*$", re.IGNORECASE)
_OF_THE_DEADLINE = re.compile(r"\b(?:deadline|due|abgabe)\b", re.IGNORECASE)
_MOST_TOPICS = 2
_SHORTEST = 3


def reply_to(line: str, book: Handbook) -> str:
    """Where a question is answered: by the handbook's topics that it speaks of, else by the game master; "" for other lines."""
    if not _ASKS.match(line) or len(line.split()) < _SHORTEST:
        return ""
    if _OF_THE_DEADLINE.search(line):
        return "When the turn runs is told below, and by STATUS at any time."
    topics = [f"HELP {topic.name}" for topic in book.about(line)[:_MOST_TOPICS]]
    if topics:
        return f"A question, as I read it: {' and '.join(topics)} may answer it."
    return "A question, as I read it: HELP lists all topics; PRESS TO GM, your words below it, asks the game master."
