"""The games that can be demonstrated: how each is joined, and first orders for the seat that the order form describes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from postern.rulesets.great_jewels.tables import neighbours

_LEADER = re.compile(r"L(\d+)")
_GARRISON = re.compile(r"G([A-S]\d+)")
_CHARACTER = re.compile(r"CHAR (\d+)")
_UNIT = re.compile(r"([3-9]\d{3}):")
_FEWEST = 14


@dataclass(frozen=True)
class DemoGame:
    """One game: its name in letters, its seats (all but one for computers), the wishes of a JOIN letter, and what makes orders
    of the lines of an order form: once with two mistakes, once right."""

    name: str
    ruleset: str
    seats: int
    wishes: tuple[str, ...]
    orders: Callable[[Sequence[str]], tuple[str, str]]


def _great_jewels(lines: Sequence[str]) -> tuple[str, str]:
    leaders = [found[1] for line in lines if (found := _LEADER.fullmatch(line))]
    homes = [found[1] for line in lines if (found := _GARRISON.fullmatch(line))]
    if len(leaders) < 3 or not homes:
        raise RuntimeError("the order form of the set-up letter names no home or no leaders")
    home = homes[0]
    around = neighbours(home)
    first, second, third = leaders[:3]
    sound = [
        "E=25",
        f"G{home}T12TL{first}",
        f"G{home}T8TL{second}",
        f"garrison {home} gives 6 troops to L{third}",
        f"L{first}M{around[0]}",
        f"L{third} moves to {around[2]}",
        f"G{home}R4{around[3]}",
        f"G{home}BC2",
    ]
    wrong = [*sound, f"L{second}M{_far_from(home)}", f"L99M{around[1]}"]
    right = [*sound, f"L{second}M{around[1]}"]
    return "\n".join(wrong) + "\n", "\n".join(right) + "\n"


def _far_from(home: str) -> str:
    """A province that is surely not next to a home."""
    return "J10" if home != "J10" else "B4"


def _cosmos(lines: Sequence[str]) -> tuple[str, str]:
    """A General with a company marches out and takes a hex, a lord recruits, a scout looks about; two lines are wrong."""
    numbers = [found[1] for line in lines if (found := _UNIT.fullmatch(line))]
    if len(numbers) < _FEWEST:
        raise RuntimeError("the order form of the set-up letter names too few units")
    ruler, general, company, scout = numbers[0], numbers[3], numbers[12], numbers[9]
    sound = ["[M", "Greetings to all courts.", "]", f"{general}:", f"form {company}", "move ne n n", "control -1"]
    right = [
        *sound,
        f"{ruler}:",
        "recruit 2",
        "orders:",
        "mytactics defend",
        "myalias $guard",
        ".",
        f"{scout}:",
        "move ne ne",
        "search 3",
    ]
    wrong = [*right[:-1], "serach 3", "move east"]
    return "\n".join(wrong) + "\n", "\n".join(right) + "\n"


def _alamaze(lines: Sequence[str]) -> tuple[str, str]:
    """The Warlock chooses what to win by, marches, trains a spy, researches and has his king guarded; two lines are wrong."""
    if "; GROUPS" not in lines:
        raise RuntimeError("the order form of the set-up letter lists no groups")
    right = [
        *("991 T4 P1 A5", "993 1A 3A 4A", "480 OR", "500 IL", "799 1WA OL", "720 2WA KN", "move group 3WA KP"),
        *("970 VA UJ", "600 KP D 1", "60 925 GR KP OR ; every turn from now on"),
    ]
    wrong = [*right, "720 1st Warlock KQ", "600 JM D 4"]
    return "\n".join(wrong) + "\n", "\n".join(right) + "\n"


def _adventurer_kings(lines: Sequence[str]) -> tuple[str, str]:
    """The King recruits and drills, a Hero explores, another sets out; two lines are wrong."""
    blocks = [found[1] for line in lines if (found := _CHARACTER.fullmatch(line))]
    if len(blocks) < 3:
        raise RuntimeError("the order form of the set-up letter has too few characters")
    king, general, adventurer = blocks[:3]
    right = [
        *(f"CHAR {king}", "1 RE LE 1", "2 EX", "3 PR TA", "4 DE", "5 DE"),
        *(f"CHAR {general}", "1 EX", "2 PR ME", "3 PR TA"),
        *(f"CHAR {adventurer} ; our explorer", "1 EX", "2 EX", "3 PR EX"),
        *(f"PLAN {king} ME, FL", "TREAT 2"),
    ]
    wrong = [*right, f"CHAR {adventurer}", "1 EX", "6 EX", "3 PR TAC"]
    return "\n".join(wrong) + "\n", "\n".join(right) + "\n"


GAMES = {
    one.ruleset: one
    for one in (
        DemoGame("QJ-101", "great_jewels", 12, ("NAME=GREEDY", "TYPE=RILRIS"), _great_jewels),
        DemoGame("CF-101", "cosmos", 4, ("NAME=ALDRIC", "NATION=Am"), _cosmos),
        DemoGame("AC-101", "alamaze_classic", 8, ("NAME=ALDRIC", "KINGDOM=WA"), _alamaze),
        DemoGame("AK-101", "adventurer_kings", 8, ("NAME=ALDRIC", "KINGDOM Elmet", "ALIGNMENT Good"), _adventurer_kings),
    )
}
