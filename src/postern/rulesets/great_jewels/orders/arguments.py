"""The arguments of orders: how each is written, what it comes to, and why it cannot be. The signs are those that players see.

A sign of the book (``nn``, ``p1``, ``qq``) stands in codes, a word (``giver``, ``taker``) in plain words too. Where a sign has
two meanings, the field of the order stands before it.
"""

from __future__ import annotations

import re
from typing import Any

from postern.game.kit.orders.file import OrderFile
from postern.game.kit.orders.kinds import ArgumentType, Refusal, Types
from postern.rulesets.great_jewels import tables
from postern.rulesets.great_jewels.tables import CATALOGUE, CONTENT, JEWELS, STONES
from postern.rulesets.great_jewels.turn.orders import SIGNS
from postern.rulesets.great_jewels.world.records import Force, People, Terrain

NOT_UNDERSTOOD = "NOT UNDERSTOOD"
ORDERS = OrderFile(CONTENT.toml("orders"))
"""How each order is written, said and explained: ``data/orders.toml``."""
PROVINCE = r"[A-S]0*[1-9][0-9]?(?![0-9])"
NUMBER = r"[0-9]{1,9}(?![0-9])"
_ENGINES = r"(?:BATTERING )?RAMS?|(?:SIEGE )?TOWERS?"
_GOODS = rf"TROOPS?|MEN|MAN|SOLDIERS?|WARRIORS?|ZORANS?|GOLD|MONEY|COINS?|WEALTH|{_ENGINES}|[TZRS]"
_PLACE_NAMED = re.compile(rf"(?:G(?:ARRISON)?)??({PROVINCE})")
STEP = rf"(?: ?[-/] ?| (?:AND )?(?:ON )?TO | VIA | AND | THROUGH | OVER | )(?={PROVINCE})"
"""What parts two provinces of a way in plain words."""

ANY_LEADER, ANY_PLACE = "<leader>", "<place>"
"""In the remedy of a refusal: one of the reader's leaders, and a province next to him (``examples.filled``)."""


def leader_in(province: str) -> str:
    """In the remedy of a refusal: one of the reader's leaders in this province."""
    return f"<leader in {province}>"


def handing(talisman: int) -> str:
    """In the remedy of a refusal: how the reader can hand this talisman on."""
    return f"<handing T{talisman}>"


def clean(province: str) -> str:
    """B04 is B4."""
    return f"{province[0]}{int(province[1:])}"


def no_such_province(name: str) -> Refusal:
    """The refusal for a name off the map, with the extent of its row."""
    row = [place for place in tables.PROVINCES if place[0] == name[0]]
    nearest = min(row, key=lambda place: abs(int(place[1:]) - int(name[1:])))
    return Refusal(
        "NO SUCH PROVINCE",
        f"There is no province {name}: row {name[0]} runs from {row[0]} to {row[-1]}.",
        f"The nearest in that row is {nearest}.",
    )


def no_such_talisman(number: int) -> Refusal:
    """The refusal for a number beyond the catalogue."""
    return Refusal("TALISMAN NOT USABLE", f"There is no T{number}: talismans are T1 to T{max(CATALOGUE)}.")


def province(text: str) -> str | Refusal:
    """The province in a text that may have the G of a garrison before it."""
    name = _named(text)
    return name if tables.exists(name) else no_such_province(name)


def _named(text: str) -> str:
    found = _PLACE_NAMED.fullmatch(text)
    return clean(found[1]) if found else ""


def way(text: str) -> tuple[str, ...] | Refusal:
    """The provinces of a path, in order."""
    names = tuple(map(clean, re.findall(PROVINCE, text)))
    return next((no_such_province(name) for name in names if not tables.exists(name)), names)


def leader(text: str) -> int | Refusal:
    """A leader's number, with its L or without."""
    number = int(text.removeprefix("L"))
    return number or Refusal("NO SUCH LEADER", "Leaders are counted from L1.", "Write the number of one of your leaders.")


