"""A report tells each thing once in a section, and after its cause."""

from __future__ import annotations

from typing import Any

import pytest

from postern import render
from postern.game.events import Event
from postern.game.kit.report.telling import told_to
from postern.game.report import Battle, Block, Bullets, Section
from postern.rulesets.great_jewels.report.changes import deduplicate
from postern.rulesets.great_jewels.report.telling import TELLINGS
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader, own, talisman
from tests.rules.great_jewels.test_report import report_for, run, section, told

pytestmark = pytest.mark.usefixtures("no_mischief")


def _kinds(part: Section) -> list[str]:
    return [type(block).__name__ for block in part.blocks]


def _battle(part: Section) -> Battle:
    (battle,) = [block for block in part.blocks if isinstance(block, Battle)]
    return battle


def _after_battles(part: Section) -> list[str]:
    last = max(at for at, block in enumerate(part.blocks) if isinstance(block, Battle))
    behind: list[Block] = list(part.blocks[last:])
    return [item for block in behind if isinstance(block, Bullets) for item in block.items]


def test_what_a_raid_took_the_raid_alone_tells() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=90)
    own(world, "I10", "AAA", garrison=40)
    report = report_for(run(world, AAA="GJ10R30J11\nGI10R30J11\nGJ10R30K10"), "AAA")
    account = told(section(report, "account"))
    took = "They took the province and are its garrison."
    assert [line for line in account if "J11" in line] == [
        f"30 troops of the garrison in J10 raided J11. {took}",
        f"30 troops of the garrison in I10 raided J11. {took}",
    ]
    assert not any("You captured" in line for line in account)
    assert report.masthead.line.startswith("A good turn. Gained: 2 provinces")


def test_what_a_leader_took_as_raiders_joined_him_is_told_before_they_join() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=90)
    leader(world, 1, "AAA", "J10", troops=5)
    account = told(section(report_for(run(world, AAA="GJ10R30J11\nL1MJ11\nGJ10R30K10"), "AAA"), "account"))
    assert account.count("You captured J11.") == 1
    joined = next(line for line in account if line.endswith("They joined the garrison."))
    assert account.index("You captured J11.") < account.index(joined)
    assert not any("captured" in line and "K10" in line for line in account)


def _fallen(*talismans: int) -> World:
    world = land()
    leader(world, 1, "AAA", "J10", troops=5)
    leader(world, 2, "BBB", "J10", troops=60)
    for number in talismans:
        talisman(world, number, 1)
    return world


def test_who_fell_in_combat_is_told_with_his_talismans_in_the_battles_box() -> None:
    report = report_for(run(_fallen(57), BBB="L2AL1"), "AAA")
    account = section(report, "account")
    assert _battle(account).outcome.startswith("You lost L1.")
    assert _battle(account).spoils == ("L1's talismans: T57 to L2.",)
    assert not any("L1" in line for line in told(account))
    assert not any("L1" in line for line in told(section(report, "attention"))), "the front page has told of the battle"
    assert render.to_text(report).count("talismans: T57 to L2.") == 1


def test_who_wins_talismans_in_combat_reads_so_in_the_battles_box() -> None:
    account = section(report_for(run(_fallen(57), BBB="L2AL1"), "BBB"), "account")
    assert _battle(account).spoils == ('L2 won T57 "ORACLE" from the dead.',)
    assert not any("T57" in line for line in told(account))


def test_each_talisman_stands_in_the_box_where_it_was_won() -> None:
    world = _fallen(57)
    leader(world, 3, "AAA", "J9", troops=5)
    leader(world, 4, "BBB", "J9", troops=60)
    talisman(world, 4, 3)
    for seat, words in (("AAA", "talismans: T{}"), ("BBB", "won T{} ")):
        account = section(report_for(run(world, BBB="L2AL1\nL4AL3"), seat), "account")
        boxes = {block.place: " ".join(block.spoils) for block in account.blocks if isinstance(block, Battle)}
        assert words.format(4) in boxes["J9"], seat
        assert words.format(57) in boxes["J10"], seat
        assert "T57" not in boxes["J9"], seat


def test_who_lives_again_is_told_in_the_battles_box() -> None:
    account = section(report_for(run(_fallen(126), BBB="L2AL1"), "AAA"), "account")
    (line,) = _battle(account).spoils
    assert line.endswith("L1 lives again in B4, without troops or goods, with his bonus.")
    assert not any("lives again" in one for one in told(account))


