"""Orders about talismans: handing them over in the order of their numbers (step 2d, chapter 28, ruling 18, QJ-29-17,
QJ-29-18), using them and casting spells of the Great Jewels and Lesser Stones (QJ-29-64, QJ-28.2-05 and on), and unlocking
Forbidden Cities (step 5a, chapter 24, QJ-29-62, QJ-29-63).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

from postern.game.kit.orders.kinds import Form, OrderKind, Refusal, Saying, Words, example
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS, PROVINCE, TYPES, handing
from postern.rulesets.great_jewels.orders.text import patterns_of
from postern.rulesets.great_jewels.rules.checks import (
    knows_city,
    knows_no_city,
    leaders_shown,
    own_leader,
    sees_leader,
    sees_province,
    unseen,
)
from postern.rulesets.great_jewels.rules.hooks import ON_REMOVAL, ON_TRANSFER, UNLOCKS, usable
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS, STONES, adjacent, decided, neighbours, spoken
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Issued, Letter, QJOrder, Spell, Unlock, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Province, Talisman

LEPRECHAUN = 86
MIND_LEECH = 122
ENTERS_SIEGES = 7
"""The note that lets a talisman into a besieged garrison (QJ-28.1-007)."""
RAILROAD = 129
"""It lets raiders out of a besieged garrison on the turn of its transfer (QJ-28.1-291), so it gets in without that note."""


def transfer_talismans(turn: Turn) -> None:
    """Carries out TnnLmm and TnnG; each talisman acts at once when it arrives (QJ-28-07 to QJ-28-10)."""
    orders = sorted(turn.given(GiveTalisman), key=lambda pair: pair[1].talisman)
    for issued, order in orders:
        receiver = _receiver(turn, issued, order)
        if receiver is not None:
            hand_over(turn, order.talisman, receiver, issued.seat)
            turn.carried_out(issued)


def hand_over(turn: Turn, number: int, receiver: Force, by: str) -> None:
    """A talisman changes hands by an executed transfer order of player ``by``: leaving, arriving, acting, in this order."""
    talisman = turn.world.talismans[number]
    giver = talisman.holder
    assert giver is not None
    place = turn.place_of(giver)
    ON_REMOVAL.ask(turn, talisman, None, receiver)
    turn.place_talisman(number, receiver)
    talisman.transferred = turn.number
    turn.givers[number] = by
    owner = turn.owner_of(receiver)
    told = {"talisman": number, "name": CATALOGUE[number].name, "receiver": str(receiver), "owner": owner, "place": place}
    if by != owner and unseen(turn, giver):
        turn.tell("talisman handed", to=[by], giver=str(giver), by=by, **told)
        turn.tell("talisman handed", to=[owner], giver="", by="", **told)
    else:
        turn.tell("talisman handed", to={by, owner}, giver=str(giver), by=by, **told)
    ON_TRANSFER.ask(turn, talisman, None, giver, against=receiver)


def _receiver(turn: Turn, issued: Issued, order: GiveTalisman) -> Force | None:
    """The force that gets the talisman, or None when the order fails (the reason is then recorded)."""
    talisman = turn.world.talismans[order.talisman]
    holder = talisman.holder
    label = f'T{talisman.number} "{CATALOGUE[talisman.number].name}"'
    if holder is None or turn.owner_of(holder) != issued.seat:
        why = f"{label} is with none of your leaders or garrisons."
        turn.fail(issued, "NOT YOURS", why, "Only a talisman which you hold can be handed over.")
    elif talisman.number == LEPRECHAUN:
        turn.fail(issued, "TALISMAN NOT USABLE", f"{label} leaps where it likes: nobody can hand it over.")
    elif talisman.transferred == turn.number:
        why = f"{label} has been handed over this turn already; it can change hands by order once a turn."
        turn.fail(issued, "ALREADY HAS AN ORDER", why, "Give the further transfer with the orders of the next turn.")
    elif order.leader is None:
        return _garrison(turn, issued, talisman, holder, label)
    else:
        return _leader(turn, issued, talisman, holder, label, order.leader)
    return None


def _leader(turn: Turn, issued: Issued, talisman: Talisman, holder: Force, label: str, number: int) -> Force | None:
    leader = turn.leader(number)
    place = turn.place_of(holder)
    visible = leader is not None and (leader.province == place or sees_leader(turn, issued.seat, number))
    if leader is None or not visible:
        reach = "reaches only a leader whom you can see" if talisman.number == MIND_LEECH else f"is in {place}"
        why = f"L{number} is neither in {place} nor on your last printout; {label} {reach}."
        turn.fail(issued, "NO SUCH LEADER", why, *_those_near(turn, place, holder, talisman.number))
    elif leader.province != place and (talisman.number != MIND_LEECH or leader.owner == issued.seat):
        known = leader.owner == issued.seat or leader.province == turn.start.get(number)
        where = f"in {leader.province}" if known else "not there now"
        why = f"{label} is in {place}, L{number} is {where}: both need to be in the same province."
        turn.fail(issued, "NOT THERE", why, *_those_near(turn, place, holder, talisman.number))
    elif holder == Force(leader=number):
        turn.fail(issued, "NOT THERE", f"L{number} carries {label} already.")
    elif holder.garrison and turn.province(place).besieged:
        turn.fail(issued, "BESIEGED", f"{place} is besieged: no talisman can leave its garrison.")
    else:
        return Force(leader=number)
    return None


def _those_near(turn: Turn, place: str, holder: Force, talisman: int) -> tuple[str, str]:
    """Who could take it in this province, and the order for the first of them who is of the same player."""
    seat = turn.owner_of(holder)
    here = [one for one in leaders_shown(turn, seat, place) if Force(leader=one) != holder]
    if not here:
        return f"No other leader is in {place}.", ""
    if holder.garrison and turn.province(place).besieged:
        return f"{place} is besieged: no talisman can leave its garrison.", ""
    own = [one for one in here if turn.owner_of(Force(leader=one)) == seat]
    there = f"In {place} {'is' if len(here) == 1 else 'are'} {', '.join(f'L{one}' for one in here)}."
    return there, f"T{talisman}L{own[0]}" if own else ""


def _garrison(turn: Turn, issued: Issued, talisman: Talisman, holder: Force, label: str) -> Force | None:
    place = turn.place_of(holder)
    province = turn.province(place)
    enters = ENTERS_SIEGES in CATALOGUE[talisman.number].notes or talisman.number == RAILROAD
    if holder.garrison:
        turn.fail(issued, "NOT THERE", f"{label} lies in the garrison of {place} already.")
    elif province.owner not in turn.world.players:
        why = f"No player owns {place}; only the garrison of a player can take {label}."
        turn.fail(issued, "NOT YOURS", why, "Capture the province first, or hand the talisman to a leader there.")
    elif province.besieged and not enters:
        why = f"{place} is besieged, and {label} is none of those that can be brought into a besieged garrison."
        turn.fail(issued, "BESIEGED", why)
    else:
        return Force(garrison=place)
    return None


def _handing_words(order: GiveTalisman, scene: Scene) -> str:
    whom = scene.leader(order.leader) if order.leader else "the garrison where it is"
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) goes to {whom}"


HANDING_KINDS = (ORDERS.kind("talisman handed over", GiveTalisman, words=_handing_words),)


ONE_RING = 99
ABOUT_TALISMANS = (116, 131)
"""Talismans whose orders name another one."""

# --- what they are ----------------------------------------------------------------------------------------------


def _spell(talisman: int, letter: Letter, **found: Any) -> QJOrder | Refusal:
    only = SPELL_OF_STONE.get(talisman)
    if only and only != letter:
        why = f"{_titled(talisman)} knows one spell only, {SPELL_NAMES[only]}; you wrote {SPELL_NAMES[letter]}."
        return Refusal("TALISMAN NOT USABLE", why, f"Its form is T{talisman}={SPELL_FORMS[only]}")
    return Spell(talisman, letter, **found)


def _titled(talisman: int) -> str:
    return f"T{talisman} ({CATALOGUE[talisman].name})"


def _blasts(order: Spell, scene: Scene) -> str:
    held = scene.view.talismans.get(order.talisman)
    place = scene.place(Force(leader=held.leader, garrison=held.province)) if held else ""
    own = ", your own province" if place in scene.view.provinces else ""
    where = f" (in {spoken(place)}{own})" if place else ""
    return f"{_titled(order.talisman)} casts Blast Citadel where it is{where}"


def _sells(order: UseTalisman, scene: Scene) -> str:
    what = f"{order.number} of its garrison's troops for {counted(3 * order.number, 'zoran')}"
    return f"{_titled(order.talisman)} sells {what}"


def _hunts(order: UseTalisman, scene: Scene) -> str:
    what = f"{counted(order.number, 'zoran')} for a new leader ({min(order.number, 100)} percent)"
    return f"{_titled(order.talisman)} spends {what}"


_WORDS: dict[str, Words] = {"spell: blast": _blasts, "T127": _sells, "T146": _hunts}
"""How those orders are read back whose words need more than their rows say."""
_SPELLS = [ORDERS.kind(one, _spell, type=Spell, words=_WORDS.get(one)) for one in ORDERS if one.startswith("spell: ")]
_FORMS: dict[Letter, Form] = {form.fixed["letter"]: form for kind in _SPELLS for form in kind.forms}
SPELL_NAMES: dict[Letter, str] = {letter: form.help.partition(":")[0].removeprefix("spell ") for letter, form in _FORMS.items()}
_BEHIND: dict[Letter, str] = {letter: form.text.partition("=")[2] for letter, form in _FORMS.items()}
"""What stands behind the = of a spell, as its form."""
SPELL_FORMS: dict[Letter, str] = {letter: example(text, TYPES) for letter, text in _BEHIND.items()}
"""The same as an example."""
SPELL_OF_STONE: dict[int, Letter] = {STONES[letter]: letter for letter in SPELL_NAMES} | {ONE_RING: "G"}
"""What casts one spell only."""


def _use(section: str) -> OrderKind:
    """The order kind of one talisman. The One Ring casts a geas, and no other spell."""
    if section != f"T{ONE_RING}":
        return ORDERS.kind(section, UseTalisman, words=_WORDS.get(section))
    others = {letter: text for letter, text in _BEHIND.items() if letter != SPELL_OF_STONE[ONE_RING]}
    near = tuple(Saying(f"{section}={text}", partial(_spell, ONE_RING, letter)) for letter, text in others.items())
    return replace(ORDERS.kind(section, _spell, type=Spell), near=near)


_USES = tuple(_use(one) for one in ORDERS if re.fullmatch("T[0-9]+", one))


# --- what cannot be read ----------------------------------------------------------------------------------------


def _wanted(kind: OrderKind) -> tuple[str, str]:
    """What a talisman's order needs behind the =, and an example of it."""
    texts = [one.text.partition("=")[2] for one in kind.forms]
    field = re.search(r"<([a-z]+)", texts[0])
    if field is None:
        return " or ".join(texts), " or ".join(texts)
    what = "talisman's number" if kind.forms[0].fixed["talisman"] in ABOUT_TALISMANS else field[1]
    return f"a {what}", example(texts[0], TYPES)


