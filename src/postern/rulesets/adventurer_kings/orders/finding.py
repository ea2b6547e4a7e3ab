"""What the names and numbers of orders mean: provinces, characters, armies and kingdoms, found in the world or told what to
write in their place (AK-D3.0-04, AK-D3.0-05, AK-D3.0-14)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Army, Character, Kingdom, World

_NEAR = 60
_LONGEST = 80
"""Characters of a name with its number."""
_BOTH = re.compile(r"#?(?P<a>[0-9]+)[ :=(,-]+(?P<b>[^0-9]+?)\)?|(?P<c>[^0-9]+?)[ :=(,-]+#?(?P<d>[0-9]+)\)?")
"""A name with its number, as answers write it: ``Karn (83)``."""


def meant(text: str, names: Mapping[int, str]) -> list[int]:
    """Return the numbers of all things that a text means: its number, its name, perhaps quoted or behind a title, or both."""
    plain = text.strip(" \"'")
    if is_number(plain.removeprefix("#")):
        return [one for one in (int(plain.removeprefix("#")),) if one in names]
    wanted = (plain.upper(), plain.upper().removeprefix("KING ").removeprefix("QUEEN "))
    found = [number for number, name in names.items() if name.upper() in wanted]
    both = None if found or len(plain) > _LONGEST else _BOTH.fullmatch(plain)
    if both is not None:
        found = [one for one in meant(both["a"] or both["d"], names) if one in meant(both["b"] or both["c"], names)]
    return found


def nearest(text: str, names: Mapping[int, str], least: int = _NEAR) -> int | None:
    """Return the number of what a mistyped name may mean; a number with words behind it means that number."""
    digits = re.match("#?([0-9]+)", text)
    if digits and is_number(digits[1]) and int(digits[1]) in names:
        return int(digits[1])
    called = {number: name.upper() for number, name in names.items()}
    near = process.extractOne(text.upper(), called, scorer=fuzz.ratio, score_cutoff=least)
    return None if near is None else int(near[2])


def named(what: str, text: str, names: Mapping[int, str]) -> int | Refusal:
    """Return the number that a number or name means, or a refusal with the nearest name; a name that fits several things is
    refused with their numbers. A number is taken as it is where it is one of them."""
    found = meant(text, names)
    if len(found) == 1:
        return found[0]
    if found:
        return Refusal("WHICH", f"{text.title()} may be {listed([str(one) for one in found], 'or')}: write the number.")
    near = None if is_number(text.strip().removeprefix("#")) else nearest(text, names)
    called = "" if near is None else f"{near} {names[near]}" if str(near) in text else f"{names[near]} ({near})"
    remedy = called and f"Did you mean {called}?"
    return Refusal(f"NO {what.upper()}", f"There is no {what} {text[:30].removeprefix('#')} that you know of.", remedy)


def province_names(world: World) -> dict[int, str]:
    """Return the names of all provinces by number."""
    return {number: one.name for number, one in world.provinces.items()}


def province(doing: Doing, text: str) -> int | None:
    """Return the province that an order names; None after saying that there is none."""
    return _found(doing, text, named("province", text, province_names(doing.world)), province_names(doing.world))


def character(doing: Doing, text: str, among: Iterable[Character] | None = None) -> Character | None:
    """Return the character that an order names, of these or of all that are known; None after saying that there is none."""
    known = list(doing.world.characters.values()) if among is None else list(among)
    names = {one.id: one.name for one in known}
    number = _found(doing, text, named("character", text, names), names)
    return None if number is None else doing.world.characters[number]


def own_character(doing: Doing, text: str) -> Character | None:
    """Return the own living character that an order names; None after saying that there is none."""
    return character(doing, text, doing.world.serving(doing.kingdom.code))


def character_here(doing: Doing, text: str) -> Character | None:
    """Return the living character in the same province that an order names; None after saying why not."""
    found = character(doing, text)
    if found is None:
        return None
    if not found.alive or found.province != doing.who.province:
        there = [f"{one.name} ({one.id})" for one in doing.world.characters_in(doing.who.province) if one is not doing.who]
        remedy = f"With him are {listed(there)}." if there else "Nobody is with him."
        doing.fail("NOT HERE", f"{found.name} is not in {doing.turn.place(doing.who.province)}.", remedy)
        return None
    return found


def own_armies(doing: Doing, numbers: Sequence[int], among: Sequence[Army] | None = None) -> list[Army]:
    """Return the own armies in the province that an order lists (none: all of ``among``), each once; an empty list after saying
    which are not there. A number that comes twice is taken once, with a note."""
    here = [one for one in doing.world.armies_in(doing.who.province) if one.owner == doing.kingdom.code]
    may = here if among is None else list(among)
    if not numbers:
        if not may:
            doing.fail("NO ARMIES", f"No army of yours in {doing.turn.place(doing.who.province)} can be meant by ALL.")
        return may
    twice = sorted({one for one in numbers if numbers.count(one) > 1})
    if twice:
        doing.note("TWICE", f"Army {listed([str(one) for one in twice])} is listed twice, and taken once.")
    wanted = {one.id: one for one in here}
    strange = [str(one) for one in dict.fromkeys(numbers) if one not in wanted]
    if strange:
        have = f"Yours there are {', '.join(map(str, wanted))}." if wanted else "You have none there."
        doing.fail("NO ARMY", f"No army {listed(strange, 'or')} of yours is in {doing.turn.place(doing.who.province)}.", have)
        return []
    return [wanted[one] for one in dict.fromkeys(numbers)]


def kingdom_named(world: World, text: str, own: str) -> Kingdom | Refusal:
    """Return another kingdom by number, code or name, or why it is none."""
    wanted = text.strip().removeprefix("#").upper()
    for one in world.kingdoms.values():
        if wanted in (str(one.number), one.code, one.name.upper()):
            if one.code == own:
                return Refusal("YOURSELF", f"{one.name} is your own kingdom.", "Name another kingdom.")
            return one
    others = ", ".join(f"{one.code} ({one.name})" for one in world.kingdoms.values() if one.code != own)
    return Refusal("NO KINGDOM", f"There is no kingdom {text[:20]}.", f"There are {others}.")


def _found(doing: Doing, text: str, found: int | Refusal, names: Mapping[int, str]) -> int | None:
    if isinstance(found, int):
        return found
    near = nearest(text, names) if found.remedy else None
    code = doing.issued.code.partition(" ")[2] if doing.turn.phase else doing.issued.code
    paste = re.sub(rf"(?<= ){re.escape(text)}(?= |$)", str(near), code, count=1) if near is not None else ""
    doing.fail(found.code, found.why, found.remedy, paste)
    return None
