"""The turn report as a document, in the house's order: what needs attention, what happened, the map, what is held."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from postern.game.events import Event
from postern.game.kit.reports import Occasion, final_section, turn_report, won_by
from postern.game.kit.telling import capital, counted, listed, told_to
from postern.game.report import Block, Bullets, Letter, Map, OrderForm, Report, Section, Text
from postern.rulesets.great_jewels.account import account, attention
from postern.rulesets.great_jewels.battle_pages import pages, shortened
from postern.rulesets.great_jewels.chart import chart_of
from postern.rulesets.great_jewels.deduplicate import deduplicate, without_echoes
from postern.rulesets.great_jewels.front import front_page
from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.holdings import holdings, standing
from postern.rulesets.great_jewels.orderform import order_form
from postern.rulesets.great_jewels.printout import NO_CHARGE, due_line, printout_lines
from postern.rulesets.great_jewels.report_changes import unnamed_talismans
from postern.rulesets.great_jewels.report_line import how_it_went
from postern.rulesets.great_jewels.sighted import sighted
from postern.rulesets.great_jewels.sketch import sketch
from postern.rulesets.great_jewels.telling import TELLINGS
from postern.rulesets.great_jewels.telling.ending import SOURCES
from postern.rulesets.great_jewels.variants import PLAIN, sentences
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import People

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
