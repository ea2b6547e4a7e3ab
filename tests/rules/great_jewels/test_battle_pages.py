"""Battle pages and what is told beside them: weights, words and facts of small situations, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from postern.game.battle import BattlePage, Measure
from postern.game.events import Event, seen
from postern.game.report import Battle, Bullets, Report
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.report.front import fights, news
from postern.rulesets.great_jewels.report.front.fights import Row, struck_by
from postern.rulesets.great_jewels.report.front.news import stake
from postern.rulesets.great_jewels.report.front.page import told_in_front
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import allies, land, leader, own, run, talisman


def story(turn: Turn, seat: str) -> tuple[View, list[Event], Report]:
    view, events = view_of(turn.world, seat), list(seen(turn.events, seat))
    return view, events, RULESET.report(view, events)


def pages(report: Report) -> list[BattlePage]:
    return [block for part in report.sections for block in part.blocks if isinstance(block, BattlePage)]


def lines(report: Report, key: str) -> list[str]:
    part = next(part for part in report.sections if part.key == key)
    return [item for block in part.blocks if isinstance(block, Bullets) for item in block.items]


def clash() -> World:
    """L1 has 3 x (80 + 10) = 270 factors; L2's 60 troops bear 5 x 8 + 55 x 4 = 260, and what is over is more than his bonus.
    He answers with 3 x (60 + 5) / 3 = 65: 8 of L1's troops, who have 8 defence factors each by his bonus."""
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "J10", troops=80, bonus=10)
    leader(world, 2, "BBB", "J10", troops=60, bonus=5)
    return world


@pytest.mark.rule("QJ-18-14", "QJ-18-17", "QJ-18-23")
def test_a_page_tells_who_came_with_what_and_what_it_cost() -> None:
    turn = run(clash(), AAA="L1AL2")
    view, events, report = story(turn, "AAA")
    (battle,) = [one for one in events if one.kind == "battle"]
    assert stake(battle, view) == 60 + 12 + 5 + 8, "a leader counts for twelve and his bonus"
    (page,) = pages(report)
    assert (page.place, page.verdict, page.held, page.number, page.tone) == (
        "J10",
        "Struck down",
        "the province is yours",
        1,
        "good",
    )
    assert page.head == "Turn 5 · J10, clear"
    assert page.tale.endswith("You lost 8 of 80 troops, the others all 60 troops.")
    assert "L1 with 80 troops" in page.tale
    assert "L2 of BBB with 60 troops" in page.tale
    (mine, theirs) = (host.units[0] for host in page.hosts)
    assert (mine.name, mine.before, mine.after, mine.gone) == ("L1", 80, 72, False)
    assert mine.text == "attacked L2 with 270 AF; bonus 10; DF 4, double for 10"
    assert (theirs.name, theirs.before, theirs.after, theirs.gone) == ("L2", 60, 0, True)
    assert theirs.text == "stood, answered with 65 AF; bonus 5", "his defence is not for others"
    assert page.measures == (
        Measure("Troops", 80, 60),
        Measure("Bonus", 10, 5),
        Measure("Attack factors", 270, 65),
        Measure("Troops lost", 8, 60),
    )
    assert [(blow.title, blow.text, blow.answer) for blow in page.blows] == [
        ("L2 falls", "Struck by L1 with 270 factors. All 60 troops fell; the leader was killed.", False),
        ("Your L1 pays 8", "Answered by L2 of BBB with 65 factors. 8 of 80 troops fell.", True),
    ]
    assert page.losses == ("You: 8 of 80 troops.", "BBB: all 60 troops; L2 killed.")
    assert page.followed == ("Bonus gained: L1 +2.", "You captured J10.")
    assert "270" in page.turned
    assert "65" in page.turned


def test_the_loser_reads_the_same_battle_from_his_side() -> None:
    (page,) = pages(story(run(clash(), AAA="L1AL2"), "BBB")[2])
    assert (page.verdict, page.held, page.tone) == ("Destroyed", "none of yours are left", "bad")
    assert [host.name for host in page.hosts] == ["BBB", "AAA"]
    assert page.hosts[0].units[0].text == "stood, answered with 65 AF; bonus 5; DF 4, double for 5"
    assert page.hosts[1].units[0].text == "attacked L2 with 270 AF; bonus 10"
    assert page.blows[0].title == "Your L2 falls"
    assert page.blows[0].tone == "bad"


