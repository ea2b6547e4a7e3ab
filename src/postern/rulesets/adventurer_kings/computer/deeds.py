"""What a computer character can do himself: the plan that fits a fight, whom he outlives, and errands with items."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.computer.survey import NUMBERS, Survey
from postern.rulesets.adventurer_kings.rules.abilities.levels import blade, power
from postern.rulesets.adventurer_kings.tables import GRID, TABLES, Item, Monster, Spell
from postern.rulesets.adventurer_kings.world import Character, Guardian

_KEPT = ("potion", "scroll", "spell")
"""Kinds of items that serve whoever has them."""
_ODDS = 0.1
"""What a level more than the opponent's adds to the odds of a blow; that of equals is a half."""


def _spells(survey: Survey, who: Character, foe: Monster | None) -> list[Spell]:
    """The spells of encounters that he can cast and that harm this opponent, the best first."""
    undead = foe is not None and foe.undead
    found = [
        one
        for one in TABLES.spells.values()
        if one.kind == "encounter" and one.die and (one.code != "HS" or undead) and (one.code not in ("DR", "PW") or not undead)
        if survey.skill(who, one.school) >= one.level
    ]
    return sorted(found, key=lambda one: (-_spell_harm(survey, who, one), one.code))


def _spell_harm(survey: Survey, who: Character, spell: Spell) -> float:
    level = survey.skill(who, spell.school)
    return (0.5 + _ODDS * (level - spell.level)) * ((spell.die + 1) / 2 + float(spell.per_level) * level)


def tactics(survey: Survey, who: Character, foe: Monster | None = None) -> list[str]:
    """Return a plan of attack: magic that harms, by items and spells, then arrows by an archer, then melee."""
    items = [TABLES.items[one] for one in who.items]
    found = [
        f"US-{one.number}"
        for one in items
        if one.spell and TABLES.spells[one.spell].kind == "encounter" and TABLES.spells[one.spell].die
    ]
    found += [
        f"CA-{one.code}" for one in _spells(survey, who, foe)[:2] if _spell_harm(survey, who, one) > _harm(survey, who, foe)
    ]
    if survey.skill(who, "AR") > survey.skill(who, "ME"):
        found.append("FI")
    return [*found, "ME"]


def _harm(survey: Survey, who: Character, foe: Monster | None) -> float:
    """The damage of a round by arms."""
    melee, archery = survey.skill(who, "ME"), survey.skill(who, "AR")
    weapon = blade(who)
    arms = max(0.1, 0.5 + _ODDS * (melee - (foe.melee if foe else melee))) * (
        3.5 + (melee >= 3) + (weapon.damage if weapon else 0)
    )
    return max(arms, (0.5 + _ODDS * archery) * 3.5 if archery else 0)


def beats(survey: Survey, who: Character, guardian: Guardian) -> bool:
    """Return whether he outlives a guardian by the edge that his level of play asks for; a King wants more."""
    foe = TABLES.monsters[guardian.kind]
    spells = _spells(survey, who, foe)
    harm = max([_harm(survey, who, foe), *(_spell_harm(survey, who, one) for one in spells[:1])])
    suffers = max(0.1, 0.5 + _ODDS * (foe.melee - survey.skill(who, "ME"))) * (foe.damage + 1) / 2
    suffers += NUMBERS.part("hero.monster_magic") * len(foe.spells or {})
    lasts = (TABLES.number("character_hit_points") + 3 * power(who, "hit_points")) / suffers
    edge = NUMBERS.part(f"hero.edge_{survey.level}") * (NUMBERS.part(f"hero.king_{survey.level}") if who.king else 1)
    return lasts >= edge * guardian.hit_points / harm


# --- errands -----------------------------------------------------------------------------------------------------------------


def errands(survey: Survey, who: Character) -> list[str]:
    """Return what he does first: at most a gift and the use of an item."""
    if survey.level == "easy" or not who.items:
        return []
    found = _gift(survey, who)
    return [*found, *_use(survey, who, found)[:1]]


def _gift(survey: Survey, who: Character) -> list[str]:
    """An item that serves a fighter, a leader or another ability goes to the own character there who is best at it."""
    here = [one for one in survey.view.own if one.province == who.province and one.levelled]
    for number in who.items:
        item = TABLES.items[number]
        if item.kind in _KEPT:
            continue
        ability = next(iter(item.levels or {}), "TA" if item.quality_for else "ME")
        best = _best(here, ability)
        if best.skills.get(ability, 0) > who.skills.get(ability, 0) and not _has_such(best, item):
            return [f"GI {number} TO {best.id}"]
    return []


def _best(here: list[Character], ability: str) -> Character:
    return max(here, key=lambda one: (one.skills.get(ability, 0), -one.id))


def _has_such(who: Character, item: Item) -> bool:
    return any(TABLES.items[one].kind == item.kind for one in who.items)


def _use(survey: Survey, who: Character, given: list[str]) -> list[str]:
    """Maps are read, and items cast what helps where he stands."""
    world, found = survey.world, list[str]()
    here = world.provinces[who.province]
    for number in who.items:
        item = TABLES.items[number]
        if f"GI {number} TO" in " ".join(given):
            continue
        here_and_now = {"": item.kind == "scroll", "BL": here.owner == survey.kingdom.code and not here.blessed}
        if here_and_now.get(item.spell, item.spell == "AN" and bool(here.remains)):
            found.append(f"US {number}")
        elif item.spell == "CL" and (place := _unseen(survey, who)):
            found.append(f"US {number} {place}")
        elif item.spell == "RE" and (body := fallen(survey, who)):
            found.append(f"US {number} {body.id}")
    return found


def _unseen(survey: Survey, who: Character) -> int:
    """A known province beside him into which nobody has looked; 0 for none."""
    near = (one for one in GRID.neighbours(who.province) if survey.view.known(one) and not survey.view.been(one))
    return next(near, 0)


def fallen(survey: Survey, who: Character) -> Character | None:
    """Return an own Hero who lies dead where somebody stands, the most skilled first, while there is room for him."""
    dead = [
        one
        for one in survey.world.characters.values()
        if one.status == "dead"
        and one.province == who.province
        and one.kingdom == survey.kingdom.code
        and not one.king
        and not one.heir_of
    ]
    room = len(survey.view.own) - 1 < TABLES.number("heroes_per_kingdom_max")
    return max(dead, key=lambda one: (sum(one.skills.values()), -one.id), default=None) if room else None
