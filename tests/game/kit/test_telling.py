"""Sentences of a small game: marked verbs in both moods, facts, rows and conditions, and lines told together."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.events import Event
from postern.game.kit.report.telling import (
    Data,
    Group,
    Mood,
    Said,
    Say,
    Tellings,
    counted,
    grouped,
    in_mood,
    listed,
    past,
    told_to,
)

ROWS = {
    "marched": [
        ["lord=me", "good", "{force:army} [march] to {to} [and find] {found:troop}{gold:? and {gold:coin} of gold}."],
        ["lord!=me troops>limit", "attention bad", "{lord} [is|would be] in {to} with all {troops}!"],
        ["", "detail", "{lord:or somebody} [march] to {to}.", "{to}: {lord:or nobody}."],
    ],
    "rested": [["tired !ill", "", "{force:army} [rest]."]],
}


def _tellings() -> Tellings:
    return Tellings(ROWS, {"army": lambda number: f"army {number}"}, lambda event, reader: {"limit": 9, **event.data})


def _said(kind: str, data: dict[str, Any], reader: str = "ANN", mood: Mood = Mood.HAPPENED) -> Said | None:
    return _tellings().sentence(Event(kind, "1", frozenset({reader}), data), reader, mood)


@pytest.mark.parametrize(
    ("marked", "happened", "foreseen"),
    [
        ("L1 [move] and [take] it.", "L1 moved and took it.", "L1 would move and would take it."),
        ("L1 [move] [and take] it.", "L1 moved and took it.", "L1 would move and take it."),
        ("It [is|would be] so.", "It is so.", "It would be so."),
        ("They [fall] [or carry] on.", "They fell or carried on.", "They would fall or carry on."),
        ("[try], [play], [force-march], [be]", "tried, played, force-marched, was", None),
        ("Nothing is marked.", "Nothing is marked.", "Nothing is marked."),
    ],
)
def test_a_sentence_in_both_moods(marked: str, happened: str, foreseen: str | None) -> None:
    assert in_mood(marked, Mood.HAPPENED) == happened
    assert in_mood(marked, Mood.FORESEEN) == foreseen or foreseen is None


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("go", "went"),
        ("move", "moved"),
        ("carry", "carried"),
        ("stay", "stayed"),
        ("hand", "handed"),
        ("cast", "cast"),
        ("grow", "grew"),
    ],
)
def test_the_past_of_verbs(verb: str, form: str) -> None:
    assert past(verb) == form


def test_counting_and_listing() -> None:
    assert [counted(number, "troop") for number in (0, 1, 2)] == ["no troops", "1 troop", "2 troops"]
    assert counted(2, "navy", "navies") == "2 navies"
    assert [listed(["A", "B", "C"][:many]) for many in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert listed(["A", "B"], "or") == "A or B"


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("{many:ship}, {one:ship}, {none:ship}", "3 ships, 1 ship, no ships"),
        ("{many:navy/navies}, {one:navy/navies}", "3 navies, 1 navy"),
        ("{many:all troop}, {one:all troop}", "all 3 troops, the only troop"),
        ("{many:=lies/lie}, {one:=lies/lie}, {none:=lies/lie}", "lie, lies, lie"),
        ("{names} {names:,} {empty:or nobody} {names:or nobody}", "A, B and C A, B, C nobody A, B and C"),
        ("{one:?here}{none:?gone}{none:!nothing}{one:!lost}", "herenothing"),
        ("{one:? with {many:ship}}{none:? with {many:ship}}", "with 3 ships"),
        ("{many:+} {many} {none}", "+3 3 0"),
        ("{none:? of {unheard of}}{one:!{unheard of}}", ""),  # what does not stand is not asked for
        ("{bold}", "[go] {one} A|B"),  # a fact is never read as a sentence
    ],
)
def test_facts_in_sentences(sentence: str, words: str) -> None:
    facts = {"many": 3, "one": 1, "none": 0, "names": ["A", "B", "C"], "empty": [], "bold": "[go] {one} A|B"}
    said = Tellings({"x": [["", "", sentence]]}).sentence(Event("x", "1", frozenset(), facts), "ANN")
    assert said is not None
    assert said.text == words[:1].upper() + words[1:]


def test_the_first_row_that_holds_is_told() -> None:
    march = {"lord": "ANN", "force": 3, "to": "B4", "found": 1, "gold": 2, "troops": 5}
    assert _said("marched", march) == Said("Army 3 marched to B4 and found 1 troop and 2 coins of gold.", tone="good")
    foreseen = _said("marched", march | {"gold": 0}, mood=Mood.FORESEEN)
    assert foreseen == Said("Army 3 would march to B4 and find 1 troop.", tone="good")
    assert _said("marched", march | {"troops": 10}, "BOB") == Said("ANN is in B4 with all 10!", "attention", "bad")
    assert _said("marched", march, "BOB") == Said("ANN marched to B4.", "detail", more="B4: ANN.")
    assert _said("marched", march | {"lord": ""}, "BOB") == Said("Somebody marched to B4.", "detail", more="B4: nobody.")


def test_what_no_row_tells_is_not_told() -> None:
    assert _said("rested", {"force": 1, "tired": True}) == Said("Army 1 rested.")
    assert _said("rested", {"force": 1, "tired": False}) is None
    assert _said("rested", {"force": 1, "tired": True, "ill": True}) is None
    with pytest.raises(KeyError):
        _said("starved", {})
    with pytest.raises(KeyError):
        _said("rested", {"tired": True})


@pytest.mark.parametrize("row", [["a b?", "", "A."], ["", "loud", "A."]])
def test_a_row_that_means_nothing_is_refused_at_once(row: list[str]) -> None:
    with pytest.raises(ValueError, match="sentence"):
        Tellings({"x": [row]})


def test_a_teller_says_what_a_row_cannot() -> None:
    tellings = _tellings()

    @tellings.teller("fought")
    def _fought(data: Data, reader: str, say: Say) -> Said:
        return Said(say("{best} [win] {battles:battle}.", best=max(data["forces"])))

    event = Event("fought", "6", frozenset({"ANN"}), {"forces": ["A1", "A7"], "battles": 2})
    unknown = Event("lost", "6", frozenset({"ANN"}), {})
    assert [one.text for one in told_to(tellings, [unknown, event], "ANN", Mood.FORESEEN)] == ["A7 would win 2 battles."]
    assert tellings.kinds() == {"marched", "rested", "fought"}
    with pytest.raises(ValueError, match="fought"):
        tellings.teller("fought")(_fought)


def test_many_of_a_sort_are_told_together_where_the_first_stands() -> None:
    said = [
        Said(text, event=Event(kind, "1", frozenset(), {"to": text[-2]}))
        for kind, text in (("go", "A went to X."), ("rest", "B rests."), ("go", "C went to Y."), ("rest", "B rests."))
    ]
    group = Group(
        lambda one: one.event.kind == "go",
        lambda events, mood: [in_mood(f"All [go] to {listed([one.data['to'] for one in events])}.", mood)],
    )
    assert grouped(said, [group]) == ["All went to X and Y.", "B rests (twice)."]
    assert grouped(said, [group], Mood.FORESEEN)[0] == "All would go to X and Y."
    assert grouped(said[:2], [group]) == ["A went to X.", "B rests."]
    assert grouped(said, ()) == ["A went to X.", "B rests (twice).", "C went to Y."]


def test_a_mere_sentence_is_told_whatever_the_facts() -> None:
    said = Tellings({"rained": "It [rain] in {place}."}).sentence(Event("rained", "1", frozenset(), {"place": "B3"}), "ANN")
    assert said is not None
    assert (said.text, said.weight, said.tone) == ("It rained in B3.", "normal", "body")
