"""Spells that find out: Mind Read and Clairvoyance."""

from __future__ import annotations

from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.finding import character_here
from postern.rulesets.adventurer_kings.orders.spells.casting import Casting, Deed, Impossible, place_of, spell
from postern.rulesets.adventurer_kings.rules.abilities.levels import level
from postern.rulesets.adventurer_kings.rules.abilities.spying import report
from postern.rulesets.adventurer_kings.rules.exploring import discover
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Character


@spell("MR")
def mind_read(casting: Casting) -> Deed:
    """Report on a character in the province: levels, items, orders to come, his kingdom's gold; never noticed (AK-D4.22-02)."""
    doing = casting.doing
    if not casting.target:
        casting.fail("WHOM", f"{casting.spell.name} needs a character in the province.", _others_here(doing))
    one = character_here(doing, casting.target)
    if one is None:
        raise Impossible
    return lambda: _read_mind(casting, one)


def _others_here(doing: Doing) -> str:
    there = [f"{one.name} ({one.id})" for one in doing.world.characters_in(doing.who.province) if one is not doing.who]
    return f"With him are {listed(there)}." if there else "Nobody is with him."


def _read_mind(casting: Casting, one: Character) -> None:
    doing, turn = casting.doing, casting.doing.turn
    if turn.expected:
        return
    levels = {code: level(turn.world, one, code) for code in TABLES.abilities}
    coming = [
        f"{phase} {issued.code.split()[1]}"
        for issued in turn.orders
        if issued.order.head.name == str(one.id) and (phase := getattr(issued.order.order, "phase", 0)) > turn.phase
    ]
    kingdom = turn.world.of(one)
    doing.tell(
        "mind read",
        target=one.id,
        target_name=one.title,
        levels=[f"{code}{many}" for code, many in levels.items() if many],
        items=[f"{TABLES.items[number].name} ({number})" for number in one.items],
        orders=sorted(coming),
        kingdom=kingdom.name if kingdom else "",
        gold=kingdom.gold if kingdom else 0,
    )


@spell("CL")
def clairvoyance(casting: Casting) -> Deed:
    """Report exactly on a province, never noticed, and find all its features (AK-D4.22-05, AK-DF-20)."""
    doing, number = casting.doing, place_of(casting)

    def deed() -> None:
        if not doing.turn.expected:
            doing.tell("spied", **report(doing.turn, doing.who, number, 0))
            doing.tell("seen afar", where=doing.turn.place(number), found=uncover(doing, number))

    return deed


def uncover(doing: Doing, number: int) -> list[str]:
    """All features of a province become known to the kingdom; return those that were not, in words (AK-DF-20)."""
    features = enumerate(doing.world.provinces[number].features, 1)
    return [f"{number}.{place} {one.kind}" for place, one in features if discover(doing.turn, doing.who, number, place)]
