"""Monsters: single combat with dragons, and what a dragon does to armies that come near (step 9a, chapter 25, ruling 8); the
Drevonyx, the spell that moves it (QJ-28.2-19), how it wakes, eats, wanders, grows and divides (step 9, chapter 27, ruling 9).
"""

from __future__ import annotations

from collections.abc import Sequence

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle.aftermath import abandon_excess, kill_leader
from postern.rulesets.great_jewels.rules.checks import knows_city, sees_province
from postern.rulesets.great_jewels.rules.forces import divided, take_troops
from postern.rulesets.great_jewels.rules.spells import attempt, attempt_unseen, casting
from postern.rulesets.great_jewels.tables import decided, neighbours
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import NOBODY, Drevonyx, Force, Leader, Province, Terrain

_NUMBERS = decided("dragon_duel")


def devour_army(turn: Turn, number: int) -> None:
    """The leader has come into the province where he stands: a dragon there eats his troops at once, and his zorans join
    the hoard (QJ-25-03). Nothing happens where no dragon lives; some talismans keep army and leader safe."""
    leader = turn.world.leaders[number]
    province = turn.province(leader.province)
    if not province.dragon or hooks.SAFE_FROM_DRAGON.fold(turn, Force(leader=number), False, None):
        return
    if leader.troops:
        turn.tell(
            "dragon-ate-army",
            to=[leader.owner],
            leader=number,
            province=province.name,
            troops=leader.troops,
            zorans=leader.zorans,
        )
    province.zorans += leader.zorans
    leader.troops = leader.zorans = leader.rams = leader.towers = 0


def chance_to_kill(bonus: int, strength: int) -> tuple[int, int]:
    """The odds (favourable, total) that a leader with this bonus kills a dragon of this strength in one turn; a bonus of 0
    never does (QJ-25-09, QJ-25-10)."""
    return bonus, bonus + strength


def chance_to_die(bonus: int, strength: int) -> tuple[int, int]:
    """The odds (favourable, total) that a leader dies when the dragon lives: half of strength to strength and bonus."""
    return strength, 2 * (strength + bonus)


def duel_with_dragons(turn: Turn) -> None:
    """Every leader who was with a dragon when the turn began and has not moved fights it; all fight together (QJ-25-07,
    QJ-25-08). In a forecast the outcome is left open."""
    for name, province in turn.world.provinces.items():
        if not province.dragon:
            continue
        leaders = [one for one in turn.leaders_in(name) if turn.start.get(one.number) == name and one.number not in turn.moved]
        if not leaders:
            continue
        if turn.expected:
            turn.tell("dragon-awaits", to=[one.owner for one in leaders], province=name)
        else:
            _duel(turn, province, leaders)


def _duel(turn: Turn, province: Province, leaders: Sequence[Leader]) -> None:
    strength = province.dragon
    fates = {one.number: hooks.DRAGON_DUEL.fold(turn, Force(leader=one.number), "", province.name) for one in leaders}
    slain = False
    for one in leaders:  # every leader rolls, whatever the others did
        roll = turn.stream("dragon kill", one.number).odds(*chance_to_kill(one.bonus, strength))
        slain |= roll if not fates[one.number] else fates[one.number] == "dragon dies"
    dead = [one for one in leaders if _dies(turn, one, strength, slain, fates[one.number])]
    alive = [one for one in leaders if one not in dead]
    gains = _gains(slain, len(alive))
    told = {
        "province": province.name,
        "slain": slain,
        "dead": [[one.number, one.owner] for one in dead],
        "alive": [[one.number, one.owner, gain] for one, gain in zip(alive, gains, strict=True)],
        "hoard": province.zorans,
    }
    turn.tell("dragon-duel", to=sorted({one.owner for one in leaders}), **told)
    for one in dead:
        if fates[one.number]:  # the dragon took the lance that failed
            province.dragon += int(_NUMBERS["stronger_by_lance"])
        kill_leader(turn, one.number, "dragon")
    for one, gain in zip(alive, gains, strict=True):
        one.bonus += gain
    if slain:
        province.dragon = 0
        province.wasted = True
        province.owner = NOBODY


def _dies(turn: Turn, leader: Leader, strength: int, slain: bool, fate: str) -> bool:
    force = Force(leader=leader.number)
    stream = turn.stream("dragon bite", leader.number)
    if leader.number in turn.protected or hooks.SAFE_FROM_DRAGON.fold(turn, force, False, None):
        return False
    if fate:
        return fate == "leader dies"
    if slain:
        return stream.percent(int(_NUMBERS["last_blow_percent"]))
    return stream.odds(*chance_to_die(leader.bonus, strength))


