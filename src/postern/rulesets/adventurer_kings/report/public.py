"""What everybody may know, for those who look on, and what is told when the game is over: all of the world, and its deeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from postern.game.chart import Area, Chart, Marker, Owner, Site
from postern.game.events import Deed, Event
from postern.game.kit.report import frames
from postern.game.kit.report.telling import told_to
from postern.game.report import Bullets, Report, Section, Text
from postern.game.ruleset import Uncovered
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report import map
from postern.rulesets.adventurer_kings.report.telling import TITLE, emblem, named, occasion, sections_of_events, tellings
from postern.rulesets.adventurer_kings.report.turn_report import final
from postern.rulesets.adventurer_kings.rules.realm.economy import wealth
from postern.rulesets.adventurer_kings.rules.realm.offices import final as final_table
from postern.rulesets.adventurer_kings.rules.realm.offices import scores
from postern.rulesets.adventurer_kings.tables import GRID
from postern.rulesets.adventurer_kings.world import World

_SECRET = "Treasuries, exploration, armies and features are secret until the game is over. The final table comes here then."
_PROVINCE = 3
"""What a province taken weighs, in armies."""


def public_report(view: View, events: Sequence[Event]) -> Report:
    """Return the report for those who look on: the same from every seat's view (AK-D1.4-03)."""
    world = view.world
    kings = [
        f"{one.seat} rules {one.name} ({one.code}){', given up' if one.given_up else ''}" for one in world.kingdoms.values()
    ]
    players = Section("players", "Who plays", (Bullets(tuple(kings)), *(() if world.finished else (Text(_SECRET, "note"),))))
    announced = [kind for kind, section in sections_of_events().items() if section == "news"]
    told = told_to(tellings(), [named(world, one) for one in events if one.kind in (*announced, "relations")], "")
    news = Section("news", "What everybody was told", (Bullets(tuple(one.text for one in told)),)) if told else None
    leaders = [
        f"{office}: {who} ({kingdom})"
        for one in events
        if one.kind == "leaders"
        for office, who, kingdom in one.data["offices"]
        if kingdom
    ]
    offices = Section("offices", "The year's leaders", (Bullets(tuple(leaders)),)) if leaders else None
    begins = f"{len(kings)} Kings begin; the game ends with year {world.turns} at the latest."
    goes_on = f"Year {world.turn - 1} of {world.turns} has run."
    sections = [final(world, ""), news, offices, players]
    return frames.public_report(occasion(world, world.turn == 1), begins, goes_on, sections)


def uncovered(world: World) -> Uncovered:
    """Return the world with nothing hidden, for when the game is over."""
    kingdoms = sorted(world.kingdoms.values(), key=lambda one: one.number)
    if not world.scores:
        world.scores = scores(world)
    emblems = {one.seat: found for one in kingdoms if (found := emblem(one)) is not None}
    return Uncovered(
        final_table(world),
        {one.seat: one.name for one in kingdoms},
        open_chart(world),
        tuple(world.winners),
        {one.seat: one.race for one in kingdoms},
        {one.seat: _figures(world, one.code) for one in kingdoms},
        ("province", "provinces", "armies"),
        emblems,
    )


def _figures(world: World, code: str) -> Mapping[str, int]:
    """What a player has, for the records."""
    return {
        "provinces": len(world.owned(code)),
        "tax base": wealth(world, code),
        "armies": sum(one.owner == code for one in world.armies.values()),
        "gold": world.kingdoms[code].gold,
    }


def open_chart(world: World) -> Chart:
    """Return the map of the world as it stands: owners, armies of Kings, homes."""
    seats = {"": "", **{one.code: one.seat for one in world.kingdoms.values()}}
    areas = tuple(
        Area(str(number), GRID.centre(number), GRID.polygon(number), one.terrain, seats[one.owner])
        for number, one in world.provinces.items()
    )
    found: dict[tuple[int, str], int] = {}
    for army in (one for one in world.armies.values() if one.owner):
        key = (army.province, army.owner)
        found[key] = found.get(key, 0) + 1
    markers = tuple(
        Marker(str(place), seats[owner], "armies" if many > 1 else "army", str(many))
        for (place, owner), many in sorted(found.items())
    )
    sites = tuple(
        Site(str(one.home), map.CITY, world.provinces[one.home].name, seats[world.provinces[one.home].owner] or map.NATIVES)
        for one in world.kingdoms.values()
    )
    sides = [Owner(one.seat, f"{one.seat} ({one.name})", one.code, number=one.number) for one in world.kingdoms.values()]
    return Chart(
        title=TITLE,
        subtitle=frames.when(world.turn).replace("turn", "year"),
        areas=areas,
        terrains=tuple(one for one in map.grounds() if one.key != map.UNKNOWN),
        owners=(*sides, Owner(map.NATIVES, "natives and mercenaries", "-", neutral=True)),
        markers=markers,
        turn=world.turn - 1,
        symbols=tuple(one for one in map.SYMBOLS if one.kind == map.CITY),
        measure=map.MEASURE,
        sites=sites,
    )


# --- deeds ----------------------------------------------------------------------------------------------------------------


def deeds(before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
    """Return what of a year is told when the game is over: battles, guardians slain, Kings who fell, kingdoms that are gone."""
    return (*_battles(after, events), *_feats(before, after, events), *_falls(before, after))


def _side(world: World, codes: Iterable[str], where: str) -> str:
    """A side by its first player, the people of the place where there is none."""
    return next((world.kingdoms[code].seat for code in codes if code in world.kingdoms), f"the people of {where}")


def _battles(world: World, events: Iterable[Event]) -> Iterator[Deed]:
    for one in events:
        if one.kind == "battle":
            data = one.data
            best, worst = (_side(world, data[side]["codes"], data["name"]) for side in ("attackers", "defenders"))
            if data["result"] == "lose":
                best, worst = worst, best
            units = [unit for side in ("attackers", "defenders") for unit in data[side]["units"]]
            gone = sum(unit["fate"] in ("destroyed", "regenerated") for unit in units)
            yield Deed("battle", best, worst, str(data["place"]), gone, "undecided" if data["result"] == "contested" else "")


def _feats(before: World, after: World, events: Iterable[Event]) -> Iterator[Deed]:
    """Provinces taken from a player, and crowns."""
    for one in events:
        if one.kind == "conquered" and one.data["owner"]:
            taker, loser = after.kingdoms[one.data["owner"]], before.kingdoms[one.data["before"]]
            yield Deed("feat", taker.seat, "", str(one.data["place"]), _PROVINCE, f"took {one.data['where']} from {loser.seat}")


def _falls(before: World, after: World) -> Iterator[Deed]:
    for one in after.kingdoms.values():
        king = after.characters.get(one.king)
        gone = one.given_up or (king is not None and king.status == "valhalla")
        old = before.characters.get(before.kingdoms[one.code].king)
        was = before.kingdoms[one.code].given_up or (old is not None and old.status == "valhalla")
        if gone and not was:
            yield Deed("fall", one.seat)
