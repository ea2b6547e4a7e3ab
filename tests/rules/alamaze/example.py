"""The kingdom of the example letter: Warlock on turn 5, with the positions that its lines speak of."""

from __future__ import annotations

from postern.rulesets.alamaze.world.records import Center, CenterMemory, GroupMemory, Issue, Wizard, World
from tests.rules.alamaze.build import center, new_world, put_group

LETTER = """\
GAME 12 KINGDOM WA TURN 5 KEY 4F7Q2L
ORDERS
60 920 GR KP          ; Grgor watches the capital from now on
102 2WA KE 2SO        ; Lightning by the Power 1 wizard Kemir
103 1WA RE            ; Firestrike against the center 1WA attacks
110 2WA 2SO 2         ; Standard Battle Plan
150 1WA - 2           ; assault on the center in our area (KL)
202 EL 6000 5000      ; our gold for Elven food
330 JO                ; Count Jonor tries Zanorford (NQ)
390 MI                ; Baron Mimir becomes Count
400 Y
410 1500 2 R WA 6 O   ; endorse us in region 6, open ballot
480 OR                ; the ruler raises his influence
510 A Tessal KP
560 3WA
600 JM D 1
720 3WA KQ
799 1WA OL            ; Olbern from Power 2 to 3, needs an own center in KL by then
930 VA SI D
970 IL UJ
END
MESSAGE EL
Our envoys agreed on 5,000 of food for 6,000 of gold.
END
READY
"""
"""The example letter, word for word but for the desk's READY, which is left to the desk."""


def example_world() -> World:
    """1WA stands at the neutral village KL with Rebern (3) and Olbern (2), 2WA at the village LN beside 2SO with Kemir (1) and
    the adept Brsen, 3WA without figures at the capital KP. Count Jonor is in the neutral town NQ, the others at home; we are
    on the High Council, hold 24,000 food and have influence 16.05. There are no fleets."""
    world = new_world()
    world.turn = 5
    kingdom = world.kingdoms["WA"]
    kingdom.influence, kingdom.food, kingdom.gold, kingdom.fleets = 16.05, 24_000, 90_000, {}
    world.council.issue = Issue(2, ["R", "EL", "2"], True)
    world.council.members = ["EL", "GN", "WA"]
    put_group(world, "1WA", "KL", wizards=[Wizard("RE", "Rebern", 3), Wizard("OL", "Olbern", 2)])
    put_group(world, "2WA", "LN", wizards=[Wizard("KE", "Kemir", 1), Wizard("BR", "Brsen", 0)])
    put_group(world, "3WA", "KP", leaders=[], wizards=[])
    put_group(world, "2SO", "LN", 2)
    kingdom.memory.centers |= {area: CenterMemory(4, "", 2_500, 14_000) for area in ("KL", "NQ")}
    kingdom.memory.groups["2SO"] = GroupMemory(4, "LN", "Brigade")
    for area, name in (("JO", "NQ"), ("MI", "KP"), ("SA", "JO"), ("FA", "JM"), ("OR", "KP")):
        kingdom.figures[area].area = name
    for code in ("VA", "IL", "GR"):
        kingdom.figures[code].area = "KP"
    _center(world, "KL", "Village", "")
    _center(world, "LN", "Village", "WA")
    _center(world, "NQ", "Town", "")
    _center(world, "JM", "Town", "WA")
    return world


def _center(world: World, area: str, kind: str, owner: str) -> None:
    world.centers.setdefault(area, Center(area, area.title(), kind, 2_500, 14_000, 7_000, 2_000))
    center(world, area, type=kind, owner=owner)