def _gains(slain: bool, alive: int) -> list[int]:
    """What the survivors gain, lowest leader number first (QJ-25-13, QJ-25-16); the troop limit does not hold here."""
    if not slain:
        return [1] * alive
    return [max(0, int(_NUMBERS["slayer_gain"]) - place) for place in range(alive)]


_DREVONYX = decided("drevonyx")


def feed_drevonyxes(turn: Turn) -> None:
    """Each Drevonyx, the oldest first, wakes or feeds; then talismans beside it act. Wandering is left open in a forecast."""
    for drevonyx in list(turn.world.drevonyxes):
        if drevonyx.asleep:
            _stir(turn, drevonyx)
        else:
            _feed(turn, drevonyx)
    for drevonyx in list(turn.world.drevonyxes):
        _meet(turn, drevonyx)


def _stir(turn: Turn, drevonyx: Drevonyx) -> None:
    """A sleeper wakes when a player's leader is there, and does nothing more this turn (QJ-27-03, QJ-27-08). A talisman
    in a neutral province may keep it asleep (QJ-28.1-210)."""
    place = turn.province(drevonyx.province)
    visitors = sorted({one.owner for one in turn.leaders_in(place.name) if turn.player(one.owner) is not None})
    if turn.player(place.owner) is None and hooks.KEEPS_ASLEEP.fold(turn, Force(garrison=place.name), False, None):
        return
    if visitors:
        drevonyx.asleep = False
        turn.tell("drevonyx-woke", to=[*visitors, place.owner], province=place.name, size=drevonyx.size)


def has_moved(turn: Turn, drevonyx: Drevonyx) -> bool:
    """True when it has come into its province this turn, by a spell or by hunger: it moves once a turn only (QJ-27-10)."""
    return any(one is drevonyx for one in turn.drevonyx_moved)


def _feed(turn: Turn, drevonyx: Drevonyx) -> None:
    eaten = _eat(turn, drevonyx, drevonyx.size)
    hungry = drevonyx.size - eaten
    if hungry and not turn.expected and not has_moved(turn, drevonyx):
        goal = _way_out(turn, drevonyx)
        if goal:
            _move(turn, drevonyx, goal)
            eaten += _eat(turn, drevonyx, hungry)
    drevonyx.size += eaten // int(_DREVONYX["grows_by"])
    if drevonyx.size >= int(_DREVONYX["divides_at"]) and not turn.expected:
        _divide(turn, drevonyx)


def _eat(turn: Turn, drevonyx: Drevonyx, appetite: int) -> int:
    """Eats up to so many troops where it is, from every force in proportion to its numbers; never leaders (QJ-27-06)."""
    name = drevonyx.province
    safe = {
        turn.owner_of(force)
        for leader in turn.leaders_in(name)
        if hooks.SAFE_FROM_DREVONYX.fold(turn, force := Force(leader=leader.number), False, None)
    }
    forces = [Force(leader=leader.number) for leader in turn.leaders_in(name)] + [Force(garrison=name)]
    prey = [force for force in forces if turn.troops_of(force) and turn.owner_of(force) not in safe]
    troops = [turn.troops_of(force) for force in prey]
    total = min(appetite, sum(troops))
    for force, bite in zip(prey, divided(total, troops), strict=True):
        if not bite:
            continue
        take_troops(turn, force, bite)
        turn.tell(
            "drevonyx-ate",
            to=[turn.owner_of(force)],
            force=str(force),
            province=name,
            troops=bite,
            left=turn.troops_of(force),
            size=drevonyx.size,
        )
        if force.leader:
            abandon_excess(turn, turn.world.leaders[force.leader])
    return total


def _way_out(turn: Turn, drevonyx: Drevonyx) -> str:
    """A random adjacent province that is not impassable, no Forbidden City and no dragon's; "" when there is none."""
    ways = [name for name in neighbours(drevonyx.province) if _open(turn.province(name))]
    if not ways:
        return ""
    age = next(place for place, one in enumerate(turn.world.drevonyxes) if one is drevonyx)
    return turn.stream("drevonyx way", age, drevonyx.province).choice(ways)


def _open(province: Province) -> bool:
    return province.terrain is not Terrain.IMPASSABLE and not province.city and not province.dragon


