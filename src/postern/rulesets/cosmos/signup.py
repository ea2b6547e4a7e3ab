"""Joining by mail: NAME=ALDRIC, NATION=Am, or the nation's own name; several nations in the order of liking."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from postern.game.kit import signup
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.kit.telling import listed
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.cosmos.scenario import Scenario
from postern.rulesets.cosmos.setup import played_nations

_RESERVED = frozenset("ALL NATION ALLY NEUTRAL ENEMY ORDERS".split())
_KEYS = ("NAME", "NATION", "COUNTRY", "PEOPLE")
_NATION = re.compile(r"(?:NATION|COUNTRY|PEOPLE)(?: IS)? ?[=:]? ?(?P<value>.+)")


def read_signup(text: str, taken: Sequence[str], tables: Scenario) -> tuple[Signup | None, list[Problem]]:
    """The seat's name and the nation wished for, from the lines of a JOIN letter, given the names already taken.

    None without a usable name; then a problem says why. Lines that say neither are left to others.
    """
    reserved = _RESERVED | {code.upper() for code in tables.nations}
    wishes = Wishes(_KEYS, partial(_wish, tables), partial(_problem, tables), lambda phrase: [], "nation", _unnamed(tables))
    return signup.read_signup(signup.numbered(text), signup.plain, wishes, Names(2, 8, frozenset(reserved)), taken)


def choices(tables: Scenario, wishes: Sequence[Mapping[str, str]]) -> tuple[Choice, ...]:
    """Return the nations that may be wished for, given the wishes of those who joined."""
    nations = {code: tables.nations[code].name for code in played_nations(tables)}
    read = [{"nation": " ".join(_nation(tables, one) for one in wish.get("nation", "").split())} for wish in wishes]
    return (Choice("NATION", nations, "without it one is drawn for you", signup.first_come("nation", list(nations), read)),)


def _unnamed(tables: Scenario) -> Callable[[Mapping[str, str]], str]:
    codes = listed(played_nations(tables), "or")

    def more(wishes: Mapping[str, str]) -> str:
        return (
            "" if "nation" in wishes else f" A line NATION= with {codes} wishes for a nation; without it one is drawn for you."
        )

    return more


def _wish(tables: Scenario, spaced: str) -> tuple[str, str] | None:
    if match := _NATION.fullmatch(spaced):
        return "nation", _nation(tables, match["value"]) or match["value"]
    if name := signup.named(spaced):
        return name
    named = _nation(tables, spaced)
    return ("nation", named) if named else None


def _nation(tables: Scenario, value: str) -> str:
    """The code of the nation that a text in capitals names by number, code, name or people; "" for none or several."""
    if code := tables.nation(value):
        return code
    found = [code for code in played_nations(tables) if _named(tables, code, value)]
    return found[0] if len(found) == 1 else ""


def _named(tables: Scenario, code: str, value: str) -> bool:
    row = tables.nations[code]
    return value in (row.name.upper(), row.people.upper()) or value in row.name.upper().split()


def _problem(tables: Scenario, key: str, value: str, phrase: Phrase) -> Problem | None:
    if _nation(tables, value) or all(_nation(tables, one) for one in value.replace(" OR ", " ").split()):
        return None
    codes = [f"{code} ({tables.nations[code].name})" for code in played_nations(tables)]
    why = f"There is no nation {value[:30]}; there are {listed(codes)}."
    near = nearest(value, [code.upper() for code in played_nations(tables)])
    return Problem(
        NOT_TAKEN, phrase.line, why, "One will be drawn for you, or write:", f"NATION={near}", text=phrase.text, note=True
    )
