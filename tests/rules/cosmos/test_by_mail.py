"""How a game goes by letters: the set-up report, orders, the turn, reports again (CF-1.2, CF-4)."""

from __future__ import annotations

import re

import pytest

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.report import Map, OrderForm, Report
from postern.game.ruleset import Signup
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.reports import section, words

NATIONS = {"ANN": "Am", "BEN": "Rc", "CAT": "Sl"}


def new_game() -> World:
    """A game of three players at its start."""
    return RULESET.setup({}, [Signup(seat, {"nation": code}) for seat, code in NATIONS.items()], Chance("by mail"))


def report_to(world: World, seat: str, events: tuple[Event, ...] = ()) -> Report:
    return RULESET.report(RULESET.view(world, seat), seen(events, seat))


def form_of(report: Report) -> str:
    """The order form of a report, which a player fills in and sends back."""
    (form,) = section(report, "orders").blocks
    assert isinstance(form, OrderForm)
    return "\n".join(form.lines)


@pytest.mark.rule("CF-1.2-01", "CF-4-01")
def test_players_write_orders_the_turn_is_run_and_reports_come_back() -> None:
    """Each player of three leads a captain out of his home in one turn and back in the next, and reads of it."""
    world = new_game()
    captains = {"ANN": 3105, "BEN": 3505, "CAT": 3905}
    reports = {seat: report_to(world, seat) for seat in NATIONS}
    for turn in (1, 2):
        sheets, goals = {}, {}
        for seat, captain in captains.items():
            found = reports[seat]
            assert (found.masthead.turn, found.kind) == ((1, "setup") if turn == 1 else (1, "turn"))
            assert section(found, "orders").title == f"Order form for turn {turn}"
            home = world.nations[NATIONS[seat]].home
            goals[seat] = str(home) if turn == 2 else world.locations[home].outside
            text = form_of(found) + f"\n{captain}:\nmove {goals[seat]}\n"
            sheets[seat] = RULESET.read(text, RULESET.view(world, seat))
        outcome = RULESET.resolve(world, sheets, Chance("by mail"))
        world = outcome.world
        assert RULESET.turn(world) == turn + 1
        reports = {seat: report_to(world, seat, outcome.events) for seat in NATIONS}
        for seat, captain in captains.items():
            assert world.units[captain].position == goals[seat]
            told = words(section(reports[seat], "account"))
            assert str(captain) in told
            assert not any(str(other) in told for other in captains.values() if other != captain)


@pytest.mark.rule("CF-1.2-02")
@pytest.mark.parametrize("seat", list(NATIONS))
def test_the_set_up_report_has_a_map_of_the_little_that_the_nation_sees(seat: str) -> None:
    world = new_game()
    found = report_to(world, seat)
    assert (found.kind, found.masthead.title) == ("setup", "The game begins")
    (shown,) = section(found, "map").blocks
    assert isinstance(shown, Map)
    code = NATIONS[seat]
    own = {str(number) for number, one in world.hexes.items() if one.owner == code}
    near = {str(there) for number in own for there in world.tables.grid.neighbours(int(number))} | own
    now = {area.name for area in shown.chart.areas if area.sight == "now"}
    never = {area.name for area in shown.chart.areas if area.sight == "never"}
    assert own
    assert own <= now <= {str(one) for one in world.hexes}
    assert len(now) < len(shown.chart.areas) / 3
    assert len(never) > len(shown.chart.areas) / 3
    others = {str(number) for number, one in world.hexes.items() if one.owner and one.owner != code} - near
    assert {area.owner for area in shown.chart.areas if area.name in others} == {""}
    for number in own:
        assert re.search(rf"\b{number}\b", shown.sketch)
