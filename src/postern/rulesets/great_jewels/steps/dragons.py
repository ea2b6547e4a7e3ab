"""Step 9a: single combat with dragons, and what a dragon does to armies that come near (chapter 25, ruling 8)."""

from __future__ import annotations

from collections.abc import Sequence

from postern.rulesets.great_jewels.steps.death import kill_leader
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import NOBODY, Force, Leader, Province

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
