"""Proposals and votes: what players decide together, when it is decided, and what follows from it.

A proposal passes with the vote by which enough of the people who play have said yes. It fails as soon as that is no longer
possible, and is counted when its time is over. Only seats that people play have a vote. Nothing passes because somebody
leaves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.answers.answer import SeatCall
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games import observing, pressing
from postern.desk.games.absences import past_absences
from postern.desk.games.mailbox_outage import at_hand, unread_by
from postern.desk.games.mailboxes import FREED_BY, mailboxes, mark
from postern.desk.games.readiness import EARLY_RUN_CALLED_OFF, people
from postern.desk.games.reporting import ending_request
from postern.desk.games.seating import give_up_seat
from postern.desk.games.standing import final_standings
from postern.desk.language.parse import CommandLine, Piece
from postern.desk.outbox.outgoing import OBSERVER_GENERATION, URGENT, VOTE_GENERATION, About, NewLetter, put, tell_masters
from postern.desk.settings.gamefile import GameConfig, Needs
from postern.desk.settings.preferences import prefs_of
from postern.post.tokens import SeatToken, make_token
from postern.store import games, inbox, journal, seats, votes
from postern.store.tables import Game, GameState, Proposal, Seat

_SEATS_OF_A_GAME = 1024
"""More than any game has."""
_UNDONE_BY_A_TURN = ("extend", "end")
"""The proposals whose outcome is lost where a turn that is under way is committed after them."""


@dataclass(frozen=True)
class Count:
    """How a proposal stands. ``needed`` yes votes let it pass; ``open`` have not voted."""

    yes: int
    no: int
    open: int
    needed: int

    @property
    def passed(self) -> bool:
        """Whether enough have said yes."""
        return self.yes >= self.needed

    @property
    def failed(self) -> bool:
        """Whether it can no longer pass."""
        return self.yes + self.open < self.needed


def words_of(proposal: Proposal) -> str:
    """What is proposed, as a sentence's end: "that the game ends in a draw"."""
    detail = proposal.detail
    match proposal.kind:
        case "draw":
            return "that the game ends now, in a draw of all who still play"
        case "concession":
            return f"that the game ends now, and {detail['seat']} has won"
        case "end":
            return f"that the game ends after turn {detail['turn']}"
        case "extend":
            turn = f"the deadline of turn {detail['turn']}" if "turn" in detail else "this turn's deadline"
            return f"that {turn} moves by {detail['spoken']}"
        case _:
            return f"that {detail['seat']} is taken from its player"


def needs_of(config: GameConfig, kind: str) -> Needs:
    """What a proposal of this kind needs in this game."""
    found: Needs = getattr(config.votes, kind)
    return found


@dataclass(frozen=True)
class Paper:
    """What the reply address of a letter that asks for a vote stands for: the proposal's number in its game, and the token
    of the voting seat."""

    number: int
    token: SeatToken


def vote_token(desk: Desk, proposal: Proposal, seat: Seat) -> str:
    """The token by which a reply votes on this proposal for this seat. A new secret ends it."""
    return make_token(desk.key, (proposal.id) * _SEATS_OF_A_GAME + seat.number, VOTE_GENERATION + seat.generation)


