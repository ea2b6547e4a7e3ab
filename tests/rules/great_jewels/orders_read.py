"""What the reader of orders makes of lines, for a LORD with three leaders at E5."""

from __future__ import annotations

from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from tests.rules.great_jewels.build import allies, land, leader, own, saw, talisman


def seen(turn: int = 5) -> View:
    world = land(turn, LORD="QUNTAG", KING="AZONI", KNIGHT="SLENTH")
    own(world, "E5", "LORD", garrison=10, zorans=50)
    for number in (13, 14, 15):
        leader(world, number, "LORD", "E5", troops=12, bonus=3)
    leader(world, 31, "KING", "E5", troops=3)
    world.players["LORD"].met.append("KING")
    return view_of(world, "LORD")


VIEW = seen()


def codes(text: str, view: View = VIEW) -> list[str]:
    return [order.code for order in read(text, view).orders]


def problems(text: str, view: View = VIEW) -> list[str]:
    return [problem.code for problem in read(text, view).problems if not problem.note]


def refused(text: str, view: View = VIEW) -> tuple[str, str, str]:
    """The last problem: why, what to write instead, the line to paste."""
    problem = read(text, view).problems[-1]
    return problem.why, problem.remedy, problem.paste


def coast() -> View:
    """LORD at home in the coastal A5 and in L4 and B5; ECHO's L25 stands with his L15, his ally LIMA's L67 with L13."""
    world = land(5, LORD="QUNTAG", ECHO="AZONI", LIMA="QUNTAG")
    own(world, "A5", "LORD", garrison=20, zorans=90)
    own(world, "B5", "LORD", garrison=9, zorans=90)
    own(world, "L4", "LORD", garrison=9, zorans=90)
    leader(world, 13, "LORD", "B5", troops=30)
    leader(world, 14, "LORD", "B5", zorans=3)
    leader(world, 15, "LORD", "H9", troops=8)
    leader(world, 3, "LORD", "L4", troops=6)
    leader(world, 5, "LORD", "L4", troops=5)
    leader(world, 25, "ECHO", "H9", troops=3)
    leader(world, 67, "LIMA", "B5", troops=3)
    leader(world, 68, "LIMA", "H9", troops=3)
    talisman(world, 84, 13)
    allies(world, "LORD", "LIMA")
    saw(world, "LORD", "A5", "B5", "L4", "H9")
    return view_of(world, "LORD")
