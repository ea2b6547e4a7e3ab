"""What a player holds, in tables; and the facts on others beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.report import Column, Table
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.report.tables import holdings, power_words, sighted, standing, talisman_words
from postern.rulesets.great_jewels.world.records import Drevonyx, TalismanEntry, World
from tests.rules.great_jewels.build import allies, land, leader, own, run_typed, talisman


def after(world: World, seat: str = "AAA") -> View:
    """What this seat knows after a turn without orders."""
    return view_of(run_typed(world).world, seat)


def tables(view: View) -> dict[str, Table]:
    return {block.caption: block for block in holdings(view).blocks if isinstance(block, Table)}


def row(table: Table, first: str) -> dict[str, str]:
    cells = next(one for one in table.rows if one[0] == first)
    return {column.title: cell for column, cell in zip(table.columns, cells, strict=True)}


def test_a_flag_of_the_printout_stands_in_words_behind_a_talisman() -> None:
    entries = [TalismanEntry(97, "RILRIS WAND", ("-T", "-!")), TalismanEntry(54, "PHILOSOPHER'S STONE")]
    assert talisman_words(entries) == "T97 Rilris Wand [just handed over and behaved oddly], T54 Philosopher's Stone"


def titles(columns: tuple[Column, ...]) -> list[str]:
    return [column.title for column in columns]


@pytest.mark.usefixtures("no_mischief")
def test_a_province_is_told_with_all_that_is_remarkable_about_it() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=40, csps=6, zorans=30, navies=2, road=True, tunnels=["O15"])
    own(world, "E6", "AAA", garrison=9, wasted=True, ravaged=True, autobuild=True)
    leader(world, 21, "BBB", "E6", troops=90)
    talisman(world, 57, "E5")
    world.drevonyxes.append(Drevonyx(12, "E5"))
    table = tables(after(world))["Your provinces (T/O: turns owned, from 1 to 5)"]
    assert list(row(table, "E5").values()) == [
        *("E5", "clear", "8", "7", "2", "40", "6", "2", "37"),
        "road; tunnel to O15; Drevonyx of size 12; T57 Oracle",
    ]
    assert row(table, "E6")["Notes"] == "besieged; ravaged; laid waste; autobuild"
    assert row(table, "E6")["Navies"] == ""
    assert row(table, "B4")["Notes"] == "home"
    numbers = [column.title for column in table.columns if column.number]
    assert numbers == ["Levy", "Tax", "T/O", "Garrison", "Citadel", "Navies", "Zorans"]


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=3)
    shown = tables(after(world))
    assert "Navies" not in titles(shown["Your provinces (T/O: turns owned, from 1 to 5)"].columns)
    assert titles(shown["Your leaders"].columns) == ["Leader", "In", "Troops", "Bonus", "Notes"]


def leader_notes(view: View) -> dict[str, str]:
    return {cells[0]: cells[-1] for cells in tables(view)["Your leaders"].rows}


def test_leaders_are_told_with_what_binds_them_next_turn() -> None:
    world = land()
    for number in (13, 14, 15, 16):
        leader(world, number, "AAA", "B4", troops=3)
    view = after(world)
    assert leader_notes(view) == {"L13": "", "L14": "", "L15": "", "L16": ""}
    view.leaders[13].newborn = view.leaders[13].at_peace = True
    view.leaders[14].force_marched = view.leaders[15].bought = view.turn - 1
    view.leaders[16].force_marched = view.leaders[16].bought = view.turn - 2
    notes = {"L13": "new; at peace", "L14": "just force-marched", "L15": "just hired mercenaries", "L16": ""}
    assert leader_notes(view) == notes


def test_nobody_has_marched_or_hired_before_the_first_turn() -> None:
    world = land()
    leader(world, 13, "AAA", "B4")
    assert leader_notes(replace(after(world), turn=1)) == {"L13": ""}


def test_a_talisman_like_another_is_described_once_unless_it_is_a_key() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=3)
    for number in (4, 5, 29, 30, 45):
        talisman(world, number, 13)
    rows = {cells[0]: cells[3] for cells in tables(after(world))["Your talismans"].rows}
    assert rows["T30"] == "As T29."
    assert rows["T45"].endswith("Order: `T45=M7`. Not on the turn you get it.")
    assert rows["T4"] == "Opens the Forbidden Cities Gold and Sword, as in `L13UM7` for one in M7."
    assert rows["T5"] == "Opens the Forbidden Cities Silver and Sword, as in `L13UM7` for one in M7."


def test_a_key_in_a_garrison_opens_nothing_before_a_leader_carries_it() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=5)
    talisman(world, 4, "J10")
    view = after(world)
    assert power_words(view, view.talismans[4]) == (
        "Opens the Forbidden Cities Gold and Sword once a leader carries it: see `HELP cities`."
    )


@pytest.mark.rule("QJ-31-09")
def test_how_one_stands_among_those_one_has_met() -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH", CCC="AZONI")
    assert standing(view_of(world, "AAA")) == [("Met", "nobody yet")]
    allies(world, "AAA", "CCC", mutual=False)
    world.players["AAA"].met = ["CCC", "BBB"]
    world.players["AAA"].waylay = False
    for name, score in (("AAA", 20), ("BBB", 30), ("CCC", 10)):
        world.players[name].score = score
    view = view_of(world, "AAA")
    assert standing(view) == [
        ("Met", "BBB (Slenth), CCC (Azoni)"),
        ("Their scores", "30, 10; yours is no. 2 among them"),
        ("Your allies", "CCC"),
        ("Waylaying", "switched off everywhere (`Z` switches it on)"),
    ]
    assert "Their scores" not in dict(standing(replace(view, finished=True)))  # all are told then, with their names
    talisman(world, 57, "B4")
    told = dict(standing(view_of(world, "AAA")))
    assert told["All scores"] == "BBB 30, AAA 20, CCC 10"
    assert "Their scores" not in told


@pytest.mark.rule("QJ-02-11")
def test_what_was_seen_before_is_told_apart_from_what_is_seen_now() -> None:
    world = land()
    own(world, "E6", "BBB", garrison=9, tunnels=["O15"])
    own(world, "K9", "BBB", garrison=7)
    leader(world, 21, "BBB", "K9", troops=4, bonus=4, at_peace=True)
    leader(world, 11, "AAA", "E6", troops=5, at_peace=True)
    first = run_typed(world).world
    first.leaders[11].province = "K9"
    section = sighted(view_of(run_typed(first).world, "AAA"))
    assert section is not None
    shown = {block.caption.split()[0]: block for block in section.blocks if isinstance(block, Table)}
    assert [one[0] for one in shown["Seen"].rows] == ["K9"]
    assert [one[0] for one in shown["Remembered"].rows] == ["E6"]
    assert row(shown["Seen"], "K9")["Seen there"] == "L21 BBB 4+4 (at peace)"
    assert row(shown["Remembered"], "E6")["Seen there"] == "tunnel to O15"
    assert row(shown["Remembered"], "E6")["Turn"] == str(first.turn - 1)
