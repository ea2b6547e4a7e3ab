"""Attacks, assaults and conditional attacks: how they are ordered, and which become blows (step 6, QJ-18-01 to QJ-18-03,
QJ-18-75 to QJ-18-79, QJ-29-28 to QJ-29-36).
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import counted
from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.orders.raids import who_took
from postern.rulesets.great_jewels.rules.battle.blows import Blow
from postern.rulesets.great_jewels.rules.checks import leaders_shown, own_leaders, still_stands
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.rules.hooks import EXTRA_ATTACKS, MAY_ATTACK
from postern.rulesets.great_jewels.tables import spoken
from postern.rulesets.great_jewels.turn.orders import Attack, Issued, Mode, QJOrder, Raid
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force

SIGNS: dict[Mode, str] = {"attack": "A", "assault": "K", "conditional": "C"}


_VERBS: dict[Mode, str] = {"attack": "attacks", "assault": "assaults", "conditional": "conditionally attacks"}


def _attack(source: Force, mode: Mode, leader: int | None) -> QJOrder | Refusal:
    if source.garrison and leader is None:
        return Refusal(
            NOT_UNDERSTOOD,
            "A garrison attacks leaders in its own province only; it cannot attack a garrison.",
            f"Write {source}{SIGNS[mode]}L and his number. To try for a province next door, raid it: {source}R5 and its name.",
        )
    return Attack(source, mode, leader)


def _words(order: Attack, scene: Scene) -> str:
    """With the target as last seen."""
    place = scene.place(order.source)
    target, seen = _leader_seen(scene, order.leader) if order.leader else _garrison_seen(scene, place)
    condition = "only if its owner attacks you there; waylays nobody" if order.mode == "conditional" else ""
    notes = "; ".join(filter(None, (seen, condition)))
    return f"{scene.force(order.source)} {_VERBS[order.mode]} {target}{f' ({notes})' if notes else ''}"


def _leader_seen(scene: Scene, leader: int) -> tuple[str, str]:
    """A leader, and what was seen of his strength."""
    seen = scene.seen_leader(leader)
    known = seen is not None and leader not in scene.view.leaders and not seen[1].fogged
    strength = f"{counted(seen[1].troops, 'troop')}, bonus {seen[1].bonus} when last seen" if seen and known else ""
    return scene.leader(leader), strength


def _garrison_seen(scene: Scene, place: str) -> tuple[str, str]:
    """The garrison of a province, and what was seen of its strength."""
    if not place:
        return "the garrison", ""
    entry = scene.view.entries.get(place)
    known = entry is not None and not (entry.locked or entry.fogged or place in scene.view.provinces)
    strength = (
        f"{counted(entry.garrison, 'troop')}, {counted(entry.csps, 'citadel point')} when last seen" if entry and known else ""
    )
    return f"the garrison of {spoken(place)}", strength


DUEL = "Leaders who stay where a dragon lives fight it without an order."


def ordered_attacks(turn: Turn) -> tuple[list[Blow], list[Blow]]:
    """The blows that attack orders mean, and those that are only conditional. Orders that cannot be carried out fail here
    with their reason; such a force counts as doing nothing."""
    real: list[Blow] = []
    conditional: list[Blow] = []
    given: Counter[Force] = Counter()
    for issued, order in turn.given(Attack):
        if not _may_attack(turn, issued, order, given[order.source]):
            continue
        target = _target(turn, issued, order)
        if target is None:
            continue
        given[order.source] += 1
        place = turn.place_of(order.source)
        _warn_of_peace(turn, issued, place)
        mode: Literal["attack", "assault"] = "assault" if order.mode == "assault" else "attack"
        blow = Blow(order.source, target, place, mode, second=given[order.source] > 1, issued=issued)
        (conditional if order.mode == "conditional" else real).append(blow)
    return real, conditional


def _may_attack(turn: Turn, issued: Issued, order: Attack, already: int) -> bool:
    """Whether the giver exists, is the player's, has troops and may attack at all; the failure is recorded if not."""
    source = order.source
    if turn.owner_of(source) != issued.seat:
        _not_yours(turn, issued, source)
        return False
    allowed = 1 + (EXTRA_ATTACKS.fold(turn, source, 0, None) if source.leader else 0)
    if already >= allowed:
        return turn.fail(
            issued, "ALREADY HAS AN ORDER", f"{source} attacks already this turn.", "Leave one of the two orders out."
        )
    if not still_stands(turn, issued, source):
        return False
    if turn.troops_of(source) <= 0:
        why = f"{source} has no troops when combat begins." if source.leader else f"{source.garrison} has no garrison then."
        return turn.fail(issued, "NOT ENOUGH TROOPS", why, _how_to_have_troops(turn, issued, source))
    if why := MAY_ATTACK.fold(turn, source, "", None):
        return turn.fail(issued, "TALISMAN NOT USABLE", why)
    if turn.place_of(source) in turn.cease_fire:
        return turn.fail(issued, "CEASE FIRE", f"No combat takes place in {turn.place_of(source)} this turn (T87).")
    return True