def paper_of(session: Session, token: SeatToken | None) -> Paper | None:
    """The vote that this token is for; None for any other token."""
    if token is None or not VOTE_GENERATION <= token.generation < OBSERVER_GENERATION:
        return None
    proposal = session.get(Proposal, token.seat_id // _SEATS_OF_A_GAME)
    everybody = seats.of_game(session, proposal.game_id) if proposal is not None else []
    seat = next((seat for seat in everybody if seat.number == token.seat_id % _SEATS_OF_A_GAME), None)
    if proposal is None or seat is None:
        return None
    return Paper(proposal.number, SeatToken(seat.id, token.generation - VOTE_GENERATION))


def about(piece: Piece, number: int) -> Piece:
    """A piece of a reply to a letter that asks for a vote: a vote without a number is on that proposal."""
    if not isinstance(piece, CommandLine) or piece.name != "VOTE" or not piece.rest or re.search(r"\d", piece.rest):
        return piece
    return replace(piece, rest=f"{piece.rest.rstrip('.! ')} {number}")


def voters(session: Session, proposal: Proposal, everybody: Sequence[Seat]) -> list[Seat]:
    """Return the seats that have a vote: people who play, without whoever is to be replaced."""
    playing = people(everybody)
    if proposal.kind == "replace":
        theirs = mailboxes(session, proposal.game_id, playing)
        gone = [theirs[seat.id] for seat in playing if seat.name == proposal.detail["seat"]]
        return [seat for seat in playing if theirs[seat.id] not in gone]
    return playing


def concerned(proposal: Proposal, seat: Seat) -> bool:
    """Return whether the vote is about taking this seat from its player."""
    return proposal.kind == "replace" and proposal.detail["seat"] == seat.name


def fewest_for(kind: str) -> int:
    """The least number of yes votes: nobody can take another player's seat alone."""
    return 2 if kind == "replace" else 1


def count(session: Session, proposal: Proposal, everybody: Sequence[Seat], config: GameConfig) -> Count:
    """Return how the proposal stands now. Votes of those who have left no longer count.

    Each person counts once, whatever seats their mailbox holds: yes where all its votes are yes, no where one is no.
    """
    cast = votes.ballots(session, proposal)
    entitled = voters(session, proposal, everybody)
    if proposal.kind == "concession":
        cast |= {seat.id: True for seat in entitled if seat.name == proposal.detail["seat"]}
    theirs = mailboxes(session, proposal.game_id, entitled)
    persons = set(theirs.values())
    said = {who: [cast[seat.id] for seat in entitled if theirs[seat.id] == who and seat.id in cast] for who in persons}
    mine = [all(votes_of) for votes_of in said.values() if votes_of]
    share = {"all": 1.0, "two-thirds": 2 / 3, "majority": 0.5}.get(needs_of(config, proposal.kind), 1.0)
    needed = math.floor(len(persons) / 2) + 1 if share == 0.5 else math.ceil(len(persons) * share - 1e-9)
    return Count(sum(mine), len(mine) - sum(mine), len(persons) - len(mine), max(needed, fewest_for(proposal.kind)))


def passes_at(proposal: Proposal, config: GameConfig) -> datetime:
    """Return from when on enough votes let the proposal pass: one about a seat stays open for a while."""
    least = config.votes.replace_least if proposal.kind == "replace" else timedelta()
    return min(proposal.opened_at + least, proposal.closes_at)


def next_decision(session: Session, desk: Desk) -> datetime | None:
    """Return when the next open proposal may be decided by time, whether that has passed or not."""
    now = desk.clock.now()
    open_until = _decided_by_time(session, desk)
    return min((least if least > now or unread_by(desk, least, now) else closes for least, closes in open_until), default=None)


def last_decision(session: Session, desk: Desk) -> datetime | None:
    """Return the latest moment that has come at which an open proposal may be decided by time."""
    now = desk.clock.now()
    return max((moment for both in _decided_by_time(session, desk) for moment in both if moment <= now), default=None)


def _decided_by_time(session: Session, desk: Desk) -> list[tuple[datetime, datetime]]:
    """Of each open proposal, from when on enough votes let it pass, and when its time is over."""
    found = []
    for proposal in votes.undecided(session):
        config = desk.usable_config(games.by_id(session, proposal.game_id))
        found.append((passes_at(proposal, config) if config is not None else proposal.closes_at, proposal.closes_at))
    return found


def open_proposal(call: SeatCall, kind: str, detail: dict[str, object]) -> Proposal:
    """Opens a proposal: its proposer has voted yes, the others are asked."""
    session, desk, now = call.session, call.desk, call.now
    game, seat = call.sitter.game, call.sitter.seat
    config = desk.game_config(game)
    made = votes.propose(session, game.id, seat.id, kind, detail, now, now + config.votes.open_for)
    journal.note(session, now, seat.name, "proposed", game.id, number=made.number, kind=kind, **detail)
    session.info["turns"] = True
    everybody = seats.of_game(session, game.id)
    addresses = seats.addresses(session, game.id)
    entitled = {one.id for one in voters(session, made, everybody)}
    for other in everybody:
        asked = other.id in entitled
        if other.id != seat.id and other.id in addresses and (asked or concerned(made, other)):
            data = {"game": game, "seat": other, "proposal": made, "words": words_of(made), "zone": config.zone}
            data |= {"asked": asked, "least": passes_at(made, config)}
            letter = NewLetter(
                addresses[other.id],
                [Part("proposal", data)],
                kind="news",
                about=About(game, other, game.turn),
                reply_token=vote_token(desk, made, other) if asked else "",
                priority=URGENT,
            )
            put(session, desk, letter, f"proposal/{made.id}/{other.id}", now)
    if seat.id in entitled:
        votes.cast(session, made, seat.id, True, now)
    settle(session, desk, made, now)
    return made


def settle(session: Session, desk: Desk, proposal: Proposal, now: datetime, *, over: bool = False) -> bool:
    """Decides the proposal when votes have decided it, or its time is ``over``; all are told. True when it was."""
    game = games.by_id(session, proposal.game_id)
    if game.state not in (GameState.RUNNING, GameState.PAUSED):
        proposal.state = "void"
        session.add(proposal)
        return True
    config = desk.game_config(game)
    everybody = seats.of_game(session, game.id)
    result = count(session, proposal, everybody, config)
    lapsed = _lapsed(proposal, game)
    least = passes_at(proposal, config)
    in_time = now >= least and (least == proposal.opened_at or desk.clock_doubt() is None)
    decided = result.failed or (result.passed and in_time)
    if not decided and not lapsed and not over:
        return False
    proposal.state = "passed" if result.passed and not lapsed else "failed"
    session.add(proposal)
    journal.note(session, now, "players", proposal.state, game.id, number=proposal.number, kind=proposal.kind)
    follows = _follow(session, desk, game, proposal, now) if proposal.state == "passed" else ""
    if lapsed:
        follows = (
            f"The vote was about the deadline of turn {proposal.detail['turn']}, which is no longer awaited; it moves no other."
        )
    _tell_result(session, desk, proposal, result, follows, now)
    if game.state == GameState.FINISHED:
        pressing.deliver_held(session, desk, game, now)
        observing.tell(session, desk, game, now)
    return True


def close_due(session: Session, desk: Desk) -> None:
    """Decides every proposal whose time is over, and those that can no longer pass since somebody left.

    Where enough have said yes and only who left had kept it undecided, it waits for the next vote or for the end of its time,
    and they are told: nobody expects a game to be over because somebody was taken from a seat. While a turn is being run,
    what its commit would undo waits: a later deadline, an end after some turn. A time is not over while votes that came
    before its end may lie unread.
    """
    now = desk.clock.now()
    for proposal in votes.undecided(session):
        waits = proposal.kind in _UNDONE_BY_A_TURN and games.is_being_run(games.by_id(session, proposal.game_id), now)
        if not waits:
            closes = proposal.closes_at
            over = closes <= now and not unread_by(desk, closes, now)
            over = over and not inbox.count_new(session, before=at_hand(desk, closes, now))
            if not over and _has_its_time(session, desk, proposal, now):
                settle(session, desk, proposal, now)
                continue
            if over or not _enough_since_somebody_left(session, desk, proposal, now):
                settle(session, desk, proposal, now, over=over)


def _has_its_time(session: Session, desk: Desk, proposal: Proposal, now: datetime) -> bool:
    """Return whether a vote about a seat has been open for as long as it must, and all votes written by then are read."""
    config = desk.usable_config(games.by_id(session, proposal.game_id))
    if proposal.kind != "replace" or config is None:
        return False
    moment = passes_at(proposal, config)
    if moment > now or unread_by(desk, moment, now):
        return False
    return not inbox.count_new(session, before=at_hand(desk, moment, now))


def _enough_since_somebody_left(session: Session, desk: Desk, proposal: Proposal, now: datetime) -> bool:
    """Whether enough have said yes without a new vote. Tells voters and game masters what becomes of it, once."""
    game = games.by_id(session, proposal.game_id)
    if game.state not in (GameState.RUNNING, GameState.PAUSED):
        return False
    config = desk.game_config(game)
    everybody = seats.of_game(session, game.id)
    if _lapsed(proposal, game) or not count(session, proposal, everybody, config).passed:
        return False
    if proposal.kind == "replace" and now < passes_at(proposal, config):
        return True
    detail = {"number": proposal.number}
    if journal.first_since(session, game.id, "vote waits", detail, proposal.opened_at) is None:
        journal.note(session, now, "desk", "vote waits", game.id, **detail)
        part = Part("vote_waits", {})
        _tell_all(session, desk, proposal, voters(session, proposal, everybody), part, f"vote-waits/{proposal.id}", now)
    return True


def _lapsed(proposal: Proposal, game: Game) -> bool:
    """Whether it is about the deadline of a turn that is no longer awaited."""
    return proposal.kind == "extend" and proposal.detail.get("turn", game.turn) != game.turn


def _follow(session: Session, desk: Desk, game: Game, proposal: Proposal, now: datetime) -> str:
    """Does what was decided. Returns what players should know of it."""
    match proposal.kind:
        case "draw":
            winners = [seat.name for seat in seats.of_game(session, game.id) if seat.state == "playing"]
            return _end(session, game, f"a draw of {', '.join(winners)}, by vote", now)
        case "concession":
            return _end(session, game, f"{proposal.detail['seat']} has won, by vote", now)
        case "end":
            return _end_after(session, desk, game, int(proposal.detail["turn"]))
        case "extend":
            return _extend(session, desk, game, timedelta(seconds=int(proposal.detail["seconds"])), now)
        case _:
            return _replace(session, desk, game, proposal, now)


def _end(session: Session, game: Game, reason: str, now: datetime) -> str:
    game.state, game.reason, game.finished_at = GameState.FINISHED, reason, now
    game.deadline = game.early_at = None
    session.add(game)
    return f"{game.name} is over: {reason}. Thank you for playing."


def _end_after(session: Session, desk: Desk, game: Game, turn: int) -> str:
    """Has the rules end the game after this turn."""
    rules = desk.rules(game)
    world = rules.load(games.world(session, game.id, game.turn))
    try:
        changed = rules.end_after(world, max(turn, game.turn))
    except ValueError as error:
        return f"The rules do not allow it: {error}"
    games.put_world(session, game.id, game.turn, rules.dump(changed))
    game.version += 1
    session.add(game)
    session.flush()
    desk.cache.forget(game.id)
    return f"{game.name} ends after turn {max(turn, game.turn)}."


def _extend(session: Session, desk: Desk, game: Game, by: timedelta, now: datetime) -> str:
    if game.deadline is None:
        return "There is no deadline to move now."
    called_off = game.early_at is not None
    moved, away = past_absences(session, game, desk.game_config(game), game.deadline + by)
    game.deadline, game.early_at, game.reminded_at = moved, None, now
    session.add(game)
    session.info["turns"] = True
    observing.tell(session, desk, game, now, moved=True)
    return f"The deadline has moved. {away}".strip() + (f" {EARLY_RUN_CALLED_OFF}" if called_off else "")


def _replace(session: Session, desk: Desk, game: Game, proposal: Proposal, now: datetime) -> str:
    """Take the seat from its player, unless they still play or have said no: then the game master decides."""
    name, cast = str(proposal.detail["seat"]), votes.ballots(session, proposal)
    seats_held = seats.of_game(session, game.id)
    boxes = mailboxes(session, game.id, people(seats_held))
    freed = sorted({mark(desk, boxes[one]) for one, yes in cast.items() if yes and one in boxes})
    proposal.detail = {**proposal.detail, FREED_BY: freed}
    session.add(proposal)
    seat = next((seat for seat in people(seats.of_game(session, game.id)) if seat.name == name), None)
    if seat is None:
        return f"{name} has no player any more."
    if _plays(session, game, seat) or cast.get(seat.id) is False:
        why = "still plays" if _plays(session, game, seat) else "objects"
        return (
            f"{name} {why}, so this takes the game master's word: a line EJECT {game.name} {name} of theirs does it. Nothing "
            "has changed until then."
        )
    address = seats.addresses(session, game.id).get(seat.id, "")
    letter = NewLetter(
        address,
        [Part("ejected", {"game": game, "seat": seat, "reason": "", "voted": True})],
        kind="news",
        about=About(game, seat, game.turn),
    )
    put(session, desk, letter, f"ejected/{game.id}/{seat.id}/{now.isoformat()}", now)
    give_up_seat(session, desk, game, seat, now, "was taken from its player by a vote")
    return f"{name} is taken from its player."


def _plays(session: Session, game: Game, seat: Seat) -> bool:
    """Return whether the seat sent orders for the turn before, or has some on file or is ready for this one."""
    return seat.missed == 0 or seat.ready_turn == game.turn or seats.orders(session, seat.id, game.turn) is not None


def _tell_result(session: Session, desk: Desk, proposal: Proposal, result: Count, follows: str, now: datetime) -> None:
    game = games.by_id(session, proposal.game_id)
    everybody = seats.of_game(session, game.id)
    cast = votes.ballots(session, proposal)
    named = {} if desk.game_config(game).votes.secret else {seat.name: cast[seat.id] for seat in everybody if seat.id in cast}
    data = {"result": result, "named": named, "follows": follows, "standings": final_standings(session, desk, game)}
    _tell_all(session, desk, proposal, everybody, Part("vote_result", data), f"vote/{proposal.id}", now)


def _tell_all(
    session: Session, desk: Desk, proposal: Proposal, readers: Sequence[Seat], part: Part, reason: str, now: datetime
) -> None:
    """Writes the same news of a proposal to these seats and to the game masters, once for each ``reason``. While it is open,
    a reply votes on it."""
    game = games.by_id(session, proposal.game_id)
    config = desk.game_config(game)
    data = {"game": game, "proposal": proposal, "words": words_of(proposal), "zone": config.zone, **part.data}
    addresses = seats.addresses(session, game.id)
    for seat in readers:
        address = addresses.get(seat.id, "")
        prefs = prefs_of(seats.settings(session, address))
        letter = NewLetter(
            address,
            [Part(part.name, {**data, "seat": seat})],
            kind="news",
            about=About(game, seat, game.turn),
            requests=[ending_request(game, config, prefs, alone=True)]
            if game.state == GameState.FINISHED and game.turn
            else (),
            reply_token=vote_token(desk, proposal, seat) if proposal.state == "open" else "",
            priority=URGENT,
            prefs=prefs,
        )
        put(session, desk, letter, f"{reason}/{seat.id}", now)
    tell_masters(session, desk, Part(part.name, {**data, "seat": None}), reason, now, game)
