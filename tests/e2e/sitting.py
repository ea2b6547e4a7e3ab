"""What tests do again and again: take a seat, and read one's place in the world out of the order form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage

from postern.rulesets.great_jewels.tables import neighbours
from tests.e2e.player import Player, text_of


@dataclass(frozen=True)
class Place:
    """A seat's home as its first report shows it: the province, those next to it that can be entered, its leaders."""

    home: str
    near: tuple[str, ...]
    leaders: tuple[str, ...]


def join(player: Player, game: str, name: str, more: str = "TYPE=RILRIS") -> EmailMessage:
    """Asks for a seat and confirms it; the letter that says it is taken."""
    asked = player.answer(player.send(f"JOIN {game}\nNAME={name}\n{more}\n", subject="hello"))
    assert "Please confirm" in str(asked["Subject"])
    return player.answer(player.reply(asked, "Yes, that was me."))


def first_report(player: Player, game: str) -> EmailMessage:
    """The report that comes when the game begins."""
    return player.titled(game, "the game begins")


def turn_reported(letter: EmailMessage, game: str, name: str = r"\w+") -> int | None:
    """The turn whose report this letter brings by itself, not as asked for again (0: the game begins); None: no report."""
    if letter["Auto-Submitted"] != "auto-generated":
        return None
    found = re.fullmatch(
        rf"\[{game} turn (\d+)\] {name}: (?:the game begins|report of turn (\d+)|the game is over)(?:, orders due .*)?",
        str(letter["Subject"]),
    )
    if not found:
        return None
    return int(found[2] or (0 if "begins" in found[0] else found[1]))


def report_of(player: Player, game: str, turn: int) -> EmailMessage:
    """The report of a turn as it came by itself, not as asked for again."""
    return player.wait(lambda letter: turn_reported(letter, game) == turn, f"the report of turn {turn} of {game}")


def place_of(report: EmailMessage) -> Place:
    """Where the report's reader begins, from the book's codes and the sketch of the map."""
    text = text_of(report)
    home = re.search(r"^([A-Z]\d+)\[\w+\] \(", text, re.MULTILINE)
    assert home, text
    land = dict(re.findall(r"\b([A-Z]\d+)([cfmi])(?=[^a-z]|$)", text))
    near = tuple(name for name in neighbours(home[1]) if land.get(name, "c") != "i")
    return Place(home[1], near, tuple(re.findall(r"^ +(L\d+)\[\w+\]=", text, re.MULTILINE)))
