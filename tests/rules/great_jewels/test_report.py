"""The turn report: what matters first, everything told once, in lines that fit, and the whole table at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postern import render
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.report import Battle, Bullets, Report, Section, Table, Text
from postern.game.ruleset import Outcome
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.report.front.page import how_it_went
from postern.rulesets.great_jewels.world.records import People, World
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman
from tests.rules.great_jewels.games import next_turn, played

SEED = "report"


def run(world: World, **orders: str) -> Outcome[World]:
    sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in orders.items()}
    return RULESET.resolve(world, sheets, Chance(SEED))


def report_for(outcome: Outcome[World], seat: str) -> Report:
    return RULESET.report(RULESET.view(outcome.world, seat), seen(outcome.events, seat))


def section(report: Report, key: str) -> Section:
    return next(one for one in report.sections if one.key == key)


def told(part: Section) -> list[str]:
    """The sentences of a section: bullets and paragraphs."""
    items = [item for block in part.blocks if isinstance(block, Bullets) for item in block.items]
    return items + [block.text for block in part.blocks if isinstance(block, Text)]


def dangers(report: Report) -> list[str]:
    """The dangers on the front page."""
    assert report.front is not None
    return [hint.text for hint in report.front.dangers]


def test_sections_come_in_the_houses_order() -> None:
    report = report_for(next_turn(played(SEED, 4), SEED), "GREEDY")
    keys = [one.key for one in report.sections]
    assert keys == ["attention", "account", "map", "holdings", "seen", "orders", "codes"]
    assert report.kind == "turn"
    assert report.masthead.turn == 5
    labels = [label for label, _ in report.masthead.facts]
    assert labels[:5] == ["Score", "People", "Realm", "Forces", "Wealth"]


def test_the_set_up_letter_says_how_to_begin() -> None:
    world = played(SEED, 0)
    report = RULESET.report(RULESET.view(world, "GREEDY"), ())
    assert report.kind == "setup"
    assert [one.key for one in report.sections][:2] == ["begin", "map"]
    home = world.players["GREEDY"].home
    words = " ".join(told(section(report, "begin")))
    assert f"`G{home}T10TL" in words
    people = world.players["GREEDY"].people
    assert f"The {people.title()} score " in words
    others = [f"TYPE={one}" for one in People if one is not people]
    assert all(f"`{one}`" in words for one in others)
    assert f"`TYPE={people}`" not in words
    for code in ("E=25", f"G{home}BC4", *others):
        assert RULESET.read(code, RULESET.view(world, "GREEDY")).orders, code


@pytest.mark.parametrize("turns", [0, 1, 7, 12])
def test_every_line_of_a_letter_fits(turns: int) -> None:
    world = played(SEED, turns)
    if not turns:
        reports = [RULESET.report(RULESET.view(world, seat), ()) for seat in world.players]
    else:
        outcome = next_turn(world, SEED)
        reports = [report_for(outcome, seat) for seat in list(world.players)[:6]]
    for report in reports:
        for line in render.to_text(report).split("\n"):
            assert len(line) <= 72, line


def test_nothing_is_told_twice_in_one_section() -> None:
    outcome = next_turn(played(SEED, 9), SEED)
    for seat in outcome.world.players:
        for part in report_for(outcome, seat).sections[:2]:
            sentences = told(part)
            assert len(sentences) == len(set(sentences)), sentences


def test_a_siege_is_named_once() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=5)
    leader(world, 7, "BBB", "J10", troops=40)
    report = report_for(run(world), "AAA")
    named = [line for part in report.sections[:2] for line in told(part) if "besieged by" in line]
    (besieged,) = [line for line in dangers(report) if "besieged" in line]
    assert besieged.startswith("J10 is besieged by BBB: 40 troops against ")
    assert not named, "the front page has told it"
    assert any("no levies" in line for line in told(section(report, "attention")))


def test_what_failed_comes_first_with_its_reason() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=5)
    report = report_for(run(world, AAA="L1MA3"), "AAA")
    (table,) = [block for block in section(report, "attention").blocks if isinstance(block, Table)]
    assert table.rows[0][0] == "`L1MA3`"
    assert "A3 does not border J10" in table.rows[0][1]
    quiet = report_for(run(world, AAA="L1MJ11"), "AAA")
    assert any("No order failed" in line for line in told(section(quiet, "attention")))


def test_what_failed_says_the_line_to_send_instead_but_not_what_was_done() -> None:
    world = land()
    leader(world, 4, "AAA", "J10", troops=5)
    own(world, "J10", "AAA", zorans=20)
    report = report_for(run(world, AAA="L4 J11\nGJ10BC20"), "AAA")
    (table,) = [block for block in section(report, "attention").blocks if isinstance(block, Table)]
    assert table.rows[0] == ("`L4 J11`", "L4 J11 does not say what L4 does.", "To move: `L4MJ11`")
    assert table.rows[1][2] == "Possible now: 4."
    assert "To move: L4MJ11" in " ".join(render.to_text(report).split())


@pytest.mark.rule("QJ-23-05")
def test_an_army_before_a_neutral_garrison_is_told_what_keeps_it_from_the_province() -> None:
    world = land()
    change(world, "J11", garrison=7, csps=3)
    change(world, "I10", garrison=7)
    leader(world, 1, "AAA", "J10", troops=5)
    leader(world, 2, "AAA", "J10", troops=8)
    leader(world, 3, "AAA", "I9")
    report = report_for(run(world, AAA="L1MJ11\nL2MJ11\nL3MI10"), "AAA")
    lines = told(section(report, "attention"))
    hint = "J11 is guarded by 7 neutral troops in a citadel of 3: you take it once they are beaten (`L2AG`)."
    assert [line for line in lines if "guarded" in line] == [hint]


def test_a_prize_that_another_disputes_is_explained() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=5)
    leader(world, 2, "BBB", "J12", troops=5)
    report = report_for(run(world, AAA="L1MJ11", BBB="L2MJ11"), "AAA")
    assert "J11 has no garrison, but was not captured: L2 of BBB stands there too." in told(section(report, "attention"))


def test_a_prize_whose_garrison_fell_is_explained_though_new_levies_came() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=1)
    leader(world, 1, "AAA", "J10", troops=50, bonus=9)
    leader(world, 2, "BBB", "J10", troops=80)
    outcome = run(world, AAA="L1KG")
    assert outcome.world.provinces["J10"].garrison > 0
    assert outcome.world.provinces["J10"].owner == "BBB"
    hints = told(section(report_for(outcome, "AAA"), "attention"))
    assert "J10 lost its garrison, but was not captured: L2 of BBB stands there too." in hints
    quiet = told(section(report_for(run(world), "AAA"), "attention"))
    assert not any("was not captured" in line for line in quiet)


@pytest.mark.rule("QJ-21-10", "QJ-22-03")
def test_an_allys_province_that_is_not_captured_says_why() -> None:
    world = land()
    allies(world, "AAA", "BBB", mutual=False)
    own(world, "J10", "BBB", garrison=1)
    leader(world, 1, "AAA", "J10", troops=50, bonus=9)
    why = (
        "J10 had no garrison left, but was not captured: BBB, its owner, is your declared ally. "
        "To capture from an ally L1 needs to be hostile (L1H)."
    )
    assert why in told(section(report_for(run(world, AAA="L1KG"), "AAA"), "attention"))
    taken = run(world, AAA="L1KG\nL1H")
    assert taken.world.provinces["J10"].owner == "AAA"
    assert why not in told(section(report_for(taken, "AAA"), "attention"))
    passing = run(world)
    assert why not in told(section(report_for(passing, "AAA"), "attention"))


def test_the_score_says_what_the_turn_added_and_for_what() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "J10", "AAA", garrison=5)
    leader(world, 1, "AAA", "J10", troops=5, bonus=5)
    outcome = run(world, AAA="RJ10")
    score = dict(report_for(outcome, "AAA").masthead.facts)["Score"]
    gained = outcome.world.players["AAA"].score
    assert score.startswith(f"{gained} ({gained:+} this turn: ")
    assert "ravaging " in score
    assert "leaders 5" in score or "leaders 12" in score  # with or without the lucky rise of the bonus


def test_many_of_a_kind_are_told_in_few_lines() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=60)
    for number in range(1, 7):
        leader(world, number, "AAA", "J10")
    gifts = "\n".join(f"GJ10T{number + 3}TL{number}" for number in range(1, 7))
    marches = "L1MJ11\nL2MK10\nL3MI10"
    account = told(section(report_for(run(world, AAA=f"{gifts}\n{marches}"), "AAA"), "account"))
    handed = [line for line in account if "handed" in line]
    assert handed == [
        "The garrison of J10 handed 4 troops to L1 (now 4), 5 troops to L2 (now 5), 6 troops to L3 (now 6), "
        "7 troops to L4 (now 7), 8 troops to L5 (now 8), 9 troops to L6 (now 9)."
    ]
    assert "You captured I10, J11 and K10." in account


def test_many_transfers_are_told_before_what_came_of_them() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9, zorans=5)
    for number in range(1, 4):
        leader(world, number, "AAA", "J10")
    account = told(section(report_for(run(world, AAA="GJ10T1TL1\nGJ10T1TL2\nGJ10T1TL3\nGJ10T5ZL1\nL1T1TG"), "AAA"), "account"))
    handed = next(at for at, line in enumerate(account) if line.startswith("The garrison of J10 handed"))
    short = next(at for at, line in enumerate(account) if "without troops he could not carry 5 zorans" in line)
    assert handed < short


def test_a_gift_to_another_does_not_tell_what_he_has() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=9, zorans=40)
    leader(world, 2, "BBB", "J10", troops=9, zorans=777)
    gifts = "\n".join(["L1T3ZL2"] * 6)
    text = render.to_text(report_for(run(world, AAA=gifts), "AAA"))
    account = text[text.index("WHAT HAPPENED") : text.index("THE MAP")]
    assert "3 zorans to L2" in account
    assert "now" not in account.split("Income")[0]


def test_battles_stand_in_the_order_of_the_map_and_say_what_they_cost() -> None:
    world = land()
    for number, place in ((1, "J9"), (2, "J10")):
        leader(world, number, "AAA", place, troops=40)
        own(world, place, "BBB", garrison=4)
    report = report_for(run(world, AAA="L2AG\nL1AG"), "AAA")
    battles = [block for block in section(report, "account").blocks if isinstance(block, Battle)]
    assert [battle.place for battle in battles] == ["J9", "J10"]
    legends = [block for block in section(report, "account").blocks if isinstance(block, Text) and "AF and DF" in block.text]
    assert len(legends) == 1, "it stands before the first battle alone"
    assert battles[0].outcome == "The garrison of J9 was wiped out. Your losses: 1 troop, theirs 4."
    assert report.masthead.line == "A good turn. Gained: 2 provinces. Enemies destroyed: 2 garrisons."
    loser = report_for(run(world, AAA="L2AG\nL1AG"), "BBB")
    assert loser.masthead.line.startswith("A hard turn.")
    assert loser.masthead.line == "A hard turn. Lost: 2 provinces."


def head_line(seat: str, *events: Event, friends: bool = False) -> str:
    world = land()
    for place in ("J10", "J9"):
        own(world, place, "AAA")
    if friends:
        allies(world, "AAA", "BBB")
    return how_it_went(events, RULESET.view(world, seat))


def row(force: str, owner: str, troops: int, lost: int, *targets: str) -> dict[str, Any]:
    """A force in a battle; it falls with its last troop."""
    fell = troops == lost
    facts = {"did": "attack" if targets else "defend", "destroyed": fell, "killed": fell and force[0] == "L", "bonus": 0}
    return {"force": force, "owner": owner, "troops": troops, "lost": lost, "targets": list(targets), **facts}


def test_the_head_says_apart_what_was_gained_destroyed_and_lost() -> None:
    to_all = frozenset({"AAA", "BBB"})
    forces = [
        row("L2", "BBB", 8, 8),
        row("GJ10", "BBB", 9, 9),
        row("GJ9", "", 5, 5),
        row("L1", "AAA", 50, 0, "L2", "GJ10", "GJ9"),
    ]
    battle = Event("battle", "combat", frozenset({"AAA"}), {"place": "J10", "forces": forces})
    ambush = {"leader": 8, "owner": "BBB", "killed": True, "province": "J9", "by": [["GJ9", "AAA", False]]}
    events = [
        battle,
        replace(battle, data={"place": "J9", "forces": [forces[0], forces[3]]}),  # from next door: in both accounts
        Event("captured", "end", to_all, {"province": "J10", "by": "AAA", "from_": "BBB"}),
        Event("new-leader", "end", frozenset({"AAA"}), {"leader": 7, "province": "J10"}),
        Event("waylaid", "move", frozenset({"AAA"}), ambush),
        Event("leader-died", "combat", frozenset({"AAA"}), {"leader": 3, "refuge": "", "province": "J10"}),
    ]
    assert head_line("AAA", events[3]) == "A steady turn. Gained: 1 new leader."
    gained = "Gained: 1 province and 1 new leader. Enemies destroyed: 2 leaders and 2 garrisons. Lost: 1 leader."
    assert head_line("AAA", *events) == f"A good turn. {gained}"
    assert head_line("BBB", *events) == "A hard turn. Lost: 1 province."
    assert head_line("AAA") == "A quiet turn: nothing won and nothing lost."


def test_the_head_credits_a_kill_to_who_did_it() -> None:
    forces = [row("GJ10", "BBB", 9, 9), row("L5", "CCC", 40, 0, "GJ10"), row("L1", "AAA", 6, 0)]
    event = Event("battle", "combat", frozenset({"AAA"}), {"place": "J10", "forces": forces})
    assert head_line("AAA", event) == "A quiet turn: nothing won and nothing lost."


def test_the_mood_goes_by_what_gains_and_losses_weigh() -> None:
    """A garrison of 60 outweighs three scouts; an army of 50 and its leader outweigh the scout that it caught."""

    def death(number: int) -> Event:
        return Event("leader-died", "6", frozenset({"AAA"}), {"leader": number, "refuge": "", "province": "J10"})

    scouts = [row(f"L{number}", "AAA", 1, 1) for number in (2, 3, 4)]
    stormed = [row("GK10", "BBB", 60, 60), row("L1", "AAA", 90, 9, "GK10"), *scouts]
    event = Event("battle", "6", frozenset({"AAA"}), {"place": "K10", "forces": stormed})
    assert head_line("AAA", event, death(2), death(3), death(4)) == (
        "A good turn. Enemies destroyed: 1 garrison. Lost: 3 scouts."
    )
    beaten = [row("L1", "AAA", 50, 50, "L9"), row("L9", "BBB", 2, 2), row("L8", "BBB", 80, 9, "L1")]
    event = Event("battle", "6", frozenset({"AAA"}), {"place": "K10", "forces": beaten})
    assert head_line("AAA", event, death(1)) == "A hard turn. Enemies destroyed: 1 scout. Lost: 1 leader."


def test_the_head_tells_a_leader_that_changed_sides_from_one_that_died() -> None:
    def bribery(paid: int) -> Event:
        data = {"leader": 2, "old": "BBB", "by": "AAA", "place": "J10", "paid": paid, "price": 24, "troops": 8}
        return Event("bribery", "talismans", frozenset({"AAA", "BBB"}), data)

    assert head_line("AAA", bribery(24)) == "A good turn. Gained: 1 leader bribed to your side."
    assert head_line("BBB", bribery(24)) == "A hard turn. Lost: 1 leader bribed away."
    assert head_line("AAA", bribery(23)) == "A quiet turn: nothing won and nothing lost."
    died = Event("leader-died", "combat", frozenset({"BBB"}), {"leader": 2, "refuge": "B4", "province": "J10"})
    fight = Event("battle", "6", frozenset({"BBB"}), {"place": "J10", "forces": [row("L2", "BBB", 9, 9)]})
    assert head_line("BBB", fight, died) == "A hard turn. Lost: 1 army, whose leader lives again."


def test_an_ally_who_falls_beside_the_reader_is_no_enemy() -> None:
    forces = [row("L2", "BBB", 9, 9), row("L1", "AAA", 50, 0, "L2")]
    event = Event("battle", "combat", frozenset({"AAA"}), {"place": "J10", "forces": forces})
    assert "Enemies destroyed: 1 leader." in head_line("AAA", event)
    assert "destroyed" not in head_line("AAA", event, friends=True)


def test_names_are_written_as_people_write_them() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=5)
    for number in (53, 82, 105):
        talisman(world, number, "J10")
    text = render.to_text(report_for(run(world), "AAA"))
    for name in ("King's Levy", "Fog of War", "Head'em Off at the Pass"):
        assert name in " ".join(text.split()), name


def test_a_key_names_the_known_city_that_it_fits() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=5)
    talisman(world, 5, 1)  # SILVER SWORD
    world.provinces["J11"].city, world.provinces["J11"].garrison = "SILVER", 40
    outcome = run(world, AAA="L1MJ11")
    assert "`L1UJ11`" in str(section(report_for(outcome, "AAA"), "holdings"))


@pytest.mark.rule("QJ-02-19", "QJ-02-20")
def test_the_final_report_shows_every_score_the_end_and_the_winner() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG", CCC="RILRIS")
    world.players["BBB"].score, world.players["CCC"].score = 900, 40
    own(world, "J10", "CCC", garrison=5)
    world.end_turn = world.turn
    outcome = run(world)
    assert outcome.finished
    for seat in world.players:
        report = report_for(outcome, seat)
        assert report.kind == "final"
        final = section(report, "final")
        assert section(report, "attention").title == "What the last turn cost you"
        assert report.sections[0] is final
        (table,) = [block for block in final.blocks if isinstance(block, Table)]
        scores = {name: player.score for name, player in outcome.world.players.items()}
        assert {row[1].removesuffix(" (you)"): int(row[2]) for row in table.rows} == scores
        assert [row[1] for row in table.rows if row[1].endswith(" (you)")] == [f"{seat} (you)"]
        assert table.rows[0][1].startswith("BBB")
        assert report.masthead.line == f"The game is over, won by {'you' if seat == 'BBB' else 'BBB'}."
        assert table.rows[0][3] == "winner"
        words = " ".join(told(final))
        assert f"turn {world.turn}" in words
        assert "BBB (you)" in words if seat == "BBB" else "by BBB." in words
        assert "orders" not in [one.key for one in report.sections]


def test_a_player_who_is_out_gets_a_last_report_without_a_form() -> None:
    world = land()
    world.provinces[world.players["AAA"].home].garrison = 0
    leader(world, 9, "BBB", world.players["AAA"].home, troops=3)
    outcome = run(world)
    assert outcome.eliminated == ("AAA",)
    report = report_for(outcome, "AAA")
    assert "out of the game" in report.masthead.line
    assert "orders" not in [one.key for one in report.sections]
    assert "Nothing is left to you." in told(section(report, "holdings"))
    render.to_pdf(report)


def test_messages_name_their_sender_unless_he_hides() -> None:
    world = land()
    world.players["AAA"].met, world.players["BBB"].met = ["BBB"], ["AAA"]
    outcome = run(world, AAA="D=BBB\nOne if by land\nEND\nD=BBB(ANON)\nTwo if by sea\n")
    got = render.to_text(report_for(outcome, "BBB"))
    assert "From AAA to BBB:" in got
    assert "From ANONYMOUS to BBB:" in got
    kept = render.to_text(report_for(outcome, "AAA"))
    assert "From you to BBB:" in kept
    assert "From you (without your name) to BBB:" in kept


def test_provinces_of_row_l_cannot_be_taken_for_leaders() -> None:
    world = land()
    own(world, "L9", "AAA", garrison=2)
    leader(world, 9, "AAA", "L8", troops=5)
    leader(world, 10, "BBB", "L9", troops=40)
    report = report_for(run(world, AAA="L9ML7"), "AAA")
    sentences = told(section(report, "attention")) + told(section(report, "account"))
    assert "L9 moved from province L8 to province L7 (1 of 4 points)." in sentences
    assert "You captured province L7." in sentences
    assert any(line.startswith("Province L9 is besieged by BBB") for line in dangers(report))
    form = RULESET.report(RULESET.view(run(world).world, "AAA"), ()).sections
    assert "// Province L8, clear" in str(form)


def test_an_army_of_another_in_an_own_province_is_named_unless_he_is_an_ally() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=50)
    leader(world, 7, "BBB", "J11", troops=13)
    outcome = run(world, BBB="L7MJ10")
    hint = "L7 of BBB (13 troops) stands in J10, your garrison 58."
    assert hint in dangers(report_for(outcome, "AAA"))
    assert not any("L7" in line for line in told(section(report_for(outcome, "AAA"), "attention"))), "not told again"
    outcome.world.players["AAA"].allies.append("BBB")
    assert hint not in dangers(report_for(outcome, "AAA"))


def test_what_needs_a_look_names_open_land_idle_wealth_and_what_is_urgent_first() -> None:
    world = land(AAA="QUNTAG", BBB="RILRIS")
    for seat, row in (("AAA", "J"), ("BBB", "F")):
        own(world, f"{row}5", seat, garrison=0, zorans=70, terrain="I")
        own(world, f"{row}6", seat, garrison=0, zorans=10, terrain="I")
        own(world, f"{row}7", seat, garrison=5, zorans=20, terrain="I")
    leader(world, 1, "AAA", "J6", troops=3)
    leader(world, 2, "AAA", "J5", troops=3, at_peace=True)
    outcome = run(world)
    mine, theirs = (told(section(report_for(outcome, seat), "attention")) for seat in ("AAA", "BBB"))
    open_ = "No garrison and no army: {}. Whoever marches in takes it."
    assert open_.format("J5") in dangers(report_for(outcome, "AAA"))
    assert "Zorans that lie idle: J5 70." in mine
    assert open_.format("F5, F6") in dangers(report_for(outcome, "BBB"))
    assert not any("No garrison" in line for line in (*mine, *theirs)), "the front page has told it"
    assert not any("idle" in line for line in theirs)  # a Rilris scores for what he hoards
    assert "No order failed, and nothing was lost." in mine
    change(world, "J5", garrison=1)
    leader(world, 21, "BBB", "J5", troops=9)  # three to one: a siege, and what is inside cannot be spent
    shut = run(world)
    assert shut.world.provinces["J5"].besieged
    assert not any("idle" in line for line in told(section(report_for(shut, "AAA"), "attention")))


def test_what_was_lost_is_urgent_and_stands_first() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    leader(world, 1, "BBB", "J10", troops=90)
    report = report_for(run(world, BBB="L1AG"), "AAA")
    first, *_ = section(report, "attention").blocks
    assert isinstance(first, Bullets)
    assert any("J10" in item for item in first.items)
    assert not any("No order failed" in line for line in told(section(report, "attention")))


def test_lines_that_gave_no_order_are_listed_and_nothing_is_said_to_be_well() -> None:
    outcome = run(land(AAA="QUNTAG", BBB="RILRIS"))
    events, lines = seen(outcome.events, "AAA"), ("L3 - S16", "go `there` " * 40)
    report = RULESET.report(RULESET.view(outcome.world, "AAA"), events, lines)
    said = told(section(report, "attention"))
    assert "No order came of these lines of your letters:" in said
    assert "`L3 - S16`" in said
    assert max(len(line) for line in said if "there" in line) < 170
    assert not any("nothing was lost" in line for line in said)
    assert not any("L3 - S16" in line for line in told(section(report, "account"))), "HISTORY shows that to all"
