"""The lines: who stands in front, on the flanks, in the air and behind, who is whose nemesis, events, sums and the result."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.adventurer_kings.rules.abilities.levels import drawn, power
from postern.rulesets.adventurer_kings.rules.battle.field import Battle, Factor, Side, Unit
from postern.rulesets.adventurer_kings.rules.battle.strength import times
from postern.rulesets.adventurer_kings.tables import TABLES

TEXTS = 12
UTTER = Fraction(100)
"""The ratio against a side that has no strength at all."""


def draw_up(battle: Battle) -> None:
    """Put the units in lines (AK-D7.2-01 to 06) and find the nemeses."""
    land = battle.land
    battle.length = land.line + battle.dice("line").between(1, land.line_die)
    battle.columns = min(battle.length, *(len(side.units) for side in battle.sides))
    for side in battle.sides:
        side.units.sort(key=lambda one: (-one.strength, one.army.id))
        for column, unit in enumerate(side.units[: battle.columns], 1):
            unit.stand, unit.column = "front", column
    _exchange(battle)
    for side in battle.sides:
        _put_behind(battle, side)
    for side in battle.sides:
        _fly_over(battle, side)
    for side in battle.sides:
        for unit in side.units:
            unit.nemesis = _nemesis(battle, side, unit)


def front(side: Side, column: int) -> Unit:
    """Return the front unit of a column."""
    return next(one for one in side.units if one.column == column and one.stand == "front")


def _exchange(battle: Battle) -> None:
    """The attackers change the order of their front for the sake of nemeses (AK-D7.2-03)."""
    mine = battle.attackers.units[: battle.columns]
    placed: dict[int, Unit] = {}
    for column in range(1, battle.columns + 1):
        wanted = front(battle.defenders, column).army.kind.nemesis
        chosen = next((one for one in mine if one.army.type in wanted), None)
        if chosen is not None:
            placed[column] = chosen
            mine.remove(chosen)
    for column in range(1, battle.columns + 1):
        unit = placed.get(column) or mine.pop(0)
        unit.column = column


def _put_behind(battle: Battle, side: Side) -> None:
    """Those behind the front outflank as far as the terrain leaves room (AK-D7.2-04), fly over (AK-D7.2-05), or stand in the
    second and third line; further ones do not count (AK-D7.2-06)."""
    behind = side.units[battle.columns :]
    room = battle.length - battle.columns
    for unit in behind[:room]:
        unit.stand = "outflank"
        unit.column = battle.dice("outflank", unit.army.id).between(1, battle.columns)
    on_foot = 0
    shares = {2: TABLES.share("second_line_pct") / 100, 3: TABLES.share("third_line_pct") / 100}
    for unit in behind[room:]:
        if unit.army.kind.moves == "air":
            unit.stand = "overfly"
            unit.column = battle.dice("overfly", unit.army.id).between(1, battle.columns)
            continue
        unit.stand, unit.line, unit.column = "line", 2 + on_foot // battle.columns, 1 + on_foot % battle.columns
        unit.share = shares.get(unit.line, Fraction(0))
        on_foot += 1


def _fly_over(battle: Battle, side: Side) -> None:
    """Give every overflying unit what it attacks: the enemy's front, or half of the time the unit behind it (AK-D7.2-05)."""
    foe = battle.foe(side)
    for unit in side.units:
        if unit.stand == "overfly":
            unit.target = front(foe, unit.column)
            behind = [one for one in foe.column(unit.column) if one.stand == "line"]
            if behind and battle.throw(TABLES.number("overflight_behind_pct"), "behind", unit.army.id):
                unit.target = min(behind, key=lambda one: one.line)


