"""The battles of groups: which are fought, in which order, and what comes of each (AC-21-40..50, ruling 23)."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.battle import spells, stances
from postern.rulesets.alamaze.battle.aftermath import Fate, settle_group
from postern.rulesets.alamaze.battle.field import Course, fight
from postern.rulesets.alamaze.battle.host import Aid, Host, Stance, host
from postern.rulesets.alamaze.battle.spells import Register
from postern.rulesets.alamaze.battle.stances import ATTACK, SECOND_WAVE, Attack, Stances, stance
from postern.rulesets.alamaze.battle.telling import Told, after, as_seen, before, outcome, thousandths
from postern.rulesets.alamaze.group_end import end_beaten
from postern.rulesets.alamaze.movement.travel import flies, water
from postern.rulesets.alamaze.sea.battle import fight_of_groups
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group

DETERMINED = 3
"""The tactic of attack that goes through a wall of flame."""
WITHDRAWAL = 1
"""The tactic of defense that leaves before the fight."""


def fight_all(turn: Turn) -> None:
    """All battles of the turn: first every 110 in the order of the lot, then every 111; each is settled before the next
    (AC-21-41..43). Before the turn nothing is fought: what the enemy has is not known."""
    if turn.expected:
        return
    spells.settle(turn)
    for wave in (ATTACK, SECOND_WAVE):
        for attack in [one for one in turn.state(Stances).attacks.values() if one.wave == wave]:
            _try(turn, attack)
    stances.tire(turn)


def _try(turn: Turn, attack: Attack) -> None:
    """One attack, if it comes to a battle."""
    doing, activity, known = attack.doing, turn.state(Activity), turn.state(Stances)
    group, enemy = turn.world.groups[attack.group], turn.world.groups[attack.enemy]
    pair, back = (group.id, enemy.id), (enemy.id, group.id)
    for one in (group, enemy):
        if not one.brigades or not one.area:
            doing.unsure(f"{one.id} has no brigades left.")
            return
        if one.id in activity.retreated:
            doing.unsure(f"{one.id} had retreated before; there is no battle.")
            return
    if known.evades & {pair, back}:
        evader = enemy if back in known.evades else group
        activity.defended.add(evader.id)
        turn.tell_kingdoms("evaded", (group.kingdom, enemy.kingdom), group=evader.id, area=group.area, attacker=group.id)
        doing.done(f"{evader.id} evaded")
    elif known.defenses.get(back) == WITHDRAWAL and activity.fights.get(group.id, 0):
        _withdraws(turn, enemy, group)
        doing.done(f"{enemy.id} had withdrawn")
    elif spells.walls(turn, *pair) and not _through_the_wall(turn, attack):
        for one, key in ((group, pair), (enemy, back)):
            if key not in known.attacks or known.attacks[key].tactic != DETERMINED:
                activity.retreated.add(one.id)
                one.siege = None
        turn.tell_kingdoms("wall-stopped", (group.kingdom, enemy.kingdom), group=group.id, enemy=enemy.id, area=group.area)
        doing.done("stopped by a wall of flame")
    elif water(turn.world, group.area) and not (flies(turn.world, group) and flies(turn.world, enemy)):
        _at_sea(turn, attack)
    else:
        doing.done(_battle(turn, group, enemy))


def _at_sea(turn: Turn, attack: Attack) -> None:
    """On the water ships fight, not troops; who flies fights there only those who fly too (AC-06-66, AC-22-17, ruling 31)."""
    group, enemy = turn.world.groups[attack.group], turn.world.groups[attack.enemy]
    if any(flies(turn.world, one) for one in (group, enemy)):
        attack.doing.unsure(f"{group.id} and {enemy.id} cannot meet on the water: one of them flies.")
        return
    won = fight_of_groups(turn, group, enemy) == group.kingdom
    attack.doing.done("won at sea" if won else "beaten at sea")


def _withdraws(turn: Turn, group: Group, attacker: Group) -> None:
    """Organized withdrawal before the fight, without a loss (AC-21-45)."""
    turn.state(Activity).retreated.add(group.id)
    group.siege = None
    both = (group.kingdom, attacker.kingdom)
    turn.tell_kingdoms("withdrew", both, group=group.id, area=group.area, attacker=attacker.id)


def _through_the_wall(turn: Turn, attack: Attack) -> bool:
    """A wall stops all but determined attacks and those who fly."""
    world, known = turn.world, turn.state(Stances).attacks
    back = known.get((attack.enemy, attack.group))
    if DETERMINED in (attack.tactic, back.tactic if back else 0):
        return True
    return any(flies(world, world.groups[one]) for one in (attack.group, attack.enemy))


def _burnt(turn: Turn, group: Group, enemy: Group, aid: Aid) -> None:
    """Who crosses a wall of flame loses a quarter before the first stage, less under a Shield (spell 98)."""
    attack = turn.state(Stances).attacks.get((group.id, enemy.id))
    crossing = attack is not None and attack.tactic == DETERMINED
    flying = any(flies(turn.world, one) for one in (group, enemy))
    if crossing and not flying and spells.walls(turn, group.id, enemy.id):
        aid.burnt = turn.tables.value("wall.crossing_part") * (1 - aid.shield)


def _battle(turn: Turn, first: Group, second: Group) -> str:
    """A battle from the first shot to its account. Gives its result for the attacker in a few words."""
    world, activity, area = turn.world, turn.state(Activity), first.area
    groups = (first, second)
    aids = (spells.aid(turn, first, second), spells.aid(turn, second, first))
    ways = (stance(turn, first, second), stance(turn, second, first))
    _burnt(turn, first, second, aids[0])
    _burnt(turn, second, first, aids[1])
    fights = (activity.fights.get(first.id, 0), activity.fights.get(second.id, 0))
    hosts = (
        host(world, first, ways[0], aids[0], against=second.kingdom, fights=fights[0]),
        host(world, second, ways[1], aids[1], against=first.kingdom, fights=fights[1]),
    )
    told = [_side(turn, *one) for one in zip(groups, ways, aids, hosts, fights, strict=True)]
    first.hidden = ""
    course = fight(turn.tables, *hosts)
    turn.state(Register).fought.add(frozenset((first.id, second.id)))
    terrain = turn.tables.areas[area].terrain
    for side, group in enumerate(groups):
        fate = _fate(turn, course, side)
        toll = settle_group(turn, group, aids[side], fate, terrain, groups[1 - side].id)
        after(group, told[side], course.lost[side], course.on_retreat[side], toll)
    taken = [[*one] for beaten, victor in (groups, groups[::-1]) for one in end_beaten(turn, beaten, victor)]
    _tell(turn, area, terrain, told, course, taken)
    if course.holder == 0:
        return "won"
    return "destroyed" if not first.brigades else "beaten back" if course.retreated[0] else "undecided"


def _side(turn: Turn, group: Group, way: Stance, aid: Aid, one: Host, fights: int) -> Told:
    return before(turn.world, group, way, aid, one, one.values["combined"] * one.multiplier, fights)


def _fate(turn: Turn, course: Course, side: int) -> Fate:
    won, tables = course.winner == side, turn.tables
    morale = tables.value("morale.battle_won") if won else 0.0
    if course.retreated[side]:
        morale = tables.value("morale.battle_lost")
    return Fate(
        part=course.whole_loss(side),
        won=won,
        retreated=course.retreated[side],
        destroyed=course.destroyed[side],
        morale=morale,
    )


def _tell(turn: Turn, area: str, terrain: str, told: list[Told], course: Course, taken: list[list[str]]) -> None:
    """Both kingdoms read the same battle, each with itself first."""
    for reader in (0, 1):
        order = (reader, 1 - reader)
        stages = [
            {
                "stage": blow.stage,
                "struck": [round(blow.struck[side]) for side in order],
                "lost": [thousandths(blow.lost[side]) for side in order],
            }
            for blow in course.blows
        ]
        kingdom = told[reader]["kingdom"]
        turn.tell_kingdoms(
            "battle",
            (kingdom,),
            area=area,
            terrain=terrain,
            enemy=told[1 - reader]["group"],
            enemy_percent=outcome(told[1 - reader])["percent"],
            **outcome(told[reader]),
            attacked=reader == 0,
            ours=told[reader],
            theirs=as_seen(turn.world, told[1 - reader], kingdom),
            stages=stages,
            retreated=[course.retreated[side] for side in order],
            held="" if course.holder is None else "ours" if course.holder == reader else "theirs",
            ended=course.ended,
            artifacts=taken,
        )