def test_who_was_waylaid_and_killed_is_told_once_with_his_talismans() -> None:
    world = land()
    leader(world, 1, "AAA", "J9", troops=5)
    leader(world, 2, "BBB", "J10", troops=60)
    talisman(world, 57, 1)
    report = report_for(run(world, AAA="L1MJ10J11"), "AAA")
    for key in ("attention", "account"):
        (line,) = [one for one in told(section(report, key)) if "waylaid" in one]
        assert line.startswith("L1 was waylaid in J10 by L2 of BBB")
        assert line.endswith("So did he. L1's talismans: T57 to L2.")


_DEAD = {"leader": 1, "province": "J10", "talismans": ["T57 left in J10"], "refuge": ""}


@pytest.mark.parametrize(
    ("kind", "way", "data"),
    [
        (
            "dragon-duel",
            "dragon",
            {"province": "J10", "slain": True, "dead": [[1, "AAA"]], "alive": [[2, "BBB", 5]], "hoard": 9},
        ),
        ("hot potato", "hot potato", {"province": "J10", "troops": 3, "leaders": [1]}),
        (
            "sailed",
            "storm",
            {
                "leader": 1,
                "start": "B4",
                "goal": "J10",
                "landfall": "J10",
                "before": 5,
                "lost": 5,
                "drowned": True,
                "refused": False,
            },
        ),
    ],
)
def test_a_death_is_told_once_with_its_cause(kind: str, way: str, data: dict[str, Any]) -> None:
    seats = frozenset({"AAA"})
    events = [Event("leader-died", "9", seats, {**_DEAD, "way": way}), Event(kind, "9", seats, data)]
    (said,) = deduplicate(told_to(TELLINGS, events, "AAA"))
    assert (said.event.kind, said.weight, said.tone) == (kind, "attention", "bad")
    assert said.text.endswith("L1's talismans: T57 left in J10.")
    other = [events[0], Event(kind, "9", seats, {**data, "leader": 2, "leaders": [2], "dead": [[2, "BBB"]]})]
    assert len(deduplicate(told_to(TELLINGS, other, "AAA"))) == 2


def test_what_came_of_a_battle_stands_behind_it() -> None:
    world = land()
    leader(world, 2, "AAA", "K10", troops=40, towers=5)
    own(world, "K10", "BBB", garrison=90)
    account = section(report_for(run(world, AAA="L2AG"), "AAA"), "account")
    assert any(line.startswith("In the attack on K10 L2 lost") for line in _after_battles(account))


def test_what_had_to_come_before_a_battle_stands_before_it() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=9)
    leader(world, 1, "AAA", "J10", troops=40)
    leader(world, 3, "AAA", "J9", troops=40)
    leader(world, 4, "BBB", "J9", troops=40)
    account = section(report_for(run(world, AAA="L1AG\nL3CL4"), "AAA"), "account")
    (cause,) = [line for line in told(account) if "did not attack" in line]
    assert cause not in _after_battles(account)
    assert _kinds(account).index("Bullets") < _kinds(account).index("Battle")


@pytest.mark.rule("QJ-28.1-130")
def test_troops_that_the_meemies_drive_out_are_told_in_one_line_with_what_became_of_them() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=12)
    leader(world, 11, "AAA", "J10", troops=3)
    talisman(world, 79, 11)
    report = report_for(run(world, AAA="T79G"), "BBB")
    for key in ("attention", "account"):
        lines = [line for line in told(section(report, key)) if "12 troops" in line]
        assert len(lines) == 1, lines
        assert "drove all 12 troops of the garrison of J10 out into" in lines[0]
        assert "killed them all" in lines[0]


def test_what_happened_several_times_alike_is_told_once_with_its_number() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=12)
    own(world, "J11", "AAA", garrison=9)
    own(world, "I10", "AAA", garrison=9)
    report = report_for(run(world, AAA="GJ11R2J10\nGI10R2J10"), "BBB")
    assert "Scouts of others, 4 troops in all, raided J10 (twice) and died." in told(section(report, "account"))
    assert not any("J10" in line for line in told(section(report, "attention"))), "the front page has told it"
