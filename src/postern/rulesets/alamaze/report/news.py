"""News: the headline of the front page, and the sections that tell what happened.

- The headline of the front page and the lines below it: the weightiest news of a turn, weighed in percent of a battle.
- Sections on news, hidden work, the lost, victory, orders and spells (ruling 70, sections 2 and 15 to 19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postern.game.kit.report.changes import net
from postern.game.kit.report.frames import unread_blocks, won_by
from postern.game.kit.report.news import News, kinds_of
from postern.game.kit.report.telling import listed
from postern.game.report import Block, Bullets, Column, Table, Text
from postern.rulesets.alamaze.orders.goals import greater, points_needed
from postern.rulesets.alamaze.orders.magic.research import highest_power
from postern.rulesets.alamaze.report.fights import battles, tale
from postern.rulesets.alamaze.report.forces import artifact, group_called
from postern.rulesets.alamaze.report.reading import CONTENT, FAILED, Reading, centers_changed
from postern.rulesets.alamaze.report.realm import bullets
from postern.rulesets.alamaze.rules.regions import order_limit, standing_limit

KINDS = kinds_of(CONTENT.toml("headlines"))
_REGION, _FIGURE, _HUNGER, _SPELLS, _NAMED = 120, 25, 40, 20, 4
CENTERS, CENTER = {"City": 80, "Town": 45}, 30
"""What centers weigh by their type, and all others."""
_LOST = ("died", "captured", "priestess-lost")


def news(reading: Reading) -> list[News]:
    """All news of the turn; at worst that there is none."""
    world, kingdom = reading.world, reading.kingdom
    own = world.centers_of(reading.code)
    active = sum(bool(one.area) for one in reading.groups())
    facts: dict[str, Any] = {
        "kingdom": reading.name,
        "centers": len(own),
        "gold": f"{kingdom.gold:,}",
        "food": f"{kingdom.food:,}",
    }
    if world.finished:
        words = {"winners": won_by(world.winners, reading.view.seat), "victory": world.victory or "nobody"}
        return [News("victory" if reading.view.seat in world.winners else "defeat", 1, facts | words)]
    if not kingdom.active:
        return [News("out", 1, facts)]
    if reading.setup:
        ruler = kingdom.figures[kingdom.ruler]
        more = {"ruler": f"{ruler.rank} {ruler.name}", "capital": reading.place(kingdom.capital)}
        return [News("begin", 1, facts | more | {"groups": active, "turns": world.turns})]
    found = [*_battles(reading), *_lands(reading), *_regions(reading), *_people(reading), *_influence(reading)]
    return [*found, News("quiet", 0, facts)]


def _battles(reading: Reading) -> Iterator[News]:
    for one in battles(reading):
        kind = "battle won" if one.good else "battle lost" if one.bad else "battle held"
        yield News(kind, one.weight, {"place": one.place, "tale": tale(reading, one)})


def _lands(reading: Reading) -> Iterator[News]:
    """Centers won and lost, and those that changed hands twice."""
    hands = centers_changed(reading)
    for kind, areas in (
        ("centers won", hands.won),
        ("centers lost", hands.lost),
        ("centers regained", hands.regained),
        ("centers passed", hands.passed),
    ):
        if areas:
            weight = sum(CENTERS.get(reading.tables.centers[area].type, CENTER) for area in areas)
            names = [reading.tables.centers[area].name for area in areas[:_NAMED]]
            more = [f"{len(areas) - _NAMED} more"] if len(areas) > _NAMED else []
            weight = weight // 2 if areas in (hands.regained, hands.passed) else weight
            one = len(areas) == 1
            facts = {"names": listed([*names, *more]), "are": "is" if one else "are", "were": "was" if one else "were"}
            yield News(kind, weight, facts)


def _regions(reading: Reading) -> Iterator[News]:
    changes = [(one["region"], one["before"], one["after"]) for one in reading.data("region")]
    held = reading.kingdom.controlled
    hands = net(changes, lambda region: reading.code if region in held else None, reading.code)
    for kind, regions in (("region won", hands.won), ("region lost", hands.lost), ("region passed", hands.passed)):
        for region in regions:
            yield News(kind, _REGION, {"region": reading.tables.regions[region].name})


def _people(reading: Reading) -> Iterator[News]:
    """Figures lost, groups that went hungry or without pay, new spells."""
    there = {f"{one.name}" for one in reading.kingdom.figures.values() if not one.held_by}
    for said in reading.said:
        event = said.event
        ours = event.kind != "captured" or event.data["of"] == reading.name
        if event.kind in _LOST and ours and event.data["figure"] not in there:
            yield News("lost", _FIGURE, {"figure": str(event.data["figure"]), "text": said.text})
    hungry = dict.fromkeys(one["group"] for one in reading.data("unfed", "unpaid"))
    if hungry:
        yield News("hunger", _HUNGER, {"names": listed(list(hungry))})
    if powers := [one["power"] for one in reading.data("spell-list") if one["power"]]:
        yield News("spells", _SPELLS, {"power": max(powers)})


def _influence(reading: Reading) -> Iterator[News]:
    before, after = reading.only("month").get("influence", (0, 0))
    if before != after:
        facts = {"points": f"{abs(after - before) / 100:.2f}", "now": f"{after / 100:.2f}"}
        facts["limit"] = str(order_limit(reading.world, reading.kingdom))
        yield News("influence" if after > before else "influence lost", abs(after - before) // 10, facts)


# --- 2: political events --------------------------------------------------------------------------------------------------


def political(reading: Reading) -> tuple[Block, ...]:
    """What all kings are told, and who won or lost which center."""
    return bullets(reading.told("political-events")) or (Text("No news of the great world came to us."),)


# --- 15: covert and esoteric ----------------------------------------------------------------------------------------------


def covert(reading: Reading) -> tuple[Block, ...]:
    """Missions, reports on areas, magic; what agents, training and research cost; artifacts (AC-20-06, AC-23-02)."""
    row, world = reading.tables.kingdoms[reading.code], reading.world
    blocks: list[Block] = [*bullets(reading.told("covert-and-esoteric"))]
    for one in reading.data("recon"):
        blocks += _recon(reading, one)
    facts = [
        f"Agents may be trained to level {row.agent_cap}, for {world.training_price:,} gold each time.",
        f"Research costs {row.research_gold_per_level:,} gold for each level of the power that is learnt; our potential is "
        f"power {row.magic_potential}.",
        f"Artifacts: {', '.join(_artifacts(reading)) or 'none'}.",
    ]
    return (*blocks, Bullets(tuple(facts)))


def _recon(reading: Reading, one: Mapping[str, Any]) -> list[Block]:
    """The table of what eyes found in an area."""
    rows = [
        ("Center", _center(reading, one["center"])),
        ("Groups", "; ".join(group_called(reading, seen) for seen in one["groups"]) or "none"),
        ("Figures", "; ".join(_figure(reading, seen) for seen in one["figures"]) or "none"),
        ("Artifacts", ", ".join(f"{seen['name']} ({seen['number']}, {seen['holder']})" for seen in one["artifacts"]) or "none"),
        ("Unusual sighting", "yes" if one["site"] else "none"),
    ]
    rows += [("Traces", "somebody invisible is there")] if one["traces"] else []
    rows += [("On watch", ", ".join(one["watch"]))] if one["watch"] else []
    head = (Column("What"), Column("Found", wide=True))
    return [Table(head, tuple(rows), caption=f"Reconnaissance of {reading.place(one['area'])} by {one['by']}")]


def _center(reading: Reading, seen: Mapping[str, Any]) -> str:
    if not seen:
        return "none"
    owner = f" of {reading.kingdom_name(seen['owner'])}" if seen["owner"] else ", neutral"
    values = ", ".join(f"{name} {seen[name]:,}" for name in ("defense", "census", "food", "gold"))
    return f"{seen['name']}, {seen['type'].lower()}{owner}; {values}"


def _figure(reading: Reading, seen: Mapping[str, Any]) -> str:
    level = f" {seen['level']}" if seen["level"] else ""
    return f"{seen['rank']}{level} {seen['figure']} of {reading.kingdom_name(seen['of'])} ({seen['deed'] or 'idle'})"


def _artifacts(reading: Reading) -> Iterator[str]:
    """Every own artifact with its place; what it does only where a spell told it (AC-06-106)."""
    kingdom = reading.kingdom
    places: list[tuple[str, str]] = [(key, one.id) for one in reading.groups() for key in one.artifacts]
    places += [(key, one.name) for one in kingdom.figures.values() for key in one.artifacts]
    places += [(key, one.name) for one in reading.world.centers_of(reading.code) for key in one.artifacts]
    for key, place in places:
        known = f"; {reading.tables.artifacts[key].effects}" if key in kingdom.memory.powers else ""
        yield f"{artifact(reading, key)} with {place}{known}"


# --- 16: the lost ---------------------------------------------------------------------------------------------------------


def lost(reading: Reading) -> tuple[Block, ...]:
    """Figures who died or were taken."""
    return bullets(reading.told("the-lost")) or (Text("No figure of ours died or was taken."),)


# --- 17: victory ----------------------------------------------------------------------------------------------------------


def victory(reading: Reading) -> tuple[Block, ...]:
    """The format, the own secret conditions and objectives with how far they are, status points (AC-30-11)."""
    world, kingdom, tables = reading.world, reading.kingdom, reading.tables
    regions = tables.whole("rex.regions")
    secret = "Secret Victory" if world.secret_victory else "no Secret Victory"
    blocks: list[Block] = [
        Text(f"Format: Rex with {regions} regions, {secret}; the game ends with turn {world.ends_after or world.turns}.")
    ]
    goals = reading.only("month").get("goals", {})
    rows = [("secret", code, tables.conditions[code].condition, _far(goals, code)) for code in kingdom.conditions]
    rows += [("objective", code, tables.objectives[code].objective, _far(goals, code)) for code in kingdom.objectives]
    if rows:
        head = (Column(""), Column("Code"), Column("Goal", wide=True), Column("Have / need"))
        blocks.append(Table(head, tuple(rows)))
    else:
        blocks.append(Text("Choose secret conditions with order 993 and objectives with order 991."))
    if kingdom.objectives:
        sort = "Greater" if greater(world, kingdom) else "Lesser"
        claimed = "claimed" if kingdom.rewarded else f"{_points(reading, goals)} of {points_needed(world, kingdom)} points"
        blocks.append(Text(f"Early Strategic Objective, {sort}: {claimed}; order 992 asks for the rewards."))
    points = f"Status points so far: {kingdom.points:,}."
    return (*blocks, *bullets(reading.told("victory")), Text(points))


def _points(reading: Reading, goals: Mapping[str, Sequence[float | None]]) -> int:
    """The points of the objectives that are reached."""
    return sum(reading.tables.objectives[code].points for code in reading.kingdom.objectives if _reached(goals.get(code, ())))


def _reached(parts: Sequence[float | None]) -> bool:
    return bool(parts) and all(have is not None and have >= least for have, least in _pairs(parts))


def _pairs(parts: Sequence[float | None]) -> list[tuple[float | None, float]]:
    return [(have, least or 0) for have, least in zip(parts[::2], parts[1::2], strict=True)]


def _far(goals: Mapping[str, Sequence[float | None]], code: str) -> str:
    if code not in goals:
        return ""
    parts = goals[code]
    far = ", ".join("not known" if have is None else f"{have:g} / {least:g}" for have, least in _pairs(parts))
    return f"**{far}: reached**" if _reached(parts) else far


# --- 18: orders -----------------------------------------------------------------------------------------------------------


def orders(reading: Reading, unread: Sequence[str]) -> tuple[Block, ...]:
    """Every order with its result and price, those that failed with the reason; the standing list (AC-15)."""
    rows = [_row(one.kind, one.data) for one in reading.events if one.kind in ("order", *FAILED)]
    gold, food = (sum(one[name] for one in reading.data("order")) for name in ("gold", "food"))
    month = reading.only("month")
    given = f"**{month.get('given', 0)} of {month.get('limit', 0)} allowed**"
    total = (given, "", f"**{gold:,}**", f"**{food:,}**")
    columns = (Column("Order"), Column("Result", wide=True), Column("Gold", number=True), Column("Food", number=True))
    table: Iterable[Block] = (Table(columns, (*rows, total)),) if rows else (Text("No orders were given."),)
    return (*table, *unread_blocks(unread), standing(reading))


def _row(kind: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    mark = f"`{data.get('text') or data['code']}`"
    if kind == "order":
        return mark, data["result"], f"{data['gold']:,}", f"{data['food']:,}"
    return mark, f"**{'changed' if kind == 'order-note' else 'not done'}:** {data['why']} {data['remedy']}".strip(), "0", "0"


def standing(reading: Reading) -> Text:
    """The standing orders with the numbers of their slots (AC-27-08)."""
    limit, slots = standing_limit(reading.world, reading.kingdom), reading.kingdom.standing
    told = "; ".join(f"{place}. `{text}`" for place, text in enumerate(slots, 1))
    return Text(f"Standing orders ({len(slots)} of {limit}): {told or 'none'}.")


# --- 19: spells -----------------------------------------------------------------------------------------------------------


def spells(reading: Reading) -> tuple[Block, ...]:
    """The spells of each power that a wizard of ours reached for the first time (AC-23-22, AC-23-23)."""
    levels = (
        range(highest_power(reading.world, reading.code) + 1)
        if reading.setup
        else [one["power"] for one in reading.data("spell-list")]
    )
    return tuple(spell_list(reading, level) for level in levels)


def spell_list(reading: Reading, power: int) -> Table:
    """The spells that come to the kingdom's school with a power; with 0 those that adepts may cast."""
    school = reading.tables.kingdoms[reading.code].spell_school
    found = reading.tables.spells_of(reading.code, power)
    rows = tuple((str(one.number), one.name, f"`{one.form_decided}`", one.numeric_effect) for one in found)
    columns = (Column("No.", number=True), Column("Spell"), Column("Written"), Column("What it does", wide=True))
    return Table(columns, rows, caption=f"Power {power}, school {school}" if power else "Adepts")
