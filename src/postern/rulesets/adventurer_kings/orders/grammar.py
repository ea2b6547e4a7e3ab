"""All orders as one grammar: the rows of ``data/orders.toml`` with the types of their arguments. What they do is joined to them
by the type of the order (``acting``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

from rapidfuzz import fuzz, process

from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.file import OrderFile, declared, for_kind
from postern.game.kit.orders.grammar import Found, Grammar
from postern.game.kit.orders.kinds import ArgumentType, OrderKind, Refusal
from postern.rulesets.adventurer_kings.orders import types
from postern.rulesets.adventurer_kings.rules.plans import Plan, read_plan
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES
from postern.rulesets.adventurer_kings.turn import PHASES

_NEAR = 50


@dataclass(frozen=True, kw_only=True)
class OrderRow:
    """What the section of an order says beside its forms: who gives it, whether a random monster may come first, and the row of
    experience that is thrown for afterwards. ``verbs``: words that may stand in place of the code. ``computers``: why computer
    players never give it."""

    name: str
    giver: Literal["character", "kingdom"]
    group: str
    words: str
    forms: list[dict[str, Any]]
    encounter: Literal["", "always", "alone"] = ""
    experience: str = ""
    verbs: tuple[str, ...] = ()
    computers: str = ""


_SECTIONS = CONTENT.toml("orders")
_WORDS = _SECTIONS.pop("words")
ROWS: Mapping[str, OrderRow] = declared({"orders": _SECTIONS}, OrderRow)
MADE: Mapping[str, type] = {
    "move": types.Move,
    "explore": types.Explore,
    "search": types.Search,
    "recruit": types.Recruit,
    "hire army": types.HireArmy,
    "hire": types.Hire,
    "disband": types.Disband,
    "dismiss": types.Dismiss,
    "leave": types.Leave,
    "pick up": types.PickUp,
    "cast": types.Cast,
    "use": types.Use,
    "encounter": types.Meet,
    "practice": types.Practice,
    "spy": types.Spy,
    "defend": types.Defend,
    "pursue": types.Pursue,
    "trail": types.Trail,
    "give": types.Give,
    "treat": types.Treat,
    "break": types.Break,
    "science": types.ShareScience,
    "claim": types.Claim,
    "vote": types.Vote,
    "give gold": types.GiveGold,
    "heir": types.NameHeir,
    "rename": types.Rename,
    "plan": types.SpecialPlan,
    "message": types.Message,
}
NAMES: Mapping[type, str] = {made: name for name, made in MADE.items()}
"""The section of each type of orders."""
ACTIONS: Mapping[str, str] = {
    form["text"].split()[1]: form["help"]
    for row in _SECTIONS.values()
    for form in row["forms"]
    if form["text"].startswith("<phase> ")
}
"""The codes of what characters do, each with its help."""
VERBS: Mapping[str, str] = {
    **{code: code for code in ACTIONS},
    **{verb: row.forms[0]["text"].split()[1] for row in ROWS.values() for verb in row.verbs},
}
"""The words with which actions begin, each with its code."""


def _phase(text: str) -> int | Refusal:
    if is_number(text) and 1 <= int(text) <= PHASES:
        return int(text)
    return Refusal(
        "PHASE", f"The phases of a year are 1 to {PHASES}; there is no phase {text[:10]}.", f"Begin with 1 to {PHASES}."
    )


def _ability(text: str) -> str | Refusal:
    names = {one.name.upper(): code for code, one in TABLES.abilities.items()}
    code = names.get(text, text)
    if code in TABLES.abilities:
        return code
    near = process.extractOne(text, [*TABLES.abilities, *names], scorer=fuzz.ratio, score_cutoff=_NEAR)
    best = names.get(near[0], near[0]) if near else ""
    listed = ", ".join(f"{code} ({one.name})" for code, one in TABLES.abilities.items())
    paste = best and f"{best} ({TABLES.abilities[best].name})"
    return Refusal("ABILITY", f"There is no ability {text[:20]}; there are {listed}.", paste and f"Did you mean {paste}?")


def _levels(text: str) -> tuple[str, int] | Refusal:
    code = _ability(text.rstrip("0123456789"))
    digits = text[len(text.rstrip("0123456789")) :]
    if isinstance(code, Refusal):
        return code
    if not digits:
        return Refusal("LEVELS", f"{text} names no level.", "Write levels as TA2 MA1 DR1.")
    return code, int(digits)


def _whole(what: str, least: int = 1) -> Callable[[str], int | Refusal]:
    def read(text: str) -> int | Refusal:
        digits = text.removeprefix("#")
        if is_number(digits) and int(digits) >= least:
            return int(digits)
        number = _SPELLED.get(text)
        remedy = f"Write it in digits: {number}." if number else "Write it in digits."
        return Refusal("NUMBER", f"{what} must be a whole number, {least} or more; {text[:20]} is none.", remedy)

    return read


_SPELLED = {word: number for number, word in enumerate("ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN".split(), 1)}


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "ALL" else tuple(int(one.strip(" #")) for one in text.strip(",").split(","))


def _listed(value: Any) -> str | None:
    return ",".join(map(str, value)) or "ALL" if isinstance(value, tuple) else None


def _plan_text(value: Any) -> str | None:
    return str(value) if isinstance(value, Plan) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number_text(value: Any) -> str | None:
    return str(value) if isinstance(value, int) else None


_LIST = "#?[0-9]+(?: ?, ?#?[0-9]+)*,?"
_NAME = r"(?![0-9]+ [0-9]+$)#?[^\s:,;][^:,;]*?"
TYPES: Mapping[str, ArgumentType[Any]] = {
    "phase": ArgumentType("[0-9]+", _phase, _number_text, ("1", "5")),
    "province": ArgumentType(_NAME, str, _text, ("63",)),
    "number": ArgumentType("[0-9]+", str, lambda value: str(value) if value is not None else None, ("63",)),
    "character": ArgumentType(_NAME, lambda text: text.removeprefix("#"), _text, ("7",)),
    "hero": ArgumentType(_NAME, lambda text: text.removeprefix("#"), _text, ("7",)),
    "feature": ArgumentType(r"[0-9]+\.[0-9]+", str, _text, ("45.1",)),
    "tactics": ArgumentType("(?!NONE$).+", lambda text: read_plan(text.rstrip(", ")), _plan_text, ("SC", "TA, ME")),
    "type": ArgumentType("[A-Z]+", str, _text, ("LE",)),
    "which": ArgumentType("#?[A-Z0-9]+", _whole("The number of a Hero or a province"), _number_text, ("7",)),
    "n": ArgumentType("-?[A-Z0-9]+", _whole("How many"), _number_text, ("2",)),
    "army": ArgumentType("[0-9]+", int, _number_text, ("88",)),
    "armies": ArgumentType(f"ALL|{_LIST}", _numbers, _listed, ("12,15", "ALL")),
    "spell": ArgumentType("[A-Z]+", str, _text, ("BL",)),
    "target": ArgumentType(r"\S.*", str, _text, ("63",)),
    "item": ArgumentType("#?[0-9]+", _whole("An item"), _number_text, ("13",)),
    "items": ArgumentType(_LIST, _numbers, _listed, ("13", "13,22")),
    "ability": ArgumentType("[A-Z]+", _ability, _text, ("TA",)),
    "kingdom": ArgumentType("#?[A-Z0-9]+", lambda text: text.removeprefix("#"), _text, ("4", "NO")),
    "gold": ArgumentType("-?[A-Z0-9]+", _whole("The gold"), _number_text, ("6",)),
    "name": ArgumentType(r"[^\W\d_][^,;]*?", str, _text, ("ODO",)),
    "levels": ArgumentType("[A-Z]{2,}[0-9]+", _levels, lambda value: f"{value[0]}{value[1]}", ("TA2", "MA1")),
    "text": ArgumentType(r"\S.*", str, _text, ("ANSGAR",)),
}
"""The arguments of orders by their signs."""


class Orders(Grammar):
    """The grammar, for lines that begin with the number of a phase."""

    def knows(self, text: str) -> bool:
        """Return whether the line begins as an order does, with or without its phase, or opens a block."""
        word, _, rest = text.partition(" ")
        return (
            word == "CHAR" or (is_number(word) and rest.partition(" ")[0] in ACTIONS) or word in ACTIONS or super().knows(text)
        )

    def mended(self, text: str) -> Found | None:
        """Return the order that the line becomes with its phase, or with another action near to what was written."""
        word, _, rest = text.partition(" ")
        if not is_number(word):
            found = self.find(f"1 {text}") if word in ACTIONS else super().mended(text)
            return found if found is not None and not isinstance(found.order, Refusal) else None
        action, _, more = rest.partition(" ")
        near = process.extractOne(action, list(ACTIONS), scorer=fuzz.ratio, score_cutoff=_NEAR)
        found = self.find(f"{word} {near[0]} {more}".strip()) if near else None
        return found if found is not None and not isinstance(found.order, Refusal) else None


@cache
def grammar() -> Orders:
    """Return the grammar of all orders."""
    file = OrderFile({**{name: for_kind(row) for name, row in _SECTIONS.items()}, "words": _WORDS})
    kinds: list[OrderKind] = [file.kind(name, MADE[name]) for name in ROWS]
    return Orders(kinds, cast(Any, {**TYPES, "object": TYPES["text"]}))


def action_of(text: str) -> str:
    """Return the code of the action with which a line begins behind its phase, "" where there is none."""
    found = re.match(r"(?:[0-9]+ )?([A-Z]{2})\b", text)
    return found[1] if found and found[1] in ACTIONS else ""
