"""The turn report as a document: what needs attention, what happened phase by phase, the map, what is held, map notes, blurbs,
the order form. The forecast is its like: what would follow from one player's orders alone, three turns ahead (ruling 12.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.kit.copying import copied
from postern.game.kit.report.frames import Occasion, final_section, forecast_report, turn_report, won_by
from postern.game.kit.report.telling import Mood
from postern.game.kit.turn import run
from postern.game.orders import OrderSheet, Verdict
from postern.game.report import ORDERS, PROBLEMS, Block, Bullets, Letter, Map, OrderForm, Report, Section, Text
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.report.account import account, attention, timeline_section
from postern.rulesets.cosmos.report.answers import programs_after, programs_section, try_out, verdict_of
from postern.rulesets.cosmos.report.fights import attacks_section, battle_accounts, pages
from postern.rulesets.cosmos.report.front import front_page
from postern.rulesets.cosmos.report.map import chart_below, chart_of, sketch
from postern.rulesets.cosmos.report.notes import blurb_section, map_notes
from postern.rulesets.cosmos.report.tables import lands, order_form, place_name, resources, standing, totals, units
from postern.rulesets.cosmos.rules.economy.settling import potential, upkeep_due
from postern.rulesets.cosmos.rules.points import standings
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Nation, World

TITLE = "COSMOS Fantasy"
ACCENT = "#1d4e6b"
_CAPTION = "Paler hexes with a turn (t5) are as you saw them then; mist lies over those that you have never seen."
_BELOW = "The ground under the hexes below which your units are or saw others; all else lies in the dark."
_BEGINNING = (
    "Your orders are programs: below the number of a unit (`3104:`) its orders stand in the sequence in which it does them; "
    "what is not done when the turn ends goes on in the next.",
    "All your units wait in {home}. Put troops under a leader (`form {troops}` below `{leader}:`) and march them out "
    "(`move {near}`).",
    "`control` below a leader who stands in a hex makes it yours, unless enemies stand there. Every hex is a point and "
    "produces.",
    "Leaders recruit: `recruit {type}` below `{leader}:`. What it costs is taken from your pool.",
    "`HELP start` tells your first turn in ten minutes, `HELP` lists all topics, `RULES` sends the whole handbook.",
)


def occasion(world: World, begins: bool, game: str = TITLE) -> Occasion:
    """Which game a report of it is of, and when."""
    return Occasion(game, ACCENT, world.turn, begins, world.finished, world.winners)


def report(view: View, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
    """The report of the turn just run; with no events before turn 1, the set-up report (CF-1.2-02, CF-1.2-03)."""
    world, nation, code = view.world, view.nation, view.code
    setup = world.turn == 1 and not events
    maps = [Map(chart_of(world, code, events), sketch(world, nation), _CAPTION)]
    if below := chart_below(world, code):
        maps.append(Map(below, "", _BELOW))
    sections: list[Section | None] = [final(world, nation.seat)]
    sections.append(None if setup else timeline_section(view, events))
    sections += [_beginning(world, nation)] if setup else [attention(events, nation.seat, code, unread)]
    sections.append(_messages(events))
    if not setup:
        sections += pages(view, events)
        sections.append(account(events, nation.seat, battles=battle_accounts(view, events)))
    sections += [
        Section("map", "The map", tuple(maps)),
        standing(world, nation),
        resources(
            world, _first_turn(view) if setup else nation, upkeep_due(world, nation), potential(world, nation), _had(events)
        ),
        units(world, nation),
        lands(world, nation),
        map_notes(world, nation),
        blurb_section(world, nation),
        attacks_section(view, events),
    ]
    if not world.finished and not nation.eliminated:
        sections.append(Section("orders", f"Order form for turn {world.turn}", (OrderForm(order_form(view)),)))
    now, line = occasion(world, setup, f"{TITLE} · {world.tables.name}"), _line(world, nation, setup)
    return turn_report(now, nation.seat, line, _facts(world, nation), sections, front_page(view, events))


def _line(world: World, nation: Nation, setup: bool) -> str:
    """One line on where the nation stands."""
    name = world.tables.nations[nation.code].name
    if setup:
        return f"You lead {name} from {place_name(world, str(nation.home))}. The game has {world.turns} turns."
    if world.finished:
        return f"The game is over, won by {won_by(world.winners)}."
    if nation.eliminated:
        return f"{name} has no hex, location or unit left: you are out of the game."
    return f"{name} has {nation.points + nation.bonus} points after turn {world.turn - 1} of {world.turns}."


def _first_turn(view: View) -> Nation:
    """The nation with what it would produce, use and lose in the first turn if the player did nothing (CF-6.1-07)."""
    turn = Turn(copied(view.world), [], Chance("expected").turn(view.world.turn), expected=True)
    after = run(SEQUENCE, turn).world.nations[view.code]
    return replace(view.nation, produced=after.produced, used=after.used, lost=after.lost)


def _had(events: Sequence[Event]) -> dict[str, int] | None:
    """What the pool held when the turn began, in hundredths."""
    return next((one.data["pool"] for one in events if one.kind == "turn begins"), None)


def _facts(world: World, nation: Nation) -> tuple[tuple[str, str], ...]:
    figures = totals(world, nation)
    return (
        ("Nation", f"{world.tables.nations[nation.code].name} ({nation.code}, {nation.number})"),
        ("Points", str(nation.points + nation.bonus)),
        ("Realm", f"{figures['hexes']} hexes, {figures['soldiers']:,} soldiers, {figures['gold']:,} gold"),
        ("Orders", f"{nation.admin_limit} administration points for turn {world.turn}"),
    )


def _beginning(world: World, nation: Nation) -> Section:
    """How to begin, with this nation's own numbers."""
    tables, own = world.tables, sorted((u for u in world.units.values() if u.owner == nation.code), key=lambda one: one.id)
    leader = next(one for one in own if tables.leaders.get(one.type) and tables.leaders[one.type].max_units)
    generals = [one for one in own if one.id not in (nation.ruler, nation.heir) and one.type in tables.leaders]
    leader = next((one for one in generals if tables.leaders[one.type].max_units), leader)
    troops = next(one for one in own if one.type in tables.leaders[leader.type].leads)
    hex_number = int(world.locations[nation.home].outside)
    words = {
        "home": place_name(world, str(nation.home)),
        "leader": leader.id,
        "troops": troops.id,
        "near": f"{hex_number} {tables.grid.neighbours(hex_number)[0]}",
        "type": troops.type,
    }
    return Section("begin", "How to begin", (Bullets(tuple(line.format(**words) for line in _BEGINNING)),))