NEEDS = {one.forms[0].fixed["talisman"]: _wanted(one) for one in _USES}
"""What each talisman with an order of its own needs behind the =, and an example."""


def _refused(talisman: int, rest: str) -> Refusal:
    """Why ``Ttalisman=rest`` is no order: every talisman says what it takes."""
    power = CATALOGUE[talisman]
    told = _titled(talisman)
    if talisman in JEWELS or talisman in SPELL_OF_STONE:
        return _no_spell(talisman, rest)
    if (needs := NEEDS.get(talisman)) is not None:
        what, like = needs
        return Refusal(NOT_UNDERSTOOD, f"{told} needs {what} after the =.", f"For example T{talisman}={like}")
    if power.orders:
        why = f"{told} takes no order of its own."
        return Refusal("TALISMAN NOT USABLE", why, f"For example {listed(power.orders, 'or')} uses it.")
    return Refusal("TALISMAN NOT USABLE", f"{told} takes no order: it works by itself.", handing(talisman))


def _no_spell(talisman: int, rest: str) -> Refusal:
    if only := SPELL_OF_STONE.get(talisman):
        remedy = f"Its form is T{talisman}={SPELL_FORMS[only]}"
    else:
        remedy = "Spells are " + ", ".join(f"{one} ({SPELL_NAMES[letter]})" for letter, one in SPELL_FORMS.items()) + "."
    return Refusal(NOT_UNDERSTOOD, f"T{talisman}={rest[:40]} is no spell that can be read.", remedy)


