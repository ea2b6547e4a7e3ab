"""Step 2e: spells B, S, P, C, X and TL, then the talisman orders that act before combat (28.1, 28.2, ruling 10)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.great_jewels.orders.model import Issued, Spell
from postern.rulesets.great_jewels.steps import powers_by_order
from postern.rulesets.great_jewels.steps.flying import held_back
from postern.rulesets.great_jewels.steps.kill_points import credit_csps
from postern.rulesets.great_jewels.steps.sight import knows_city, sees_leader, sees_province
from postern.rulesets.great_jewels.steps.spells import attempt, attempt_unseen, casting, reaches, struck_leader
from postern.rulesets.great_jewels.steps.voiding import void_orders
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Leader, Talisman, Terrain, garrison_force, leader_force


def use_early_powers(turn: Turn) -> None:
    """Casts the spells that work before combat, letter by letter, then carries out T92, T114, T127, T142 and T146."""
    for letter, cast in _SPELLS.items():
        for issued, spell, talisman in casting(turn, letter):
            cast(turn, issued, spell, talisman)
    powers_by_order.use_before_combat(turn)
    _void_orders_of_transported(turn)


def _double_bonus(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> None:
    leader = struck_leader(turn, issued, spell, talisman)
    if leader is not None:
        before = leader.bonus
        leader.bonus *= 2
        turn.tell("bonus doubled", to=_beholders(turn, issued, leader), leader=leader.number, before=before, bonus=leader.bonus)


def _seal(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> None:
    if _struck_land(turn, issued, spell, talisman, "sealed"):
        turn.sealed.add(spell.province)
        turn.tell("sealed", to=_land_beholders(turn, issued, spell.province), province=spell.province)


def _protect(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> None:
    leader = struck_leader(turn, issued, spell, talisman)
    if leader is not None:
        turn.protected.add(leader.number)
        turn.tell("protected", to=_beholders(turn, issued, leader), leader=leader.number)


def _blast(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> None:
    holder = talisman.holder
    assert holder is not None
    name = turn.place_of(holder)
    province = turn.province(name)
    if province.owner not in turn.world.players:
        why = f"T{talisman.number} is in {name}, which belongs to no player; Blast Citadel works only on players' citadels."
        turn.fail(issued, "TALISMAN NOT USABLE", why, "Carry it into the province of a player first.")
        return
    reached = reaches(turn, issued, talisman, garrison_force(name), f"The garrison of {name}")
    if reached and attempt(turn, issued, spell, talisman):
        destroyed, province.csps = province.csps, 0
        credit_csps(turn, holder, name, destroyed)
        turn.visit(issued.seat, name)
        turn.tell("blasted", to=[issued.seat], province=name, csps=destroyed, own=True)
        turn.tell("blasted", to=turn.witnesses(name) - {issued.seat}, province=name, csps=destroyed, own=False)


def _change_terrain(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> None:
    assert spell.terrain is not None
    if _struck_land(turn, issued, spell, talisman, "changed"):
        change_terrain(turn, spell.province, spell.terrain, _land_beholders(turn, issued, spell.province))


def change_terrain(turn: Turn, name: str, terrain: Terrain, to: Iterable[str]) -> None:
    """The province has another terrain from now on; its rates follow (QJ-28.1-099, QJ-28.2-15). ``to`` are told."""
    province = turn.province(name)
    before, province.terrain = province.terrain, terrain
    turn.tell("terrain changed", to=to, province=name, before=before.value, terrain=terrain.value)


def _transport(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> None:
    goal = turn.province(spell.province)
    city = knows_city(turn, issued.seat, goal.name)
    if city or turn.world.terrain_map[goal.name] is goal.terrain is Terrain.IMPASSABLE:
        why = f"{goal.name} is {'a Forbidden City' if city else 'impassable'}; nobody can be transported there."
        remedy = "Name a province that is neither impassable nor a Forbidden City."
        turn.fail(issued, "TALISMAN NOT USABLE", why, remedy)
    elif leader := struck_leader(turn, issued, spell, talisman):
        turn.teleports[leader.number] = goal.name


_SPELLS = {
    "B": _double_bonus,
    "S": _seal,
    "P": _protect,
    "C": _blast,
    "X": _change_terrain,
    "TL": _transport,
}
"""The spells of step 2e in the order in which they work."""


def _void_orders_of_transported(turn: Turn) -> None:
    """Only now is it certain who goes: a spell in vain takes no orders back, and who is banished instead reads that."""
    for number, goal in turn.teleports.items():
        leader = turn.leader(number)
        if leader is None or held_back(turn, leader, goal):
            continue
        why = f"L{number} is transported by a spell this turn; that is his move, so he can neither move nor attack."
        void_orders(turn, leader_force(number), why)


def _struck_land(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman, done: str) -> bool:
    """Casts a spell on a province; True when it works there: no Forbidden City, and no Great Jewel in its garrison (ruling
    21). The caster learns why it cannot be only where he sees it."""
    name = spell.province
    city = bool(turn.province(name).city)
    jewel = any(one.number in JEWELS for one in turn.held(garrison_force(name)))
    if knows_city(turn, issued.seat, name):
        return turn.fail(issued, "LOCKED", f"{name} is a Forbidden City and cannot be {done}.")
    if not sees_province(turn, issued.seat, name):
        return attempt_unseen(turn, issued, spell, talisman, name) and not (city or jewel)
    if jewel:
        return turn.fail(issued, "TALISMAN NOT USABLE", f"{name} is immune to spells and cannot be {done}.")
    return attempt(turn, issued, spell, talisman)


def _beholders(turn: Turn, issued: Issued, leader: Leader) -> set[str]:
    """The owner of a leader, and the caster if he sees him."""
    return {leader.owner, *([issued.seat] if sees_leader(turn, issued.seat, leader.number) else [])}


def _land_beholders(turn: Turn, issued: Issued, name: str) -> set[str]:
    """Who is in a province, and the caster if he sees it."""
    return turn.witnesses(name, *([issued.seat] if sees_province(turn, issued.seat, name) else []))
