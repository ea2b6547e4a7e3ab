"""The peaceful tactics of an encounter (AK-D5.0-02): scouting, talk, riddles, agreements and gifts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from postern.game.kit.orders.digits import is_number
from postern.rulesets.adventurer_kings.rules.abilities.levels import drawn, level, steps_between
from postern.rulesets.adventurer_kings.rules.encounters.casting import cast
from postern.rulesets.adventurer_kings.rules.encounters.fighters import Encounter, Fighter, opens_hostile
from postern.rulesets.adventurer_kings.rules.encounters.stealing import steal, take_treasure
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import clamped, throw
from postern.rulesets.adventurer_kings.world import Agreement, Guardian, Kingdom

_UNSEEN = Tactic("CA", "IN")
_FRIENDLY = ("GI", "TA")


def parley(meeting: Encounter) -> None:
    """Try the peaceful tactics of him who began, until one ends it, the next is aggressive, or the other turns hostile
    (AK-D5.0-02, AK-D5.0-03); friends only give and talk (AK-D5.0-10)."""
    me = meeting.sides[0]
    hostile = not me.tactics and not meeting.friendly
    while me.tactics and not meeting.outcome and not hostile:
        one = me.tactics[0]
        if meeting.friendly and one.code not in _FRIENDLY:
            me.fate(me.tactics.pop(0), "friends")
        elif one.code == "FL":
            me.fate(me.tactics.pop(0), "left")
            meeting.end("left", me)
        elif one == _UNSEEN and any(later.code == "ST" for later in me.tactics):
            cast(meeting, me, me.tactics.pop(0))
        elif not one.peaceful:
            hostile = True
        elif not _PEACEFUL[one.code](meeting, me, me.tactics.pop(0)):
            hostile = _hostile(meeting, one)
    if not meeting.outcome and not hostile:
        meeting.end("agreed" if "wants" in meeting.learnt else "left", me)
    _refuse_gifts(meeting, me)


def _hostile(meeting: Encounter, failed: Tactic) -> bool:
    """Throw whether the other turns hostile after a failed tactic; after theft always (AK-D5.0-03). A dragon never
    attacks first whoever wears its crown (AK-DM-07)."""
    me, foe = meeting.sides
    if failed.code == "ST":
        meeting.range = "Bow"
    if meeting.friendly or (foe.monster and "dragon" in foe.monster.traits and "friend_of_dragons" in me.traits):
        return False
    if failed.code == "ST":
        return True
    if foe.who:
        return opens_hostile(foe.tactics)
    thrown = throw(meeting.stream, TABLES.number("hostile_evil_pct" if foe.undead or foe.is_("evil") else "hostile_pct"))
    me.fate(failed, "hostile" if thrown else "calm", thrown)
    return bool(thrown)


# --- scouting and talk ---------------------------------------------------------------------------------------------------


def _scout(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Look and leave (AK-D5.8-01)."""
    world, foe, feature = meeting.turn.world, meeting.sides[1], meeting.feature
    best = max(level(world, me.hero, "EX"), level(world, me.hero, "TH"))
    thrown = throw(meeting.stream, clamped(60 + 10 * best, 0, 95))
    me.fate(tactic, "scouted" if thrown else "seen", thrown)
    if thrown:
        carried = feature.items if feature else foe.who.items if foe.who else []
        gold = feature.gold if feature else 0
        meeting.learnt |= {"hit_points": foe.hit_points, "hoard": gold, "hoard_items": len(carried)}
        meeting.end("scouted")
    return bool(thrown)


