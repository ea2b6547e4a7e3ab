"""Combat in an encounter, round by round (AK-D5.0-04): tempers, tactics, the order of action, blows, closing of the range."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.rules.encounters import odds
from postern.rulesets.adventurer_kings.rules.encounters.casting import cast, harm, unusable, use
from postern.rulesets.adventurer_kings.rules.encounters.fighters import FLEE, GENERATED, Encounter, Fighter
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import clamped, throw

_ADVANCE = Tactic("advance")


def refusals(meeting: Encounter) -> None:
    """Before combat tempers may refuse it (AK-D5.6-03): he who began leaves, the other has flight as his first tactic."""
    for me in meeting.sides:
        thrown = throw(meeting.stream, chance) if (chance := odds.refuse_chance(me, meeting.other(me))) else None
        if not thrown:
            continue
        me.fate(FLEE, "refused", thrown)
        if me.starts:
            meeting.end("refused", me)
            return
        if me.tactics[:1] != [FLEE]:
            me.tactics.insert(0, FLEE)


def fight(meeting: Encounter) -> None:
    """Fight rounds until somebody dies or is gone; after 30 both part, but in a duel (AK-D5.0-07)."""
    most = TABLES.number("encounter_rounds_max")
    while not meeting.outcome:
        if meeting.round >= most and meeting.why != "duel":
            meeting.end("parted")
            return
        meeting.round += 1
        _round(meeting)


def _round(meeting: Encounter) -> None:
    first, second = meeting.sides
    first.hurt = second.hurt = False
    for one in meeting.sides:
        if not meeting.outcome:
            _runs(meeting, one)
    if meeting.outcome:
        return
    chosen = [(one, _chosen(meeting, one)) for one in meeting.sides]
    wanted = any(tactic.code == "ME" for _, tactic in chosen)
    for me, tactic in _in_order(meeting, [(me, _at_range(meeting, me, tactic)) for me, tactic in chosen]):
        if not meeting.outcome:
            _act(meeting, me, tactic)
    if meeting.outcome:
        return
    if meeting.range == "Spell":
        meeting.range = "Bow"
    elif meeting.range == "Bow" and wanted and throw(meeting.stream, odds.closing_chance(first, second)):
        meeting.range = "Melee"


def _runs(meeting: Encounter, me: Fighter) -> None:
    """Check a temper before the own tactic, and flee by it (AK-D5.6-02); a small monster flees when it is almost dead
    (AK-D5.9-32). Whoever is dazed has no tactic and no choice."""
    foe, coward = meeting.other(me), me.temper.flight == "any"
    if me.dazed or (me.king and not me.wounded) or (meeting.round == 1 and not coward and not me.monster):
        return
    if me.monster:
        least = TABLES.number("monster_flee_below_pct") * me.full
        small = me.monster.tier == 1 and not me.undead
        chance = TABLES.number("monster_flee_pct")
        if small and 100 * me.hit_points < least and (thrown := throw(meeting.stream, chance)):
            meeting.end("fled", me)
            meeting.tell(me, FLEE, "fled", thrown)
    elif odds.in_danger(me, foe, meeting.round) or (coward and me.wounded and throw(meeting.stream, 50)):
        _flee(meeting, me, FLEE)


def _flee(meeting: Encounter, me: Fighter, tactic: Tactic) -> None:
    """Try to flee, always with success in a duel (AK-P5.10-03, AK-D5.6-01, AK-D7.1-02); a coward who cannot begs, once
    (AK-D5.6-04)."""
    foe = meeting.other(me)
    thrown = throw(meeting.stream, clamped(100) if meeting.why == "duel" else odds.flee_chance(me, foe, meeting.range))
    if thrown:
        meeting.end("fled", me)
    meeting.tell(me, tactic, "fled" if thrown else "caught", thrown)
    if thrown or me.begged or not me.temper.begs:
        return
    me.begged = True
    heard = throw(meeting.stream, odds.beg_chance(me, foe))
    if heard:
        meeting.end("begged", me)
    meeting.tell(me, tactic, "spared" if heard else "begged", heard)


def _chosen(meeting: Encounter, me: Fighter) -> Tactic:
    """Take the next tactic of the plan that is possible at all, then the last aggressive one again, else what the computer
    chooses (AK-P5.0-02, AK-D5.0-06)."""
    foe = meeting.other(me)
    if me.monster:
        return _monsters(meeting, me, foe)
    while me.tactics:
        if me.tactics[0] == GENERATED:
            break
        if not (why := _impossible(me, me.tactics[0])):
            return me.tactics[0]
        me.fate(me.tactics.pop(0), why)
    if not me.tactics and me.last and me.last != GENERATED and not _impossible(me, me.last):
        return me.last
    return odds.generated(me, foe, meeting.range)


def _monsters(meeting: Encounter, me: Fighter, foe: Fighter) -> Tactic:
    """Choose for a monster: spells in the first two rounds, missiles at Bow range, else melee (AK-D5.9-32)."""
    spells = [one.split("-")[1] for one in (me.monster.spells or {})] if me.monster else []
    if spells and meeting.round <= 2:
        return Tactic("CA", meeting.stream.choice(spells))
    return Tactic("FI" if me.archery and meeting.range == "Bow" else "ME")


def _impossible(me: Fighter, tactic: Tactic) -> str:
    """Return why a tactic is skipped, "" where it is not."""
    if tactic.peaceful:
        return "too late"
    if tactic.code == "US":
        return unusable(me, tactic)
    if tactic.code == "FI" and me.archery < 1:
        return "no archer"
    if tactic.code != "CA":
        return ""
    spell = TABLES.spells[tactic.what]
    if me.magic.get(spell.school, 0) < spell.level:
        return "too hard"
    return "" if odds.castable(me, spell) else "not in defence" if spell.code == "KI" and not me.starts else "spent"


def _at_range(meeting: Encounter, me: Fighter, tactic: Tactic) -> Tactic:
    """Replace what is impossible at this range (AK-D5.0-05, AK-P5.0-07); who advances keeps his tactic for the next round."""
    away = tactic.code == "ME" and meeting.range != "Melee"
    away |= tactic.code == "FI" and meeting.range == "Spell" and "far_arrows" not in me.traits
    if away:
        return _ADVANCE
    if me.tactics and (me.tactics[0] in (tactic, GENERATED)):
        me.tactics.pop(0)
    return Tactic("ME") if tactic.code == "FI" and meeting.range == "Melee" else tactic


def _in_order(meeting: Encounter, acting: list[tuple[Fighter, Tactic]]) -> list[tuple[Fighter, Tactic]]:
    """Sort by who acts first: spells at Spell range, melee at Melee range, then by skill in the tactic, ties at random
    (AK-P5.0-06, AK-P5.0-08)."""
    ranks = [_rank(meeting, me, tactic) for me, tactic in acting]
    if len(acting) < 2 or ranks[0] < ranks[1]:
        return acting
    return acting[::-1] if ranks[1] < ranks[0] or meeting.stream.between(1, 2) == 2 else acting


def _rank(meeting: Encounter, me: Fighter, tactic: Tactic) -> tuple[bool, int]:
    item = TABLES.items[int(tactic.what)] if tactic.code == "US" else None
    spell = tactic.code == "CA" or bool(item and item.spell)
    first = spell if meeting.range == "Spell" else tactic.code == "ME" and meeting.range == "Melee"
    if item:
        skill = item.spell_level
    elif tactic.code == "CA":
        skill = me.magic[TABLES.spells[tactic.what].school]
    else:
        skill = {"ME": me.melee, "FI": me.archery}.get(tactic.code, 0)
    return not first, -skill


def _act(meeting: Encounter, me: Fighter, tactic: Tactic) -> None:
    """Carry one tactic out; the dazed lose it, the afraid flee instead (AK-D4.22-01, AK-D4.25-03)."""
    if me.dazed:
        me.dazed = False
        meeting.tell(me, tactic, "lost")
        return
    if me.afraid:
        me.afraid, tactic = False, FLEE
    if tactic.code == "CA":
        cast(meeting, me, tactic)
    elif tactic.code == "US":
        use(meeting, me, tactic)
    elif tactic.code == "FL":
        _flee(meeting, me, tactic)
    elif tactic.code in ("ME", "FI"):
        strike(meeting, me, tactic)


def strike(meeting: Encounter, me: Fighter, tactic: Tactic) -> None:
    """Strike with blade, bow or claw, once or twice; mirror images take hits (AK-D4.23-05)."""
    foe, how = meeting.other(me), tactic.code
    me.attempted[how, ""] = None
    for _ in range(odds.blows(me, how, meeting.range)):
        if meeting.outcome:
            return
        thrown, damage, word = throw(meeting.stream, odds.hit_chance(me, foe, how)), 0, "missed"
        if thrown and foe.images:
            foe.images, word = foe.images - 1, "image"
        elif thrown:
            damage, word = odds.wound(me, foe, how, meeting.stream.between(1, odds.blow_die(me, how))), "hit"
            harm(meeting, foe, damage)
        meeting.tell(me, tactic, word, thrown, damage)
