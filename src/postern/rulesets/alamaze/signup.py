"""Joining by mail: NAME=ALDRIC, KINGDOM=WA, or the kingdom's own name; several kingdoms in the order of liking (ruling 76)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from postern.game.kit import signup
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.kit.telling import listed
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.alamaze.tables import Edition

_RESERVED = frozenset("ALL KINGDOM ORDERS MESSAGE READY ADD DROP END".split())
_KEYS = ("NAME", "KINGDOM", "PEOPLE")
_KINGDOM = re.compile(r"(?:KINGDOM|PEOPLE)(?: IS)? ?[=:]? ?(?P<value>.+)")


def read_signup(text: str, taken: Sequence[str], tables: Edition) -> tuple[Signup | None, list[Problem]]:
    """The seat's name and the kingdoms wished for, from the lines of a JOIN letter, given the names already taken.

    None without a usable name; then a problem says why. Lines that say neither are left to others.
    """
    reserved = _RESERVED | set(tables.kingdoms)
    wishes = Wishes(
        _KEYS, partial(_wish, tables), partial(_problem, tables), lambda phrase: [], "kingdom", partial(_unnamed, tables)
    )
    return signup.read_signup(signup.numbered(text), signup.plain, wishes, Names(2, 8, frozenset(reserved)), taken)


def choices(tables: Edition, wishes: Sequence[Mapping[str, str]]) -> tuple[Choice, ...]:
    """Return the kingdoms that may be wished for, given the wishes of those who joined."""
    names = {code: row.name for code, row in tables.kingdoms.items()}
    return (Choice("KINGDOM", names, "without it one is drawn for you", signup.first_come("kingdom", list(names), wishes)),)


def _unnamed(tables: Edition, wishes: Mapping[str, str]) -> str:
    codes = listed(list(tables.kingdoms), "or")
    if "kingdom" in wishes:
        return ""
    return f" A line KINGDOM= with {codes} wishes for a kingdom; without it one is drawn for you."


def _wish(tables: Edition, spaced: str) -> tuple[str, str] | None:
    if match := _KINGDOM.fullmatch(spaced):
        return "kingdom", _codes(tables, match["value"]) or match["value"]
    if name := signup.named(spaced):
        return name
    named = _code(tables, spaced)
    return ("kingdom", named) if named else None


def _codes(tables: Edition, value: str) -> str:
    """The codes of all kingdoms that a text names, in its order; "" when one of them is none."""
    named = _code(tables, value)
    if named:
        return named
    found = [_code(tables, one) for one in re.split(r"[ ,/]+|\bOR\b", value) if one.strip()]
    return " ".join(found) if all(found) else ""


def _code(tables: Edition, value: str) -> str:
    """The code of the kingdom that a text in capitals names by code or name; "" for none or several."""
    value = value.strip().removeprefix("THE ")
    if value in tables.kingdoms:
        return value
    stem = value.removesuffix("S")
    found = [code for code, row in tables.kingdoms.items() if stem and row.name.upper().removesuffix("S") == stem]
    return found[0] if len(found) == 1 else ""


def _problem(tables: Edition, key: str, value: str, phrase: Phrase) -> Problem | None:
    if _codes(tables, value):
        return None
    names = {row.name.upper(): code for code, row in tables.kingdoms.items()}
    near = nearest(value, [*names, *tables.kingdoms])
    known = listed([f"{code} ({row.name})" for code, row in tables.kingdoms.items()])
    why = f"There is no kingdom {value[:30]}; there are {known}."
    paste = f"KINGDOM={names.get(near, near)}" if near else ""
    remedy = "One will be drawn for you, or write:" if paste else "One will be drawn for you."
    return Problem(NOT_TAKEN, phrase.line, why, remedy, paste, text=phrase.text, note=True)
