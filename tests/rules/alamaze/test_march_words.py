"""What is told of moves, transfers and the sea has words, in reports and in forecasts."""

from __future__ import annotations

from postern.game.kit.report.telling import Mood, told_to
from postern.rulesets.alamaze.report.reading import tellings as words
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Fleet, Leader, Wizard
from tests.rules.alamaze.build import give, put_group, quiet_world


def a_busy_turn() -> Turn:
    world = quiet_world()
    for code in ("WA", "SO", "EL"):
        world.kingdoms[code].fleets = {"F": Fleet(6, 12)}
    put_group(world, "1WA", "MN", 4, leaders=[Leader("Drlas", "General")], wizards=[Wizard("RE", "Rebern", 5)])
    put_group(world, "2WA", "MN", 2)
    put_group(world, "3WA", "LL", 9)
    put_group(world, "1SO", "MN", 1, wizards=[Wizard("ZA", "Zarl", 5), Wizard("ZE", "Zelm", 5)])
    put_group(world, "2SO", "UJ", 1)
    put_group(world, "1EL", "MN", 2)
    put_group(world, "2EL", "MP", 2)
    put_group(world, "1BL", "LO", 2, artifacts=["DRAGN"])
    put_group(world, "1GN", "ML", 9)
    letters = {
        "WA": "720 1WA MO\n702 1WA 4WA WA 1\n741 2WA 4WA WA 1\n748 F 8000 1 LN LM",
        "SO": "660 1SO ZA F LK\n661 1SO ZE F LK\n705 F\n830 1SO ZA 2SO\n245 F 1",
        "EL": "705 F\n731 1EL 1WA\n732 2EL BL\n742 1EL 2EL HE",
        "BL": "727 1BL OO\n720 2BL XT",
        "DA": "745 1DA\n730 2DA",
    }
    world.centers["LN"].owner = "WA"
    return give(world, letters)


def test_every_event_of_a_busy_turn_has_its_sentence() -> None:
    turn, tellings = a_busy_turn(), words()
    own = [one for one in turn.events if one.kind in tellings.kinds()]
    unheard = {one.kind for one in turn.events} - tellings.kinds()
    assert unheard <= {"order", "order-failed", "order-note", "influence", "ledger", "spell-list", "month"}
    for mood in Mood:
        for event in own:
            for seat in event.seen_by:
                assert tellings.sentence(event, seat, mood)
    texts = [one.text for one in told_to(tellings, turn.events, "WA")]
    assert "1WA marched from MN by MO: 5 points." in texts
    assert "4WA is active at MN with 1 WA, from 1WA." in texts
    assert "3WA had too few ships at LL: 2 brigades and no figures drowned." in texts
