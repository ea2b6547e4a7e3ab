"""What a player chooses: his name, people and ending turn, and how he stands to others.

Joining by mail is NAME=GREEDY, TYPE=RILRIS, E=25, or the same in friendlier words (ruling 26, QJ-02-03, QJ-02-18); people and
ending turn may be chosen on turn 1, too (step 0, QJ-02-18, QJ-04-01). Status changes are step 1: allies, peace, hostility,
waylay, siege equipment (chapters 19, 21, 22, QJ-29-44 and on).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from postern.game.kit import signup
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import listed
from postern.game.kit.signup import Names, Phrase, Wishes, nearest
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Choice, Signup
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.orders.messages import sections
from postern.rulesets.great_jewels.orders.text import spaced_form
from postern.rulesets.great_jewels.rules.checks import against_geas, known_player, own_leader, own_province
from postern.rulesets.great_jewels.rules.economy import favourable
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn.orders import (
    AcceptEngines,
    Autobuild,
    AutoWaylay,
    ChoosePeople,
    DeclareAlly,
    EndVote,
    Hostile,
    Issued,
    NoWaylay,
    QJOrder,
    SetPeace,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, People
from postern.rulesets.great_jewels.world.variants import PLAIN, Variant

EARLIEST_END, LATEST_END = 20, 30
FIRST_TURN = 1


def _vote(turn: int) -> QJOrder | Refusal:
    if EARLIEST_END <= turn <= LATEST_END:
        return EndVote(turn)
    return Refusal(
        NOT_UNDERSTOOD,
        f"The ending turn is a number from {EARLIEST_END} to {LATEST_END}; you wrote {turn}.",
        "Nearest possible:",
        f"E={min(max(turn, EARLIEST_END), LATEST_END)}",
    )


def _people(people: str) -> QJOrder | Refusal:
    if people not in People.__members__:
        return Refusal(NOT_UNDERSTOOD, f"There is no character type {people}.", f"The types are {', '.join(People)}.")
    return ChoosePeople(People(people))


def _first_turn_only(order: EndVote | ChoosePeople, view: View) -> Refusal | None:
    if view.turn == FIRST_TURN:
        return None
    what = "The ending turn is named" if isinstance(order, EndVote) else "The character type is chosen"
    why = f"{what} with the orders of turn 1 only; this is turn {view.turn}."
    return Refusal(NOT_UNDERSTOOD, why, "Leave it out.")


def _choose_people(turn: Turn, issued: Issued, order: ChoosePeople) -> bool:
    """Home terrain and home rates become those of the new type before anything else (QJ-04-01, ruling 26)."""
    player = turn.world.players[issued.seat]
    if turn.number != FIRST_TURN:
        why = f"The type can be changed with the orders of turn 1 only; this is turn {turn.number}."
        return turn.fail(issued, NOT_UNDERSTOOD, why, f"You stay {player.people}. Leave this line out.")
    player.people = order.people
    turn.province(player.home).terrain = favourable(order.people)[0]
    return True


def _vote_for_the_end(turn: Turn, issued: Issued, order: EndVote) -> bool:
    """The last one sent counts (ruling 17)."""
    low, high = decided("homes")["end_low"], decided("homes")["end_high"]
    if turn.world.variant.turn_limit:
        why = f"This game has a fixed last turn, {turn.world.variant.turn_limit}."
        turn.fail(issued, NOT_UNDERSTOOD, why, "Leave this line out.")
    elif turn.number != FIRST_TURN:
        why = f"The ending turn is named with the orders of turn 1 only; this is turn {turn.number}."
        turn.fail(issued, NOT_UNDERSTOOD, why, "Leave this line out.")
    elif not low <= order.turn <= high:
        why = f"The ending turn needs a number from {low} to {high}; you wrote {order.turn}."
        turn.fail(issued, NOT_UNDERSTOOD, why, paste=f"E={min(max(order.turn, low), high)}")
    else:
        turn.world.players[issued.seat].end_vote = order.turn
        return True
    return False


KINDS = (
    ORDERS.kind("ending turn", _vote, type=EndVote, check=_first_turn_only, act=_vote_for_the_end),
    ORDERS.kind("people", _people, type=ChoosePeople, check=_first_turn_only, act=_choose_people),
)


# --- step 1 ---


def _declare(turn: Turn, issued: Issued, order: DeclareAlly) -> bool:
    """A= and N=: only players whom the giver has met; stands until it is changed (QJ-22-01, QJ-22-05)."""
    name = order.player
    if not known_player(turn, issued, name):
        return False
    if not order.ally and name in turn.world.team_mates(issued.seat):
        return turn.fail(issued, "TEAM MATE", f"{name} is in your team; team-mates stay allies.", "Leave this line out.")
    giver = turn.world.players[issued.seat]
    if order.ally and name not in giver.allies:
        giver.allies.append(name)
        giver.allied_since[name] = turn.number
    if not order.ally and name in giver.allies:
        giver.allies.remove(name)
        giver.allied_since.pop(name, None)
    return True


def _make_peace(turn: Turn, issued: Issued, order: SetPeace) -> bool:
    """LnnP and LnnQ: stands until it is changed (QJ-21-01, QJ-21-05)."""
    leader = None if against_geas(turn, issued) else own_leader(turn, issued, order.leader)
    if leader is None:
        return False
    leader.at_peace = order.peace
    return True


def _be_hostile(turn: Turn, issued: Issued, order: Hostile) -> bool:
    """For this turn only (QJ-21-08)."""
    if own_leader(turn, issued, order.leader) is None:
        return False
    turn.hostile.add(order.leader)
    turn.flag(Force(leader=order.leader), "-H")
    return True


def _accept(turn: Turn, issued: Issued, order: AcceptEngines) -> bool:
    """For this turn only (QJ-15-10)."""
    if own_leader(turn, issued, order.leader) is None:
        return False
    turn.accepts.add(order.leader)
    return True


def _no_waylay(turn: Turn, issued: Issued, order: NoWaylay) -> bool:
    """LnnN and GpN: this force does not waylay this turn (QJ-19-03)."""
    force = order.force
    mine = own_leader(turn, issued, force.leader) if force.leader else own_province(turn, issued, force.garrison)
    if mine is None:
        return False
    turn.no_waylay.add(force)
    turn.flag(force, "-N")
    return True


def _switch_waylay(turn: Turn, issued: Issued, order: AutoWaylay) -> bool:
    turn.world.players[issued.seat].waylay = order.on
    return True


def settle_status(turn: Turn) -> None:
    """Once all status orders are carried out, so that a later line has overruled an earlier one, but none a geas."""
    _tell_overruled(turn, turn.done)
    _flag_the_idle(turn)


def _tell_overruled(turn: Turn, done: Iterable[Issued]) -> None:
    """A note for each order of which a later one of the same giver says the opposite: it is that one which counts."""
    last = {(one.seat, one.geas, _subject(one.order)): one for one in done}
    for issued in done:
        counts = last[issued.seat, issued.geas, _subject(issued.order)]
        if _subject(issued.order) is not None and counts.order != issued.order:
            turn.note(issued, "ALREADY HAS AN ORDER", f"{counts.code}, which comes later, overrules it.")


def _subject(order: QJOrder) -> tuple[type, object] | None:
    """What an order settles that another of its kind may settle otherwise; None for all others."""
    match order:
        case DeclareAlly(player=about) | SetPeace(leader=about) | Autobuild(province=about):
            return type(order), about
        case AutoWaylay():
            return AutoWaylay, None
    return None


def _flag_the_idle(turn: Turn) -> None:
    """Who has turned waylaying off everywhere has turned it off for each of his forces (QJ-05-30, QJ-06-31, QJ-29-52)."""
    idle = {name for name, player in turn.world.players.items() if not player.waylay}
    for number, leader in turn.world.leaders.items():
        if leader.owner in idle:
            turn.flag(Force(leader=number), "-N")
    for name, province in turn.world.provinces.items():
        if province.owner in idle:
            turn.flag(Force(garrison=name), "-N")


# --- the table ---

STATUS_KINDS = (
    ORDERS.kind("ally", DeclareAlly, act=_declare),
    ORDERS.kind("leader does not waylay", NoWaylay, act=_no_waylay),
    ORDERS.kind("at peace", SetPeace, act=_make_peace),
    ORDERS.kind("hostile", Hostile, act=_be_hostile),
    ORDERS.kind("siege engines accepted", AcceptEngines, act=_accept),
    ORDERS.kind("waylay on", AutoWaylay, act=_switch_waylay),
)


_RESERVED = frozenset(
    {*People, "MERC", "DRAGON", LOTU, "ANON", "ALL", "DREVON", "END"}
    | set("GOLD SILVER DIAMOND RUBY EMERALD SWORD SHIELD CHALICE CORONET STAFF".split())
)
"""Names that already mean something: types, non-players, words of orders, Forbidden Cities."""
_NAMES = Names(2, 6, _RESERVED)
_KEYS = ("NAME", "TYPE", "PEOPLE", "RACE", "E", "END", "TEAM")

_NAMED = re.compile(
    r"(?:MY )?(?:(?:SEAT|PLAYER) ?)?NAME(?: IS)? ?[=:] ?\[?(?P<value>.*?)\]?"
    r"|(?:(?:MY )?NAME(?: IS)?|AS|PLAY AS|CALL ME|I AM CALLED|I SHALL BE CALLED) \[?(?P<word>[^ \]]+)\]?"
)
_TYPE = re.compile(r"(?:(?:CHARACTER|PLAYER) ?)?(?:TYPE|CHARACTER|PEOPLE|RACE)(?: IS)? ?(?:[=:] ?| )(?P<value>.*)")
_END = re.compile(r"(?:E|END(?:ING)?(?: (?:TURN|ON TURN|ON))?)(?: IS)? ?[=:]? ?(?:TURN )?(?P<value>[0-9]{1,9})")
_TEAM = re.compile(r"(?:MY )?TEAM(?: IS)? ?[=:]? ?(?P<value>[0-9]{1,3})")
_WISH = re.compile(r"\b(?:PLAY|BE|AS|WANT|PREFER|CHOOSE|TAKE|LIKE)\b")
_KEY = re.compile(r"(?P<key>[A-Z][A-Z ]{0,30}?) ?=.*")
_BEING = re.compile(r"\b(?:WANT|WISH|LIKE|PREFER|LOVE|CHOOSE)\b.*\b(?:BE|PLAY|PLAY AS|TAKE)\b (?:AS )?(?:THE|A|AN)\b")
_NOT = re.compile(r"\b(?:NOT|BUT|NEVER|NO|EXCEPT|HATE)\b|N'T\b")


def read_signup(text: str, taken: Sequence[str], variant: Variant = PLAIN) -> tuple[Signup | None, list[Problem]]:
    """The seat's name and wishes (``type``, ``end``, ``team``) from the lines of a JOIN letter, given the names already taken.

    None when no usable name was given; then a problem says why. Other problems leave the signup standing without that wish.
    Lines that say none of this are left to others.
    """
    lines = [(part.index + 1, part.raw) for part in sections(re.split(r"\r\n|\r|\n", text))]
    wishes = Wishes(_KEYS, _wish, partial(_problem, variant), partial(_stray, variant), "type", _unnamed)
    return signup.read_signup(lines, spaced_form, wishes, _NAMES, taken)


def choices(variant: Variant) -> tuple[Choice, ...]:
    """Return what may be chosen in a game of this variant; several players may choose the same."""
    found = [Choice("TYPE", {one.value: "" for one in People}, "without it a people is drawn for you")]
    if not variant.turn_limit:
        default = decided("homes")["end_default"]
        turns = {f"a turn from {EARLIEST_END} to {LATEST_END}": ""}
        found.append(Choice("E", turns, f"the last turn for which you vote, {default} without it"))
    if variant.teams:
        teams = {str(team): "" for team in range(1, variant.teams + 1)}
        found.append(Choice("TEAM", teams, "without it you are put where a place is free"))
    return tuple(found)


def _unnamed(wishes: Mapping[str, str]) -> str:
    """What to add where a letter has no name: that a people may be wished for, too."""
    types = listed([one.value for one in People], "or")
    return "" if "type" in wishes else f" A line TYPE= with {types} chooses a people; without it one is drawn for you."


def _wish(spaced: str) -> tuple[str, str] | None:
    if match := _TEAM.fullmatch(spaced):
        return "team", match["value"]
    if match := _END.fullmatch(spaced):
        return "end", match["value"]
    if (match := _TYPE.fullmatch(spaced)) and match["value"]:
        return "type", match["value"]
    named = _NAMED.fullmatch(spaced)
    if named and (value := named["value"] or named["word"]) and not (value in People.__members__ and "AS " in spaced):
        return "name", value
    peoples = [people for people in People if re.search(rf"\b{people}S?\b", spaced)]
    if len(peoples) == 1 and not _NOT.search(spaced) and (_WISH.search(spaced) or spaced == peoples[0]):
        return "type", peoples[0].value
    return None


def _stray(variant: Variant, phrase: Phrase) -> list[Problem]:
    """What to say of a line that brings no wish though one may be meant: a key that there is not, a people in words."""
    types = listed([one.value for one in People], "or")
    if (found := _KEY.fullmatch(phrase.spaced)) is not None:
        known = [f"TYPE= with {types}", f"E= with a turn from {EARLIEST_END} to {LATEST_END}"]
        known += ["TEAM= with the number of a team"] if variant.teams else []
        why = (
            f"There is no {found['key'][:20]}= here, so it was left out. There is NAME= with your name, {listed(known, 'and')}."
        )
        return [Problem(NOT_TAKEN, phrase.line, why, text=phrase.text, note=True)]
    named = any(re.search(rf"\b{people}S?\b", phrase.spaced) for people in People)
    if not named and not _BEING.search(phrase.spaced):
        return []
    why = f"Which people you wish for, if any, I cannot tell from this line. There is {types}."
    remedy = "One will be drawn for you unless you say which, here or with the orders of turn 1:"
    return [Problem(NOT_TAKEN, phrase.line, why, remedy, f"TYPE={People.RILRIS}", text=phrase.text, note=True)]


def _problem(variant: Variant, key: str, value: str, phrase: Phrase) -> Problem | None:
    line, text = phrase.line, phrase.text
    if key == "team":
        return _team_problem(value, line, text, variant)
    if key == "end" and variant.turn_limit:
        why = f"This game has a fixed last turn, {variant.turn_limit}, so nobody names one."
        return Problem("END", line, why, "You need not write this line.", text=text, note=True)
    if key == "end":
        if EARLIEST_END <= int(value) <= LATEST_END:
            return None
        close = min(max(int(value), EARLIEST_END), LATEST_END)
        why = f"The ending turn is a number from {EARLIEST_END} to {LATEST_END}; you wrote {int(value)}."
        default = decided("homes")["end_default"]
        remedy = f"It counts as {default} until you name one, here or with the orders of turn 1:"
        return Problem("END", line, why, remedy, f"E={close}", text=text, note=True)
    if value in People.__members__:
        return None
    why = f"There is no character type {value[:20]}; the types are {', '.join(People)}."
    remedy = "One will be drawn for you; you may choose with the orders of turn 1:"
    return Problem("TYPE", line, why, remedy, f"TYPE={nearest(value, People) or People.RILRIS}", text=text, note=True)


def _team_problem(value: str, line: int, text: str, variant: Variant) -> Problem | None:
    """What is wrong with the wish for a team. Whether the team has room shows when the game begins."""
    if not variant.teams:
        return Problem("TEAM", line, "This game has no teams.", "You need not write this line.", text=text, note=True)
    if 1 <= int(value) <= variant.teams:
        return None
    why = f"There are teams 1 to {variant.teams}; there is no team {int(value)}."
    return Problem("TEAM", line, why, "You will be put where a place is free; or write:", "TEAM=1", text=text, note=True)
