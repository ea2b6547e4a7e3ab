"""What follows when a King dies or a player is gone (chapter 8): the Royal Heir, Valhalla, kingdoms that are given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from postern.rulesets.adventurer_kings.rules.creation import kings_aptitudes
from postern.rulesets.adventurer_kings.rules.endings import change_owner, dismiss, to_mercenary
from postern.rulesets.adventurer_kings.rules.realm.economy import tax_base
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Kingdom, World

_AVERAGE = 2


def provide_kings(turn: Turn) -> None:
    """A kingdom whose King died gets an Heir (AK-D2.1-03, AK-D2.1-06) or goes to Valhalla (AK-D10.3-01); an Heir whose time is
    over gets his levels (AK-D2.1-04)."""
    world = turn.world
    for kingdom in [one for one in world.kingdoms.values() if not one.given_up]:
        king = world.king(kingdom)
        if king.status == "valhalla":
            _visit(turn, kingdom, king)
        elif king.status == "dead" or king.kingdom != kingdom.code:
            if not _lives(world, kingdom):
                king.status = "valhalla"
                turn.announce("valhalla", name=king.title, kingdom=kingdom.name)
            elif king.levelled or king.died < world.turn:
                place = _seat_of(world, kingdom) or king.province
                heir = crown_heir(turn, kingdom, place, f"Heir of {_last(world, king).name}")
                turn.tell("heir", turn.witnesses(place, kingdom.code), kingdom=kingdom.name, **_facts(turn, heir))
        elif not king.levelled and world.turn >= kingdom.heir_until:
            names = TABLES.names[kingdom.race]["women" if king.woman else "men"]
            name = turn.dice("heir", kingdom.code).choice(names)
            give_levels(turn, kingdom, king, name, proposed(world, king))


def _last(world: World, king: Character) -> Character:
    """The last King with levels: this one, or whom he should have followed."""
    return king if king.levelled else world.characters[king.heir_of]


def _lives(world: World, kingdom: Kingdom) -> bool:
    """Whether a kingdom has a province, an army or a Hero."""
    code = kingdom.code
    return bool(world.owned(code) or world.serving(code)) or any(one.owner == code for one in world.armies.values())


def _seat_of(world: World, kingdom: Kingdom) -> int:
    """The home, or the richest own province; 0 for none."""
    owned = world.owned(kingdom.code)
    return kingdom.home if kingdom.home in owned else max(owned, key=lambda one: (tax_base(world, one), -one), default=0)


def _facts(turn: Turn, who: Character) -> dict[str, object]:
    return {"who": who.id, "name": who.title, "place": who.province, "where": turn.place(who.province)}


def crown_heir(turn: Turn, kingdom: Kingdom, place: int, name: str) -> Character:
    """Put a new King without levels in the place of the old one, and return him: the alignment of the kingdom stays
    (AK-P2.1-04)."""
    world, old = turn.world, turn.world.king(kingdom)
    heir = world.new_character(
        name=name,
        race=kingdom.race,
        alignment=kingdom.alignment,
        temper=old.temper,
        province=place,
        kingdom=kingdom.code,
        status="serving",
        king=True,
        woman=old.woman,
        heir_of=_last(world, old).id,
        levelled=False,
    )
    heir.aptitudes = kings_aptitudes(heir.alignment, {})
    kingdom.king, kingdom.heir_until = heir.id, world.turn + TABLES.number("heir_years")
    return heir


def former(world: World, heir: Character) -> set[str]:
    """Return the abilities in which the dead King had levels."""
    return {ability for ability, skill in world.characters[heir.heir_of].skills.items() if skill}


def give_levels(turn: Turn, kingdom: Kingdom, heir: Character, name: str, levels: Mapping[str, int]) -> None:
    """The Heir gets his name and 4 levels, on top of what he learnt, and is King like any other (AK-P2.1-03)."""
    heir.name = name
    heir.skills = dict(Counter(heir.skills) + Counter(levels))
    heir.aptitudes, heir.levelled = kings_aptitudes(heir.alignment, heir.skills), True
    words = [f"{TABLES.abilities[ability].name} {many}" for ability, many in levels.items()]
    turn.tell_kingdom(kingdom.code, "heir levelled", levels=words, **_facts(turn, heir))


def proposed(world: World, heir: Character) -> dict[str, int]:
    """Return 4 levels in the dead King's highest abilities (AK-D2.1-04): a level each in turn, at most 3 in one; beside a
    single one the last level goes to the first other ability."""
    dead = world.characters[heir.heir_of]
    most = TABLES.number("king_start_level_max")
    known = sorted(former(world, heir), key=lambda one: (-dead.skills[one], list(TABLES.abilities).index(one)))
    others = [one for one in TABLES.abilities if one not in known]
    line = [*known * most, *others][: TABLES.number("king_start_levels")]
    return dict(Counter(line))


# --- Valhalla ------------------------------------------------------------------------------------------------------------


def _visit(turn: Turn, kingdom: Kingdom, king: Character) -> None:
    """The gods send a King back whose alignment Heroes can have as well (AK-P10.3-01, AK-D10.3-02): with levels that HEIR
    gives, gold and two armies, into a wild land province, which becomes his."""
    world = turn.world
    if turn.expected or TABLES.alignments[kingdom.alignment].kings_only:
        return
    if not turn.throw(TABLES.number("gods_visit_pct"), "gods", kingdom.code):
        return
    wild = {n: _defenders(world, n) for n, one in world.provinces.items() if not one.owner and not one.at_sea}
    if not wild:
        return
    fewest = min(map(len, wild.values()))
    place = turn.dice("return", kingdom.code).choice([one for one, armies in wild.items() if len(armies) == fewest])
    for army in wild[place]:
        to_mercenary(turn, army)
    change_owner(turn, place, kingdom.code)
    back = crown_heir(turn, kingdom, place, king.name)
    back.merit, king.merit, king.status = king.merit, {}, "dead"
    kingdom.gold += TABLES.number("start_gold")
    for _ in range(TABLES.number("gods_armies")):
        kind = TABLES.homes[kingdom.race].first
        world.new_army(race=kingdom.race, type=kind, quality=_AVERAGE, province=place, owner=kingdom.code, leader=back.id)
    turn.announce("returned", kingdom=kingdom.name, **_facts(turn, back))


def _defenders(world: World, number: int) -> list[Army]:
    return [one for one in world.armies_in(number) if not one.mercenary]


# --- players who are gone ------------------------------------------------------------------------------------------------


def count_missed(turn: Turn) -> None:
    """Count the turns in a row for which no letter came (AK-P3.0-08); a King in Valhalla misses none."""
    written = {one.seat for one in turn.orders} | turn.submitted
    for kingdom in turn.world.kingdoms.values():
        if turn.expected or kingdom.given_up or turn.world.king(kingdom).status == "valhalla":
            continue
        kingdom.missed = 0 if kingdom.seat in written else kingdom.missed + 1
        if kingdom.missed:
            left = TABLES.number("missed_turns_max") - kingdom.missed
            turn.tell_kingdom(kingdom.code, "turn missed", missed=kingdom.missed, left=left)


def give_up(turn: Turn) -> None:
    """After three missed turns in a row a kingdom is given up (AK-D3.0-09): its characters are free Heroes, its armies
    garrisons of provinces without an owner; those in provinces of others wander off as mercenaries."""
    world = turn.world
    for kingdom in world.kingdoms.values():
        if kingdom.given_up or kingdom.missed < TABLES.number("missed_turns_max"):
            continue
        kingdom.given_up = True
        for who in world.serving(kingdom.code):
            dismiss(turn, who)
            if who.king:
                who.king, who.alignment = False, TABLES.alignments[who.alignment].hero or who.alignment
        for number in world.owned(kingdom.code):
            world.provinces[number].owner = ""
        for army in [one for one in world.armies.values() if one.owner == kingdom.code]:
            army.owner, army.leader = "", 0
            if turn.here(army).owner:
                to_mercenary(turn, army)
        turn.announce("given up", kingdom=kingdom.name)