def _messages(events: Iterable[Event]) -> Section | None:
    letters = [
        Letter(str(one.data["sender"]), "\n".join(one.data["lines"]), str(one.data.get("to", "")))
        for one in events
        if one.kind == "message"
    ]
    return Section("messages", "Messages", tuple(letters)) if letters else None


def final(world: World, reader: str) -> Section | None:
    """The final table (ruling 12.8); None until the end. ``reader``: the seat that reads it, or ""."""
    return final_section(occasion(world, False), reader, standings(world), "Points", "Nation")


TURNS = 3
"""How far a forecast looks ahead."""
_CAUTION = (
    "This is a forecast, not a result: it runs your programs alone on what you know. Nobody else acts in it, places that you "
    "do not see stand as you last saw them, and whoever you have not seen is not there."
)


def forecast(sheet: OrderSheet, view: View) -> Report:
    """What these orders would bring if nobody else did anything: the coming turn by its phases, then the two turns after it, in
    which programs go on."""
    trial = try_out(sheet, view, whole=True)
    world, sections = trial.turn.world, [_orders(verdict_of(trial, sheet, view)), programs_section(programs_after(trial, view))]
    told = seen(trial.turn.events, view.seat)
    if line := timeline_section(view, told):
        sections.append(line)
    sections.append(_told(told, view, view.world.turn))
    for _ in range(TURNS - 1):
        if world.finished:
            break
        later = Turn(world, [], Chance("expected").turn(world.turn), expected=True)
        later.submitted = frozenset((view.seat,))
        number = world.turn
        run(SEQUENCE, later)
        sections.append(_told(later.events, view, number))
    fact = ("Points now", str(view.nation.points + view.nation.bonus))
    return forecast_report(
        occasion(view.world, False), view.seat, len(sheet.orders), "your programs as they stand", fact, _CAUTION, sections
    )


def _told(events: list[Event], view: View, turn: int) -> Section:
    section = account(seen(events, view.seat), view.seat, Mood.FORESEEN)
    return replace(section, key=f"turn-{turn}", title=f"Turn {turn}")


def _orders(verdict: Verdict) -> Section:
    """The orders that stand, in words; with those that do not."""
    blocks: list[Block] = [Bullets(tuple(f"`{one.code}`: {one.words}" for one in verdict.accepted))] if verdict.accepted else []
    if wrong := [one for one in verdict.problems if not one.note]:
        lines = tuple(f"`{one.text}`: {one.why} {one.remedy}".strip() for one in wrong)
        return Section(PROBLEMS, "Your orders, and what is wrong with them", (*blocks, Bullets(lines)))
    return Section(ORDERS, "Your orders", tuple(blocks) or (Text("There are no new orders."),))