_ANY = OrderKind("talisman", UseTalisman, (), near=(Saying("T<talisman:any>=<rest:rest>", _refused),), group="talisman")
POWER_KINDS = (*_SPELLS, *_USES, _ANY)


def talismans_named(order: QJOrder) -> frozenset[int]:
    """The numbers of the talismans that an order names, as what it uses or as what it is about."""
    match order:
        case UseTalisman(talisman=number, number=other) if number in ABOUT_TALISMANS:
            return frozenset({number, other})
        case Spell(talisman=number) | GiveTalisman(talisman=number) | UseTalisman(talisman=number):
            return frozenset({number})
    return frozenset()


# --- plain words ------------------------------------------------------------------------------------------------

_LETTERS = {"CLEAR": "C", "MOUNTAIN": "M", "MOUNTAINS": "M", "FOREST": "F", "WOODS": "F", "IMPASSABLE": "I"}
_LETTERS |= {"LONGER": "+", "SHORTER": "-"}
_T = r"(?:USES? |CASTS? |WITH )?T(?P<t>[0-9]{1,9})(?: TO| CASTS?)?"
_SAYINGS = tuple((re.compile(f"{_T} {pattern}"), code) for pattern, code in patterns_of("talismans"))
_LOOK = re.compile(
    rf"(?:SPY|LOOK|SEE|VIEW|SCRY|PROBE)?(?: AT| ON)? ?(?P<p>{PROVINCE}) (?:WITH|USING|BY) T(?P<t>[0-9]{{1,9}})"
    rf"|{_T.replace('<t>', '<u>')} (?:SPY|SPIES|LOOKS?|SEES?|VIEWS?|SCRY|SCRIES|PROBES?|AT|ON)(?: AT| ON)? (?P<r>{PROVINCE})"
)


