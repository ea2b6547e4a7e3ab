"""Joining by mail: the lines of a JOIN letter that say which King and kingdom somebody plays, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from postern.game.kit import signup
from postern.game.kit.report.telling import listed
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES

START: Mapping[str, Any] = CONTENT.toml("start")
USUAL: Mapping[str, str] = START["usual"]
_RESERVED = frozenset("ALL KING QUEEN KINGDOM CHAR ORDERS MESSAGE READY CLEAR END NO TO".split())
_KEYS = ("KINGDOM", "KING", "QUEEN", "RACE", "ALTALIGNMENT", "ALIGNMENT", "TEMPER", "ABILITIES", "SECOND")
_LINE = re.compile(rf"(?P<key>{'|'.join(_KEYS)})(?: IS)?(?: ?[=:] ?| )[\"'\[]?(?P<value>.+?)[\"'\]]?")
_ENUMERATED = re.compile(
    rf"\s*[,;/]\s*(?=[A-Z]+ ?[0-9])|(?<=[A-Z])\s*[,;/]\s*(?=(?:{'|'.join(TABLES.alignments)})\b)", re.IGNORECASE
)
"""What parts levels, and alignments, that are one wish together."""
_NAMED = re.compile("[A-Z](?:[A-Z' -]{0,18}[A-Z])")
_LITTLE = re.compile(r"(?<= )(Of|The|And|In|On|Von|De)(?= )")


@dataclass(frozen=True)
class Start:
    """What a seat begins with: every choice of a player, or the usual one in its place (AK-D11-02)."""

    seat: str
    king: str
    woman: bool
    kingdom: str
    race: str
    alignment: str
    temper: str
    skills: Mapping[str, int]
    second: str


def starts(seats: Sequence[Signup]) -> list[Start]:
    """Return what each seat begins with, in the order of joining: earlier ones have the first claim to names, and to
    alignments of which there is one (AK-D11-02)."""
    found: list[Start] = []
    for seat in seats:
        wishes, own = seat.wishes, titled(seat.name)
        race = _named(_table("race"), wishes.get("race", "")) or USUAL["race"]
        free = [one for one in TABLES.alignments if one not in _gone([other.alignment for other in found])]
        wished = f"{wishes.get('alignment', '')} {wishes.get('altalignment', '')}".split()
        alignment = next((name for word in wished if (name := _named(free, word))), USUAL["alignment"])
        levels = read_levels(wishes.get("abilities", ""))
        usable = isinstance(levels, dict) and TABLES.alignments[alignment].barred not in levels
        taken = [other.kingdom for other in found]
        names = (_name(wishes, "kingdom"), own, *(f"{own} {number}" for number in range(2, 2 + len(seats))))
        kingdom = next(name for name in names if name and name not in taken)
        second, seconds = wishes.get("second", ""), TABLES.homes[race].second
        one = Start(
            seat=seat.name,
            king=_name(wishes, "queen") or _name(wishes, "king") or own,
            woman="queen" in wishes,
            kingdom=kingdom,
            race=race,
            alignment=alignment,
            temper=_named(TABLES.tempers, wishes.get("temper", "")) or USUAL["temper"],
            skills=levels if isinstance(levels, dict) and usable else usual_skills(),
            second=second if second in seconds else seconds[0],
        )
        found.append(one)
    return found


def usual_skills() -> dict[str, int]:
    """Return the first levels of a King for whom none are chosen."""
    levels = read_levels(USUAL["abilities"].upper())
    assert isinstance(levels, dict)
    return levels


def _name(wishes: Mapping[str, str], key: str) -> str:
    wished = wishes.get(key, "")
    return titled(wished) if _NAMED.fullmatch(wished) else ""


def titled(text: str) -> str:
    """Return a name written in capitals as it is shown: "ROSAMUND OF ELMET" as "Rosamund of Elmet"."""
    return _LITTLE.sub(lambda word: word[0].lower(), " ".join(one.capitalize() for one in text.split()))


def _gone(taken: Sequence[str]) -> list[str]:
    """The alignments that a game has once, and which somebody has (AK-P2.1-05)."""
    return [one.name for one in TABLES.alignments.values() if one.kings_only and one.name in taken]


def read_levels(value: str) -> dict[str, int] | str:
    """Return the first levels of a King in a text in capitals, or why they cannot be (AK-D2.1-01)."""
    total, most = TABLES.number("king_start_levels"), TABLES.number("king_start_level_max")
    names = {one.name.upper(): code for code, one in TABLES.abilities.items()}
    found: dict[str, int] = {}
    for word in re.findall(r"[A-Z]+ ?[0-9]*|[^A-Z ]+", value):
        name = word.rstrip("0123456789 ")
        code = names.get(name, name)
        digits = word[len(name) :].strip()
        if code not in TABLES.abilities:
            return f"There is no ability {(name or word)[:20]}; there are {listed(_coded(_abilities()))}."
        if not digits or not 1 <= int(digits) <= most:
            return f"{code} needs a level from 1 to {most}."
        found[code] = found.get(code, 0) + int(digits)
    if sum(found.values()) != total or max(found.values(), default=0) > most:
        return f"A King has {total} levels, at most {most} of one ability; these are {sum(found.values())}."
    return found


def _abilities() -> dict[str, str]:
    return {code: one.name for code, one in TABLES.abilities.items()}


def _coded(table: Mapping[str, str]) -> list[str]:
    return [f"{code} ({name})" if name else code for code, name in table.items()]


# --- reading ---------------------------------------------------------------------------------------------------------------


def read_signup(text: str, taken: Sequence[str]) -> tuple[Signup | None, list[Problem]]:
    """Return what a JOIN letter says of seat, King and kingdom (AK-D11-01), and what is wrong with it, given the names already
    taken. None without a usable name; then a problem says why."""
    lines = [(number, _ENUMERATED.sub(" ", line)) for number, line in signup.numbered(text)]
    wishes = Wishes(("NAME", *_KEYS), _wish, _problem, lambda phrase: [], "", _unnamed)
    found, problems = signup.read_signup(lines, signup.plain, wishes, Names(2, 8, _RESERVED), taken)
    if found is not None:
        problems += _together(found.wishes)
    return found, problems


def _wish(spaced: str) -> tuple[str, str] | None:
    if name := signup.named(spaced):
        return name
    match = _LINE.fullmatch(spaced)
    if match is None:
        return None
    key, value = match["key"].lower(), match["value"].strip()
    table = _table(key)
    if table is not None:
        words = value.replace("/", " ").replace(" OR ", " ").split() if key == "alignment" else [value]
        value = " ".join((_named(table, word) or word).upper() for word in words)
    return key, value


def _table(key: str) -> Mapping[str, str] | None:
    """What may be chosen for a key, from code to name; None for names and levels."""
    if key == "race":
        return {one.name: "" for one in TABLES.races.values() if one.humanoid}
    if key in ("alignment", "altalignment"):
        return dict.fromkeys(TABLES.alignments, "")
    if key == "temper":
        return dict.fromkeys(TABLES.tempers, "")
    if key == "second":
        return {code: TABLES.armies[code].name for home in TABLES.homes.values() for code in home.second}
    return None


def _named(table: Any, value: str) -> str:
    """The choice that a text in capitals names by its code, its name or its plural; "" for none."""
    for code in table:
        row = TABLES.armies.get(code) or TABLES.races.get(code)
        names = (row.name.upper(), row.plural.upper()) if row else ()
        if value in (code.upper(), *names):
            return str(code)
    return ""


def _problem(key: str, value: str, phrase: Phrase) -> Problem | None:
    table = _table(key)
    if key == "abilities":
        why = read_levels(value)
        return None if isinstance(why, dict) else _filled(phrase, why, key, f"ABILITIES {USUAL['abilities']}")
    if table is None:
        if _NAMED.fullmatch(value):
            return None
        return _filled(phrase, f"A name has 2 to 20 letters A to Z, blanks, hyphens or apostrophes; {value[:30]} has not.", key)
    wrong = next((word for word in (value.split() if key == "alignment" else [value]) if not _named(table, word)), None)
    if wrong is None:
        return None
    there = listed(_coded(table))
    near = nearest(wrong, [code.upper() for code in table])
    return _filled(phrase, f"There is no {_WORDS[key]} {wrong[:30]}; there are {there}.", key, near and f"{key.upper()} {near}")


_WORDS = {
    "race": "race",
    "alignment": "alignment",
    "altalignment": "alignment",
    "temper": "temper",
    "second": "second army type",
}


def _filled(phrase: Phrase | None, why: str, key: str, paste: str = "") -> Problem:
    """What is said of a choice in whose place another comes."""
    usual = {**USUAL, "second": "the first type of your race's list", "altalignment": USUAL["alignment"]}.get(key, "")
    instead = f"Yours will be {usual}" if usual else "It will be made of your own name"
    instead = f"Without it you would then be {usual}" if key == "altalignment" and not phrase else instead
    line, text = (phrase.line, phrase.text) if phrase else (0, "")
    remedy = f"{instead}, or write:" if paste else f"{instead}."
    return Problem(NOT_TAKEN, line, why, remedy, paste, text=text, note=True)


def _together(wishes: Mapping[str, str]) -> list[Problem]:
    """What is wrong with choices that do not go together."""
    found = []
    race = _named(_table("race"), wishes.get("race", "")) or USUAL["race"]
    seconds = TABLES.homes[race].second
    if wishes.get("second", seconds[0]) not in seconds:
        kinds = listed(_coded({code: TABLES.armies[code].name for code in seconds}), "or")
        why = f"The second army type of {TABLES.races[race].plural} is {kinds}."
        found.append(_filled(None, why, "second", f"SECOND {seconds[0]}"))
    alignments = [one for word in wishes.get("alignment", "").split() if (one := _named(TABLES.alignments, word))]
    levels = read_levels(wishes.get("abilities", ""))
    for row in (TABLES.alignments[name] for name in alignments):
        if isinstance(levels, dict) and row.barred in levels:
            why = f"A King who is {row.name} can have no {TABLES.abilities[row.barred].name} magic."
            found.append(_filled(None, why, "abilities"))
    if alignments and TABLES.alignments[alignments[-1]].kings_only and "altalignment" not in wishes:
        why = f"A game has one King who is {alignments[-1]}; a line ALTALIGNMENT says what you are if somebody else is."
        found.append(_filled(None, why, "altalignment", f"ALTALIGNMENT {TABLES.alignments[alignments[-1]].hero}"))
    return found


def _unnamed(wishes: Mapping[str, str]) -> str:
    return f" Lines {listed([key for key in _KEYS if key.lower() not in wishes])} may choose King and kingdom."


def choices(options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> tuple[Choice, ...]:
    """Return what a JOIN letter may choose, and which alignments are free, given the wishes of those who joined."""
    gone = _gone([one.alignment for one in starts([Signup(f"S{place}", wish) for place, wish in enumerate(wishes)])])
    own = "without it one is made of your name"
    alignments = dict.fromkeys(TABLES.alignments, "")
    free = tuple(one for one in alignments if one not in gone)
    levels = f"write {TABLES.number('king_start_levels')} levels, at most {TABLES.number('king_start_level_max')} of one"
    return (
        Choice("KING", {"a name": "or QUEEN="}, own),
        Choice("KINGDOM", {"a name": ""}, own),
        Choice("RACE", _table("race") or {}, f"without it {USUAL['race']}"),
        Choice("ALIGNMENT", alignments, f"without it {USUAL['alignment']}; ALTALIGNMENT= is the substitute", free),
        Choice("TEMPER", _table("temper") or {}, f"without it {USUAL['temper']}"),
        Choice("ABILITIES", _abilities(), f"{levels}; without it {USUAL['abilities']}"),
        Choice("SECOND", _table("second") or {}, "of your race's list; without it the first of that list"),
    )
