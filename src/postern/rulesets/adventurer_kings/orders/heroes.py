"""Heroes: hiring and dismissing them, practice with the training of armies, and items that change hands (sections 3.5, 3.7,
3.13, 3.18)."""

from __future__ import annotations

from fractions import Fraction

from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.acting import effect
from postern.rulesets.adventurer_kings.orders.finding import character, character_here, own_character
from postern.rulesets.adventurer_kings.orders.types import Dismiss, Give, Hire, Practice
from postern.rulesets.adventurer_kings.rules.abilities.inventions import discover
from postern.rulesets.adventurer_kings.rules.abilities.levels import MOST, invention, level, power, rise, steps_between, wage
from postern.rulesets.adventurer_kings.rules.abilities.training import TRAINS, practice_chance, train
from postern.rulesets.adventurer_kings.rules.endings import dismiss, take_service
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Doing, clamped
from postern.rulesets.adventurer_kings.world import Character

# --- hiring ------------------------------------------------------------------------------------------------------------------


@effect(Hire)
def hire(doing: Doing, order: Hire) -> bool:
    """Offer service to a free Hero in the province; a year's pay is due where he accepts (AK-D3.5-01 to 06)."""
    turn, kingdom = doing.turn, doing.kingdom
    if order.hero is None:
        return doing.fail("WHOM", "HI needs a Hero: whom does he offer service?", _free_here(doing))
    hero = character(doing, order.hero)
    if hero is None or not _may_be_hired(doing, hero):
        return False
    steps, cost = steps_between(hero.alignment, kingdom.alignment), wage(hero, kingdom)
    if steps > TABLES.number("hire_difference_max"):
        why = f"{hero.name} is {hero.alignment}, {steps} steps from {kingdom.alignment}: he never serves your King."
        return doing.fail("ALIGNMENT", why, "Ask a Hero whose alignment is nearer to your King's.")
    if kingdom.gold < cost:
        return doing.fail("GOLD", f"{hero.name} wants {cost} gold a year, and you have {kingdom.gold}.", "Collect more first.")
    thrown = turn.throw(hire_chance(doing, hero, steps), "hire", hero.id, doing.who.id)
    facts = {"hero": hero.id, "hero_name": hero.name, **thrown.told()}
    if thrown:
        turn.pay(kingdom, cost, "hired", what=hero.name)
        take_service(turn, hero, kingdom.code)
        doing.tell("hired", cost=cost, **facts)
    else:
        hero.offers.append(kingdom.code)
        doing.tell("offer refused", **facts)
    return True


def _may_be_hired(doing: Doing, hero: Character) -> bool:
    kingdom = doing.kingdom
    code = kingdom.code
    if hero.kingdom == code:
        return doing.fail("YOURS", f"{hero.name} is already in your service.", _free_here(doing))
    if hero.kingdom:
        other = doing.world.kingdoms[hero.kingdom].name
        return doing.fail("TAKEN", f"{hero.name} serves {other}; nothing was paid.", _free_here(doing))
    inn = hero.inn and doing.world.provinces[hero.province].features[hero.inn - 1]
    if not hero.alive or hero.province != doing.who.province or (inn and code not in inn.found_by):
        return doing.fail("NOT HERE", f"{hero.name} is not in {doing.turn.place(doing.who.province)}.", _free_here(doing))
    if hero.status != "free":
        why = f"{hero.name} leads the defence of {doing.turn.place(hero.province)}: he is free once it is conquered."
        return doing.fail("DEFENDS", why, _free_here(doing))
    if code in hero.offers:
        why = f"{hero.name} hears no offer of yours again this year."
        return doing.fail("REFUSED", why, "Ask him again next year.", f"HI {hero.id}")
    most, many = TABLES.number("heroes_per_kingdom_max"), len([one for one in doing.world.serving(code) if not one.king])
    if many >= most:
        return doing.fail(
            "FULL", f"You have {many} Heroes, and a kingdom employs at most {most}.", "Dismiss one first with FI."
        )
    return True


def _free_here(doing: Doing) -> str:
    """The free Heroes to whom he could make an offer."""
    code = doing.kingdom.code
    here = [
        f"{one.name} ({one.id})"
        for one in doing.world.characters_in(doing.who.province)
        if one.status == "free" and (not one.inn or code in doing.here.features[one.inn - 1].found_by)
    ]
    return f"Free Heroes there: {listed(here)}." if here else "You know of no free Hero there."


