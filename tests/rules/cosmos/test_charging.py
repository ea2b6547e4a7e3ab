"""What orders cost: allowances, then administration points, in the order of the lines (CF-3.2, ruling 1.4)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.letters import Bill, charge
from postern.rulesets.cosmos.rules.points import admin_limit
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import add_unit, empty_world, scenario_world, told
from tests.rules.cosmos.letters import appended, dropped, letter, lines_of, sent, texts


def bill(world: World, text: str) -> Bill:
    """What a letter costs, line by line."""
    sheet = letter(world, text)
    view = view_of(world, "AM")
    return charge(view.world, view.nation, [one.data for one in sheet.orders])


def limited(points: int) -> World:
    world = scenario_world()
    world.nations["Am"].admin_limit = points
    return world


COSTS: list[tuple[str, str, list[tuple[int, int]], tuple[str, ...]]] = [
    # of each line: orders of the allowance, administration points
    (
        "a Captain has two orders of his own",
        "3105:\nwait 1\nwait 1\nwait 1\nwait 1",
        [(1, 0), (1, 0), (0, 1), (0, 1)],
        ("CF-3.2-01", "CF-3.2-02"),
    ),
    ("mass units have none", "3112:\nwait 1", [(0, 1)], ("CF-3.2-03",)),
    ("nation and locations have none", "policy 2 ally\n1501:\nwait 1", [(0, 1), (0, 1)], ("CF-3.2-06",)),
    ("orders of a block count", "3105:\nrepeat 5\norders:\nwait 1\nwait 2\n.", [(1, 0), (1, 0), (0, 1)], ("CF-3.2-01",)),
    (
        "those that change programs count, too",
        "3105:\nclear\nbreak\ninsert 0\norders:\nwait 1\n.",
        [(1, 0), (1, 0), (0, 1), (0, 1)],
        (),
    ),
    (
        "orders to another count for who passes them on",
        "3105:\norder 3101\norders:\nwait 1\nwait 1\n.",
        [(1, 0), (1, 0), (0, 1)],
        (),
    ),
    (
        "names and aliases are free",
        "name 3112 Old Guard\nalias 3112 $wall\n3112:\nmyname Guard\nmyalias $guard",
        [(0, 0)] * 4,
        ("CF-3.2-11", "CF-21.1-06", "CF-21.6-08", "CF-21.6-10"),
    ),
    ("home and heir are free", "home 1502\nheir 3103", [(0, 0)] * 2, ("CF-3.2-11", "CF-5.2-05", "CF-5.5-10")),
    ("free orders of a block are free", "3112:\nrepeat 1\norders:\nmyalias $x\n.", [(0, 1), (0, 0)], ("CF-3.2-11",)),
]


@pytest.mark.parametrize(
    ("text", "costs"),
    [pytest.param(text, costs, id=title, marks=pytest.mark.rule(*clauses)) for title, text, costs, clauses in COSTS],
)
def test_what_each_line_costs(text: str, costs: list[tuple[int, int]]) -> None:
    assert [(one.allowance, one.points) for one in bill(scenario_world(), text).charges] == costs


@pytest.mark.rule("CF-3.2-03")
def test_allowances_run_from_two_to_seven_and_belong_to_characters() -> None:
    types = scenario_world().tables.unit_types.values()
    allowances = {one.allowance for one in types if one.allowance}
    assert min(allowances) >= 2
    assert max(allowances) <= 7
    assert not [one.name for one in types if one.mass and one.allowance]


@pytest.mark.rule("CF-3.2-07", "CF-3.2-12", "CF-1.2-11")
def test_what_no_point_is_left_for_is_dropped_in_the_sequence_of_the_lines() -> None:
    world = limited(2)
    text = "3112:\nwait 1\nwait 2\nwait 3\nmyalias $x\n3105:\nwait 4\n3113:\nwait 5"
    sheet = letter(world, text)
    assert lines_of(sheet) == [("3112", "wait 1"), ("3112", "wait 2"), ("3112", "myalias $x"), ("3105", "wait 4")]
    assert [(one.line, one.code) for one in dropped(sheet)] == [(4, "NOT PAID"), (9, "NOT PAID")]
    assert "administration points 2 of 2 used" in dropped(sheet)[0].why


def test_an_outer_order_that_is_not_paid_goes_with_its_block_an_inner_one_alone() -> None:
    world = limited(1)
    outer = letter(world, "3112:\nwait 1\nrepeat 2\norders:\nmyalias $x\n.\n3105:\nwait 2")
    assert lines_of(outer) == [("3112", "wait 1"), ("3105", "wait 2")]
    inner = letter(world, "3112:\nrepeat 2\norders:\nwait 1\nmyalias $x\n.\n3105:\nwait 2")
    assert lines_of(inner) == [("3112", "repeat 2"), ("3112", "-myalias $x"), ("3105", "wait 2")]


@pytest.mark.rule("CF-3.2-12")
def test_the_turn_charges_as_the_answer_did() -> None:
    world = limited(22)
    turn = sent(world, AM="3112:\nwait 1\nwait 2\n3105:\nwait 3")
    world.nations["Am"].admin_limit = 1  # a letter that was not read before
    from postern.game.kit.turn import run

    run(SEQUENCE, turn, until="1")
    assert texts(world.units[3112].program) == ["wait 1"]
    assert texts(world.units[3105].program) == ["wait 3"]
    assert [one.code for one in turn.failures] == ["NOT PAID"]


@pytest.mark.rule("CF-3.2-08")
def test_points_are_not_saved() -> None:
    world = limited(2)
    for _ in range(2):
        turn = appended(world, AM="3112:\nwait 1")
        assert not told(turn, "order failed")
        assert not dropped(letter(world, "3112:\nwait 1\nwait 1"))
        assert len(dropped(letter(world, "3112:\nwait 1\nwait 1\nwait 1"))) == 1


@pytest.mark.rule("CF-3.2-09", "CF-3.2-10", "CF-13.2-04")
def test_the_administration_limit_at_the_start() -> None:
    world = scenario_world()
    assert {code: nation.admin_limit for code, nation in world.nations.items() if nation.seat} == {
        "Am": 22, "Rc": 22, "Sl": 22, "Gh": 21,  # 8 or 7, three lords of 4, the castle in the capital
    }  # fmt: skip


@pytest.mark.rule("CF-3.2-09", "CF-3.2-13")
def test_the_great_kingdom_has_21_points_and_53_orders() -> None:
    """The book's example, with the 8 basic points of the scenario in place of its 5."""
    world = empty_world()
    nobles = [add_unit(world, "Am", "Noble", 190) for _ in range(3)]
    generals = [add_unit(world, "Am", "General", 190) for _ in range(2)]
    captains = [add_unit(world, "Am", "Captain", 190) for _ in range(3)]
    world.locations[1504].outside = "190"
    world.locations[1509].owner, world.locations[1509].outside = "Am", "157"
    points = admin_limit(world, world.nations["Am"])
    assert points == 8 + 3 * 4 + 2 * 2
    world.nations["Am"].admin_limit = points - 3  # the book's 5 + 3 x 4 + 2 x 2 = 21
    lines = [f"{one.id}:\n" + "wait 1\n" * 60 for one in (*nobles, *generals, *captains)]
    stand = bill(world, "".join(lines))
    assert sum(one.paid for one in stand.charges) == 3 * 6 + 2 * 4 + 3 * 2 + 21 == 53


