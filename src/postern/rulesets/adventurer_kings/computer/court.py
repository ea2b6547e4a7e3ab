"""What a computer King decides for his kingdom: the Heir, friends and enemies, votes, gifts, and special plans."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.knowledge import Unknown
from postern.game.kit.planner import Proposal
from postern.rulesets.adventurer_kings.computer.deeds import tactics
from postern.rulesets.adventurer_kings.computer.survey import NUMBERS, Survey
from postern.rulesets.adventurer_kings.rules.abilities.levels import steps_between, trait
from postern.rulesets.adventurer_kings.rules.battle.estimate import outlook
from postern.rulesets.adventurer_kings.rules.realm.succession import proposed
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Kingdom


def name_heir(survey: Survey) -> Iterator[Proposal]:
    """An Heir without levels gets those of the dead King."""
    king = survey.world.king(survey.kingdom)
    if king.heir_of and not king.levelled:
        levels = " ".join(f"{code}{many}" for code, many in proposed(survey.world, king).items())
        yield Proposal((f"HEIR {king.name} {levels}",))


# --- friends and enemies ------------------------------------------------------------------------------------------------------


def _others(survey: Survey) -> list[Kingdom]:
    """Kingdoms that still play, those first that may become friends: of a near alignment as far as known, and of the
    same group by number, so that those whom he wants want him."""
    world, own = survey.world, survey.kingdom

    def distance(one: Kingdom) -> tuple[int, int]:
        apart = (one.number - 1) // NUMBERS.whole("war.group") != (own.number - 1) // NUMBERS.whole("war.group")
        return _steps(own, one) + NUMBERS.whole("war.apart") * apart, one.number

    return sorted((one for one in world.kingdoms.values() if one is not own and not one.given_up), key=distance)


def _steps(own: Kingdom, one: Kingdom) -> int:
    """How differently another King thinks, as far as known."""
    return steps_between(own.alignment, one.alignment) if one.code in own.learnt else NUMBERS.whole("war.usual_steps")


def choose_friends(survey: Survey) -> Iterator[Proposal]:
    """Treaties with those who think alike; of several enemies all but the nearest are asked for peace. Kings who break treaties
    at once want fewer."""
    own, others = survey.kingdom, _others(survey)
    wanted = NUMBERS.whole("war.friends_unholy" if trait(own, "automatic_break") else "war.friends")
    for one in others[:wanted]:
        if own.relations.get(one.code) != "Allied":
            yield Proposal((f"TREAT {one.code}",), takes=frozenset({f"kingdom {one.code}"}))
    enemies = [one for one in others[wanted:] if own.relations.get(one.code) == "Enemy"]
    for one in enemies[: len(enemies) - 1]:
        yield Proposal((f"TREAT {one.code}",), takes=frozenset({f"kingdom {one.code}"}))


def choose_enemy(survey: Survey) -> Iterator[Proposal]:
    """Where no free land can be taken, a neighbour becomes an enemy, one at a time: he from whom most can be taken, sooner one
    who thinks otherwise. Only Kings who break treaties at once turn against an ally, and they march in the same year."""
    world, own = survey.world, survey.kingdom
    if "Enemy" in own.relations.values() or world.turn < NUMBERS.whole("war.year"):
        return
    sudden = trait(own, "automatic_break")
    spared = {one.code for one in world.kingdoms.values() if f"kingdom {one.code}" in survey.taken}
    gains: dict[str, float] = {}
    for who in survey.free():
        force = [one for one in world.led_by(who.id) if one.kind.moves != "water"]
        for place in survey.borders(who.province) if force else ():
            owner = world.provinces[place].owner
            if outlook(world, who, force, place).ratio >= NUMBERS.part(f"army.ratio_{survey.level}"):
                gains[owner] = gains.get(owner, 0) + survey.worth(place)
    for one in _others(survey):
        if own.relations.get(one.code) == "Allied" and not sudden:
            spared.add(one.code)
        gains[one.code] = gains.get(one.code, 0) * (1 + _steps(own, one))
    best = max((one for one in gains if one and one not in spared), key=lambda one: (gains[one], one), default="")
    if best and gains[best] > 0 and "" not in gains:
        if sudden:
            survey.broken.add(best)
        yield Proposal((f"BREAK {best}",))


def _allies(survey: Survey) -> list[Kingdom]:
    return [one for one in _others(survey) if survey.kingdom.relations.get(one.code) == "Allied"]


def share_science(survey: Survey) -> Iterator[Proposal]:
    """Whoever has inventions exchanges them with allies."""
    for one in _allies(survey) if survey.kingdom.inventions else ():
        yield Proposal((f"SCI {one.code}",))


def help_allies(survey: Survey) -> Iterator[Proposal]:
    """A rich King gives some gold to an ally who is at war."""
    many = NUMBERS.whole("purse.gift")
    for one in _allies(survey):
        if "Enemy" in one.relations.values():
            yield Proposal((f"GIVEGOLD {many} TO {one.code}",), cost={"gold": many * NUMBERS.whole("purse.gift_factor")})


# --- the throne ---------------------------------------------------------------------------------------------------------------


def claim(survey: Survey) -> Iterator[Proposal]:
    """The richest King of an alliance claims when it has enough of the taxes that he knows."""
    world, code = survey.world, survey.kingdom.code
    taxes = {place: one.tax for place, one in world.provinces.items() if not isinstance(one.tax, Unknown)}
    shares = dict.fromkeys(world.kingdoms, 0)
    for place, tax in taxes.items():
        if owner := world.provinces[place].owner:
            shares[owner] += tax
    group = [code]
    for one in sorted(_allies(survey), key=lambda one: (-shares[one.code], one.number)):
        if all(world.relation(one.code, other) == "Allied" for other in group):
            group.append(one.code)
    enough = 100 * sum(shares[one] for one in group) > TABLES.number("victory_tax_share_pct") * sum(taxes.values())
    due = world.turn % NUMBERS.whole("throne.every") == 0 and len(taxes) * 100 >= NUMBERS.whole("throne.known") * len(
        world.provinces
    )
    if due and enough and shares[code] == max(shares.values()) and not world.election:
        yield Proposal(("CLAIM",))


def vote(survey: Survey) -> Iterator[Proposal]:
    """In an election an ally who asks has the vote, else oneself."""
    if survey.world.election:
        ally = survey.kingdom.relations.get(survey.world.election) == "Allied"
        yield Proposal((f"VOTE {survey.world.election if ally else survey.kingdom.code}",))


def plan_duels(survey: Survey) -> Iterator[Proposal]:
    """Whoever is good at something fights by it; others flee."""
    for who in survey.view.own:
        good = max(
            survey.skill(who, code)
            for code in TABLES.abilities
            if code in ("ME", "AR") or TABLES.abilities[code].group == "magic"
        )
        wanted = ", ".join(tactics(survey, who)) if good >= NUMBERS.whole("hero.fights") else "ME, FL"
        if who.plan != wanted and who.levelled:
            yield Proposal((f"PLAN {who.id} {wanted}",))
