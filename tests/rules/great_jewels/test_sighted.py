"""What the report tells of provinces that are not one's own (5.0, 6.0): seen now, remembered, and strangers at home."""

from __future__ import annotations

from dataclasses import replace

from postern.game.report import Bullets, Section, Table, Text
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.report.tables import sighted
from postern.rulesets.great_jewels.world.records import LeaderEntry, ProvinceEntry, TalismanEntry
from tests.rules.great_jewels.build import land


def _view(*entries: ProvinceEntry) -> View:
    """AAA's view of turn 5 with these entries beside that of his home, B4."""
    view = view_of(land(), "AAA")
    home = ProvinceEntry("B4", view.turn, "AAA", "C", garrison=1)
    return replace(view, entries={one.name: one for one in (home, *entries)})


def _section(*entries: ProvinceEntry) -> Section:
    section = sighted(_view(*entries))
    assert section is not None
    return section


def _table(*entries: ProvinceEntry) -> Table:
    (table,) = [block for block in _section(*entries).blocks if isinstance(block, Table)]
    return table


def test_every_kind_of_holder_is_named_with_what_he_has() -> None:
    table = _table(
        ProvinceEntry("J6", 5, "BBB", "F", garrison=12, csps=4, navies=2, zorans=30),
        ProvinceEntry("J7", 5, "-----", "C", garrison=9, road=True),
        ProvinceEntry("J8", 5, "-DRAGON-", "M", zorans=70),
        ProvinceEntry("J9", 5, "MERC", "C", garrison=40, tunnels=("P5", "Q5")),
        ProvinceEntry("J10", 5, "SILVER", "C", locked=True),
        ProvinceEntry("J11", 5, "BBB", "C", fogged=True),
        ProvinceEntry("J12", 5, "-----", "C", road=True),
    )
    assert [column.title for column in table.columns] == [
        *("Province", "Held by", "Land", "Garrison", "Citadel", "Navies", "Zorans", "Seen there"),
    ]
    assert table.rows == (
        ("J6", "BBB", "forest", "12", "4", "2", "30", ""),
        ("J7", "neutral", "clear", "9", "", "", "", "road"),
        ("J8", "a dragon", "mountain", "", "", "", "70", ""),
        ("J9", "mercenaries", "clear", "40", "", "", "", "tunnel to P5, Q5"),
        ("J10", "City of Silver", "clear", "", "", "", "", "Forbidden City, locked"),
        ("J11", "BBB", "clear", "", "", "", "", "fog: nothing more to be seen"),
        ("J12", "nobody", "clear", "", "", "", "", "road"),
    )
    assert table.anchors == tuple(f"province-{row[0]}" for row in table.rows)


def test_what_is_seen_there_names_armies_their_loads_and_whom_they_lost() -> None:
    (row,) = _table(
        ProvinceEntry(
            "J6",
            5,
            "BBB",
            "C",
            garrison=3,
            flags=("-S", "-V"),
            drevonyxes=(12,),
            talismans=(TalismanEntry(57, "ORACLE"),),
            leaders=(
                LeaderEntry(13, "AAA", 9),
                LeaderEntry(21, "BBB", 16, 13, zorans=1, rams=2, towers=1, flags=("-P",)),
                LeaderEntry(22, "BBB", killed=True),
                LeaderEntry(23, "BBB", fogged=True),
                LeaderEntry(24, "BBB", 5),
            ),
        )
    ).rows
    *_, seen = row
    assert seen.startswith("besieged; ravaged; Drevonyx of size 12; ")
    assert "ORACLE" in seen.upper()
    assert "L13" not in seen  # one's own leaders stand in their own table
    assert "L21 BBB 16+13 (1 zoran, 2 rams, 1 tower, at peace)" in seen
    assert "L22 BBB killed" in seen
    assert "L23 BBB (hidden by fog)" in seen
    assert seen.endswith("L24 BBB 5")


def test_empty_land_is_listed_in_a_line_and_navies_have_a_column_only_where_there_are_some() -> None:
    section = _section(
        ProvinceEntry("J6", 5, "-----", "F"),
        ProvinceEntry("J7", 5, "-----", "C"),
        ProvinceEntry("J8", 5, "-----", "C", garrison=3),
    )
    table, empty = section.blocks
    assert isinstance(table, Table)
    assert "Navies" not in [column.title for column in table.columns]
    assert [row[0] for row in table.rows] == ["J8"]
    assert empty == Text("**Empty:** J6 forest, J7 clear.")
    assert _section(ProvinceEntry("J7", 5, "-----", "C")).blocks == (Text("**Empty:** J7 clear."),)


def test_what_is_remembered_says_of_which_turn_it_is() -> None:
    dead = LeaderEntry(22, "BBB", killed=True)
    section = _section(
        ProvinceEntry("J6", 4, "BBB", "C", garrison=12, leaders=(dead, LeaderEntry(24, "BBB", 5))),
        ProvinceEntry("J7", 3, "-----", "C"),
        ProvinceEntry("J9", 3, "-----", "C"),
        ProvinceEntry("J8", 4, "-----", "F"),
    )
    table, empty = section.blocks
    assert isinstance(table, Table)
    assert [column.title for column in table.columns][2] == "Turn"
    assert table.rows == (("J6", "BBB", "3", "clear", "12", "", "", "L24 BBB 5"),)
    assert empty == Text("**Empty when last seen:** turn 3 J8; turn 2 J7, J9.")


def test_strangers_in_ones_own_province_come_first_and_nothing_is_said_of_nothing() -> None:
    home = ProvinceEntry("B4", 5, "AAA", "C", leaders=(LeaderEntry(13, "AAA", 9), LeaderEntry(21, "BBB", 7)))
    lead, guests, *_ = _section(home, ProvinceEntry("J8", 5, "-----", "C", garrison=3)).blocks
    assert lead == Text("**Others in your provinces**", "lead")
    assert guests == Bullets(("B4: L21 BBB 7",))
    assert sighted(_view()) is None
