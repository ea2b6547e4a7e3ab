"""The order form: it can be sent back as it is, names what each force can do, and stays short in a large realm."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.report.form import order_form
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader, own, run_typed, talisman
from tests.rules.great_jewels.games import played


def form(world: World, seat: str = "AAA") -> list[str]:
    """The form after one quiet turn, so that the seat has a printout."""
    return list(order_form(view_of(run_typed(world).world, seat)))


def about(lines: list[str], force: str) -> str:
    """The remark on a force."""
    at = next(at for at, line in enumerate(lines) if line.startswith(f"// {force}:"))
    end = next(later for later in range(at, len(lines)) if lines[later] == force)
    return " ".join(line.removeprefix("//").strip() for line in lines[at:end])


@pytest.mark.parametrize("turns", [0, 3, 12])
def test_sent_back_as_it_is_it_orders_nothing(turns: int) -> None:
    world = played("form", turns)
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        text = "\n".join(order_form(view))
        sheet = RULESET.read(text, view)
        assert [order.code for order in sheet.orders] == (["E=25"] if turns == 0 else [])
        assert not sheet.problems, sheet.problems
        assert max(len(line) for line in text.split("\n")) <= 72


@pytest.mark.parametrize("turns", [3, 12])
def test_every_leader_stands_on_a_line_of_his_own_and_every_garrison_is_named(turns: int) -> None:
    world = played("form", turns)
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        lines = order_form(view)
        for number in view.leaders:
            assert f"L{number}" in lines
        text = "\n".join(lines)
        for name, place in view.provinces.items():
            assert f"G{name}" in lines or f"{name} {place.garrison}/{place.zorans}" in text


def test_a_leaders_limits_are_told() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=9, bonus=2)
    leader(world, 2, "AAA", "J10", troops=9, bonus=5)
    leader(world, 3, "AAA", "J10", troops=9, towers=2)
    leader(world, 4, "AAA", "J10", troops=9, force_marched=world.turn)
    leader(world, 5, "AAA", "J10", troops=1, at_peace=True)
    leader(world, 6, "AAA", "J10", troops=9)
    talisman(world, 52, 6)  # Seven League Boots
    lines = form(world)
    assert about(lines, "L1").endswith("moves 4, forced 6 (4 of his troops survive)") or "(6 of his" in about(lines, "L1")
    assert about(lines, "L2").endswith("moves 4, forced 6")
    assert about(lines, "L3").endswith("2 towers, moves 2")
    assert about(lines, "L4").endswith("moves 4, not forced again now")
    assert "at peace (L5Q ends it)" in about(lines, "L5")
    assert "moves 7" in about(lines, "L6")


def test_a_garrison_says_what_its_zorans_buy_and_when_it_can_do_nothing() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=20, zorans=60)
    own(world, "A3", "AAA", garrison=20, zorans=2, navies=2)
    own(world, "M10", "AAA", garrison=9, besieged=True)
    leader(world, 8, "AAA", "J10")
    leader(world, 9, "BBB", "M10", troops=90)
    lines = form(world)
    assert "(buys 6 citadel points)" in about(lines, "GJ10")
    assert "2 navies" in about(lines, "GA3")
    assert "BESIEGED" in about(lines, "GM10")
    assert any(line.startswith("// Here too: L9 BBB 90") for line in lines)


def test_quiet_garrisons_share_a_line() -> None:
    world = land()
    middle = ["J10", "J11", "K11", "K10", "J9", "I9", "I10"]
    for name in middle:
        own(world, name, "AAA", garrison=20)
    lines = form(world)
    assert "GJ10" not in lines  # in the midst of own land
    assert any("J10 28/" in line for line in lines if line.startswith("//"))
    assert "GJ11" in lines  # beside empty land


def test_talismans_with_orders_show_their_form() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=5)
    for number in (2, 45, 57):
        talisman(world, number, "J10")
    text = "\n".join(form(world))
    assert "Palantir with GJ10: T45=M7" in text
    assert "Great Jewel with GJ10: T2=" in text
    assert "Oracle with" not in text


def test_a_realm_of_forty_provinces_has_a_form_that_can_be_used() -> None:
    world = played("form", 20)
    sizes = {}
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        sizes[seat] = (len(view.provinces), len(view.leaders), len(order_form(view)))
    for provinces, leaders, lines in sizes.values():
        assert lines <= 40 + 4 * provinces + 3 * leaders, sizes
