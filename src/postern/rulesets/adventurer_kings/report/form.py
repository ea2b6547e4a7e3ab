"""The order form: a block for each character with what he could do, special plans, and lines of the kingdom. What it offers
stands behind semicolons, so that a form that is sent back unchanged orders nothing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, cast

from postern.game.chance import Chance
from postern.game.kit.report.form import remark
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.heroes import hire_chance
from postern.rulesets.adventurer_kings.orders.magic import spell_chance
from postern.rulesets.adventurer_kings.report.state import levels, listed_numbers
from postern.rulesets.adventurer_kings.report.telling import Reading
from postern.rulesets.adventurer_kings.rules.abilities.levels import level, steps_between, wage
from postern.rulesets.adventurer_kings.rules.abilities.spying import escape_chance
from postern.rulesets.adventurer_kings.rules.abilities.training import practice_chance
from postern.rulesets.adventurer_kings.rules.exploring import explore_points, rounded
from postern.rulesets.adventurer_kings.rules.memory import WEALTH, usual_wealth
from postern.rulesets.adventurer_kings.rules.travel import Hindrance, journey
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import PHASES, Doing, Turn, percent
from postern.rulesets.adventurer_kings.world import Character

DUE = "; Orders are due at the deadline named in the letter."
"""The line that the deadline takes the place of."""
_HOW = (
    "Take away the first semicolon of a line to give that order; what stands behind a semicolon is a remark. An action begins "
    "with its phase, 1 to 5; a phase without a line is Defend. HELP and a code (HELP SE) explains an order."
)
_NEXT = {"Enemy": "Neutral", "Neutral": "Allied"}
_BACK = {"Allied": "Neutral", "Neutral": "Enemy"}
_remark = partial(remark, mark=";", further=" " * 4)
Offer = tuple[str, str]
"""An order without its phase, and what is said of it."""


def asked(view: View) -> Turn:
    """Return a year on the player's world in which nothing is done: for rules that are asked of odds."""
    turn = Turn(view.world, [], Chance("expected").turn(view.world.turn))
    turn.expected = True
    return turn


def order_form(reading: Reading) -> tuple[str, ...]:
    """Return the lines of the form."""
    world, kingdom = reading.world, reading.kingdom
    lines = [f"; ORDERS FOR YEAR {world.turn}, {kingdom.name} ({kingdom.code}), treasury {kingdom.gold} gold.", DUE]
    lines += _remark(_HOW)
    for who in reading.view.own:
        lines += ["", *_block(reading.view, who)]
    return (*lines, "", "; SPECIAL PLANS", *_plans(reading.view), "", "; THE KINGDOM", *_kingdom(reading))


def _block(view: View, who: Character) -> Iterator[str]:
    """The head of a character's block and five lines, one a phase, of what he could do best."""
    armies = listed_numbers(one.id for one in view.world.led_by(who.id))
    yield f"CHAR {who.id}"
    yield from _remark(f"{who.title} at {view.place(who.province)}: {levels(who)}; armies {armies}")
    found = list(offers(view, who))[:PHASES]
    for phase in range(1, PHASES + 1):
        if phase <= len(found):
            order, words = found[phase - 1]
            yield from _remark(f"{phase} {order} ; {words}")
        else:
            yield f"; {phase} DE ; defends"


def offers(view: View, who: Character) -> Iterator[Offer]:
    """Yield what a character could do where he stands, the likeliest first, each with price and odds."""
    if who.levelled:
        yield from _heroes(view, who)
        yield from _features(view, who)
        yield from _recruits(view, who)
    yield from _moves(view, who)
    if who.levelled:
        yield from _spells(view, who)
        yield from _work(view, who)


def _heroes(view: View, who: Character) -> Iterator[Offer]:
    for hero in view.world.characters_in(who.province):
        if hero.status == "free" and view.code not in hero.offers:
            steps = steps_between(hero.alignment, view.kingdom.alignment)
            doing = Doing(asked(view), cast(Any, None), who, view.kingdom)
            chance, pay = percent(hire_chance(doing, hero, steps)), wage(hero, view.kingdom)
            if steps > TABLES.number("hire_difference_max") or pay > view.kingdom.gold:
                continue
            yield f"HI {hero.id}", f"hires {hero.name}, {hero.race}, {hero.alignment}: {chance}%, {pay} gold or more a year"


def scout_chance(view: View, who: Character) -> int:
    """Return the chance in percent to scout a feature unhurt (AK-D5.8-01)."""
    best = max(level(view.world, who, code) for code in ("EX", "TH"))
    least, more, most = (TABLES.number(f"scout_{name}") for name in ("pct", "pct_per_level", "max_pct"))
    return min(most, least + more * best)


def _features(view: View, who: Character) -> Iterator[Offer]:
    for place, one in enumerate(view.world.provinces[who.province].features, 1):
        if view.code not in one.found_by:
            continue
        inside = view.kingdom.seen[who.province].inside.get(place)
        number = f"{who.province}.{place}"
        if inside is None:
            yield f"SE {number} : SC", f"scouts the {one.kind}: {scout_chance(view, who)}%"
        elif inside.guardian is not None:
            known = f"{inside.guardian.kind}, {inside.guardian.hit_points} hit points, {inside.gold} gold"
            yield (
                f"SE {number} : {'FI, ' if level(view.world, who, 'AR') else ''}ME",
                f"searches the {one.kind}: {known} in year {inside.year}",
            )


