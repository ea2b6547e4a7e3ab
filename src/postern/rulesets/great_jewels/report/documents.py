"""The turn report, the forecast and the public report as documents.

The report follows the house's order: what needs attention, what happened, the map, what is held. The forecast tells what would
follow from one seat's orders alone, in the world as that seat knows it.

Every printout is private (QJ-31-31), and scores and the ending turn are secret until the end (QJ-02-19, ruling 17). So until
then the public report tells who plays, which all are told so that they can write to one another, and the land that all were
sent. When the game is over, its history (with the scores from turn to turn) is open to all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from postern.game.events import Event, seen
from postern.game.kit.report import frames
from postern.game.kit.report.frames import Occasion, final_section, forecast_report, turn_report, won_by
from postern.game.kit.report.telling import Mood, Said, capital, counted, listed, told_to
from postern.game.kit.trial import orders_section, problems_section
from postern.game.orders import OrderSheet
from postern.game.report import Block, Bullets, Letter, Map, OrderForm, Report, Section, Text
from postern.game.ruleset import Uncovered
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report.account import account, attention
from postern.rulesets.great_jewels.report.answers import Trial, read_back, try_out
from postern.rulesets.great_jewels.report.changes import deduplicate, figures, unnamed_talismans, without_echoes
from postern.rulesets.great_jewels.report.form import NO_CHARGE, due_line, order_form, printout_lines
from postern.rulesets.great_jewels.report.front.battle_pages import pages, shortened
from postern.rulesets.great_jewels.report.front.page import front_page, how_it_went
from postern.rulesets.great_jewels.report.map import EMBLEMS, chart_of, land_chart, open_chart, sketch
from postern.rulesets.great_jewels.report.tables import carried, holdings, joined, seen_turn, sighted, slim, standing
from postern.rulesets.great_jewels.report.telling import SOURCES, TELLINGS
from postern.rulesets.great_jewels.rules.scoring import final_standings
from postern.rulesets.great_jewels.tables import hex_of, neighbours
from postern.rulesets.great_jewels.world.records import People, Province, World
from postern.rulesets.great_jewels.world.variants import PLAIN, sentences

TITLE = "Quest of the Great Jewels"
ACCENT = "#5b2a86"
_SCORES = {
    People.AZONI: "each turn for the citadels in their provinces, a great one for far more than small ones",
    People.QUNTAG: "each turn for the levies and taxes of their provinces",
    People.RILRIS: "each turn for zorans, where 25 or more lie in one of their provinces, and for keys",
    People.SLENTH: "for killing troops and leaders of other players, razing citadels and ravaging, and each turn for the "
    "bonuses of their own leaders",
}
"""What brings points to a people, in a line."""
_BEGINNING = (
    "You win with the most points when the game ends, or at once with all three Great Jewels. The {people} score {scores} "
    "(`HELP scoring`).",
    "You may still choose another people, with the orders of turn 1 only: {others} (`HELP peoples`).",
    "Hand troops of your garrison to leaders (`G{home}T10TL{leader}`) and march them out (`L{leader}M{near}`). An empty "
    "province is yours when one of your leaders ends his march there alone.",
    "Raid where no leader goes: `G{home}R4{near}` sends four troops next door, with two chances in three to take an empty "
    "province. Every raid also shows you what lies there.",
    "Land that you have not seen may hold neutral garrisons, which ambush armies that march through. End a march there "
    "rather than pass.",
    "Leave a few troops at home, and build with what zorans you have (`G{home}BC4`).",
    "Name the turn on which you would like the game to end (`E=25`; 20 to 30).",
    "`HELP start` tells more, `HELP` lists all topics, `RULES` sends the whole handbook.",
)


def occasion(view: View, begins: bool) -> Occasion:
    """Which game a report of it is of, and when."""
    return Occasion(TITLE, ACCENT, view.turn, begins, view.finished, view.winners)


def report(view: View, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
    """The report of the turn just run, for one seat; with no events before turn 1, the set-up letter."""
    setup = view.turn == 1 and not events
    said = without_echoes(deduplicate(told_to(TELLINGS, events, view.seat)))
    if not setup:
        said += told_to(TELLINGS, unnamed_talismans(view, events, said), view.seat)
    sections: list[Section | None] = [final(view, view.seat)]
    if setup:
        sections.append(_beginning(view))
    else:
        battles = pages(view, events, said)
        sections += [attention(view, events, said, unread), account(shortened(view, events, said))]
        sections.append(Section("battles", "The battles", battles) if battles else None)
    sections += [_map(view, events), holdings(view), sighted(view), _messages(events)]
    if not view.finished and not view.player.out:
        sections.append(Section("orders", f"Order form for turn {view.turn}", (OrderForm(order_form(view)),)))
    sections.append(_small_print(view, events))
    line, facts = _line(view, events, setup), _facts(view, events)
    return turn_report(occasion(view, setup), view.seat, line, facts, sections, front_page(view, events))


# --- the head ------------------------------------------------------------------------------------------


def _facts(view: View, events: Iterable[Event]) -> tuple[tuple[str, str], ...]:
    all_of = view.summary
    armies = counted(all_of.leaders, "leader") + (f" with {counted(all_of.troops, 'troop')}" if all_of.leaders else "")
    facts = [("Score", f"{view.player.score}{_gain(events, view.seat)}"), ("People", view.player.people.title())]
    if not view.player.out:
        facts += [
            ("Realm", f"{counted(all_of.provinces, 'province')}; levies {all_of.levies} and taxes {all_of.taxes} a turn"),
            ("Forces", f"{counted(all_of.garrisons, 'troop')} in garrisons, {armies}"),
            ("Wealth", f"{counted(all_of.zorans, 'zoran')}, {counted(len(all_of.talismans), 'talisman')}"),
        ]
    if view.variant != PLAIN:
        facts.append(("This game", " ".join(variant_lines(view))))
    return (*facts, *standing(view))


def _gain(events: Iterable[Event], seat: str) -> str:
    """What the turn added to the score, by source: " (+158 this turn: leaders 17, kills and razing 69, ravaging 72)"."""
    parts: dict[str, int] = defaultdict(int)
    for event in events:
        data = event.data
        match event.kind:
            case "scored":
                for source, points in data["parts"].items():
                    parts[SOURCES.get(source, source)] += points
            case "ravaged" if data["by"] == seat:
                parts["ravaging"] += data["points"]
            case "four wands":
                parts["four wands"] += data["points"]
            case "jewels-won" if data["winner"] == seat:
                parts["all the Great Jewels"] += data["points"]
    told = ", ".join(f"{source} {points}" for source, points in parts.items() if points)
    return f" ({sum(parts.values()):+} this turn: {told})" if told else ""


def _line(view: View, events: Sequence[Event], setup: bool) -> str:
    """One line on how the turn went: what was won, what was lost."""
    if setup:
        return f"The game begins. You lead the {view.player.people.title()} from {view.player.home}."
    if view.finished:
        return f"The game is over, won by {won_by(view.winners, view.seat)}."
    if view.player.out:
        return "You have no province and no leader left: you are out of the game."
    return how_it_went(events, view)


# --- sections ------------------------------------------------------------------------------------------


def final(view: View, reader: str) -> Section | None:
    """The final table, which until the end is secret (ruling 17). ``reader``: the seat that reads it, or ""."""
    table = [replace(one, seat=f"{one.seat} (you)") if one.seat == reader else one for one in view.standings]
    return final_section(occasion(view, False), reader, table, "Score", "", _last_turn(view))


def _last_turn(view: View) -> str:
    if not view.variant.turn_limit:
        return f"The ending turn, now revealed, was turn {view.end_turn}."
    if view.turn <= view.end_turn:
        return f"It ended before its last turn, turn {view.end_turn}."
    return f"The last turn was turn {view.end_turn}."


def _beginning(view: View) -> Section:
    home, own = view.player.home, view.player.people
    near = min(neighbours(home), key=lambda name: "CFMI".index(view.terrain_map[name].value))
    others = listed([f"`TYPE={one}`" for one in People if one is not own], "or")
    words = {"home": home, "leader": str(min(view.leaders, default=1)), "near": near, "others": others}
    words |= {"people": own.title(), "scores": _SCORES[own]}
    lines = [line.format(**words) for line in _BEGINNING if not (view.variant.turn_limit and "`E=" in line)]
    if view.variant != PLAIN:
        lines[0] = f"The {words['people']} score {words['scores']} (`HELP scoring`)."
        wins = [] if view.variant.teams else ["You win with the most points when the game ends."]
        lines = [*variant_lines(view), *wins, *lines]
    return Section("begin", "How to begin", (Bullets(tuple(lines)),))


def variant_lines(view: View) -> tuple[str, ...]:
    """What this game's variant is, and who is in which team; nothing for the book's own game."""
    numbers = sorted({*view.teams.values()})
    teams = {number: [name for name in view.players if view.teams.get(name) == number] for number in numbers}
    listing = "; ".join(f"team {number}: {', '.join(names)}" for number, names in teams.items())
    return (*sentences(view.variant, view.end_turn), *([f"{capital(listing)}."] if listing else []))


def _map(view: View, events: Sequence[Event]) -> Section:
    caption = "Paler provinces with a turn (t5) are as you saw them then; a mist lies over those that you have never seen."
    return Section("map", "The map", (Map(chart_of(view, events), sketch=sketch(view), caption=caption),))


def _messages(events: Iterable[Event]) -> Section | None:
    letters = []
    for event in events:
        data = event.data
        if event.kind in ("message", "message-sent"):
            own = "you (without your name)" if data.get("anonymous") else "you"
            sender = own if event.kind == "message-sent" else data["sender"]
            letters.append(Letter(sender, "\n".join(data["lines"]), data["to"]))
    return Section("messages", "Messages", tuple(letters)) if letters else None


def dated(report: Report, due: datetime) -> Report:
    """The report with its due date in the head of the book's own codes."""
    line = f"{due_line(due)}\n{NO_CHARGE}"
    sections = [
        replace(section, blocks=tuple(_with(block, line) for block in section.blocks)) if section.key == "codes" else section
        for section in report.sections
    ]
    return replace(report, sections=tuple(sections))


