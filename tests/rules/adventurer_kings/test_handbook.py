"""The handbook: topics that agree with the data, HELP for every order, spell, item and monster, and no secrets."""

from __future__ import annotations

import re

import pytest

from postern.render import handbook_pdf, topic_text
from postern.rulesets.adventurer_kings.orders.grammar import ACTIONS, ROWS, grammar
from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.report.handbook import forms_of, handbook
from postern.rulesets.adventurer_kings.tables import TABLES
from tests.rules.adventurer_kings.games import game
from tests.rules.adventurer_kings.reports import view

BOOK = handbook()
EVERY = (*BOOK.topics, *BOOK.entries)
TEXT = "\n".join(topic.body for topic in BOOK.topics)


def test_the_topics_in_reading_order() -> None:
    assert [one.name for one in BOOK.topics] == [
        *("start", "orders", "year", "map", "exploring", "movement", "recruiting", "armies", "battles", "duels", "encounters"),
        *(
            "tempers",
            "alignments",
            "magic",
            "items",
            "spying",
            "sages",
            "treaties",
            "gold",
            "offices",
            "kings",
            "report",
            "rulings",
        ),
    ]


@pytest.mark.parametrize("topic", BOOK.topics, ids=lambda topic: topic.name)
def test_every_topic_is_told_and_its_tables_are_filled(topic: object) -> None:
    text = topic_text(topic)  # type: ignore[arg-type]
    assert len(text) > 400
    assert "{{" not in text


@pytest.mark.parametrize(
    "code", [*ACTIONS, "TREAT", "BREAK", "SCI", "CLAIM", "VOTE", "GIVEGOLD", "HEIR", "NAME", "PLAN", "MSG"]
)
def test_help_for_every_order_shows_its_forms(code: str) -> None:
    found = BOOK.find(code)
    assert found is not None
    forms = [form for name in ROWS for form in forms_of(name) if code in form.shown.split()[:2]]
    assert forms
    assert all(f"`{form.shown}`: {form.help}." in found.body for form in forms)


def test_help_says_what_comes_before_and_after() -> None:
    assert "a random monster may come first. Done, it improves Explorer with 10%." in BOOK.find("EX").body  # type: ignore[union-attr]
    assert "unless he leads armies" in BOOK.find("MO").body  # type: ignore[union-attr]
    assert "no random monster comes first." in BOOK.find("PR").body  # type: ignore[union-attr]


@pytest.mark.parametrize("spell", [one for one in TABLES.spells.values() if not one.secret], ids=lambda one: one.code)
def test_help_for_every_spell(spell: object) -> None:
    one = TABLES.spells[spell.code]  # type: ignore[attr-defined]
    for word in (f"CA {one.code}", one.name):
        found = BOOK.find(word)
        assert found is not None
        assert one.words in found.body


@pytest.mark.parametrize("word", ["item 13", "excalibur", "basilisk", "grimoire", "legion", "xyz"])
def test_help_for_things(word: str) -> None:
    found = BOOK.find(word)
    assert (found is not None) == (word not in ("grimoire", "legion", "xyz"))


@pytest.mark.rule("AK-D1.4-04", "AK-P2.0-03")
def test_secret_powers_and_spells_stand_nowhere() -> None:
    told = "\n".join(f"{one.title} {one.body}" for one in EVERY)
    for ability in TABLES.abilities.values():
        assert ability.words_5 not in told
        assert ability.words_8 not in told
    for spell in TABLES.spells.values():
        assert not spell.secret or spell.words not in told


@pytest.mark.parametrize(
    "row",
    [
        "| HC | Heavy Cavalry | 4 | 4 | 3 | 3 | Plain | Forest, Jungle, Mountain, Sea | CH, CC, EL, WE, WR, DR |",
        "| M | Mountain | 5 | 15 | 15 |",
        "| Green | 1 | 25 |",
        "| 2 | 75 | 40 | 150 |",
        "| Imperial Treasurer | 10 | total tax revenue +5% |",
        "| `phase PR ability` | practise an ability; TA and NA train armies as well, SG may find an invention |",
        "| 3 | 50 |",
    ],
)
def test_tables_come_from_the_data(row: str) -> None:
    assert row in TEXT


def test_the_first_letter_of_the_handbook_is_read() -> None:
    found = re.search(r"```\n(.*?)```", BOOK.topics[0].body, re.DOTALL)
    assert found is not None
    world = game()
    code = next(iter(world.kingdoms))
    number = next(one.id for one in world.serving(code) if not one.king)
    letter = found[1].replace("CHAR 5", f"CHAR {number}")
    sheet = read(letter, view(world, code))
    assert [one for one in sheet.problems if not one.note] == []
    assert len(sheet.orders) == 10


def test_order_lines_in_the_text_are_orders() -> None:
    lines = re.findall(r"`((?:TREAT|BREAK|SCI|GIVEGOLD|HEIR|NAME|PLAN) [^`]+)`", TEXT)
    examples = [line for line in lines if line == line.upper() or line.startswith(("HEIR Edda", "NAME CHAR 5", "NAME PROV 8"))]
    assert len(examples) >= 10
    assert [line for line in examples if grammar().find(line.upper()) is None] == []


def test_it_prints() -> None:
    assert handbook_pdf(BOOK, "a4").startswith(b"%PDF")
