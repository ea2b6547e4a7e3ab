"""Talismans and spells that act by an order of their own: the spells B, S, P, C, X and TL and the talismans before combat
(step 2e, 28.1, 28.2, ruling 10), among them T92, T114, T127, T142 and T146; T116 at the start of the turn, T94 with the
ravaging (ruling 19).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from postern.game.kit.report.telling import counted
from postern.rulesets.great_jewels.rules import capture
from postern.rulesets.great_jewels.rules.checks import knows_city, leaders_shown, sees_leader, sees_province
from postern.rulesets.great_jewels.rules.economy import ravage_province
from postern.rulesets.great_jewels.rules.movement.arriving import carry_off, held_back, lose_sight_of, random_province
from postern.rulesets.great_jewels.rules.scoring import credit_csps, end_by_song
from postern.rulesets.great_jewels.rules.spells import (
    attempt,
    attempt_unseen,
    casting,
    label,
    reaches,
    struck_leader,
    uses,
    void_orders,
)
from postern.rulesets.great_jewels.tables import JEWELS, decided
from postern.rulesets.great_jewels.turn.orders import Issued, Spell, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Leader, Talisman, Terrain, garrison_force, leader_force

BANISH, CURSE, FUNDS, CHAMELEON, SLAVER, FAT_LADY, HEAD_HUNTER = 92, 94, 114, 116, 127, 142, 146
DISGUISED = 1
"""The counter of the Chameleon (T116) while the guise named by its word holds."""


def use_before_combat(turn: Turn) -> None:
    """Carries out the talisman orders of step 2e in the order of the talismans' numbers."""
    for number, use in _USES:
        for issued, order, talisman in uses(turn, number):
            use(turn, issued, order, talisman)
        if turn.world.finished:
            return


