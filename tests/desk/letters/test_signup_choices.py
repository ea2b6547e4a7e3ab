"""The letter that asks to confirm a seat lists what may still be chosen and what is free, in every game."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.desk.gamemaster import master
from postern.desk.settings.rulesets import ruleset
from postern.game.kit.signup import choice_words, first_come
from tests.desk.box import GAME, Box, text_of

ANN, BOB, CID = "ann@a.example", "bob@b.example", "cid@c.example"


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def create(desk: Desk, slug: str, seats: int = 6, options: str = "") -> None:
    text = GAME.replace("TOY-1", "NEW-1").replace("tests.desk.toy:RULESET", slug)
    text = text.replace("seats = 3", f"seats = {seats}").replace("computers = 1", f"computers = {seats - 3}")
    (desk.config.games_folder / "new-1.toml").write_text(text + options)
    desk.read_files()
    asyncio.run(master.create(desk, "NEW-1"))


@pytest.mark.parametrize(
    ("slug", "open_", "wish", "left"),
    [
        ("cosmos", "NATION=, several in the order of your wishes: free are Am (", "NATION=Am", "Am ("),
        ("alamaze_classic", "KINGDOM=, several in the order of your wishes: free are ", "KINGDOM=WA", "WA ("),
    ],
)
def test_what_is_free_is_listed_and_what_is_taken(desk: Desk, box: Box, slug: str, open_: str, wish: str, left: str) -> None:
    create(desk, slug)
    (asked,) = box.send(ANN, "JOIN NEW-1\nNAME=ANNA")
    assert "You may still choose, by a line in your reply" in flat(asked)
    assert open_ in flat(asked)
    assert "are taken" not in flat(asked)
    (chosen,) = box.send(ANN, f"JOIN NEW-1\nNAME=ANNA\n{wish}")
    assert "You may still choose" not in flat(chosen)
    box.reply(chosen, "")
    (after,) = box.send(BOB, "JOIN NEW-1\nNAME=BOBBY")
    free, _, taken = flat(after).partition("free are ")[2].partition(" is taken")
    assert left in free.rpartition(", ")[2], "named last, as taken"
    assert taken
    (both,) = box.send(CID, f"JOIN NEW-1\nNAME=CIDER\n{wish}")
    box.reply(after, wish.replace("=", "= "))
    assert "NAME = CIDER" in text_of(both)


def test_great_jewels_lists_people_and_last_turn(desk: Desk, box: Box) -> None:
    create(desk, "great_jewels")
    (asked,) = box.send(ANN, "JOIN NEW-1\nNAME=ANNA")
    assert "TYPE= with " in flat(asked)
    assert "RILRIS" in flat(asked)
    assert "without it a people is drawn for you" in flat(asked)
    assert "E= with a turn from" in flat(asked)
    (chosen,) = box.send(ANN, "JOIN NEW-1\nNAME=ANNA\nTYPE=RILRIS")
    assert "TYPE= with" not in flat(chosen)
    assert "E= with a turn from" in flat(chosen)


def test_great_jewels_with_teams_and_a_fixed_end_lists_those() -> None:
    rules = ruleset("great_jewels")
    words = choice_words(rules.signup_choices({"teams": 2, "turn_limit": 30}, ()), {})
    assert any(word.startswith("TEAM= with 1 or 2") for word in words)
    assert not any(word.startswith("E=") for word in words)


def test_adventurer_kings_lists_what_is_left_and_which_alignments_are_taken(desk: Desk, box: Box) -> None:
    create(desk, "adventurer_kings")
    (asked,) = box.send(ANN, "JOIN NEW-1\nNAME=ANNA")
    wanted = {
        "KING= with a name",
        "KINGDOM= with a name",
        "RACE= with Human",
        "TEMPER= with ",
        "ABILITIES= with ",
        "SECOND= with ",
    }
    assert {word for word in wanted if word in flat(asked)} == wanted
    assert "free are Divine, Good, Druidic, Neutral, Pagan, Evil and Undead; without it Neutral" in flat(asked)
    (chosen,) = box.send(ANN, "JOIN NEW-1\nNAME=ANNA\nKING=Odo\nKINGDOM=Elmet\nRACE=Dwarf\nALIGNMENT=Divine\nALTALIGNMENT=Good")
    for key in ("KING=", "KINGDOM=", "RACE=", "ALIGNMENT="):
        assert f" {key} " not in flat(chosen).partition("You may still choose")[2]
    box.reply(chosen, "")
    (after,) = box.send(BOB, "JOIN NEW-1\nNAME=BOBBY")
    assert "free are Good, Druidic, Neutral, Pagan, Evil and Undead, Divine is taken" in flat(after)
    (both,) = box.send(CID, "JOIN NEW-1\nNAME=CIDER\nALIGNMENT=Divine")
    assert "Without it you would then be Neutral, or write: ALTALIGNMENT Good" in flat(both)
    (seated,) = box.reply(after, "ALIGNMENT = Undead Evil")
    assert "You are BOBBY" in str(seated["Subject"])
    (last,) = box.send(CID, "JOIN NEW-1\nNAME=CIDER")
    assert "free are Good, Druidic, Neutral, Pagan and Evil, Divine and Undead are taken" in flat(last)


def test_who_joins_first_gets_the_first_free_wish() -> None:
    assert first_come("nation", ["Am", "Co", "Gh"], [{"nation": "co"}, {"nation": "CO am"}, {}, {"nation": "Zz"}]) == ("Gh",)
