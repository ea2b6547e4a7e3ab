"""Spells on provinces: taxes, seas, earthquakes, storms and plagues."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.orders.spells.casting import Casting, Deed, place_of, spell, tell, within, wrong_terrain
from postern.rulesets.adventurer_kings.rules.endings import destroy, lower
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Army, Province


@spell("BL")
def bless(casting: Casting) -> Deed:
    """Raise the taxes of an own or allied province by 60% for the year, once (AK-P4.2-08, AK-D4.21-02)."""
    doing, number = casting.doing, place_of(casting)
    place, where = doing.world.provinces[number], doing.turn.place(number)
    if not place.owner or doing.world.relation(doing.kingdom.code, place.owner) != "Allied":
        casting.fail("OWNER", f"{where} is neither yours nor an ally's.", "Bless where you or an ally rule.")
    if place.blessed:
        casting.fail("BLESSED", f"{where} is blessed already this year.", "Bless another province.")

    def deed() -> None:
        place.blessed = True
        tell(casting, "blessed", number)
        merit(doing.turn, doing.who, "HP", 1, f"{where} blessed")

    return deed


@spell("PA")
def part_the_seas(casting: Casting) -> Deed:
    """Dry a Sea province until the end of the year, or end a Flood (AK-P4.2-05 to 07, AK-D4.21-05)."""
    number = place_of(casting)
    place = casting.doing.world.provinces[number]
    if not place.at_sea:
        near = [one for one in within(casting) if casting.doing.world.provinces[one].at_sea]
        wrong_terrain(casting, number, "no Sea province", near)
    return lambda: _turn(casting, number)


@spell("FO")
def flood(casting: Casting) -> Deed:
    """Turn a land province that touches Sea into Sea until the end of the year, or end a Part the Seas (AK-D4.24-05)."""
    number = place_of(casting)
    world = casting.doing.world
    dried = {one for one in within(casting) if world.provinces[one].terrain == SEA and not world.provinces[one].at_sea}
    if number not in dried and not world.coastal(number):
        near = [one for one in within(casting) if one in dried or world.coastal(one)]
        wrong_terrain(casting, number, "no land province that touches Sea", near)
    return lambda: _turn(casting, number)


def _turn(casting: Casting, number: int) -> None:
    """The province gets the spell's terrain; where the other spell lies on it both are gone."""
    place: Province = casting.doing.world.provinces[number]
    place.turned = "" if place.turned else casting.spell.turns
    tell(casting, "terrain turned", number, terrain=place.land.name, back=not place.turned)


@spell("EQ")
def earthquake(casting: Casting) -> Deed:
    """Halve the taxes of a province this year; every Garrison there loses a level of quality (AK-D4.24-04)."""
    doing, number = casting.doing, place_of(casting)

    def deed() -> None:
        doing.world.provinces[number].shaken = True
        hit = [one for one in doing.world.armies_in(number) if one.has("garrison")]
        tell(casting, "earthquake", number, **_weakened(doing, hit))

    return deed


def _weakened(doing: Doing, armies: list[Army]) -> dict[str, list[str]]:
    """These armies lose a level of quality; return which did, and which are gone by it."""
    weaker = [f"{one.title}" for one in armies if lower(doing.turn, one)]
    return {"weaker": weaker, "gone": [one.title for one in armies if one.id not in doing.world.armies]}


@spell("ST")
def storm(casting: Casting) -> Deed:
    """Each Fleet in a Sea province loses a level of quality, or sinks (AK-D2.0-14)."""
    doing, number = casting.doing, place_of(casting)
    if not doing.world.provinces[number].at_sea:
        near = [one for one in within(casting) if doing.world.provinces[one].at_sea]
        wrong_terrain(casting, number, "no Sea province", near)

    def deed() -> None:
        fleets = [one for one in doing.world.armies_in(number) if one.has("sinks")]
        sunk = [one for one in fleets if doing.turn.throw(TABLES.number("storm_sink_pct"), "storm", doing.who.id, one.id)]
        for one in sunk:
            destroy(doing.turn, one)
        tell(
            casting,
            "storm",
            number,
            sunk=[one.title for one in sunk],
            **_weakened(doing, [one for one in fleets if one not in sunk]),
        )

    return deed


@spell("PL")
def plague(casting: Casting) -> Deed:
    """Each army of a province that is not skeletal may lose a level of quality, whose ever it is (AK-D4.25-04)."""
    doing, number = casting.doing, place_of(casting)

    def deed() -> None:
        chance = TABLES.number("plague_pct_per_level") * casting.level
        living = [one for one in doing.world.armies_in(number) if not one.skeletal]
        sick = [one for one in living if doing.turn.throw(chance, "plague", doing.who.id, one.id)]
        tell(casting, "plague", number, each=chance, **_weakened(doing, sick))

    return deed