def _with(block: Block, line: str) -> Block:
    return replace(block, text=block.text.replace(NO_CHARGE, line, 1)) if isinstance(block, Text) else block


def _small_print(view: View, events: Sequence[Event]) -> Section:
    """The book's own codes, the fingerprint of the turn's chance, and where help is."""
    prints = [event.data["fingerprint"] for event in events if event.kind == "chance"]
    notes = [f"Fingerprint of this turn's chance: `{one}`. The same orders give the same turn again." for one in prints]
    notes.append("`HELP printout` explains these codes, `HELP` lists everything you can write.")
    codes = Text("\n".join(printout_lines(view)), "code")
    return Section("codes", "Small print: the book's own codes", (codes, *(Text(note, "note") for note in notes)))


CAUTION = (
    "This is a forecast, not a result: it runs your orders alone on what you know. Nobody else acts in it, places that you do "
    "not see stand as you last saw them, and nothing is left to luck: no storms, no new leaders, no tricks of talismans."
)


def forecast(sheet: OrderSheet, view: View) -> Report:
    """What these orders alone would bring: moves and their costs, fights with those last seen, what is left."""
    trial = try_out(sheet, view, whole=True)
    orders = read_back(sheet, trial, view)
    sections = [*problems_section(sheet, orders), orders_section(orders), _account(trial, view), _after(trial, view)]
    now, fact = occasion(view, False), ("Score now", str(view.player.score))
    return forecast_report(now, view.seat, len(sheet.orders), "a turn without orders", fact, CAUTION, sections)


