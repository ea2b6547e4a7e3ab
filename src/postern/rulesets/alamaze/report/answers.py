"""What a letter of orders is answered: its orders tried out, their odds, and the forecast.

- A letter tried out: the steps of the turn run on the world as the player knows it (``knowledge.py``).
- The answer to a letter: what stands with its result and price, the standing orders, gold and food through the turn, what
  is wrong, and who was not mentioned (rulings 2 and 4).
- Odds in words, as far as the rules let a king know them: storms of centers whose defense he knows, battles with groups
  that he sees, emissaries in centers of others, missions of agents (AC-21-65, rulings 15, 23, 24, 33 and 42).
- The forecast: what a player's orders would bring if nobody else did anything, on the world as he knows it (ruling 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.kit.copying import copied
from postern.game.kit.report.frames import forecast_report
from postern.game.kit.report.telling import Mood, in_mood
from postern.game.kit.trial import ReadBack, Trial, failures_by_order, orders_section, problems_section, verdict
from postern.game.kit.turn import Failure, Sign, run, sparing
from postern.game.orders import Order, OrderSheet, Problem, Program, Verdict
from postern.game.report import Bullets, Report, Section, Text
from postern.rulesets.alamaze.knowledge import View, asked_turn
from postern.rulesets.alamaze.orders.agents.deeds import is_mission, mission_outlook
from postern.rulesets.alamaze.orders.battle.battles import assault_outlook, battle_outlook
from postern.rulesets.alamaze.orders.court.emissaries import REBEL, USURP, success_percent
from postern.rulesets.alamaze.orders.reading import Drop, told
from postern.rulesets.alamaze.report import realm
from postern.rulesets.alamaze.report.reading import Reading, occasion, sections_of_events
from postern.rulesets.alamaze.report.realm import influence
from postern.rulesets.alamaze.rules.effects import Outlook, outlook
from postern.rulesets.alamaze.rules.groups import size_word
from postern.rulesets.alamaze.rules.regions import order_limit, standing_limit
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.tables.grammar import Command, grammar
from postern.rulesets.alamaze.turn import CONSUMPTION, LATE, ORDERS, PRODUCTION, SPOILAGE, TRADE, UNSURE, Issued, Ledgers, Turn
from postern.rulesets.alamaze.world.records import Figure, Group


def try_out(sheet: OrderSheet, view: View) -> Trial[Turn, Issued]:
    """Runs the turn with these orders alone on what the player knows."""
    letter = Issued.of(view.seat, sheet, Command)
    return Trial(tuple(letter), _tried(letter, view, refused_at_once(letter, view)))


def refused_at_once(letter: Sequence[Issued], view: View) -> frozenset[int]:
    """The orders, by ``id``, that take no place in the limit of a letter which goes beyond it: those that cannot be carried out
    as far as the player knows, and are refused in the answer."""
    if len(letter) <= order_limit(view.world, view.kingdom):
        return frozenset()
    turn = _tried(letter, view, frozenset(map(id, letter)))
    return frozenset(id(one.issued) for one in turn.told_failures() if not one.note and one.code != UNSURE)


def _tried(letter: Sequence[Issued], view: View, uncounted: frozenset[int]) -> Turn:
    def play(spared: Mapping[Sign, str]) -> Turn:
        turn = Turn(copied(view.world), list(letter), Chance("expected").turn(view.world.turn), expected=True, spared=spared)
        turn.submitted, turn.uncounted = frozenset((view.seat,)), uncounted
        return run(SEQUENCE, turn)

    return sparing(play)


_ATTACK, _STORMS = 110, (150, 160)
_USUAL = 2


def outlooks(view: View, sheet: OrderSheet) -> dict[int, str]:
    """By its line a sentence for each order of which the outcome can be judged, on the world before the turn."""
    judged = ((one.line, " ".join(_judged(view, one.data))) for one in sheet.orders if isinstance(one.data, Command))
    return {line: said for line, said in judged if said}


def _judged(view: View, order: Command) -> Iterator[str]:
    group, figure = view.world.groups.get(order.group), view.kingdom.figures.get(order.figure)
    if group is not None and group.kingdom == view.code and group.brigades:
        yield from _in_battle(view, order, group)
    elif figure is not None and not figure.held_by:
        yield from _at_court(view, order, figure)
        yield from _in_secret(view, order, figure)


def _in_battle(view: View, order: Command, group: Group) -> Iterator[str]:
    world, tactic = view.world, order.tactic or _USUAL
    if ("attack", tactic) not in world.tables.tactics:
        return
    if order.number in _STORMS and (word := storm_outlook(view, group, tactic)):
        yield f"that {view.place(group.area)} falls is {word}"
    enemy = world.groups.get(order.enemy)
    if order.number == _ATTACK and enemy is not None and enemy.area == group.area and enemy.brigades:
        surprised, ready = (battle_outlook(world, group, enemy, tactic, ready=ready) for ready in (False, True))
        either = f"is {ready}" if ready == surprised else f"is {ready} if it stands ready, {surprised} if it does not"
        yield f"that {enemy.id} gives way {either}"


def _at_court(view: View, order: Command, figure: Figure) -> Iterator[str]:
    if order.number in (REBEL, USURP) and (word := politics_outlook(view, figure, order.number)):
        what = "is won" if order.number == USURP else "rebels"
        center = view.world.centers[figure.area]
        unknown = "; how firmly its owner holds it is not" if center.owner else ""
        yield f"that {view.place(figure.area)} {what} is {word}, as far as is known{unknown}"


def _in_secret(view: View, order: Command, figure: Figure) -> Iterator[str]:
    if not is_mission(view.world.tables, order) or not figure.agent:
        return
    word = mission_outlook(asked_turn(view.world), view.code, figure, order)
    if word is not None:
        yield f"that {figure.name} succeeds is {word}, as far as is known; guards are not"
    else:
        yield f"whether {figure.name} succeeds cannot be judged: we do not know enough of the target"


def storm_outlook(view: View, group: Group, tactic: int = _USUAL) -> Outlook | None:
    """How likely a group is to take the center where it stands, None where its defense is not known, or it is ours."""
    center = view.world.centers.get(group.area)
    if center is None or center.owner == view.code or not center.defense:
        return None
    return assault_outlook(view.world, group, center, tactic)


def politics_outlook(view: View, figure: Figure, number: int) -> Outlook | None:
    """How likely an emissary is to usurp (330) or rebel (320) the center where he is, by what the view shows of its owner; None
    where there is nothing to try."""
    center = view.world.centers.get(figure.area)
    if center is None or center.owner == view.code or figure.code == view.kingdom.ruler or not figure.political:
        return None
    if number == REBEL and not center.owner:
        return None
    return outlook(success_percent(asked_turn(view.world), view.kingdom, figure, center, number))


_HEADINGS = (PRODUCTION, TRADE, CONSUMPTION, ORDERS, LATE, SPOILAGE)


def check(sheet: OrderSheet, view: View) -> Verdict:
    """The orders tried on the world as the kingdom knows it, each with how it looks where that can be judged."""
    trial = try_out(sheet, view)
    problems = [*sheet.problems, *(_undropped(one) for one in sheet.orders if isinstance(one.data, Drop))]
    programs = (standing_program(trial, view), *treasury_programs(trial, view))
    looks = outlooks(view, sheet)
    orders = [
        replace(one, words=f"{one.words}; {looks[one.order.line]}") if one.words and one.order.line in looks else one
        for one in tried(sheet, trial)
    ]
    told = verdict(sheet, orders, problems, tuple(unmentioned(trial, view)))
    return replace(told, programs=programs)


def tried(sheet: OrderSheet, trial: Trial[Turn, Issued]) -> list[ReadBack[Failure[Issued]]]:
    """Each order of a sheet with its words, its result and price, and what stands against it."""
    found = failures_by_order(trial.issued, trial.turn, _soften)
    places = {id(one): place for place, one in enumerate(_commands(sheet))}
    results = {int(one["line"]): one for one in _results(trial.turn) if one["line"]}
    back = []
    for order in sheet.orders:
        failures = tuple(found.get(places[id(order)], ())) if id(order) in places else ()
        stands = all(one.note for one in failures) and not isinstance(order.data, Drop)
        back.append(ReadBack(order, words_with(order.words, results.get(order.line)) if stands else "", failures))
    return back


def _commands(sheet: OrderSheet) -> list[Order]:
    return [one for one in sheet.orders if isinstance(one.data, Command)]


def _results(turn: Turn) -> list[dict[str, Any]]:
    return [dict(one.data) for one in turn.events if one.kind == "order"]


def words_with(words: str, result: dict[str, Any] | None) -> str:
    """An order read back with what is expected of it and what it costs."""
    if result is None:
        return words
    said = "" if result["result"] in ("done", words) else str(result["result"])
    return "; ".join(filter(None, (words, said, price(result["gold"], result["food"]))))


def price(gold: int, food: int) -> str:
    """Gold and food in words; "" for none."""
    return " and ".join(f"{amount:,} {what}" for amount, what in ((gold, "gold"), (food, "food")) if amount)


def _undropped(order: Order) -> Problem:
    """The answer to a line DROP that found no order: behind ADD, or with nothing on file."""
    why = "Nothing was taken off file by this line."
    return Problem(
        "NOT THERE", order.line, why, "Send DROP with the order's number in the last answer, without ADD.", text=order.text
    )


def _soften(failure: Failure[Issued], behind: bool) -> Failure[Issued]:
    """A failure that rests on what the player cannot know is a warning: the line is kept."""
    return replace(failure, note=True) if failure.code == UNSURE else failure


# --- standing orders, the limit, the treasury --------------------------------------------------------------------------------


def standing_program(trial: Trial[Turn, Issued], view: View) -> Program:
    """The standing orders as the letter leaves them, each with its result, and how many orders count (AC-27-02, AC-27-09)."""
    turn, kingdom = trial.turn, trial.turn.world.kingdoms[view.code]
    results = {one["code"]: one for one in _results(turn) if not one["line"]}
    fails = {one.issued.code: one.why for one in turn.told_failures() if not one.issued.line and not one.note}
    lines = []
    for slot, text in enumerate(kingdom.standing, start=1):
        found = grammar(view.world.edition).find(text.upper())
        words = " ".join(grammar(view.world.edition).words_of(found.order, view, told).split()) if found else text
        outcome = f"fails: {fails[text]}" if text in fails else ""
        lines.append(f"{slot}. {text}: {'; '.join(filter(None, (words_with(words, results.get(text)), outcome)))}")
    count, limit = standing_count(trial), order_limit(view.world, view.kingdom)
    most = standing_limit(view.world, view.kingdom)
    name = f"Standing orders: {len(kingdom.standing)} of {most}; orders of this letter: {count} of {limit}"
    return Program(name, tuple(lines) or ("no standing orders",))


def standing_count(trial: Trial[Turn, Issued]) -> int:
    """How many orders of a letter stand: those that are refused are not on file, and take no place."""
    failed = failures_by_order(trial.issued, trial.turn, _soften)
    return sum(all(one.note for one in failed.get(place, ())) for place in range(len(trial.issued)))


def treasury_programs(trial: Trial[Turn, Issued], view: View) -> Iterator[Program]:
    """Gold and food from heading to heading of the ledger, as far as they can be known (ruling 53)."""
    booked = trial.turn.state(Ledgers).lines
    for place, what, now in ((1, "Gold", view.kingdom.gold), (0, "Food", view.kingdom.food)):
        lines = [f"in the treasury: {now:,}"]
        for heading in _HEADINGS:
            amount = booked.get((view.code, heading), (0, 0))[place]
            now += amount
            lines += [f"{heading}: {amount:+,}, then {now:,}"] if amount else []
        yield Program(f"{what} through the turn", tuple(lines))


# --- who is idle -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Named:
    """Whom a turn's orders name."""

    groups: frozenset[str]
    figures: frozenset[str]


