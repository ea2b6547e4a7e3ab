"""The turn report as a document, in the order of AK-D1.4-01, and the letter before the first year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from postern.game.events import Event
from postern.game.kit.report.frames import final_section, turn_report, unread_blocks, won_by
from postern.game.kit.report.telling import counted, listed
from postern.game.report import Block, Bullets, Column, Letter, Map, OrderForm, Report, Section, Table, Text
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report.battles import battle_section, pages
from postern.rulesets.adventurer_kings.report.chronicle import action_report
from postern.rulesets.adventurer_kings.report.form import DUE, order_form
from postern.rulesets.adventurer_kings.report.front import front_page, standing_rows
from postern.rulesets.adventurer_kings.report.letters import letter_report
from postern.rulesets.adventurer_kings.report.map import chart_of, sketch
from postern.rulesets.adventurer_kings.report.state import levels, state
from postern.rulesets.adventurer_kings.report.telling import Reading, occasion
from postern.rulesets.adventurer_kings.report.voice.duels import encounters, page_of_the_year
from postern.rulesets.adventurer_kings.rules.abilities.levels import power, wage
from postern.rulesets.adventurer_kings.rules.realm.economy import wealth
from postern.rulesets.adventurer_kings.rules.realm.offices import standings
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Agreement, Feature, Inside, World

ACCOUNT: tuple[str, ...] = ("action", "letters", "encounters", "diplomacy", "state")
"""The sections that a forecast tells; no battles are fought in it."""
_CAPTION = "Pale provinces are as you last saw them (t5 or y5: in year 5); blank ones nobody of yours has seen."
_BEGINNING = (
    "Each character has five actions, one a season. Below a line `CHAR {king}` stand its phases, such as `1 EX` and `2 MO "
    "{near}`; a phase without a line is Defend.",
    "{name} leads {armies} at {home}. Beside it lie {open}: whoever leads armies into one takes it, if its people can be "
    "beaten.",
    "Your Heroes {heroes} go on their own: they explore (`EX`), search features (`SE`), and practise (`PR`).",
    "Taxes come at the end of the year, then everybody is paid. You have {gold} gold; a {type} costs {pay} (`RE {code} 2`).",
    "`HELP start` tells your first year in ten minutes, `HELP SE` an order; `FORECAST` shows what your orders would bring.",
)


def report(view: View, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
    """Return the report of the year just run; with no events before the first year, the letter that begins the game."""
    reading = Reading(view, events)
    world = view.world
    sections: list[Section | None] = [final(world, view.seat)]
    sections += [_beginning(reading)] if reading.setup else list(_year(reading, unread))
    sections += [_diplomacy(reading), _adventure(reading), *_offices(reading), *state(view, events), _map(reading)]
    if not world.finished and not reading.kingdom.given_up:
        sections.append(Section("orders", f"Order form for year {world.turn}", (OrderForm(order_form(reading)),)))
    if prints := reading.only("chance"):
        note = Text(f"Chance of this year: {prints['fingerprint']}.", "note")
        sections.append(Section("small-print", "Small print", (note,)))
    head = occasion(world, reading.setup)
    return turn_report(head, view.seat, _line(reading), _facts(reading), sections, front_page(reading))


def dated(report: Report, due: datetime) -> Report:
    """Return the report with the deadline of the next orders in its head and its order form."""
    when = f"{due:%A, %d %B %Y, %H:%M} {due:%Z}"
    line = f"; Orders for this year are due on {when}."

    def with_date(block: Block) -> Block:
        if not isinstance(block, OrderForm):
            return block
        return replace(block, lines=tuple(line if one == DUE else one for one in block.lines))

    sections = tuple(replace(one, blocks=tuple(map(with_date, one.blocks))) for one in report.sections)
    return replace(report, sections=sections)


def final(world: World, reader: str) -> Section | None:
    """Return the final table; None until the end. ``reader``: the seat that reads it, or ""."""
    emperor = world.kingdoms.get(world.emperor)
    more = f"World Emperor is {world.king(emperor).title} of {emperor.name}." if emperor else ""
    table = standings(world, next(iter(world.kingdoms))) if world.finished else ()
    whole = [replace(one, score=one.score // 10, note=one.note if one.score % 10 else "") for one in table]
    return final_section(
        occasion(world, False), reader, whole, "Points", "Exactly" if any(one.note for one in whole) else "", more
    )


# --- the head -------------------------------------------------------------------------------------------------------------


def _line(reading: Reading) -> str:
    world, kingdom = reading.world, reading.kingdom
    if reading.setup:
        home = reading.view.place(kingdom.home)
        return f"{reading.king.title} rules {kingdom.name} from {home}. The game has {world.turns} years."
    if world.finished:
        return f"The game is over, won by {won_by(world.winners, reading.view.seat)}."
    if kingdom.given_up:
        return f"{kingdom.name} is given up."
    provinces = counted(len(world.owned(reading.code)), "province")
    return f"{kingdom.name} has {provinces} after year {reading.year} of {world.turns}."


def _facts(reading: Reading) -> tuple[tuple[str, str], ...]:
    world, kingdom, king = reading.world, reading.kingdom, reading.king
    return (
        ("Kingdom", f"{kingdom.name} ({kingdom.code}, number {kingdom.number})"),
        ("King", f"{king.title}, {king.race}, {kingdom.alignment}, {king.temper}"),
        ("Year", f"{reading.year} of {world.turns}" if reading.year else f"the first of {world.turns} begins"),
        ("Realm", f"tax base {wealth(world, reading.code)}, treasury {kingdom.gold} gold"),
    )


def _beginning(reading: Reading) -> Section:
    """How to begin, with this kingdom's own numbers."""
    view, kingdom, king = reading.view, reading.kingdom, reading.king
    moves = [line for line in order_form(reading) if line.startswith("; ") and " MO " in line]
    near = moves[0].split(" MO ")[1].split()[0] if moves else str(kingdom.home)
    around = [view.place(place) for place in sorted(kingdom.seen) if not view.world.provinces[place].owner]
    code = next(iter(view.world.provinces[kingdom.home].types), next(iter(TABLES.armies)))
    heroes = [f"{one.name} ({one.id}, {levels(one)})" for one in view.own if not one.king]
    words = {
        "king": king.id,
        "near": near,
        "name": king.title,
        "armies": counted(len(view.world.led_by(king.id)), "army", "armies"),
        "home": view.place(kingdom.home),
        "open": listed(around[:6]) or "lands that nobody has seen",
        "heroes": listed(heroes) or "to be hired",
        "gold": kingdom.gold,
        "type": TABLES.armies[code].name,
        "pay": TABLES.armies[code].pay,
        "code": code,
    }
    return Section("begin", "How to begin", (Bullets(tuple(line.format(**words) for line in _BEGINNING)),))


