"""The Action Report as the clerk writes it, and which events it tells."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.report import Text
from postern.rulesets.adventurer_kings.knowledge import view_of
from postern.rulesets.adventurer_kings.report.chronicle import action_report
from postern.rulesets.adventurer_kings.report.letters import letter_report, writers
from postern.rulesets.adventurer_kings.report.telling import Reading
from postern.rulesets.adventurer_kings.report.voice import facts
from postern.rulesets.adventurer_kings.report.voice.facts import once_numbered
from postern.rulesets.adventurer_kings.report.voice.phrases import Prose, kinds
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_character, empty_world
from tests.rules.adventurer_kings.reports import event, reading, view

ROSE: dict[str, Any] = {"ability": "Melee", "was": 1, "now": 2}
KING: dict[str, Any] = {"who": 1, "name": "King KingAA", "place": 82}


def world() -> World:
    """The empty world after its first year."""
    found = empty_world()
    found.turn = 2
    return found


def moved(step: str, number: int, **more: Any) -> list[Event]:
    """The King moves to a province, and explores it on the way."""
    data = KING | {"where": f"P{number} ({number})", "place": number} | more
    return [
        event("moved", step, start=82, left="P82 (82)", armies=2, **data),
        event("explored", step, points=8, now=8, **data),
    ]


def texts(one: World, *events: Event) -> list[str]:
    """The paragraphs of the Action Report."""
    return [block.text for block in action_report(view(one), seen(events, "A")) if isinstance(block, Text)]


@pytest.mark.rule("AK-P1.4-01")
def test_the_king_has_a_paragraph_a_season_with_its_figures() -> None:
    found = texts(world(), *moved("1b", 83), event("rose", "4b", **KING, **ROSE))
    assert len(found) == 5  # two paragraphs, each with figures, and a sentence on the rest
    assert "King KingAA" in found[0]
    assert "P83 (83)" in found[0]
    assert "two armies" in found[0]
    assert found[1] == "(P82 (82) to P83 (83), two armies led; P83 (83) 8 % more, 8 % explored)"
    assert "Melee" in found[2]
    assert found[3] == "(Melee 1 to 2)"
    assert "early summer, late summer and early winter" in found[4]


@pytest.mark.rule("AK-P1.4-01")
def test_without_events_nothing_is_told() -> None:
    assert action_report(view(world()), []) == ()


def test_the_king_is_named_once_in_full_then_by_his_title_or_he() -> None:
    found = texts(world(), *(one for step in range(1, 6) for one in moved(f"{step}b", 82 + step)))
    prose = " ".join(found[::2])
    assert prose.count("King KingAA") == 1
    assert "the King" in prose
    assert not any(one.startswith("He") for one in found)


def test_the_sentence_after_an_opening_with_the_king_calls_him_he() -> None:
    had = set()
    for year in range(2, 12):
        one = world()
        one.turn = year
        first = texts(one, event("rose", "1b", **KING, **ROSE), event("rose", "1b", **KING, **ROSE | {"ability": "Spy"}))[0]
        had |= {"he" if " he " in first.lower() else "him" if " him " in first else "king"}
    assert had & {"he", "him"}


@pytest.mark.rule("AK-D1.4-02")
def test_what_heroes_write_of_themselves_the_clerk_leaves_to_them() -> None:
    one = world()
    hero = add_character(one, "AA", 82, name="Tove")
    rose = event("rose", "2b", who=hero.id, name="Tove", place=82, **ROSE)
    assert texts(one, rose) == []
    hero.status = "dead"
    dead = texts(one, rose)
    assert "Tove" in dead[0]
    assert dead[1] == "(Tove: Melee 1 to 2)"


def test_a_death_stands_in_a_paragraph_of_its_own_without_figures_that_jest() -> None:
    one = world()
    hero = add_character(one, "AA", 83, name="Tove", status="dead", woman=True)
    one.kingdoms["AA"].seen.clear()
    died = event(
        "hero died", "2b", who=hero.id, name="Tove", place=83, where="P83 (83)", how="encounter", by="Hydra", kingdom="AA"
    )
    found = texts(one, *moved("2b", 83), died)
    at = next(number for number, text in enumerate(found) if text.startswith("Tove"))
    assert "the hydra" in found[at].lower()
    assert "P83 (83)" in found[at]
    assert "KingAA" not in found[at]
    assert any(words in found[at] for words in ("Nobody in service", "until somebody comes"))
    add_character(one, "AA", 82, {"WH": 2}, name="Ishara")
    again = texts(one, died)
    assert "Ishara" in " ".join(again)


@pytest.mark.parametrize(
    ("kind", "data", "told"),
    [
        ("conquered", {"place": 83, "where": "P83 (83)", "owner": "AA", "before": "BB"}, True),
        ("conquered", {"place": 83, "where": "P83 (83)", "owner": "CC", "before": "BB"}, False),
        ("relations", {"one": "AA", "other": "BB", "was": "Neutral", "now": "Allied"}, True),
        ("relations", {"one": "CC", "other": "BB", "was": "Neutral", "now": "Enemy"}, False),
        ("merit", {**KING, "office": "DE", "points": "3", "why": "a deed"}, False),
        ("order-failed", {"text": "1 EX", "why": "", "remedy": "", "paste": ""}, False),
        ("taxes", {"gold": 3, "percent": 0, "number": 1, "provinces": []}, False),
    ],
)
def test_public_news_of_others_and_what_tables_tell_are_left_to_their_sections(
    kind: str, data: dict[str, Any], told: bool
) -> None:
    assert bool(texts(world(), event(kind, "8", ("A", "B", "C"), **data))) is told


def test_treaties_are_told_from_the_readers_side() -> None:
    for names in (("AA", "BB"), ("BB", "AA")):
        found = texts(world(), event("relations", "8", one=names[0], other=names[1], was="Neutral", now="Enemy"))
        assert "LandBB" in found[0]
        assert "LandAA" not in found[0]
        assert found[1] == "(LandBB: Neutral to Enemy)"


def test_kinds_without_sentences_fall_back_to_the_plain_one() -> None:
    one = world()
    plain = event("rose", "1b", **KING, **ROSE)
    found = facts.facts(reading(one, [plain]))
    missing = facts.Fact("no such kind", {"season": "spring"}, [plain], [{}])
    prose = Prose("game", 1)
    assert facts.sentence(prose, reading(one, [plain]), missing, "clerk", "clerk", {}) == "King KingAA: Melee rose from 1 to 2."
    assert len(found) == 1


def test_the_number_of_a_province_stands_at_its_first_mention_alone() -> None:
    assert once_numbered("I went to Ea (1). Ea (1) is wide; High Ea (2) is not. Ea (1).") == (
        "I went to Ea (1). Ea is wide; High Ea (2) is not. Ea."
    )


# --- whole games ------------------------------------------------------------------------------------------------------------


def years(seed: str, many: int) -> list[tuple[World, tuple[Event, ...]]]:
    """Years that computer players play: each world after its year, and the events."""
    from postern.rulesets.adventurer_kings.game import RULESET
    from tests.rules.adventurer_kings.games import game

    one, found = game(4, seed), []
    for _ in range(many):
        sheets = {}
        for seat in one.seats:
            seen_now = view_of(one, seat)
            sheets[seat] = RULESET.read(RULESET.plan(seen_now, Chance(seed)), seen_now)
        outcome = RULESET.resolve(one, sheets, Chance(seed))
        one = outcome.world
        found.append((one, tuple(outcome.events)))
    return found


PLAYED = years("chronicle", 5)


def readings() -> list[Reading]:
    """All readers of all years."""
    return [Reading(view_of(one, seat), seen(events, seat)) for one, events in PLAYED for seat in one.seats]


@pytest.mark.rule("AK-P1.4-01")
def test_every_event_of_the_reader_is_told_exactly_once() -> None:
    for one in readings():
        mine = [each for each in one.events if facts.ours(one, each)]
        found = facts.facts(one)
        write = {who.id for who in writers(one)}
        clerk = [fact for fact in found if fact.alone or fact.who not in write]
        letters = [facts.folded(each for each in found if each.who == who and not each.alone) for who in write]
        told = [each for fact in (*facts.folded(clerk), *(fact for some in letters for fact in some)) for each in fact.events]
        assert sorted(map(id, told)) == sorted(map(id, mine))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_comes_in_whatever_order_every_event_is_in_one_fact(seed: int) -> None:
    """Events of whole games, some left out, some twice, in any order."""
    rng = random.Random(seed)
    one = rng.choice(readings())
    some = rng.choices(one.events, k=40)
    mixed = Reading(one.view, [replace(each, step=f"{rng.randint(1, 5)}b") for each in some])
    mine = [each for each in mixed.events if facts.ours(mixed, each)]
    told = [each for fact in facts.folded(facts.facts(mixed)) for each in fact.events]
    assert sorted(map(id, told)) == sorted(map(id, mine))
    blocks = (*action_report(mixed.view, mixed.events), *letter_report(mixed.view, mixed.events))
    text = " ".join(block.text for block in blocks if isinstance(block, Text))
    for each in mine:
        shown = facts.figures(facts.Fact(each.kind, {}, [each], [facts.prepared(mixed, each)]))
        assert all(figure in text for figure in shown), (each.kind, shown)


def test_one_who_was_killed_and_raised_leaves_his_death_to_the_clerk() -> None:
    one = world()
    hero = add_character(one, "AA", 82, name="Tove")
    died = event("hero died", "2b", who=hero.id, name="Tove", place=82, where="P82 (82)", how="duel", by="Ogre", kingdom="AA")
    assert texts(one, died)[0].startswith("Tove ")
    assert "dead" not in letter_report(view(one), [died])[0].text  # type: ignore[union-attr]


def test_the_same_report_reads_the_same_for_ever() -> None:
    for one in readings()[:4]:
        assert action_report(one.view, one.events) == action_report(one.view, list(one.events))
        assert letter_report(one.view, one.events) == letter_report(one.view, list(one.events))


def test_what_others_do_changes_no_word() -> None:
    for one in readings():
        strange = [Event("rose", "1b", frozenset(["nobody"]), {"who": 999, "name": "x", **ROSE}), *one.events]
        again = seen(strange, one.view.seat)
        assert action_report(one.view, again) == action_report(one.view, one.events)


def test_no_sentence_comes_twice_in_a_report() -> None:
    """Sentences of the clerk differ, even where they tell of the same kind of thing."""
    for one in readings():
        prose = [
            block.text for block in action_report(one.view, one.events) if isinstance(block, Text) and block.role == "body"
        ]
        sentences = [part for text in prose for part in text.split(". ") if len(part.split()) > 6]
        assert len(set(sentences)) == len(sentences)


def test_prose_has_no_holes() -> None:
    for one in readings():
        for block in (*action_report(one.view, one.events), *letter_report(one.view, one.events)):
            assert isinstance(block, Text)
            assert not any(bad in block.text for bad in ("  ", "{", "}", " .", "None", "..", " of he ", " a a")), block.text


def test_sentences_of_a_kind_fit_its_events() -> None:
    """What the rules tell has the facts that sentences and figures ask for."""
    for one in readings():
        for fact in facts.facts(one):
            kind = kinds().get(fact.kind)
            if kind is not None and "clerk" in kind.voices:
                voice = "hero" if fact.who in {who.id for who in writers(one)} and "hero" in kind.voices else "clerk"
                more = {"S": "x", "T": "x", "sire": "x"}
                assert any(row.fits(more | fact.data) for row in kind.voices[voice]), (fact.kind, voice, fact.data)
