"""Joining by mail: NAME=GREEDY, TYPE=RILRIS, E=25, or the same in friendlier words (ruling 26, QJ-02-03, QJ-02-18)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from postern.game.kit import signup
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.great_jewels.orders.choices import EARLIEST_END, LATEST_END
from postern.rulesets.great_jewels.orders.messages import sections
from postern.rulesets.great_jewels.orders.text import spaced_form
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.variants import PLAIN, Variant
from postern.rulesets.great_jewels.wording import listed
from postern.rulesets.great_jewels.world import LOTU, People

_RESERVED = frozenset(
    {*People, "MERC", "DRAGON", LOTU, "ANON", "ALL", "DREVON", "END"}
    | set("GOLD SILVER DIAMOND RUBY EMERALD SWORD SHIELD CHALICE CORONET STAFF".split())
)
"""Names that already mean something: types, non-players, words of orders, Forbidden Cities."""
_NAMES = Names(2, 6, _RESERVED)
_KEYS = ("NAME", "TYPE", "PEOPLE", "RACE", "E", "END", "TEAM")

_NAMED = re.compile(
    r"(?:MY )?(?:(?:SEAT|PLAYER) ?)?NAME(?: IS)? ?[=:] ?\[?(?P<value>.*?)\]?"
    r"|(?:(?:MY )?NAME(?: IS)?|AS|PLAY AS|CALL ME|I AM CALLED|I SHALL BE CALLED) \[?(?P<word>[^ \]]+)\]?"
)
_TYPE = re.compile(r"(?:(?:CHARACTER|PLAYER) ?)?(?:TYPE|CHARACTER|PEOPLE|RACE)(?: IS)? ?(?:[=:] ?| )(?P<value>.*)")
_END = re.compile(r"(?:E|END(?:ING)?(?: (?:TURN|ON TURN|ON))?)(?: IS)? ?[=:]? ?(?:TURN )?(?P<value>[0-9]{1,9})")
_TEAM = re.compile(r"(?:MY )?TEAM(?: IS)? ?[=:]? ?(?P<value>[0-9]{1,3})")
_WISH = re.compile(r"\b(?:PLAY|BE|AS|WANT|PREFER|CHOOSE|TAKE|LIKE)\b")
_KEY = re.compile(r"(?P<key>[A-Z][A-Z ]{0,30}?) ?=.*")
_BEING = re.compile(r"\b(?:WANT|WISH|LIKE|PREFER|LOVE|CHOOSE)\b.*\b(?:BE|PLAY|PLAY AS|TAKE)\b (?:AS )?(?:THE|A|AN)\b")
_NOT = re.compile(r"\b(?:NOT|BUT|NEVER|NO|EXCEPT|HATE)\b|N'T\b")


def read_signup(text: str, taken: Sequence[str], variant: Variant = PLAIN) -> tuple[Signup | None, list[Problem]]:
    """The seat's name and wishes (``type``, ``end``, ``team``) from the lines of a JOIN letter, given the names already taken.

    None when no usable name was given; then a problem says why. Other problems leave the signup standing without that wish.
    Lines that say none of this are left to others.
    """
    lines = [(part.index + 1, part.raw) for part in sections(re.split(r"\r\n|\r|\n", text))]
    wishes = Wishes(_KEYS, _wish, partial(_problem, variant), partial(_stray, variant), "type", _unnamed)
    return signup.read_signup(lines, spaced_form, wishes, _NAMES, taken)


def choices(variant: Variant) -> tuple[Choice, ...]:
    """Return what may be chosen in a game of this variant; several players may choose the same."""
    found = [Choice("TYPE", {one.value: "" for one in People}, "without it a people is drawn for you")]
    if not variant.turn_limit:
        default = decided("homes")["end_default"]
        turns = {f"a turn from {EARLIEST_END} to {LATEST_END}": ""}
        found.append(Choice("E", turns, f"the last turn for which you vote, {default} without it"))
    if variant.teams:
        teams = {str(team): "" for team in range(1, variant.teams + 1)}
        found.append(Choice("TEAM", teams, "without it you are put where a place is free"))
    return tuple(found)


def _unnamed(wishes: Mapping[str, str]) -> str:
    """What to add where a letter has no name: that a people may be wished for, too."""
    types = listed([one.value for one in People], "or")
    return "" if "type" in wishes else f" A line TYPE= with {types} chooses a people; without it one is drawn for you."


def _wish(spaced: str) -> tuple[str, str] | None:
    if match := _TEAM.fullmatch(spaced):
        return "team", match["value"]
    if match := _END.fullmatch(spaced):
        return "end", match["value"]
    if (match := _TYPE.fullmatch(spaced)) and match["value"]:
        return "type", match["value"]
    named = _NAMED.fullmatch(spaced)
    if named and (value := named["value"] or named["word"]) and not (value in People.__members__ and "AS " in spaced):
        return "name", value
    peoples = [people for people in People if re.search(rf"\b{people}S?\b", spaced)]
    if len(peoples) == 1 and not _NOT.search(spaced) and (_WISH.search(spaced) or spaced == peoples[0]):
        return "type", peoples[0].value
    return None


def _stray(variant: Variant, phrase: Phrase) -> list[Problem]:
    """What to say of a line that brings no wish though one may be meant: a key that there is not, a people in words."""
    types = listed([one.value for one in People], "or")
    if (found := _KEY.fullmatch(phrase.spaced)) is not None:
        known = [f"TYPE= with {types}", f"E= with a turn from {EARLIEST_END} to {LATEST_END}"]
        known += ["TEAM= with the number of a team"] if variant.teams else []
        why = (
            f"There is no {found['key'][:20]}= here, so it was left out. There is NAME= with your name, {listed(known, 'and')}."
        )
        return [Problem(NOT_TAKEN, phrase.line, why, text=phrase.text, note=True)]
    named = any(re.search(rf"\b{people}S?\b", phrase.spaced) for people in People)
    if not named and not _BEING.search(phrase.spaced):
        return []
    why = f"Which people you wish for, if any, I cannot tell from this line. There is {types}."
    remedy = "One will be drawn for you unless you say which, here or with the orders of turn 1:"
    return [Problem(NOT_TAKEN, phrase.line, why, remedy, f"TYPE={People.RILRIS}", text=phrase.text, note=True)]


def _problem(variant: Variant, key: str, value: str, phrase: Phrase) -> Problem | None:
    line, text = phrase.line, phrase.text
    if key == "team":
        return _team_problem(value, line, text, variant)
    if key == "end" and variant.turn_limit:
        why = f"This game has a fixed last turn, {variant.turn_limit}, so nobody names one."
        return Problem("END", line, why, "You need not write this line.", text=text, note=True)
    if key == "end":
        if EARLIEST_END <= int(value) <= LATEST_END:
            return None
        close = min(max(int(value), EARLIEST_END), LATEST_END)
        why = f"The ending turn is a number from {EARLIEST_END} to {LATEST_END}; you wrote {int(value)}."
        default = decided("homes")["end_default"]
        remedy = f"It counts as {default} until you name one, here or with the orders of turn 1:"
        return Problem("END", line, why, remedy, f"E={close}", text=text, note=True)
    if value in People.__members__:
        return None
    why = f"There is no character type {value[:20]}; the types are {', '.join(People)}."
    remedy = "One will be drawn for you; you may choose with the orders of turn 1:"
    return Problem("TYPE", line, why, remedy, f"TYPE={nearest(value, People) or People.RILRIS}", text=text, note=True)


def _team_problem(value: str, line: int, text: str, variant: Variant) -> Problem | None:
    """What is wrong with the wish for a team. Whether the team has room shows when the game begins."""
    if not variant.teams:
        return Problem("TEAM", line, "This game has no teams.", "You need not write this line.", text=text, note=True)
    if 1 <= int(value) <= variant.teams:
        return None
    why = f"There are teams 1 to {variant.teams}; there is no team {int(value)}."
    return Problem("TEAM", line, why, "You will be put where a place is free; or write:", "TEAM=1", text=text, note=True)