# --- what happened --------------------------------------------------------------------------------------------------------


def _year(reading: Reading, unread: Sequence[str]) -> Iterator[Section]:
    """Errors, messages, the deeds of the King, letters of the Heroes, battles."""
    yield Section("errors", "Errors in orders", _errors(reading, unread))
    if letters := tuple(_messages(reading)):
        yield Section("messages", "Messages", letters)
    yield Section("action", "Action Report", action_report(reading.view, reading.events) or (Text("The King did nothing."),))
    yield Section("letters", "Letter Report", letter_report(reading.view, reading.events) or (Text("Nobody wrote."),))
    if met := encounters(reading.view, reading.events):
        yield Section("encounters", "Encounters and duels", met)
    fights = battle_section(reading)
    yield Section("battles", "Battle reports", fights or (Text("You saw no battle."),))
    if page := page_of_the_year(reading):
        yield Section("encounter", page.title, (page,))
    yield from pages(reading)


def _errors(reading: Reading, unread: Sequence[str]) -> tuple[Block, ...]:
    """Orders that were not carried out, or not as written, and lines that nobody understood, each with its reason."""
    failed, noted = (tuple(_together(reading.data(kind))) for kind in ("order-failed", "order-note"))
    blocks: list[Block] = [Text("Orders that were not carried out:", "bad"), Bullets(failed)] if failed else []
    blocks += [Text("Orders that were carried out otherwise than written:"), Bullets(noted)] if noted else []
    blocks += unread_blocks(unread)
    return tuple(blocks) or (Text("None: every order was carried out.", "good"),)