def code_said(simple: str) -> str:
    """The code of a talisman order or spell in simple words ("T1 PROTECT L13", "T45 LOOK AT M7"); "" for any other words."""
    if match := _LOOK.fullmatch(simple):
        number = int(match["t"] or match["u"])
        return f"T{number}={'L' if number in JEWELS or number in SPELL_OF_STONE else ''}{match['p'] or match['r']}"
    for pattern, code in _SAYINGS:
        if match := pattern.fullmatch(simple):
            told = {name: _LETTERS.get(text, text) if name == "sign" else text for name, text in match.groupdict().items()}
            return f"T{int(told['t'])}={code.format_map(told).replace(' ', '')}"
    return ""


def _unlocking_words(order: Unlock, scene: Scene) -> str:
    whom = f"you and {order.player}" if order.player else "your armies"
    return f"L{order.leader} tries to unlock the Forbidden City in {spoken(order.province)} for {whom}"


def fits(key: Talisman, city: str) -> bool:
    """True for a key with the city's name as either of its two words (QJ-24-04)."""
    return key.number in KEYS and city.upper() in key.name.upper().split()


def unlock_percent(turn: Turn, leader: Leader, city: str) -> int:
    """The chance, 0 to 100, that this leader's keys open the city with this name now: one fitting key 50, two or more 100
    (QJ-28.1-015 to QJ-28.1-017), more with T84; keys gained this turn do not count (QJ-24-16)."""
    force = Force(leader=leader.number)
    fitting = sum(fits(key, city) and usable(turn, key) for key in turn.held(force))
    rules = decided("unlocking")
    percent = int(rules["two_keys"]) if fitting > 1 else int(rules["one_key"]) * fitting
    return UNLOCKS.fold(turn, force, percent, fitting)