def _warn_of_peace(turn: Turn, issued: Issued, place: str) -> None:
    """Tells before the turn what fighting in a stronghold of mercenaries costs for good (QJ-26-11)."""
    if turn.expected and is_stronghold(turn.province(place)) and not turn.world.players[issued.seat].banned:
        why = f"{place} is a mercenary stronghold; to whoever attacks there they sell no troops for the rest of the game."
        turn.note(issued, "BANNED", why)


def _how_to_have_troops(turn: Turn, issued: Issued, source: Force) -> str:
    """What would leave the attacker troops: no transfer helps one whose troops all raid, for they leave before combat, and none
    is needed against a dragon."""
    if turn.province(turn.place_of(source)).dragon:
        return DUEL
    if not any(party.source == source for party in turn.raids):
        return "Give troops to the attacker first: transfers come before combat."
    takers = who_took(turn, issued, source)
    if not takers:
        return ""
    fewer = ", or raid with fewer" if isinstance(takers[0].order, Raid) else ""
    return f"{takers[0].code} takes them away before combat; leave it out{fewer}."


def _not_yours(turn: Turn, issued: Issued, source: Force) -> None:
    if source.garrison:
        turn.fail(issued, "NOT YOURS", f"{source.garrison} is not your province now.", "Order your own garrisons only.")
    elif any(fallen.leader.number == source.leader for fallen in turn.fallen):
        turn.fail(issued, "NO SUCH LEADER", f"{source} died earlier this turn.")
    else:
        turn.fail(issued, "NO SUCH LEADER", f"You have no leader {source}.", own_leaders(turn, issued.seat))


def _target(turn: Turn, issued: Issued, order: Attack) -> Force | None:
    place = turn.place_of(order.source)
    if order.leader is None:
        return _garrison_target(turn, issued, order, place)
    target = turn.leader(order.leader)
    if target is None or target.province != place:
        shown = leaders_shown(turn, issued.seat, place)
        others = [one for one in shown if turn.owner_of(Force(leader=one)) != issued.seat]
        remedy = f"Leaders of others in {place}: {', '.join(f'L{one}' for one in others)}." if others else ""
        foe = len(others) == 1 and not turn.declared_ally(issued.seat, turn.owner_of(Force(leader=others[0])))
        paste = f"{order.source}{SIGNS[order.mode]}L{others[0]}" if foe else ""
        turn.fail(issued, "NOT THERE", f"L{order.leader} is not in {place}, where {order.source} stands.", remedy, paste)
    elif target.owner == issued.seat:
        turn.fail(issued, "OWN FORCE", f"L{order.leader} is your own leader; nobody attacks himself.")
    elif order.leader in turn.protected:
        turn.fail(issued, "PROTECTED", f"A spell protects L{order.leader} from every attack this turn.")
    else:
        return Force(leader=order.leader)
    return None


def _garrison_target(turn: Turn, issued: Issued, order: Attack, place: str) -> Force | None:
    province, leader = turn.province(place), order.source.leader
    if not leader:
        turn.fail(issued, "NOT UNDERSTOOD", "A garrison attacks leaders only.", f"Name a leader, as in {order.source}AL13.")
    elif province.owner == issued.seat:
        turn.fail(issued, "OWN FORCE", f"The garrison of {place} is your own; nobody attacks himself.")
    elif province.garrison <= 0:
        remedy = DUEL if province.dragon else ""
        turn.fail(issued, "NOT THERE", f"There are no garrison troops in {place} when combat begins.", remedy)
    else:
        if turn.expected and turn.declared_ally(issued.seat, province.owner) and leader not in turn.hostile:
            why = f"{province.owner} is your declared ally: L{leader} does not capture {place}, even when its garrison falls."
            turn.note(issued, "NOT YOURS", why, f"L{leader}H lets him take it.")
        return Force(garrison=place)
    return None


KINDS = (ORDERS.kind("attack", _attack, type=Attack, words=_words),)
