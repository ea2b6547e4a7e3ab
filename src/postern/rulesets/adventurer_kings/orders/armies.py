"""Armies: recruiting, hiring and disbanding them, and who leads them (sections 3.4, 3.6, 3.8, 3.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from postern.game.kit.report.telling import counted
from postern.rulesets.adventurer_kings.orders.acting import effect
from postern.rulesets.adventurer_kings.orders.finding import character_here, own_armies
from postern.rulesets.adventurer_kings.orders.types import Disband, HireArmy, Leave, PickUp, Recruit
from postern.rulesets.adventurer_kings.rules.abilities.levels import experience
from postern.rulesets.adventurer_kings.rules.endings import destroy, follow
from postern.rulesets.adventurer_kings.tables import TABLES, ArmyType
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Army

# --- recruiting ---------------------------------------------------------------------------------------------------------------


@effect(Recruit)
def recruit(doing: Doing, order: Recruit) -> bool:
    """Recruit armies of a type of the province, for their pay, an ally's for a gold each more (AK-D3.4-01, AK-D3.4-02)."""
    turn, kingdom, place = doing.turn, doing.kingdom, doing.here
    kind = _kind(doing, order.type)
    if kind is None or not _may_recruit_here(doing):
        return False
    home = place.home_of == kingdom.code
    most = TABLES.number("home_recruits_per_year" if home else "recruits_per_year")
    left, wanted = max(0, most - place.recruited), order.number or 1
    where = turn.place(doing.who.province)
    if not left:
        why = f"{where} yields {most} armies a year, and {place.recruited} were recruited there this year."
        return doing.fail("NONE LEFT", why, "Recruit there next year.")
    guest = place.owner != kingdom.code
    cost = kind.pay + (TABLES.number("ally_recruit_fee") if guest else 0)
    number = min(wanted, left, kingdom.gold // cost)
    if not number:
        return doing.fail("GOLD", f"A {kind.name} costs {cost} gold, and you have {kingdom.gold}.", "Collect more first.")
    if number < wanted:
        limit = f"it yields {left} more this year" if number == left else f"each costs {cost} of your {kingdom.gold} gold"
        doing.note("FEWER", f"{counted(number, 'army', 'armies')} came in {where}, not {wanted}: {limit}.")
    turn.pay(kingdom, number * cost, "recruited", number=number, type=kind.name, place=doing.who.province)
    if guest:
        fee = number * TABLES.number("ally_recruit_fee")
        turn.earn(turn.world.kingdoms[place.owner], fee, "recruited by an ally", of=kingdom.name, place=doing.who.province)
    place.recruited += number
    quality = TABLES.number("home_recruit_quality" if home else "recruit_quality")
    facts: dict[str, Any] = {"type": kind.code, "race": kind.race or place.native, "quality": quality, "owner": kingdom.code}
    new = [turn.world.new_army(**facts, province=doing.who.province, leader=doing.who.id) for _ in range(number)]
    titles, named = [one.title for one in new], TABLES.qualities[quality].name
    doing.tell("recruited", armies=[one.id for one in new], titles=titles, where=where, cost=number * cost, quality=named)
    return True


def _kind(doing: Doing, text: str) -> ArmyType | None:
    """The type that is wanted, where the province has it (AK-P6.1-01, AK-P6.1-02); None after saying which it has."""
    place, where = doing.here, doing.turn.place(doing.who.province)
    native = TABLES.races.get(place.native)
    own = [one for one in TABLES.armies.values() if one.code in place.types]
    own += [one for one in TABLES.armies.values() if "garrison" in one.traits and native is not None and native.humanoid]
    found = next((one for one in own if text in (one.code, one.name.upper(), one.plural.upper())), None)
    if found is None:
        known = next((one.plural for one in TABLES.armies.values() if one.code == text), "")
        why = f"{known} are not raised in {where}" if known else f"There is no army type {text[:20]}"
        listed = ", ".join(f"{one.code} ({one.name})" for one in own)
        remedy = f"Allowed there are {listed}." if own else "Nobody can be recruited there."
        doing.fail("TYPE", f"{why}.", remedy, f"RE {own[0].code}" if own else "")
    return found


def _may_recruit_here(doing: Doing) -> bool:
    """Whether the province is his own or an ally's who offers a treaty this year, and no enemies are there (AK-P3.4-03)."""
    turn, world, own, owner = doing.turn, doing.world, doing.kingdom.code, doing.here.owner
    where = turn.place(doing.who.province)
    if owner != own and (not owner or world.relation(own, owner) != "Allied"):
        whose = f"belongs to {world.kingdoms[owner].name}, no ally of yours" if owner else "belongs to nobody"
        return doing.fail("NOT YOURS", f"{where} {whose}.", "Recruit in provinces of your own, or of an ally.")
    if owner != own and not turn.expected and (owner, own) not in turn.treats:
        name = world.kingdoms[owner].name
        why = f"{name} gave no order TREAT {own} this year, without which you cannot recruit in {where}."
        return doing.fail("NO TREAT", why, f"Ask {name} to order TREAT {own} in the same year.")
    if turn.enemies(owner, doing.who.province) or turn.enemies(own, doing.who.province):
        return doing.fail("CONTESTED", f"Enemy armies stand in {where}: nobody recruits there.", "Drive them out first.")
    return True


@effect(HireArmy)
def hire_army(doing: Doing, order: HireArmy) -> bool:
    """Hire a mercenary army in the province for twice its pay; type, race and quality stay (AK-D3.4-01, AK-D6.2-07)."""
    turn, place = doing.turn, doing.who.province
    there = [one for one in doing.world.armies_in(place) if one.mercenary]
    army = next((one for one in there if one.id == order.army), None)
    if army is None:
        remedy = f"Mercenaries there are {', '.join(f'#{one.id}' for one in there)}." if there else "None are there."
        paste = f"RE #{there[0].id}" if there else ""
        return doing.fail("NO MERCENARY", f"No mercenary army {order.army} stands in {turn.place(place)}.", remedy, paste)
    cost = army.kind.pay * TABLES.number("mercenary_price_factor")
    if not turn.pay(doing.kingdom, cost, "mercenaries hired", army=army.id, place=place):
        why = f"The {army.title} costs {cost} gold, and you have {doing.kingdom.gold}."
        return doing.fail("GOLD", why, "Collect more first.")
    army.mercenary, army.used = False, 0
    follow(army, doing.who)
    doing.tell("mercenaries hired", army=army.id, title=army.title, cost=cost, where=turn.place(place))
    return True


# --- who leads ----------------------------------------------------------------------------------------------------------------


@effect(Disband)
def disband(doing: Doing, order: Disband) -> bool:
    """Dissolve own armies in the province; no gold comes back (AK-D3.6-01)."""
    armies = own_armies(doing, order.armies)
    if armies:
        doing.tell("disbanded", armies=[one.title for one in armies], where=doing.turn.place(doing.who.province))
    for army in armies:
        destroy(doing.turn, army, remains=False)
    return bool(armies)


@effect(Leave)
def leave(doing: Doing, order: Leave) -> bool:
    """Give own armies in the province, whoever leads them, to a character of his kingdom there or to the garrison (AK-D3.8-01,
    AK-P3.8-01)."""
    taker = None
    if order.taker is not None:
        taker = character_here(doing, order.taker)
        if taker is None:
            return False
        if taker.kingdom != doing.kingdom.code:
            why = f"{taker.name} does not serve you, and can take no armies of yours."
            return doing.fail("NOT YOURS", why, "Name a character of your own, or nobody for the garrison.", "LE ALL")
    leader = taker.id if taker else 0
    if not (armies := _to_lead(doing, order.armies, leader)):
        return False
    doing.tell("left armies", armies=[one.title for one in armies], taker=taker.title if taker else "")
    _learn(doing, armies)
    return True


@effect(PickUp)
def pick_up(doing: Doing, order: PickUp) -> bool:
    """Take the lead of own armies in the province, from the garrison or from others of his kingdom (AK-D3.9-01)."""
    if not (armies := _to_lead(doing, order.armies, doing.who.id)):
        return False
    doing.tell("picked up armies", armies=[one.title for one in armies])
    _learn(doing, armies)
    return True


def _to_lead(doing: Doing, numbers: Sequence[int], leader: int) -> list[Army]:
    """Give the armies that are meant to a leader (0: the garrison), and return those that changed theirs; points used stay used
    (AK-D3.9-02). ALL are those that he does not lead yet (AK-D3.0-05)."""
    code, place = doing.kingdom.code, doing.who.province
    armies = own_armies(
        doing, numbers, [one for one in doing.world.armies_in(place) if one.owner == code and one.leader != leader]
    )
    changed = [one for one in armies if one.leader != leader]
    if armies and not changed:
        doing.fail(
            "ALREADY", f"All these armies are led by {doing.world.characters[leader].name if leader else 'nobody'} already."
        )
    for army in changed:
        army.leader = leader
    return changed


def _learn(doing: Doing, armies: Sequence[Army]) -> None:
    """Naval units teach Naval, others March, each once an action (AK-D3.19-03)."""
    if any(one.has("naval") for one in armies):
        experience(doing.turn, doing.who, "pick_up_naval")
    if not all(one.has("naval") for one in armies):
        experience(doing.turn, doing.who, "pick_up")