def _named(turn: Turn, view: View) -> _Named:
    orders = [one.order for some in turn.by_number.values() for one in some]
    groups = {name for one in orders for name in (one.group, one.into)}
    figures = {name for one in orders for name in (one.figure, one.second_figure, one.third_figure)}
    acted = {code for kingdom, code in turn.sole_actions if kingdom == view.code}
    return _Named(frozenset(groups), frozenset(figures | acted))


def unmentioned(trial: Trial[Turn, Issued], view: View) -> Iterator[str]:
    """Figures and groups without an order, and orders that could still be given."""
    named = _named(trial.turn, view)
    for figure in view.kingdom.figures.values():
        if not figure.held_by and figure.code not in named.figures:
            yield f"{figure.rank} {figure.name} ({figure.code}) at {figure.area}"
    for group in view.world.groups_of(view.code):
        if group.area and group.id not in named.groups:
            yield f"{group.id} at {group.area}"
    left = order_limit(view.world, view.kingdom) - standing_count(trial)
    if left > 0:
        yield f"{left} more {'order' if left == 1 else 'orders'}"


_CAUTION = (
    "This is a forecast, not a result: it runs your orders alone on what you know. Nobody else acts in it, what only chance "
    "decides is left open, and places that you do not see stand as you last saw them."
)


