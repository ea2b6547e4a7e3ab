"""Gold (chapter 9): taxes, raids of guardians, and the pay of Heroes and armies at the end of a year."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

from postern.game.kit.knowledge import Unknown
from postern.rulesets.adventurer_kings.rules.abilities.levels import has_invention, wage
from postern.rulesets.adventurer_kings.rules.endings import dismiss, lower, to_mercenary
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Feature, Kingdom, Province, World

TREASURER = "TR"


def tax_base(world: World, number: int) -> int:
    """Return the tax base of a province, as votes and offices count it: what is printed, and its owner's inventions
    (AK-D9.1-01)."""
    place = world.provinces[number]
    kingdom = world.kingdoms.get(place.owner)
    owned = (TABLES.inventions[one] for one in (kingdom.inventions if kingdom else ()))
    fitting = (one for one in owned if one.kind == "tax" and place.land.name in one.applies_to)
    return place.tax + sum(int(one.value) for one in fitting if place.tax or not place.at_sea)


def wealth(world: World, code: str) -> int:
    """Return the tax base of a kingdom."""
    return sum(tax_base(world, number) for number in world.owned(code))


def world_wealth(world: World) -> int:
    """Return the tax base of all provinces, owned or not (AK-D10.2-03)."""
    return sum(tax_base(world, number) for number in world.provinces)


def reckoned(turn: Turn) -> list[Kingdom]:
    """Return the kingdoms whose affairs are known, by number: all, or where orders are tried out the own one."""
    return [one for one in turn.world.kingdoms.values() if one.exploration or not turn.expected]


def half_up(amount: Fraction) -> int:
    """Return an amount of gold rounded to the nearest whole, a half up (AK-D0-05)."""
    return math.floor(amount + Fraction(1, 2))


# --- raids ---------------------------------------------------------------------------------------------------------------


def raid(turn: Turn) -> None:
    """Guardians leave their lairs and lay owned provinces waste (AK-P9.2-04, AK-D9.2-03)."""
    if turn.expected:
        return
    for number, place in turn.world.provinces.items():
        for at, feature in enumerate(place.features, 1) if place.owner else ():
            chance = raid_chance(turn.world, feature, place.owner)
            if chance and (thrown := turn.throw(chance, "raid", number, at)):
                _lay_waste(turn, number, at, thrown.told())


def raid_chance(world: World, feature: Feature, owner: str) -> int:
    """Return the chance in percent that the guardian of a feature raids its owner this year: none while it has peace with him,
    and in the year of an effective attack and the next one (AK-D9.2-04)."""
    guardian = feature.guardian
    if guardian is None or not feature.tier or owner in guardian.peace:
        return 0
    attacked = guardian.attacked.get(owner)
    if attacked is not None and world.turn - attacked <= 1:
        return 0
    years = world.turn - (guardian.since if attacked is None else attacked)
    return min(TABLES.number("raid_max_pct"), TABLES.number("raid_base_pct") + TABLES.number("raid_per_year_pct") * years)


def _lay_waste(turn: Turn, number: int, at: int, told: dict[str, Any]) -> None:
    place = turn.world.provinces[number]
    feature = place.features[at - 1]
    loss = TABLES.number("raid_tax_loss_pct_per_tier") * feature.tier
    place.raided = min(100, place.raided + loss)
    known = place.owner in feature.found_by and feature.guardian is not None
    facts = {"place": number, "where": turn.place(number), "loss": loss, **told}
    named = {"feature": f"{number}.{at}", "monster": feature.guardian.kind} if known and feature.guardian else {}
    turn.tell("raid", turn.witnesses(number), **{"feature": "", "monster": "", **named}, **facts)


# --- taxes ---------------------------------------------------------------------------------------------------------------


def collect(turn: Turn) -> None:
    """Everybody receives the taxes of the provinces that he owns now (AK-P9.1-02, AK-D9.1-01, AK-D9.1-03); where orders are
    tried out, of those whose tax he knows."""
    for kingdom in reckoned(turn):
        rows, plain = list[list[object]](), 0
        owned = turn.world.owned(kingdom.code)
        for number in (one for one in owned if not isinstance(turn.world.provinces[one].tax, Unknown)):
            factors = _factors(turn, number)
            gold = half_up(math.prod((one for one, _ in factors), start=Fraction(tax_base(turn.world, number))))
            plain += gold
            rows.append([number, turn.world.provinces[number].name, gold, ", ".join(words for _, words in factors)])
        percent = _bonus(turn.world, kingdom)
        total = half_up(Fraction(plain * (100 + percent), 100))
        if not rows:
            continue
        turn.earn(kingdom, total, "taxes", what=f"{len(rows)} province{'s' * (len(rows) > 1)}")
        turn.tell_kingdom(kingdom.code, "taxes", gold=total, percent=percent, number=len(rows), provinces=rows)


def _factors(turn: Turn, number: int) -> list[tuple[Fraction, str]]:
    """What multiplies the tax of a province this year, each with its words."""
    place: Province = turn.world.provinces[number]
    found = []
    if place.blessed:
        found.append((TABLES.spells["BL"].tax, "blessed"))
    if place.shaken:
        found.append((TABLES.spells["EQ"].tax, "earthquake"))
    if turn.enemies(place.owner, number):
        found.append((TABLES.share("contested_tax"), "contested"))
    if place.raided:
        found.append((Fraction(100 - place.raided, 100), "raided"))
    return found


def _bonus(world: World, kingdom: Kingdom) -> int:
    """What the Treasurer and an invention add to the sum of all taxes, in percent."""
    leader = world.characters.get(world.offices.get(TREASURER, 0))
    treasurer = TABLES.number("treasurer_tax_pct") if leader is not None and leader.kingdom == kingdom.code else 0
    return treasurer + has_invention(world, kingdom, "Coinage")


# --- pay -----------------------------------------------------------------------------------------------------------------


def army_pay(army: Army) -> int:
    """Return what an army is paid a year."""
    return 0 if army.skeletal else army.kind.pay


def pay(turn: Turn) -> None:
    """Heroes are paid by number, then armies by number; whom the treasury cannot pay in full goes without, and the next is
    tried (AK-D9.2-01, AK-D9.2-02). Then everybody hears his account (AK-D1.4-07)."""
    world = turn.world
    for kingdom in reckoned(turn):
        for hero in world.serving(kingdom.code):
            due = 0 if hero.king else wage(hero, kingdom)
            if due and not turn.pay(kingdom, due, "pay", whom=hero.name):
                _unpaid_hero(turn, hero, due)
        for army in [one for one in world.armies.values() if one.owner == kingdom.code]:
            due = army_pay(army)
            if due and not turn.pay(kingdom, due, "pay", whom=army.kind.plural):
                _unpaid_army(turn, kingdom, army, due)
        lines = turn.account.get(kingdom.code, [])
        old = kingdom.gold - sum(amount for _, amount, _ in lines)
        turn.tell_kingdom(kingdom.code, "ledger", old=old, lines=_lines(lines), new=kingdom.gold)


def _unpaid_hero(turn: Turn, hero: Character, due: int) -> None:
    facts: dict[str, Any] = {"who": hero.id, "name": hero.name, "place": hero.province, "due": due, "left": False}
    code = hero.kingdom
    if not hero.loyal:
        thrown = turn.throw(TABLES.number("unpaid_hero_desertion_pct"), "desertion", "hero", hero.id)
        facts |= {**thrown.told(), "left": thrown.yes}
        if thrown:
            dismiss(turn, hero)
    turn.tell_kingdom(code, "hero unpaid", **facts)


def _unpaid_army(turn: Turn, kingdom: Kingdom, army: Army, due: int) -> None:
    facts: dict[str, Any] = {"army": army.id, "name": army.title, "place": army.province, "due": due}
    worse = turn.throw(TABLES.number("unpaid_quality_loss_pct"), "unpaid", army.id)
    there = lower(turn, army) if worse else True
    deserts = turn.throw(TABLES.number("unpaid_army_desertion_pct"), "desertion", army.id) if there else None
    if deserts:
        to_mercenary(turn, army)
    facts |= {"lost": not there, "deserted": bool(deserts), "quality": TABLES.qualities[max(-1, min(5, army.quality))].name}
    turn.tell_kingdom(kingdom.code, "army unpaid", **facts, **worse.told())


def _lines(account: list[tuple[str, int, dict[str, Any]]]) -> list[list[Any]]:
    """The lines of an account in order, words and amount; those that say the same are one, with their number."""
    sums: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for kind, amount, facts in account:
        details = " ".join(str(one) for one in facts.values())
        words = f"{kind}: {details}" if details else kind
        sums[words] += amount
        times[words] += 1
    return [[f"{words} ({times[words]})" if times[words] > 1 else words, amount] for words, amount in sums.items()]
