"""Step 15a: what talismans and the spell Spy let a player see (28.1, 28.2): provinces to be listed, and answers in words."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.orders.model import Issued, UseTalisman
from postern.rulesets.great_jewels.steps.death import refuge_of
from postern.rulesets.great_jewels.steps.powers_by_order import uses
from postern.rulesets.great_jewels.steps.sight import blocks_spying, probe
from postern.rulesets.great_jewels.steps.spells import attempt, casting, label
from postern.rulesets.great_jewels.summary import summary_of
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, PALANTIRI
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Leader, Talisman, garrison_force

ORACLE, CENSUS, AGENT, LEECH, BALL = 57, 108, 120, 122, 131


def spy(turn: Turn) -> None:
    """All spying of the turn, on the state in which it ended."""
    _palantiri(turn)
    _spell(turn)
    _probes(turn)
    _mind_leech(turn)
    _oracle(turn)
    _send_spies(turn)
    _crystal_ball(turn)  # last: it tells where the spies just sent away have gone


def _answer(turn: Turn, player: str, number: int, lines: list[str]) -> None:
    turn.answers[player].setdefault(f"T{number}", []).extend(lines)


def _palantiri(turn: Turn) -> None:
    """T45 to T47: one province a turn each (QJ-28.1-034); a Forbidden City shows its name only (QJ-28.1-035)."""
    for number in PALANTIRI:
        for issued, order, talisman in uses(turn, number):
            if talisman.used == turn.number:
                why = f"{label(number)} has shown you {talisman.word} this turn; it shows one province a turn."
                turn.fail(issued, "ALREADY HAS AN ORDER", why)
                continue
            talisman.word, talisman.used = order.province, turn.number
            _look(turn, issued.seat, number, order.province)
            turn.carried_out(issued)


def _look(turn: Turn, seat: str, number: int, province: str) -> None:
    if turn.expected:
        return
    if blocks_spying(turn, seat, province):
        _answer(turn, seat, number, [f"{label(number)}: something keeps {province} from being seen."])
    else:
        turn.visit(seat, province)


def _spell(turn: Turn) -> None:
    """Spell L: the province and all around it (QJ-28.2-18)."""
    for issued, spell, talisman in casting(turn, "L"):
        if attempt(turn, issued, spell, talisman):
            for name in (spell.province, *neighbours(spell.province)):
                _look(turn, issued.seat, talisman.number, name)


def _probes(turn: Turn) -> None:
    """Talismans that show further provinces to their owner by themselves (T75, T64)."""
    if turn.expected:
        return
    for force in turn.holders():
        for name in hooks.PROBES.fold(turn, force, [], None):
            probe(turn, turn.owner_of(force), name)


def _mind_leech(turn: Turn) -> None:
    """T122: the giver sees what the leader who got it sees, on the turn of transfer only (QJ-28.1-265), where nothing keeps
    talismans from spying (QJ-28.1-257)."""
    talisman = turn.world.talismans[LEECH]
    giver = turn.givers.get(LEECH, "")
    leader = turn.leader(talisman.leader)
    if leader is None or leader.owner == giver or not usable(turn, talisman) or turn.expected:
        return
    _answer(turn, giver, LEECH, [f"{label(LEECH)}: L{leader.number}[{leader.owner}] ended the turn in {leader.province}."])
    for name in _trodden(turn, leader):
        _look(turn, giver, LEECH, name)


def _trodden(turn: Turn, leader: Leader) -> Iterable[str]:
    """Where a leader started, passed and ended in the turn: what puts a province on his owner's printout (ruling 28)."""
    marches = [event.data for event in turn.events if event.kind == "moved" and event.data["leader"] == leader.number]
    passed = [name for data in marches for name in data["path"]]
    return dict.fromkeys([turn.start.get(leader.number, leader.province), *passed, leader.province])