def _try(turn: Turn, issued: Issued, order: Unlock, province: Province, percent: int) -> None:
    opened = turn.expected or turn.stream("unlock", order.leader, province.name).percent(percent)
    guests = [order.player] if order.player and order.player != issued.seat else []
    if opened:
        turn.unlocked[province.name].update([issued.seat, *guests])
    data = {
        "leader": order.leader,
        "province": province.name,
        "city": province.city,
        "percent": percent,
        "opened": opened,
        "by": issued.seat,
        "guest": order.player,
        "expected": turn.expected,
    }
    turn.tell("unlocking", to=[issued.seat, *(guests if opened else [])], **data)


def _unlock(turn: Turn, issued: Issued, order: Unlock) -> bool:
    """One attempt a leader; success lets in all leaders of his player, and of the player named, this turn only."""
    leader = own_leader(turn, issued, order.leader)
    if leader is None:
        return False
    if any(isinstance(one.order, Unlock) and one.order.leader == leader.number for one in turn.done):
        why = f"L{leader.number} has tried a lock this turn already."
        return turn.fail(issued, "ALREADY HAS AN ORDER", why, "One attempt a leader and turn; another leader may try.")
    province = turn.province(order.province)
    percent = _may_try(turn, issued, order, leader, province)
    if percent == 0:
        return False
    turn.visit(leader.owner, province.name)
    _try(turn, issued, order, province, percent)
    return True


def _may_try(turn: Turn, issued: Issued, order: Unlock, leader: Leader, province: Province) -> int:
    """The chance in percent; 0, with a failure, when the attempt cannot be made."""
    who, name = f"L{leader.number}", province.name
    if leader.province == name:
        turn.fail(issued, "NOT ADJACENT", f"{who} is inside {name}; a city is unlocked from a province beside it.")
    elif not adjacent(leader.province, name) and knows_no_city(turn, issued.seat, name):
        turn.fail(issued, "NOT THERE", f"{name} is no Forbidden City with guardians inside; it needs no key.")
    elif not adjacent(leader.province, name):
        why = f"{who} is in {leader.province}, which does not border {name}."
        turn.fail(issued, "NOT ADJACENT", why, f"He needs to stand in {listed(neighbours(name), 'or')}.")
    elif _unknown(turn, issued.seat, province) and not (province.city and unlock_percent(turn, leader, province.city)):
        turn.fail(issued, "LOCKED", f"{who} finds no lock in {name} that he has a key to.")
    elif not province.city:
        why = f"{name} is no Forbidden City with guardians inside; it needs no key."
        turn.fail(issued, "NOT THERE", why, "A leader may simply move in.", f"{who}M{name}")
    elif order.player and order.player not in turn.world.players:
        turn.fail(issued, "NOT MET", f"There is no player {order.player} in this game.", "", f"{who}U{name}")
    elif (percent := unlock_percent(turn, leader, province.city)) == 0:
        _no_key(turn, issued, leader, province)
    else:
        return percent
    return 0


def _unknown(turn: Turn, seat: str, province: Province) -> bool:
    """True when the seat cannot know whether this is a Forbidden City: nobody finds one by trying locks all around without
    a key (QJ-24-06)."""
    return not knows_city(turn, seat, province.name) and not sees_province(turn, seat, province.name)


def _no_key(turn: Turn, issued: Issued, leader: Leader, province: Province) -> None:
    turn.visit(leader.owner, province.name)
    held = [key for key in turn.held(Force(leader=leader.number)) if fits(key, province.city) or UNLOCKS.knows(key.number)]
    if held:
        names = listed([f"T{key.number}" for key in held])
        why = f"{names} came to L{leader.number} only this turn; a key works from the turn after."
        turn.fail(issued, "TALISMAN NOT USABLE", why, "Try again next turn.")
        return
    keys = [f"T{key.number} {key.name}" for key in turn.world.talismans.values() if fits(key, province.city)]
    why = f"L{leader.number} carries no key to {province.name}, the {province.city} city."
    turn.fail(issued, "LOCKED", why, f"Keys that fit: {', '.join(keys)}.")


UNLOCKING_KINDS = (ORDERS.kind("unlocking", Unlock, words=_unlocking_words, act=_unlock),)
