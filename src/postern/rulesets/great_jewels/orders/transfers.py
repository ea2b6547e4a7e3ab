"""Transfers of troops, zorans, rams, siege towers and talismans (QJ-29-08 to QJ-29-18)."""

from __future__ import annotations

import re
from typing import cast

from postern.rulesets.great_jewels.orders.forms import Form, Refusal, amount_text, force, goal, leader_in, quantity
from postern.rulesets.great_jewels.orders.model import Destroy, GiveTalisman, Goods, QJOrder, Transfer
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import Force

LETTERS: dict[str, Goods] = {"T": "troops", "Z": "zorans", "R": "rams", "S": "towers"}
SIGNS: dict[str, str] = {goods: letter for letter, goods in LETTERS.items()}

GOODS = (
    r"(?P<goods>TROOPS?|MEN|MAN|SOLDIERS?|WARRIORS?|ZORANS?|GOLD|MONEY|COINS?|WEALTH|"
    r"(?:BATTERING )?RAMS?|(?:SIEGE )?TOWERS?|[TZRS])"
)
_HAND = r"(?:HANDS?|GIVES?|TRANSFERS?|PASS(?:ES)?|SENDS?|DELIVERS?|PAYS?|LEAVES?|DROPS?|PUTS?|LOADS?)(?: OVER)?"


def goods_of(word: str) -> Goods:
    """The goods that a word or letter names."""
    word = word.rsplit(" ", 1)[-1]
    if word in LETTERS:
        return LETTERS[word]
    for goods, starts in (("zorans", ("ZOR", "GOLD", "MON", "COIN", "WEALTH")), ("rams", ("RAM",)), ("towers", ("TOWER",))):
        if word.startswith(starts):
            return cast(Goods, goods)
    return "troops"


def _transfer(match: re.Match[str]) -> QJOrder | Refusal:
    source, goods = force(match), goods_of(match["goods"])
    leader, amount = goal(match), quantity(match)
    if source.garrison and goods in ("rams", "towers"):
        letter = SIGNS[goods]
        written = 1 if amount is None else amount
        paste = f"{source}B{letter}{written}L{leader}" if leader else ""
        return Refusal(
            "NOT UNDERSTOOD",
            "A garrison has no rams or siege towers to hand over; it can build them onto an army, for 2 zorans each.",
            "Build them instead:" if paste else f"Build them, for example {source}B{letter}6{leader_in(source.garrison)}",
            paste,
        )
    if source.garrison and leader is None:
        code = f"{source}T{amount_text(amount)}{SIGNS[goods]}"
        return Refusal(
            "NOT UNDERSTOOD",
            "A garrison hands troops and zorans only to leaders who stand in its province.",
            f"Name the leader ({code}{leader_in(source.garrison)}), or raid ({source}R5 and a province).",
        )
    if leader is None and goods in ("rams", "towers"):
        paste = f"{source}X{SIGNS[goods]}{amount_text(amount)}"
        return Refusal(
            "NOT UNDERSTOOD",
            "Rams and siege towers cannot be stored in a garrison; only armies carry them.",
            "Hand them to another army in the province, or destroy them:",
            paste,
        )
    return Transfer(source, goods, amount, leader)


def _dropped(match: re.Match[str]) -> QJOrder:
    """Troops and zorans go to the garrison; engines, which it cannot keep, are destroyed."""
    source, goods, amount = force(match), goods_of(match["goods"]), quantity(match)
    if goods in ("rams", "towers"):
        return Destroy(source, goods, amount)
    return Transfer(source, goods, amount, None)


def _talisman(match: re.Match[str]) -> QJOrder:
    return GiveTalisman(int(match["t"]), goal(match))


BOOK = (
    Form(r"<who>T<q>(?P<goods>[TZRS])<whom>", _transfer, "LnnTqqTLmm", "leader nn hands qq troops to leader mm"),
    Form(r"T<t><whom>", _talisman, "TnnLmm", "talisman nn goes to leader mm"),
)

