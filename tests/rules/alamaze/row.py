"""Alamaze Classic as the kit proves it."""

from __future__ import annotations

import re

from postern.game.report import Report, Table
from postern.game.ruleset import Outcome
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.rules.victory import standings
from postern.rulesets.alamaze.world.records import World
from tests.kit.game import Game, Held
from tests.rules.alamaze.accounts import accounted, assert_sound
from tests.rules.alamaze.secrets import HIDDEN, SHOWN, far, near

_WORDS = (
    "50 60 110 111 120 121 140 150 160 170 180 190 200 201 202 210 215 225 230 235 240 299 310 320 330 350 355 360 380 "
    "390 400 410 411 412 430 440 470 475 480 490 495 500 510 550 560 599 600 699 700 701 702 705 710 720 725 727 730 731 "
    "732 740 741 742 743 745 748 750 770 780 793 799 800 900 910 920 930 940 945 950 955 965 970 976 991 992 993 994 995 "
    "996 997 92 98 102 103 208 209 603 718 815 850 888 1DA 2DA 3DA 4DA 1EL 2WA 9ZZ DA EL WA WI XX KP KQ PN AH ZZ A0 FA ER "
    "ZO JO HA - 1 2 3 9 F G D C T V Y N A E R L O S H W Silent_Rose Bo 500 2,000 46k 46.000 99999999 T1 P3 D6 1A 3A 8B I1 G1 "
    "attack move usurp vote market attack_group # ; // > ORDERS END Hello "
).split()
_PHRASES = (
    "110 1DA 3EL 2\n111 2DA 3EL\n120 3DA 1EL 1\n121 3DA",
    "150 1DA - 3\n160 1DA - 2\n170 1DA\n180 2DA - 2\n190 3DA\n140 1DA - 2\n139 1DA ZO",
    "200 F 3,000\n200 G 46k\n201 EL 5000 2000\n202 EL 2.000 5.000\n215 EL 100 -\n210 1500",
    "225 1DA\n230 2DA\n235 1DA DA\n240 KQ\n245 T 1",
    "310 FA\n320 FA\n330 FA\n350 FA KQ\n390 FA\n360 FA EL\n365 FA\n380 FA EL 1234\n385 FA 6000",
    "400 Y\n410 1500 1 R DA O\n410 2000 2 L EL 10 S\n410 900 3 V O\n410 5000 5 EL S\n411 EL 9000\n412 EL 9000",
    "430\n440 EL E\n470 ER 7\n475 ER 7 EL\n480 ER\n490 ER\n495 ER KQ\n355 ER KQ",
    "500 VA\n510 A Silent_Rose KP\n550 1DA A\n560 1DA\n600 KP G 3\n994 3000",
    "699 1DA 4DA DA 1\n700 1DA 2DA DA 1\n701 1DA 2DA GA\n702 1DA 4DA - - HA ZO\n740 2DA 1DA\n743 1DA 4DA DA 1",
    "705 T\n710 1DA LA LB\n720 1DA AB AC\n725 1DA AB AC\n727 1DA KH\n730 3DA\n731 1DA 3EL\n732 1DA 3EL\n745 1DA",
    "748 T 8000 1 KZ LA\n750 WO T 10\n770 WO EL\n780 WO VA LU\n793 WO 1DA",
    "92 1DA ZO 3EL\n102 1DA ZO\n208 1DA ZO\n603 1DA ZO\n718 1DA ZO AB AC\n799 1DA ZO\n800 1DA RE\n888 1DA HA KH",
    "900 VA QB GA EL\n910 VA KH 40213 1DA\n920 VA KP\n925 VA KH ER LO\n930 VA QB D\n940 VA QB GA EL\n945 VA 1EL L H QB",
    "950 VA QB GA DA\n955 VA QB GA EL\n960 VA QB 40213\n965 VA QB G\n970 VA QB\n971 VA 1EL 10\n975 VA T EL\n976 VA QB QC QD QE",
    "991 T4 P1 A5\n992 I1 I1 G1\n993 1A 5B 8C\n995\n996\n997",
    "60 480 KA\n50 480 KA\n50 1\n60 720 1DA AB",
    "move group 1DA AB AC\nattack 1DA 3EL\n# 720 1DA AB ; and a remark\n#150. 1DA - 2\n> 720 1DA AB\n// nothing",
    "ORDERS\n720, 1DA, AB, AC\n720 1DA\n999 1DA\nfly away\nEND",
)
_VICTORIES = ("Rex", "Secret", "Lion's Share", "Last", "Team")


def _ended(outcome: Outcome[World], turn: int) -> None:
    """Somebody won in a way that the rules know: by four regions, by secret conditions, by most points after the last turn,
    or alone."""
    world = outcome.world
    winners = [world.kingdom_of(seat) for seat in outcome.winners]
    assert world.victory in _VICTORIES, world.victory
    if world.victory == "Rex":
        assert all(len(one.controlled) >= 4 for one in winners)
    elif world.victory == "Last":
        assert outcome.winners == CLASSIC.active(world)
    elif world.victory == "Lion's Share":
        assert turn in (world.turns, world.ends_after)
        rows = standings(world)
        assert {one.seat for one in rows if one.score == max(row.score for row in rows)} >= set(outcome.winners)
    else:
        assert turn >= 16


def _held(world: World, seat: str) -> Held:
    kingdom = world.kingdom_of(seat)
    own = [one for one in world.centers_of(kingdom.code) if not one.destroyed]
    areas = frozenset(one.area for one in own)
    return Held(frozenset(one.name for one in own), areas, areas, ("Regions held", len(kingdom.controlled)))


def _listed(report: Report) -> frozenset[str]:
    """The first column of the table of centers."""
    tables = (block for one in report.sections for block in one.blocks if isinstance(block, Table))
    own = (table for table in tables if [one.title for one in table.columns[:2]] == ["Area", "Center"])
    return frozenset(row[0] for table in own for row in table.rows if row[0])


ALAMAZE_CLASSIC = Game(
    rules=CLASSIC,
    hidden=HIDDEN,
    shown=SHOWN,
    far=far,
    near=near,
    sound=assert_sound,
    ended=_ended,
    accounted=accounted,
    held=_held,
    listed=_listed,
    last_turn=40,
    words=tuple(_WORDS),
    phrases=_PHRASES,
    nothing_below=re.compile(r"(?!)"),
    options=({"turns": 12, "secret": False}, {"teams": True}),
    examples=6,
)
