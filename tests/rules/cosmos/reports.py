"""Turns played through the ruleset, and the reports that come of them, for tests of what players receive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.report import Bullets, Report, Section, Table, Text
from postern.render import to_text
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.knowledge import View, view_of
from postern.rulesets.cosmos.report.turn_report import report
from postern.rulesets.cosmos.world.records import Unit, World
from tests.rules.cosmos.build import scenario_world


def play(world: World, letters: Mapping[str, str], seed: str = "story") -> tuple[World, tuple[Event, ...]]:
    """One turn with these letters by player. Raises AssertionError for a line that is no order."""
    sheets = {}
    for seat, text in letters.items():
        sheets[seat] = RULESET.read(text, view_of(world, seat))
        assert not [one for one in sheets[seat].problems if not one.note], sheets[seat].problems
    done = RULESET.resolve(world, sheets, Chance(seed))
    return done.world, done.events


def report_of(world: World, seat: str = "AM", events: Sequence[Event] = ()) -> Report:
    """The report of one player; with the events that he may know."""
    return report(view_of(world, seat), seen(events, seat))


def view(world: World, seat: str = "AM") -> View:
    """What this player may know."""
    return view_of(world, seat)


def section(found: Report, key: str) -> Section:
    """The section with this key. Raises StopIteration when there is none."""
    return next(one for one in found.sections if one.key == key)


def words(found: Section) -> str:
    """All that a section says in texts, lists and tables."""
    lines = []
    for block in found.blocks:
        if isinstance(block, Text):
            lines.append(block.text)
        elif isinstance(block, Bullets):
            lines += block.items
        elif isinstance(block, Table):
            lines += [block.caption, *(" | ".join(row) for row in block.rows)]
    return "\n".join(lines)


def letter(found: Report) -> str:
    """The plain letter."""
    return to_text(found)


def horde(world: World, place: int) -> Unit:
    """Puts the Warboss of the Gharrak Clans with four units of goblins into a hex, at war with Aldermark."""
    names = world.tables.unit_types
    units = [unit for _, unit in sorted(world.units.items()) if unit.owner == "Gh"]
    boss = next(unit for unit in units if names[unit.type].name == "Warboss")
    mob = [unit for unit in units if names[unit.type].mass][:4]
    boss.members = [unit.id for unit in mob]
    for unit in (boss, *mob):
        unit.position, unit.tactics = str(place), "attack"
    for unit in mob:
        unit.leader = boss.id
    for one, other in (("Am", "Gh"), ("Gh", "Am")):
        world.nations[one].policies[other] = "enemy"
    return boss


@cache
def lively() -> tuple[World, tuple[Event, ...]]:
    """Turn 1 of scenario 1 with a horde beside Stavenholm, which is in 190: the horse of 3106 meets it, others march."""
    world = scenario_world()
    boss = horde(world, 208)
    horse = "3106:\nform 3117 3118\nwait 6\nmove 207\n"
    foot = "3104:\nform 3112 3113 3114\nmove 208 224\ncontrol\n"
    letters = {"AM": f"{horse}{foot}3103:\nrecruit 2 50\n", "GH": f"{boss.id}:\nmove 207 190\n"}
    return play(world, letters)