def hire_chance(doing: Doing, hero: Character, steps: int) -> Fraction:
    """The chance in percent (AK-D3.5-02); 0 where he is not willing to serve such a King (AK-P2.1-08)."""
    kings_only = TABLES.alignments[doing.kingdom.alignment].kings_only
    if kings_only and not doing.turn.expected and not hero.willing:
        return Fraction(0)
    if power(doing.who, "sure_hire"):
        return TABLES.share("sure_pct")
    chance = TABLES.number("hire_pct") - TABLES.number("hire_pct_per_step") * steps
    chance += TABLES.number("hire_own_race_pct") * (hero.race == doing.kingdom.race)
    chance += TABLES.number("hire_pct_per_druid_level") * level(doing.world, doing.who, "DR")
    return clamped(chance + (invention(doing.world, doing.kingdom, "Heraldry") or 0))


@effect(Dismiss)
def dismiss_hero(doing: Doing, order: Dismiss) -> bool:
    """Dismiss an own Hero anywhere; a King never (AK-D3.7-01). This year nobody hires him again (AK-D2.2-12)."""
    hero = own_character(doing, order.hero)
    if hero is None:
        return False
    if hero.king:
        return doing.fail("KING", f"{hero.title} is your King, and cannot be dismissed.")
    dismiss(doing.turn, hero)
    hero.offers = list(doing.world.kingdoms)
    place = hero.province
    doing.tell("dismissed", hero=hero.id, hero_name=hero.name, at=place, where=doing.turn.place(place))
    return True


# --- practice ----------------------------------------------------------------------------------------------------------------


@effect(Practice)
def practise(doing: Doing, order: Practice) -> bool:
    """Practise an ability: one throw to rise; Tactical and Naval train the armies led, a sage may make an invention
    (AK-D3.13-01, AK-D6.1-01, AK-D4.35-01)."""
    turn, who, ability = doing.turn, doing.who, order.ability
    skill, name = who.skills.get(ability, 0), TABLES.abilities[ability].name
    if not skill and not who.aptitudes.get(ability, 0):
        return doing.fail(
            "APTITUDE", f"{who.name} has no aptitude for {name}, and can never learn it.", "Choose another ability."
        )
    if skill >= MOST:
        return doing.fail("MASTER", f"{who.name} has {name} {MOST}, and more there is not.", "Choose another one.")
    beside = _practise_beside(doing, ability)
    sage = level(doing.world, who, ability) if ability == "SG" else 0
    thrown = turn.throw(practice_chance(turn, who, ability, beside), "practice", who.id)
    doing.tell("practised", ability=name, skill=skill, **thrown.told())
    if thrown:
        rise(turn, who, ability)
    if ability in TRAINS:
        train(turn, who, ability, beside)
    if sage and turn.throw(sage * TABLES.number("invention_pct_per_sage_level"), "invention", who.id):
        discover(turn, who)
    return True


def _practise_beside(doing: Doing, ability: str) -> list[Character]:
    """Those of the same or an allied kingdom in the province who practise the same in this phase."""
    found = []
    for issued in doing.turn.orders:
        order = issued.order.order
        if isinstance(order, Practice) and order.phase == doing.turn.phase and order.ability == ability:
            one = doing.world.characters[int(issued.order.head.name)]
            friend = one.status == "serving" and doing.world.relation(doing.kingdom.code, one.kingdom) == "Allied"
            new = one.hired == doing.world.turn or not one.levelled
            if one is not doing.who and friend and not new and one.province == doing.who.province:
                found.append(one)
    return found


# --- giving ------------------------------------------------------------------------------------------------------------------


@effect(Give)
def give(doing: Doing, order: Give) -> bool:
    """Hand items to a character of any kingdom in the province (AK-D3.18-01)."""
    who, taker = doing.who, character_here(doing, order.taker)
    if taker is None:
        return False
    if taker is who or not taker.kingdom:
        why = f"{taker.name} {'has them already' if taker is who else 'serves no kingdom'}."
        return doing.fail("TAKER", why, "Name a character of a kingdom who stands with him.")
    left, given, missing = list(who.items), list[int](), list[int]()
    for number in order.items:
        (given if number in left else missing).append(number)
        if number in left:
            left.remove(number)
    if missing:
        why = f"{who.name} does not carry item {listed([str(one) for one in missing], 'or')}; he carries {carried(who)}."
        if not given:
            return doing.fail("NO ITEM", why, "Name items that he carries.")
        doing.note("NO ITEM", why, f"He gave {listed([TABLES.items[one].name for one in given])}.")
    who.items = left
    taker.items.extend(given)
    names = [f"{TABLES.items[one].name} ({one})" for one in given]
    doing.tell("gave items", [taker.kingdom], taker=taker.id, taker_name=taker.title, items=given, names=names)
    return True


def carried(who: Character) -> str:
    """Return what a character carries, in words with numbers."""
    return listed([f"{one} ({TABLES.items[one].name})" for one in who.items]) or "nothing"