def _nemesis(battle: Battle, side: Side, unit: Unit) -> Unit | None:
    """Return the nemesis that a unit faces: that in front of it, else one at random of those that outflank or overfly it
    (AK-6.3-30, AK-6.3-31, AK-D7.2-09); one alone, however many there are (AK-D7.2-18)."""
    foe, wanted = battle.foe(side), unit.army.kind.nemesis
    if unit.stand == "front" and side.commander is not None and power(side.commander, "no_nemesis"):
        return None
    faced = front(foe, unit.column) if unit.strikes and (unit.target is None or unit.target.stand == "front") else None
    if faced is not None and faced.army.type in wanted:
        return faced
    others = [one for one in _upon(foe, unit) if one.army.type in wanted]
    return battle.dice("nemesis", unit.army.id).choice(others) if others else None


def _upon(foe: Side, unit: Unit) -> Iterator[Unit]:
    """The enemies that outflank or overfly a unit."""
    for one in foe.column(unit.column):
        if one.target is unit or (one.stand == "outflank" and unit.stand == "front"):
            yield one


# --- events and the result -------------------------------------------------------------------------------------------------


def befall(battle: Battle) -> dict[tuple[str, int], Fraction]:
    """Throw for events: one for the whole battle and a side at random, and then perhaps one a column (AK-6.3-39, AK-6.3-40,
    AK-D7.2-10). Return the factors by side and column (0: all)."""
    battle.event = battle.throw(TABLES.number("battle_event_pct"), "event")
    found: dict[tuple[str, int], Fraction] = {}
    if battle.event:
        found.update([_event(battle, 0)])
        for column in range(1, battle.columns + 1):
            if battle.throw(TABLES.number("column_event_pct"), "event", column):
                found.update([_event(battle, column)])
    return found


def _event(battle: Battle, column: int) -> tuple[tuple[str, int], Fraction]:
    stream = battle.dice("what", column)
    side = stream.choice(battle.sides)
    factor = Fraction(drawn(battle.turn, "battle_event", battle.place, battle.number, column))
    lucky = not column and side.commander is not None and power(side.commander, "good_fortune")
    good = stream.between(1, 10) < TABLES.number("event_misfortune_least") or lucky
    factor = factor if good else 1 / factor
    facts = {"column": column, "side": side.name, "good": good, "text": stream.between(1, TEXTS)}
    battle.events.append(facts | {"factor": times(factor)})
    return (side.name, column), factor


def decide(battle: Battle) -> None:
    """Sum up the columns (AK-D7.2-11) and decide the battle (AK-D7.2-12)."""
    events = befall(battle)
    for column in range(1, battle.columns + 1):
        for side in battle.sides:
            for unit in side.column(column):
                unit.final = unit.strength
                for name, factor in _last(side, unit, events):
                    unit.final *= factor
                    unit.factors.append(Factor("special", name, times(factor)))
        attack, defend = (sum((one.final for one in side.column(column)), Fraction(0)) for side in battle.sides)
        battle.sums[column] = attack, defend
    attack, defend = total(battle)
    battle.ratio = min(UTTER, max(1 / UTTER, attack / defend)) if defend else UTTER if attack else Fraction(1)
    if battle.ratio >= TABLES.share("attack_win_ratio"):
        battle.result = "win"
    elif battle.ratio <= TABLES.share("attack_lose_ratio"):
        battle.result = "lose"


def _last(side: Side, unit: Unit, events: dict[tuple[str, int], Fraction]) -> Iterator[tuple[str, Fraction]]:
    """The factors that come from where a unit stands and what befell it."""
    if unit.nemesis is not None:
        yield "nemesis", TABLES.share("nemesis_factor")
    if unit.share != 1:
        yield "line", unit.share
    for name, key in (("event", 0), ("column event", unit.column)):
        if factor := events.get((side.name, key)):
            yield name, factor


def total(battle: Battle) -> tuple[Fraction, Fraction]:
    """Return the strength of the attackers and of the defenders."""
    return sum((a for a, _ in battle.sums.values()), Fraction(0)), sum((d for _, d in battle.sums.values()), Fraction(0))


def winner(battle: Battle, column: int) -> Side | None:
    """Return the side that won a column, None for a drawn one (AK-D7.5-07)."""
    attack, defend = battle.sums[column]
    return battle.attackers if attack > defend else battle.defenders if defend > attack else None
