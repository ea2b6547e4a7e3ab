"""Rows of tables played in Great Jewels: see ``tests/kit/tables.py`` and ``holds``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.sequence import SEQUENCE
from postern.rulesets.great_jewels.tables import PROVINCES
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World
from tests.kit.tables import Fact, Row, facts, letters
from tests.rules.great_jewels.build import change, failures, land, leader, notes, own, talisman
from tests.rules.great_jewels.upto import upto


def situation(text: str) -> World:
    """The empty land with these facts in it:

    ``peoples AAA=AZONI BBB=SLENTH`` (first, else both are Quntag); ``J6 AAA zorans=9 besieged`` (a province, of AAA's);
    ``L13 AAA J6 troops=9 at_peace``; ``T75 L13``, ``T75 J6 gained=5``; ``AAA ally BBB`` (declared by AAA alone). A name with
    L is a leader: provinces of the row L cannot stand in tables.
    """
    found = facts(text)
    peoples: Mapping[str, Any] = next((fact.values for fact in found if fact.name == "peoples"), {})
    world = land(**peoples)
    for fact in found:
        _put(world, fact)
    return world


def _put(world: World, fact: Fact) -> None:
    flags = dict.fromkeys(fact.words, True)
    match fact.name, fact.words:
        case "peoples", _:
            pass
        case name, (owner, *_) if _is_place(name) and owner in world.players:
            del flags[owner]
            own(world, name, owner, **fact.values, **flags)
        case name, _ if _is_place(name):
            change(world, name, **fact.values, **flags)
        case name, (owner, place, *_) if _is_leader(name):
            del flags[owner], flags[place]
            leader(world, int(name[1:]), owner, place, **fact.values, **flags)
        case name, (holder,) if re.fullmatch(r"T\d+", name):
            held = talisman(world, int(name[1:]), _holder(holder))
            for key, value in fact.values.items():
                setattr(held, key, value)
        case name, ("ally", other) if name in world.players:
            world.players[name].allies.append(other)
        case _:
            raise AssertionError(f"no such fact: {fact}")


def _is_leader(word: str) -> bool:
    return re.fullmatch(r"L\d+", word) is not None


def _is_place(word: str) -> bool:
    return word in PROVINCES and not _is_leader(word)


def _holder(word: str) -> int | str:
    return int(word[1:]) if _is_leader(word) else word


def holds(row: Row) -> Turn:
    """Plays a row, and raises AssertionError where something else follows than it says. Beside the facts of a situation:

    ``AAA fails NOT_THERE BESIEGED`` (these orders in this row failed; without it none of the seat's did), ``AAA notes ...``;
    ``J6 neutral``; ``L13 dead``.
    """
    world = situation(row.given)
    orders: dict[str, Any] = {}
    for seat, text in letters(row.orders).items():
        sheet = read(text, view_of(world, seat))
        assert not [one for one in sheet.problems if not one.note], sheet.problems
        orders[seat] = [order.data for order in sheet.orders]
    turn = upto(world, row.until or SEQUENCE[-1].label, **orders)
    then = facts(row.then)
    for kind, told in (("fails", failures), ("notes", notes)):
        expected = {fact.name: list(fact.words[1:]) for fact in then if fact.words[:1] == (kind,)}
        for seat in world.players:
            assert [code.replace(" ", "_") for code in told(turn, seat)] == expected.get(seat, []), (seat, turn.failures)
    for fact in then:
        if fact.words[:1] not in (("fails",), ("notes",)):
            _stands(turn.world, fact)
    said = " ".join(part for one in turn.failures for part in (one.why, one.remedy, one.paste))
    assert row.said in said
    return turn


def _stands(world: World, fact: Fact) -> None:
    name, words = fact.name, list(fact.words)
    if _is_place(name):
        found: Any = world.provinces[name]
        if words[:1] == ["neutral"] or (words and words[0] in world.players):
            assert found.owner == words.pop(0).replace("neutral", ""), fact
    elif words == ["dead"]:
        assert int(name[1:]) not in world.leaders, fact
        return
    elif _is_leader(name):
        found = world.leaders[int(name[1:])]
        if words and words[0] in PROVINCES:
            assert found.province == words.pop(0), fact
    else:
        assert re.fullmatch(r"T\d+", name), fact
        found = world.talismans[int(name[1:])]
        assert (f"L{found.leader}" if found.leader else found.province) == words.pop(0), fact
    for key, value in {**fact.values, **dict.fromkeys(words, True)}.items():
        assert getattr(found, key) == value, (fact, key, getattr(found, key))