def _account(trial: Trial, view: View) -> Section:
    said = told_to(TELLINGS, seen(trial.turn.events, view.seat), view.seat, Mood.FORESEEN)
    return account([_hedged(one, view) for one in deduplicate(said)], Mood.FORESEEN)


def _hedged(said: Said, view: View) -> Said:
    """A capture says on what it hangs where the land was not seen this turn, and then is told by itself."""
    data = said.event.data
    if said.event.kind != "captured" or data["by"] != view.seat:
        return said
    entry = view.entries.get(data["province"])
    if entry is None or not entry.terrain:
        return replace(said, text=f"{said.text[:-1]} if nobody is there: you have never seen it.", tone="body")
    if entry.turn == view.turn:
        return said
    seen_at = f"as you saw it at the end of turn {seen_turn(entry)}"
    return replace(said, text=f"{said.text[:-1]} if it is still {seen_at}.", tone="body")


def _after(trial: Trial, view: View) -> Section:
    """What the seat would hold at the beginning of the next turn."""
    world = trial.turn.world
    provinces = sorted((one for one in world.provinces.values() if one.owner == view.seat), key=lambda one: hex_of(one.name))
    leaders = sorted((one for one in world.leaders.values() if one.owner == view.seat), key=lambda one: one.number)
    places = slim(
        ("Province", "Garrison", "Citadel", "Navies", "Zorans", "T/O", "Notes"),
        [
            (one.name, one.garrison, one.csps or "", one.navies or "", one.zorans, one.turns_owned, _notes(view, one))
            for one in provinces
        ],
        ("Navies",),
        "Provinces, after levies and taxes (T/O: turns owned)",
    )
    start = {one.number: one.province for one in view.leaders.values()}
    armies = slim(
        ("Leader", "From", "To", "Troops", "Bonus", "Zorans", "Rams", "Towers"),
        [(f"L{one.number}", start.get(one.number, ""), one.province, one.troops, one.bonus, *carried(one)) for one in leaders],
        ("Zorans", "Rams", "Towers"),
        "Leaders",
    )
    lost = sorted(set(view.leaders) - {one.number for one in leaders})
    blocks: list[Block] = [places, armies]
    if lost:
        blocks.append(Text(f"Expected to fall: {', '.join(f'L{number}' for number in lost)}.", "bad"))
    gone = sorted(set(view.provinces) - {one.name for one in provinces}, key=hex_of)
    if gone:
        blocks.append(Text(f"Expected to be lost: {', '.join(gone)}.", "bad"))
    return Section("after", "What you would hold then", tuple(blocks))