def test_what_fog_hides_is_on_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "PAGE_FROM", 0)
    world = clash()
    talisman(world, 82, 2)
    (page,) = pages(story(run(world, AAA="L1AL2"), "AAA")[2])
    foe = page.hosts[1].units[0]
    assert (foe.before, foe.after, foe.gone, foe.text) == (None, None, True, "stood")
    assert page.measures[0] == Measure("Troops", 80, None)
    assert page.measures[2] == Measure("Attack factors", 270, None)
    assert page.measures[3] == Measure("Troops lost", 8, None)
    assert "60" not in " ".join([page.tale, page.turned, *page.losses, *(blow.text for blow in page.blows)])
    assert "L2 of BBB with an army of unknown strength" in page.tale
    assert page.tale.endswith("You lost 8 of 80 troops, the others an unknown number of troops.")
    assert page.blows[0].text == "Struck by L1 with 270 factors. What it lost was not seen."


def test_small_battles_are_told_in_two_lines_with_their_factors() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "J10", troops=20)
    leader(world, 2, "BBB", "J10", troops=6)
    _, _, report = story(run(world, AAA="L1AL2"), "AAA")
    assert not pages(report)
    account = next(part for part in report.sections if part.key == "account")
    (small,) = [block for block in account.blocks if isinstance(block, Battle)]
    assert small.small
    assert small.title == "J10: struck down"
    assert small.outcome == "L2 of BBB was killed. Your losses: 1 troop, theirs 6."
    assert small.losses[0] == "L1 20 (60 AF) lost 1; L2 of BBB 6 (6 AF) lost 6, killed."


def test_a_battle_weighs_what_is_at_stake_and_not_how_many_came() -> None:
    """J10 is worth 12 + 3 x its rates; as much of it is at stake as its garrison lost."""
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "J10", "BBB", garrison=10)
    leader(world, 1, "AAA", "J10", troops=9)
    turn = run(world, AAA="L1AG")
    view, events, _ = story(turn, "BBB")
    (battle,) = [one for one in events if one.kind == "battle"]
    rows = {row["force"]: row for row in battle.data["forces"]}
    entry = view.entries["J10"]
    whole = 12 + 3 * (entry.levy + entry.tax)
    lost = rows["GJ10"]["lost"]
    assert 0 < lost < 10
    assert stake(battle, view) == whole * lost // 10 + lost + rows["L1"]["lost"]
    home = Event("battle", "6", battle.seen_by, {**battle.data, "place": "B8", "forces": [{**rows["GJ10"], "force": "GB8"}]})
    own_home = view.entries["B8"]
    assert stake(home, view) == 3 * (12 + 3 * (own_home.levy + own_home.tax)) * lost // 10 + lost


def test_allies_stand_on_the_readers_side() -> None:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    leader(world, 1, "AAA", "J10", troops=80, bonus=10)
    leader(world, 2, "BBB", "J10", troops=60, bonus=5)
    leader(world, 3, "CCC", "J10", troops=10)
    allies(world, "AAA", "CCC")
    (page,) = pages(story(run(world, AAA="L1AL2", CCC="L3AL2"), "AAA")[2])
    assert [(host.name, host.own, host.ours) for host in page.hosts] == [
        ("AAA", True, True),
        ("CCC", False, True),
        ("BBB", False, False),
    ]
    assert page.measures[0] == Measure("Troops", 90, 60)
    assert "L3 of CCC with 10 troops" in page.tale
    assert "Your side lost " in page.tale


def _row(force: str, owner: str, targets: Sequence[str] = (), dealt: int | None = 10) -> Row:
    row = {"force": force, "owner": owner, "targets": list(targets), "remote": False}
    return row | ({} if dealt is None else {"dealt": dealt})


def test_factors_of_a_blow_are_told_only_where_all_went_to_one_force() -> None:
    one, two, three = _row("L1", "AAA", ["L2"]), _row("L2", "BBB", ["L1"]), _row("L3", "CCC", ["L1"])
    assert struck_by(one, two, [one, two]) == 10
    assert struck_by(one, two, [one, two, three]) is None, "some of it answered L3"
    assert struck_by(one, two, [one, two, {**three, "remote": True}]) == 10, "nobody answers a blow from next door"
    assert struck_by(_row("L1", "AAA", ["L2", "L3"]), two, [one, two]) is None
    assert struck_by(_row("L1", "AAA", ["L2"], dealt=None), two, [one, two]) is None


