"""One function for each ending: an army destroyed, a character dead or out of service, a province with another owner."""

from __future__ import annotations

from typing import Literal

from postern.game.kit.knowledge import Unknown
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Remains

LEAST_QUALITY = -1


def destroy(turn: Turn, army: Army, remains: bool = True) -> None:
    """Take an army out of the world. In a land province it leaves remains for Animate Skeletons, but for those of its type that
    never do (AK-D7.5-05); a skeletal or summoned one leaves nothing."""
    place = turn.world.provinces[army.province]
    if remains and not place.at_sea and not army.has("no_remains") and not army.skeletal:
        place.remains.append(Remains(army.race, army.type, army.owner))
    del turn.world.armies[army.id]


def lower(turn: Turn, army: Army, levels: int = 1) -> bool:
    """Lower the quality of an army; return whether it is still there: below Sub-Depleted it is destroyed (AK-D6.1-02)."""
    army.quality -= levels
    if army.quality >= LEAST_QUALITY:
        return True
    destroy(turn, army)
    return False


def to_mercenary(turn: Turn, army: Army) -> None:
    """An army leaves its owner and wanders as a mercenary; number, race, type and quality stay (AK-DMC-02)."""
    army.owner, army.leader, army.mercenary, army.used = "", 0, True, 0


def follow(army: Army, leader: Character) -> None:
    """An army takes another owner and follows his character. Where orders are tried out its quality is not known: it is taken
    to be Average, as foreign armies are."""
    army.owner, army.leader = leader.kingdom, leader.id
    if isinstance(army.quality, Unknown):
        army.quality = TABLES.number("home_recruit_quality")


def leave_armies(turn: Turn, who: Character) -> None:
    """The armies that a character led stay where they are, as a garrison."""
    for army in turn.world.led_by(who.id):
        army.leader = 0


def kill(
    turn: Turn, who: Character, how: Literal["battle", "duel", "encounter", "random"], by: str = "", taker: int = 0
) -> None:
    """A character dies (AK-D5.9-34): his armies stay as garrison, his items go to the ``taker`` (a character, 0: they lie in
    the
    province, AK-DM-44), a quarter of his merit is lost (AK-P10.1-03, AK-D10.1-01). The death of a King is public news; his Heir
    comes at the end of the year. ``by`` is who killed him, in words."""
    world = turn.world
    leave_armies(turn, who)
    place = world.provinces[who.province]
    if taker:
        world.characters[taker].items.extend(who.items)
    else:
        place.lying.extend(who.items)
    who.items = []
    who.status, who.died, who.spells, who.illusion, who.plan = "dead", world.turn, {}, "", ""
    who.merit = {office: _less(points) for office, points in who.merit.items()}
    turn.defending.pop(who.id, None)
    facts = {"who": who.id, "name": who.title, "place": who.province, "where": turn.place(who.province), "how": how, "by": by}
    if who.king:
        turn.announce("king died", kingdom=who.kingdom, **facts)
    else:
        turn.tell("hero died", turn.witnesses(who.province, who.kingdom), kingdom=who.kingdom, **facts)


def _less(points: int) -> int:
    """Three quarters of a tally in half points, rounded down to whole points; what is below 0 stays."""
    return points if points < 0 else points * 3 // 4 // 2 * 2


def dismiss(turn: Turn, who: Character) -> None:
    """A Hero leaves his kingdom and is free where he stands; his items stay his, his armies become a garrison (AK-D3.7-01)."""
    leave_armies(turn, who)
    who.kingdom, who.status, who.plan, who.hired = "", "free", "", 0
    turn.defending.pop(who.id, None)


def take_service(turn: Turn, who: Character, code: str) -> None:
    """A free Hero enters the service of a kingdom; he is given orders from the next year on (AK-D3.5-04)."""
    who.kingdom, who.status, who.hired, who.inn = code, "serving", turn.world.turn, 0


def change_owner(turn: Turn, number: int, code: str) -> None:
    """A province gets another owner ("": nobody); what was taken from a player is public news (AK-D1.4-03). The Hero who led
    its defence becomes free (AK-D7.7-02)."""
    world = turn.world
    place = world.provinces[number]
    before, place.owner = place.owner, code
    facts = {"place": number, "where": turn.place(number), "owner": code, "before": before}
    if before:
        turn.announce("conquered", **facts)
    else:
        turn.tell("taken", turn.witnesses(number), **facts)
    for one in world.characters_in(number):
        if one.status == "defending":
            one.status = "free"
            leave_armies(turn, one)