def _talk(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    me.attempted["TA", ""] = None
    return (_bargain if meeting.sides[1].monster else _converse)(meeting, me, tactic)


def _converse(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Talk with a character (AK-D5.4-06): it succeeds unless his plan begins with an attack; friends never attack."""
    foe = meeting.sides[1]
    done = meeting.friendly or not opens_hostile(foe.tactics)
    me.fate(tactic, "talked" if done else "no words")
    if done:
        meeting.end("talked")
    return done


def _bargain(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Talk with a guardian (AK-D5.4-01 to 03): it raids the kingdom no more, for half its points, and names an agreement."""
    foe, turn = meeting.sides[1], meeting.turn
    assert foe.monster
    assert foe.guardian
    druid, needed, code = level(turn.world, me.hero, "DR"), foe.monster.talk, me.realm.code
    if "dragon" in foe.monster.traits and "friend_of_dragons" in me.traits:
        needed = min(needed, druid)
    if druid < needed:
        me.fate(tactic, "no tongue")
        _refuse_gifts(meeting, me)
        return False
    gifts = sum(10 * TABLES.items[int(one.what)].tier if is_number(one.what) else 5 * _gold(one) for one in meeting.gifts)
    chance = 30 + 10 * (druid - needed) - 5 * steps_between(me.alignment, foe.alignment) + gifts
    thrown = throw(meeting.stream, clamped(chance, 5, 90))
    me.fate(tactic, "agreed" if thrown else "no words", thrown)
    if not thrown:
        _refuse_gifts(meeting, me)
        return False
    for one in meeting.gifts:
        _hand_over(meeting, me, one)
    meeting.gifts.clear()
    if code not in foe.guardian.peace:
        foe.guardian.peace.append(code)
    half_points(meeting, me, foe.guardian, "talked into peace")
    if code not in foe.guardian.agreements:
        foe.guardian.agreements[code] = _agreement(meeting, me.realm, foe.guardian)
    agreement = foe.guardian.agreements[code]
    riddle = TABLES.riddles[foe.guardian.riddle].text if agreement.kind == "riddle" else ""
    meeting.learnt |= {"wants": agreement.kind, "tribute": agreement.gold, "deed": agreement.feature, "riddle": riddle}
    if not (riddle and me.tactics and me.tactics[0].code == "SA"):
        meeting.end("agreed")
    return True


def half_points(meeting: Encounter, me: Fighter, guardian: Guardian, why: str) -> None:
    """Give half a guardian's points, once for a guardian and kingdom (AK-10.1-21, AK-10.1-33, AK-D9.2-04, AK-D9.2-05)."""
    if me.who and me.kingdom and me.kingdom.code not in guardian.paid:
        guardian.paid.append(me.kingdom.code)
        merit(meeting.turn, me.who, "DE", Fraction(guardian.full, 2), f"{guardian.kind} of {meeting.label} {why}")


def _agreement(meeting: Encounter, kingdom: Kingdom, guardian: Guardian) -> Agreement:
    """Draw what a guardian wants (AK-D5.4-03)."""
    turn, feature = meeting.turn, meeting.lair
    kind = drawn(turn, "agreement", meeting.label, kingdom.code)
    if kind == "deed" and (wanted := _victim(meeting, kingdom)):
        return Agreement("deed", feature=wanted, year=turn.world.turn)
    if kind == "riddle":
        guardian.riddle = guardian.riddle or meeting.stream.choice(list(TABLES.riddles))
        return Agreement("riddle", year=turn.world.turn)
    if kind == "item":
        return Agreement("item", year=turn.world.turn)
    return Agreement("tribute", gold=TABLES.number("tribute_per_tier") * feature.tier, year=turn.world.turn)


def _victim(meeting: Encounter, kingdom: Kingdom) -> str:
    """The feature of the nearest other guardian that the kingdom knows, else of the nearest of all, "" where there is none."""
    found = [
        (kingdom.code not in one.found_by, GRID.distance(meeting.place, place), place, number)
        for place, province in meeting.turn.world.provinces.items()
        for number, one in enumerate(province.features, 1)
        if one.guardian and one is not meeting.feature
    ]
    return "{2}.{3}".format(*min(found)) if found else ""


# --- agreements ----------------------------------------------------------------------------------------------------------


def _say(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Answer a riddle, without regard to case and a plural s (AK-D5.4-04, AK-D5.4-07)."""
    guardian, agreement = _agreed(meeting, me)
    right = bool(guardian and agreement and agreement.kind == "riddle" and plain(guardian.riddle) == plain(tactic.what))
    me.fate(tactic, "answered" if right else "wrong")
    return right and _fulfilled(meeting, me)


def plain(word: str) -> str:
    """Return a word without case and plural s."""
    return word.strip().upper().removesuffix("S")


def _fulfil(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Pay the tribute, hand over the least of the items, or claim the deed (AK-D5.4-04)."""
    _, agreement = _agreed(meeting, me)
    word = "no agreement" if agreement is None else _paid(meeting, me, agreement)
    me.fate(tactic, word or "fulfilled")
    return not word and _fulfilled(meeting, me)


def _agreed(meeting: Encounter, me: Fighter) -> tuple[Guardian | None, Agreement | None]:
    guardian = meeting.sides[1].guardian
    return guardian, guardian.agreements.get(me.kingdom.code) if guardian and me.kingdom else None


def _paid(meeting: Encounter, me: Fighter, agreement: Agreement) -> str:
    """Do what was agreed; why not, "" when it is done."""
    turn = meeting.turn
    if agreement.kind == "tribute":
        paid = turn.pay(me.realm, agreement.gold, "tribute", to=meeting.sides[1].name, feature=meeting.label)
        return "" if paid else "no gold"
    if agreement.kind == "item":
        if not me.hero.items:
            return "no item"
        me.hero.items.remove(min(me.hero.items, key=lambda one: (TABLES.items[one].tier, one)))
        return ""
    if agreement.kind == "riddle":
        return "unanswered"
    place, _, number = agreement.feature.partition(".")
    living = turn.world.provinces[int(place)].features[int(number) - 1].guardian
    return "still alive" if living and living.since <= agreement.year else ""


def _fulfilled(meeting: Encounter, me: Fighter) -> bool:
    """The guardian hands over the whole treasure and leaves, without points (AK-D5.4-05, AK-10.1-32)."""
    meeting.end("fulfilled")
    take_treasure(meeting, me, meeting.lair)
    meeting.lair.guardian = None
    return True


# --- gifts ---------------------------------------------------------------------------------------------------------------


def _gold(gift: Tactic) -> int:
    return 0 if is_number(gift.what) else int(gift.what[:-1])


def _give(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Offer an item or gold: a character takes it at once, a monster thinks of it at the next talk (AK-D5.7-01)."""
    offered = sum(map(_gold, meeting.gifts)) + _gold(tactic)
    lacks = (
        int(tactic.what) not in me.hero.items or tactic in meeting.gifts if is_number(tactic.what) else offered > me.realm.gold
    )
    me.fate(tactic, "not there" if lacks else "offered")
    if not lacks and meeting.sides[1].monster:
        meeting.gifts.append(tactic)
    elif not lacks:
        _hand_over(meeting, me, tactic)
    return True


def _hand_over(meeting: Encounter, me: Fighter, gift: Tactic) -> None:
    """A gift goes to the character, or to the treasure of the feature."""
    foe, turn, feature = meeting.sides[1], meeting.turn, meeting.feature
    if is_number(gift.what):
        me.hero.items.remove(int(gift.what))
        (foe.who.items if foe.who else feature.items if feature else []).append(int(gift.what))
        return
    turn.pay(me.realm, _gold(gift), "gift", to=foe.name)
    if foe.kingdom:
        turn.earn(foe.kingdom, _gold(gift), "gift", of=me.name)
    elif feature:
        feature.gold += _gold(gift)


def _refuse_gifts(meeting: Encounter, me: Fighter) -> None:
    """A refused gift is lost with 50% (AK-D5.7-01)."""
    for one in meeting.gifts:
        thrown = throw(meeting.stream, 50)
        me.fate(one, "lost" if thrown else "kept", thrown)
        if thrown:
            _hand_over(meeting, me, one)
    meeting.gifts.clear()


_PEACEFUL: dict[str, Callable[[Encounter, Fighter, Tactic], bool]] = {
    "SC": _scout,
    "TA": _talk,
    "SA": _say,
    "FU": _fulfil,
    "GI": _give,
    "ST": steal,
}
