"""COSMOS as the kit proves it."""

from __future__ import annotations

import re

from postern.game.report import Report, Text
from postern.game.ruleset import Outcome
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.world.records import World
from tests.kit.game import Game, Held
from tests.rules.cosmos.accounts import accounted, assert_sound
from tests.rules.cosmos.secrets import HIDDEN, SHOWN, far, near

_WORDS = (
    "nation nation: nation 1: nation am: 3101 3101: 3501: 1501: 190 1502 7001 $wall $troop. $wall: orders: . policy "
    "am rc 2 enemy ally neutral allied home heir name myname alias myalias build castle 3 expand improve rating "
    "strength repair damage recruit summon animate initiate 1 \"heavy infantry\" 'scout' form join leave include move "
    "farmove sneak n ne se s sw nw h oh uh o190 u190 124d control storm tactics mytactics charge attack defend "
    "avoid flee fleewhen wait time signal waitonesig waitforall exact joined repeat order insert embed break clear "
    "search find hide unhide transfer gold:10 food:-1 * - 0 -1 2 24 245 99999999 limitarms limit store unstore "
    "collect discard donate merge disband embark disembark launch warships transports scuttle sap bribe defect hire "
    "take drop give use make autotake on off questing travel retreatspot retreatwhen firestrike heal blessing scry "
    "charm [M [M2] ] > ; Hello "
).split()
_PHRASES = (
    "nation 1:\npolicy rc enemy\n3101:\nmove 173 172\ncontrol -1",
    "3102:\nfarmove n\ncontrol",
    "3101:\nrecruit 1 50\norders:\njoin 3104\ntactics defend\n.\nwait 2",
    "3104:\nform 3112 3113 3114\nfarmove 206\nstorm\ncontrol -1",
    "3105:\nrepeat 0\norders:\nmove se se\nmove nw nw\n.\n",
    "1501:\nexpand 1\nimprove rating 1\nrepair damage",
    "nation 1:\nbuild castle 190\ntransfer gold:50 food:100 rc\nlimitarms 150\nlaunch transports 1\nheir 3103\nhome 1502",
    "3112:\nmyalias $wall\nmyname Old Guard\nmytactics charge\n$wall:\nwaitforone joined 3101",
    "3110:\nsneak 190 n n\nhide\nsearch 5\nfind 7020\nunhide",
    "3103:\ninsert 0\norders:\nwait 3\n.\nembed 1\norders:\nwait 1\n.\nclear\nbreak",
    "3108:\nfirestrike 190 3\nscry 279\nstrikeward\n3109:\nheal\nblessing 190",
    "3107:\nquesting on\nretreatspot\nretreatwhen 3\nfarmove 1601\ntravel 1606\nsearch 3\ntake\nquesting off",
    "3102:\nbribe defect 200 7020\nhire 7004\ndonate gold:10 3101\ncollect\nstore\nmerge\nleave",
    "[M 2,3\nWe come in peace.\n]",
    "[M]\nTo all.\n]",
    "> 3101:\n> move 190\n; a remark\n3101: ; the king\nwait 1 ; and see",
    "3101\nmove 173\n\n3999:\nmove 190\nfly away",
)


def _ended(outcome: Outcome[World], turn: int) -> None:
    """The most points win; the game is over after its last turn, or when one faction holds all gates."""
    best = max(standing.score for standing in outcome.standings)
    assert {one.seat for one in outcome.standings if one.score == best} >= set(outcome.winners)
    assert turn == outcome.world.turns or outcome.world.tables.factions


def _held(world: World, seat: str) -> Held:
    code = world.nation_of(seat).code
    hexes = frozenset(str(number) for number, one in world.hexes.items() if one.owner == code)
    places = [one for one in world.locations.values() if one.owner == code]
    sites = frozenset(one.outside for one in places if one.outside.isdigit() and int(one.outside) in world.hexes)
    return Held(hexes | {f"[{one.id}" for one in places}, hexes, sites, ("Hexes", len(hexes)))


def _listed(report: Report) -> frozenset[str]:
    """The hexes in the first line of the list of lands."""
    (lands,) = (one for one in report.sections if one.key == "lands")
    first = lands.blocks[0]
    assert isinstance(first, Text)
    return frozenset(re.findall(r"\d+", first.text.partition(":")[2]))


COSMOS = Game(
    rules=RULESET,
    hidden=HIDDEN,
    shown=SHOWN,
    far=far,
    near=near,
    sound=assert_sound,
    ended=_ended,
    accounted=accounted,
    held=_held,
    listed=_listed,
    last_turn=24,
    words=tuple(_WORDS),
    phrases=_PHRASES,
    begins=re.compile(r"(nation )?[\w$.-]+:$"),
    options=({"scenario": "two_tides", "turns": 12},),
    examples=6,
)