def _banish(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    """T92: any leader in the same province is sent to a random one, and the talisman goes with him (QJ-28.1-168)."""
    holder = talisman.holder
    assert holder is not None
    place = turn.place_of(holder)
    leader = turn.leader(order.leader)
    if leader is None or leader.province != place:
        here = leaders_shown(turn, issued.seat, place)
        why = f"{label(BANISH)} is in {place} and reaches only leaders there; L{order.leader} is not in {place}."
        turn.fail(issued, "NOT THERE", why, f"In {place} are " + ", ".join(f"L{one}" for one in here) + "." if here else "")
        return
    if not reaches(turn, issued, talisman, leader_force(leader.number), f"L{leader.number}"):
        return
    turn.carried_out(issued)
    force = leader_force(leader.number)
    is_ = "is" if turn.expected else "was"
    void_orders(turn, force, f"L{leader.number} {is_} banished from {place} this turn.", all_later=True)
    _outdo_transport(turn, issued, leader.number)
    turn.place_talisman(BANISH, force)
    if turn.expected:
        lose_sight_of(turn, leader, issued.seat)
        return
    goal = random_province(turn, turn.stream("banish", leader.number), but=place)
    owner = leader.owner
    carry_off(turn, leader.number, goal)
    turn.tell("banished", to={issued.seat, owner}, leader=leader.number, owner=owner, origin=place, goal=goal, by=issued.seat)


def _outdo_transport(turn: Turn, issued: Issued, number: int) -> None:
    """Who banishes a leader and has a spell carry him off reads that only the first comes to pass; of another's spell he knows
    nothing."""
    for cast in [one for one in turn.done if one.seat == issued.seat]:
        if isinstance(cast.order, Spell) and (cast.order.letter, cast.order.leader) == ("TL", number):
            why = f"{issued.code} banishes L{number} before that; the spell cannot carry him off besides."
            turn.note(cast, "ALREADY HAS AN ORDER", why, "One of the two lines is enough.")


def _transfer_funds(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    """T114: all zorans of an own garrison come to the garrison that holds it, less a fee (QJ-28.1-239, QJ-28.1-240)."""
    goal = turn.province(talisman.province)
    source = turn.province(order.province)
    if source.owner != issued.seat:
        turn.fail(issued, "NOT YOURS", f"{source.name} is not your province; {label(FUNDS)} draws only on your own garrisons.")
        return
    if source is goal:
        turn.fail(issued, "NOT THERE", f"{label(FUNDS)} lies in {goal.name} itself; name another province of yours.")
        return
    for province in (source, goal):
        if province.besieged:
            turn.fail(issued, "BESIEGED", f"{province.name} is besieged: no zorans can be sent out of it or into it.")
            return
    if not source.zorans:
        turn.fail(issued, "NOT ENOUGH ZORANS", f"There are no zorans in {source.name}.")
        return
    numbers = decided("powers")
    amount = source.zorans
    percent = numbers["funds_fee"]
    if not turn.expected and turn.stream("extortion", FUNDS, source.name).percent(numbers["funds_extortion"]):
        percent = numbers["funds_extorted"]
    fee = -(-amount * percent // 100)
    source.zorans = 0
    goal.zorans += amount - fee
    turn.carried_out(issued)
    turn.tell("funds sent", to=[issued.seat], source=source.name, goal=goal.name, amount=amount, fee=fee)


def _sell_troops(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    """T127: garrison troops are sold; the more are sold, the likelier the rest revolts (QJ-28.1-283 to QJ-28.1-285). All
    sales of a turn count together, so that many small ones are as dangerous as one."""
    province = turn.province(talisman.province)
    numbers = decided("powers")
    if order.number < 1:
        turn.fail(issued, "NOT ENOUGH TROOPS", "At least 1 troop needs to be sold.", "", f"T{SLAVER}=1")
        return
    if not province.garrison:
        turn.fail(issued, "NOT ENOUGH TROOPS", f"{province.name} has no garrison troops to sell.")
        return
    sold = min(order.number, province.garrison)
    if sold < order.number:
        why = f"{province.name} has {counted(sold, 'troop')}; all of its garrison is sold."
        turn.note(issued, "NOT ENOUGH TROOPS", why, f"Possible now: {sold}.", f"T{SLAVER}={sold}")
    province.garrison -= sold
    gain = sold * numbers["slave_price"]
    province.zorans += gain
    turn.carried_out(issued)
    before = sum(event.data["sold"] for event in turn.events if event.kind == "troops sold")
    revolt = not turn.expected and turn.stream("revolt", province.name).odds(
        min(before + sold, numbers["revolt_in"]), numbers["revolt_in"]
    )
    turn.tell(
        "troops sold", to=[issued.seat], province=province.name, sold=sold, gain=gain, revolt=revolt, left=province.garrison
    )
    if revolt:
        turn.visit(issued.seat, province.name)
        capture.lose_province(turn, province.name)


def _sing(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    """T142: once a game, after turn 20, the ending turn may move by one (QJ-28.1-309 to QJ-28.1-313)."""
    numbers = decided("powers")
    world = turn.world
    if world.fat_lady_sung:
        turn.fail(issued, "TALISMAN NOT USABLE", f"{label(FAT_LADY)} has been used; that is possible only once a game.")
        return
    if turn.number <= numbers["fat_lady_from"]:
        why = f"{label(FAT_LADY)} can be used after turn {numbers['fat_lady_from']}; this is turn {turn.number}."
        turn.fail(issued, "TALISMAN NOT USABLE", why)
        return
    if order.sign not in ("+", "-"):
        turn.fail(issued, "NOT UNDERSTOOD", f"Write T{FAT_LADY}=+ or T{FAT_LADY}=-.")
        return
    world.fat_lady_sung = True
    turn.carried_out(issued)
    if turn.expected:
        return
    chance = (turn.number - numbers["fat_lady_from"]) * numbers["fat_lady_step"]
    works = turn.stream("fat lady").percent(chance)
    if works:
        world.end_turn += 1 if order.sign == "+" else -1
    turn.tell("fat lady", to=[issued.seat], sign=order.sign, works=works, chance=chance)
    if works and world.end_turn <= turn.number:
        end_by_song(turn)


def _hire_leader(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    """T146: zorans buy a new leader, one percent each; who has failed may try again, who has one may not (QJ-28.1-325 to
    QJ-28.1-327)."""
    province = turn.province(talisman.province)
    if talisman.used == turn.number:
        turn.fail(issued, "ALREADY HAS AN ORDER", f"{label(HEAD_HUNTER)} hires only one leader a turn; it has hired one.")
        return
    if order.number < 1 or not province.zorans:
        why = f"{province.name} has {counted(province.zorans, 'zoran')}; at least 1 needs to be spent."
        turn.fail(issued, "NOT ENOUGH ZORANS", why)
        return
    spent = min(order.number, province.zorans)
    if spent < order.number:
        why = f"{province.name} has {counted(spent, 'zoran')}, no more; all is spent."
        turn.note(issued, "NOT ENOUGH ZORANS", why, f"Possible now: {spent}.", f"T{HEAD_HUNTER}={spent}")
    province.zorans -= spent
    turn.carried_out(issued)
    earlier = [one for one in turn.done[:-1] if isinstance(one.order, UseTalisman) and one.order.talisman == HEAD_HUNTER]
    if turn.expected and earlier:
        turn.note(issued, "ALREADY HAS AN ORDER", f"This is tried only if {earlier[-1].code} finds nobody: one leader a turn.")
    if turn.expected and spent < 100:
        return
    number = 0
    if turn.stream("head hunter", province.name, len(earlier)).percent(spent):
        talisman.used = turn.number
        number = turn.new_leader(issued.seat, province.name).number
    turn.tell("head hunted", to=[issued.seat], province=province.name, spent=spent, leader=number)


_USES: tuple[tuple[int, Callable[[Turn, Issued, UseTalisman, Talisman], None]], ...] = (
    (BANISH, _banish),
    (FUNDS, _transfer_funds),
    (SLAVER, _sell_troops),
    (FAT_LADY, _sing),
    (HEAD_HUNTER, _hire_leader),
)


def change_guise(turn: Turn) -> None:
    """T116: a guise put on earlier wears off with 50 percent each turn; an order puts on a new one (QJ-28.1-244 to -246)."""
    talisman = turn.world.talismans[CHAMELEON]
    if talisman.counter == DISGUISED and not turn.expected:
        holds = turn.stream("chameleon").percent(decided("powers")["chameleon_holds"])
        talisman.counter = DISGUISED if holds else 0
    for issued, order, held in uses(turn, CHAMELEON):
        _put_on(turn, issued, order, held)


def _put_on(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    look, name = str(order.number), label(CHAMELEON)
    if talisman.used == turn.number:
        turn.fail(issued, "ALREADY HAS AN ORDER", f"{name} takes the look of T{talisman.word} this turn.")
    elif order.number not in turn.world.talismans or order.number == CHAMELEON:
        turn.fail(issued, "TALISMAN NOT USABLE", f"{name} can look like any other talisman, T1 to T152.")
    elif talisman.word == look and talisman.used == turn.number - 1:
        why = f"{name} was made to look like T{look} last turn and cannot be so two turns in a row."
        turn.fail(issued, "TWO TURNS IN A ROW", why, "Name another talisman.")
    else:
        talisman.word, talisman.used, talisman.counter = look, turn.number, DISGUISED
        turn.carried_out(issued)
        turn.tell("guise put on", to=[issued.seat], talisman=order.number, name=turn.world.talismans[order.number].name)


def ravage_by_curse(turn: Turn) -> None:
    """T94 ravages a province that one does not own, by a leader who is alive (QJ-28.1-174 to -177). Who moves this turn has
    lost the order by now: both are exclusive."""
    for issued, _, talisman in uses(turn, CURSE):
        place = turn.world.leaders[talisman.leader].province
        if reaches(turn, issued, talisman, garrison_force(place), place) and ravage_province(turn, issued, place):
            turn.carried_out(issued)


def use_early_powers(turn: Turn) -> None:
    """Casts the spells that work before combat, letter by letter, then carries out T92, T114, T127, T142 and T146."""
    for letter, cast in _SPELLS.items():
        for issued, spell, talisman in casting(turn, letter):
            cast(turn, issued, spell, talisman)
    use_before_combat(turn)
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