PLAIN = (
    Form(rf"<giver> {_HAND} <q>(?: {GOODS}) (?:TO |ONTO |IN |INTO |WITH )?<taker>", _transfer),
    Form(rf"<giver> {_HAND} (?:TO )?<taker> <q> {GOODS}", _transfer),
    Form(rf"{_HAND} <q> {GOODS} FROM <giver> (?:TO|ONTO|INTO) <taker>", _transfer),
    Form(rf"{_HAND} FROM <giver> (?:TO|ONTO|INTO) <taker> <q> {GOODS}", _transfer),
    Form(rf"<q> {GOODS} FROM <giver> (?:TO|ONTO|INTO) <taker>", _transfer),
    Form(rf"<giver> TO <taker> <q> {GOODS}", _transfer),
    Form(rf"<giver> <q> {GOODS} TO <taker>", _transfer),
    Form(rf"{_HAND} (?:TO )?<taker> <q> {GOODS} FROM <giver>", _transfer),
    Form(rf"L<n> (?:DROPS?|UNLOADS?|LEAVES?|DEPOSITS?|DELIVERS?) <q> {GOODS}", _dropped),
    Form(rf"(?:{_HAND} )?T<t>(?: FROM G?[LA-S][0-9]+)? (?:TO |WITH |IN |INTO )<taker>", _talisman),
    Form(r"T<t> (?:L<m>|(?P<g>GARRISON))", _talisman),
    Form(r"T<t> GOES TO (?:L<m>|(?P<g>GARRISON)(?: WHERE)?|G?(?P<at>[A-S][0-9]+))", _talisman),
    Form(rf"{_HAND} <taker> T<t>", _talisman),
    Form(rf"(?:L[0-9]+|G?[A-S][0-9]+) {_HAND} T<t> (?:TO |WITH |IN |INTO )?<taker>", _talisman),
    Form(rf"(?:L[0-9]+|G?[A-S][0-9]+) {_HAND} <taker> T<t>", _talisman),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Transfer(source=source, goods=goods, quantity=number, leader=leader):
            return f"{source}T{amount_text(number)}{SIGNS[goods]}{f'L{leader}' if leader else 'G'}"
        case GiveTalisman(talisman=talisman, leader=leader):
            return f"T{talisman}{f'L{leader}' if leader else 'G'}"
    return ""


_NOUNS: dict[Goods, str] = {"troops": "troop", "zorans": "zoran", "rams": "ram", "towers": "siege tower"}


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words, with what the receiver then has; "" for orders of other families."""
    match order:
        case Transfer(source=source, goods=goods, quantity=number, leader=leader):
            what = f"all {_NOUNS[goods]}s" if number is None else counted(number, _NOUNS[goods])
            place = scene.place(source)
            taker = Force(leader=leader) if leader else Force(garrison=place)
            whom = scene.leader(leader) if leader else f"the garrison of {spoken(place)}" if place else "the garrison"
            return f"{scene.force(source)} hands {what} to {whom}{_then(scene, order, taker, goods)}"
        case GiveTalisman(talisman=talisman, leader=leader):
            whom = scene.leader(leader) if leader else "the garrison where it is"
            return f"T{talisman} ({CATALOGUE[talisman].name}) goes to {whom}"
    return ""


def _then(scene: Scene, order: Transfer, taker: Force, goods: Goods) -> str:
    """What the receiver has after this transfer; of an own leader without the troops for it, what becomes of it."""
    now = scene.expected.handed.get((str(order.source), str(taker), goods, order.quantity or 0))
    if now is None:
        return ""
    lost = scene.expected.crewless.get((taker.leader, goods), 0) if taker.leader in scene.view.leaders else 0
    if lost and goods == "zorans":
        return f" (he has no troops to carry them: they stay in {spoken(scene.place(taker))})"
    if lost:
        return f" (he then has {now}; {lost} without troops to man {'it is' if lost == 1 else 'them are'} destroyed)"
    return f" ({'he' if taker.leader else 'it'} then has {now})"
