"""Small worlds for rule tests: build a situation, give orders, look at the outcome.

world = land()                                    # 253 empty clear provinces, two players AAA and BBB far away
own(world, "E5", "AAA", garrison=10)
leader(world, 13, "AAA", "E5", troops=12, bonus=3)
turn = run(world, AAA="L13MD5", BBB="GJ10AL13")   # orders in the book's form, as players write them
turn = run_typed(world, AAA=[Move(13, ("D5",))])  # or typed, without reading text
assert turn.world.leaders[13].province == "D5"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from postern.game.chance import Chance
from postern.game.kit import turn as kit
from postern.rulesets.great_jewels.sequence import SEQUENCE, in_order, skips
from postern.rulesets.great_jewels.tables import CATALOGUE, PROVINCES
from postern.rulesets.great_jewels.turn.orders import Issued, Message, QJOrder
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import (
    Leader,
    LeaderEntry,
    People,
    Player,
    Province,
    ProvinceEntry,
    Talisman,
    Terrain,
    World,
    copy_world,
)


def land(turn: int = 5, **peoples: str) -> World:
    """A land of 253 empty clear provinces with these players (default AAA=QUNTAG, BBB=QUNTAG), who own nothing but homes.

    Homes are the first sites of ruling 6 (B4, B8, D12, ...) with a garrison of 1 and nothing
    else; every talisman is out of play.
    """
    peoples = peoples or {"AAA": "QUNTAG", "BBB": "QUNTAG"}
    sites = ["B4", "B8", "D12", "H16", "L18", "P18", "R16", "R12", "P8", "L4", "H2", "D2"]
    provinces = {name: Province(name, Terrain.CLEAR) for name in PROVINCES}
    players = {
        name: Player(name, People(people), account=number + 1, home=sites[number], end_vote=25)
        for number, (name, people) in enumerate(peoples.items())
    }
    world = World(
        game="QJ-TEST",
        turn=turn,
        players=players,
        provinces=provinces,
        leaders={},
        talismans={number: Talisman(number, power.name) for number, power in CATALOGUE.items()},
        drevonyxes=[],
        terrain_map=dict.fromkeys(PROVINCES, Terrain.CLEAR),
        road_map=[],
        end_turn=25,
        next_leader=1000,
    )
    for name, player in players.items():
        own(world, player.home, name, garrison=1, home_of=name)
    return world


def own(world: World, province: str, owner: str, **facts: Any) -> Province:
    """Gives a province to a player (T/O 1) and sets further fields of it: garrison, csps, zorans, terrain, ..."""
    place = world.provinces[province]
    place.owner = owner
    place.turns_owned = 1
    return change(world, province, **facts)


def change(world: World, province: str, **facts: Any) -> Province:
    """Sets fields of a province: garrison, csps, zorans, terrain, dragon, mercenary, city, ..."""
    place = world.provinces[province]
    for field, value in facts.items():
        assert hasattr(place, field), field
        setattr(place, field, Terrain(value) if field == "terrain" else value)
    return place


def leader(world: World, number: int, owner: str, province: str, **facts: Any) -> Leader:
    """Adds a leader: troops, bonus, zorans, rams, towers, at_peace, force_marched, ..."""
    one = Leader(number, owner, province, **facts)
    world.leaders[number] = one
    return one


def talisman(world: World, number: int, holder: int | str, gained: int = 0, **facts: Any) -> Talisman:
    """Gives a talisman to a leader (a number) or into a province (a name), held since turn ``gained`` (default: long ago)."""
    one = world.talismans[number]
    one.leader, one.province = (holder, "") if isinstance(holder, int) else (0, holder)
    one.gained = gained
    for field, value in facts.items():
        assert hasattr(one, field), field
        setattr(one, field, value)
    return one


def allies(world: World, one: str, other: str, mutual: bool = True) -> None:
    """Declares ``other`` an ally of ``one`` (and the reverse when mutual); they have met."""
    for who, whom in ((one, other), (other, one)):
        if other not in world.players[one].met:
            world.players[one].met.append(other)
        if who == one or mutual:
            world.players[who].allies.append(whom)
            world.players[who].met = sorted({*world.players[who].met, whom})


def saw(world: World, player: str, *provinces: str) -> None:
    """Puts these provinces on the printout from which the player writes his orders: tag, leaders and Drevonyxes."""
    for name in provinces:
        place = world.provinces[name]
        leaders = tuple(
            LeaderEntry(number, one.owner, one.troops) for number, one in sorted(world.leaders.items()) if one.province == name
        )
        sizes = tuple(one.size for one in world.drevonyxes if one.province == name)
        entry = ProvinceEntry(name, world.turn, place.city or place.owner or "-----", place.terrain.value, leaders=leaders)
        world.players[player].seen[name] = replace(entry, drevonyxes=sizes, locked=bool(place.city))


def unplayed(world: World, seed: str = "seed") -> Turn:
    """The world's turn before any step has run, with nobody's orders."""
    return Turn(world, [], Chance(seed).turn(world.turn))


def run_turn(world: World, orders: Mapping[str, Sequence[Issued]], chance: Chance) -> Turn:
    """Runs all steps on a copy of the world with these orders; ``chance`` is the turn's."""
    turn = Turn(copy_world(world), in_order(orders, world), chance)
    return kit.run(SEQUENCE, turn, skip=lambda label: skips(turn, label))


def run_typed(world: World, seed: str = "seed", **orders: Sequence[QJOrder]) -> Turn:
    """Runs one turn with typed orders."""
    sheets = {
        seat: [Issued(seat, order, line, repr(order)) for line, order in enumerate(given, start=1)]
        for seat, given in orders.items()
    }
    return _answered(run_turn(world, sheets, Chance(seed).turn(world.turn)), sheets)


def run(world: World, seed: str = "seed", **texts: str) -> Turn:
    """Runs one turn with orders as players write them (lines, or several on a line separated by commas)."""
    from postern.rulesets.great_jewels.knowledge import view_of
    from postern.rulesets.great_jewels.orders.reading.letter import read

    sheets = {seat: Issued.of(seat, read(text, view_of(world, seat)), QJOrder) for seat, text in texts.items()}
    return _answered(run_turn(world, sheets, Chance(seed).turn(world.turn)), sheets)


def _answered(turn: Turn, sheets: Mapping[str, Sequence[Issued]]) -> Turn:
    """The turn, in which every order but a message was carried out or failed, and none did both (QJ-29-06)."""
    done = [id(issued) for issued in turn.done]
    failed = [id(failure.issued) for failure in turn.failures if not failure.note]
    for issued in (one for given in sheets.values() for one in given if not isinstance(one.order, Message)):
        ends = done.count(id(issued)) + failed.count(id(issued))
        assert ends == 1 or (ends == 0 and turn.world.finished), (ends, issued)
    return turn


def failures(turn: Turn, seat: str) -> list[str]:
    """The codes of this seat's failed orders (not of notes), in the order in which they failed."""
    return [failure.code for failure in turn.failures if failure.issued.seat == seat and not failure.note]


def notes(turn: Turn, seat: str) -> list[str]:
    """The codes of notes on this seat's orders."""
    return [failure.code for failure in turn.failures if failure.issued.seat == seat and failure.note]
