"""Spells on the dead: Resurrect and Necromantic Charm."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.finding import named
from postern.rulesets.adventurer_kings.orders.spells.casting import Casting, Deed, spell
from postern.rulesets.adventurer_kings.rules.endings import leave_armies
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Character

_HALF = Fraction(1, 2)


@spell("RE")
def resurrect(casting: Casting) -> Deed:
    """Bring a dead character of the province back to life (AK-P4.2-02), an old King through his Heir (AK-P4.2-03, AK-D2.1-05);
    a Divine King casts it on the living of his kingdom as well, who become Good (AK-P2.1-10). Once a year, body and caster
    (AK-D4.21-03)."""
    doing, one = casting.doing, _found(casting, _raisable)
    body = doing.world.characters.get(one.heir_of, one) if _bearer(one) else one
    if doing.who.id in body.raised_by:
        why = f"{doing.who.name} has tried to raise {body.name} this year, and may try once a year."
        casting.fail("TRIED", why, "Let somebody else cast it, or wait for next year.")
    if not one.alive:
        _require_room(casting, one)
    if not doing.turn.expected:
        body.raised_by.append(doing.who.id)
    return lambda: _resurrect(casting, one, body)


def _bearer(one: Character) -> bool:
    """Whether he is an Heir through whom the old King may come back: alive, without his levels, and with no more than 4 learnt
    (AK-P4.2-03)."""
    young = one.alive and bool(one.heir_of) and not one.levelled
    return young and sum(one.skills.values()) <= TABLES.number("king_start_levels")


def _raisable(casting: Casting, one: Character) -> str:
    """Why Resurrect cannot be cast on somebody, "" where it can."""
    doing = casting.doing
    if _bearer(one):
        return ""
    if one.alive:
        if not (_divine_king(doing) and one.kingdom == doing.kingdom.code):
            return f"{one.name} is alive."
        return f"{one.name} is {one.alignment} already." if one.alignment == _made_good() or one.king else ""
    if one.heir_of and not one.levelled:
        return f"{one.name} died without levels; another Heir comes."
    kingdom = doing.world.kingdoms.get(one.kingdom)
    replaced = one.king and (kingdom is None or kingdom.king != one.id)
    return f"{one.name} has an Heir: he comes back through him alone, while that one has no levels." if replaced else ""


def _divine_king(doing: Doing) -> bool:
    return doing.who.king and "raises_to_good" in TABLES.alignments[doing.who.alignment].traits


def _made_good() -> str:
    """The alignment of whom such a King raises."""
    return next(one.hero for one in TABLES.alignments.values() if "raises_to_good" in one.traits)


def _found(casting: Casting, reason: Callable[[Casting, Character], str]) -> Character:
    """The character of the province at whom it is cast, dead or alive, unless there is a ``reason`` against him; without a name
    the only one."""
    doing = casting.doing
    world, place = doing.world, doing.who.province
    here = {
        one.id: one for one in world.characters.values() if one.province == place and one.status not in ("valhalla", "gone")
    }
    can = [one for one in here.values() if not reason(casting, one)]
    named_so = listed([f"{one.name} ({one.id})" for one in can], "or")
    remedy, target = f"You could name {named_so or 'nobody who is there'}.", str(can[0].id) if can else ""
    if not casting.target:
        dead = [one for one in can if not one.alive]
        if len(dead) == 1:
            return dead[0]
        casting.fail("WHOM", f"{casting.spell.name} needs a character who lies dead in the province.", remedy, target)
    number = named("character", casting.target, {one: who.name for one, who in here.items()})
    if isinstance(number, Refusal):
        casting.fail(number.code, number.why, remedy, target)
    if why := reason(casting, here[number]):
        casting.fail("NOT HIM", why, remedy, target)
    return here[number]


def _require_room(casting: Casting, one: Character) -> None:
    """The caster's kingdom must have room for another Hero (AK-D2.2-09)."""
    doing = casting.doing
    heroes = [each for each in doing.world.serving(doing.kingdom.code) if not each.king]
    if not one.king and len(heroes) >= TABLES.number("heroes_per_kingdom_max"):
        casting.fail("FULL", f"You have {len(heroes)} Heroes, and a kingdom employs no more.", "Dismiss one first with FI.")


def _resurrect(casting: Casting, one: Character, body: Character) -> None:
    """He lives again in the service of the caster's King; a King serves nobody else, and an Heir makes way for him."""
    doing, world = casting.doing, casting.doing.world
    was_alive = body.alive
    if one is not body:
        _make_way(doing, one, body)
    if not was_alive:
        _live(doing, body, body.kingdom if body.king else doing.kingdom.code)
    if _divine_king(doing) and not body.king:
        body.alignment = _made_good()
    facts = {"who": doing.who.id, "name": doing.who.title, "place": doing.who.province, "body": body.id}
    facts |= {"body_name": body.title, "alive": was_alive, "alignment": body.alignment, "heir": "" if one is body else one.name}
    seats = doing.turn.witnesses(doing.who.province, doing.kingdom.code, body.kingdom)
    if body.king and not was_alive:
        doing.turn.announce("king raised", kingdom=world.kingdoms[body.kingdom].name, **facts)
    else:
        doing.turn.tell("raised", seats, **facts)
    merit(doing.turn, doing.who, "HP", 1, f"{body.name} resurrected")


