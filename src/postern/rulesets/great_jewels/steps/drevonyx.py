"""Step 9: the spell that moves a Drevonyx (QJ-28.2-19); it wakes, eats, wanders, grows and divides (chapter 27, ruling 9)."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.steps.death import abandon_excess
from postern.rulesets.great_jewels.steps.forces import divided, take_troops
from postern.rulesets.great_jewels.steps.sight import knows_city, sees_province
from postern.rulesets.great_jewels.steps.spells import attempt, attempt_unseen, casting
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Drevonyx, Force, Province, Terrain

_NUMBERS = decided("drevonyx")


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
    drevonyx.size += eaten // int(_NUMBERS["grows_by"])
    if drevonyx.size >= int(_NUMBERS["divides_at"]) and not turn.expected:
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
    favourable, total = _NUMBERS["large_share"]
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
