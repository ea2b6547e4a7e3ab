"""The handbook: every order, talisman and step is in it, and every topic can be asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from postern import render
from postern.game.handbook import Topic
from postern.render import topic_text
from postern.rulesets.great_jewels.orders.families import GRAMMAR, parse
from postern.rulesets.great_jewels.report.handbook import handbook
from postern.rulesets.great_jewels.tables import CATALOGUE, rows, titled


def test_every_word_finds_one_topic() -> None:
    book = handbook()
    assert len(set(book.words)) == len(book.words)
    for word in book.words:
        assert book.find(word.upper()) is not None
    assert book.find("no such topic") is None


def test_nothing_is_left_unfilled() -> None:
    for topic in handbook().topics:
        assert "{{" not in topic.body, topic.name
        assert len(topic.body) > 200, topic.name
        assert topic.title


def test_every_order_and_step_is_explained() -> None:
    orders = handbook().find("orders")  # "HELP ORDERS shows the forms", say the answers
    assert orders is not None
    for _, form in GRAMMAR.forms:
        assert f"`{form.shown}` | {form.help} |" in orders.body, form.shown
    sequence = handbook().find("sequence")
    assert sequence is not None
    assert all(row["event"].split(" (")[0] in sequence.body for row in rows("sequence"))


@pytest.mark.rule("QJ-12-10")
def test_who_asks_about_raids_reads_that_a_siege_shuts_them_in_and_out_for_armies_too() -> None:
    raids = handbook().find("raids")
    assert raids is not None
    assert "Nobody raids into a besieged province or out of it, armies there neither" in raids.body


def test_every_talisman_is_listed() -> None:
    text = "".join(topic.body for topic in handbook().topics)
    assert "T45 to T47 Palantir" in text
    for power in CATALOGUE.values():
        assert f"T{power.number}" in text or power.name in text or 29 <= power.number <= 47


@pytest.mark.parametrize("topic", handbook().topics, ids=lambda topic: topic.name)
def test_every_example_is_an_order(topic: Topic) -> None:
    """Each line of an example is read as an order; the remark stands behind it."""
    for block in re.findall(r"```\n(.*?)```", topic.body, re.DOTALL):
        if topic.name == "messages":
            continue
        for line in block.splitlines():
            code = line.split("  ")[0].strip()
            copied = code.endswith("M*") and code[1:-2].isdigit()
            assert copied or parse(code) is not None, line


def test_every_help_that_a_topic_names_is_a_topic() -> None:
    book = handbook()
    for topic in book.topics:
        for word in re.findall(r"`HELP ([a-z ]+)`", topic.body + topic.brief.body):
            assert book.find(word) is not None or word == "press", (topic.name, word)


def test_what_help_sends_of_a_long_topic_fits_two_screens_and_names_every_section_of_it() -> None:
    book = handbook()
    long = [topic for topic in book.topics if topic.sections]
    assert [topic.name for topic in long] == ["combat", "talismans", "orders", "rulings"]
    for topic in long:
        sent = topic_text(topic.brief)
        assert len(sent.splitlines()) <= 35, topic.name
        for section in topic.sections:
            assert f"HELP {topic.name} {section.name} " in sent
            found = book.find(f"{topic.name.upper()}  {section.name.title()}")
            assert found is not None
            assert found.body == section.body
            assert section.hint
            assert f"## {section.title}\n\n{section.body}" in topic.body
        whole = book.find(f"{topic.name} all")
        assert whole is not None
        assert whole.brief.body == topic.body
        assert topic.body.startswith(topic.opening)
    assert all(len(topic_text(topic).splitlines()) <= 50 for topic in book.topics if topic not in long)


def test_a_section_is_found_by_its_other_words_and_alone_by_a_word_of_the_topic() -> None:
    book = handbook()
    names = {
        "orders building": "orders build",
        "order march": "orders move",
        "rings": "talismans rings",
        "macb": "combat armies",
    }
    names |= {"betrayal": "combat betrayal", "talisman rings": "talismans rings", "list attack": "orders attack"}
    names |= {"combat": "combat", "attack": "combat", "move": "movement", "siege": "building", "T24": "talisman 24"}
    names |= {"Palantir": "talisman 45", "Sword of Doom": "talisman 49", "one ring": "talisman 99", "the trap": "talisman 152"}
    assert {word: topic.name for word in names if (topic := book.find(word))} == names
    assert book.find("combat nonsense") is book.find("losses") is book.find("movement march") is None


def test_the_names_of_talismans_are_told_by_where_they_work() -> None:
    names = handbook().find("talismans names")
    assert names is not None
    for number, power in CATALOGUE.items():
        assert number < 45 or number in (46, 47) or f"{titled(power.name)}" in names.body, number
    assert "**A garrison**: T53 King's Levy, T54 Philosopher's Stone," in names.body


@pytest.mark.parametrize("topic", [*handbook().topics, *handbook().entries], ids=lambda topic: topic.name)
def test_every_topic_fits_a_letter(topic: Topic) -> None:
    for line in (topic_text(topic) + topic_text(topic.brief)).splitlines():
        assert len(line) <= 72, line


def test_the_whole_book_can_be_printed() -> None:
    assert render.handbook_pdf(handbook(), "a4").startswith(b"%PDF")


def test_help_on_one_talisman_tells_its_order_and_its_notes_in_words() -> None:
    book = handbook()
    bodies = {number: topic.body for number in (1, 4, 99, 124) if (topic := book.find(f"T{number}")) is not None}
    assert bodies[124].endswith("`T124=GB3`.\n\nNot on the turn you get it; not against non-players.\n")
    assert "Order like `L13UM7` or `L13UM7=LORD`." in bodies[4]
    assert all("`HELP jewels` tells all spells." in bodies[number] for number in (1, 99))
    assert "together with a Great Jewel" not in bodies[1]
    assert "holder of a Great Jewel" not in bodies[99]


def test_help_finds_one_talisman_and_what_a_phrase_speaks_of() -> None:
    book = handbook()
    for number, power in CATALOGUE.items():
        for word in (f"T{number}", f"talisman {number}"):
            topic = book.find(word)
            assert topic is not None, word
            assert power.name.split()[0].lower() in topic.title.lower(), word
    assert [topic.name for topic in book.about("how do I build a navy?")] == ["building", "navies"]
    assert [topic.name for topic in book.about("how to attack")] == ["combat"]
    assert not book.about("when shall we three meet again")
    assert "T24" not in book.words


# --- rulings ------------------------------------------------------------------------------------------------------------


def _rulings() -> Topic:
    found = handbook().find("rulings all")
    assert found is not None
    return found


def test_every_ruling_tells_its_chapter_what_is_open_what_is_ruled_and_why() -> None:
    entries = re.findall(r"^\*\*(\d+)\. [^*]+\*\*(.*?)(?=^\*\*\d+\. |\Z)", _rulings().body, re.DOTALL | re.MULTILINE)
    assert sorted(int(number) for number, _ in entries) == list(range(35))
    for number, text in entries:
        heads = [text.find(head) for head in ("**Open:**", "**Ruled:**", "**Why:**")]
        assert 0 <= heads[0] < heads[1] < heads[2], number
        assert number == "30" or re.match(r" \(book \d", text), number  # 30 is about slips all over the book


def test_help_rulings_and_a_number_sends_the_part_with_that_ruling() -> None:
    for number in range(35):
        part = handbook().find(f"RULINGS {number}")
        assert part is not None
        assert f"**{number}. " in part.body


def test_what_rests_on_a_ruling_is_marked_with_one_that_exists() -> None:
    """In the handbook, and where code and tests cite one."""
    marked = {
        topic.name: {int(number) for number in re.findall(r"\[ruling (\d+)\]", topic.body)}
        for topic in handbook().topics
        if topic.name != "rulings"
    }
    assert all(number < 35 for numbers in marked.values() for number in numbers)
    assert {"provinces", "movement", "navies", "combat", "waylay", "capture", "cities", "monsters", "scoring"} <= {
        name for name, numbers in marked.items() if numbers
    }
    root = Path(__file__).parents[3]
    pages = [*root.glob("src/postern/rulesets/great_jewels/**/*.py"), *root.glob("tests/rules/great_jewels/**/*.py")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    cited = {
        int(number)
        for found in re.findall(r"\brulings? ((?:\d+(?:, | and | to )?)+)", text)
        for number in re.findall(r"\d+", found)
    }
    assert len(cited) > 20
    assert all(number < 35 for number in cited)


def test_the_page_among_the_documents_is_the_one_that_help_sends() -> None:
    page = Path(__file__).parents[3] / "docs" / "rules" / "great_jewels" / "rulings.md"
    assert "**11. Marches, and who waylays**" in page.read_text(encoding="utf-8")
    assert "**11. Marches, and who waylays**" in _rulings().body


@pytest.mark.rule("QJ-29-02")
def test_tables_of_orders_say_of_which_a_force_has_one_a_turn() -> None:
    lines = "\n".join(topic.body for topic in handbook().topics).splitlines()
    one = {line.split("`")[1] for line in lines if line.startswith("| `") and line.endswith("| one |")}
    moves, attacks = (
        "LnnMp1p2... LnnFp1p2... LnnSp1 LnnM* LnnF*",
        "LnnALmm LnnKLmm LnnCLmm LnnAG LnnKG LnnCG Gp1ALmm Gp1KLmm Gp1CLmm",
    )
    assert one == {*moves.split(), *attacks.split(), "Rp1", "T78=pr", "T94=R", "T124=nnn", "T124=Gppp", "T132=ppp"}
    heads = {lines[at + 2].split("`")[1]: line for at, line in enumerate(lines) if line.startswith("| order | what it does |")}
    assert heads["LnnMp1p2..."] == heads["LnnALmm"] == "| order | what it does | one a turn |"
    assert heads["LnnTqqTLmm"] == heads["Gp1BCqq"] == "| order | what it does |"