def _notes(view: View, place: Province) -> str:
    captured = "newly captured" if place.name not in view.provinces else ""
    return joined([captured, *(word for word in ("besieged", "ravaged", "road") if getattr(place, word))], ", ")


_SECRET = (
    "What the players hold, their scores and the turn on which the game ends are secret until then; each player is told only "
    "what his own people see. The final table with every score comes here when the game is over."
)

_ANNOUNCED = ("jewels-won",)
"""What is told to everybody by the rules, not because all happened to see it."""


def public_report(view: View, events: Sequence[Event]) -> Report:
    """The public report of the turn just run, the same from every seat's view; with no turn run yet, of the beginning."""
    sections = [final(view, ""), frames.news_section(TELLINGS, events, _ANNOUNCED), _players(view)]
    if not view.finished:
        caption = "The map that every player was sent: terrain and roads as they were at the beginning."
        sections.append(Section("map", "The land", (Map(land_chart(view), caption=caption),)))
    begins = f"{len(view.players)} players set out to find the Great Jewels of Zorplia."
    goes_on = f"Turn {view.turn - 1} has run, and nobody has won yet."
    return frames.public_report(occasion(view, view.turn == 1), begins, goes_on, sections)


def _players(view: View) -> Section:
    names = Text(f"{listed(list(view.players))}.")
    terms = tuple(Text(line) for line in variant_lines(view))
    secret = (
        _SECRET.replace("their scores and the turn on which the game ends are", "and their scores are")
        if view.variant.turn_limit
        else _SECRET
    )
    return Section("players", "Who plays", (names, *terms) if view.finished else (names, *terms, Text(secret, "note")))


_WORDS = ("province", "provinces", "troops")


def uncovered(world: World) -> Uncovered:
    """The world with nothing hidden, for when the game is over."""
    sides = {name: world.players[name].people.title() for name in sorted(world.players)}
    starts = {name: player.home for name, player in world.players.items()}
    emblems = {name: EMBLEMS[player.people.value] for name, player in world.players.items()}
    winners = tuple(world.winners)
    return Uncovered(final_standings(world), sides, open_chart(world), winners, starts, figures(world), _WORDS, emblems)
