"""Reports through turns in which all kingdoms do what their forms offer and cast spells: nothing is left without words."""

from __future__ import annotations

import random
import re

from postern.game.chance import Chance
from postern.game.events import seen
from postern.render import from_json, to_json, to_text
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.answers import forecast
from postern.rulesets.alamaze.report.form import order_form
from postern.rulesets.alamaze.report.reading import Reading, tellings
from postern.rulesets.alamaze.report.turn_report import report
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.build import new_world, put_group
from tests.rules.alamaze.reports import view

_TURNS = 4
_SILENT = {"order-failed", "order-note", "harvest", "month", "chance"}
"""Kinds that tables and figures tell, without a sentence."""


def _letter(world: World, code: str, dice: random.Random) -> str:
    """Orders of the form, and a spell for each wizard, as many as the limit allows."""
    lines = order_form(Reading(view(world, code), ()))
    offered = [found[1] for line in lines if (found := re.match(r"; +([0-9]{2,3} [^;]+?) ;", line))]
    spells = [one.number for one in world.tables.spells.values() if one.form_decided.count(" ") == 2]
    for group in world.groups_of(code):
        offered += [f"{dice.choice(spells)} {group.id} {one.code}" for one in group.wizards if group.area]
    dice.shuffle(offered)
    return "\n".join(offered[:15])


def _crowded() -> World:
    """A world in which neighbours meet at once, with full treasuries and strong wizards."""
    world = new_world()
    for place, code in enumerate(sorted(world.kingdoms)):
        kingdom = world.kingdoms[code]
        kingdom.gold = kingdom.food = 400_000
        put_group(world, f"2{code}", ("HN", "GD", "NN")[place % 3], 2 + place)
        for one in world.groups[f"1{code}"].wizards:
            one.power = 6
    return world


def test_all_that_happens_is_told_in_words_and_fits_the_plain_letter() -> None:
    world, dice, kinds = _crowded(), random.Random(7), set()
    for _ in range(_TURNS):
        letters = {code: _letter(world, code, dice) for code in world.kingdoms}
        sheets = {code: read(text, view(world, code)) for code, text in letters.items()}
        assert forecast(sheets["WA"], view(world)).sections
        outcome = CLASSIC.resolve(world, sheets, Chance("turns"))
        world = CLASSIC.load(CLASSIC.dump(outcome.world))
        kinds |= {one.kind for one in outcome.events}
        for code in world.kingdoms:
            told = report(view(world, code), seen(outcome.events, code))
            assert max(map(len, to_text(told).split("\n"))) <= 72
            assert from_json(to_json(told)) == told
    assert kinds <= tellings().kinds() | _SILENT
    assert {"battle", "assault", "month", "ledger"} <= kinds
