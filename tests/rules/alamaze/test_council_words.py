"""What is told of the Council, of trade, claims and the end of the game has words, in reports and in forecasts."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.report.telling import Mood
from postern.game.kit.turn import run
from postern.rulesets.alamaze.orders.court.council import learn_skeleton
from postern.rulesets.alamaze.report.reading import CONTENT, tellings
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Issue
from tests.rules.alamaze.build import answer, begin, give, new_world, play, quiet_world
from tests.rules.alamaze.test_council import with_council, with_skeletons
from tests.rules.alamaze.test_objectives import claiming
from tests.rules.alamaze.test_trade import hold
from tests.rules.alamaze.test_victory import contest, few


def turns() -> Iterator[Turn]:
    """Turns in which all of it happens."""
    yield play(
        with_council("WA", "EL", "SO", issue=Issue(1, ["R", "UN"], True)), {"WA": "400 Y\n410 500 2 L EL 3 S\n200 F 9000"}
    )
    letters = {"WA": "400 Y\n410 500 3 V O\n201 EL 20k 10k", "EL": "202 WA 10k 20k"}
    yield play(with_council("WA", "EL", "GN", issue=Issue(5, ["EL"], False)), letters)
    letters = {"WA": "210 600", "EL": "411 SO 10", "SO": "412 EL 20"}
    yield play(with_council("EL", issue=Issue(5, ["UN"], False)), letters)
    world = with_skeletons()
    hold(world, "Famir", "EL", "WA")
    world.groups["1WA"].artifacts = ["HERAC"]
    world.groups["2WA"].area = world.kingdoms["WA"].capital
    letters = {"WA": "380 FA EL 4711\n203 EL QQ 5\n205 EL 29669 10", "EL": "204 WA 7 QQ\n206 WA 20 29669 1EL"}
    turn = begin(world, letters)
    learn_skeleton(turn, world.kingdoms["EL"], world.kingdoms["WA"])
    yield run(SEQUENCE, turn)
    yield play(claiming(10, "T4", "P1", "A5"), {"WA": "992 I1 G1\n996"})
    world = few(5)
    missed = dict(zip(sorted(world.kingdoms), (5, 2), strict=False))
    for code, number in missed.items():
        world.kingdoms[code].missed = number
    yield play(world)
    yield give(contest({"WA": 4}), {"WA": "996"})
    yield play(few(0))
    awards = quiet_world()
    awards.turn = 12
    yield play(awards)
    yield play(new_world(), {"WA": "991 T1 P4 A3 D5\n993 1A 5B 8C"})


def test_every_event_has_its_sentence_for_all_who_hear_it() -> None:
    said: set[str] = set()
    kinds: set[str] = set()
    for turn in turns():
        for event in turn.events:
            kinds.add(event.kind)
            for seat in event.seen_by if event.kind in tellings().kinds() else ():
                for mood in Mood:
                    sentence = tellings().sentence(event, seat, mood)
                    said.add(sentence.text if sentence else "")
    assert set(CONTENT.toml("tellings/council")) <= kinds
    for text in (
        "The High Council decided whether to commend UN: passed (WA yea, EL abstained, SO abstained).",
        "2 chairs of the High Council are empty; next turn 2 chairs go to the highest bid (order 210).",
        "Next issue of the High Council, secret ballot: degrade EL in region 3.",
        "Next issue of the High Council, open ballot: more food and less gold from every Village.",
        "The High Council expelled EL.",
        "EL and WA traded a large amount of food.",
        "WA handed Bow of Heracles over to EL for 20 gold; it is at 1EL.",
        "WA asked for a victory check (Standard) and failed. Its standing suffered.",
        "The game is over. Victory (Rex): WA.",
        "Our objectives are T1, P4, A3, D5 (5 points): the Greater Early Strategic Objective.",
    ):
        assert text in said, "\n".join(sorted(said))


def test_orders_are_read_back_in_words() -> None:
    world = new_world()
    for line, words in {
        "991 T4 P1 A5": "chooses the objectives T4 P1 A5",
        "201 EL 2k 1k": "offers Elven 2,000 food for at least 1,000 gold",
        "206 DA 25000 40213 1WA": "offers Darkelven 25,000 gold for the artifact 40213, to be brought to 1WA",
    }.items():
        (reading,) = answer(world, "WA", line).accepted
        assert reading.words.partition(";")[0].strip() == words
    world = with_council("WA", "EL")
    (reading,) = answer(world, "WA", "410 1500 2 R WI 6 O").accepted
    what = "raise (R) or lower (L) a king in a region: R Witchlord in Eastern Steppes, ballot O"
    assert reading.words.partition(";")[0] == f"bids 1,500 gold for the next issue: {what}"
    (reading,) = answer(world, "WA", "410 500 5 EL S").accepted
    assert reading.words.partition(";")[0] == "bids 500 gold for the next issue: expel Elven, ballot S"
