"""Food and gold of a month: the calendar, production, consumption, reinforcements.

- The calendar: three turns a season, twelve a year (AC-25).
- Production: what each center brings its owner, by season and siege (AC-14, rulings 17 and 55).
- What groups eat and are paid, and what it does to them when they are not; spoilage; morale by region (AC-06-88..97,
  AC-14-13, rulings 11, 22 and 52).
- Scheduled reinforcements (AC-16).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.rules.effects import Asked, amount
from postern.rulesets.alamaze.rules.groups import change_morale, end_if_empty
from postern.rulesets.alamaze.rules.regions import reaction
from postern.rulesets.alamaze.rules.sea import room_at
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import CONSUMPTION, PRODUCTION, SPOILAGE, Activity, Ledgers, Turn, book
from postern.rulesets.alamaze.world.records import Center, Group, Kingdom, World

SEASONS = ("Spring", "Summer", "Autumn", "Winter")
_PARTS = ("Early", "Mid", "Late")
_TURNS = len(_PARTS) * len(SEASONS)


def _place(tables: Edition, turn: int) -> int:
    """Which turn of the year it is, from 0 for Early Spring. Turn 1 is Late Summer (AC-25-02)."""
    return tables.whole("calendar.turn_1") + turn - 1


def season(tables: Edition, turn: int) -> str:
    """The season of a turn: Spring, Summer, Autumn or Winter (AC-25-05)."""
    return SEASONS[_place(tables, turn) % _TURNS // len(_PARTS)]


def date(tables: Edition, turn: int) -> str:
    """The date of a turn in words: ``Late Summer 1101``. A year begins with Early Spring."""
    place = _place(tables, turn)
    year = int(tables.texts["first_year"]) + place // _TURNS
    return f"{_PARTS[place % len(_PARTS)]} {season(tables, turn)} {year}"


def shares(tables: Edition, turn: int, region: int) -> tuple[int, int]:
    """What a region brings in this turn of its food and of its gold, in percent (AC-14-09..12)."""
    row = tables.seasons[season(tables, turn)]
    if tables.regions[region].off_season == "winter":
        return row.regions_1_6_food_percent, row.regions_1_6_gold_percent
    return row.regions_7_10_food_percent, row.regions_7_10_gold_percent


@dataclass
class Harvest:
    """What each center brought in this turn, by area: food and gold."""

    brought: dict[str, tuple[int, int]] = field(default_factory=dict)


def yield_of(world: World, center: Center) -> tuple[int, int]:
    """Food and gold of a center in the world's turn. A center that eats food eats double in its off-season (AC-14-07)."""
    food_share, gold_share = shares(world.tables, world.turn, world.region_of(center.area))
    base = center.food
    if base > 0:
        base = int(amount(Asked(world, center.owner, center=center), "production", "food", base))
    food = base * food_share // 100 if base > 0 else base * (2 if food_share < 100 else 1)
    left = siege_share(world, center.area)
    return (food * left // 100 if food > 0 else food), center.gold * gold_share // 100 * left // 100


def siege_share(world: World, area: str) -> int:
    """What a siege leaves of the production, in percent (AC-21-23..25)."""
    turns = max((one.siege.turns for one in world.groups.values() if one.siege and one.siege.area == area), default=0)
    return world.tables.siege_shares.get(turns, 100)


def produce(turn: Turn) -> None:
    """Every kingdom gets what its centers bring. Only cities can make the food negative; what is missing is taken from the
    store, as far as there is any."""
    harvest = turn.state(Harvest).brought
    for kingdom in turn.world.kingdoms.values():
        food = gold = 0
        for center in turn.world.centers_of(kingdom.code):
            harvest[center.area] = yield_of(turn.world, center)
            food += harvest[center.area][0]
            gold += harvest[center.area][1]
        book(turn, kingdom, PRODUCTION, max(food, -kingdom.food), gold)
        brought = {one.area: list(harvest[one.area]) for one in turn.world.centers_of(kingdom.code)}
        turn.tell_kingdoms("harvest", (kingdom.code,), centers=brought)


def announce_riches(turn: Turn) -> None:
    """All kings hear of a center whose gold has grown beyond measure (AC-04-35, ruling 16)."""
    for _, center in sorted(turn.world.centers.items()):
        if not center.told_rich and center.gold > turn.tables.value("pc.rich_gold_announcement"):
            center.told_rich = True
            turn.tell_all("rich-center", area=center.area, name=center.name, owner=center.owner)


_AS_KINGDOM = "as kingdom brigade"


@dataclass
class Rations:
    """Groups that get no food (225), and those that get no gold (230)."""

    no_food: set[str] = field(default_factory=set)
    no_gold: set[str] = field(default_factory=set)


def upkeep(world: World, group: Group) -> tuple[int, int]:
    """Food and gold that a group needs a turn."""
    brigades = world.tables.brigades
    food = gold = 0
    for code, number in group.brigades.items():
        row = brigades[code]
        each = (
            brigades[world.tables.own_brigade(group.kingdom)].food_per_turn
            if row.food_per_turn == _AS_KINGDOM
            else row.food_per_turn
        )
        food += number * int(each)
        gold += number * row.gold_per_turn
    return food, gold


def consume(turn: Turn) -> None:
    """Food for the groups in the order of their numbers, each wholly or not at all; then gold likewise (ruling 52)."""
    rations = turn.state(Rations)
    for kingdom in turn.world.kingdoms.values():
        groups = [one for one in turn.world.groups_of(kingdom.code) if one.area]
        for group in groups:
            need, _ = upkeep(turn.world, group)
            if group.id not in rations.no_food and need <= kingdom.food:
                book(turn, kingdom, CONSUMPTION, food=-need)
                _fed(turn, group)
            elif need:
                _unfed(turn, kingdom, group, need)
        for group in [one for one in groups if one.area]:
            _, need = upkeep(turn.world, group)
            if group.id not in rations.no_gold and need <= kingdom.gold:
                book(turn, kingdom, CONSUMPTION, gold=-need)
            elif need:
                turn.state(Activity).unpaid.add(group.id)
                change_morale(turn.world, group, turn.tables.value("morale.unpaid"))
                turn.tell_kingdoms("unpaid", (kingdom.code,), group=group.id, need=need)


def _fed(turn: Turn, group: Group) -> None:
    group.unfed = 0
    healed = amount(Asked(turn.world, group.kingdom, group=group), "heal", "group")
    group.attrition = max(round(group.attrition + healed, 2), 0)


def _unfed(turn: Turn, kingdom: Kingdom, group: Group, need: int) -> None:
    group.unfed += 1
    change_morale(turn.world, group, turn.tables.value("morale.unfed"))
    if group.unfed > 1:
        late = "unfed.attrition_second" if group.unfed == 2 else "unfed.attrition_later"
        add_attrition(turn.world, group, turn.tables.value(late))
    turn.tell_kingdoms("unfed", (kingdom.code,), group=group.id, need=need, turns=group.unfed)
    end_if_empty(turn, group)


def add_attrition(world: World, group: Group, points: float) -> None:
    """Wears a group down. Above the most that a group can bear its weakest brigade goes, and the rest is reckoned anew
    (AC-06-95, ruling 23)."""
    group.attrition = min(round(group.attrition + points, 2), 100)
    while group.brigades and group.attrition > world.tables.value("group_attrition.maximum"):
        weakest = min(group.brigades, key=lambda code: (world.tables.brigades[code].value_vs_pc, code))
        dissolve(group, weakest)


def dissolve(group: Group, brigade: str) -> None:
    """One brigade goes, and its men fill the gaps of the others."""
    strength = group.size * (1 - group.attrition / 100)
    group.brigades[brigade] -= 1
    if not group.brigades[brigade]:
        del group.brigades[brigade]
    group.attrition = max(round(100 * (1 - strength / group.size), 2), 0) if group.size else 0


def spoil(turn: Turn) -> None:
    """A part of the food that is left spoils; gold does not (AC-14-13)."""
    for kingdom in turn.world.kingdoms.values():
        book(turn, kingdom, SPOILAGE, food=-int(kingdom.food * turn.tables.value("spoilage")))


def morale_by_region(turn: Turn) -> None:
    """Groups gain morale in friendly country, to a bound, and lose it in hostile country (AC-06-92..94, ruling 22)."""
    for _, group in sorted(turn.world.groups.items()):
        kingdom = turn.world.kingdoms[group.kingdom]
        if group.area and kingdom.reactions:
            row = turn.tables.reactions[reaction(turn.world, kingdom, turn.world.region_of(group.area))]
            change_morale(turn.world, group, row.end_of_turn_morale, row.morale_cap)


def tell_ledger(turn: Turn) -> None:
    """Each kingdom reads what came and went: by heading, with what it had before and has now (ruling 70)."""
    lines = turn.state(Ledgers).lines
    for kingdom in turn.world.kingdoms.values():
        own = {heading: list(change) for (code, heading), change in lines.items() if code == kingdom.code}
        food, gold = (sum(change[column] for change in own.values()) for column in (0, 1))
        data = {"lines": own, "before": [kingdom.food - food, kingdom.gold - gold], "after": [kingdom.food, kingdom.gold]}
        turn.tell_kingdoms("ledger", (kingdom.code,), **data)


@dataclass
class AtStart:
    """Where each group stood when the turn began; an inactive one at its kingdom's capital (AC-16-07, AC-17-13)."""

    areas: dict[str, str] = field(default_factory=dict)


def note_places(turn: Turn) -> None:
    """Remembers where groups stand, before anything moves."""
    capitals = {code: one.capital for code, one in turn.world.kingdoms.items()}
    turn.state(AtStart).areas = {id: one.area or capitals[one.kingdom] for id, one in turn.world.groups.items()}


def reinforce(turn: Turn) -> None:
    """On its turns a kingdom gets brigades of its own kind at the capital (AC-16-02..12)."""
    for kingdom in turn.world.kingdoms.values():
        row = turn.tables.kingdoms[kingdom.code]
        if turn.world.turn in row.reinforcement_turns and kingdom.active:
            _arrive(turn, kingdom, row.reinforcement_brigades)


def _arrive(turn: Turn, kingdom: Kingdom, number: int) -> None:
    group = _receiver(turn, kingdom)
    if group is None:
        turn.tell_kingdoms("reinforcements-lost", (kingdom.code,), brigades=number, why="no group at the capital")
        return
    room = room_at(turn.world, kingdom.code, kingdom.capital)
    if room is not None and room < number:
        turn.tell_kingdoms("reinforcements-lost", (kingdom.code,), brigades=number, why="too few ships at the capital")
        return
    kind = turn.tables.own_brigade(kingdom.code)
    if kind not in group.brigades and len(group.brigades) >= turn.tables.whole("group.brigade_types"):
        turn.tell_kingdoms("reinforcements-lost", (kingdom.code,), brigades=number, why=f"{group.id} has too many kinds")
        return
    group.area = kingdom.capital
    group.brigades[kind] = group.brigades.get(kind, 0) + number
    turn.tell_kingdoms("reinforced", (kingdom.code,), group=group.id, brigades=number, area=kingdom.capital)


def _receiver(turn: Turn, kingdom: Kingdom) -> Group | None:
    """The lowest numbered group that was at the capital when the turn began and still is (AC-16-07, AC-16-09, AC-16-12)."""
    began = turn.state(AtStart).areas
    for group in turn.world.groups_of(kingdom.code):
        if began.get(group.id) == kingdom.capital and group.area in ("", kingdom.capital):
            return group
    return None
