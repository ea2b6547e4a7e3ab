"""What recovers, changes and appears at the end of a year (step 7): armies, guardians, land under a spell, the dead who rise,
Heirs, new Heroes and new guardians."""

from __future__ import annotations

from postern.game.kit.turn import in_turn
from postern.rulesets.adventurer_kings.rules.abilities.levels import level
from postern.rulesets.adventurer_kings.rules.creation import draw_hero, guardian_of, new_guardian, treasure_gold
from postern.rulesets.adventurer_kings.rules.endings import destroy, dismiss
from postern.rulesets.adventurer_kings.rules.realm.economy import reckoned
from postern.rulesets.adventurer_kings.rules.realm.succession import give_up, provide_kings
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Feature

_BITING = next(one for one in TABLES.armies.values() if "bites" in one.traits)


def recover(turn: Turn) -> None:
    """Carry out the recovery of the year; where orders are tried out, of what is certain."""
    in_turn(_improve, _turn_bitten, _dissolve, _heal, _restore_land)(turn)
    if not turn.expected:
        in_turn(_rise_again, provide_kings, give_up, _new_heroes, _new_guardians)(turn)


def _known(turn: Turn) -> list[Army]:
    """All armies; where orders are tried out, the own ones."""
    codes = {one.code for one in reckoned(turn)}
    return [one for one in turn.world.armies.values() if one.owner in codes or not turn.expected]


def _improve(turn: Turn) -> None:
    """Armies below Average rise by one level (AK-P6.1-05, AK-D6.1-02)."""
    for army in _known(turn):
        was = TABLES.qualities.get(army.quality)
        if was is not None and was.rises:
            army.quality += 1
            now = TABLES.qualities[army.quality].name
            turn.tell_kingdom(
                army.owner, "recovered", army=army.id, name=army.title, place=army.province, was=was.name, now=now
            )


def _turn_bitten(turn: Turn) -> None:
    """Bitten armies become what bit them (AK-D7.5-03)."""
    for army in _known(turn):
        if army.bitten:
            facts = {"army": army.id, "name": army.title, "place": army.province, "now": _BITING.plural}
            army.bitten, army.type, army.race = False, _BITING.code, _BITING.race or army.race
            turn.tell_kingdom(army.owner, "turned", **facts)


def _dissolve(turn: Turn) -> None:
    """Summoned armies end (AK-D2.0-14), and skeletal ones whom no necromancer leads (AK-D4.25-07)."""
    for army in _known(turn):
        leader = turn.world.characters.get(army.leader)
        unled = army.skeletal and (leader is None or level(turn.world, leader, "NE") < 1)
        if unled or army.has("summoned"):
            destroy(turn, army, remains=False)
            turn.tell_kingdom(army.owner, "dissolved", army=army.id, name=army.title, place=army.province, unled=unled)


def _features(turn: Turn) -> list[tuple[int, int, Feature]]:
    """All features with their province and number in it."""
    provinces = turn.world.provinces.items()
    return [(number, at, one) for number, place in provinces for at, one in enumerate(place.features, 1)]


def _heal(turn: Turn) -> None:
    """Hurt guardians regain half of what they lost, rounded up (AK-DF-26)."""
    for _, _, feature in [] if turn.expected else _features(turn):
        if feature.guardian is not None:
            feature.guardian.hit_points += (feature.guardian.full - feature.guardian.hit_points + 1) // 2


def _restore_land(turn: Turn) -> None:
    """Dried and flooded provinces are what they were."""
    for place in turn.world.provinces.values():
        place.turned = ""


def _rise_again(turn: Turn) -> None:
    """A necromancer of the highest art may rise (AK-D2.0-15), a King as King, a Hero where his kingdom has a place for him."""
    world = turn.world
    for who in [one for one in world.characters.values() if one.rises and one.status == "dead"]:
        who.rises = False
        thrown = turn.throw(TABLES.number("rise_again_pct"), "rise", who.id)
        facts = {"who": who.id, "name": who.title, "place": who.province, **thrown.told()}
        turn.tell("rose again", turn.witnesses(who.province, who.kingdom), **facts)
        if thrown:
            full = sum(not one.king for one in world.serving(who.kingdom)) >= TABLES.number("heroes_per_kingdom_max")
            who.status = "serving"
            if full and not who.king:
                dismiss(turn, who)


def _new_heroes(turn: Turn) -> None:
    """Two free Heroes appear in inhabited land provinces (AK-D2.2-10)."""
    inhabited = [number for number, one in turn.world.provinces.items() if one.native and not one.at_sea]
    for count in range(TABLES.number("new_free_heroes_per_year") if inhabited else 0):
        dice = turn.dice("new hero", count)
        place = dice.choice(inhabited)
        hero = draw_hero(turn.world, dice, place, turn.world.provinces[place].native)
        turn.tell("new hero", turn.witnesses(place), who=hero.id, name=hero.name, place=place, where=turn.place(place))


def _new_guardians(turn: Turn) -> None:
    """Emptied features are occupied anew with 5%, with gold but without items (AK-DF-27)."""
    for number, at, feature in _features(turn):
        empty = feature.guardian is None and feature.tier
        if empty and turn.throw(TABLES.number("feature_reoccupied_pct"), "occupied", number, at):
            dice = turn.dice("new guardian", number, at)
            kind = guardian_of(dice, feature.kind, feature.tier)
            feature.guardian = new_guardian(dice, kind, turn.world.turn)
            feature.gold, feature.scouted = feature.gold + treasure_gold(dice, feature.tier), {}