def test_every_verdict_has_words_and_every_sentence_its_facts() -> None:
    every = {"ours": "A", "theirs": "B", "beaten": "C", "gone": "D", "place": "J10"}
    for verdict_, tales in fights.TALES.items():
        assert len(tales) >= 2, verdict_
        for tale in tales:
            assert "{" not in fights.filled(tale, **every)
    facts = {
        "defence": 2,
        "covered": 3,
        "csps": 4,
        "many": 2,
        "factors": 90,
        "mine": 5,
        "theirs": 4,
        "target": "L1",
        "they": "L2",
    }
    for cause, sentences in fights.TURNED.items():
        assert len(sentences) >= 2, cause
        for sentence in sentences:
            assert "{" not in fights.filled(sentence, **facts)


# --- what is told beside them ------------------------------------------------------------------------------------------


def test_what_the_front_page_tells_is_not_told_again() -> None:
    world = clash()
    turn = run(world, AAA="L1AL2")
    view, events, report = story(turn, "BBB")
    assert report.front is not None
    assert [fight.place for fight in report.front.fights] == ["J10"]
    assert not any("J10" in line for line in lines(report, "attention"))
    assert told_in_front(view, events).battles
    assert "The battle in J10 is told on a page of its own." in lines(report, "account")


def test_battles_that_have_no_room_in_front_need_attention_the_weightiest_first() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    for number, place in enumerate(("E5", "E6", "E9", "J10", "J12", "J14", "M8"), start=1):
        leader(world, number, "AAA", place, troops=90)
        leader(world, 20 + number, "BBB", place, troops=number)
    orders = "\n".join(f"L{number}AL{20 + number}" for number in range(1, 8))
    _, _, report = story(run(world, AAA=orders), "BBB")
    front = report.front
    assert front is not None
    assert [fight.place for fight in front.fights] == ["M8", "J14", "J12", "J10", "E9"]
    assert [line[:13] for line in lines(report, "attention")][:2] == ["Battle in E6:", "Battle in E5:"]


def test_scouts_are_told_in_one_line() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    for place in ("J9", "J11", "I9"):
        own(world, place, "BBB", garrison=9)
    own(world, "J10", "AAA", garrison=20)
    turn = run(world, AAA="GJ10R1J9\nGJ10R1J11\nGJ10R2I9")
    mine, theirs = (lines(story(turn, seat)[2], "account") for seat in ("AAA", "BBB"))
    assert [line for line in mine if "Scouts" in line] == [
        "Scouts, 4 troops in all, raided I9, J9 and J11. None came back, but you have seen what is there."
    ]
    assert [line for line in theirs if "raided" in line] == [
        "Scouts of others, 4 troops in all, raided I9, J9 and J11 and died."
    ]


def test_battles_in_which_scouts_alone_fell_are_told_in_one_line() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    for number, place in enumerate(("E5", "J10", "M8"), start=1):
        leader(world, number, "AAA", place, troops=30)
        leader(world, 20 + number, "BBB", place, troops=number)
    turn = run(world, AAA="L1AL21\nL2AL22\nL3AL23")
    for seat, line in (("AAA", "L21 of BBB in E5 and L22 of BBB in J10"), ("BBB", "L21 in E5 and L22 in J10")):
        report = story(turn, seat)[2]
        assert [one for one in lines(report, "account") if "Scouts" in one] == [f"Scouts fell: {line}."]
        account = next(part for part in report.sections if part.key == "account")
        assert [block.place for block in account.blocks if isinstance(block, Battle)] == ["M8"], "three troops are no scout"


def test_raids_in_strength_are_told_one_by_one() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    for place in ("J9", "J11"):
        own(world, place, "BBB", garrison=9)
    own(world, "J10", "AAA", garrison=20)
    told = lines(story(run(world, AAA="GJ10R4J9\nGJ10R5J11"), "AAA")[2], "account")
    assert len([line for line in told if " raided " in line]) == 2


def test_lost_provinces_are_told_by_captor_in_one_line() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    for number, place in enumerate(("J9", "E5"), start=1):
        own(world, place, "BBB", garrison=1)
        leader(world, number, "AAA", place, troops=40)
    report = story(run(world, AAA="L1AG\nL2AG"), "BBB")[2]
    for key in ("attention", "account"):
        assert [line for line in lines(report, key) if "captured" in line] == ["AAA captured E5 and J9 from you."]