def force(text: str) -> Force | Refusal:
    """``L13``, or a garrison by its province: ``GB2`` or ``B2``."""
    if re.match("L[0-9]", text):
        number = leader(text)
        return number if isinstance(number, Refusal) else Force(leader=number)
    place = province(text)
    return place if isinstance(place, Refusal) else Force(garrison=place)


def ground(text: str) -> Force | Refusal:
    """The garrison of a province, whose name alone stands for it."""
    place = province(text)
    return place if isinstance(place, Refusal) else Force(garrison=place)


def quantity(text: str) -> int | Refusal | None:
    """A quantity; None for all of it."""
    if text in ("#", "ALL"):
        return None
    return int(text) or Refusal(NOT_UNDERSTOOD, "The quantity is 0; it needs to be 1 or more.", "Write how many, or # for all.")


def amount_text(number: int | None) -> str:
    """A quantity as the book writes it."""
    return "#" if number is None else str(number)


def talisman(text: str) -> int | Refusal:
    """The number of a talisman that there is, with its T or without."""
    number = int(text.removeprefix("T"))
    return number if number in CATALOGUE else no_such_talisman(number)


def goods(text: str) -> str:
    """The goods that a word or letter names."""
    word = text.rsplit(" ", 1)[-1]
    if word in ("S", "R"):
        return {"S": "towers", "R": "rams"}[word]
    starts = {
        "Z": "zorans",
        "GOLD": "zorans",
        "MON": "zorans",
        "COIN": "zorans",
        "WEALTH": "zorans",
        "RAM": "rams",
        "TOWER": "towers",
    }
    return next((what for start, what in starts.items() if word.startswith(start)), "troops")


def works(text: str) -> str:
    """What a province has built, by a word for it."""
    return "csps" if text.startswith("C") else "navies"


def receiver(text: str) -> int | Refusal | None:
    """A leader's number; None for the garrison, which may be named by its province."""
    if re.match("L[0-9]", text):
        return leader(text)
    named = province(text) if re.search("[0-9]", text) else ""
    return named if isinstance(named, Refusal) else None


def named_garrison(text: str) -> str:
    """The province in the text of a receiver; "" for a leader and for a garrison without a name."""
    return "" if re.match("L[0-9]", text) else _named(text)


def _text(value: Any) -> str | None:
    return str(value) if value else None


_LEADER = ArgumentType(NUMBER, leader, _text, ("13", "7"))
_OTHER = ArgumentType(NUMBER, leader, _text, ("31",))
_PROVINCE = ArgumentType(PROVINCE, province, _text, ("B4", "L14"))
_QUANTITY = ArgumentType(rf"#|ALL|{NUMBER}", quantity, amount_text, ("4", "#"))
_PLAYER = ArgumentType(r"\[?[A-Z]{2,6}\]?", lambda text: text.strip("[]"), _text, ("LORD",))
_RECEIVER = ArgumentType(rf"L{NUMBER}|G(?:ARRISON)?(?:{PROVINCE})?", receiver, _text, ("L31", "G"))

