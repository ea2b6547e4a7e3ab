"""One daemon with one mailbox serves all games to one player who sits in each: letters with several GAME lines, two time zones,
a stop and a kill in between."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from tests.e2e.house import House
from tests.e2e.player import Player, flat, text_of
from tests.e2e.sitting import join, place_of, report_of, turn_reported

Newcomer = Callable[[], Player]
GAMES = {
    "QJ-81": ("great_jewels", "Europe/Berlin", 12, "TYPE=RILRIS"),
    "CF-81": ("cosmos", "America/New_York", 2, "NATION=Am"),
    "AC-81": ("alamaze_classic", "America/New_York", 2, "KINGDOM=Warlock"),
    "AK-81": ("adventurer_kings", "Europe/Berlin", 4, "KINGDOM Elmet"),
}
ZONES = {"QJ-81": r"20:00 CES?T", "CF-81": r"20:00 E[SD]T", "AC-81": r"20:00 E[SD]T", "AK-81": r"20:00 CES?T"}
KINGS = "GAME AK-81\nCHAR 1\n1 PR TA\n"
TOKYO = r"(04|09|10):00 JST"


def test_one_player_in_all_games_of_one_mailbox(house: House, newcomer: Newcomer) -> None:
    ann = newcomer()
    for name, (ruleset, zone, seats, wishes) in GAMES.items():
        house.write_game(name, ruleset=ruleset, timezone=zone, seats=seats, computers=seats - 1, documents=[])
        house.master("create", name)
        join(ann, name, "ANNE", more=wishes)
    first = {name: report_of(ann, name, 0) for name in GAMES}
    for name, report in first.items():
        assert re.search(ZONES[name], flat(report)), name
    place = place_of(first["QJ-81"])
    march, build = f"{place.leaders[0]}M{place.near[0]}", f"G{place.home}BC1"

    # One letter for all games, answered once, each game's orders on file in that game and in no other.
    answer = ann.answer(ann.reply(first["QJ-81"], f"{march}\nGAME CF-81\n3110:\nsearch 2\nGAME AC-81\n480 OR\n{KINGS}"))
    words = flat(answer)
    assert [name for name in GAMES if name not in words] == [], text_of(answer)
    own_and_others = {
        "QJ-81": (march, "480", "3110", "PR TA"),
        "CF-81": ("search 2", "480", march, "PR TA"),
        "AC-81": ("480 OR", "3110", march, "PR TA"),
        "AK-81": ("1 PR TA", "480", "3110", march),
    }
    for name, (own, *others) in own_and_others.items():
        shown = text_of(ann.answer(ann.reply(first[name], "SHOW", quote=False)))
        assert own in shown, shown
        assert not any(other in shown for other in others), name

    # The daemon is stopped; a letter comes meanwhile that lets all turns run. It is read after the next start.
    house.stop()
    ann.reply(first["CF-81"], "READY\nGAME AC-81\nREADY\nGAME QJ-81\nREADY\nGAME AK-81\nREADY\n", quote=False)
    house.start()
    second = {name: report_of(ann, name, 1) for name in GAMES}
    assert "(order 480)" in flat(second["AC-81"])
    assert "search" in flat(second["CF-81"]).lower()

    # Another zone for the reader; then the daemon is killed with a letter of orders for all games on its way.
    ann.answer(ann.reply(second["QJ-81"], "ZONE Tokyo", quote=False))
    ann.reply(
        second["AC-81"],
        f"310 JO\nREADY\nGAME QJ-81\n{build}\nREADY\nGAME CF-81\n3110:\nsearch 1\nREADY\n{KINGS}READY\n",
        quote=False,
    )
    house.kill()
    house.start()
    third = {name: report_of(ann, name, 2) for name in GAMES}
    for name, report in third.items():
        assert re.search(TOKYO, flat(report)), name

    # Nothing is left waiting, and each report came once, but for one that the kill may have doubled as the same letter.
    ann.answer(ann.send("GAMES"))
    ann.look()
    came: dict[tuple[str, int], set[str]] = {}
    for letter in ann.seen:
        for name in GAMES:
            if (turn := turn_reported(letter, name)) is not None:
                came.setdefault((name, turn), set()).add(str(letter["Message-ID"]))
    assert Counter({key: len(ids) for key, ids in came.items()}) == Counter(
        {(name, turn): 1 for name in GAMES for turn in range(3)}
    )
