"""The letters of Heroes, and encounters, duels and battles as a witness tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from postern.game.events import Event
from postern.game.report import Table, Text
from postern.rulesets.adventurer_kings.report.letters import letter_report
from postern.rulesets.adventurer_kings.report.voice.battles import battle_tale
from postern.rulesets.adventurer_kings.report.voice.duels import encounters, page_of_the_year, tale
from postern.rulesets.adventurer_kings.report.voice.phrases import first_word, kinds
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character, Feature, Guardian, Inside, Seen, World
from tests.rules.adventurer_kings.build import add_character, empty_world, relate
from tests.rules.adventurer_kings.reports import event, reading, view


def after(year: int = 1, *heroes: Mapping[str, Any]) -> tuple[World, list[Character]]:
    """The world after a year, and Heroes of AA in its home."""
    world = empty_world()
    world.turn = year + 1
    return world, [add_character(world, "AA", 82, **one) for one in heroes]


def letters(world: World, *events: Event) -> list[tuple[str, str]]:
    """The letters as prose and figures ("" for none)."""
    found: list[tuple[str, str]] = []
    for block in letter_report(view(world), events):
        assert isinstance(block, Text)
        if block.role == "note":
            found[-1] = (found[-1][0], block.text)
        else:
            found.append((block.text, ""))
    return found


def practised(who: Character, step: str, yes: bool = False) -> Event:
    """A Hero practises Melee."""
    thrown: dict[str, Any] = {"chance": "20", "throw": int(step[0]), "then": "", "yes": yes}
    return event("practised", step, who=who.id, name=who.name, place=82, ability="Melee", skill=2, **thrown)


@pytest.mark.rule("AK-P1.4-01")
def test_each_hero_writes_a_letter_with_its_figures() -> None:
    world, (tove, ansgar) = after(1, {"name": "Tove"}, {"name": "Ansgar"})
    rose = event("rose", "2b", who=tove.id, name="Tove", place=82, ability="Archery", was=1, now=2)
    (first, figures), (second, none) = letters(world, rose)
    assert first.startswith("**Tove**, P82 (82): ")
    assert "Archery" in first
    assert figures == "(Archery 1 to 2)"
    assert second.startswith("**Ansgar**")
    assert none == ""
    assert letters(world, rose) == letters(world, rose)
    assert ansgar.name not in first


@pytest.mark.rule("AK-D1.4-04")
def test_nobody_writes_but_the_own_living_heroes() -> None:
    world, (tove, _) = after(1, {"name": "Tove"}, {"name": "Ansgar", "status": "dead"})
    add_character(world, "BB", 82, name="Strange")
    assert [text.split("**")[1] for text, _ in letters(world)] == [tove.name]


@pytest.mark.parametrize("year", range(1, 15))
def test_no_two_letters_begin_with_the_same_word(year: int) -> None:
    """Eight Heroes, as many as a kingdom employs, of one voice."""
    for temper in TABLES.tempers:
        world, _ = after(year, *[{"temper": temper, "alignment": "Pagan"} for _ in range(8)])
        begun = [first_word(text.partition(": ")[2]) for text, _ in letters(world)]
        assert len(set(begun)) == len(begun) == 8


def test_equal_facts_are_one_sentence_with_the_figures_of_each() -> None:
    world, (tove,) = after(1, {"name": "Tove"})
    ((text, figures),) = letters(world, *(practised(tove, f"{phase}b") for phase in range(1, 6)))
    assert text.count("Melee") == 1 or "Melee again" in text
    assert figures == f"({'; '.join(f'Melee 20 %: {phase}' for phase in range(1, 6))})"


def test_practice_with_a_rise_is_told_as_one() -> None:
    world, (tove,) = after(1, {"name": "Tove"})
    rose = event("rose", "1b", who=tove.id, name="Tove", place=82, ability="Melee", was=2, now=3)
    ((text, figures),) = letters(world, practised(tove, "1b", True), rose)
    assert "three" in text
    assert text.count("Melee") == 1
    assert figures == "(Melee 20 %: 1; Melee 2 to 3)"


def test_the_temper_and_alignment_of_a_hero_make_his_voice() -> None:
    for temper in TABLES.tempers:
        world, (tove,) = after(2, {"name": "Tove", "temper": temper, "alignment": "Evil"})
        had = set()
        for year in range(2, 12):
            world.turn = year
            had.add(letters(world)[0][0])
        own = [
            one.words.split("{")[0]
            for one in kinds()["opening"].voices["hero"]
            if one.fits({"temper": temper, "alignment": "Evil", "sire": "Sire"})
        ]
        assert any(words and words in text for words in own for text in had), temper
        assert tove.temper == temper


def test_a_quiet_year_is_short_and_a_newcomer_says_so() -> None:
    world, (old, new) = after(3, {"name": "Old"}, {"name": "New", "hired": 3})
    newcomers = [
        one.words.replace("{sire}", "Sire")
        for one in kinds()["quiet year"].voices["hero"]
        if "newcomer" in str(one.needs[0]) and one.needs[0].sign == ""
    ]
    (first, _), (second, _) = letters(world)
    assert any(words in second for words in newcomers)
    assert not any(words in first for words in newcomers)
    assert len(first.split()) < 50
    assert old.id < new.id


def test_who_had_no_pay_closes_on_it() -> None:
    world, (tove,) = after(1, {"name": "Tove"})
    unpaid = event("hero unpaid", "6", who=tove.id, name="Tove", place=82, due=2, left=False)
    text = letters(world, unpaid)[0][0]
    closings = [
        one.words.split("{")[0]
        for one in kinds()["closing"].voices["hero"]
        if one.needs[0].fact == "unpaid" and not one.needs[0].sign
    ]
    assert any(words in text for words in closings if words)


def test_a_hero_wants_only_what_the_state_bears_out() -> None:
    """A guardian known where he stands, an Enemy next door."""
    world, (tove,) = after(1, {"name": "Tove"})

    def texts() -> str:
        found = []
        for year in range(2, 40):
            world.turn = year
            found += [text for text, _ in letters(world)]
        return " ".join(found)

    assert "82.1" not in texts()
    world.provinces[82].features.append(Feature("Cave", 1, guardian=Guardian("Ogre", 20, 20), found_by=["AA"]))
    world.kingdoms["AA"].seen[82] = Seen(visited=1, inside={1: Inside(1, Guardian("Ogre", 20, 20))})
    assert "ogre of 82.1" in texts()
    assert "LandBB" not in texts()
    world.provinces[83].owner = "BB"
    add_character(world, "AA", 83, name="Scout")
    relate(world, "AA", "BB", "Enemy")
    assert "LandBB" in texts()
    assert tove.province == 82


def test_two_letters_in_a_row_do_not_close_on_a_joke() -> None:
    jokes = {one.words.split("{")[0] for one in kinds()["closing"].voices["hero"] if one.joke}
    for year in range(1, 15):
        world, _ = after(year, *[{"temper": "Cowardly", "alignment": each} for each in ("Evil", "Pagan", "Good", "Druidic")])
        closed = [any(words and words in text for words in jokes) for text, _ in letters(world)]
        assert not any(first and second for first, second in pairwise(closed))


# --- encounters -------------------------------------------------------------------------------------------------------------

GONE = {"chance": "", "throw": 0, "then": "", "yes": True}


def blow(
    side: int, word: str, damage: int, left: int, number: int = 3, tactic: str = "ME", reach: str = "Melee"
) -> dict[str, Any]:
    """A blow of a side; ``left`` are the hit points of the other."""
    thrown = {"chance": "50", "throw": 20, "then": "", "yes": damage > 0}
    names = ("Tove", "Ogre")
    return thrown | {
        "round": number,
        "range": reach,
        "side": side,
        "actor": names[side],
        "tactic": tactic,
        "word": word,
        "damage": damage,
        "left": left,
    }


def met(blows: Sequence[Mapping[str, Any]] = (), **more: Any) -> Event:
    """Tove meets an ogre with 20 hit points in feature 82.1; by default she kills it."""
    sides = [
        {"who": 4, "name": "Tove", "kind": "Human", "kingdom": "AA", "start": 10, "full": 10, "end": 10},
        {"who": 0, "name": "Ogre", "kind": "Ogre", "kingdom": "", "start": 20, "full": 20, "end": 0},
    ]
    data: dict[str, Any] = {
        "why": "search", "place": 82, "where": "P82 (82)", "feature": "82.1", "lair": "Cave", "sides": sides, "rounds": 4,
        "blows": list(blows), "outcome": "slain", "loser": 1, "gold": 0, "items": [], "things": [], "side": 0, "who": 4,
        "name": "Tove", "foe": "Ogre", "lost": "foe", "plan": "ME", "fates": [],
    }  # fmt: skip
    return event("encounter", "2b", **data | more)


def told(*events: Event) -> str:
    """The tale of the last of these encounters."""
    world, _ = after(1, {"name": "Tove", "woman": True})
    return "\n".join(tale(view(world), events[-1], events))


def test_the_tale_of_an_encounter_goes_from_setting_to_end_with_its_figures() -> None:
    text = told(met([blow(0, "hit", 4, 16), blow(1, "hit", 2, 8, 4), blow(0, "hit", 16, 0, 5)]))
    setting, course, end = text.split("\n")
    assert "82.1" in setting or "cave" in setting
    assert "round 3, Tove: blade 50 %: 20, hit 4, leaves 16" in course
    assert "round 4, Ogre: weapon 50 %: 20, hit 2, leaves 8" in course
    assert end.endswith("(hit points left: Tove 10 of 10 and Ogre 0 of 20)")


@pytest.mark.parametrize(
    ("damage", "left", "wound"), [(4, 16, "scratch"), (10, 10, "wound"), (11, 9, "grave"), (20, 0, "final")]
)
def test_a_blow_is_told_by_its_wound(damage: int, left: int, wound: str) -> None:
    course = told(met([blow(0, "hit", damage, left)])).split("\n")[1].partition(" (round")[0]
    facts = {"wound": wound, "how": "blade", "actor": "Tove", "target": "Ogre", "t_him": "it", "a_his": "her", "a_him": "her"}
    from postern.rulesets.adventurer_kings.report.voice.phrases import told as said

    assert course in {said(one.words, facts) for one in kinds()["blow"].voices["witness"] if one.fits(facts)}


def test_misses_are_told_only_first_or_in_a_row() -> None:
    once = told(met([blow(0, "hit", 4, 16), blow(1, "missed", 0, 10), blow(0, "hit", 16, 0, 5)]))
    row = told(
        met([blow(0, "hit", 4, 16), *[blow(1, "missed", 0, 10, number) for number in (3, 4, 5)], blow(0, "hit", 16, 0, 6)])
    )
    assert once.split("\n")[1].partition(" (round")[0].count(".") < row.split("\n")[1].partition(" (round")[0].count(".") + 1
    assert once.count("missed") == 1
    assert row.count(", missed") == 3


def test_of_many_wounds_the_weightiest_are_told_and_the_figures_have_all() -> None:
    many = [blow(side, "hit", 1, 19 - number, number) for number in range(3, 15) for side in (0, 1)]
    text = told(met(many)).split("\n")[1]
    assert text.count("round ") == 24
    assert len(text.partition(" (round")[0].split(". ")) <= 14


@pytest.mark.parametrize(
    ("word", "tactic"),
    [("fizzled", "CA-FB"), ("interrupted", "CA-FB"), ("dazed", "CA-PW"), ("drained", "CA-DR"), ("shielded", "CA-SH"),
     ("images", "CA-MI"), ("afraid", "CA-FE"), ("no effect", "CA-CH"), ("lived", "CA-KI"), ("healed", "US-38"),
     ("lost", "advance"), ("fled", "FL"), ("caught", "FL"), ("begged", "FL"), ("spared", "FL"),
     ("unseen", "CA-IN"), ("struck", "CA-HS"),
     ("charmed", "CA-CH"), ("killed", "CA-KI")],
)  # fmt: skip
def test_spells_and_flight_have_their_sentences(word: str, tactic: str) -> None:
    hurt = 3 if word in ("dazed", "drained", "struck") else 0
    course = told(met([blow(0, word, hurt, 20 - hurt, 1, tactic, "Spell")])).split("\n")[1]
    assert course.partition("(round")[0].strip(), (word, course)


@pytest.mark.parametrize(
    ("word", "tactic"),
    [("agreed", "TA"), ("no words", "TA"), ("no tongue", "TA"), ("scouted", "SC"), ("seen", "SC"), ("stolen", "ST"),
     ("noticed", "ST"), ("answered", "SA-X"), ("wrong", "SA-X"), ("fulfilled", "FU"), ("offered", "GI-3G"),
     ("lost", "GI-3G"), ("kept", "GI-3G"),
     ("hostile", "SC"), ("calm", "SC"), ("refused", "FL"), ("no gold", "FU"), ("still alive", "FU"), ("talked", "TA")],
)  # fmt: skip
def test_what_was_tried_in_peace_has_its_sentences(word: str, tactic: str) -> None:
    fate = {"tactic": tactic, "word": word, "chance": "60", "throw": 12, "then": "", "yes": True}
    course = told(met(fates=[fate])).split("\n")[1]
    assert len(course.partition(" (")[0].split()) > 2
    assert f"60 %: 12, {word}" in course


@pytest.mark.parametrize(
    "outcome", "slain fled begged saved refused parted charmed scouted agreed fulfilled stolen talked left excused".split()
)
@pytest.mark.parametrize("lost", ["me", "foe", ""])
def test_every_end_has_its_sentence(outcome: str, lost: str) -> None:
    if (outcome in ("slain", "fled", "begged", "saved", "refused")) != bool(lost):
        return
    text = told(met(outcome=outcome, lost=lost, loser={"me": 0, "foe": 1, "": -1}[lost])).split("\n")[-1]
    assert len(text.partition(" (hit")[0].split()) > 2
    assert letters(after(1, {"name": "Tove"})[0], met(outcome=outcome, lost=lost, wants="item"))[0][0].count(".") > 2


def test_the_spoils_and_what_the_armies_saw() -> None:
    assert "Ring of Fire" in told(met(gold=7, items=[29]))
    assert "seven gold" in told(met(gold=7, items=[29])).lower()
    assert "Ring of Fire" not in told(met(gold=7, items=[29], lost="me", loser=0))
    duel = told(met(why="duel", feature="", lair="", outcome="fled"))
    assert "three quarters" in duel or "75 %" in duel


def test_no_sentence_comes_in_two_tales_of_a_report() -> None:
    events = [met(fates=[], place=82 + number, where=f"P{82 + number}") for number in range(4)]
    ends = [told(*events[: number + 1]).split("\n")[-1].partition(" (")[0] for number in range(4)]
    assert len(set(ends)) == 4
    assert told(*events) == told(*events)


def test_all_tales_of_a_year_stand_below_their_headings() -> None:
    world, _ = after(1, {"name": "Tove", "woman": True})
    events = [met(), met(feature="", lair="", why="random")]
    blocks = encounters(view(world), events)
    heads = [one.text for one in blocks if isinstance(one, Text) and one.role == "lead"]
    assert heads == ["**Tove and Ogre** (P82 (82), 82.1, early summer)", "**Tove and Ogre** (P82 (82), early summer)"]
    assert [one.text for one in blocks[-2:] if isinstance(one, Text)] == told(*events).split("\n")


def test_the_fiercest_long_fight_has_a_page_with_the_hit_points_after_each_round() -> None:
    world, _ = after(1, {"name": "Tove", "woman": True})
    blows = [blow(0, "hit", 4, 16), blow(1, "hit", 2, 8), blow(0, "missed", 0, 16, 4), blow(0, "hit", 16, 0, 5)]
    assert page_of_the_year(reading(world, [met(blows, rounds=5)])) is None
    assert page_of_the_year(reading(world, [met(blows, rounds=6, side=-1)])) is None
    page = page_of_the_year(reading(world, [met(rounds=7), met(blows, rounds=6)]))
    assert page is not None
    assert (page.title, page.verdict, page.tone) == ("Tove and Ogre", "Slain", "good")
    assert [(one.name, one.strengths) for one in page.stages] == [
        *(("round 3", (8, 16)), ("round 4", (8, 16)), ("round 5", (8, 0))),
    ]
    assert [(one.title, one.tone, one.stage) for one in page.blows] == [
        *(("Round 3: Tove, blade", "good", 1), ("Round 3: Ogre, weapon", "bad", 1), ("Round 5: Tove, blade", "good", 3)),
    ]
    rounds = next(one for one in encounters(view(world), [met(blows)]) if isinstance(one, Table))
    assert rounds.rows[0] == ("3", "Tove", "blade", "50 %: 20", "4", "Ogre 16")
    assert rounds.rows[2][4:] == ("missed", "")


def test_where_something_happened_nobody_writes_that_nothing_did() -> None:
    fits = [one for one in kinds()["quiet year"].voices["hero"] if one.fits({"spot": "Ea", "sire": "Sire", "stir": True})]
    assert len(fits) >= 4
    assert not any("othing came" in one.words or "no news" in one.words for one in fits)
    world, _ = after(1, {"name": "Tove"})
    raid = event(
        "raid", "3", place=82, where="P82 (82)", monster="", feature="", loss=50, chance="5", throw=1, then="", yes=True
    )
    for year in range(2, 30):
        world.turn = year
        assert "no news here" not in letters(world, raid)[0][0]


def test_a_death_in_an_encounter_is_plain() -> None:
    for place in range(82, 90):
        text = told(met(outcome="slain", lost="me", loser=0, place=place, where=f"P{place} ({place})")).split("\n")[-1]
        assert text.startswith("Tove ")
        assert any(word in text.split(" (hit")[0] for word in ("dead", "died"))


# --- battles ----------------------------------------------------------------------------------------------------------------


def unit(army: int, kind: str, **more: Any) -> dict[str, Any]:
    """An army in a battle."""
    facts = {
        "army": army,
        "label": f"{army}th Human {TABLES.armies[kind].name}",
        "type": kind,
        "stand": "front",
        "final": "5.0",
    }
    return facts | {"fanatical": False, "nemesis": "", "fate": "", "to": ""} | more


def fought(result: str = "win", odds: str = "2.0", **more: Any) -> str:
    """The tale of a battle of AA against BB."""
    attack = [unit(11, "LE", fanatical=True), unit(12, "LE", stand="outflank")]
    defend = [unit(13, "PH", nemesis="11th Human Legion", fate="destroyed"), unit(14, "LC", fate="escaped", to="P84 (84)")]
    data: dict[str, Any] = {
        "place": 83, "name": "P83", "where": "P83 (83)", "terrain": "Plain", "number": 1, "attacker": "LandAA",
        "defender": "LandBB", "attackers": {"units": attack, "codes": ["AA"]}, "defenders": {"units": defend, "codes": ["BB"]},
        "duel": {}, "events": [], "odds": odds, "result": result,
    }  # fmt: skip
    world, _ = after()
    one = event("battle", "1d", **data | more)
    return "\n".join(battle_tale(view(world), one, [one]))


@pytest.mark.rule("AK-P1.4-04")
def test_the_tale_of_a_battle_says_who_stood_what_turned_it_and_who_broke() -> None:
    course, end = fought().split("\n")
    assert "LandAA" in course
    assert "two armies" in course
    assert "12th Human Legion" in course
    assert "thirds" in course or "third" in course
    assert "13th Human Phalanx" in end
    assert "P84 (84)" in end
    assert "2.0 to 1" in end


def test_at_most_four_causes_are_told_in_order_of_weight() -> None:
    duel = {"loser": 9, "name": "Borric", "died": True, "fled": False, "excused": False}
    events = [{"column": 0, "side": "attackers", "good": True, "text": number, "factor": "x1.2"} for number in range(1, 9)]
    text = fought(duel=duel, events=events)
    assert text.index("Borric") < text.index("12th Human Legion")
    assert text.count("x1.2") == 1


@pytest.mark.parametrize("result", ["win", "lose", "contested"])
@pytest.mark.parametrize("odds", ["1.0", "1.5", "6.0"])
def test_every_result_of_a_battle_has_its_sentence(result: str, odds: str) -> None:
    assert f"{odds} to 1" in fought(result, odds).split("\n")[1]