def _together(told: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Orders with what became of them; those to which the same happened in one line."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for one in told:
        found.setdefault((one["why"], one["remedy"]), []).append(one)
    for (why, remedy), some in found.items():
        orders = listed([f"`{one['text']}`{' (line {})'.format(one['line']) if one['line'] else ''}" for one in some])
        paste = f" `{some[0]['paste']}`" if some[0]["paste"] else ""
        yield f"{orders}: {why} {remedy}".strip() + paste


def _messages(reading: Reading) -> Iterator[Letter]:
    for one in reading.data("message"):
        yield Letter(str(one["sender"]), str(one["text"]), str(one["receiver"]))


def _diplomacy(reading: Reading) -> Section:
    """Relations last year and this, what happened between them and us, and what everybody was told."""
    view, own = reading.view, reading.kingdom
    rows, quiet = [], dict[str, list[str]]()
    for other in view.world.kingdoms.values():
        if other.code != own.code:
            now = view.world.relation(own.code, other.code)
            was, what = _between(reading, other.name)
            king = f"its King is {own.learnt[other.code]}" if other.code in own.learnt else ""
            name = f"{other.name} ({other.code}){' given up' if other.given_up else ''}"
            if told := "; ".join(filter(None, (what, king))):
                rows.append((name, was or now, now, told))
            else:
                quiet.setdefault(now, []).append(name)
    columns = (Column("Kingdom"), Column("Last year"), Column("This year"), Column("What happened", wide=True))
    blocks: list[Block] = [Table(columns, tuple(rows))] if rows else []
    blocks += [
        Text(f"{relation}{'' if reading.setup else ' as before'}: {listed(names)}.") for relation, names in quiet.items()
    ]
    news = [one.text for one in reading.told("news")]
    blocks += [Text("Public news:"), Bullets(tuple(news))] if news else []
    return Section("diplomacy", "Diplomatic Report", tuple(blocks) or (Text("There is no other kingdom."),))


def _between(reading: Reading, other: str) -> tuple[str, str]:
    """The relation to another kingdom before the year ("" where it did not change), and what happened between the two."""
    own, was, what = reading.kingdom.name, "", []
    for said in reading.told("diplomacy"):
        facts = said.event.data
        named = {value for value in facts.values() if isinstance(value, str)}
        if said.event.kind == "relations" and {own, other} == {facts["one"], facts["other"]}:
            was = was or facts["was"]
            what.append(f"now {facts['now']}")
        elif said.event.kind != "relations" and other in named:
            what.append(said.text.rstrip("."))
    return was, "; ".join(what)


# --- adventures -----------------------------------------------------------------------------------------------------------


def _adventure(reading: Reading) -> Section:
    """Known features with guardians and the treasure believed there, characters who may be hired, bodies (AK-P1.4-01)."""
    view, rows = reading.view, []
    for place, one in view.world.provinces.items():
        for number, feature in enumerate(one.features, 1):
            if view.code in feature.found_by:
                inside = reading.kingdom.seen[place].inside.get(number)
                name = f"{place}.{number} {feature.kind}"
                rows.append((name, one.name, *_inside(inside, feature, view)))
    columns = (Column("Feature"), Column("Province"), Column("Guardian"), Column("Treasure believed there", wide=True))
    anchors = tuple(f"feature-{row[0].split()[0]}" for row in rows)
    blocks: list[Block] = [Table(columns, tuple(rows), anchors=anchors) if rows else Text("You know of no feature yet.")]
    return Section("adventure", "Adventure Report", (*blocks, _to_hire(reading), *_bodies(reading)))


def _inside(inside: Inside | None, feature: Feature, view: View) -> tuple[str, str]:
    """What is known of a guardian and its treasure, and what it wants; a great sage names each item (AK-D2.0-20)."""
    sage = any(power(one, "sees_treasure") for one in view.own)
    exact = f"{feature.gold} gold, {listed([TABLES.items[one].name for one in feature.items]) or 'no items'}"
    if TABLES.features[feature.kind].guardians == ():
        return "none", "Heroes to be hired, perhaps"
    if inside is None:
        return "not seen", exact if sage else "unknown"
    treasure = exact if sage else f"{inside.gold} gold, {counted(inside.items, 'item')} (year {inside.year})"
    if inside.guardian is None:
        return "none", treasure
    guardian, code = inside.guardian, view.code
    peace = ", at peace with you" if code in guardian.peace else ""
    wish = f"; {_wish(guardian.agreements[code], inside)}" if code in guardian.agreements else ""
    return f"{guardian.kind}, {guardian.hit_points} hit points{peace}", f"{treasure}{wish}"


def _wish(agreement: Agreement, inside: Inside) -> str:
    """What a guardian agreed to give its treasure for (AK-D5.4-03)."""
    words: Mapping[str, str] = {
        "tribute": f"wants a tribute of {agreement.gold} gold",
        "item": "wants any magic item",
        "riddle": f"asks: {inside.riddle}",
        "deed": f"wants the guardian of {agreement.feature} dead",
    }
    return words[agreement.kind]


def _to_hire(reading: Reading) -> Block:
    view = reading.view
    free = [one for one in view.world.characters.values() if one.status == "free" and one.alive and one.province]
    rows = []
    for one in free:
        nature = f"{one.race}, {one.alignment}, {one.temper}"
        seen = "now" if one.province in view.watched() else f"year {reading.kingdom.seen[one.province].visited}"
        rows.append((f"{one.name} ({one.id})", view.place(one.province), nature, str(wage(one, reading.kingdom)), seen))
    columns = (
        Column("To be hired"),
        Column("At"),
        Column("Nature", wide=True),
        Column("Pay from", number=True),
        Column("Seen"),
    )
    return Table(columns, tuple(rows), "Characters to hire") if rows else Text("Characters to hire: none known.")


def _bodies(reading: Reading) -> Iterator[Block]:
    dead = [one for one in reading.world.characters.values() if one.status == "dead" and one.province]
    if dead:
        lying = [f"{one.title} in {reading.view.place(one.province)}, since year {one.died}" for one in dead]
        yield Text(f"Bodies: {'; '.join(lying)}.")


def _offices(reading: Reading) -> Iterator[Section]:
    """How the best of the kingdom stand for each office (AK-P1.4-03), and who leads (AK-D1.4-03)."""
    leaders = {one[0]: one[1:] for told in reading.data("leaders") for one in told["offices"]}
    rows = []
    for row in standing_rows(reading):
        who = leaders.get(row["title"], ["nobody", ""])
        leader = f"{who[0]} ({who[1]})" if who[1] else who[0]
        rank, best = (str(row["rank"]), row["name"]) if row["rank"] else ("-", "none")
        office = TABLES.offices[row["office"]].short
        rows.append((office, best, _signed(row["gained"]), row["points"], f"{row['share']}%", rank, leader))
    if not rows:
        return
    heads = (Column("Change", number=True), Column("Points", number=True), Column("Share", number=True))
    columns = (Column("Office"), Column("Best of yours"), *heads, Column("Rank", number=True), Column("Led by", wide=True))
    merits = tuple(one.text for one in reading.told("offices") if one.event.kind == "merit")
    led = [(row, TABLES.offices[row["office"]].power) for row in standing_rows(reading) if row["rank"] == 1]
    powers = [f"{row['name']} leads as {row['title']}: {power_of}." for row, power_of in led if power_of != "none"]
    blocks: list[Block] = [Table(columns, tuple(rows))]
    blocks += [Bullets((*powers, *merits))] if powers or merits else []
    yield Section("offices", "Imperial Office Report", tuple(blocks))


def _signed(points: str) -> str:
    return points if points.startswith("-") or points == "0" else f"+{points}"


def _map(reading: Reading) -> Section:
    chart: Any = replace(chart_of(reading), note=_CAPTION)
    return Section("map", "The map", (Map(chart, sketch(reading), _CAPTION),))