def _move(turn: Turn, drevonyx: Drevonyx, goal: str) -> None:
    left, drevonyx.province = drevonyx.province, goal
    turn.drevonyx_moved.append(drevonyx)
    turn.tell("drevonyx-left", to=turn.witnesses(left), province=left, size=drevonyx.size)
    turn.tell("drevonyx-came", to=turn.witnesses(goal), province=goal, size=drevonyx.size)


def _divide(turn: Turn, drevonyx: Drevonyx) -> None:
    """A large and a small one; the small one goes its own way at once and eats from the next turn on (QJ-27-11)."""
    favourable, total = _DREVONYX["large_share"]
    small = drevonyx.size - -(-drevonyx.size * int(favourable) // int(total))
    drevonyx.size -= small
    young = Drevonyx(small, drevonyx.province, asleep=False)
    turn.world.drevonyxes.append(young)
    turn.tell("drevonyx-divided", to=turn.witnesses(drevonyx.province), province=drevonyx.province, small=small)
    if goal := _way_out(turn, young):
        _move(turn, young, goal)


def _meet(turn: Turn, drevonyx: Drevonyx) -> None:
    """Garrisons first: the potion there acts when it moves in, Bigfoot when the turn ends (QJ-28.1-209, QJ-28.1-231)."""
    moved = has_moved(turn, drevonyx)
    name = drevonyx.province
    for force in [Force(garrison=name), *(Force(leader=leader.number) for leader in turn.leaders_in(name))]:
        if any(one is drevonyx for one in turn.world.drevonyxes):
            hooks.DREVONYX_MEETS.fold(turn, force, None, hooks.Meeting(drevonyx, moved))


def slay(turn: Turn, drevonyx: Drevonyx) -> None:
    """This Drevonyx is no more."""
    turn.world.drevonyxes[:] = [one for one in turn.world.drevonyxes if one is not drevonyx]
    turn.tell("drevonyx-slain", to=turn.witnesses(drevonyx.province), province=drevonyx.province)


def scatter(turn: Turn, drevonyx: Drevonyx, pieces: int) -> None:
    """This Drevonyx breaks up into so many small ones, each of an equal part of its size, around its province."""
    slay_place = drevonyx.province
    turn.world.drevonyxes[:] = [one for one in turn.world.drevonyxes if one is not drevonyx]
    ways = [name for name in neighbours(slay_place) if _open(turn.province(name))] or [slay_place]
    stream = turn.stream("drevonyx pieces", slay_place)
    for _ in range(pieces):
        turn.world.drevonyxes.append(Drevonyx(max(1, drevonyx.size // pieces), stream.choice(ways), asleep=False))
    turn.tell("drevonyx-scattered", to=turn.witnesses(slay_place), province=slay_place, pieces=pieces)


def summon_drevonyxes(turn: Turn) -> None:
    """Casts spell D: the largest Drevonyx of the first province goes to the second, which may be neither a Forbidden City nor
    impassable, for nothing can be moved into that (QJ-28.2-16). One that has been moved has had its move (QJ-27-10)."""
    for issued, spell, talisman in casting(turn, "D"):
        goal = turn.province(spell.second)
        if knows_city(turn, issued.seat, goal.name):
            why = f"{goal.name} is a Forbidden City; no Drevonyx can be sent there."
            turn.fail(issued, "LOCKED", why, "Name a province that is no Forbidden City.")
            continue
        walled = goal.terrain is Terrain.IMPASSABLE
        if walled and (turn.world.terrain_map[goal.name] is goal.terrain or sees_province(turn, issued.seat, goal.name)):
            why = f"{goal.name} is impassable; nothing can be moved into it."
            turn.fail(issued, "IMPASSABLE", why, "Name a province that is not impassable.")
            continue
        here = [one for one in turn.world.drevonyxes if one.province == spell.province and not has_moved(turn, one)]
        if sees_province(turn, issued.seat, spell.province):
            if not here:
                turn.fail(issued, "NOT THERE", f"There is no Drevonyx in {spell.province} that can be moved now.")
                continue
            works = attempt(turn, issued, spell, talisman)
        else:
            works = attempt_unseen(turn, issued, spell, talisman, spell.province)
        if works and here and not (goal.city or walled):
            _send(turn, max(here, key=lambda drevonyx: drevonyx.size), goal.name)


def _send(turn: Turn, one: Drevonyx, goal: str) -> None:
    origin = one.province
    to = {*turn.witnesses(origin), *turn.witnesses(goal)}
    one.province = goal
    turn.drevonyx_moved.append(one)
    turn.tell("drevonyx summoned", to=to, size=one.size, origin=origin, goal=goal)