@pytest.mark.rule("CF-3.2-09", "CF-13.2-02", "CF-13.2-04", "CF-5.5-03")
def test_what_does_not_count_for_the_limit() -> None:
    def limit(change: str) -> int:
        world = scenario_world()
        castle, king = world.locations[1504], world.units[3101]
        if change == "questing":
            king.questing = True
        elif change == "fleeing":
            king.position = ""
        elif change == "dead":
            del world.units[3101]
        elif change == "besieged":
            castle.besieged = True
        elif change == "broken":
            castle.damage = castle.strength * castle.rating
        elif change == "hex lost":
            world.hexes[190].owner = "Rc"
        elif change == "second castle in the hex":
            world.locations[1509].owner, world.locations[1509].outside = "Am", "190"
        return admin_limit(world, world.nations["Am"])

    assert limit("") == 22
    for change in ("questing", "fleeing", "dead"):
        assert limit(change) == 18, change
    for change in ("besieged", "broken", "hex lost"):
        assert limit(change) == 20, change
    assert limit("second castle in the hex") == 22


@pytest.mark.rule("CF-3.2-11")
def test_the_free_orders() -> None:
    assert {name for name, one in TRAITS.items() if one.free} == {
        "name", "myname", "mytactics", "alias", "myalias", "home", "heir",
    }  # fmt: skip