def _recruits(view: View, who: Character) -> Iterator[Offer]:
    place = view.world.provinces[who.province]
    if place.owner == view.code:
        for code in place.types[:1]:
            kind = TABLES.armies[code]
            if kind.pay <= view.kingdom.gold:
                yield f"RE {code} 1", f"1 {kind.name} for {kind.pay} gold"


def _moves(view: View, who: Character) -> Iterator[Offer]:
    """Steps to where there is something to win, for a leader; else to where least is explored."""
    led = view.world.led_by(who.id)
    found = []
    for near in GRID.neighbours(who.province):
        one = view.world.provinces[near]
        if isinstance(journey(view.world, led, who.province, (near,)), Hindrance):
            continue
        if led and (one.owner == view.code or view.world.relation(view.code, one.owner) != "Enemy"):
            continue
        seen = view.kingdom.seen[near]
        explored = view.kingdom.exploration.get(near, 0)
        wealth = seen.wealth or "wealth not told"
        owner = view.world.kingdoms[one.owner].name if one.owner else "nobody's" if explored else "no owner known"
        words = (
            f"goes to {one.name}: {one.terrain}, {wealth}, {'yours' if one.owner == view.code else owner}, explored {explored}%"
        )
        rank = WEALTH.index(seen.wealth or usual_wealth(one.land))
        found.append((rank if led else explored, near, words))
    for _, near, words in sorted(found)[:2]:
        yield f"MO {near}", words


def _spells(view: View, who: Character) -> Iterator[Offer]:
    """Spells for the good of the province where he stands, if it is the own or an ally's."""
    if view.world.relation(view.code, view.world.provinces[who.province].owner) != "Allied":
        return
    for spell in TABLES.spells.values():
        able = level(view.world, who, spell.school)
        if spell.kind == "action" and spell.tax > 1 and who.skills.get(spell.school, 0) and able >= spell.level:
            chance: Fraction = spell_chance(view.world, who, spell, able)
            yield f"CA {spell.code} {who.province}", f"{spell.name}: {percent(chance)}%; {spell.words}"


def _work(view: View, who: Character) -> Iterator[Offer]:
    """Exploring, practice, spying."""
    explored = view.kingdom.exploration.get(who.province, 0)
    if explored < 100:
        more = rounded(explore_points(view.world, who, who.province))
        yield "EX", f"explored {explored}%, {more}% more each time"
    best = max(who.skills, key=lambda code: (who.skills[code], code), default="")
    if best:
        chance = percent(practice_chance(asked(view), who, best, ()))
        yield f"PR {best}", f"{TABLES.abilities[best].name} {who.skills[best]} rises with {chance}%"
    for near in GRID.neighbours(who.province):
        owner = view.world.provinces[near].owner
        if owner not in ("", view.code) and who.skills.get("SP", 0):
            unseen = percent(escape_chance(view.world, who))
            yield f"SP {near}", f"spies on {view.place(near)}; unnoticed with {unseen}%"
            return


def _plans(view: View) -> Iterator[str]:
    yield from _remark("For duels, random monsters, and whoever starts an encounter: at most 8 tactics.")
    for who in view.own:
        yield from _remark(f"PLAN {who.id} {who.plan or 'FI, ME, FL'} ; {who.title}, now: {who.plan or 'none'}")


def _kingdom(reading: Reading) -> Iterator[str]:
    """Treaties by kingdom, an election, the Heir, names, gold and messages."""
    world, own = reading.world, reading.kingdom
    for other in world.kingdoms.values():
        if other.code == own.code or other.given_up:
            continue
        now = world.relation(own.code, other.code)
        if after := _NEXT.get(now):
            yield from _remark(f"TREAT {other.code} ; {other.name}, now {now}: {after} if both order it")
        if after := _BACK.get(now):
            yield from _remark(f"BREAK {other.code} ; {other.name}, now {now}: {after} for certain")
        if now == "Allied":
            yield from _remark(f"SCI {other.code} ; {other.name}: an invention for an invention, if both order it")
    if world.election:
        yield from _remark(f"VOTE {world.election} ; an election is held this year")
    heir = reading.king
    if not heir.levelled:
        yield from _remark(f"HEIR {heir.name} TA2 MA1 DR1 ; the Heir's name and 4 levels, 3 of them the dead King's")
    if world.turn == 1:
        yield from _remark(f"NAME PROV {own.home} Newhome ; home and Heroes may be named with the first orders")
    others = [one.code for one in world.kingdoms.values() if one.code != own.code and not one.given_up]
    if others:
        yield from _remark(f"GIVEGOLD 1 TO {others[0]} ; paid at the end of the year, before pay")
        yield from _remark(f"MSG {others[0]} Your words ; a message, delivered at once; MSG ALL to everybody")