def forecast(sheet: OrderSheet, view: View) -> Report:
    """The orders read back, what would happen, where groups would be, production and treasury."""
    trial = try_out(sheet, view)
    after = replace(view, world=trial.turn.world)
    reading = Reading(after, seen(trial.turn.events, view.seat), Mood.FORESEEN)
    orders = tried(sheet, trial)
    sections = [
        *problems_section(sheet, orders),
        orders_section(orders),
        *_odds(view, sheet),
        _events(reading),
        _arrivals(reading),
        Section("influence", "Influence", influence(reading)),
        *_treasury(reading),
    ]
    kingdom = view.kingdom
    fact = ("Now", f"{kingdom.gold:,} gold, {kingdom.food:,} food")
    return forecast_report(
        occasion(view.world, False), view.seat, len(sheet.orders), "your standing orders", fact, _CAUTION, sections
    )


def _odds(view: View, sheet: OrderSheet) -> Iterator[Section]:
    if found := outlooks(view, sheet):
        codes = {one.line: one.code for one in sheet.orders}
        yield Section("odds", "How it looks", (Bullets(tuple(f"{codes[line]}: {said}." for line, said in found.items())),))


def _events(reading: Reading) -> Section:
    told = [one.text for one in reading.said if sections_of_events().get(one.event.kind, "") != "-"]
    title = in_mood("What [happened|would happen]", Mood.FORESEEN)
    return Section(
        "account", title, (Bullets(tuple(dict.fromkeys(told))),) if told else (Text("Nothing that can be foreseen."),)
    )


def _arrivals(reading: Reading) -> Section:
    """Where each own group would stand, how large and in which state."""
    lines = tuple(
        f"{one.id} would be in {reading.place(one.area)}: {size_word(reading.tables, one.size).lower()}, "
        f"morale {one.morale:g}, attrition {one.attrition:g}%."
        for one in reading.groups()
        if one.area
    )
    return Section("groups", "Where your groups would be", (Bullets(lines),) if lines else (Text("You have no active group."),))


def _treasury(reading: Reading) -> Iterator[Section]:
    if reading.data("ledger"):
        blocks = (*realm.steps(reading), realm.ledger(reading), *realm.coming(reading))
        yield Section("treasury", "Production and treasury", blocks)