TYPES: Types = {
    "nn": _LEADER,
    "mm": _OTHER,
    "qq": _QUANTITY,
    "p1": _PROVINCE,
    "p2": ArgumentType(PROVINCE, province, _text, ("C3",)),
    "p1p2...": ArgumentType(f"(?:{PROVINCE})+", way, "".join, ("B4B5", "B4")),
    "player": _PLAYER,
    "Lnn": ArgumentType(f"L{NUMBER}", force, lambda one: str(one) if one.leader else None, ("L13",)),
    "Gp1": ArgumentType(f"G{PROVINCE}", force, lambda one: str(one) if one.garrison else None, ("GB2", "GL4")),
    "G": ArgumentType(f"G(?:ARRISON)?(?:{PROVINCE})?", receiver, lambda one: "G" if one is None else None, ("G",)),
    "talisman:nn": ArgumentType(NUMBER, talisman, _text, ("16",)),
    "PLAYER": _PLAYER,
    "count": ArgumentType(NUMBER, quantity, _text, ("6",)),
    "turn:nn": ArgumentType("2[0-9]|30", int, str, ("25",)),
    "people:name": ArgumentType("[A-Z]{1,20}", str, str, ("AZONI",)),
    # of talismans
    "n": ArgumentType("|".join(map(str, (*JEWELS, *STONES.values()))), talisman, _text, ("1",)),
    "mmm": ArgumentType(NUMBER, leader, _text, ("146",)),
    "Lmm": ArgumentType(f"L?{NUMBER}", leader, lambda number: f"L{number}" if number else None, ("L13",)),
    "ldr": ArgumentType(f"L?{NUMBER}", leader, lambda number: f"L{number}" if number else None, ("L31",)),
    "leader:nnn": ArgumentType(f"L?{NUMBER}", leader, _text, ("31",)),
    "number:nnn": ArgumentType(f"T?{NUMBER}", talisman, _text, ("49",)),
    "number:qq": ArgumentType(NUMBER, quantity, _text, ("20",)),
    "number:zzz": ArgumentType(r"[0-9]{1,9}Z?", lambda text: quantity(text.removesuffix("Z")), _text, ("50",)),
    "pr": ArgumentType(f"G?{PROVINCE}", province, _text, ("B3",)),
    "pr1": ArgumentType(PROVINCE, province, _text, ("B3",)),
    "pr2": ArgumentType(PROVINCE, province, _text, ("C4",)),
    "ppp": ArgumentType(f"G?{PROVINCE}", province, _text, ("B3",)),
    "pppppp": _PLAYER,
    "T": ArgumentType("[CMFI]", Terrain, _text, ("F",)),
    "order": ArgumentType(".{1,60}", str, _text, ("L13MB4",)),
    # in codes and plain words that are not shown
    "who": ArgumentType(rf"L{NUMBER}|G{PROVINCE}", force, str, ("L13", "GB2")),
    "whom": _RECEIVER,
    "giver": ArgumentType(rf"L{NUMBER}|G?{PROVINCE}", force, str, ("L13",)),
    "own": ArgumentType(rf"G?{PROVINCE}", province, _text, ("GB2",)),
    "ground": ArgumentType(rf"G?{PROVINCE}", ground, str, ("GB2",)),
    "taker": ArgumentType(rf"L{NUMBER}|GARRISON|G(?=$| )|G?{PROVINCE}", receiver, _text, ("L31",)),
    "plainly": ArgumentType(rf"L{NUMBER}|GARRISON(?: WHERE)?", receiver, _text, ("GARRISON",)),
    "number": ArgumentType("[0-9]{1,9}", int, str, ("25",)),
    "people": ArgumentType("|".join(People), str, str, ("AZONI",)),
    "goods": ArgumentType(_GOODS, goods, SIGNS.get, ("TROOPS",)),
    "letter": ArgumentType("[TZRS]", goods, SIGNS.get, ("T",)),
    "rs": ArgumentType("[RS]", goods, SIGNS.get, ("R",)),
    "engines": ArgumentType(_ENGINES, goods, SIGNS.get, ("RAMS",)),
    "works": ArgumentType(r"CSPS?|CITADELS?(?: POINTS?)?|NAV(?:Y|IES)|SHIPS?|FLEETS?", works, _text, ("NAVIES",)),
    "RSCN": ArgumentType("[RSCN]", str, str, ("R",)),
    "any": ArgumentType("[0-9]{1,9}", talisman, _text, ("45",)),
    "rest": ArgumentType(".*", str, str, ("",)),
    "way": ArgumentType(rf"{PROVINCE}(?:{STEP}{PROVINCE})*", way, "".join, ("B4 B5",)),
}