def _crystal_ball(turn: Turn) -> None:
    """T131: where another talisman ended the turn (QJ-28.1-297 to QJ-28.1-299)."""
    for issued, order, talisman in uses(turn, BALL):
        sought, name = turn.world.talismans.get(order.number), label(BALL)
        if sought is None or sought.number in JEWELS or sought.number == BALL:
            why = f"{name} finds any talisman but the Great Jewels and itself."
            turn.fail(issued, "TALISMAN NOT USABLE", why, f"Write T{BALL}= and the number of another talisman.")
        elif talisman.used == turn.number:
            turn.fail(issued, "ALREADY HAS AN ORDER", f"{name} looks for T{talisman.word} this turn; one a turn.")
        elif talisman.word == str(sought.number) and talisman.used == turn.number - 1:
            why = f"{name} looked for T{sought.number} last turn and cannot do so two turns in a row."
            turn.fail(issued, "TWO TURNS IN A ROW", why, "Another talisman can be looked for now.")
        else:
            talisman.word, talisman.used = str(sought.number), turn.number
            turn.carried_out(issued)
            if not turn.expected:
                _answer(turn, issued.seat, BALL, [_found(turn, sought)])


def _found(turn: Turn, sought: Talisman) -> str:
    holder = sought.holder
    name = f'T{sought.number} "{CATALOGUE[sought.number].name}"'
    place = turn.place_of(holder) if holder else ""
    if holder is None or turn.province(place).city:
        return f"{name} cannot be found."
    owner = turn.owner_of(holder)
    if holder.leader:
        return f"{name} ended the turn in {place} with L{holder.leader}[{owner}]."
    return f"{name} ended the turn in {place}[{owner or '-----'}], in the garrison."


def _oracle(turn: Turn) -> None:
    """T57: the correct score of every player (QJ-28.1-067)."""
    talisman = turn.world.talismans[ORACLE]
    if talisman.holder is not None and usable(turn, talisman) and not turn.expected:
        scores = [f"{name} = {player.score}" for name, player in turn.world.players.items()]
        _answer(turn, turn.owner_of(talisman.holder), ORACLE, [f"{label(ORACLE)} tells every player's score:", *scores])


def _census(turn: Turn, player: str) -> list[str]:
    """T108: the summary lines of a player, without his talismans (QJ-28.1-223)."""
    return [f"{label(CENSUS)} on [{player}]:", *summary_of(turn.world, player).lines(talismans=False)]


def _double_agent(turn: Turn, player: str) -> list[str]:
    """T120: whom a player has declared allies (QJ-28.1-259)."""
    said = " ".join(f"[{name}]" for name in turn.world.players[player].allies) or "nobody"
    return [f"{label(AGENT)}: [{player}] has declared ally: {said}"]


def _send_spies(turn: Turn) -> None:
    """T108 and T120: what they find out of a player; then they go to him (QJ-28.1-223 to -225,
    QJ-28.1-259, QJ-28.1-260)."""
    for number, findings in ((CENSUS, _census), (AGENT, _double_agent)):
        for issued, order, talisman in uses(turn, number):
            if not _known(turn, issued, order):
                continue
            turn.carried_out(issued)
            if turn.expected:
                turn.place_talisman(number, None)
            else:
                _answer(turn, issued.seat, number, findings(turn, order.player))
                _go_to(turn, talisman, order.player, issued.seat)


def _known(turn: Turn, issued: Issued, order: UseTalisman) -> bool:
    if order.player in turn.world.players and order.player != issued.seat:
        return True
    others = ", ".join(name for name in turn.world.players if name != issued.seat)
    why = "You cannot spy on yourself." if order.player == issued.seat else f"No player is called {order.player}."
    return turn.fail(issued, "NOT MET", why, f"The other players are {others}.")


def _go_to(turn: Turn, talisman: Talisman, player: str, by: str) -> None:
    """The talisman goes to the player's home, or to his best-taxed province; it stays if he has none."""
    goal = refuge_of(turn, player)
    if goal:
        turn.place_talisman(talisman.number, garrison_force(goal))
        turn.tell("agent gone", to={by, player}, talisman=talisman.number, name=talisman.name, player=player, province=goal)