def _live(doing: Doing, body: Character, code: str) -> None:
    """Alive again, he acts from the next phase on (AK-P4.2-04)."""
    turn = doing.turn
    body.status, body.kingdom, body.province = "serving", code, doing.who.province
    body.hired, body.inn, body.rises = 0, 0, False
    for issued in turn.orders:
        now = issued.order.head.name == str(body.id) and getattr(issued.order.order, "phase", 0) == turn.phase
        if now and body.id not in turn.acted:
            turn.acted.add(body.id)
            turn.fail(issued, "RAISED", f"{body.name} was brought back in this phase, and acts from the next one on.")


def _make_way(doing: Doing, heir: Character, king: Character) -> None:
    """The Heir disappears; his armies and items are the old King's."""
    kingdom = doing.world.kingdoms[heir.kingdom]
    for army in doing.world.led_by(heir.id):
        army.leader = king.id
    king.items, heir.items = [*king.items, *heir.items], []
    king.kingdom, kingdom.king, kingdom.heir_until = kingdom.code, king.id, 0
    heir.status, heir.king = "gone", False
    leave_armies(doing.turn, heir)
    doing.turn.defending.pop(heir.id, None)


# --- Necromantic Charm -------------------------------------------------------------------------------------------------------


@spell("NC")
def necromantic_charm(casting: Casting) -> Deed:
    """By Undead characters alone (AK-2.3-15): an undead monster in a known feature gives up its treasure and its raids, or a
    dead Hero rises as Undead in the caster's service (AK-D4.25-06)."""
    who = casting.doing.who
    if "necromantic_charm" not in TABLES.alignments[who.alignment].traits:
        casting.fail("ALIGNMENT", f"{casting.spell.name} is for Undead characters, and {who.name} is {who.alignment}.")
    if re.fullmatch(r"[0-9]+\.[0-9]+", casting.target):
        return _charm_monster(casting)
    one = _found(casting, _charmable)
    _require_room(casting, one)
    return lambda: _charm_dead(casting, one)


def _charmable(casting: Casting, one: Character) -> str:
    if one.alive:
        return f"{one.name} is alive."
    return f"{one.name} was a King or his Heir, and cannot be charmed." if one.king or one.heir_of else ""


def _charm_dead(casting: Casting, one: Character) -> None:
    doing = casting.doing
    _live(doing, one, doing.kingdom.code)
    one.alignment = doing.who.alignment
    seats = doing.turn.witnesses(doing.who.province, doing.kingdom.code)
    facts = {"who": doing.who.id, "name": doing.who.title, "place": doing.who.province}
    doing.turn.tell("charmed dead", seats, body=one.id, body_name=one.name, alignment=one.alignment, **facts)


def _charm_monster(casting: Casting) -> Deed:
    doing, code = casting.doing, casting.doing.kingdom.code
    known = {
        f"{doing.who.province}.{number}": one
        for number, one in enumerate(doing.here.features, 1)
        if code in one.found_by and one.guardian and TABLES.monsters[one.guardian.kind].undead
    }
    feature = known.get(casting.target)
    if feature is None or feature.guardian is None:
        remedy = f"You could name {listed([*known], 'or')}." if known else "You know of no undead monster there."
        casting.fail("NO MONSTER", f"{casting.target} is no known feature there with an undead monster.", remedy)
    guardian, most = feature.guardian, TABLES.number("charm_hit_points_per_level") * casting.level
    if not doing.turn.expected and guardian.hit_points > most:
        why = f"{guardian.kind} has {guardian.hit_points} hit points, and at level {casting.level} the charm reaches {most}."
        casting.fail("TOO STRONG", why, "Hurt it first, or learn more Necromancy.")

    def deed() -> None:
        gold, items, feature.gold, feature.items = feature.gold, feature.items, 0, []
        doing.who.items.extend(items)
        if gold:
            doing.turn.earn(
                doing.kingdom, gold, "treasure", who=doing.who.name, place=doing.who.province, feature=casting.target
            )
        if code not in guardian.peace:
            guardian.peace.append(code)
        if code not in guardian.paid:
            guardian.paid.append(code)
            merit(doing.turn, doing.who, "DE", _HALF * guardian.full, f"{guardian.kind} charmed")
        names = [f"{TABLES.items[number].name} ({number})" for number in items]
        doing.tell("charmed monster", feature=casting.target, monster=guardian.kind, gold=gold, items=names)

    return deed
